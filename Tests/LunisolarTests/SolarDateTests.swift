import Lunisolar
import TestSupport
import Testing

@Suite("Solar dates", .timed)
struct SolarDateTests {
  /// Meeus, "Astronomical Algorithms", chapter 7, and the definition of the modified Julian date. Noon of a civil day.
  @Test(
    "Solar dates have the Julian day numbers of the literature",
    arguments: [
      ("2000-01-01", 2_451_545), ("1999-01-01", 2_451_180), ("1987-01-27", 2_446_823), ("1900-01-01", 2_415_021),
      ("1858-11-17", 2_400_001), ("1600-12-31", 2_305_813), ("1582-10-15", 2_299_161), ("-4713-11-24", 0),
      ("1970-01-01", 2_440_588),
    ])
  func julianDayNumbers(text: String, number: Int) throws {
    let date = try SolarDate(iso: text)
    #expect(date.julianDayNumber == number)
    #expect(date.description == text)
  }

  @Test("Solar dates have no gap from 1599 to 2700, and convert both ways from -9999 to 9999")
  func roundTrip() throws {
    var expected = try SolarDate(year: 1599, month: 1, day: 1)
    for year in 1599...2700 {
      for month in 1...12 {
        for day in 1...SolarDate.dayCount(year: year, month: month) {
          let date = try SolarDate(year: year, month: month, day: day)
          try #require(date == expected)
          try #require(date.components == (year, month, day))
          expected = expected.advanced(by: 1)
        }
      }
    }
    let first = try SolarDate(year: -9999, month: 1, day: 1).julianDayNumber
    let last = try SolarDate(year: 9999, month: 12, day: 31).julianDayNumber
    for number in stride(from: first, through: last, by: 97) {
      let (year, month, day) = SolarDate(julianDayNumber: number).components
      try #require(try SolarDate(year: year, month: month, day: day).julianDayNumber == number)
    }
  }

  @Test(
    "Solar dates have the weekdays of history",
    arguments: [
      ("1969-07-20", Weekday.sunday), ("2000-01-01", .saturday), ("1945-09-02", .sunday), ("2025-04-20", .sunday),
      ("1582-10-15", .friday), ("2026-11-21", .saturday), ("-0001-01-04", .monday),
    ])
  func weekdays(text: String, weekday: Weekday) throws {
    #expect(try SolarDate(iso: text).weekday == weekday)
  }

  @Test(
    "Solar dates that do not exist are errors that name the valid ones",
    arguments: [
      ("2025-02-30", "solar date 2025-02-30 does not exist: month 2 of 2025 has 28 days"),
      ("2024-02-30", "solar date 2024-02-30 does not exist: month 2 of 2024 has 29 days"),
      ("1900-02-29", "solar date 1900-02-29 does not exist: month 2 of 1900 has 28 days"),
      ("2025-13-01", "solar month 13 of 2025 does not exist: months are 1 to 12"),
      ("2025-00-01", "solar month 0 of 2025 does not exist: months are 1 to 12"),
      ("2025-04-31", "solar date 2025-04-31 does not exist: month 4 of 2025 has 30 days"),
      ("2025-4", "\"2025-4\" is not a date: expected a solar date such as 2025-04-20 (column 7)"),
      ("25-04-20", "\"25-04-20\" is not a date: expected a solar date such as 2025-04-20 (column 1)"),
      ("2025-04-20x", "\"2025-04-20x\" is not a date: expected a solar date such as 2025-04-20 (column 11)"),
      ("", "\"\" is not a date: expected a solar date such as 2025-04-20 (column 1)"),
    ])
  func errors(text: String, message: String) {
    #expect { try SolarDate(iso: text) } throws: { "\($0)" == message }
  }

  @Test("Years outside -9999 to 9999 are errors")
  func yearRange() {
    #expect(throws: CalendarError.solarYearOutOfRange(year: 10_000, valid: -9999...9999)) {
      try SolarDate(year: 10_000, month: 1, day: 1)
    }
  }

  @Test("Solar dates are ordered and counted in days")
  func arithmetic() throws {
    let day = try SolarDate(iso: "2024-02-28")
    #expect(day.advanced(by: 2).description == "2024-03-01")
    #expect(day.distance(to: try SolarDate(iso: "2025-02-28")) == 366)
    #expect(day < day.advanced(by: 1))
    #expect(Array(day...day.advanced(by: 2)).count == 3)
  }
}
