import Folklore
import Lunisolar
import TestSupport
import Testing

/// Today is Tuesday, 24 November 2026, 農曆丙午年十月十六.
private let reader = DateReader(today: SolarDate(julianDayNumber: 2_461_369))

@Suite("Dates as people in Taiwan type them", .timed)
struct DateReaderTests {
  private func solar(_ text: String, isLunar: Bool = false) throws -> String {
    let typed = isLunar ? try reader.read(lunar: text) : try reader.read(text)
    return try reader.lunarDate(of: typed).solarDate.description
  }

  @Test("The day of these tests")
  func today() throws {
    #expect(try solar("今天") == "2026-11-24")
    #expect(try reader.lunarDate(of: reader.read("今天")).description == "2026-10-16")
  }

  @Test(
    "5 March 2025 in every form that people use, with nothing left to decide",
    arguments: [
      "2025-03-05", "2025-3-5", "2025/3/5", "2025/03/05", "2025.3.5", "2025.03.05", "20250305", "2025 3 5",
      "2025 / 3 / 5",
      "2025年3月5日", "2025年3月5號", "2025年03月05日", "2025 年 3 月 5 日", "２０２５／３／５", "２０２５年３月５日", "二〇二五年三月五日",
      "二○二五年三月五日", "二零二五年三月五日", "兩千零二十五年三月五日", "1140305", "民國114年3月5日", "民國114年三月五日", "民國 114 年 3 月 5 日",
      "民國一一四年三月五日", "民國一百一十四年三月五日", "民国114年3月5日", "中華民國114年3月5日", "中華民國一百一十四年三月五日", "民國114/3/5",
      "民國114.3.5", "民國114-03-05", "民國1140305", "民114.3.5", "ROC 114/3/5", "R.O.C. 114/3/5", "國曆2025年3月5日",
      "國曆 2025/3/5", "西元2025年3月5日", "公元2025年3月5日", "陽曆2025年3月5日", "西曆2025/3/5", "(國曆)2025/3/5", "AD 2025-03-05",
      "2025/3/5(三)", "2025/3/5（週三）", "2025年3月5日 星期三", "2025年3月5日（三）", "2025-03-05 Wed", "March 5, 2025", "5 March 2025",
      "Mar 5 2025", "5-Mar-2025", "March 5th, 2025", "2025 Mar 5", "Wed, 5 March 2025", " 2025/3/5 ", "2025－3－5",
      "國曆民國114年3月5日", "民國114年國曆3月5日",
    ])
  func onlyOneMeaning(text: String) throws {
    let typed = try reader.read(text)
    #expect(typed.date == .solar(try SolarDate(year: 2025, month: 3, day: 5)))
    #expect(typed.remarks.isEmpty)
  }

  // 20 April 2025 is 三月廿三 and 8 August 2025 閏六月十五: the tables of the Hong Kong Observatory.
  @Test(
    "農曆2025年三月廿三 in every form that people use",
    arguments: [
      "農曆2025年三月廿三", "農曆2025年三月二十三", "農曆2025年三月廿三日", "農曆2025年3月23日", "農曆2025/3/23", "農曆 2025/3/23", "農曆2025-3-23",
      "農曆2025.3.23", "農曆20250323", "農曆民國114年三月廿三", "民國114年農曆三月廿三", "農曆二〇二五年三月廿三", "农历2025年三月廿三", "舊曆2025年三月廿三",
      "陰曆2025年三月廿三", "農 2025/3/23", "(農曆)2025/3/23", "（農曆）2025/3/23", "2025年三月廿三", "民國114年三月廿三", "2025三月廿三",
      "lunar 2025-3-23",
      "農曆去年三月廿三", "去年三月廿三", "農曆２０２５年３月２３日", "農曆2025年三月廿三 星期日",
    ])
  func lunarForms(text: String) throws {
    #expect(try solar(text) == "2025-04-20")
  }

  @Test(
    "The leap month in every form",
    arguments: [
      "農曆2025年閏六月十五", "農曆2025年閏6月15日", "農曆2025/閏6/15", "農曆 2025/閏6/15", "農曆2025-6L-15", "2025-6L-15", "農曆2025閏六月十五",
      "农历2025年闰六月十五", "農曆民國114年閏六月十五", "農曆2025年六月(閏)十五", "2025年閏六月十五",
    ])
  func leapForms(text: String) throws {
    #expect(try solar(text) == "2025-08-08")
  }

  @Test(
    "Numbers without a calendar are lunar for --lunar",
    arguments: [
      ("2025-3-23", "2025-04-20"), ("2025/3/23", "2025-04-20"), ("2025-6L-15", "2025-08-08"),
      ("2025/閏6/15", "2025-08-08"),
      ("2026年4月20日", "2026-06-05"), ("農曆2025年三月廿三", "2025-04-20"), ("民國114/3/23", "2025-04-20"),
      ("20250323", "2025-04-20"),
      ("3-23", "2027-04-29"), ("3/23", "2027-04-29"), ("三月廿三", "2027-04-29"), ("正月初一", "2027-02-06"),
    ])
  func lunarNumbers(text: String, date: String) throws {
    #expect(try solar(text, isLunar: true) == date)
  }

  @Test("A lunar date without a year stays one, so that it can be asked for in many years")
  func withoutYear() throws {
    #expect(try reader.read(lunar: "3-23").date == .lunar(year: nil, month: 3, isLeap: false, day: 23))
    #expect(try reader.read(lunar: "6L-15").date == .lunar(year: nil, month: 6, isLeap: true, day: 15))
    #expect(try reader.read("臘月三十").date == .lunar(year: nil, month: 12, isLeap: false, day: 30))
    #expect(try reader.read(lunar: "-500-3-1").date == .lunar(year: -500, month: 3, isLeap: false, day: 1))
  }

  @Test(
    "Days counted from today",
    arguments: [
      ("今日", "2026-11-24"), ("明天", "2026-11-25"), ("明日", "2026-11-25"), ("後天", "2026-11-26"), ("后天", "2026-11-26"),
      ("大後天", "2026-11-27"), ("昨天", "2026-11-23"), ("前天", "2026-11-22"), ("大前天", "2026-11-21"), ("today", "2026-11-24"),
      ("Tomorrow", "2026-11-25"), ("yesterday", "2026-11-23"), ("+3", "2026-11-27"), ("-3", "2026-11-21"),
      ("+2w", "2026-12-08"),
      ("三天後", "2026-11-27"), ("3天後", "2026-11-27"), ("3 天之後", "2026-11-27"), ("十天前", "2026-11-14"),
      ("兩週後", "2026-12-08"),
      ("兩個禮拜後", "2026-12-08"), ("再過三天", "2026-11-27"), ("in 3 days", "2026-11-27"), ("2 weeks ago", "2026-11-10"),
      ("週三", "2026-11-25"), ("星期二", "2026-11-24"), ("禮拜一", "2026-11-30"), ("這週五", "2026-11-27"), ("本週日", "2026-11-29"),
      ("下週三", "2026-12-02"), ("下周三", "2026-12-02"), ("下星期三", "2026-12-02"), ("下禮拜三", "2026-12-02"),
      ("下個星期三", "2026-12-02"),
      ("下下週三", "2026-12-09"), ("上週三", "2026-11-18"), ("上上週三", "2026-11-11"), ("下週日", "2026-12-06"),
      ("下禮拜天", "2026-12-06"),
      ("Wednesday", "2026-11-25"), ("next Wednesday", "2026-12-02"), ("last friday", "2026-11-20"),
      ("wed", "2026-11-25"),
      ("15號", "2026-12-15"), ("這個月15日", "2026-11-15"), ("下個月5號", "2026-12-05"), ("上個月5日", "2026-10-05"),
    ])
  func relative(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  // The new moons of November 2026 to January 2027 begin months on 9 November, 9 December and 8 January.
  @Test(
    "Lunar days of this month and its neighbours",
    arguments: [
      ("初一", "2026-12-09"), ("十五", "2026-12-23"), ("廿三", "2026-12-01"), ("本月初一", "2026-11-09"), ("這個月十五", "2026-11-23"),
      ("下個月初一", "2026-12-09"), ("下下個月初一", "2027-01-08"), ("三十", "2026-12-08"),
    ])
  func lunarDays(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "Days by their names",
    arguments: [
      ("除夕", "2027-02-05"), ("今年除夕", "2027-02-05"), ("2025年除夕", "2026-02-16"), ("小年夜", "2027-02-04"),
      ("去年除夕", "2025-01-28"),
      ("春節", "2027-02-06"), ("明年春節", "2027-02-06"), ("大年初三", "2027-02-08"), ("元宵節", "2027-02-20"),
      ("端午節", "2027-06-09"),
      ("2027年中秋節", "2027-09-15"), ("中秋", "2027-09-15"), ("重陽節", "2027-10-08"), ("民國116年端午", "2027-06-09"),
      ("冬至", "2026-12-22"),
      ("2025冬至", "2025-12-21"), ("明年清明", "2027-04-05"), ("清明節", "2027-04-05"), ("winter solstice", "2026-12-22"),
      ("冬至前一日", "2026-12-21"),
      ("元旦", "2027-01-01"), ("國慶日", "2027-10-10"), ("母親節", "2027-05-09"), ("今年母親節", "2026-05-10"),
      ("父親節", "2027-08-08"),
      ("丙午年除夕", "2027-02-05"),
      ("尾牙", "2027-01-23"), ("2026年立春", "2026-02-04"), ("谷雨", "2027-04-20"), ("今年中秋", "2026-09-25"),
      ("農曆過年", "2027-02-06"), ("大年三十", "2027-02-05"), ("Christmas", "2026-12-25"), ("2025中秋節", "2025-10-06"),
      ("七月半", "2027-08-16"), ("明年初一", "2027-02-06"),
    ])
  func names(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "Other eras, as they stand in household registers",
    arguments: [
      ("光緒三十年三月廿三", "1904-05-08"), ("昭和10年3月5日", "1935-03-05"), ("大正五年三月五日", "1916-03-05"),
      ("明治三十八年3月5日", "1905-03-05"),
      ("民國前5年3月5日", "1907-03-05"), ("民國元年1月1日", "1912-01-01"), ("民國38年正月初五", "1949-02-02"), ("宣統元年正月初一", "1909-01-22"),
      ("西元前500年3月1日", "-0499-03-01"), ("-0500-03-01", "-0500-03-01"), ("民國卅八年十月一日", "1949-10-01"),
    ])
  func eras(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "What can mean two things is said, with the text for the other",
    arguments: [
      ("114/4/5", "2025-04-05", ["0114-04-05"]), ("114年4月5日", "2025-04-05", ["0114-04-05"]),
      ("農曆114年三月廿三", "2025-04-20", ["農曆西元114年三月廿三"]), ("25/3/5", "1936-03-05", ["2025-03-05"]),
      ("99/3/5", "2010-03-05", ["1999-03-05"]), ("990305", "2010-03-05", ["1999-03-05"]),
      ("5/3/2025", "2025-05-03", ["2025-03-05"]),
      ("2026年四月二十", "2026-06-05", ["2026-04-20"]), ("三月廿三日", "2027-04-29", ["2027-03-23", "農曆2026年三月廿三"]),
      ("3/5", "2027-03-05", ["農曆2027年三月初五", "2026-03-05"]), ("3月5日", "2027-03-05", ["農曆2027年三月初五", "2026-03-05"]),
      ("三月五日", "2027-03-05", ["農曆2027年三月初五", "2026-03-05"]), ("農曆三月廿三", "2027-04-29", ["農曆2026年三月廿三"]),
      ("農曆乙巳年三月廿三", "2025-04-20", ["農曆1965年三月廿三", "農曆2085年三月廿三"]),
      ("蛇年三月廿三", "2025-04-20", ["農曆2013年三月廿三", "農曆2037年三月廿三"]), ("除夕", "2027-02-05", ["2026-02-16"]),
      ("中秋", "2027-09-15", ["2026-09-25"]), ("2025年除夕", "2026-02-16", ["2025-01-28"]),
      ("0114/3/5", "0114-03-05", ["民國114年3月5日"]),
      ("下週日", "2026-12-06", ["2026-11-29"]), ("週三", "2026-11-25", ["2026-12-02"]),
    ] as [(String, String, [String])])
  func remarks(text: String, date: String, others: [String]) throws {
    let typed = reader.dated(try reader.read(text))
    #expect(try solar(text) == date)
    #expect(typed.remarks.flatMap(\.others) == others)
    for other in others { #expect(try solar(other) != date, "\(other) is another day") }
    for remark in typed.remarks {
      #expect(remark.text(in: .english).allSatisfy { $0.isASCII } || !remark.others.isEmpty)
      #expect(remark.text(in: .traditionalChinese).contains { !$0.isASCII })
    }
  }

  @Test(
    "What is no day is answered with days, each of which is read",
    arguments: [
      ("abc", "not_a_date"), ("", "not_a_date"), ("農曆", "not_a_date"), ("2025-03-05x", "not_a_date"),
      ("2025-", "not_a_day"),
      ("媽祖聖誕", "not_a_date"), ("每月初一", "not_a_date"), ("下個月", "not_a_date"),
      ("123456789", "not_a_date"),
      ("1-2-3-4", "not_a_date"), ("農曆abc", "not_a_date"), ("國曆三月初一", "not_a_date"), ("2025-6LL-1", "not_a_date"),
      ("2025L-3-1", "not_a_date"),
      ("2025-02-30", "no_such_solar_day"), ("2025/4/31", "no_such_solar_day"), ("2025/13/5", "no_such_solar_month"),
      ("2025/13/32", "no_such_solar_month"), ("2025-00-05", "no_such_solar_month"), ("2025-03-00", "no_such_solar_day"),
      ("民國114年2月29日", "no_such_solar_day"), ("2025/3", "not_a_day"), ("114/3", "not_a_day"), ("2025年3月", "not_a_day"),
      ("2025", "not_a_day"),
      ("2025年", "not_a_day"), ("0305", "not_a_date"), ("29/2", "not_a_day"), ("民國0年1月1日", "not_a_year"),
      ("202503", "not_a_day"), ("農曆2025年三月", "not_a_day"), ("正月", "not_a_day"), ("March 2025", "not_a_day"),
      ("國曆農曆2025年3月5日", "two_calendars"), ("2025年3月5日（四）", "other_weekday"), ("Thu, 5 March 2025", "other_weekday"),
      ("農曆2026年閏六月十五", "no_such_leap_month"), ("閏六月十五", "no_such_leap_month"), ("農曆2025年閏五月初五", "no_such_leap_month"),
      ("農曆2025年十三月初一", "no_such_lunar_month"), ("農曆2025年三月三十一", "no_such_lunar_day"),
      ("農曆2026年二月三十", "no_such_lunar_day"),
      ("農曆2025/13/1", "no_such_lunar_month"), ("農曆13/1", "no_such_lunar_month"), ("農曆3/31", "no_such_lunar_day"),
      ("99999/1/1", "solar_year_out_of_range"), ("農曆99999年正月初一", "lunar_year_out_of_range"),
      ("農曆12345年三月初一", "lunar_year_out_of_range"),
    ])
  func advice(text: String, code: String) throws {
    let error = try #require(throws: DateReadingError.self) { try self.solar(text) }
    #expect(error.code == code)
    #expect(error.text == text)
    #expect(!error.advice.isEmpty)
    for advice in error.advice {
      #expect(throws: Never.self, "\(advice)") { try self.solar(advice) }
      for message in [error.description, error.chinese] { #expect(message.contains(advice) && message.contains(text)) }
    }
  }

  @Test(
    "Advice for --lunar is read by --lunar",
    arguments: ["", "x", "2025", "2025-", "2025-13-1", "3-31", "6L-15", "2025-3-31"])
  func lunarAdvice(text: String) throws {
    let error = try #require(throws: DateReadingError.self) { try self.solar(text, isLunar: true) }
    #expect(!error.advice.isEmpty)
    for advice in error.advice { #expect(throws: Never.self, "\(advice)") { try self.solar(advice, isLunar: true) } }
  }

  @Test(
    "Years as people type them",
    arguments: [
      ("2026", 2026), ("2026年", 2026), ("民國115年", 2026), ("民國115", 2026), ("115", 2026), ("115年", 2026),
      ("二〇二六年", 2026), ("今年", 2026),
      ("明年", 2027), ("去年", 2025), ("乙巳年", 2025), ("乙巳", 2025), ("蛇年", 2025), ("-500", -500), ("0115", 115),
      ("西元115年", 115),
    ])
  func years(text: String, year: Int) throws {
    #expect(try reader.year(text).year == year)
  }

  @Test("A year that is none is answered with years", arguments: ["abc", "", "2026-1", "12345678", "三月"])
  func yearAdvice(text: String) throws {
    let error = try #require(throws: DateReadingError.self) { try reader.year(text) }
    #expect(error.code == "not_a_year")
    for advice in error.advice { #expect(try reader.year(advice).year == 2026) }
  }

  @Test(
    "What stands around a date: a time, a label, quotation marks, a full stop, the calendar behind it",
    arguments: [
      "2025/3/5 14:30", "2025-03-05 08:00 AM", "2025-03-05T08:00", "2025/3/5 下午2:30", "2025年3月5日 星期三 上午10時",
      "2025/3/5.", "「2025/3/5」",
      "'2025/3/5", "(2025/3/5)", "生日：2025/3/5", "日期:114年03月05日", "效期2025.03.05", "EXP 2025/03/05", "謹訂於民國114年3月5日（星期三）",
      "2025/3/5（國曆）", "國114.3.5", "國曆2025年3月5日農曆二月初六", "民國一一四年三月五日(農曆二月初六)", "2025年3月5日農曆二月初六（星期三）", "2025_03_05",
      "2025//3/5", "114年3/5", "2025/3/5 18:30 入席", "05-MAR-25", "2025-03-05T14:30:00+08:00", "2025-03-04T20:00:00Z",
      "農曆2025/2/6",
      "2025/2/6(農曆)", "114/2/6 農曆", "乙巳年二月六日", "歲次乙巳二月初六日", "民國114年歲次乙巳二月初六", "農曆2025年二月初六辰時", "陰曆2025/2/6吉時",
    ])
  func around(text: String) throws {
    #expect(try solar(text) == "2025-03-05")
  }

  @Test(
    "Reigns, cycles and days of months that have gone wrong before",
    arguments: [
      ("光緒甲午年三月初五", "1894-04-10"), ("民國丙寅年八月十二", "1986-09-15"), ("道光廿三年八月十五日", "1843-10-08"),
      ("乙巳年三月二十三日", "2025-04-20"),
      ("馬年十月十六日", "2026-11-24"), ("民前3年5月6日", "1909-05-06"), ("民國元年元月一日", "1912-01-01"), ("農曆0323", "2027-04-29"),
      ("月底", "2026-11-30"),
      ("下個月底", "2026-12-31"), ("年底", "2026-12-31"), ("一百天後", "2027-03-04"), ("3/5 14:00", "2027-03-05"),
      ("11/28 18:30", "2026-11-28"),
      ("今晚", "2026-11-24"), ("明天早上8點", "2026-11-25"), ("下週三下午兩點", "2026-12-02"), ("二二八", "2027-02-28"),
      ("+ 3", "2026-11-27"),
      ("day after tomorrow", "2026-11-26"), ("農曆三月廿三。", "2027-04-29"), ("明天！", "2026-11-25"),
      ("winter solstice", "2026-12-22"),
    ])
  func found(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "Digits, times and several days are errors, never a stop of the program",
    arguments: [
      "3", "12", "114", "0", "７", "1.", "3-", "18:30", "12點", "24小時", "2O25/3/5", "1x3", "3~5", "100元", "農曆3",
      "0912-345-678", "02-2345-6789",
      "1,234,567", "初二十六", "初一十五", "農曆三月初三十", "正月十五 星期一", "昭和99年1月1日", "2025/3/5~2025/3/7", "114/3/5-7", "初一、十五",
      "3/5、3/6", "2025305",
      "114305", "2025/0/5", "農曆2025年閏五月", "閏六月", "國曆2025年3月5日農曆二月初七", "民國114年丙午二月初六", "下週", "每月初一", "-", "+", "年", "月",
      "日",
      "農曆農曆", "((", "歲次", "西元", "民國", "2025年底底", "十", "L", "閏",
    ])
  func digits(text: String) throws {
    for isLunar in [false, true] {
      let error = try #require(throws: DateReadingError.self, "\(text)") { try self.solar(text, isLunar: isLunar) }
      for advice in error.advice {
        #expect(throws: Never.self, "\(text): \(advice)") { try self.solar(advice, isLunar: isLunar) }
      }
    }
  }

  @Test(
    "Days counted from other days, and weekdays of months",
    arguments: [
      ("除夕前一日", "2027-02-04"), ("農曆八月十五前一日", "2027-09-14"), ("冬至後第三日", "2026-12-25"), ("中秋前三天", "2027-09-12"),
      ("中秋三天前", "2027-09-12"), ("清明後第一個週日", "2027-04-11"), ("12月第一個星期日", "2026-12-06"), ("2025/3/5後10天", "2025-03-15"),
      ("2025/3/5前一個月", "2025-02-05"), ("2025/3/31後一個月", "2025-04-30"), ("一個月後", "2026-12-24"), ("半年後", "2027-05-24"),
      ("一年前", "2025-11-24"), ("下個初一", "2026-12-09"), ("下下個初一", "2027-01-08"), ("下次十五", "2026-12-23"),
      ("端午隔天", "2027-06-10"), ("冬至前夕", "2026-12-21"), ("除夕的前一天", "2027-02-04"), ("明年的今天", "2027-11-24"),
      ("2027年5月第二個星期日", "2027-05-09"), ("下個月第一個星期一", "2026-12-07"), ("11月最後一個星期五", "2026-11-27"),
      ("second Sunday of May 2027", "2027-05-09"), ("3 days before Mid-Autumn 2027", "2027-09-12"),
      ("the day before Chinese New Year", "2027-02-05"), ("first Sunday after 2027-04-05", "2027-04-11"),
      ("two months later", "2027-01-24"), ("二十五天後", "2026-12-19"),
    ])
  func shifted(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "Names with the year on either side, in both languages",
    arguments: [
      ("lunar new year", "2027-02-06"), ("農曆年", "2027-02-06"), ("2025年農曆除夕", "2026-02-16"),
      ("lunar new year 2027", "2027-02-06"),
      ("Mid-Autumn 2027", "2027-09-15"), ("Mid-Autumn Festival", "2027-09-15"), ("中秋 2027", "2027-09-15"),
      ("2027年的中秋節", "2027-09-15"), ("Lunar New Year's Eve 2027", "2027-02-05"),
      ("Dragon Boat Festival 2027", "2027-06-09"),
      ("Qingming 2027", "2027-04-05"), ("下個中秋", "2027-09-15"), ("明年尾牙", "2027-01-23"), ("正月初九天公生", "2027-02-14"),
      ("令和7年3月5日", "2025-03-05"), ("平成元年5月1日", "1989-05-01"),
    ])
  func yearsBesideNames(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "Days with dots begin with the day, and 廿 and 卅 with 日 are solar in years of the Republic",
    arguments: [
      ("05.03.2025", "2025-03-05"), ("31.12.2026", "2026-12-31"), ("12.31.2026", "2026-12-31"),
      ("114年十二月卅一日", "2025-12-31"), ("民國36年二月廿八日", "1947-02-28"), ("民國卅六年二月廿八日", "1947-02-28"),
      ("2025年十二月卅一日", "2025-12-31"), ("民國36年二月廿八", "1947-03-20"),
    ])
  func conventions(text: String, date: String) throws {
    #expect(try solar(text) == date)
  }

  @Test(
    "A date without a year is today or the next such day, and names the one that has passed",
    arguments: [
      ("11/24", "2026-11-24", "2025-11-24"), ("11/23", "2027-11-23", "2026-11-23"),
      ("11/20(五)", "2026-11-20", "2027-11-20"),
      ("十月十六", "2026-11-24", "農曆2025年十月十六"), ("十月十五", "2027-11-12", "農曆2026年十月十五"), ("20號", "2026-12-20", "2026-11-20"),
    ])
  func next(text: String, date: String, other: String) throws {
    let typed = reader.dated(try reader.read(text))
    #expect(try reader.lunarDate(of: typed).solarDate.description == date)
    #expect(typed.remarks.flatMap(\.others).contains(other))
  }

  @Test("今年 and 明年 are civil years unless 農曆 is said, with a note where the lunar year differs")
  func civilYears() throws {
    let january = DateReader(today: try SolarDate(year: 2027, month: 1, day: 10))
    let dates = [
      ("今年中秋", "2027-09-15"), ("農曆今年中秋", "2026-09-25"), ("今年農曆八月十五", "2026-09-25"), ("今年三月廿三", "2027-04-29"),
      ("今年除夕", "2027-02-05"), ("明年中秋", "2028-10-03"), ("去年中秋", "2026-09-25"),
    ]
    for (text, date) in dates {
      let (found, remarks) = try january.solarDate(text)
      #expect(found.description == date, "\(text)")
      #expect(text == "今年除夕" || text.contains("農曆") || !remarks.isEmpty, "\(text)")
    }
  }

  @Test("An instant is read on the reader's clock, and a time of day is kept beside the date")
  func times() throws {
    let clock = try ZonedClock(identifier: "America/Los_Angeles")
    let there = DateReader(today: try SolarDate(year: 2026, month: 11, day: 24), clock: clock)
    #expect(try there.solarDate("2027-02-05T16:00:00Z").date.description == "2027-02-05")
    #expect(try solar("2027-02-05T16:00:00Z") == "2027-02-06")
    for (text, time) in [
      ("2027/4/29 19:00", "19:00"), ("116/4/29 下午7時", "19:00"), ("明天早上8點半", "08:30"), ("2027-04-29 7:05 PM", "19:05"),
      ("2027/4/29 中午12點", "12:00"), ("2027/4/29 上午12:00", "00:00"), ("三月廿三晚上九點", "21:00"),
    ] {
      #expect(try reader.read(text).time?.description == time, "\(text)")
    }
    // 19:00 in Taipei, and 19:00 of summer time in California.
    #expect(try reader.instant("2027/4/29 19:00").unixTime == CivilTime.parse("2027-04-29T19:00:00+08:00").unixTime)
    #expect(try there.instant("2027/4/29 下午7時").unixTime == CivilTime.parse("2027-04-29T19:00:00-07:00").unixTime)
    #expect(try there.instant("2027-04-29T19:00:00+08:00").unixTime == CivilTime.parse("2027-04-29T11:00:00Z").unixTime)
    #expect(
      try reader.instant("2027-04-29T19:00:30").unixTime == CivilTime.parse("2027-04-29T19:00:30+08:00").unixTime)
    // Where a day is enough, it is its start; a time that people read differently is still asked for.
    #expect(
      try reader.instant("2027/4/29", acceptsDays: true).unixTime
        == CivilTime.parse("2027-04-29T00:00:00+08:00").unixTime)
    #expect(
      try there.instant("2027/4/29 19:00", acceptsDays: true).unixTime == there.instant("2027/4/29 19:00").unixTime)
    for wrong in ["2027/4/29 子時", "2027/4/31"] {
      #expect(throws: InstantReadingError.self) { try reader.instant(wrong, acceptsDays: true) }
    }
    let error = try #require(throws: InstantReadingError.self) { try reader.instant("2027/4/29") }
    #expect(error.chinese.contains("2027-04-29 19:00") && error.description.contains("2027-04-29 19:00"))
    for text in ["2027/4/29", "2027/4/29 子時", "2027/4/29 晚上12點"] { #expect(try reader.read(text).time == nil) }
  }

  @Test("Names of the catalogue are dates, and a wrong name is answered with the right one")
  func catalogue() throws {
    let mazu = Deity(key: "mazu", name: LocalizedName("天上聖母", english: "Mazu"), aliases: ["媽祖"])
    let events = [
      Event(
        id: 1, key: "mazu", kind: .deity, observance: .birth, title: LocalizedName("媽祖聖誕", english: "Birthday of Mazu"),
        rule: try DateRule("lunar 3/23"), deityKey: "mazu"),
      Event(
        id: 2, key: "gates", kind: .festival, observance: .festival, title: LocalizedName("開鬼門"), aliases: ["鬼門開"],
        rule: try DateRule("lunar 7/1")),
    ]
    let names = try DayNames(Catalogue(sources: [], deities: [mazu], events: events, groups: []))
    let reader = DateReader(today: SolarDate(julianDayNumber: 2_461_369), names: { names })
    for text in [
      "媽祖生", "媽祖聖誕", "媽祖生日", "天上聖母千秋", "妈祖生日", "Mazu's birthday", "birthday of mazu", "2027媽祖生", "明年媽祖生", "三月廿三媽祖生",
    ] {
      #expect(try reader.solarDate(text).date.description == "2027-04-29", "\(text)")
    }
    #expect(try reader.solarDate("鬼門開前一天").date.description == "2027-08-01")
    for text in ["媽袓生日", "馬祖生日", "三月廿四媽祖生"] {
      let error = try #require(throws: DateReadingError.self) { try reader.solarDate(text) }
      for advice in error.advice { #expect(throws: Never.self, "\(advice)") { try reader.solarDate(advice) } }
    }
    #expect(throws: DateReadingError.self) { try reader.solarDate("媽祖") }
  }

  @Test("In January, 今年除夕 is the end of the lunar year that still runs")
  func january() throws {
    let january = DateReader(today: try SolarDate(year: 2027, month: 1, day: 10))
    #expect(try january.solarDate("除夕").date.description == "2027-02-05")
    #expect(try january.solarDate("三月廿三").remarks.first?.others == ["農曆2026年三月廿三"])
  }

  @Test(
    "A text longer than a date is refused, also one of few characters and many scalars",
    arguments: [
      String(repeating: "3/5、", count: 5_000), String(repeating: "農曆", count: 51),
      "3/5" + String(repeating: "\u{301}", count: 5_000),
    ])
  func tooLong(text: String) {
    let error = #expect(throws: DateReadingError.self) { try reader.read(text) }
    #expect(error?.reason == .tooLong && error?.code == "date_too_long")
    #expect((error?.description.unicodeScalars.count ?? 0) < 200 && error?.chinese.contains("100 個字") == true)
  }

  @Test("Of a list the first two days are read, and advised")
  func list() {
    let error = #expect(throws: DateReadingError.self) { try reader.read("3/5、3/6") }
    #expect(error?.reason == .severalDays)
    #expect(throws: DateReadingError.self) { try reader.read(String(repeating: "3/5、", count: 24)) }
  }
}
