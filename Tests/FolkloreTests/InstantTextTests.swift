import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Instants and locales as text", .timed)
struct InstantTextTests {
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
