import Lunisolar
import TestSupport
import Testing

@Suite("Articles on Lunisolar", .timed)
struct LunisolarArticleTests {
  @Test("The examples of the articles equal this code and print the stated output")
  func examples() throws {
    let blocks = try ["Lunisolar", "AYearInOneWord", "Embedding"].flatMap {
      try Article("Sources/Foundations/Lunisolar/Lunisolar.docc/\($0).md").blocks
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
        let calendar = LunisolarCalendar.chinese
        let day = try calendar.lunarDate(on: SolarDate(year: 2025, month: 8, day: 8))
        print(day)  // 2025-6L-15
        print(day.text)  // 農曆閏六月十五
      },
      { print in
        let calendar = LunisolarCalendar.chinese
        let birthday = try LunarDate(year: 2026, month: 3, day: 23, in: calendar)
        print(birthday.solarDate)  // 2026-05-09
        print(birthday.solarDate.weekday)  // saturday
      },
      { print in
        let calendar = LunisolarCalendar.chinese
        do {
          _ = try LunarDate(year: 2026, month: 6, isLeap: true, day: 1, in: calendar)
        } catch {
          print(error)  // 2026 has no leap month (the last was leap 6 of 2025, the next is leap 5 of 2028)
        }
      },
      { print in
        for variant in CalendarVariant.allCases {
          let year = try LunisolarCalendar(variant).lunarYear(2007)
          print("\(variant.name) \(year.firstDay)")
        }
        // chinese 2007-02-18
        // vietnamese 2007-02-17
        // korean 2007-02-18
      },
      { print in
        let terms = try LunisolarCalendar.chinese.solarTerms(ofSolarYear: 2026)
        print(terms[.pureBrightness])  // 2026-04-05
        print(StemBranch(ofYear: 2026).name)  // 丙午
        print(Zodiac(ofYear: 2026).name)  // 馬
      },
      { print in
        let year = try LunisolarCalendar.chinese.lunarYear(2025)
        let newYear = Int(year.word >> 18 & 0xFF_FFFF)
        let position = Int(year.word >> 14 & 0xF)
        let longerMonths = (year.word & 0b11_1111).nonzeroBitCount
        print(SolarDate(julianDayNumber: newYear))  // 2025-01-29
        print(position)  // 6
        print(SolarDate(julianDayNumber: newYear + 29 * position + longerMonths))  // 2025-07-25
        print(try year.month(6, isLeap: true).firstDay)  // 2025-07-25
      },
      { print in
        let day = try SolarDate(iso: "2026-02-17")
        print(day)  // 2026-02-17
        print(day.julianDayNumber)  // 2461089
        print(SolarDate(julianDayNumber: 2_461_089) == day)  // true
      },
      { print in
        for number in 2026...2028 {
          let month = try LunisolarCalendar.chinese.lunarYear(number).month(12)
          print(month.firstDay.advanced(by: min(30, month.dayCount) - 1))
        }
        // 2027-02-05
        // 2028-01-25
        // 2029-02-12
      },
    ]
  }
}
