import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing
import Words

@Suite("Records of a day", .timed)
struct DayRecordTests {
  private func day(_ text: String, _ language: Language = .traditionalChinese) throws -> DayRecord {
    let window = Event(
      id: 1, key: "guiyue", kind: .festival, observance: .festival, title: LocalizedName("鬼月"),
      rule: try DateRule("lunar 7/1..7/last"))
    let catalogue = try Catalogue(sources: [], deities: [], events: [window], groups: [])
    return try DayRecord(on: SolarDate(iso: text), catalogue: catalogue, language: language)
  }

  @Test("The Simplified almanac equals ICU's conversion of the Traditional one")
  func simplified() throws {
    let first = try SolarDate(iso: "2025-01-01")
    for number in 0..<366 {
      let date = "\(first.advanced(by: number))"
      let (ours, other) = try (day(date).almanac, day(date, .simplifiedChinese).almanac)
      func texts(_ almanac: DayRecord.Almanac) -> [String] {
        [
          almanac.naYin, almanac.officer, almanac.mansion, almanac.clash, almanac.sha, almanac.fetalSpirit,
          almanac.pentad,
        ] + almanac.pengZu
      }
      #expect(texts(other) == texts(ours).map(Transliteration.simplified), "\(date)")
    }
  }

  @Test("A window that contains the day is among its events, in any year of the calendar")
  func windows() throws {
    for year in [-1990, 1600, 1645, 2025, 2599, 2600, 5000, 9998] {
      var isIn = 0
      for month in 7...10 {
        let record = try day(String(format: "%05d-%02d-15", year, month).replacing(/^0/, with: ""))
        let lunar = record.date.lunar
        #expect(record.events.isEmpty == (lunar.month != 7 || lunar.isLeap), "\(record.date.solar)")
        isIn += record.events.count
      }
      #expect(isIn == 1, "\(year)")
    }
  }

  @Test("The next term is given while its day has a name: there is none after 小寒 on 9999-12-31")
  func lastTerm() throws {
    let solstice = try day("9999-12-25")
    #expect(solstice.term.name == "冬至" && solstice.nextTerm?.name == "小寒" && solstice.nextTerm?.days == 6)
    #expect(try day("9999-12-31").nextTerm == nil)
    let json = try JSONEncoder().encode(day("9999-12-31"))
    #expect(String(decoding: json, as: UTF8.self).contains(#""next_term":null"#))
    #expect(try day("2025-12-31").nextTerm?.solar == SolarDate(iso: "2026-01-05"))
  }

  @Test("The phase of the moon has a name in each language")
  func phases() throws {
    // 2025-11: first quarter on the 28th by the observatories, at UTC+8.
    let quarter = try day("2025-11-28").moon
    #expect(quarter.phase == "上弦" && quarter.name(in: .english) == "first quarter")
    let waning = try day("2025-11-09").moon
    #expect(waning.name(in: .simplifiedChinese) == "亏凸月" && waning.name(in: .english) == "waning gibbous")
  }
}
