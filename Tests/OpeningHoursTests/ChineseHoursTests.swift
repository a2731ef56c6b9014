import Folklore
import Lunisolar
import OpeningHours
import TestSupport
import Testing

@Suite("Opening hours in Chinese", .timed)
struct ChineseHoursTests {
  /// 2026-11-09 is the first day of the tenth lunar month, a Monday; 2026-11-10 a Tuesday, 2026-11-14 a Saturday, 2026-11-23 the
  /// fifteenth lunar day, a Monday. 2026-07-06 is a Monday, the 22nd lunar day.
  @Test(
    "An exception holds wherever it stands",
    arguments: [
      ("週一公休；08:00-17:00", "2026-11-16", "10:00", OpeningHours.State.closed),
      ("週一公休；08:00-17:00", "2026-11-10", "10:00", .open),
      ("週一公休，08:00-17:00", "2026-11-16", "10:00", .closed),
      ("週一公休 08:00-17:00", "2026-11-16", "10:00", .closed),
      ("週一公休，其餘時間 08:00-17:00", "2026-11-16", "10:00", .closed),
      ("週一公休，其餘時間 08:00-17:00", "2026-11-14", "10:00", .open),
      ("初一、十五 04:30-22:00，每日 05:30-21:00", "2026-11-09", "04:45", .open),
      ("初一、十五 04:30-22:00，每日 05:30-21:00", "2026-11-10", "04:45", .closed),
      ("初一、十五 04:30-22:00，每日 05:30-21:00", "2026-11-23", "21:30", .open),
      ("初一、十五 04:30-22:00，平日 05:30-21:00", "2026-11-09", "04:45", .open),
      ("初一、十五 04:30-22:00，平日 05:30-21:00", "2026-11-14", "10:00", .open),
      ("初一、十五 04:30-22:00，平日 05:30-21:00", "2026-11-14", "21:30", .closed),
      ("初一、十五 04:30-22:00，平日 05:30-21:00，週末 07:00-21:00", "2026-11-14", "06:00", .closed),
      ("週六、日 04:00-23:00；每日 06:00-20:00", "2026-11-14", "05:00", .open),
      ("12月25日公休；每日 05:00-22:00", "2026-12-25", "12:00", .closed),
      ("週一公休；4月至9月 05:00-22:00；10月至3月 06:00-21:00", "2026-07-06", "12:00", .closed),
      ("12:00-13:00休息；每日 08:00-17:00", "2026-11-10", "12:30", .closed),
      ("12:00-13:00休息；每日 08:00-17:00", "2026-11-10", "13:30", .open),
      ("每日 08:00-17:00，中午12:00-13:00 休息", "2026-11-10", "10:00", .open),
      ("每日 08:00-17:00，中午12:00-13:00 休息", "2026-11-10", "12:30", .closed),
      ("週一至週五 08:00-17:00（12:00-13:00休息）；週六日 08:00-20:00", "2026-11-14", "12:30", .open),
      ("週一至週五 08:00-17:00（12:00-13:00休息）；週六日 08:00-20:00", "2026-11-10", "12:30", .closed),
      ("08:00-17:00（週一休館）", "2026-11-16", "10:00", .closed), ("暫停開放", "2026-11-10", "10:00", .closed),
    ])
  func exceptions(text: String, date: String, time: String, state: OpeningHours.State) throws {
    let hours = try OpeningHours(text)
    let (date, time) = (try SolarDate(iso: date), try #require(TimeOfDay(time)))
    #expect(hours.state(on: date, at: time, isPublicHoliday: false) == state)
    #expect(try OpeningHours(hours.description).state(on: date, at: time, isPublicHoliday: false) == state)
  }

  @Test("A public holiday on a weekday has the hours of 假日, before and behind 平日")
  func publicHolidays() throws {
    let evening = try #require(TimeOfDay("21:30"))
    for text in ["假日 06:00-22:00；平日 06:00-21:00", "平日 06:00-21:00；假日 06:00-22:00"] {
      let hours = try OpeningHours(text)
      #expect(hours.state(on: .tuesday, at: evening, isPublicHoliday: true) == .open)
      #expect(hours.state(on: .tuesday, at: evening, isPublicHoliday: false) == .closed)
    }
  }

  @Test("Texts in OpenStreetMap's syntax keep their order, where the later rule holds")
  func openStreetMap() throws {
    let noon = try #require(TimeOfDay("12:00"))
    #expect(try OpeningHours("Mo off; 08:00-17:00").state(on: .monday, at: noon) == .open)
    #expect(try OpeningHours("Mo off; 08:00-17:00 \"週一公休\"").state(on: .monday, at: noon) == .open)
  }

  @Test(
    "More ways to write hours",
    arguments: [
      ("全年無休 06:00-21:00", "06:00-21:00"), ("全年無休，06:00-21:00", "06:00-21:00"), ("終年無休：06:00-21:00", "06:00-21:00"),
      ("06:00-21:00，全年無休", "06:00-21:00"), ("06:00-21:00（年中無休）", "06:00-21:00"), ("24 小時", "24/7"), ("24H", "24/7"),
      ("24 hours", "24/7"), ("24hrs", "24/7"), ("全年無休 24 小時", "24/7"),
      ("06:00-12:00 14:00-18:00", "06:00-12:00,14:00-18:00"), ("上午6時至12時 下午2時至6時", "06:00-12:00,14:00-18:00"),
      ("平日上午8時至12時；平日下午1時至5時", "Mo-Fr 08:00-12:00,13:00-17:00"),
      ("8:00-17:00 逢週一公休", "08:00-17:00; Mo off"), ("08:00-17:00(週一休館)", "08:00-17:00; Mo off"),
      ("每日 08:00-17:00（週一除外）", "08:00-17:00; Mo off"), ("08:00-17:00，公休日：週一、二", "08:00-17:00; Mo-Tu off"),
      ("08:00-17:00 公休日：週一", "08:00-17:00; Mo off"),
      ("08:00-17:00 休息時間 12:00-13:00", "08:00-17:00; 12:00-13:00 off"),
      ("12:00-13:00、17:00-18:00 休息；08:00-20:00", "08:00-20:00; 12:00-13:00,17:00-18:00 off"),
      ("平常日06:00-21:00；假日05:00-22:00", "Mo-Fr 06:00-21:00; Sa-Su,PH 05:00-22:00"),
      ("平日（週一至週五）08:00-17:00", "Mo-Fr 08:00-17:00"), ("暫停開放", "off"), ("暂停开放", "off"),
      ("每月初一、十五 24 小時開放，其他日子 05:00-22:00", "05:00-22:00; lunar 1,15 00:00-24:00"),
      ("初一 24 小時", "lunar 1 00:00-24:00"), ("週六 下午 2 點 到 5 點", "Sa 14:00-17:00"),
      ("非假日 06:00-21:00", "Mo-Fr 06:00-21:00"), ("24小時不打烊", "24/7"), ("AM 6:00 - PM 9:00", "06:00-21:00"),
      ("開放時間：每日 06:00-21:00", "06:00-21:00"), ("每日開放 06:00-21:00", "06:00-21:00"),
      ("「請電洽」", "\"請電洽\""), ("18:00-02:00，週一公休", "18:00-02:00; Mo off"),
    ])
  func forms(text: String, canonical: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(canonical) == hours)
  }

  @Test(
    "Forms that OpenStreetMap's syntax lacks are recognized",
    arguments: [
      ("AM 6:00 - PM 9:00", true), ("24 hours", true), ("06:00-12:00 14:00-18:00", true), ("每日 06:00-21:00", true),
      ("24/7", false), ("06:00-12:00,14:00-18:00", false), ("Mo-Su 05:00-22:00; PH off", false), ("\"請電洽\"", false),
    ])
  func ownForms(text: String, hasOwnForms: Bool) { #expect(OpeningHours.hasOwnForms(text) == hasOwnForms) }

  /// What the advice of the error must contain.
  @Test(
    "The advice fits what failed, and each text of it is read",
    arguments: [
      ("全年無休", "沒有寫明開放的時間", ["24/7", "每日 05:00-22:00"]), ("每日開放", "應為時間", ["24/7", "每日 05:00-22:00"]),
      ("不定時", "這是說明", ["\"不定時\""]), ("請電洽 02-12345678", "這是說明", ["\"請電洽 02-12345678\""]),
      ("依廟方公告", "省略", ["\"依廟方公告\""]), ("無", "這是說明", ["\"請電洽\""]),
      ("08:00-17:00，依廟方公告", "第 13 個字：這是說明", ["08:00-17:00 \"依廟方公告\""]),
      ("農曆七月 24小時", "不支援農曆的月份", ["每日 05:00-22:00；初一、十五 04:00-24:00", "每日 05:00-22:00 \"農曆七月 24小時\""]),
      ("夏季 05:00-22:00 冬季 06:00-21:00", "應為時間", ["Apr-Sep 05:00-22:00; Oct-Mar 06:00-21:00"]),
      ("每日 05:00-22:00，農曆七月公休", "不支援農曆的月份", ["每日 05:00-22:00 \"農曆七月公休\""]),
      ("初一 5", "時間要有分", ["每日 05:00-22:00；初一、十五 04:00-24:00"]), ("週八公休", "應為星期", ["每日 08:00-17:00；週一公休"]),
      ("06:00-12:00 or 14:00-18:00", "應為「；」", ["每日 06:00-12:00,14:00-18:00"]),
      ("週一 08:00-17:00 12:00-18:00", "應為「；」", ["每日 06:00-12:00,14:00-18:00"]),
      ("9-17", "時間要有分", ["每日 05:00-22:00", "24小時"]),
    ])
  func advice(text: String, problem: String, advice: [String]) throws {
    let error = try #require(throws: OpeningHoursError.self) { try OpeningHours(text) }
    #expect(error.chinese.contains(problem))
    #expect(advice.allSatisfy(error.chineseSuggestions.contains))
    #expect(error.suggestions.count == error.chineseSuggestions.count)
    for suggestion in error.suggestions {
      #expect(error.description.contains(suggestion))
      _ = try OpeningHours(suggestion)
    }
    for suggestion in error.chineseSuggestions {
      #expect(error.chinese.contains("「\(suggestion)」"))
      _ = try OpeningHours(suggestion)
    }
  }

  @Test(
    "Hours as offices and maps write them",
    arguments: [
      ("0530-2130", "05:30-21:30"), ("530-2130", "05:30-21:30"), ("0530~1200,1330~2130", "05:30-12:00,13:30-21:30"),
      ("一~五 08:00-17:00", "Mo-Fr 08:00-17:00"), ("一至日 06:00-21:00", "06:00-21:00"),
      ("一、三、五 08:00-12:00", "Mo,We,Fr 08:00-12:00"), ("5am-9pm", "05:00-21:00"),
      ("上午：8:00-12:00 下午：1:30-5:00", "08:00-12:00,13:30-17:00"), ("Daily 06:00-21:00", "06:00-21:00"),
      ("06:00-21:00 daily", "06:00-21:00"), ("國定假日 05:00-22:00", "PH 05:00-22:00"),
      ("每日06:00-21:00，除夕24小時", "06:00-21:00; lunar 12/last 00:00-24:00"),
      ("06:00-21:00；除夕至初五 24小時", "06:00-21:00; lunar 12/last-1/5 00:00-24:00"),
      ("農曆正月初一至十五 24小時", "lunar 1/1-1/15 00:00-24:00"),
      ("06:00-21:00，三月廿三 24小時", "06:00-21:00; lunar 3/23 00:00-24:00"),
      ("06:00-21:00，初一十五至22:00", "06:00-21:00; lunar 1,15 06:00-22:00"),
      ("初一、十五延長至23:00；05:00-21:00", "05:00-21:00; lunar 1,15 05:00-23:00"),
      ("08:00-17:00，每月第一個週日公休", "08:00-17:00; Su[1] off"),
      ("週六 08:00-12:00，每月第二、四個週六公休", "Sa 08:00-12:00; Sa[2,4] off"),
      ("08:00-17:00；每月最後一個星期五公休", "08:00-17:00; Fr[-1] off"),
      ("週二至週日 09:00-17:00，週一公休（遇國定假日照常開放）", "Tu-Su 09:00-17:00; Mo off; PH 09:00-17:00"),
    ])
  func offices(text: String, canonical: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(canonical) == hours)
  }

  @Test(
    "A day of rest alone says nothing of the other days, unless it is written for programs",
    arguments: ["週一公休", "每週一公休", "星期一休息", "每月第一個週一公休", "國定假日公休", "週一公休，國定假日照常", "初一十五至22:00"])
  func restAlone(text: String) throws {
    let hours = try OpeningHours(text)
    // Wednesday, 25 November 2026, 十月十七.
    let wednesday = try SolarDate(year: 2026, month: 11, day: 25)
    let noon = try #require(TimeOfDay("12:00"))
    #expect(hours.state(on: wednesday, at: noon, isPublicHoliday: false) == .unknown)
    #expect(try OpeningHours(hours.description) == hours)
    #expect(try OpeningHours("Mo off").state(on: wednesday, at: noon) == .closed)
  }

  @Test("Weekdays of months, and days of the lunar year, are known by the date")
  func datesOfTheYear() throws {
    func state(_ text: String, _ date: String) throws -> OpeningHours.State {
      try OpeningHours(text).state(on: SolarDate(iso: date), at: #require(TimeOfDay("10:00")))
    }
    // Sundays of November 2026: 1, 8, 15, 22, 29.
    #expect(try state("08:00-17:00; Su[1] off", "2026-11-01") == .closed)
    #expect(try state("08:00-17:00; Su[1] off", "2026-11-08") == .open)
    #expect(try state("08:00-17:00; Su[-1] off", "2026-11-29") == .closed)
    #expect(try state("08:00-17:00; Su[1] off", "2026-11-02") == .open)
    // 除夕 is 5 February 2027, 初五 the 10th, by the tables of the Hong Kong Observatory.
    for day in ["2027-02-05", "2027-02-06", "2027-02-10"] { #expect(try state("除夕至初五 24小時", day) == .open) }
    for day in ["2027-02-04", "2027-02-11", "2027-03-08"] { #expect(try state("除夕至初五 24小時", day) == .closed) }
    #expect(try OpeningHours("Su[1] 08:00-12:00").state(on: .sunday, at: #require(TimeOfDay("10:00"))) == .unknown)
  }
}
