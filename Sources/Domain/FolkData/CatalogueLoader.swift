public import Folklore
internal import Foundation

/// Reads the catalogue from the files of a data folder.
public struct CatalogueLoader: Sendable {
  private let read: @Sendable (_ fileName: String) throws -> String

  /// - Parameter folder: the path of the data folder.
  public init(folder: String) {
    self.init { name in
      try String(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name), encoding: .utf8)
    }
  }

  /// - Parameter read: gives the text of a file by its name.
  public init(read: @escaping @Sendable (_ fileName: String) throws -> String) {
    self.read = read
  }

  /// - Throws: `DataFault` naming file, line and field of the first fault.
  public func load() throws(DataFault) -> Catalogue {
    let files = readFiles()
    if let fault = files.faults.first { throw fault }
    return try files.catalogue()
  }

  /// All four files as far as they can be read.
  func readFiles() -> DataFiles {
    var files = DataFiles()
    files.sources = entries(in: "sources.yaml", "sources", &files.faults, Self.source)
    files.deities = entries(in: "deities.yaml", "deities", &files.faults, Self.deity)
    files.events = entries(in: "events.yaml", "events", &files.faults, Self.event)
    files.groups = entries(in: "groups.yaml", "groups", &files.faults, Self.group)
    return files
  }

  private func entries<Value>(
    in file: String, _ field: String, _ faults: inout [DataFault], _ make: (EntryReader) throws(DataFault) -> Value
  ) -> [DataFiles.Entry<Value>] {
    var entries: [DataFiles.Entry<Value>] = []
    do throws(DataFault) {
      let root = try EntryReader(yaml: text(of: file), file: file)
      try root.allow(only: [field])
      for reader in try root.entries(field) {
        do throws(DataFault) {
          entries.append((reader, try make(reader)))
        } catch {
          faults.append(error)
        }
      }
    } catch {
      faults.append(error)
    }
    return entries
  }

  private func text(of file: String) throws(DataFault) -> String {
    do {
      return try read(file)
    } catch {
      throw DataFault(file: file, line: 0, field: "", problem: "cannot be read: \(error.localizedDescription)")
    }
  }
}

/// The entries of the files, each with the reader that knows its place, and what could not be read.
struct DataFiles {
  typealias Entry<Value> = (reader: EntryReader, value: Value)

  var sources: [Entry<Source>] = []
  var deities: [Entry<Deity>] = []
  var events: [Entry<Event>] = []
  var groups: [Entry<Group>] = []
  var faults: [DataFault] = []

  /// The entries joined.
  ///
  /// - Throws: `DataFault` at the first entry that does not fit the others.
  func catalogue() throws(DataFault) -> Catalogue {
    do {
      return try Catalogue(
        sources: sources.map(\.value), deities: deities.map(\.value), events: events.map(\.value),
        groups: groups.map(\.value))
    } catch {
      throw located(error)
    }
  }

  /// A fault between entries, told at the entry that it is about.
  private func located(_ error: CatalogueError) -> DataFault {
    func readers(_ kind: CatalogueError.Kind) -> [EntryReader] {
      switch kind {
      case .source: sources.map(\.reader)
      case .deity: deities.map(\.reader)
      case .event: events.map(\.reader)
      case .group: groups.map(\.reader)
      }
    }
    func last(_ kind: CatalogueError.Kind, _ field: String, _ key: String) -> EntryReader? {
      readers(kind).last { (try? $0.text(field)) == key }
    }
    let fault: DataFault? =
      switch error {
      case .duplicateKey(let kind, let key): last(kind, "key", key)?.fault("key", error.description)
      case .duplicateNumber(_, _, let second): last(.event, "key", second)?.fault("id", error.description)
      case .dangling(let kind, let key, let field, _): last(kind, "key", key)?.fault(field, error.description)
      }
    return fault ?? DataFault(file: "data", line: 0, field: "", problem: error.description)
  }
}

// MARK: - Entries

extension CatalogueLoader {
  private static func source(_ entry: EntryReader) throws(DataFault) -> Source {
    try entry.allow(only: ["key", "title", "kind", "url", "note"])
    return try Source(
      key: entry.text("key"), title: entry.text("title"),
      kind: entry.optionalText("kind") == nil ? .list : entry.word("kind"), url: entry.optionalText("url"),
      note: entry.optionalText("note"))
  }

  private static func deity(_ entry: EntryReader) throws(DataFault) -> Deity {
    try entry.allow(only: ["key", "names", "aliases", "role", "description", "worship", "sources"])
    return try Deity(
      key: entry.slug("key"), name: name(entry), aliases: entry.texts("aliases"), role: entry.optionalText("role"),
      description: entry.optionalText("description"), worshipNotes: entry.optionalText("worship"),
      sources: required(entry, entry.texts("sources"), "sources"))
  }

  private static func event(_ entry: EntryReader) throws(DataFault) -> Event {
    try entry.allow(only: [
      "key", "id", "type", "observance", "deity", "names", "aliases", "rule", "region", "bundle", "description",
      "worship",
      "description-en", "worship-en", "sources", "disagreements", "note", "revision", "enabled",
    ])
    let kind: Event.Kind = try entry.word("type")
    let deity = try entry.optionalText("deity")
    guard (kind == .deity) == (deity != nil) else {
      throw entry.fault(
        "deity", kind == .deity ? "is missing: a deity's day names its deity" : "goes with type deity only")
    }
    return try Event(
      id: entry.number("id"), key: entry.slug("key"), kind: kind, observance: entry.word("observance"),
      title: name(entry), aliases: entry.texts("aliases"), rule: rule(entry), deityKey: deity,
      region: entry.optionalText("region") == nil ? .taiwan : entry.word("region"),
      bundle: entry.optionalText("bundle"),
      description: entry.optionalText("description"), worshipNotes: entry.optionalText("worship"),
      englishDescription: entry.optionalText("description-en"), englishWorshipNotes: entry.optionalText("worship-en"),
      sources: required(entry, entry.texts("sources"), "sources"),
      disagreements: entry.entries("disagreements").map { other throws(DataFault) in
        try other.allow(only: ["rule", "sources", "note"])
        let sources = try other.texts("sources")
        let note = try other.optionalText("note")
        guard !sources.isEmpty || note != nil else {
          throw other.fault("sources", "are missing: name one, or say why in note")
        }
        return try Event.Disagreement(rule: rule(other), sources: sources, note: note)
      },
      note: entry.optionalText("note"), revision: entry.optionalText("revision") == nil ? 0 : entry.number("revision"),
      isEnabled: entry.flag("enabled", default: true))
  }

  private static func group(_ entry: EntryReader) throws(DataFault) -> Group {
    try entry.allow(only: ["key", "names", "description", "events", "enabled"])
    return try Group(
      key: entry.slug("key"), name: name(entry), description: entry.optionalText("description"),
      eventKeys: required(entry, entry.texts("events"), "events"), isEnabled: entry.flag("enabled", default: true))
  }

  private static func name(_ entry: EntryReader) throws(DataFault) -> LocalizedName {
    guard let names = try entry.entry("names") else { throw entry.fault("names", "are missing") }
    try names.allow(only: Language.allCases.map(\.rawValue))
    return try LocalizedName(
      names.text("zh-Hant"), simplifiedChinese: names.optionalText("zh-Hans"), english: names.optionalText("en"))
  }

  private static func rule(_ entry: EntryReader) throws(DataFault) -> DateRule {
    let text = try entry.text("rule")
    do {
      return try DateRule(text)
    } catch {
      throw entry.fault("rule", error.description)
    }
  }

  private static func required(
    _ entry: EntryReader, _ list: [String], _ field: String
  ) throws(DataFault) -> [String] {
    guard !list.isEmpty else { throw entry.fault(field, "are missing: name at least one") }
    return list
  }
}
