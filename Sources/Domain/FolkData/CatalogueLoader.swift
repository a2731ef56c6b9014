public import Folklore
internal import Foundation
internal import Records

/// Reads the catalogue from the files of a data folder.
public struct CatalogueLoader: Sendable {
  private let read: @Sendable (_ fileName: String) throws -> String

  /// - Parameter folder: the path of the data folder.
  public init(folder: String) {
    self.init { name in
      try String(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name), encoding: .utf8)
    }
  }

  /// - Parameter read: returns the text of a file by name.
  public init(read: @escaping @Sendable (_ fileName: String) throws -> String) {
    self.read = read
  }

  /// - Throws: `DataFault` naming file, line and field of the first fault.
  public func load() throws(DataFault) -> Catalogue {
    let files = readFiles()
    if let fault = files.faults.first { throw fault }
    return try files.catalogue()
  }

  /// All four files; faulty entries are left out and reported.
  func readFiles() -> DataFiles {
    var files = DataFiles()
    files.sources = entries(in: "sources.yaml", .source, &files.faults)
    files.deities = entries(in: "deities.yaml", .deity, &files.faults, needed: "sources")
    files.events = entries(in: "events.yaml", .event, &files.faults, needed: "sources")
    files.groups = entries(in: "groups.yaml", .group, &files.faults, needed: "events")
    return files
  }

  /// - Parameter needed: a list that every entry must have.
  private func entries<Value: RecordValue>(
    in file: String, _ entity: Entity, _ faults: inout [DataFault], needed: String? = nil
  ) -> [DataFiles.Entry<Value>] {
    var entries: [DataFiles.Entry<Value>] = []
    do throws(DataFault) {
      let root = try EntryReader(yaml: text(of: file), file: file)
      try root.allow(only: [entity.plural])
      for reader in try root.entries(entity.plural) {
        do throws(DataFault) {
          entries.append((reader, try Self.value(reader, entity, needed: needed)))
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
      throw DataFault(file: file, "讀不出來：\(error.localizedDescription)", "cannot be read: \(error.localizedDescription)")
    }
  }
}

/// The entries of the files, each with its reader for error positions, and the faults.
struct DataFiles {
  typealias Entry<Value> = (reader: EntryReader, value: Value)

  var sources: [Entry<Source>] = []
  var deities: [Entry<Deity>] = []
  var events: [Entry<Event>] = []
  var groups: [Entry<Group>] = []
  var faults: [DataFault] = []

  /// Builds the catalogue.
  ///
  /// - Throws: `DataFault` at the first entry that conflicts with another or refers to a missing one.
  func catalogue() throws(DataFault) -> Catalogue {
    do {
      return try Catalogue(
        sources: sources.map(\.value), deities: deities.map(\.value), events: events.map(\.value),
        groups: groups.map(\.value))
    } catch {
      throw located(error)
    }
  }

  /// Converts an error between entries into a fault at the entry that caused it.
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
      case .duplicateKey(let kind, let key): last(kind, "key", key)?.fault("key", error)
      case .duplicateNumber(_, _, let second): last(.event, "key", second)?.fault("id", error)
      case .dangling(let kind, let key, let field, _): last(kind, "key", key)?.fault(field, error)
      }
    return fault ?? DataFault(file: "data", error.chinese, error.description)
  }
}

// MARK: - Entries

extension CatalogueLoader {
  /// Field names in the files, if they differ from the schema's.
  private static let fileNames = [
    "worship_notes": "worship", "worship_notes_en": "worship-en", "description_en": "description-en",
    "worship_guide": "guide", "is_enabled": "enabled",
  ]

  /// The typed value of an entry. `names` holds a name in three languages, `id` the number of an event.
  private static func value<Value: RecordValue>(
    _ entry: EntryReader, _ entity: Entity, needed: String?
  ) throws(DataFault) -> Value {
    let bound = Set(Value.bindings.flatMap(\.names) + ["key"])
    let fields = entity.fields.filter { bound.contains($0.name) }
    let languages = Value.nameBinding.map { Dictionary(uniqueKeysWithValues: zip($0.names, Language.allCases)) } ?? [:]
    let plain = fields.map(\.name).filter { languages[$0] == nil }
    try entry.allow(
      only: (entity == .event ? ["id"] : []) + plain.map { fileNames[$0] ?? $0 } + (languages.isEmpty ? [] : ["names"]))
    var record = try entry.record(entity, fields, needed: [needed].compactMap(\.self)) { field throws(DataFault) in
      guard let language = languages[field] else { return (entry, fileNames[field] ?? field) }
      guard let names = try entry.entry("names") else { throw entry.fault("names", "必填", "are missing") }
      try names.allow(only: Language.allCases.map(\.rawValue))
      return (names, language.rawValue)
    }
    if entity == .event { record.id = try entry.number("id") }
    do {
      return try Value(record: record)
    } catch {
      throw entry.fault("rule", error)
    }
  }
}
