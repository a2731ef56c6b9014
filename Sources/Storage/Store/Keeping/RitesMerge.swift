internal import Database
internal import JSON
internal import Records

/// The days of a temple that a file of rites gives.
public struct TempleRites: Hashable, Sendable {
  /// The temple's key.
  public let temple: String
  /// The days that have an event, by its key; the rule is nil if the temple keeps the event's own day.
  public var days: [String: String?] = [:]
  /// The others, which become activities, by key.
  public var activities: [String: Activity] = [:]

  /// A rite that is no folk day of ours.
  public struct Activity: Hashable, Sendable {
    public let title: String
    public let rule: String
    public let note: String

    public init(title: String, rule: String, note: String) {
      (self.title, self.rule, self.note) = (title, rule, note)
    }
  }

  public init(temple: String) { self.temple = temple }
}

/// What an import of rites did.
public struct RitesReport: Hashable, Sendable {
  /// The numbers of days and activities.
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var removed = 0
  public internal(set) var unchanged = 0
  /// Those that were edited or removed here and stay so: the temple's key, and the event's key or the title.
  public internal(set) var kept: [String] = []
  /// The names of days that were written, as `temple: event`, the first of them.
  public internal(set) var examples: [String] = []
}

extension Store {
  /// Writes the rites of temples, in one transaction. What the last import wrote and nobody has edited since follows the file; what an operator or the shipped data wrote
  /// stays.
  ///
  /// - Parameters:
  ///   - rites: all temples of the file. A temple that the file does not name keeps what it has.
  ///   - isRehearsal: rolls everything back at the end.
  public func mergeRites(_ rites: [TempleRites], _ change: Change, isRehearsal: Bool = false) throws -> RitesReport {
    do {
      return try database.write(mayRepeat: false) { connection in
        try StoreLock.everything.take(connection)
        var merge = RitesMerge(
          writer: try RecordWriter(connection, change),
          loaded: LoadedEntries(connection: connection, change: change, origin: "rites"))
        for one in rites { try merge.write(one) }
        try merge.finish()
        if isRehearsal { throw RitesRehearsal(report: merge.report) }
        return merge.report
      }
    } catch let rehearsal as RitesRehearsal {
      return rehearsal.report
    }
  }
}

/// Thrown to roll back a rehearsal.
private struct RitesRehearsal: Error {
  let report: RitesReport
}

/// The three-way merge of the rites of the last import, those of this one, and the database.
private struct RitesMerge {
  let writer: RecordWriter
  let loaded: LoadedEntries
  var report = RitesReport()
  private var temples: [Draft] = []
  private var activities: [Draft] = []

  init(writer: RecordWriter, loaded: LoadedEntries) {
    self.writer = writer
    self.loaded = loaded
  }

  mutating func write(_ rites: TempleRites) throws {
    guard let temple = try writer.reader.record(.temple, key: rites.temple) else { return }
    let base = try loaded.json(rites.temple).flatMap { try? JSON(storedJSON: $0) } ?? .object([])
    try mergeDays(rites, of: temple, base["days"])
    try mergeActivities(rites, base["activities"])
    let entry = JSON.object([
      .init("days", .object(rites.days.sorted { $0.key < $1.key }.map { .init($0.key, JSON($0.value)) })),
      .init(
        "activities",
        .object(rites.activities.sorted { $0.key < $1.key }.map { .init($0.key, Self.json($0.value)) })),
    ])
    let json = entry.json()
    if try json != loaded.json(rites.temple) { try loaded.remember(json, rites.temple) }
  }

  private mutating func mergeDays(_ rites: TempleRites, of temple: Record, _ base: JSON) throws {
    let now = temple["events"].list
    var days = now
    let known = Dictionary(base.members.map { ($0.name, $0.value) }) { first, _ in first }
    func rule(of day: JSON) -> JSON { day["rule"] }
    for (event, wanted) in rites.days.sorted(by: { $0.key < $1.key }) {
      let wanted = JSON(wanted)
      let entry = JSON.object([.init("event", .text(event))] + (wanted == .null ? [] : [.init("rule", wanted)]))
      if let index = days.firstIndex(where: { $0["event"].text == event }) {
        let present = rule(of: days[index])
        if present == wanted {
          report.unchanged += 1
        } else if known[event] == present {
          days[index] = entry
          count(\.changed, temple, event)
        } else {
          report.kept.append("\(temple.key): \(event)")
        }
      } else if known[event] != nil {
        report.kept.append("\(temple.key): \(event)")
      } else {
        days.append(entry)
        count(\.added, temple, event)
      }
    }
    // What the last file had and this one has not, if it is still as that file had it.
    let gone = days.filter { day in
      guard let event = day["event"].text, rites.days[event] == nil, let said = known[event] else { return false }
      return said == rule(of: day)
    }
    days.removeAll(where: gone.contains)
    report.removed += gone.count
    guard days != now else { return }
    temples.append(
      Draft(place: temple.key, fields: [.init("key", .text(temple.key)), .init("events", .list(days))]))
  }

  private mutating func count(_ number: WritableKeyPath<RitesReport, Int>, _ temple: Record, _ day: String) {
    report[keyPath: number] += 1
    if report.examples.count < 20 { report.examples.append("\(temple.key): \(day)") }
  }

  private mutating func mergeActivities(_ rites: TempleRites, _ base: JSON) throws {
    let known = Dictionary(base.members.map { ($0.name, $0.value.json()) }) { first, _ in first }
    for (key, wanted) in rites.activities.sorted(by: { $0.key < $1.key }) {
      let (json, present) = (Self.json(wanted).json(), try writer.reader.record(.activity, key: key))
      let now = present.map { Self.json($0).json() }
      if now == json {
        report.unchanged += 1
      } else if let now, now == known[key] {
        activities.append(draft(key, rites.temple, wanted))
        report.changed += 1
      } else if present == nil, known[key] == nil {
        activities.append(draft(key, rites.temple, wanted))
        report.added += 1
        if report.examples.count < 20 { report.examples.append("\(rites.temple): \(wanted.title)") }
      } else {
        report.kept.append("\(rites.temple): \(wanted.title)")
      }
    }
    for (key, said) in known where rites.activities[key] == nil {
      guard let present = try writer.reader.record(.activity, key: key), Self.json(present).json() == said
      else { continue }
      _ = try writer.remove(.activity, key: key)
      report.removed += 1
    }
  }

  private func draft(_ key: String, _ temple: String, _ activity: TempleRites.Activity) -> Draft {
    Draft(
      place: key,
      fields: [
        .init("key", .text(key)), .init("temple", .text(temple)), .init("title", .text(activity.title)),
        .init("rule", .text(activity.rule)),
        .init("description", activity.note.isEmpty ? .null : .text(activity.note)),
      ])
  }

  /// Writes what was collected.
  ///
  /// - Throws: `RecordFaults`.
  mutating func finish() throws {
    _ = try writer.write(temples, of: .temple, .merge)
    _ = try writer.write(activities, of: .activity, .merge)
  }

  private static func json(_ activity: TempleRites.Activity) -> JSON {
    json(.text(activity.title), .text(activity.rule), activity.note.isEmpty ? .null : .text(activity.note))
  }

  private static func json(_ record: Record) -> JSON {
    json(record["title"], record["rule"], record["description"])
  }

  /// In the order in which stored values are read back, and without a member for what is missing.
  private static func json(_ title: JSON, _ rule: JSON, _ note: JSON) -> JSON {
    .object((note == .null ? [] : [.init("note", note)]) + [.init("rule", rule), .init("title", title)])
  }
}
