internal import Database
import Folklore
import Lunisolar

/// The stored days of events: from the start of last year to the end of the third year ahead. Every write transaction keeps those of the events that
/// it writes equal to the rules. The planner adds the days of a new year to all others (`OccurrenceTable+Extending`).
struct OccurrenceTable {
  let connection: any Connection

  /// The stored range of days for a given day.
  static func horizon(around today: SolarDate) -> ClosedRange<SolarDate> {
    SolarDate(
      uncheckedYear: today.year - 1, month: 1, day: 1)...SolarDate(uncheckedYear: today.year + 3, month: 12, day: 31)
  }

  /// The range that all events have; nil in a new database.
  func kept() throws -> ClosedRange<SolarDate>? {
    guard let value = try connection.meta("occurrences") else { return nil }
    let ends = try value.split(separator: "/").map { try SolarDate(iso: $0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  /// Begins the table of a new database.
  func begin(_ change: Change) throws {
    guard try kept() == nil else { return }
    let wanted = Self.horizon(around: change.today)
    var certainty = OccurrenceCertainty()
    for (event, rule) in try events(after: 0, atMost: .max) {
      try add([wanted], rule, event: event, change, &certainty)
    }
    try keep(wanted)
  }

  func keep(_ days: ClosedRange<SolarDate>) throws {
    try connection.setMeta("occurrences", "\(days.lowerBound)/\(days.upperBound)")
  }

  /// The numbers and rules of the next events.
  func events(after event: Int, atMost count: Int) throws -> [(id: Int, rule: String)] {
    try connection.all(
      "SELECT id, rule FROM events WHERE id > $1 ORDER BY id LIMIT $2", [.integer(event), .integer(count)]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
  }

  /// Stores the days of an event in some ranges.
  ///
  /// - Returns: the number of days.
  @discardableResult
  func add(
    _ ranges: [ClosedRange<SolarDate>], _ text: String, event: Int, _ change: Change,
    _ certainty: inout OccurrenceCertainty
  ) throws -> Int {
    // An invalid rule has no days; a check reports it.
    guard let rule = try? DateRule(text) else { return 0 }
    let occurrences = try ranges.flatMap { try rule.occurrences(in: $0, calendar: LunisolarCalendar.chinese) }
    for occurrence in occurrences { try insert(occurrence, of: rule, event: event, change, &certainty) }
    return occurrences.count
  }

  /// Updates the stored days of one event to its rule. Unchanged days keep their rows and reminders.
  ///
  /// The event gets the days around today even if the planner has not added them to the others.
  func follow(_ ruleText: String, event: Int, _ change: Change) throws {
    guard let kept = try kept() else { return }
    let range = [Self.horizon(around: change.today), try growth()?.days].reduce(kept) { $0.joined(with: $1) }
    let rule = try DateRule(ruleText)
    let occurrences = try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese)
    let wanted = Dictionary(occurrences.map { ("\($0.date)", $0) }) { first, _ in first }
    let stored = try connection.all(
      "SELECT id, solar_date FROM event_occurrences WHERE event_id = $1", [.integer(event)]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
    for (id, date) in stored {
      if wanted[date] == nil { try withdraw(id, change) }
    }
    var certainty = OccurrenceCertainty()
    for occurrence in occurrences { try insert(occurrence, of: rule, event: event, change, &certainty) }
  }

  /// Removes a day. If the log has reminders of it, or corrections that tell of it, the row stays as not current: waiting reminders are removed when
  /// the event is replanned, and sent ones remain known if the day returns.
  private func withdraw(_ occurrence: Int, _ change: Change) throws {
    let removed = try connection.execute(
      SQL("DELETE FROM event_occurrences WHERE id = $1 AND \(Self.isUnused(connection.dialect))"),
      [.integer(occurrence)])
    guard removed == 0 else { return }
    try connection.execute(
      "UPDATE event_occurrences SET is_current = 0, updated_at = $2 WHERE id = $1",
      [.integer(occurrence), .integer(change.at)])
  }

  /// Removes days that the rules no longer give and of which the log tells nothing.
  func removeUnused(_ events: some Sequence<Int>) throws {
    for event in events {
      try connection.execute(
        SQL(
          """
          DELETE FROM event_occurrences
          WHERE event_id = $1 AND is_current = 0 AND \(Self.isUnused(connection.dialect))
          """), [.integer(event)])
    }
  }

  /// The log has no reminder of a day, and no correction that tells of it.
  package static func isUnused(_ dialect: Dialect) -> String {
    """
    NOT EXISTS (
        SELECT 1
        FROM notification_logs n
        WHERE n.occurrence_id = event_occurrences.id\(dialect.lookedUp))
      AND NOT EXISTS (
        SELECT 1
        FROM event_occurrences former
        CROSS JOIN notification_logs n
        WHERE former.event_id = event_occurrences.event_id
          AND n.occurrence_id = former.id
          AND n.kind = 'correction'
          AND (n.told_day = event_occurrences.solar_date OR n.new_day = event_occurrences.solar_date)\(dialect.lookedUp))
    """
  }

  private func insert(
    _ occurrence: Occurrence, of rule: DateRule, event: Int, _ change: Change, _ certainty: inout OccurrenceCertainty
  ) throws {
    let isCertain = try certainty.isCertain(occurrence, of: rule)
    try connection.execute(
      Self.insert, [.integer(event)] + Self.values(of: occurrence, isCertain: isCertain) + [.integer(change.at)])
  }

  private static let insert: SQL = """
    INSERT INTO event_occurrences
      (event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, rule_year, is_certain,
       created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
    ON CONFLICT (event_id, solar_date) DO UPDATE
    SET last_date = excluded.last_date, lunar_year = excluded.lunar_year, lunar_month = excluded.lunar_month,
      lunar_is_leap = excluded.lunar_is_leap, lunar_day = excluded.lunar_day, rule_year = excluded.rule_year,
      is_certain = excluded.is_certain, is_current = 1, updated_at = excluded.updated_at
    """

  /// The columns of an occurrence from `solar_date` to `is_certain`.
  private static func values(of occurrence: Occurrence, isCertain: Bool) -> [SQLValue] {
    let lunar = occurrence.lunarDate
    return [
      .text("\(occurrence.date)"), .text("\(occurrence.lastDate)"), .integer(lunar.year), .integer(lunar.month),
      SQLValue(lunar.isLeap), .integer(lunar.day), .integer(occurrence.ruleYear), SQLValue(isCertain),
    ]
  }

  // MARK: Checking

  /// The stored days that differ from the rules, a sentence per event.
  ///
  /// - Parameter ofPeople: includes users' own events.
  func faults(ofPeople: Bool) throws -> [String] {
    guard try kept() != nil else {
      let events = try connection.integer("SELECT COUNT(*) FROM events")
      return events == 0 ? [] : ["no days of the events are kept; folkcal init makes them"]
    }
    return try differing(ofPeople: ofPeople).map { event in
      do {
        _ = try DateRule(event.rule)
        return
          "event \"\(event.key)\": the days that are kept are not those of its rule \(event.rule); folkcal init makes them anew"
      } catch {
        return "event \"\(event.key)\": \(error)"
      }
    }
  }

  /// Recomputes days that differ from the rules.
  ///
  /// - Returns: the numbers of those events.
  func repair(_ change: Change) throws -> [Int] {
    let events = try differing().filter { (try? DateRule($0.rule)) != nil }
    for event in events { try follow(event.rule, event: event.id, change) }
    return events.map(\.id)
  }

  /// The events with days that differ from their rules, or with invalid rules.
  private func differing(ofPeople: Bool = true) throws -> [(id: Int, key: String, rule: String)] {
    guard let range = try kept() else { return [] }
    var kept: [Int: [[SQLValue]]] = [:]
    try connection.forEachRow(Self.all, [.text("\(range.lowerBound)"), .text("\(range.upperBound)")]) { row in
      kept[row.integer(0) ?? 0, default: []].append([
        SQLValue(row.text(1)), SQLValue(row.text(2)), SQLValue(row.integer(3)), SQLValue(row.integer(4)),
        SQLValue(row.integer(5)), SQLValue(row.integer(6)), SQLValue(row.integer(7)), SQLValue(row.integer(8)),
      ])
    }
    var certainty = OccurrenceCertainty()
    let events = try connection.all(
      SQL("SELECT id, key, rule FROM events \(ofPeople ? "" : "WHERE owner_id IS NULL") ORDER BY id")
    ) { (id: $0.integer(0) ?? 0, key: $0.text(1) ?? "", rule: $0.text(2) ?? "") }
    return try events.filter { event in
      guard let rule = try? DateRule(event.rule) else { return true }
      let wanted = try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).map { occurrence in
        Self.values(of: occurrence, isCertain: try certainty.isCertain(occurrence, of: rule))
      }
      return kept[event.id, default: []] != wanted
    }
  }

  private static let all: SQL = """
    SELECT event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, rule_year, is_certain
    FROM event_occurrences
    WHERE is_current = 1 AND solar_date BETWEEN $1 AND $2
    ORDER BY event_id, solar_date
    """
}
