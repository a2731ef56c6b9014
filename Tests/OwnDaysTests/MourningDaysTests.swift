import Folklore
import Lunisolar
import OracleData
import OwnDays
import TestSupport
import Testing

private func days(after death: String, _ change: (inout MourningCustom) -> Void = { _ in }) throws -> [MourningDay] {
  var custom = MourningCustom()
  change(&custom)
  return try MourningDays(after: SolarDate(iso: death), of: "阿嬤", custom: custom).days
}

private func date(_ kind: MourningDay.Kind, in days: [MourningDay]) -> String? {
  days.first { $0.kind == kind }?.date.description
}

@Suite("The days after a death", .timed)
struct MourningDaysTests {
  @Test("The day of death is the first: 頭七 is six days later, 百日 ninety-nine, counted by hand for 10 January 2026")
  func count() throws {
    let days = try days(after: "2026-01-10")
    #expect(
      days.prefix(8).map { "\($0.title.traditionalChinese) \($0.date)" } == [
        "阿嬤 頭七 2026-01-16", "阿嬤 二七 2026-01-23", "阿嬤 三七 2026-01-30", "阿嬤 四七 2026-02-06", "阿嬤 五七 2026-02-13",
        "阿嬤 六七 2026-02-20", "阿嬤 滿七 2026-02-27", "阿嬤 百日 2026-04-19",
      ])
    #expect(days[0].rule.description == "solar 1/16 from=2026 to=2026")
    #expect(days.map(\.kind).suffix(2) == [.firstAnniversary, .yearly])
  }

  @Test("The days have titles in three languages and are memorial days")
  func titles() throws {
    let days = try days(after: "2026-01-10") { $0.thirdYear = .secondAnniversary }
    #expect(days.map { $0.title.text(in: .simplifiedChinese) }.suffix(4) == ["阿嬤 百日", "阿嬤 对年", "阿嬤 三年", "阿嬤 忌日"])
    #expect(days[6].title.text(in: .english) == "阿嬤: last seventh day")
    let day = try days[7].ownDay(in: .traditionalChinese, advanceDays: 3)
    #expect(day.title == "阿嬤 百日" && day.observance == .memorial && day.advanceDays == 3)
    #expect(throws: OwnDayProblem.advanceDays("31")) { try days[7].ownDay(in: .english, advanceDays: 31) }
  }

  @Test(
    "對年 comes a month earlier if a leap month lies in between (遇閏月提早一個月)",
    arguments: [
      // Lunar 2025-05-10; 2025 repeats month 6: 2026-04-10.
      ("2025-06-05", "2026-05-26"),
      // Lunar 2025-03-23, before the leap month too: 2026-02-23.
      ("2025-04-20", "2026-04-10"),
      // Lunar 2026-03-23, no leap month until 2028: 2027-03-23.
      ("2026-05-09", "2027-04-29"),
      // Lunar 2027-03-23: the leap month 5 of 2028 comes after 2028-03-23.
      ("2027-04-29", "2028-04-17"),
      // Lunar 2028-03-23: 2029-02-23.
      ("2028-04-17", "2029-04-06"),
      // Lunar 2025-06L-15, in the leap month: twelve months later is 2026-06-15.
      ("2025-08-08", "2026-07-28"),
    ])
  func twelveMonths(death: String, anniversary: String) throws {
    #expect(date(.firstAnniversary, in: try days(after: death)) == anniversary)
  }

  @Test(
    "By the other custom 對年 is the same lunar date of the next lunar year",
    arguments: [
      ("2025-06-05", "2026-06-24"), ("2025-04-20", "2026-05-09"), ("2026-05-09", "2027-04-29"),
      ("2025-08-08", "2026-07-28"),
    ])
  func sameLunarDate(death: String, anniversary: String) throws {
    let days = try days(after: death) { $0.firstAnniversary = .sameLunarDate }
    #expect(date(.firstAnniversary, in: days) == anniversary)
  }

  @Test("Twelve and twenty-four months later, counted in the table of months of another program")
  func witness() throws {
    // From 1929 on the issued calendars follow the rule that the table computes.
    let months = try OracleTable("months_rule_utc8_1645_2599.csv").rows.filter { (try? $0.integer(0)) ?? 0 >= 1930 }
    var generator = SeededGenerator(seed: 20_260_110)
    for _ in 0..<300 {
      let index = Int.random(in: 0..<2_000, using: &generator)
      // The 29th at most: every month has it.
      let day = Int.random(in: 0..<29, using: &generator)
      func date(monthsLater count: Int) throws -> SolarDate {
        try SolarDate(iso: months[index + count][3]).advanced(by: day)
      }
      let death = try date(monthsLater: 0).description
      let second = try days(after: death) { $0.thirdYear = .secondAnniversary }
      #expect(try second.first { $0.kind == .firstAnniversary }?.date == date(monthsLater: 12), "\(death)")
      #expect(try second.first { $0.kind == .thirdYear }?.date == date(monthsLater: 24), "\(death)")
      let soon = try days(after: death) { $0.thirdYear = .monthAfterFirstAnniversary }
      #expect(try soon.first { $0.kind == .thirdYear }?.date == date(monthsLater: 13), "\(death)")
    }
  }

  @Test("三年 is kept only if the family keeps it: a month after 對年, or a year")
  func thirdYear() throws {
    #expect(date(.thirdYear, in: try days(after: "2025-06-05")) == nil)
    let soon = try days(after: "2025-06-05") { $0.thirdYear = .monthAfterFirstAnniversary }
    #expect(date(.thirdYear, in: soon) == "2026-06-24")
    // Lunar 2025-05-10, 2026-05-10, then the month after it.
    let other = try days(after: "2025-06-05") {
      $0.firstAnniversary = .sameLunarDate
      $0.thirdYear = .monthAfterFirstAnniversary
    }
    #expect(date(.thirdYear, in: other) == "2026-07-23")
  }

  @Test(
    "A death on the 30th: 對年 and 忌日 in a month of 29 days",
    arguments: [
      (DateRule.ShortMonthPolicy.backward, "2026-09-10", "lunar 7/30 from=2026"),
      (.forward, "2026-09-11", "lunar 7/30 short=forward from=2026"),
      (.omit, "2026-09-10", "lunar 7/30 short=omit from=2026"),
    ])
  func thirtieth(short: DateRule.ShortMonthPolicy, anniversary: String, rule: String) throws {
    // Lunar 2025-07-30; month 7 of 2026 has 29 days and begins on 13 August.
    let days = try days(after: "2025-09-21") { $0.short = short }
    #expect(date(.firstAnniversary, in: days) == anniversary)
    #expect(days.last?.rule.description == rule)
  }

  @Test("忌日 is every year from the lunar year after, with the family's choice for leap months")
  func yearly() throws {
    let regular = try days(after: "2025-08-08")
    #expect(regular.last?.rule.description == "lunar 6/15 from=2026" && date(.yearly, in: regular) == "2026-07-28")
    let leap = try days(after: "2025-08-08") { $0.leap = .leap }
    #expect(leap.last?.rule.description == "lunar 6/15 leap=leap from=2026")
    let both = try days(after: "2025-08-08") { $0.leap = .both }
    #expect(both.last?.rule.description == "lunar 6/15 leap=both from=2026")
  }

  @Test("A name without text, a name too long for a title, and a day outside the calendar are refused")
  func faults() throws {
    let death = try SolarDate(iso: "2026-01-10")
    #expect(throws: OwnDayProblem.self) { try MourningDays(after: death, of: " ") }
    #expect(throws: OwnDayProblem.self) { try MourningDays(after: death, of: String(repeating: "嬤", count: 151)) }
    #expect(try MourningDays(after: death, of: String(repeating: "嬤", count: 150)).days.count == 10)
    #expect(throws: OwnDayProblem.self) { try MourningDays(after: SolarDate(iso: "1600-01-01"), of: "阿嬤") }
    #expect(throws: OwnDayProblem.self) { try MourningDays(after: SolarDate(iso: "2599-12-31"), of: "阿嬤") }
  }
}
