import Foundation
import Lunisolar
import TestSupport
import Testing

@Suite("Lunar dates", .timed)
struct LunarDateTests {
  /// The Hong Kong Observatory's and the Central Weather Administration's calendars.
  @Test(
    "Known days have the lunar dates of published calendars",
    arguments: [
      ("2025-04-20", "2025-3-23", "農曆三月廿三"), ("2025-01-29", "2025-1-1", "農曆正月初一"),
      ("2025-08-08", "2025-6L-15", "農曆閏六月十五"), ("2033-12-22", "2033-11L-1", "農曆閏十一月初一"),
      ("2026-02-16", "2025-12-29", "農曆十二月廿九"), ("2030-02-02", "2029-12-30", "農曆十二月三十"),
      ("1900-01-31", "1900-1-1", "農曆正月初一"), ("2000-02-05", "2000-1-1", "農曆正月初一"),
      ("2023-03-22", "2023-2L-1", "農曆閏二月初一"), ("1911-10-10", "1911-8-19", "農曆八月十九"),
    ])
  func known(solar: String, short: String, text: String) throws {
    let date = try LunisolarCalendar.chinese.lunarDate(on: SolarDate(iso: solar))
    #expect(date.description == short)
    #expect(date.text == text)
    let back = try LunarDate(
      year: date.year, month: date.month, isLeap: date.isLeap, day: date.day, in: LunisolarCalendar.chinese)
    #expect(back == date)
    #expect(back.solarDate.description == solar)
  }

  @Test("Every day of 1645-2599 has one lunar date, which converts back to it", arguments: CalendarVariant.allCases)
  func roundTrip(variant: CalendarVariant) throws {
    let calendar = LunisolarCalendar(variant)
    let range = try calendar.solarDates
    var previous: LunarDate?
    for day in range.lowerBound.julianDayNumber...range.upperBound.julianDayNumber {
      let date = try calendar.lunarDate(on: SolarDate(julianDayNumber: day))
      let back = try LunarDate(
        year: date.year, month: date.month, isLeap: date.isLeap, day: date.day, in: calendar)
      try #require(back.solarDate.julianDayNumber == day && back == date)
      if let previous {
        let isNextDay = date.day == previous.day + 1 && date.month == previous.month && date.isLeap == previous.isLeap
        let isNewMonth = date.day == 1 && previous.day == previous.monthDayCount
        try #require(isNextDay || isNewMonth, "\(previous) is followed by \(date)")
        try #require(previous < date)
      }
      previous = date
    }
  }

  @Test("Vietnam kept Tet on other days than China in 1968, 1969, 1985, 2007, 2030 and 2053")
  func vietnameseNewYears() throws {
    // Ho Ngoc Duc, "Computing the Vietnamese lunar calendar", list of differing New Years.
    let expected = [
      1968: "1968-01-29", 1969: "1969-02-16", 1985: "1985-01-21", 2007: "2007-02-17", 2030: "2030-02-02",
      2053: "2053-02-18",
    ]
    for (year, day) in expected {
      #expect(try LunisolarCalendar.vietnamese.lunarYear(year).firstDay.description == day)
      #expect(try LunisolarCalendar.chinese.lunarYear(year).firstDay.description != day)
    }
  }

  @Test("Lunar dates that do not exist are errors that name the valid ones")
  func errors() {
    func message(_ year: Int, _ month: Int, leap: Bool = false, _ day: Int) -> String {
      do {
        return try LunarDate(year: year, month: month, isLeap: leap, day: day, in: LunisolarCalendar.chinese)
          .description
      } catch {
        return error.description
      }
    }
    #expect(message(2025, 4, 30) == "there is no day 30: lunar month 4 of 2025 has 29 days")
    #expect(message(2025, 6, leap: true, 30) == "there is no day 30: lunar leap month 6 of 2025 has 29 days")
    #expect(message(2025, 4, 0) == "there is no day 0: lunar month 4 of 2025 has 29 days")
    #expect(message(2025, 13, 1) == "lunar month 13 of 2025 does not exist: months are 1 to 12")
    #expect(message(2025, 0, 1) == "lunar month 0 of 2025 does not exist: months are 1 to 12")
    #expect(
      message(2026, 5, leap: true, 1)
        == "2026 has no leap month (the last was leap 6 of 2025, the next is leap 5 of 2028)")
    #expect(message(2025, 5, leap: true, 1) == "2025 has no leap month 5: its leap month is leap 6")
    #expect(message(1645, 1, leap: true, 1) == "1645 has no leap month 1: its leap month is leap 6")
    #expect(message(1646, 1, leap: true, 1).contains("the last was leap 6 of 1645"))
    #expect(message(2600, 1, 1) == "lunar year 2600 is not between 1645 and 2599")
  }

  @Test(
    "Dates outside the table are errors that name the first and the last day",
    arguments: ["1645-01-27", "2600-02-16", "0001-01-01", "9999-12-31"])
  func outOfRange(text: String) throws {
    let date = try SolarDate(iso: text)
    #expect {
      try LunisolarCalendar.chinese.lunarDate(on: date)
    } throws: {
      "\($0)" == "solar date \(text) is not between 1645-01-28 and 2600-02-05"
    }
  }

  @Test("Years have their months: 2033 repeats month 11, 2026 has no leap month")
  func months() throws {
    let year = try LunisolarCalendar.chinese.lunarYear(2033)
    #expect(year.leapMonth == 11)
    #expect(year.monthCount == 13)
    #expect(year.dayCount == 384)
    #expect(year.months.map(\.number) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12])
    #expect(year.months.filter(\.isLeap).map(\.firstDay.description) == ["2033-12-22"])
    #expect(try year.month(11, isLeap: true).lastDay.description == "2034-01-19")
    #expect(throws: CalendarError.self) { try year.month(10, isLeap: true) }
    #expect(throws: CalendarError.noSuchLunarMonth(year: 2033, month: 14)) { try year.month(14) }
    #expect(try LunisolarCalendar.chinese.lunarYear(2026).leapMonth == nil)
    #expect(!year.isApproximate)
  }

  @Test("The examples of packed words in the comments of LunarYear and SolarTermYear are right")
  func workedExamples() throws {
    let year = try LunisolarCalendar.chinese.lunarYear(2025)
    #expect(year.word == 2_460_705 << 18 | 6 << 14 | 0b0_1110_1010_0101)
    #expect(try year.month(6, isLeap: true).firstDay.description == "2025-07-25")
    let terms = try LunisolarCalendar.chinese.solarTerms(ofSolarYear: 2025)
    #expect(terms.word >> 46 == 20)
    #expect(terms.word & 0xFFF == 0b01_01_01_01_00_01)
    #expect(terms[.pureBrightness].description == "2025-04-04")
  }

  @Test("JSON can contain only days that exist")
  func coding() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let date = try LunarDate(year: 2025, month: 6, isLeap: true, day: 15, in: LunisolarCalendar.chinese)
    let json = #"{"day":15,"is_leap":true,"month":6,"year":2025}"#
    #expect(String(decoding: try encoder.encode(date), as: UTF8.self) == json)
    #expect(try decoder.decode(LunarDate.self, from: Data(json.utf8)) == date)
    // The API's format, with members of the API only; not both names.
    let answer = #"{"day":15,"isLeap":true,"month":6,"month_days":29,"text":"農曆閏六月十五","year":2025}"#
    #expect(try decoder.decode(LunarDate.self, from: Data(answer.utf8)) == date)
    #expect(throws: DecodingError.self) {
      try decoder.decode(
        LunarDate.self, from: Data(#"{"day":15,"isLeap":true,"is_leap":true,"month":6,"year":2025}"#.utf8))
    }
    let tet = try LunarDate(year: 1968, month: 1, day: 1, in: LunisolarCalendar.vietnamese)
    #expect(try decoder.decode(LunarDate.self, from: encoder.encode(tet)) == tet)
    #expect(throws: DecodingError.self) {
      try decoder.decode(LunarDate.self, from: Data(#"{"day":30,"month":4,"year":2025}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode(LunarDate.self, from: Data(#"{"day":1,"month":4,"year":2025,"calendar":"maya"}"#.utf8))
    }
    #expect(
      try decoder.decode([SolarDate].self, from: Data(#"["2025-04-20"]"#.utf8)) == [date.solarDate.advanced(by: -110)])
    #expect(throws: DecodingError.self) { try decoder.decode([SolarDate].self, from: Data(#"["2025-02-30"]"#.utf8)) }
    #expect(String(decoding: try encoder.encode([date.solarDate]), as: UTF8.self) == #"["2025-08-08"]"#)
    #expect(try decoder.decode([StemBranch].self, from: Data(#"["己未"]"#.utf8)) == [StemBranch(index: 55)])
    #expect(String(decoding: try encoder.encode([StemBranch(index: 55)]), as: UTF8.self) == #"["己未"]"#)
    #expect(throws: DecodingError.self) { try decoder.decode([StemBranch].self, from: Data(#"["甲丑"]"#.utf8)) }
  }
}
