import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Text of date rules", .timed)
struct DateRuleParsingTests {
  @Test(
    "A canonical rule is printed unchanged",
    arguments: [
      "lunar 3/23", "lunar 6L/15", "lunar 12/last", "lunar */1", "lunar */15", "lunar */1,15", "lunar 2..11/2,16",
      "lunar 7/1..7/last", "lunar 12/24..1/4", "lunar 6L/1..6L/last", "lunar 1/8 2/7,9,19 3/3,6,13", "lunar 1,7,10/15",
      "lunar 3,6L/1..5,last", "solar 5/1", "solar 2/29 short=forward", "solar 5/sun#2", "solar 11/thu#-1", "term 清明",
      "term 冬至 -1", "term 冬至 +105", "term 夏至 庚#3", "term 小暑 未#1", "cycle 甲子", "cycle 庚申", "lunar 6/15 leap=leap",
      "lunar 6/15 leap=both short=omit offset=-1 eve from=1950 to=2030", "lunar 1/9 eve",
      "announced 2026-04-17", "announced 2025-04-04..2025-04-13 2026-04-17..2026-04-26",
      "announced 2025-12-30..2026-01-02 2026-12-30 eve",
    ])
  func canonical(text: String) throws {
    #expect(try DateRule(text).description == text)
  }

  @Test(
    "Other spellings are printed in the canonical form",
    arguments: [
      ("  lunar   3/23  ", "lunar 3/23"), ("LUNAR 03/23", "lunar 3/23"), ("lunar 2,3,4,5/2", "lunar 2..5/2"),
      ("lunar 3/23,1,2,3", "lunar 3/1..3,23"), ("lunar 6/15 leap=regular", "lunar 6/15"), ("term qingming", "term 清明"),
      ("term Pure Brightness -1", "term 清明 -1"), ("term dongzhi offset=2", "term 冬至 offset=2"),
      ("term xiazhi geng#3", "term 夏至 庚#3"), ("cycle jia-zi", "cycle 甲子"), ("cycle gengshen", "cycle 庚申"),
      ("term 惊蛰", "term 驚蟄"), ("ｌｕｎａｒ　３／２３", "lunar 3/23"),
      (" Announced  2026-4-7..2026-04-07   2027-03-01", "announced 2026-04-07 2027-03-01"),
    ])
  func canonicalised(text: String, canonical: String) throws {
    #expect(try DateRule(text).description == canonical)
  }

  @Test(
    "Chinese descriptions are read as rules",
    arguments: [
      ("農曆三月廿三", "lunar 3/23"), ("农历三月二十三", "lunar 3/23"), ("農曆3月23日", "lunar 3/23"), ("三月廿三", "lunar 3/23"),
      ("閏六月十五", "lunar 6L/15"), ("農曆閏六月十五", "lunar 6L/15"), ("每月初一", "lunar */1"), ("每月初一、十五", "lunar */1,15"),
      ("農曆每月十五", "lunar */15"), ("清明", "term 清明"), ("清明節", "term 清明"), ("冬至前一日", "term 冬至 -1"),
      ("冬至後三天", "term 冬至 +3"), ("惊蛰", "term 驚蟄"), ("十二月底", "lunar 12/last"), ("臘月廿四", "lunar 12/24"),
      ("正月初九 eve", "lunar 1/9 eve"), ("冬月初一", "lunar 11/1"), ("除夕", "lunar 12/last"), ("國曆五月一日", "solar 5/1"),
      ("国历9月28日", "solar 9/28"), ("五月第二個星期日", "solar 5/sun#2"), ("國曆五月第二個星期天", "solar 5/sun#2"),
      ("十一月最後一個星期四", "solar 11/thu#-1"), ("七月初一至七月底", "lunar 7/1..7/last"),
      ("農曆正月初一到正月十五", "lunar 1/1..1/15"), ("農曆九月初一至初九", "lunar 9/1..9/9"), ("甲子日", "cycle 甲子"),
      ("庚申", "cycle 庚申"), ("每年農曆三月卅", "lunar 3/30"), ("農曆三月廿三 leap=both", "lunar 3/23 leap=both"),
    ])
  func chinese(text: String, canonical: String) throws {
    #expect(try DateRule(text).description == canonical)
  }

  @Test(
    "A wrong rule is an error with the column and the expected text",
    arguments: [
      ("lunar 13/1", "month 13 is not between 1 and 12 (column 7)"),
      ("lunar 3/31", "day 31 is not between 1 and 30 (column 9)"),
      ("lunar 3", "expected / and a day, found the end (column 8)"),
      ("lunar", "expected a month such as 3, 6L, 2..11 or *, found the end (column 6)"),
      ("lunar x/3", "expected a month such as 3, 6L, 2..11 or *, found \"x/3\" (column 7)"),
      ("lunar 3/23x", "expected a blank or the end, found \"x\" (column 11)"),
      ("lunar 11..2/2", "the range 11..2 runs backwards (column 11)"),
      ("lunar 7/1..13/1", "month 13 is not between 1 and 12 (column 12)"),
      ("lunar 3/23 leap=maybe", "expected regular, leap, both, found \"maybe\" (column 17)"),
      ("lunar */1 leap=both", "leap= goes with a rule that names regular lunar months (column 11)"),
      ("lunar 6L/1 leap=leap", "leap= goes with a rule that names regular lunar months (column 12)"),
      ("term 清明 short=omit", "short= goes with days of lunar months and with 29 February (column 9)"),
      ("lunar 3/23 eve eve", "option eve is given twice (column 16)"),
      ("lunar 3/23 offset=400", "offset 400 is not between -366 and 366 (column 19)"),
      ("lunar 3/23 offset=", "expected a number, the offset, found the end (column 19)"),
      ("lunar 3/23 color=red", "\"color\" is no option: leap=, short=, offset=, eve, from= and to= are (column 12)"),
      ("lunar 3/23 soon", "expected an option: leap=, short=, offset=, eve, from= or to=, found \"soon\" (column 12)"),
      ("lunar 3/23 from=2030 to=1950", "from=2030 comes after to=1950 (column 29)"),
      ("solar 2/30", "month 2 never has a day 30 (column 9)"), ("solar 4/31", "month 4 never has a day 31 (column 9)"),
      ("solar 5/sun", "expected # and an ordinal, such as sun#2, found the end (column 12)"),
      ("solar 5/sun#0", "ordinal 0 does not exist: 1 is the first, -1 the last (column 13)"),
      ("solar 5/sun#6", "ordinal 6 is not between -5 and 5 (column 13)"),
      ("term 中秋", "expected a solar term such as 清明, qingming or Pure Brightness, found \"中秋\" (column 6)"),
      ("term 夏至 龍#3", "\"龍\" is neither a stem (甲 to 癸) nor a branch (子 to 亥) nor a weekday (mon to sun) (column 9)"),
      ("term 冬至 -0", "number of days 0 is not between 1 and 366 (column 10)"),
      ("cycle 甲丑", "expected one of the sixty 干支 such as 甲子, found \"甲丑\" (column 7)"),
      ("announced", "expected a day with its year, such as 2026-04-17, found the end (column 10)"),
      ("announced eve", "expected a day with its year, such as 2026-04-17, found \"eve\" (column 11)"),
      (
        "announced 4/4",
        "\"4/4\" has no year: an announced day is written with its year, such as 2026-04-17 (column 11)"
      ),
      (
        "announced 2025-04-04 04-17",
        "\"04-17\" has no year: an announced day is written with its year, such as 2026-04-17 (column 22)"
      ),
      ("announced 2026", "expected a day with its year, such as 2026-04-17, found \"2026\" (column 11)"),
      ("announced 2026-02-30", "solar date 2026-02-30 does not exist: month 2 of 2026 has 28 days (column 11)"),
      ("announced 2026-04-17x", "expected a blank or the end, found \"x\" (column 21)"),
      (
        "announced 2026-04-17 2025-04-04",
        "2025-04-04 does not come after 2026-04-17: announced days stand in order (column 22)"
      ),
      (
        "announced 2026-04-17..2026-04-26 2026-04-26",
        "2026-04-26 does not come after 2026-04-26: announced days stand in order (column 34)"
      ),
      (
        "announced 2026-04-17..2026-04-16",
        "the window ends on 2026-04-16, before it begins on 2026-04-17 (column 23)"
      ),
      ("announced 2026-01-01..2026-03-02", "the window has 61 days: 60 is the most (column 23)"),
      (
        "announced 2026-04-17 offset=-1",
        "offset= does not go with announced days: the rule lists the days themselves (column 22)"
      ),
      (
        "announced 2026-04-17 from=2026",
        "from= does not go with announced days: the rule lists the days themselves (column 22)"
      ),
      (
        "announced 2026-04-17 leap=both", "leap= goes with a rule that names regular lunar months (column 22)"
      ),
      ("農曆十三月初一", "month 13 is not between 1 and 12 (column 3)"),
      ("農曆三月卅一", "day 31 is not between 1 and 30 (column 5)"),
      ("農曆三月", "expected a day such as 初一 or 廿三, found the end (column 5)"),
      ("五月第六個星期日", "ordinal 6 is not between 1 and 5 (column 3)"),
      ("五月一日", "a date with 日 needs 農曆 or 國曆 before it, to say which calendar is meant (column 3)"),
      ("冬至前日", "expected a number of days such as 一日, found \"日\" (column 4)"),
    ])
  func errors(text: String, fault: String) {
    #expect { try DateRule(text) } throws: { "\($0)" == "date rule \"\(text)\": \(fault)" }
  }

  @Test("The error for an unreadable rule shows the syntax", arguments: ["", "   ", "tomorrow", "閏年"])
  func nonsense(text: String) {
    #expect { try DateRule(text) } throws: { error in
      guard let error = error as? DateRuleError else { return false }
      return error.fault.hasPrefix("expected a") && error.column >= 1
    }
  }

  @Test(
    "What people write is the same rule as the form that is printed",
    arguments: [
      ("每月初一、十五", "lunar */1,15"), ("每月初一十五", "lunar */1,15"), ("每個月的初一和十五", "lunar */1,15"),
      ("每逢初一、十五", "lunar */1,15"),
      ("初一、十五", "lunar */1,15"), ("初一十五", "lunar */1,15"), ("農曆每月初二、十六", "lunar */2,16"), ("農曆每月15日", "lunar */15"),
      ("每年三月廿三", "lunar 3/23"), ("農曆3/23", "lunar 3/23"), ("農曆 3/15", "lunar 3/15"), ("國曆3/14", "solar 3/14"),
      ("農曆閏6/15", "lunar 6L/15"), ("國曆 12/25", "solar 12/25"),
      ("正月初九、三月廿三", "lunar 1/9 3/23"), ("三月初三、十三", "lunar 3/3,13"),
      ("中秋", "lunar 8/15"), ("中秋節", "lunar 8/15"), ("端午節", "lunar 5/5"), ("大年初一", "lunar 1/1"), ("尾牙", "lunar 12/16"),
      ("除夕", "lunar 12/last"), ("小年夜", "lunar 12/last offset=-1"), ("母親節", "solar 5/sun#2"),
      ("Mid-Autumn", "lunar 8/15"),
      ("Lunar New Year", "lunar 1/1"), ("Christmas", "solar 12/25"),
      ("農曆八月十五前一日", "lunar 8/15 offset=-1"), ("除夕前一日", "lunar 12/last offset=-1"), ("中秋前三天", "lunar 8/15 offset=-3"),
      ("中秋三天前", "lunar 8/15 offset=-3"), ("冬至後第三日", "term 冬至 +3"), ("冬至前一日", "term 冬至 -1"), ("冬至前夕", "term 冬至 -1"),
      ("媽祖生", "lunar 3/23"), ("媽祖生前三天", "lunar 3/23 offset=-3"),
      ("清明後第一個週日", "term 清明 sun#1"), ("清明後的星期日", "term 清明 sun#1"), ("冬至前最後一個星期六", "term 冬至 sat#-1"),
      ("12月第一個星期日", "solar 12/sun#1"), ("五月的第二個禮拜天", "solar 5/sun#2"), ("11月最後一個星期四", "solar 11/thu#-1"),
      ("2027/4/4", "announced 2027-04-04"), ("2027/4/4~4/13", "announced 2027-04-04..2027-04-13"),
      ("116/4/4、117/4/20", "announced 2027-04-04 2028-04-20"), ("民國116年4月4日至4月13日", "announced 2027-04-04..2027-04-13"),
      ("announced 2027/4/4..13", "announced 2027-04-04..2027-04-13"),
    ])
  func written(text: String, printed: String) throws {
    let event = try Event(
      id: 1, key: "mazu", kind: .deity, observance: .birth, title: LocalizedName("媽祖聖誕"), aliases: ["媽祖生"],
      rule: DateRule("lunar 3/23"))
    let names = try DayNames(Catalogue(sources: [], deities: [], events: [event], groups: []))
    #expect(try DateRule(text, names: { names }).description == printed)
    #expect(try DateRule(printed).description == printed)
  }

  @Test(
    "What no rule can say is refused with what can be written",
    arguments: ["每月15日", "每月十五號", "3/23", "中秋後第一個星期六", "春節後一個月", "中秋前400天"])
  func refused(text: String) {
    let error = #expect(throws: DateRuleError.self) { try DateRule(text) }
    #expect(error?.chinese.contains("例如") == true || error?.chinese.contains("請寫") == true)
  }

  @Test("A weekday behind a term is never the term's own day")
  func weekdayOfTerm() throws {
    // 清明 by the tables of the Hong Kong Observatory: 5 April 2026, a Sunday, and 5 April 2027, a Monday.
    let days = try (SolarDate(year: 2026, month: 1, day: 1))...(SolarDate(year: 2027, month: 12, day: 31))
    func found(_ rule: String) throws -> [String] {
      try DateRule(rule).occurrences(in: days, calendar: LunisolarCalendar.chinese).map { "\($0.date)" }
    }
    #expect(try found("term 清明 sun#1") == ["2026-04-12", "2027-04-11"])
    #expect(try found("term 清明 sun#-1") == ["2026-03-29", "2027-04-04"])
    #expect(try found("term 清明 sun#2") == ["2026-04-19", "2027-04-18"])
  }

  @Test("A printed rule is parsed as the same rule, for 20,000 random rules", arguments: [UInt64(20_260_823)])
  func printing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let text = RandomRuleText.make(using: &generator)
      let rule = try DateRule(text)
      try #require(try DateRule(rule.description) == rule, "\(text) (seed \(seed))")
      try #require(try DateRule(rule.description).description == rule.description)
    }
  }
}

@Suite("Rules in words", .timed)
struct SpokenRuleTests {
  @Test(
    "A rule is said as people say it, and the words are the rule again",
    arguments: [
      ("lunar 3/23", "農曆三月廿三", "day 23 of lunar month 3"),
      ("lunar */1,15", "每月初一、十五", "days 1, 15 of each lunar month"),
      ("lunar 12/last", "除夕", "the last day of lunar month 12"),
      ("lunar 6L/15", "農曆閏六月十五", "day 15 of lunar month leap 6"),
      ("solar 5/1", "國曆5月1日", "1 May"), ("solar 5/sun#2", "5月第二個星期日", "second Sunday of May"),
      ("solar 11/thu#-1", "11月最後一個星期四", "last Thursday of November"), ("term 清明", "清明", "Pure Brightness"),
      ("term 冬至 -1", "冬至前一日", "1 day before Winter Solstice"),
      ("term 清明 sun#1", "清明後第一個星期日", "first Sunday after Pure Brightness"),
      ("lunar 8/15 offset=-3", "農曆八月十五前三日", "3 days before day 15 of lunar month 8"),
      ("announced 2027-04-04..2027-04-13", "2027-04-04 至 2027-04-13", "2027-04-04 to 2027-04-13"),
      ("lunar 1/9 3/23", "農曆正月初九、農曆三月廿三", "day 9 of lunar month 1; day 23 of lunar month 3"),
    ])
  func spoken(rule: String, chinese: String, english: String) throws {
    let rule = try DateRule(rule)
    #expect(rule.spoken(in: .traditionalChinese) == chinese)
    #expect(try DateRule(chinese) == rule)
    #expect(rule.spoken(in: .english) == english)
  }

  @Test("Options are said in parentheses")
  func options() throws {
    #expect(try DateRule("lunar 6/15 leap=leap").spoken(in: .traditionalChinese) == "農曆六月十五（有閏月時在閏月）")
    #expect(try DateRule("lunar 12/30 short=omit").spoken(in: .traditionalChinese) == "農曆十二月三十（小月沒有這一天）")
    #expect(try DateRule("solar 3/5 from=2026 to=2026").spoken(in: .english) == "5 March (only in 2026)")
  }
}
