import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Dates as people type them", .timed)
struct DateInputTests {
  @Test(
    "Lunar dates are read in short form and in Chinese",
    arguments: [
      ("2025-3-23", DateInput.lunar(year: 2025, month: 3, isLeap: false, day: 23)),
      ("2025-6L-15", .lunar(year: 2025, month: 6, isLeap: true, day: 15)),
      ("2033-11l-1", .lunar(year: 2033, month: 11, isLeap: true, day: 1)),
      ("3-23", .lunar(year: nil, month: 3, isLeap: false, day: 23)),
      ("6L-15", .lunar(year: nil, month: 6, isLeap: true, day: 15)),
      ("-500-3-1", .lunar(year: -500, month: 3, isLeap: false, day: 1)),
      ("農曆2025年三月廿三", .lunar(year: 2025, month: 3, isLeap: false, day: 23)),
      ("农历2025年闰六月十五", .lunar(year: 2025, month: 6, isLeap: true, day: 15)),
      ("2025年閏六月十五", .lunar(year: 2025, month: 6, isLeap: true, day: 15)),
      ("農曆２０２５年３月２３日", .lunar(year: 2025, month: 3, isLeap: false, day: 23)),
      ("農曆三月廿三", .lunar(year: nil, month: 3, isLeap: false, day: 23)),
      ("正月初一", .lunar(year: nil, month: 1, isLeap: false, day: 1)),
      ("臘月三十", .lunar(year: nil, month: 12, isLeap: false, day: 30)),
    ])
  func lunar(text: String, input: DateInput) throws {
    #expect(try DateInput(lunar: text) == input)
  }

  @Test("A text is read as a solar date or as a lunar date in Chinese")
  func either() throws {
    #expect(try DateInput("2025-04-20") == .solar(SolarDate(iso: "2025-04-20")))
    #expect(try DateInput(" 2025-04-20 ") == .solar(SolarDate(iso: "2025-04-20")))
    #expect(try DateInput("農曆2025年閏六月十五") == .lunar(year: 2025, month: 6, isLeap: true, day: 15))
  }

  @Test(
    "A Chinese date in Arabic numerals is solar unless it says 農曆",
    arguments: [
      ("2026年4月20日", "2026-04-20"), ("２０２６年４月２０日", "2026-04-20"), ("2026年04月20號", "2026-04-20"),
      ("國曆2026年4月20日", "2026-04-20"), ("西元 2026年4月20日", "2026-04-20"), ("民國115年4月20日", "2026-04-20"),
      (" 公历2026年4月20日 ", "2026-04-20"),
    ])
  func solarChinese(text: String, date: String) throws {
    #expect(try DateInput(text) == .solar(SolarDate(iso: date)))
  }

  @Test("A mix of solar and lunar dates is an error")
  func undecided() throws {
    for text in ["4月20日", "國曆三月廿三", "民國四月", "國曆2026年"] {
      #expect(throws: CalendarError.self, "\(text)") { try DateInput(text) }
    }
    #expect(throws: CalendarError.self) { try DateInput("2026年2月30日") }
    #expect(try DateInput("2026年四月二十") == .lunar(year: 2026, month: 4, isLeap: false, day: 20))
    #expect(try DateInput("農曆2026年4月20日") == .lunar(year: 2026, month: 4, isLeap: false, day: 20))
    #expect(try DateInput(lunar: "2026年4月20日") == .lunar(year: 2026, month: 4, isLeap: false, day: 20))
  }

  @Test(
    "Unreadable dates are errors with the column",
    arguments: [
      ("abc", 1), ("2025-04", 8), ("農曆", 3), ("農曆2025年", 8), ("農曆2025年三月", 10), ("農曆2025年三月廿三x", 12), ("2025/04/20", 5),
    ])
  func errors(text: String, column: Int) {
    #expect { try DateInput(text) } throws: {
      guard case CalendarError.notADate(text, column, _) = $0 else { return false }
      return true
    }
  }

  @Test(
    "Unreadable short lunar dates are errors with the column",
    arguments: [
      ("", 1), ("x", 1), ("2025", 5), ("2025-", 6), ("2025L-3-1", 10), ("3-1L", 5), ("1-2-3-4", 6), ("6LL-1", 3),
      ("3-23 x", 6),
    ])
  func shortErrors(text: String, column: Int) {
    #expect { try DateInput(lunar: text) } throws: {
      guard case CalendarError.notADate(text, column, _) = $0 else { return false }
      return true
    }
  }

  @Test(
    "Instants are read with their offset",
    arguments: [
      ("2025-04-19T08:00:00+08:00", 1_745_020_800, 28_800), ("2025-04-19T00:00:00Z", 1_745_020_800, 0),
      ("2025-04-18T19:30-04:30", 1_745_020_800, -16_200), ("1970-01-01T00:00:00.5Z", 0, 0),
      // RFC 3339, section 5.6: any number of digits, offsets up to 23:59.
      ("1970-01-01T23:59:00.123456789+23:59", 0, 86_340),
    ])
  func instants(text: String, unixTime: Int, offset: Int) throws {
    let parsed = try CivilTime.parse(text)
    #expect(parsed.unixTime == unixTime)
    #expect(parsed.offset == offset)
  }

  @Test(
    "Unreadable instants are errors",
    arguments: [
      "2025-04-19", "2025-04-19T", "2025-04-19T25:00Z", "2025-04-19T08:60Z", "2025-04-19T08:00:61Z", "2025-04-19T08:00",
      "2025-04-19T08:00+8", "2025-04-19T08:00Zx", "2025-02-30T08:00Z", "2025-04-19T08:00+24:00",
    ])
  func badInstants(text: String) {
    #expect(throws: CalendarError.self) { try CivilTime.parse(text) }
  }

  @Test("Instants are written with their offset")
  func isoText() {
    #expect(CivilTime.iso(unixTime: 1_745_020_800) == "2025-04-19T00:00:00Z")
    #expect(CivilTime.iso(unixTime: 1_745_020_800, offset: 28_800) == "2025-04-19T08:00:00+08:00")
    #expect(CivilTime.iso(unixTime: 1_745_020_800, offset: -12_600) == "2025-04-18T20:30:00-03:30")
    #expect(CivilTime.iso(unixTime: -1) == "1969-12-31T23:59:59Z")
  }

  @Test(
    "The language follows from the locale",
    arguments: [
      ("zh_TW.UTF-8", Language.traditionalChinese), ("zh_CN.UTF-8", .simplifiedChinese),
      ("zh-Hans-TW", .simplifiedChinese),
      ("zh_HK", .traditionalChinese), ("en_US.UTF-8", .english), ("en", .english),
    ])
  func locales(locale: String, language: Language) {
    #expect(Language(locale: locale) == language)
    #expect(Language(locale: "C") == nil)
    #expect(Language(locale: "de_DE") == nil)
    #expect(Language(locale: "") == nil)
  }
}
