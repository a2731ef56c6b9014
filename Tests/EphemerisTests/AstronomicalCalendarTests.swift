import Ephemeris
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Years outside the table", .timed)
struct AstronomicalCalendarTests {
  @Test("Computed years join the table without a gap in every variant", arguments: CalendarVariant.allCases)
  func joints(variant: CalendarVariant) throws {
    let calendar = AstronomicalCalendar(variant)
    for year in [1643, 1644, 1645, 2598, 2599, 2600, 2601] {
      #expect(try calendar.lunarYear(year).lastDay.advanced(by: 1) == calendar.lunarYear(year + 1).firstDay, "\(year)")
    }
    #expect(try calendar.lunarYear(1645) == LunisolarCalendar(variant).lunarYear(1645))
    #expect(try calendar.lunarYear(1644).isApproximate)
    #expect(try !calendar.lunarYear(2599).isApproximate)
  }

  @Test(
    "Every day belongs to one lunar date, which converts back to it",
    arguments: [-2000, -720, 0, 618, 1271, 1582, 1644, 2600, 3000, 5000, 9990])
  func days(year: Int) throws {
    let calendar = AstronomicalCalendar(.chinese)
    for number in year...(year + 5) {
      let lunarYear = try calendar.lunarYear(number)
      #expect([353, 354, 355, 383, 384, 385].contains(lunarYear.dayCount), "\(number) has \(lunarYear.dayCount) days")
      #expect(try calendar.lunarYear(number + 1).firstDay == lunarYear.lastDay.advanced(by: 1))
      for day in stride(from: lunarYear.firstDay, through: lunarYear.lastDay, by: 7) {
        let date = try calendar.lunarDate(on: day)
        #expect(date.year == number)
        #expect(
          try LunarDate(year: date.year, month: date.month, isLeap: date.isLeap, day: date.day, in: calendar) == date)
      }
    }
  }

  /// Days of history that the rules of the time and today's name alike; Julian dates turned into Gregorian ones.
  @Test(
    "Days of history are right: the founding of Song (960, 正月初五) and of Ming (1368, 正月初四)",
    arguments: [("0960-02-09", "960-1-5"), ("1368-01-31", "1368-1-4")])
  func ancient(solar: String, lunar: String) throws {
    let date = try AstronomicalCalendar(.chinese).lunarDate(on: SolarDate(iso: solar))
    #expect(date.description == lunar)
    #expect(date.isApproximate)
  }

  @Test(
    "The battle of Yamen in 1279 falls in a leap month by today's rule, and the date is marked approximate"
  )
  func otherRules() throws {
    let date = try AstronomicalCalendar(.chinese).lunarDate(on: SolarDate(iso: "1279-03-26"))
    #expect(date.description == "1279-2L-6")
    #expect(date.isApproximate)
  }

  @Test("Computed years end at -2000 and 9999; the error names the limits")
  func range() throws {
    let calendar = AstronomicalCalendar(.chinese)
    #expect(throws: CalendarError.lunarYearOutOfRange(year: -2001, valid: -2000...9999)) {
      try calendar.lunarYear(-2001)
    }
    #expect(throws: CalendarError.self) { try calendar.lunarYear(10_000) }
    #expect(throws: CalendarError.self) { try calendar.solarTerms(ofSolarYear: 10_001) }
    #expect(throws: CalendarError.self) { try calendar.lunarDate(on: SolarDate(year: -2001, month: 1, day: 1)) }
    #expect(try calendar.lunarDate(on: SolarDate(iso: "9999-12-31")).year == 9999)
    #expect(try calendar.solarTerms(ofSolarYear: 3000)[.winterSolstice].month == 12)
  }

  @Test("The terms of a computed year are two weeks apart, from January to December")
  func terms() throws {
    for year in [-2000, 100, 1600, 2700, 8000] {
      let terms = try AstronomicalCalendar(.chinese).solarTerms(ofSolarYear: year)
      let days = SolarTerm.allCases.map { terms[$0] }
      #expect(days.allSatisfy { $0.year == year })
      #expect(zip(days, days.dropFirst()).allSatisfy { (14...16).contains($0.distance(to: $1)) })
    }
  }
}

@Suite("Phases of the moon", .timed)
struct MoonPhaseTests {
  @Test("Quarters and full moons of 1900-2100 are within 30 s of DE440")
  func phases() throws {
    var worst = 0.0
    let rows = try OracleTable("moon_phases_de440_1900_2100.csv").rows
    #expect(rows.count == 1_062)
    for row in rows {
      let phase = try PrincipalPhase.allCases[row.integer(1)]
      let ours = try phase.instant(inLunation: row.integer(0)).julianDateTT
      worst = max(worst, abs(ours - (try row.double(2))) * 86_400)
    }
    #expect(worst < 30, "largest difference \(worst) s")
  }

  /// Instants in UTC from the U.S. Naval Observatory's table of 2025: new moon 27 April 19:31, full moon 13 April 00:22.
  @Test(
    "Days have their principal phase at UTC+8",
    arguments: [
      ("2025-04-13", PrincipalPhase.fullMoon), ("2025-04-28", .newMoon), ("2025-04-21", .lastQuarter),
      ("2025-04-05", .firstQuarter),
    ])
  func principal(day: String, phase: PrincipalPhase) throws {
    let date = try SolarDate(iso: day)
    let moon = MoonOfDay(on: date)
    #expect(moon.principalPhase == phase)
    #expect(moon.instant?.unixTime() != nil)
    #expect(MoonOfDay(on: date.advanced(by: 1)).principalPhase == nil)
  }

  @Test("The moon waxes and wanes between the phases")
  func between() throws {
    let newMoon = try SolarDate(iso: "2025-04-28")
    let names = [0, 3, 11, 18, 25].map { MoonOfDay(on: newMoon.advanced(by: $0)).name }
    #expect(names == ["朔", "眉月", "盈凸月", "虧凸月", "殘月"])
    let light = (0...14).map { MoonOfDay(on: newMoon.advanced(by: $0)).illuminatedFraction }
    #expect(zip(light, light.dropFirst()).allSatisfy { $0 < $1 })
    #expect(light[0] < 0.01 && light[14] > 0.98)
    #expect(
      ["上弦", "望", "下弦"]
        == ["2025-05-04", "2025-05-13", "2025-05-20"].map { MoonOfDay(on: (try? SolarDate(iso: $0)) ?? newMoon).name })
    #expect(MoonOfDay(on: newMoon.advanced(by: 7)).elongation > 80)
  }
}

@Suite("Delta-T", .timed)
struct DeltaTTests {
  @Test(
    "Delta-T equals the literature: Stephenson, Morrison and Hohenkerk 2016, and the leap seconds",
    arguments: [
      (-720.0, 20_372.0, 50.0), (0.0, 10_441.0, 100.0), (1000.0, 1_650.0, 50.0), (1500.0, 292.0, 20.0),
      (1700.0, 14.0, 1.0),
      (1900.0, -1.98, 0.5), (1972.5, 43.18, 0.01), (2000.0, 64.18, 0.01), (2020.0, 69.18, 0.01),
    ])
  func known(year: Double, seconds: Double, tolerance: Double) {
    let julianDate = 2_451_544.5 + (year - 2_000) * 365.2425 + 1
    #expect(abs(DeltaT.current.seconds(atJulianDate: julianDate) - seconds) < tolerance)
  }

  @Test("Delta-T is continuous except at the ends of the leap seconds")
  func continuity() {
    for year in stride(from: -2_000.0, to: 4_000, by: 0.5) where !(1971.5...2027.5).contains(year) {
      let julianDate = 2_451_544.5 + (year - 2_000) * 365.2425
      let step = DeltaT.current.seconds(atJulianDate: julianDate + 1) - DeltaT.current.seconds(atJulianDate: julianDate)
      #expect(abs(step) < 1, "at \(year)")
    }
  }

  @Test("Delta-T is certain in the years of leap seconds; its uncertainty grows outside them")
  func standardError() {
    func error(_ year: Double) -> Double {
      DeltaT.current.standardError(atJulianDate: 2_451_544.5 + (year - 2_000) * 365.2425 + 1)
    }
    #expect(error(2000) == 0)
    #expect(error(2026.5) == 0)
    #expect((5...20).contains(error(2030)))
    #expect(error(2057) > 40)
    #expect(error(2100) < error(2200))
    #expect(error(1650) > error(1750))
    #expect(error(-3000) >= error(-1000))
    #expect(DeltaT.current.version == "2026-11")
  }
}

@Suite("Pillars at an instant", .timed)
struct PillarInstantTests {
  @Test("Year and month change at 立春 of 2025, 22:10:28 in Taipei")
  func spring() throws {
    let instant = 1_738_591_828  // 2025-02-03T14:10:28Z
    let before = try FourPillars(atUnixTime: instant - 2, calendar: LunisolarCalendar.chinese)
    let after = try FourPillars(atUnixTime: instant + 2, calendar: LunisolarCalendar.chinese)
    #expect([before.year, before.month].map(\.name) == ["甲辰", "丁丑"])
    #expect([after.year, after.month].map(\.name) == ["乙巳", "戊寅"])
    #expect(before.day == after.day && before.hour == after.hour)
  }

  @Test("In almanac conventions the whole day of the term is in its month")
  func almanac() throws {
    let morning = try FourPillars(
      atUnixTime: 1_738_591_828 - 40_000, calendar: LunisolarCalendar.chinese, conventions: .almanac)
    #expect([morning.year, morning.month].map(\.name) == ["乙巳", "戊寅"])
  }
}
