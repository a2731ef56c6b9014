import Ephemeris
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Uncertain dates", .timed)
struct MarginTests {
  /// As measured for the project: the month starts of 2027-2200 within two minutes of midnight.
  private static let undecided = [
    "2057-09-29", "2089-09-04", "2097-08-08", "2115-02-24", "2116-05-12", "2133-09-29", "2165-12-04", "2172-10-18",
  ]

  private func starts(_ years: ClosedRange<Int>, _ calendar: LunisolarCalendar = .chinese) throws -> [(
    LunarMonth, MonthStart
  )] {
    try years.flatMap { try calendar.lunarYear($0).months.map { ($0, MonthStart(of: $0, variant: calendar.variant)) } }
  }

  @Test("Undecidable month starts are marked uncertain")
  func undecidedMonths() throws {
    let close = try starts(2027...2199).filter { abs($0.1.margin.seconds) < 120 }
    // In a month whose new moon comes just before midnight the first day is the day before.
    #expect(close.map(\.0.firstDay.description) == Self.undecided)
    #expect(close.allSatisfy { !$0.1.margin.isCertain })
  }

  @Test("Month 9 of 2057 begins 40 s after midnight")
  func year2057() throws {
    let month = try LunisolarCalendar.chinese.lunarYear(2057).month(9)
    let start = MonthStart(of: month, variant: .chinese)
    #expect(month.firstDay.description == "2057-09-29")
    #expect(start.margin.seconds.rounded() == 40)
    #expect(!start.margin.isCertain)
  }

  @Test("The margins equal the reference, and each of its 81 near-midnight rows is uncertain")
  func nearMidnight() throws {
    let rows = try OracleTable("near_midnight_utc8_2027_2400.csv").rows
    #expect(rows.count == 81)
    for row in rows {
      let expected = try row.double(3)
      let instant: SkyInstant
      if row[0] == "term" {
        let year = try #require(Int(row[2].prefix(4)))
        let term = try SolarTerm.allCases[row.integer(1)]
        instant = term.instant(inSolarYear: year)
        let margin = term.margin(inSolarYear: year, variant: .chinese)
        #expect(abs(margin.seconds - expected) < 0.5, "\(row[2])")
        #expect(!margin.isCertain, "\(row[2])")
      } else {
        instant = PrincipalPhase.newMoon.instant(inLunation: try row.integer(1))
        let day = SolarDate(julianDayNumber: Int((instant.unixTime() + 28_800) / 86_400) + 2_440_588)
        let lunar = try LunisolarCalendar.chinese.lunarDate(on: day)
        #expect(lunar.day == 1, "\(row[2])")
        let month = try LunisolarCalendar.chinese.lunarYear(lunar.year).month(lunar.month, isLeap: lunar.isLeap)
        let margin = MonthStart(of: month, variant: .chinese).margin
        #expect(abs(margin.seconds - expected) < 0.5, "\(row[2])")
        #expect(!margin.isCertain, "\(row[2])")
      }
    }
  }

  @Test("Published months up to 2026 are certain")
  func issued() throws {
    #expect(try starts(1645...2025).allSatisfy(\.1.margin.isCertain))
  }

  @Test("Only months whose published start differs from the rule are reported")
  func issuedOtherwise() throws {
    let ruleDays = Set(try OracleTable("months_rule_utc8_1645_2599.csv").rows.map { $0[3] })
    let expected = try OracleTable("Tables/issued-exceptions.csv").rows.map { $0[3] }.filter { !ruleDays.contains($0) }
    #expect(expected.count == 25)
    #expect(try starts(1645...2599).filter(\.1.isIssuedOtherwise).map(\.0.firstDay.description) == expected)
  }

  @Test("The designed terms are uncertain")
  func terms() {
    for (year, term) in [
      (2051, SolarTerm.springEquinox), (2083, .startOfSpring), (2084, .springEquinox), (2142, .whiteDew),
      (2183, .springEquinox),
      (2186, .startOfSpring),
    ] {
      #expect(!term.margin(inSolarYear: year, variant: .chinese).isCertain)
    }
    #expect(SolarTerm.pureBrightness.margin(inSolarYear: 2025, variant: .chinese).isCertain)
    // 大雪 of 1776 came within a tenth of a second of midnight, and Delta-T then is known to a second at best.
    #expect(!SolarTerm.minorSnow.margin(inSolarYear: 1776, variant: .chinese).isCertain)
  }

  @Test("Six terms have the different day that the calendar of the time printed")
  func printed() throws {
    let expected: [(Int, SolarTerm, String, String)] = [
      (1912, .minorSnow, "1912-11-22", "1912-11-23"), (1913, .autumnEquinox, "1913-09-23", "1913-09-24"),
      (1917, .majorSnow, "1917-12-08", "1917-12-07"), (1927, .whiteDew, "1927-09-09", "1927-09-08"),
      (1928, .summerSolstice, "1928-06-22", "1928-06-21"), (1979, .majorCold, "1979-01-20", "1979-01-21"),
    ]
    for (year, term, ours, printed) in expected {
      #expect(try LunisolarCalendar.chinese.solarTerms(ofSolarYear: year)[term].description == ours)
      #expect(term.printedDay(inSolarYear: year)?.description == printed)
    }
    #expect(SolarTerm.majorCold.printedDay(inSolarYear: 1980) == nil)
  }
}
