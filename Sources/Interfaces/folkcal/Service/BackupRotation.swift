import Folklore
import Lunisolar

/// Decides which daily backups stay: the newest seven, and the newest of each of the four weeks before.
struct BackupRotation {
  /// `folkcal-2026-11-23.db`
  static func name(on date: SolarDate) -> String { "folkcal-\(date).db" }

  /// The day of a backup; nil for any other file, which is never touched.
  static func date(of name: String) -> SolarDate? {
    guard name.hasPrefix("folkcal-"), name.hasSuffix(".db") else { return nil }
    let date = try? SolarDate(iso: String(name.dropFirst("folkcal-".count).dropLast(".db".count)))
    return date.flatMap { self.name(on: $0) == name ? $0 : nil }
  }

  /// The backups to remove.
  static func superfluous(_ names: [String]) -> [String] {
    let dates = names.compactMap(date(of:)).sorted(by: >)
    var kept = Set(dates.prefix(7))
    var weeks: Set<Int> = []
    for date in dates.dropFirst(7) {
      // Julian day 0 was a Monday.
      let week = date.julianDayNumber / 7
      if weeks.count < 4, weeks.insert(week).inserted { kept.insert(date) }
    }
    return dates.filter { !kept.contains($0) }.map(name(on:))
  }
}
