internal import Database
import Folklore
import Lunisolar

/// The days on which events fall, kept for listing and planning: from the beginning of last year to the end of the third year ahead.
///
/// They follow from the rules, and every transaction that writes keeps it so.
struct OccurrenceTable {
  let connection: any Connection

  /// The days that are kept when it is some day.
  static func horizon(around today: SolarDate) -> ClosedRange<SolarDate> {
    SolarDate(
      uncheckedYear: today.year - 1, month: 1, day: 1)...SolarDate(uncheckedYear: today.year + 3, month: 12, day: 31)
  }

  /// The days that are kept now; nil in a new database.
  func kept() throws -> ClosedRange<SolarDate>? {
    guard let value = try connection.meta("occurrences") else { return nil }
    let ends = try value.split(separator: "/").map { try SolarDate(iso: $0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : nil
  }

  /// Keeps the days around today: adds what has come into reach. What has gone out of it stays until a cleanup, with its reminders.
  ///
  /// Days before those that are kept are missing where the clock was ahead when they were made: these are added, too, and planned.
  func extend(to change: Change) throws {
    let wanted = Self.horizon(around: change.today)
    let kept = try kept()
    if let kept, kept.lowerBound <= wanted.lowerBound, kept.upperBound >= wanted.upperBound { return }
    guard let kept else {
      try add(wanted, change)
      return try keep(wanted)
    }
    if kept.upperBound < wanted.upperBound { try add(kept.upperBound.advanced(by: 1)...wanted.upperBound, change) }
    try keep(min(kept.lowerBound, wanted.lowerBound)...max(kept.upperBound, wanted.upperBound))
    guard wanted.lowerBound < kept.lowerBound else { return }
    let before = wanted.lowerBound...kept.lowerBound.advanced(by: -1)
    try add(before, change)
    var planning = ReminderPlanning(connection: connection, now: change.at)
    // A change that is rehearsed in the past plans nothing there.
    if try planning.isPlanned() { try planning.replan(.all, of: before) }
  }

  private func keep(_ days: ClosedRange<SolarDate>) throws {
    try connection.setMeta("occurrences", "\(days.lowerBound)/\(days.upperBound)")
  }

  /// Writes the days of all events in a range.
  private func add(_ range: ClosedRange<SolarDate>, _ change: Change) throws {
    let rules = try connection.all("SELECT id, rule FROM events") { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
    var certainty = OccurrenceCertainty()
    for (event, text) in rules {
      // A rule that no program of ours wrote has no days; a check tells of it.
      guard let rule = try? DateRule(text) else { continue }
      for occurrence in try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese) {
        try insert(occurrence, of: rule, event: event, change, &certainty)
      }
    }
  }

  /// Makes the kept days of one event those of its rule. Days that stay keep their rows, and with them their reminders.
  func follow(_ ruleText: String, event: Int, _ change: Change) throws {
    guard let range = try kept() else { return }
    let rule = try DateRule(ruleText)
    let occurrences = try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese)
    let wanted = Dictionary(occurrences.map { ("\($0.date)", $0) }) { first, _ in first }
    let kept = try connection.all(
      "SELECT id, solar_date FROM event_occurrences WHERE event_id = $1", [.integer(event)]
    ) { ($0.integer(0) ?? 0, $0.text(1) ?? "") }
    for (id, date) in kept where wanted[date] == nil { try withdraw(id, change) }
    var certainty = OccurrenceCertainty()
    for occurrence in occurrences { try insert(occurrence, of: rule, event: event, change, &certainty) }
  }

  /// Takes a day away. Where the log has reminders of it the row stays, as one that is not current: those that wait are taken away when the
  /// event is replanned, and should the rule give the day again, what was sent is known.
  private func withdraw(_ occurrence: Int, _ change: Change) throws {
    let removed = try connection.execute(
      """
      DELETE FROM event_occurrences
      WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM notification_logs n WHERE n.occurrence_id = $1)
      """, [.integer(occurrence)])
    guard removed == 0 else { return }
    try connection.execute(
      "UPDATE event_occurrences SET is_current = 0, updated_at = $2 WHERE id = $1",
      [.integer(occurrence), .integer(change.at)])
  }

  /// Removes the days of some events that their rules no longer give and of which the log has nothing.
  func removeUnused(_ events: some Sequence<Int>) throws {
    for event in events {
      try connection.execute(
        """
        DELETE FROM event_occurrences
        WHERE event_id = $1
          AND is_current = 0
          AND NOT EXISTS (SELECT 1 FROM notification_logs n WHERE n.occurrence_id = event_occurrences.id)
        """, [.integer(event)])
    }
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

  /// Where the kept days are not those of the rules, a sentence for each event.
  ///
  /// - Parameter ofPeople: whether also of users' own events.
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

  /// Makes the days anew where they are not those of the rules.
  ///
  /// - Returns: the numbers of those events.
  func repair(_ change: Change) throws -> [Int] {
    let events = try differing().filter { (try? DateRule($0.rule)) != nil }
    for event in events { try follow(event.rule, event: event.id, change) }
    return events.map(\.id)
  }

  /// The events whose kept days are not those of their rules, or whose rules cannot be read.
  private func differing(ofPeople: Bool = true) throws -> [(id: Int, key: String, rule: String)] {
    guard let range = try kept() else { return [] }
    var kept: [Int: [[SQLValue]]] = [:]
    try connection.forEachRow(Self.all, []) { row in
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
    WHERE is_current = 1
    ORDER BY event_id, solar_date
    """
}
