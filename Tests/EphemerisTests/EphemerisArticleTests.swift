import Ephemeris
import Lunisolar
import TestSupport
import Testing

@Suite("Articles on Ephemeris", .timed)
struct EphemerisArticleTests {
  @Test("The examples of the articles equal this code and print the stated output")
  func examples() throws {
    let blocks = try ["Ephemeris", "Precision"].flatMap {
      try Article("Sources/Foundations/Ephemeris/Ephemeris.docc/\($0).md").blocks
    }
    #expect(try Article.examples(inFile: #filePath) == blocks)
    try #require(Self.examples.count == blocks.count)
    for (example, block) in zip(Self.examples, blocks) {
      let printed = try Article.printed(example)
      #expect(printed == Article.announced(block))
    }
  }

  private static var examples: [Article.Example] {
    [
      { print in
        let spring = SolarTerm.startOfSpring.instant(inSolarYear: 2025)
        print(Int(spring.unixTime().rounded()))  // 1738591828
      },
      { print in
        let moon = MoonOfDay(on: try SolarDate(year: 2025, month: 4, day: 28))
        print(moon.name)  // 朔
        print(moon.principalPhase == .newMoon)  // true
      },
      { print in
        let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
        let sky = SkyOfDay(on: try SolarDate(year: 2027, month: 1, day: 29), at: taipei, utcOffsetHours: 8)
        print(Int(sky.sun.rises[0].rounded()))  // 1801175870
        print(sky.moon.rises.isEmpty)  // true
      },
      { print in
        let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
        for case .solar(let eclipse) in try Eclipse.all(inYears: 2030...2030) {
          guard let seen = eclipse.seen(from: taipei), seen.isVisible else { continue }
          print("\(seen.kind): \(Int((100 * seen.obscuration).rounded())) %")  // partial: 24 %
        }
      },
      { print in
        let calendar = AstronomicalCalendar(.chinese)
        let founding = try calendar.lunarDate(on: SolarDate(year: 960, month: 2, day: 9))
        print(founding)  // 960-1-5
        print(founding.isApproximate)  // true
      },
      { print in
        let month = try LunisolarCalendar.chinese.lunarYear(2057).month(9)
        let start = MonthStart(of: month, variant: .chinese)
        print(start.margin.seconds.rounded())  // 40.0
        print(start.margin.isCertain)  // false
      },
      { print in
        let newMoon = PrincipalPhase.newMoon.instant(inLunation: 0)
        print((newMoon.julianDateTT * 1_000).rounded() / 1_000)  // 2451550.26
      },
      { print in
        let deltaT = DeltaT.current
        print(deltaT.version)  // 2026-11
        print(deltaT.lastKnownYear)  // 2026
        print(deltaT.seconds(atJulianDate: 2_460_676.5).rounded())  // 69.0
      },
      { print in
        for number in 2027...2199 {
          for month in try LunisolarCalendar.chinese.lunarYear(number).months {
            let margin = MonthStart(of: month, variant: .chinese).margin
            if abs(margin.seconds) < 120 { print(month.firstDay) }
          }
        }
        // 2057-09-29
        // 2089-09-04
        // 2097-08-08
        // 2115-02-24
        // 2116-05-12
        // 2133-09-29
        // 2165-12-04
        // 2172-10-18
      },
    ]
  }
}
