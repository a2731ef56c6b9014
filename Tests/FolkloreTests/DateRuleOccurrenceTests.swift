import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Days of date rules", .timed)
struct DateRuleOccurrenceTests {
  private func days(_ rule: String, _ first: String, _ last: String) throws -> [String] {
    try DateRule(rule).occurrences(
      in: SolarDate(iso: first)...SolarDate(iso: last), calendar: LunisolarCalendar.chinese
    )
    .map(\.date.description)
  }

  private func days(_ rule: String, in year: Int) throws -> [String] {
    try days(rule, "\(year)-01-01", "\(year)-12-31")
  }

  @Test("New Year's Eve is the day before the New Year of the Hong Kong Observatory's tables, with 29 days or 30")
  func newYearsEve() throws {
    let newYears = [
      "2020-01-25", "2021-02-12", "2022-02-01", "2023-01-22", "2024-02-10", "2025-01-29", "2026-02-17", "2027-02-06",
      "2028-01-26",
      "2029-02-13", "2030-02-03", "2031-01-23", "2032-02-11", "2033-01-31", "2034-02-19",
    ]
    #expect(try days("lunar 1/1", "2020-01-01", "2034-12-31") == newYears)
    let eves = try newYears.map { try SolarDate(iso: $0).advanced(by: -1).description }
    #expect(try days("lunar 12/last", "2020-01-01", "2034-12-31") == eves)
    let dayBefore = try newYears.map { try SolarDate(iso: $0).advanced(by: -2).description }
    #expect(try days("lunar 12/last offset=-1", "2020-01-01", "2034-12-31") == dayBefore)
    #expect(try days("lunar 1/1 offset=-1", "2020-01-01", "2034-12-31") == eves)
  }

  @Test(
    "The leap policy decides the day of a birthday in a month that 2025 repeats",
    arguments: [
      ("lunar 6/15", ["2025-07-09"]), ("lunar 6/15 leap=leap", ["2025-08-08"]),
      ("lunar 6/15 leap=both", ["2025-07-09", "2025-08-08"]), ("lunar 6L/15", ["2025-08-08"]),
    ])
  func leapPolicies(rule: String, expected: [String]) throws {
    #expect(try days(rule, in: 2025) == expected)
  }

  @Test("A rule for a leap month has days only in years with that month; leap=leap has days every year")
  func leapMonthBirthday() throws {
    // Years that repeat month 6 by the Hong Kong Observatory: 1979, 1987, 2017, 2025, 2036.
    #expect(
      try days("lunar 6L/15", "1975-01-01", "2040-12-31").map { $0.prefix(4) } == [
        "1979", "1987", "2017", "2025", "2036",
      ])
    #expect(try days("lunar 6/15 leap=leap", "2024-01-01", "2026-12-31") == ["2024-07-20", "2025-08-08", "2026-07-28"])
  }

  @Test(
    "A birthday on the 30th follows its policy in a short month: month 12 of 2025 has 29 days",
    arguments: [
      ("lunar 12/30", ["2026-02-16"]), ("lunar 12/30 short=forward", ["2026-02-17"]), ("lunar 12/30 short=omit", []),
      ("lunar 12/29,30", ["2026-02-16"]),
    ])
  func shortMonths(rule: String, expected: [String]) throws {
    #expect(try days(rule, in: 2026) == expected)
  }

  @Test("The 1st and 15th include leap months: 26 days in lunar 2025, which has 13 months")
  func everyMonth() throws {
    let all = try days("lunar */1,15", "2025-01-29", "2026-02-16")
    #expect(all.count == 26)
    #expect(all.contains("2025-07-25") && all.contains("2025-08-08"))
    #expect(try days("lunar 1..12/1", "2025-01-29", "2026-02-16").count == 12)
    // A 30th that moves to the next month's 1st is one day, not two.
    #expect(
      try days("lunar */1,30 short=forward", in: 2025)
        == Array(Set(days("lunar */1,30 short=forward", in: 2025))).sorted())
  }

  @Test("做牙 falls on the 2nd and 16th of months 2 to 11")
  func workerFeasts() throws {
    // Lunar 2026, from its New Year to the eve of the next.
    let all = try days("lunar 2..11/2,16", "2026-02-17", "2027-02-05")
    #expect(all.count == 20)
    #expect(all.first == "2026-03-20")
  }

  @Test("Windows have a first and a last day")
  func windows() throws {
    func window(_ rule: String, in year: Int) throws -> [[String]] {
      let range = try SolarDate(year: year, month: 1, day: 1)...SolarDate(year: year, month: 12, day: 31)
      return try DateRule(rule).occurrences(in: range, calendar: LunisolarCalendar.chinese).map {
        [$0.date.description, $0.lastDate.description]
      }
    }
    // 鬼月 of 2025: 23 August to 21 September.
    #expect(try window("lunar 7/1..7/last", in: 2025) == [["2025-08-23", "2025-09-21"]])
    #expect(try window("lunar 1/1..1/15", in: 2025) == [["2025-01-29", "2025-02-12"]])
    #expect(try window("lunar 12/24..1/4", in: 2026) == [["2026-02-11", "2026-02-20"]])
    #expect(try window("lunar 6/1..6/last", in: 2025) == [["2025-06-25", "2025-07-24"]])
    #expect(try window("lunar 6/1..6/last leap=leap", in: 2025) == [["2025-07-25", "2025-08-22"]])
    #expect(
      try window("lunar 6/1..6/last leap=both", in: 2025)
        == [["2025-06-25", "2025-07-24"], ["2025-07-25", "2025-08-22"]])
    #expect(try window("lunar 6L/1..6L/last", in: 2025) == [["2025-07-25", "2025-08-22"]])
    #expect(try window("lunar 6L/1..6L/last", in: 2026).isEmpty)
    #expect(try window("lunar 6/20..7/5", in: 2025) == [["2025-07-14", "2025-08-27"]])
    let ghostMonth = try DateRule("lunar 7/1..7/last")
    let found = try ghostMonth.occurrences(
      in: SolarDate(iso: "2025-08-01")...SolarDate(iso: "2025-08-31"), calendar: LunisolarCalendar.chinese)
    #expect(found.map(\.dayCount) == [30])
  }

  @Test(
    "Solar rules give the expected days",
    arguments: [
      ("solar 5/1", 2026, ["2026-05-01"]), ("solar 5/sun#2", 2025, ["2025-05-11"]),
      ("solar 5/sun#2", 2026, ["2026-05-10"]),
      ("solar 11/thu#-1", 2025, ["2025-11-27"]), ("solar 11/thu#4", 2026, ["2026-11-26"]),
      ("solar 2/29", 2024, ["2024-02-29"]),
      ("solar 2/29", 2025, ["2025-02-28"]), ("solar 2/29 short=forward", 2025, ["2025-03-01"]),
      ("solar 2/29 short=omit", 2025, []), ("solar 2/fri#5", 2026, []), ("solar 1/1 offset=-1", 2026, ["2026-12-31"]),
      ("solar 5/mon#1", 2026, ["2026-05-04"]), ("solar 5/mon#-5", 2026, []), ("solar 8/mon#-5", 2026, ["2026-08-03"]),
    ])
  func solar(rule: String, year: Int, expected: [String]) throws {
    #expect(try days(rule, in: year) == expected)
  }

  /// Taiwan's Central Weather Administration and the Hong Kong Observatory give these; the dog days of 2024 and 2026 have a 中伏 of
  /// 20 days, those of 2022 and 2027 one of 10.
  @Test(
    "Rules by solar terms, stems and branches give the expected days",
    arguments: [
      ("term 清明", 2025, ["2025-04-04"]), ("term 清明", 2026, ["2026-04-05"]), ("term 冬至", 2025, ["2025-12-21"]),
      ("term 冬至 -1", 2025, ["2025-12-20"]), ("term 清明 -1", 2027, ["2027-04-04"]),
      ("term 冬至 +105", 2026, ["2026-04-05"]),
      ("term 夏至 庚#3", 2024, ["2024-07-15"]), ("term 夏至 庚#4", 2024, ["2024-07-25"]),
      ("term 立秋 庚#1", 2024, ["2024-08-14"]),
      ("term 夏至 庚#3", 2026, ["2026-07-15"]), ("term 夏至 庚#4", 2026, ["2026-07-25"]),
      ("term 立秋 庚#1", 2026, ["2026-08-14"]),
      ("term 夏至 庚#3", 2022, ["2022-07-16"]), ("term 夏至 庚#4", 2022, ["2022-07-26"]),
      ("term 立秋 庚#1", 2022, ["2022-08-15"]),
    ])
  func terms(rule: String, year: Int, expected: [String]) throws {
    #expect(try days(rule, in: year) == expected)
  }

  @Test("甲子 days are 60 days apart")
  func cycle() throws {
    let all = try days("cycle 甲子", in: 2025)
    #expect(all == ["2025-02-24", "2025-04-25", "2025-06-24", "2025-08-23", "2025-10-22", "2025-12-21"])
    #expect(try days("cycle 甲子 offset=1", in: 2025).first == "2025-02-25")
  }

  @Test("The options from= and to= count the years of the rule; a lunar year ends in the next solar year")
  func years() throws {
    #expect(try days("lunar 12/24 from=2025 to=2025", "2024-01-01", "2028-12-31") == ["2026-02-11"])
    #expect(try days("solar 5/1 from=2025 to=2026", "2024-01-01", "2028-12-31") == ["2025-05-01", "2026-05-01"])
    #expect(try days("lunar 3/23 from=2040", "2024-01-01", "2028-12-31").isEmpty)
    #expect(try days("lunar 3/1..3/5 to=1990", "2024-01-01", "2028-12-31").isEmpty)
    #expect(try days("cycle 甲子 from=2026 to=2026", "2025-01-01", "2027-12-31").allSatisfy { $0.hasPrefix("2026") })
  }

  @Test("Announced days are the listed days; an unlisted year has none")
  func announced() throws {
    let rule = "announced 2024-04-05..2024-04-14 2025-04-04..2025-04-13 2026-04-17"
    #expect(try days(rule, "2020-01-01", "2030-12-31") == ["2024-04-05", "2025-04-04", "2026-04-17"])
    #expect(try days(rule, in: 2027).isEmpty)
    // A window counts by its first day.
    #expect(try days(rule, "2025-04-05", "2026-04-17") == ["2026-04-17"])
    let window = try DateRule(rule).occurrences(
      in: SolarDate(iso: "2025-01-01")...SolarDate(iso: "2025-12-31"), calendar: LunisolarCalendar.chinese)
    #expect(window.map(\.dayCount) == [10])
    #expect(window.map(\.ruleYear) == [2025])
    // 2025-04-04 is 三月初七 by the Hong Kong Observatory's table.
    #expect(window.map { "\($0.lunarDate.month)/\($0.lunarDate.day)" } == ["3/7"])
  }

  @Test(
    "The next announcement is awaited when all known days have ended",
    arguments: [("2026-04-25", false), ("2026-04-26", false), ("2026-04-27", true), ("2024-01-01", false)])
  func awaited(day: String, isAwaited: Bool) throws {
    let date = try SolarDate(iso: day)
    let rule = try DateRule("announced 2025-04-04..2025-04-13 2026-04-17..2026-04-26")
    #expect(rule.isAnnounced && rule.awaitsAnnouncement(from: date) == isAwaited)
    #expect(try !DateRule("lunar 3/23").awaitsAnnouncement(from: date))
    #expect(try !DateRule("lunar 3/23 to=2000").awaitsAnnouncement(from: date))
  }

  @Test("A range outside the calendar is an error, not an empty answer")
  func outOfReach() {
    #expect(throws: CalendarError.self) { try days("lunar 3/23", "1600-01-01", "1700-01-01") }
    #expect(throws: CalendarError.self) { try days("solar 5/1", "2599-01-01", "2700-01-01") }
    #expect(throws: CalendarError.self) { try days("cycle 甲子", "2599-01-01", "2700-01-01") }
  }

  @Test("The last days of the table are available")
  func edges() throws {
    #expect(try days("lunar 12/last", "2600-01-01", "2600-02-05") == ["2600-02-05"])
    #expect(try days("lunar 1/1", "1645-01-28", "1645-12-31") == ["1645-01-28"])
    #expect(try days("term 小寒", "2600-01-01", "2600-02-05").count == 1)
    #expect(try days("lunar 12/24..1/4", "2600-01-01", "2600-02-05").isEmpty)
    #expect(try days("lunar 1/1 offset=-1", "1645-01-28", "1645-12-31").isEmpty)
  }

  /// A rule for days of lunar months, said again without the rule's machinery: which of the days of a month are meant.
  @Test("400 random lunar rules agree with a check of each day", arguments: [UInt64(7)])
  func bruteForce(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let calendar = LunisolarCalendar.chinese
    for _ in 0..<400 {
      let month = Int.random(in: 1...12, using: &generator)
      let day = Int.random(in: 27...30, using: &generator)
      let leap = DateRule.LeapPolicy.allCases.randomElement(using: &generator) ?? .both
      let short = DateRule.ShortMonthPolicy.allCases.randomElement(using: &generator) ?? .omit
      let rule = try DateRule("lunar \(month)/\(day) leap=\(leap.rawValue) short=\(short.rawValue)")
      let first = try SolarDate(year: Int.random(in: 1700...2500, using: &generator), month: 3, day: 10)
      let range = first...first.advanced(by: 1_500)
      var expected: [SolarDate] = []
      for date in range {
        let lunar = try calendar.lunarDate(on: date)
        let isLastOfShort = day == 30 && lunar.monthDayCount == 29 && lunar.day == 29
        let previous = try calendar.lunarDate(on: date.advanced(by: -1))
        let isAfterShort = day == 30 && lunar.day == 1 && previous.monthDayCount == 29
        let named =
          lunar.day == day
          ? lunar : isLastOfShort && short == .backward ? lunar : isAfterShort && short == .forward ? previous : nil
        guard let named, named.month == month else { continue }
        let repeats = try calendar.lunarYear(named.year).leapMonth == month
        let counts =
          switch leap {
          case .regular: !named.isLeap
          case .leap: named.isLeap || !repeats
          case .both: true
          }
        if counts { expected.append(date) }
      }
      let found = try rule.occurrences(in: range, calendar: calendar)
      try #require(found.map(\.date) == expected, "\(rule) from \(first) (seed \(seed))")
      for occurrence in found {
        try #require(occurrence.lunarDate.solarDate == occurrence.date)
      }
    }
  }

  @Test("200 random lists of regular and leap months agree with a check of each day", arguments: [UInt64(23)])
  func monthLists(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let calendar = LunisolarCalendar.chinese
    for _ in 0..<200 {
      let months = Set((0..<4).map { _ in Int.random(in: 1...12, using: &generator) })
      let leapMonths = Set((0..<4).map { _ in Int.random(in: 1...12, using: &generator) })
      let day = Int.random(in: 1...29, using: &generator)
      let list = (months.map { "\($0)" } + leapMonths.map { "\($0)L" }).joined(separator: ",")
      let rule = try DateRule("lunar \(list)/\(day)")
      let first = try SolarDate(year: Int.random(in: 1700...2500, using: &generator), month: 1, day: 15)
      let range = first...first.advanced(by: 2_200)
      let expected = try range.filter { date in
        let lunar = try calendar.lunarDate(on: date)
        return lunar.day == day && (lunar.isLeap ? leapMonths : months).contains(lunar.month)
      }
      let found = try rule.occurrences(in: range, calendar: calendar).map(\.date)
      try #require(found == expected, "\(rule) from \(first) (seed \(seed))")
    }
  }

  @Test(
    "Two parts of a range give the days of the whole, in order and once each", arguments: [UInt64(11)])
  func cutRanges(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let rule = try DateRule(RandomRuleText.make(using: &generator))
      let first = try SolarDate(year: Int.random(in: 1910...2060, using: &generator), month: 1, day: 1)
      let cut = first.advanced(by: Int.random(in: 1..<1_000, using: &generator))
      let last = first.advanced(by: 1_000)
      let calendar = LunisolarCalendar.chinese
      let whole = try rule.occurrences(in: first...last, calendar: calendar).map(\.date)
      let parts =
        try rule.occurrences(in: first...cut, calendar: calendar).map(\.date)
        + rule.occurrences(in: cut.advanced(by: 1)...last, calendar: calendar).map(\.date)
      try #require(whole == parts, "\(rule) from \(first), cut at \(cut) (seed \(seed))")
      try #require(zip(whole, whole.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}
