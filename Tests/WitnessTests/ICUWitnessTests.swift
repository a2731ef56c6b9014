import ICUWitness
import Lunisolar
import TestSupport
import Testing

/// Where ICU's Chinese calendar differs from ours in 1912-2200, month by month. ICU is wrong there: against the calendar as issued and
/// the Hong Kong Observatory's tables in the past, and by its coarse astronomy in the future.
@Suite("ICU as a witness", .timed)
struct ICUWitnessTests {
  @Test("agrees on every month of 1912-2200 but those known to be wrong there")
  func months() throws {
    let icu = try ICUCalendar()
    var differing: [String] = []
    for number in 1912...2200 {
      for month in try LunisolarCalendar.chinese.lunarYear(number).months {
        let theirs = try icu.date(onJulianDay: month.firstDay.julianDayNumber)
        if theirs != (month.number, month.isLeap, 1) {
          differing.append("\(number)-\(month.number)\(month.isLeap ? "L" : "")")
        }
      }
    }
    #expect(differing == Self.known)
  }

  /// Months whose first day ICU 72, as Debian 12 has it, calls something else.
  private static let known = [
    "1917-2L", "1917-3", "1922-5L", "1922-6", "1954-1", "1955-2", "1987-6L", "1987-7", "1998-12", "2012-7", "2018-10",
    "2027-1",
    "2030-1", "2070-2", "2097-7", "2101-6", "2115-2", "2119-4", "2121-12", "2133-9", "2147-11L", "2147-12", "2148-1",
    "2164-5",
    "2172-5", "2172-5L", "2173-12", "2192-4", "2199-6", "2199-6L",
  ]
}
