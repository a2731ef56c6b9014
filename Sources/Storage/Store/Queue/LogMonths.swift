internal import Database
import Lunisolar

/// The months of the log, which are tables of their own on a server: a month that has passed is removed whole. A file has one table.
struct LogMonths {
  let connection: any Connection
  private static let longestWaitMilliseconds = 100

  /// Makes the tables for the days of new reminders.
  func make(_ days: ClosedRange<SolarDate>) throws {
    guard connection.dialect.hasSeveralWriters else { return }
    var month = days.lowerBound.advanced(by: 1 - days.lowerBound.day)
    while month <= days.upperBound {
      try connection.forEachRow("SELECT folkcal_make_month($1)", [.text(String("\(month)".prefix(7)))]) { _ in }
      month = month.advanced(by: 32)
      month = month.advanced(by: 1 - month.day)
    }
  }

  /// The first days of the months behind those that have passed before a day, the oldest first.
  func ends(before day: SolarDate) throws -> [SolarDate] {
    guard connection.dialect.hasSeveralWriters else { return [] }
    let months = try connection.all(
      """
      SELECT RIGHT(c.relname, 7)
      FROM pg_inherits i
      JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = CAST('notification_logs' AS REGCLASS)
      ORDER BY 1
      """, []
    ) { $0.text(0) ?? "" }
    return months.compactMap { month in
      guard let first = try? SolarDate(iso: month.replacing("_", with: "-") + "-01") else { return nil }
      let next = first.advanced(by: 32)
      let end = next.advanced(by: 1 - next.day)
      return end <= day ? end : nil
    }
  }

  /// Removes the months before a day whose reminders have all ended and were due before an instant.
  ///
  /// A long reader, such as a backup, holds the log: it is not waited for, because all others would wait behind us.
  ///
  /// - Returns: the number of reminders removed.
  /// - Throws: `DatabaseError.busy` if another program reads the log.
  func removeWhole(before day: SolarDate, instant: Int) throws -> Int {
    guard connection.dialect.hasSeveralWriters else { return 0 }
    try connection.executeScript("SET LOCAL lock_timeout = \(Self.longestWaitMilliseconds)")
    return try connection.integer("SELECT folkcal_drop_months($1, $2)", [.text("\(day)"), .integer(instant)])
  }
}
