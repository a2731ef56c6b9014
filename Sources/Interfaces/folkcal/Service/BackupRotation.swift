import Lunisolar

/// The names of daily backups, and the choice of those that are removed. Other names are never chosen.
///
///     BackupRotation.name(of: day)                  // "folkcal-2026-11-23.db"
///     BackupRotation.superfluous(in: names)         // those to remove
enum BackupRotation {
  /// The newest backups that are kept, one a day.
  static let days = 7
  /// The weeks before that of the newest backup from which one backup is kept, the newest.
  static let weeks = 4

  static func name(of day: SolarDate) -> String { "folkcal-\(day).db" }

  /// The day of a name; nil for names of other files.
  static func day(of name: String) -> SolarDate? {
    guard name.hasPrefix("folkcal-"), name.hasSuffix(".db") else { return nil }
    let day = try? SolarDate(iso: name.dropFirst("folkcal-".count).dropLast(".db".count))
    // The same day in another spelling is the file of another program.
    return day.flatMap { self.name(of: $0) == name ? $0 : nil }
  }

  /// The names of the backups to remove, oldest first.
  ///
  /// Weeks without a backup do not count: a service that did not run for long keeps its old backups until there are new ones.
  static func superfluous(in names: some Sequence<String>) -> [String] {
    let backups = Set(names.compactMap(day)).sorted(by: >)
    guard let newest = backups.first else { return [] }
    var kept = Set(backups.prefix(days))
    var weeksLeft = weeks
    var last = week(of: newest)
    for day in backups where week(of: day) != last {
      guard weeksLeft > 0 else { break }
      kept.insert(day)
      last = week(of: day)
      weeksLeft -= 1
    }
    return backups.reversed().filter { !kept.contains($0) }.map(name)
  }

  /// The number of the week, which begins on Monday; the Julian day 0 was a Monday.
  private static func week(of day: SolarDate) -> Int {
    Int((Double(day.julianDayNumber) / 7).rounded(.down))
  }
}
