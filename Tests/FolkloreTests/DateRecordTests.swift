import Ephemeris
import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing

@Suite("Date records", .timed)
struct DateRecordTests {
  @Test("The fast writer gives the bytes of JSONEncoder in every language", arguments: Language.allCases)
  func writer(language: Language) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var recorder = DateRecorder(variant: .chinese, language: language)
    let days = stride(from: 2_415_000, to: 2_500_000, by: 611).map { SolarDate(julianDayNumber: $0) }
    let special = try ["1500-01-01", "1912-11-22", "1914-11-17", "2057-09-30", "2084-03-20", "3000-01-01"].map {
      try SolarDate(iso: $0)
    }
    for date in days + special {
      let record = try recorder.record(on: date)
      var bytes: [UInt8] = []
      record.appendJSON(to: &bytes)
      let expected = try encoder.encode(record)
      try #require(Data(bytes) == expected)
    }
  }

  @Test("Notes name uncertain dates and days that were printed or issued differently")
  func notes() throws {
    func notes(_ day: String, _ variant: CalendarVariant = .chinese) throws -> [String] {
      var recorder = DateRecorder(variant: variant, language: .english)
      return try recorder.record(on: SolarDate(iso: day)).notes
    }
    #expect(try notes("2025-04-20").isEmpty)
    #expect(try notes("2057-10-01")[0].contains("the new moon comes 40 s after midnight"))
    #expect(try notes("2089-09-05")[0].contains("49 s before midnight"))
    #expect(try notes("2084-03-20").contains { $0.contains("the day of Spring Equinox is uncertain: it comes") })
    #expect(try notes("1979-01-20") == ["the calendar of the time printed Major Cold on 1979-01-21"])
    #expect(try notes("1914-11-20")[0].contains("as the calendar of the time was issued"))
    #expect(try notes("1900-02-01", .korean) == ["before 1912 this calendar follows the Chinese one"])
    #expect(try notes("1500-02-01", .korean).count == 2)
  }

  @Test(
    "The last day before a month with an uncertain start has a note, before and after midnight",
    arguments: [
      // Month 9 of 2057 begins 40 s after midnight: were it before, the 30th would be its first day.
      (
        "2057-09-28", 30, Language.traditionalChinese,
        ["本日是否為下月初一尚未能確定：下月的朔在子夜後 40 秒，取決於地球自轉的預測"]
      ),
      ("2057-09-28", 30, .simplifiedChinese, ["本日是否为下月初一尚未能确定：下月的朔在子夜后 40 秒，取决于地球自转的预测"]),
      (
        "2057-09-28", 30, .english,
        [
          "this day may be the first of the next month: the next new moon comes 40 s after midnight, and the Earth's rotation is a forecast"
        ]
      ),
      ("2057-09-27", 29, .traditionalChinese, []),
      // The new moon of 2089-09-04 comes 49 s before midnight.
      ("2089-09-03", 29, .traditionalChinese, ["本月是否多一日尚未能確定：下月的朔在子夜前 49 秒，取決於地球自轉的預測"]),
      ("2026-11-08", 30, .traditionalChinese, []),
    ] as [(String, Int, Language, [String])])
  func lastDay(day: String, lunarDay: Int, language: Language, expected: [String]) throws {
    var recorder = DateRecorder(variant: .chinese, language: language)
    let record = try recorder.record(on: SolarDate(iso: day))
    #expect(record.lunar.day == lunarDay)
    #expect(record.notes == expected)
  }

  @Test("Every last day before an uncertain month has the note, and no other day has it")
  func lastDays() throws {
    // As measured for the project: the month starts of 2027-2200 that are within two minutes of midnight.
    let starts = [
      "2057-09-29", "2089-09-04", "2097-08-08", "2115-02-24", "2116-05-12", "2133-09-29", "2165-12-04", "2172-10-18",
    ]
    var recorder = DateRecorder(variant: .chinese, language: .english)
    for start in try starts.map({ try SolarDate(iso: $0) }) {
      for offset in -3...0 {
        let notes = try recorder.record(on: start.advanced(by: offset)).notes
        let ofNext = notes.filter { $0.contains("the next new moon comes") }
        #expect(ofNext.count == (offset == -1 ? 1 : 0), "\(start) \(offset)")
      }
    }
  }

  @Test("A past term near midnight is not called a forecast; the note names its side")
  func oldTerm() throws {
    // 小雪 of 1776 came at 23:59:59.91.
    func notes(_ language: Language) throws -> [String] {
      var recorder = DateRecorder(variant: .chinese, language: language)
      return try recorder.record(on: SolarDate(iso: "1776-11-21")).notes
    }
    #expect(
      try notes(.english) == [
        "the day of Minor Snow is uncertain: it comes less than 1 s before midnight, and the Earth's rotation of that time is not known so exactly"
      ])
    #expect(try notes(.traditionalChinese) == ["小雪的日期無法完全確定：交節在子夜前不到 1 秒，當時的地球自轉沒有這麼精確的紀錄"])
    let all = try (1646...2026).flatMap {
      try TermRecord.records(solarYear: $0, variant: .chinese, language: .english).flatMap(\.notes)
    }
    #expect(!all.contains { $0.contains("forecast") })
    let later = try (2027...2400).flatMap { year in
      try TermRecord.records(solarYear: year, variant: .chinese, language: .english).filter { !$0.isCertain }
    }
    #expect(later.count > 10)
    for term in later {
      let side = term.marginSeconds < 0 ? "before midnight" : "after midnight"
      #expect(term.notes.contains { $0.contains(side) && $0.contains("is a forecast") }, "\(term.instant)")
    }
  }

  @Test("The order of the dates does not change the records")
  func order() throws {
    let days = stride(from: 2_420_000, to: 2_490_000, by: 997).map { SolarDate(julianDayNumber: $0) }
    var forward = DateRecorder(variant: .korean, language: .traditionalChinese)
    var backward = DateRecorder(variant: .korean, language: .traditionalChinese)
    let one = try days.map { try forward.record(on: $0) }
    let other = try days.reversed().map { try backward.record(on: $0) }
    #expect(one == other.reversed())
  }

  @Test("The terms of 2026 have their names and instants: 小寒 on 5 January at 16:23:09")
  func terms() throws {
    let terms = try TermRecord.records(solarYear: 2026, variant: .chinese, language: .traditionalChinese)
    #expect(terms.count == 24)
    #expect(terms[0].name == "小寒" && terms[0].pinyin == "xiaohan" && terms[0].english == "Minor Cold")
    #expect(terms[0].instant == "2026-01-05T16:23:09+08:00")
    #expect(terms[0].longitude == 285)
    #expect(terms[23].name == "冬至" && terms[23].solar.description == "2026-12-22")
    #expect(terms.allSatisfy { $0.isCertain && $0.notes.isEmpty && $0.instant.hasPrefix($0.solar.description) })
    let simplified = try TermRecord.records(solarYear: 2026, variant: .chinese, language: .simplifiedChinese)
    #expect([4, 7, 9, 10, 15].map { simplified[$0].name } == ["惊蛰", "谷雨", "小满", "芒种", "处暑"])
    let english = try TermRecord.records(solarYear: 2026, variant: .chinese, language: .english)
    #expect(english[0].name == "小寒")
    let far = try TermRecord.records(solarYear: 3000, variant: .vietnamese, language: .english)
    #expect(far.allSatisfy { !$0.isCertain && !$0.notes.isEmpty })
    let early = try TermRecord.records(solarYear: 1900, variant: .vietnamese, language: .english)
    #expect(early[0].instant.hasSuffix("+08:00"))
  }

  @Test("An instant just before midnight is not rounded to the next day: 小雪 of 1776 at 23:59:59.91")
  func rounding() throws {
    let term = try TermRecord.records(solarYear: 1776, variant: .chinese, language: .english)[21]
    #expect(term.solar.description == "1776-11-21")
    #expect(term.instant == "1776-11-21T23:59:59+08:00")
    #expect(!term.isCertain)
  }

  @Test("Lunar year 2033 has its designed record; month 9 of 2057 is uncertain")
  func years() throws {
    let year = try YearRecord(2033, variant: .chinese, language: .traditionalChinese)
    #expect(year.ganzhi == "癸丑" && year.zodiac == "牛" && year.leapMonth == 11 && year.days == 384)
    #expect(year.months[0].newMoon == "2033-01-31T05:59:53+08:00")
    #expect(year.months.count == 13)
    let uncertain = try YearRecord(2057, variant: .chinese, language: .english).months[8]
    #expect(uncertain.first.description == "2057-09-29")
    #expect(abs(uncertain.marginSeconds - 40) < 0.5)
    #expect(!uncertain.isCertain)
    #expect(uncertain.notes.count == 1)
    let old = try YearRecord(1500, variant: .chinese, language: .english)
    #expect(old.notes.count == 1 && old.months.allSatisfy { !$0.isCertain && $0.notes.isEmpty })
    #expect(throws: CalendarError.self) { try YearRecord(10_000, variant: .chinese, language: .english) }
    let json = String(
      decoding: try JSONEncoder().encode(YearRecord(2026, variant: .chinese, language: .english)), as: UTF8.self)
    #expect(json.contains("\"leap_month\":null"))
  }

  @Test("Names exist in three languages")
  func names() {
    #expect(Zodiac.allCases.map { $0.name(in: .simplifiedChinese) }.joined() == "鼠牛虎兔龙蛇马羊猴鸡狗猪")
    #expect(Zodiac.dragon.name(in: .english) == "Dragon")
    #expect(
      Weekday.allCases.map { $0.name(in: .english).prefix(3).lowercased() } == Weekday.allCases.map(\.abbreviation))
    #expect(Weekday.sunday.name(in: .traditionalChinese) == "星期日")
    #expect(SolarTerm.pureBrightness.name(in: .english) == "Pure Brightness")
    let name = LocalizedName("媽祖聖誕", english: "Birthday of Mazu")
    #expect(name.text(in: .simplifiedChinese) == "媽祖聖誕")
    #expect(name.text(in: .english) == "Birthday of Mazu")
  }

  @Test("The Vietnamese zodiac has the cat and the buffalo, the others the rabbit and the ox")
  func animals() throws {
    func zodiac(_ date: String, _ variant: CalendarVariant, _ language: Language) throws -> String {
      var recorder = DateRecorder(variant: variant, language: language)
      return try recorder.record(on: SolarDate(iso: date)).zodiac
    }
    // Quý Mão began on 22 January 2023, Tân Sửu on 12 February 2021.
    #expect(try zodiac("2023-01-22", .vietnamese, .english) == "Cat")
    #expect(try zodiac("2023-01-22", .vietnamese, .traditionalChinese) == "貓")
    #expect(try zodiac("2023-01-22", .vietnamese, .simplifiedChinese) == "猫")
    #expect(try zodiac("2023-01-21", .vietnamese, .english) == "Tiger")
    #expect(try zodiac("2021-02-12", .vietnamese, .english) == "Buffalo")
    #expect(try YearRecord(2023, variant: .vietnamese, language: .english).zodiac == "Cat")
    for variant in [CalendarVariant.chinese, .korean] {
      #expect(
        try zodiac("2023-01-22", variant, .english) == "Rabbit" && zodiac("2021-02-12", variant, .english) == "Ox")
    }
  }

  @Test("In 9799 小寒 falls on 31 December, and that day begins the month of 丑")
  func earlyMinorCold() throws {
    var recorder = DateRecorder(variant: .chinese, language: .traditionalChinese)
    // folkcal terms 9800: 小寒 at 9799-12-31T13:56:31.
    let eve = try recorder.record(on: SolarDate(iso: "9799-12-30"))
    let day = try recorder.record(on: SolarDate(iso: "9799-12-31"))
    let after = try recorder.record(on: SolarDate(iso: "9800-01-01"))
    #expect(eve.solarTerm == nil && day.solarTerm == "小寒" && after.solarTerm == nil)
    // 五虎遁: the months of a 己 year (9799) end with 丙子 and 丁丑.
    #expect(eve.ganzhi.year == "己卯" && eve.ganzhi.month == "丙子")
    #expect(day.ganzhi.month == "丁丑" && after.ganzhi.month == "丁丑")
    for (date, month) in [("9799-12-30", "丙子"), ("9799-12-31", "丁丑"), ("9800-01-01", "丁丑")] {
      let pillars = try FourPillars(
        on: SolarDate(iso: date), secondOfDay: 43_200, calendar: AstronomicalCalendar(.chinese))
      #expect(pillars.month.name == month, "\(date)")
    }
    let almanac = try AlmanacDay(on: SolarDate(iso: "9799-12-31"), calendar: AstronomicalCalendar(.chinese))
    #expect(almanac.pentad.name == "雁北鄉" && almanac.pentad.ordinal == 1)
    let december = try MonthRecord(year: 9799, month: 12, events: [], language: .traditionalChinese)
    #expect(december.days.suffix(2).map(\.solarTerm) == [nil, "小寒"])
  }
}
