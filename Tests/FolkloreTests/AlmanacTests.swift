import Folklore
import Lunisolar
import OracleData
import TestSupport
import Testing
import Words

@Suite("Almanac fields of a day", .timed)
struct AlmanacTests {
  @Test("1,500 days of 1930-2050 equal those of 6tail's lunar_python, an independent engine")
  func witness() throws {
    let rows = try OracleTable("almanac_lunar_python_1930_2050.csv").rows
    #expect(rows.count == 1_500)
    var differing: [String: Int] = [:]
    for row in rows {
      let day = try AlmanacDay(on: SolarDate(iso: row[0]), calendar: LunisolarCalendar.chinese)
      let ours = [
        day.naYin, day.officer, day.mansion, day.clashingZodiac.name, day.shaDirection, day.pengZu.stem,
        day.pengZu.branch,
        day.fetalSpirit, day.pentad.name,
      ].map(Transliteration.simplified)
      for (index, value) in ours.enumerated() where value != row[index + 1] {
        differing["\(index + 1): \(row[0]) \(value) / \(row[index + 1])", default: 0] += 1
      }
    }
    #expect(differing.isEmpty, "\(differing.keys.sorted().prefix(20))")
  }

  @Test("20 April 2025 equals the values computed by hand: 己未 day of a 辰 month, 穀雨")
  func byHand() throws {
    let day = try AlmanacDay(on: SolarDate(iso: "2025-04-20"), calendar: LunisolarCalendar.chinese)
    #expect(day.naYin == "天上火")
    #expect(day.officer == "平")
    #expect(day.mansion == "昴")
    #expect(day.clashingZodiac == .ox && day.clashingPlace.name == "癸丑" && day.shaDirection == "西")
    #expect(day.fetalSpirit == "占門廁外正東")
    #expect(day.pentad.name == "萍始生" && day.pentad.ordinal == 1)
    // 1 January comes after 冬至 of the year before.
    let newYear = try AlmanacDay(on: SolarDate(iso: "2025-01-01"), calendar: LunisolarCalendar.chinese)
    #expect(newYear.pentad.name == "水泉動" && newYear.pentad.ordinal == 3)
  }
}
