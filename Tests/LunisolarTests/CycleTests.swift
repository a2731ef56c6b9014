import Lunisolar
import TestSupport
import Testing

@Suite("Cycle of sixty and pillars", .timed)
struct CycleTests {
  @Test(
    "Years have their stem, branch and animal: 甲子 in 1984, 乙巳 in 2025",
    arguments: [(1984, "甲子", Zodiac.rat), (2025, "乙巳", .snake), (1900, "庚子", .rat), (4, "甲子", .rat), (3, "癸亥", .pig)])
  func years(year: Int, name: String, zodiac: Zodiac) {
    #expect(StemBranch(ofYear: year).name == name)
    #expect(Zodiac(ofYear: year) == zodiac)
  }

  @Test(
    "Days have the stems and branches of almanacs",
    arguments: [
      ("2000-01-07", "甲子"), ("2025-04-20", "己未"), ("1949-10-01", "甲子"), ("2000-01-01", "戊午"), ("1984-01-31", "甲子"),
    ])
  func days(text: String, name: String) throws {
    #expect(StemBranch(ofDay: try SolarDate(iso: text)).name == name)
  }

  @Test("Each stem combines with every second branch")
  func meetings() {
    var found: Set<Int> = []
    for stem in HeavenlyStem.allCases {
      for branch in EarthlyBranch.allCases {
        guard let place = StemBranch(stem: stem, branch: branch) else {
          #expect((stem.rawValue + branch.rawValue) % 2 == 1)
          continue
        }
        #expect(place.stem == stem && place.branch == branch)
        found.insert(place.index)
      }
    }
    #expect(found == Set(0..<60))
    #expect(StemBranch(index: -1).name == "癸亥")
    #expect(Set(HeavenlyStem.allCases.map(\.pinyin)).count == 10)
    #expect(
      EarthlyBranch.allCases.map(\.pinyin).joined(separator: " ") == "zi chou yin mao chen si wu wei shen you xu hai")
  }

  @Test("Animals and weekdays have their names")
  func names() {
    #expect(Zodiac.allCases.map(\.name).joined() == "鼠牛虎兔龍蛇馬羊猴雞狗豬")
    #expect(
      Zodiac.allCases.map(\.english).joined(separator: " ")
        == "Rat Ox Tiger Rabbit Dragon Snake Horse Goat Monkey Rooster Dog Pig")
    #expect(Weekday.allCases.map(\.chineseName).joined() == "一二三四五六日")
    #expect(Weekday.allCases.map(\.abbreviation).joined(separator: " ") == "mon tue wed thu fri sat sun")
  }

  @Test("Solar terms are found by all their names")
  func termNames() {
    #expect(
      SolarTerm.allCases.map(\.name).joined()
        == "小寒大寒立春雨水驚蟄春分清明穀雨立夏小滿芒種夏至小暑大暑立秋處暑白露秋分寒露霜降立冬小雪大雪冬至")
    for term in SolarTerm.allCases {
      #expect(SolarTerm(named: term.pinyin) == term)
      #expect(SolarTerm(named: term.english) == term)
    }
  }

  private func pillars(
    _ date: String, hour: Int, minute: Int = 0, _ conventions: FourPillars.Conventions = .almanac,
    secondOfTerm: Int = 0
  ) throws -> String {
    let pillars = try FourPillars(
      on: SolarDate(iso: date), secondOfDay: hour * 3_600 + minute * 60, calendar: LunisolarCalendar.chinese,
      conventions: conventions, secondOfTerm: { _ in secondOfTerm })
    return [pillars.year, pillars.month, pillars.day, pillars.hour].map(\.name).joined(separator: " ")
  }

  /// 2000-01-01 at noon is 己卯 丙子 戊午 戊午 in every 八字 table.
  @Test("The pillars of the first noon of 2000 are right")
  func noon() throws {
    #expect(try pillars("2000-01-01", hour: 12, .birthChart) == "己卯 丙子 戊午 戊午")
    #expect(try pillars("2000-01-01", hour: 12) == "己卯 丙子 戊午 戊午")
  }

  @Test("The year begins at New Year or at 立春")
  func yearBoundary() throws {
    // 2025-01-29 was New Year, 2025-02-03 立春 at 22:10.
    #expect(try pillars("2025-01-30", hour: 12).hasPrefix("乙巳 丁丑"))
    let bySpring = FourPillars.Conventions(year: .startOfSpring, month: .dayOfTerm, day: .midnight)
    #expect(try pillars("2025-01-30", hour: 12, bySpring).hasPrefix("甲辰 丁丑"))
    #expect(try pillars("2025-01-03", hour: 12, bySpring).hasPrefix("甲辰 丙子"))
    #expect(try pillars("2025-02-03", hour: 12, bySpring).hasPrefix("乙巳 戊寅"))
  }

  @Test("The month begins on the day of its term or at its instant")
  func monthBoundary() throws {
    let second = (22 * 60 + 10) * 60
    #expect(try pillars("2025-02-03", hour: 12).contains("戊寅"))
    #expect(try pillars("2025-02-03", hour: 22, minute: 9, .birthChart, secondOfTerm: second).hasPrefix("甲辰 丁丑"))
    #expect(try pillars("2025-02-03", hour: 22, minute: 10, .birthChart, secondOfTerm: second).hasPrefix("乙巳 戊寅"))
    // 小寒 of 2025 came on 5 January at 10:33: before it the month is that of last year's 大雪.
    #expect(try pillars("2025-01-05", hour: 9, .birthChart, secondOfTerm: 38_000).hasPrefix("甲辰 丙子"))
  }

  @Test("The day begins at midnight or at 23:00; the hour of 子 belongs to the next day in both cases")
  func dayBoundary() throws {
    #expect(try pillars("2025-04-20", hour: 22) == "乙巳 庚辰 己未 乙亥")
    #expect(try pillars("2025-04-20", hour: 23) == "乙巳 庚辰 己未 丙子")
    #expect(try pillars("2025-04-20", hour: 23, .birthChart) == "乙巳 庚辰 庚申 丙子")
    #expect(try pillars("2025-04-21", hour: 0) == "乙巳 庚辰 庚申 丙子")
  }

  @Test("Before its own years a variant has the offset of the Chinese calendar")
  func variants() {
    #expect(CalendarVariant.korean.utcOffsetHours(in: 1911) == 8)
    #expect(CalendarVariant.korean.utcOffsetHours(in: 1912) == 9)
    #expect(CalendarVariant.vietnamese.utcOffsetHours(in: 1967) == 8)
    #expect(CalendarVariant.vietnamese.utcOffsetHours(in: 1968) == 7)
    #expect(CalendarVariant.chinese.utcOffsetHours(in: 1) == 8)
  }
}
