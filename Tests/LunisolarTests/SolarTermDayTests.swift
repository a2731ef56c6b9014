import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Days of the solar terms", .timed)
struct SolarTermDayTests {
  /// Every term of the table against DE440's instants: the day is the floor of the instant at the variant's offset.
  @Test("The days of the terms equal those of DE440's instants, 1645-2600", arguments: CalendarVariant.allCases)
  func days(variant: CalendarVariant) throws {
    let calendar = LunisolarCalendar(variant)
    var checked = 0
    for fields in try OracleTable("solar_terms_de440_1600_2600.csv").rows {
      let year = try fields.integer(0)
      guard year >= 1645 else { continue }
      let julianDate = try fields.double(3)
      let deltaT = try fields.double(5)
      let hours = Double(variant.utcOffsetHours(in: year))
      let day = Int((julianDate - deltaT / 86_400 + hours / 24 + 0.5).rounded(.down))
      let term = try SolarTerm.allCases[fields.integer(1)]
      #expect(try calendar.solarTerms(ofSolarYear: year)[term].julianDayNumber == day, "\(year) \(term.name)")
      checked += 1
    }
    #expect(checked == 956 * 24)
  }

  @Test("A day has a term exactly when the term falls on it")
  func termOnDay() throws {
    for year in [1645, 1900, 2025, 2600] {
      let terms = try LunisolarCalendar.chinese.solarTerms(ofSolarYear: year)
      let days = Dictionary(uniqueKeysWithValues: SolarTerm.allCases.map { (terms[$0], $0) })
      let newYear = try SolarDate(year: year, month: 1, day: 1)
      var last: SolarTerm?
      for offset in 0..<365 {
        let day = newYear.advanced(by: offset)
        last = days[day] ?? last
        #expect(terms.term(on: day) == days[day])
        #expect(terms.lastTerm(onOrBefore: day) == last)
      }
    }
  }

  @Test(
    "A term is found by any of its names",
    arguments: [
      ("清明", SolarTerm.pureBrightness), ("qingming", .pureBrightness), ("Pure Brightness", .pureBrightness),
      ("驚蟄", .awakeningOfInsects), ("惊蛰", .awakeningOfInsects), ("DongZhi", .winterSolstice),
      ("winter-solstice", .winterSolstice), ("谷雨", .grainRain), ("穀雨", .grainRain),
    ])
  func names(text: String, term: SolarTerm) {
    #expect(SolarTerm(named: text) == term)
  }

  @Test("Other names are rejected")
  func unknownName() {
    #expect(SolarTerm(named: "中秋") == nil)
    #expect(SolarTerm(named: "") == nil)
  }

  @Test("Terms have their longitude: 春分 at 0, 冬至 at 270 degrees")
  func longitudes() {
    #expect(SolarTerm.springEquinox.longitude == 0)
    #expect(SolarTerm.winterSolstice.longitude == 270)
    #expect(SolarTerm.minorCold.longitude == 285)
    #expect(SolarTerm.allCases.filter(\.isPrincipal).allSatisfy { $0.longitude % 30 == 0 })
  }
}
