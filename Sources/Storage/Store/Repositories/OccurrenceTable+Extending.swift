internal import Database
import Folklore
import Lunisolar

// A new year needs the days of every event, also of all users' own ones. The planner adds them in pieces, weeks before. A request adds only those
// of the event that it writes, so nobody waits for the others, also if no planner runs.
extension OccurrenceTable {
  /// Days by which the planner is ahead of a new year.
  private static let daysAhead = 28
  /// The events between two looks at the clock.
  private static let eventsAtOnce = 100

  /// A larger range that some events have already.
  struct Growth {
    let days: ClosedRange<SolarDate>
    /// The last event that has it.
    let event: Int
  }

  private static let name = "occurrences_growth"

  /// What the planner is adding; nil if all events have the same range.
  func growth() throws -> Growth? {
    guard let words = try connection.meta(Self.name)?.split(whereSeparator: { $0 == "/" || $0 == " " }),
      words.count == 3, let event = Int(words[2])
    else { return nil }
    let ends = try words.prefix(2).map { try SolarDate(iso: $0) }
    return ends[0] <= ends[1] ? Growth(days: ends[0]...ends[1], event: event) : nil
  }

  /// The range to add: around today and the next weeks, and what others have begun; nil if all events have it.
  private func nextGrowth(_ change: Change) throws -> Growth? {
    guard let kept = try kept() else { return nil }
    let growth = try growth()
    let wanted = kept.joined(with: Self.horizon(around: change.today))
      .joined(with: Self.horizon(around: change.today.advanced(by: Self.daysAhead)))
    guard let growth else { return wanted == kept ? nil : Growth(days: wanted, event: 0) }
    let days = growth.days.joined(with: wanted)
    return days == growth.days ? growth : Growth(days: days, event: 0)
  }

  /// True if all events have the days around today and those of the next weeks.
  func isExtended(to change: Change) throws -> Bool { try kept() != nil && nextGrowth(change) == nil }

  /// Adds the days of the next events. Older days stay until a cleanup, with their reminders. Days before the range are missing if a fast clock
  /// made it; then everything is planned again.
  ///
  /// - Parameter duration: the time after which no more events are taken.
  /// - Returns: the number of days, and whether all events have them.
  func extend(to change: Change, for duration: Duration) throws -> (added: Int, isDone: Bool) {
    try begin(change)
    guard let kept = try kept(), let growth = try nextGrowth(change) else { return (0, true) }
    let ranges = growth.days.subtracting(kept)
    let clock = ContinuousClock()
    let end = clock.now + duration
    var certainty = OccurrenceCertainty()
    var (added, last) = (0, growth.event)
    repeat {
      let events = try events(after: last, atMost: Self.eventsAtOnce)
      for event in events {
        added += try add(ranges, event.rule, event: event.id, change, &certainty)
        last = event.id
      }
      guard events.count == Self.eventsAtOnce else {
        try keep(growth.days)
        try connection.execute("DELETE FROM meta WHERE name = $1", [.text(Self.name)])
        // A rehearsal in the past plans nothing.
        if growth.days.lowerBound < kept.lowerBound,
          try ReminderPlanning(connection: connection, now: change.at).isPlanned()
        {
          try PendingReplans(connection: connection).add([PendingReplans.everything], at: change.at)
        }
        return (added, true)
      }
    } while clock.now < end
    try connection.setMeta(Self.name, "\(growth.days.lowerBound)/\(growth.days.upperBound) \(last)")
    return (added, false)
  }
}

extension Store {
  /// Adds the days of a new year to all events, some events per transaction.
  ///
  /// - Returns: the number of days.
  func extendOccurrences(_ change: Change) throws -> Int {
    var all = 0
    guard try !database.read({ try OccurrenceTable(connection: $0).isExtended(to: change) }) else { return all }
    try database.writeInPieces { connection in
      try StoreLock.everything.take(connection)
      let (added, isDone) = try OccurrenceTable(connection: connection).extend(to: change, for: .milliseconds(100))
      return (added, added, isDone)
    } _: {
      all += $0
    }
    return all
  }
}

extension ClosedRange<SolarDate> {
  /// The smallest range that contains both.
  func joined(with other: ClosedRange?) -> ClosedRange {
    guard let other else { return self }
    return Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// The days that a smaller range lacks, before it and after it.
  func subtracting(_ other: ClosedRange) -> [ClosedRange] {
    [(lowerBound, other.lowerBound.advanced(by: -1)), (other.upperBound.advanced(by: 1), upperBound)].compactMap {
      $0 <= $1 ? $0...$1 : nil
    }
  }
}
