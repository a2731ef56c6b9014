internal import Database
import Lunisolar

/// The months of the log, which are tables of their own on a server: a month that has passed is removed whole. A file has one table.
struct LogMonths {
  let connection: any Connection

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

  /// Removes the months before a day whose reminders have all ended and were due before an instant.
  ///
  /// - Returns: the number of reminders removed.
  func removeWhole(before day: SolarDate, instant: Int) throws -> Int {
    guard connection.dialect.hasSeveralWriters else { return 0 }
    return try connection.integer("SELECT folkcal_drop_months($1, $2)", [.text("\(day)"), .integer(instant)])
  }
}
