internal import Database
internal import JSON
internal import Records

/// What a data set says of a temple; an empty text is not said.
public struct TempleFacts: Hashable, Sendable {
  /// The temple's key.
  public let temple: String
  public var hours = ""
  public var phone = ""
  public var introduction = ""

  public init(temple: String) { self.temple = temple }
}

/// What an import of facts did.
public struct FactsReport: Hashable, Sendable {
  /// Values that were written, by field.
  public internal(set) var written: [String: Int] = [:]
  /// Temples of which every value was there already.
  public internal(set) var unchanged = 0
  /// Values that stay because they were written here or by another source: `temple: field`.
  public internal(set) var kept: [String] = []
}

extension Store {
  /// Gives temples what a data set says of them, in one transaction. Each value keeps its source: an operator's value stays, as does one that another source gave
  /// first; what this source gave before follows it.
  ///
  /// - Parameters:
  ///   - source: the key of the source, and what it is called; made if it is missing.
  ///   - isRehearsal: rolls everything back at the end.
  public func mergeFacts(
    _ facts: [TempleFacts], source: (key: String, title: String, url: String), _ change: Change,
    isRehearsal: Bool = false
  ) throws -> FactsReport {
    do {
      return try database.write(mayRepeat: false) { connection in
        try StoreLock.everything.take(connection)
        let writer = try RecordWriter(connection, change)
        if try !facts.isEmpty && writer.reader.record(.source, key: source.key) == nil {
          let draft = Draft(fields: [
            .init("key", .text(source.key)), .init("title", .text(source.title)), .init("url", .text(source.url)),
          ])
          _ = try writer.write([draft], of: .source, .add)
        }
        let origin = "facts-" + source.key
        let report = try Self.merge(
          facts, source.key, writer, LoadedEntries(connection: connection, change: change, origin: origin))
        if isRehearsal { throw FactsRehearsal(report: report) }
        return report
      }
    } catch let rehearsal as FactsRehearsal {
      return rehearsal.report
    }
  }

  private static func merge(
    _ facts: [TempleFacts], _ source: String, _ writer: RecordWriter, _ loaded: LoadedEntries
  ) throws -> FactsReport {
    var report = FactsReport()
    var drafts: [Draft] = []
    for one in facts {
      guard let temple = try writer.reader.record(.temple, key: one.temple) else { continue }
      let values = [("open_time", one.hours), ("phone", one.phone), ("introduction", one.introduction)]
      let entry = JSON.object(values.filter { !$0.1.isEmpty }.map { .init($0.0, .text($0.1)) })
      let base = try loaded.json(one.temple).flatMap { try? JSON(storedJSON: $0) }
      var given: [Draft.Given] = []
      for member in entry.members {
        let now = temple[member.name]
        guard now != member.value else { continue }
        // Empty, or still what this source gave before.
        if now == .null && base?[member.name] ?? .null == .null || now != .null && base?[member.name] == now {
          given.append(.init(member.name, member.value))
          report.written[member.name, default: 0] += 1
        } else {
          report.kept.append("\(one.temple): \(member.name)")
        }
      }
      if try entry.json() != loaded.json(one.temple) { try loaded.remember(entry.json(), one.temple) }
      guard !given.isEmpty else {
        report.unchanged += 1
        continue
      }
      let sources = temple["sources"].list
      if !sources.contains(.text(source)) { given.append(.init("sources", .list(sources + [.text(source)]))) }
      drafts.append(Draft(place: one.temple, fields: [.init("key", .text(one.temple))] + given))
    }
    _ = try writer.write(drafts, of: .temple, .merge)
    return report
  }
}

/// Thrown to roll back a rehearsal.
private struct FactsRehearsal: Error {
  let report: FactsReport
}
