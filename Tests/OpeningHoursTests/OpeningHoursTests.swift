import Folklore
import Lunisolar
import OpeningHours
import TestSupport
import Testing

@Suite("Opening hours", .timed)
struct OpeningHoursTests {
  /// The open times of the week that begins on Monday 2026-11-23, as the PyPI package opening-hours-py 2.1.4 (the Rust crate
  /// opening-hours) gives them minute by minute: from, and up to but not including.
  static let weeks: [(text: String, open: String)] = [
    (
      "05:00-22:00",
      "Mo0500-Mo2200 Tu0500-Tu2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0500-Sa2200 Su0500-Su2200"
    ),
    (
      "Mo-Su 05:00-22:00",
      "Mo0500-Mo2200 Tu0500-Tu2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0500-Sa2200 Su0500-Su2200"
    ),
    ("24/7", "Mo0000-Mo0000"),
    ("Mo-Fr 09:00-17:00", "Mo0900-Mo1700 Tu0900-Tu1700 We0900-We1700 Th0900-Th1700 Fr0900-Fr1700"),
    (
      "Mo-Fr,Su 05:00-12:00,13:30-21:00",
      "Mo0500-Mo1200 Mo1330-Mo2100 Tu0500-Tu1200 Tu1330-Tu2100 We0500-We1200 We1330-We2100 Th0500-Th1200 Th1330-Th2100 "
        + "Fr0500-Fr1200 Fr1330-Fr2100 Su0500-Su1200 Su1330-Su2100"
    ),
    (
      "17:00-02:00",
      "Mo0000-Mo0200 Mo1700-Tu0200 Tu1700-We0200 We1700-Th0200 Th1700-Fr0200 Fr1700-Sa0200 Sa1700-Su0200 Su1700-Mo0000"
    ),
    (
      "Mo-Su 05:00-22:00; Tu off",
      "Mo0500-Mo2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0500-Sa2200 Su0500-Su2200"
    ),
    (
      "05:00-22:00; 12:00-13:00 off",
      "Mo0500-Mo1200 Mo1300-Mo2200 Tu0500-Tu1200 Tu1300-Tu2200 We0500-We1200 We1300-We2200 Th0500-Th1200 Th1300-Th2200 "
        + "Fr0500-Fr1200 Fr1300-Fr2200 Sa0500-Sa1200 Sa1300-Sa2200 Su0500-Su1200 Su1300-Su2200"
    ),
    (
      "Mo-Fr 05:00-22:00, Sa 08:00-12:00",
      "Mo0500-Mo2200 Tu0500-Tu2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0800-Sa1200"
    ),
    ("Fr-Mo 06:00-21:00", "Mo0600-Mo2100 Fr0600-Fr2100 Sa0600-Sa2100 Su0600-Su2100"),
    ("Sa 18:00-26:00", "Sa1800-Su0200"),
    (
      "Tu off; 05:00-22:00",
      "Mo0500-Mo2200 Tu0500-Tu2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0500-Sa2200 Su0500-Su2200"
    ),
    ("Mo,We,Fr 08:00-12:00; We 13:00-15:00", "Mo0800-Mo1200 We1300-We1500 Fr0800-Fr1200"),
    ("Mo,We,Fr 08:00-12:00, We 13:00-15:00", "Mo0800-Mo1200 We0800-We1200 We1300-We1500 Fr0800-Fr1200"),
    ("Su 00:00-24:00", "Su0000-Mo0000"),
    ("off", ""),
    ("24/7; Mo 12:00-14:00 off", "Mo0000-Mo1200 Mo1400-Mo0000"),
    (
      "05:00-24:00",
      "Mo0500-Tu0000 Tu0500-We0000 We0500-Th0000 Th0500-Fr0000 Fr0500-Sa0000 Sa0500-Su0000 Su0500-Mo0000"
    ),
    (
      "Sa-Su 04:30-23:00; Mo-Fr 05:00-22:00",
      "Mo0500-Mo2200 Tu0500-Tu2200 We0500-We2200 Th0500-Th2200 Fr0500-Fr2200 Sa0430-Sa2300 Su0430-Su2300"
    ),
  ]

  /// Every half hour of the week, and the minute before it, at which the temple is open.
  private func openTimes(_ hours: OpeningHours) throws -> Set<Int> {
    var open: Set<Int> = []
    for weekday in Weekday.allCases {
      for half in 0..<48 {
        for minute in [half * 30, half * 30 + 29] {
          let time = try #require(TimeOfDay("\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"))
          let state = hours.state(on: weekday, at: time)
          #expect(state != .unknown)
          if state == .open { open.insert((weekday.rawValue - 1) * 1_440 + minute) }
        }
      }
    }
    return open
  }

  private func minuteOfWeek(_ text: Substring) throws -> Int {
    let day = try #require(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].firstIndex(of: String(text.prefix(2))))
    let clock = try #require(Int(text.dropFirst(2)))
    return day * 1_440 + clock / 100 * 60 + clock % 100
  }

  @Test("The open times of a week equal those of an independent evaluator", arguments: weeks)
  func week(text: String, open: String) throws {
    var expected: Set<Int> = []
    for interval in open.split(separator: " ") {
      let ends = interval.split(separator: "-")
      let from = try minuteOfWeek(ends[0])
      let to = try minuteOfWeek(ends[1])
      expected.formUnion((from..<(to <= from ? to + 7 * 1_440 : to)).filter { [0, 29].contains($0 % 30) })
    }
    #expect(try openTimes(OpeningHours(text)) == expected)
  }

  /// Here opening-hours-py takes the night from Monday and gives Wednesday the night of a Tuesday that is closed.
  @Test("A night belongs to the day on which it begins, regardless of the next day's rule")
  func nights() throws {
    let hours = try OpeningHours("Mo-Su 17:00-02:00; Tu off")
    let one = try #require(TimeOfDay("01:00"))
    let evening = try #require(TimeOfDay("18:00"))
    #expect(hours.state(on: .tuesday, at: one) == .open)
    #expect(hours.state(on: .tuesday, at: evening) == .closed)
    #expect(hours.state(on: .wednesday, at: one) == .closed)
    #expect(try OpeningHours("17:00-02:00; 01:00-01:30 off").state(on: .monday, at: one) == .closed)
  }

  @Test(
    "Holidays are unknown where they make a difference",
    arguments: [
      ("Mo-Fr 09:00-17:00; PH off", "10:00", nil, OpeningHours.State.unknown),
      ("Mo-Fr 09:00-17:00; PH off", "10:00", false, .open), ("Mo-Fr 09:00-17:00; PH off", "10:00", true, .closed),
      ("Mo-Fr 09:00-17:00; PH off", "20:00", nil, .closed),
      ("05:00-22:00; PH 04:00-24:00", "10:00", nil, .open), ("05:00-22:00; PH 04:00-24:00", "04:30", nil, .unknown),
      ("Mo-Fr,PH 09:00-17:00", "10:00", nil, .open), ("PH 09:00-17:00", "10:00", nil, .unknown),
      ("PH 09:00-17:00", "08:00", nil, .closed), ("SH off; 05:00-22:00", "10:00", nil, .open),
      ("05:00-22:00; SH off", "10:00", nil, .unknown), ("PH 17:00-02:00", "01:00", false, .unknown),
    ] as [(String, String, Bool?, OpeningHours.State)])
  func holidays(text: String, time: String, isHoliday: Bool?, state: OpeningHours.State) throws {
    let hours = try OpeningHours(text)
    let time = try #require(TimeOfDay(time))
    #expect(hours.state(on: .wednesday, at: time, isPublicHoliday: isHoliday) == state)
  }

  @Test(
    "Times of the sun are unknown; times of the clock are known",
    arguments: [
      ("sunrise-sunset", "12:00", OpeningHours.State.unknown), ("08:00-sunset", "07:59", .closed),
      ("08:00-sunset", "08:00", .unknown), ("dawn-18:00", "18:00", .closed), ("dawn-18:00", "05:00", .unknown),
      ("Tu sunrise-sunset", "12:00", .closed),
    ])
  func sun(text: String, time: String, state: OpeningHours.State) throws {
    #expect(try OpeningHours(text).state(on: .wednesday, at: #require(TimeOfDay(time))) == state)
  }

  @Test(
    "Opening hours are printed in the canonical form",
    arguments: [
      ("Mo-Su 05:00-22:00", "05:00-22:00"), ("5:00-22:00", "05:00-22:00"),
      (" mo - fr 09:00 - 17:00 ;", "Mo-Fr 09:00-17:00"),
      ("00:00-24:00", "24/7"), ("Mo-Su 00:00-24:00", "24/7"), ("24/7", "24/7"),
      ("Mo,Tu,We,Su 08:00-12:00", "Mo-We,Su 08:00-12:00"),
      ("Fr-Mo 08:00-12:00", "Mo,Fr-Su 08:00-12:00"), ("13:00-17:00,08:00-12:00", "08:00-12:00,13:00-17:00"),
      ("17:00-26:00", "17:00-02:00"), ("17:00-00:00", "17:00-24:00"), ("Tu CLOSED", "Tu off"),
      ("PH,Sa off", "Sa,PH off"),
      ("05:00-22:00;PH off;SH 06:00-20:00", "05:00-22:00; PH off; SH 06:00-20:00"),
      ("Mo-Fr 08:00-12:00,Sa 09:00-11:00", "Mo-Fr 08:00-12:00, Sa 09:00-11:00"), ("Sunrise-SUNSET", "sunrise-sunset"),
      ("０５：００～２２：００", "05:00-22:00"), ("05:00–12:00、13:00–22:00", "05:00-12:00,13:00-22:00"),
      ("05:00-22:00; 12:00-13:00 off", "05:00-22:00; 12:00-13:00 off"),
    ])
  func canonical(text: String, canonical: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(canonical) == hours)
  }

  @Test(
    "The error names the place of unreadable text",
    arguments: [
      ("", "column 1: is empty"), ("   ", "column 4: is empty"),
      ("Mo-Fr 09:00", "column 12: expected - and the time of closing, found the end"),
      ("Mo-Fr", "column 6: expected a time such as 05:00, found the end"),
      ("Mo-09:00", "column 4: expected a weekday such as Fr behind -, found \"09:00\""),
      ("25:00-26:00", "column 1: a time of opening is between 00:00 and 23:59"),
      ("05:60-22:00", "column 1: there is no such time"), ("05:00-49:00", "column 7: there is no such time"),
      ("05:00-05:00", "column 7: it closes when it opens: write 00:00-24:00"),
      ("10:00-36:00", "column 7: more than 24 hours after the opening"),
      ("9-17", "column 1: expected a time with its minutes, such as 05:00"),
      ("05:00-22:00 weekly", "column 13: expected ; and another rule, or the end, found \"weekly\""),
      ("Jan-05:00", "column 4: expected a month or a day behind -, found \"-05:00\""),
      ("Feb 30 off", "column 5: month 2 has no day 30"),
      ("lunar 31 off", "column 7: expected a day of the lunar month"),
      ("05:00-22:00 \"so", "column 13: the comment has no closing quote"),
      ("週八 05:00-22:00", "column 2: expected a weekday such as 週一"),
      ("05:00-22:00;;PH off", "column 13: expected a time such as 05:00, found \";\""),
      ("Mo[6] 05:00-22:00", "column 4: expected which weekday of the month, from 1 to 5 or -1"),
      ("每日開放", "column 3: expected a time such as 05:00, found \"開放\""),
      ("Mo,Xx 05:00-22:00", "column 4: expected a day such as Mo or PH, found \"Xx\""),
    ])
  func faults(text: String, problem: String) {
    #expect {
      try OpeningHours(text)
    } throws: { error in
      "\(error)".hasPrefix("opening hours \"\(text)\": \(problem)")
    }
  }

  @Test("Each error comes with texts that are read, in English and in Chinese")
  func advice() throws {
    for text in OpeningHoursError.examples + OpeningHoursError.chineseExamples { _ = try OpeningHours(text) }
    #expect {
      try OpeningHours("週八 05:00-22:00")
    } throws: { error in
      guard let error = error as? OpeningHoursError else { return false }
      return error.chinese.hasPrefix("開放時間「週八 05:00-22:00」的第 2 個字：應為星期")
        && OpeningHoursError.chineseExamples.allSatisfy(error.chinese.contains)
        && OpeningHoursError.examples.allSatisfy(error.description.contains)
    }
  }

  @Test(
    "Hours as temples in Taiwan write them",
    arguments: [
      ("每日 06:00-21:00", "06:00-21:00"), ("每天06:00～21:00", "06:00-21:00"), ("每日06：00至21：00", "06:00-21:00"),
      ("週一至週五 08:00～17:00", "Mo-Fr 08:00-17:00"), ("星期六、日 08:00-17:00", "Sa-Su 08:00-17:00"),
      ("週六日 08:00-17:00", "Sa-Su 08:00-17:00"), ("周一到周五 08:00-17:00", "Mo-Fr 08:00-17:00"),
      ("禮拜一、三、五 9:00-12:00", "Mo,We,Fr 09:00-12:00"), ("星期一~星期日 05:00-22:00", "05:00-22:00"),
      ("平日 08:00-17:00；假日 08:00-18:00", "Mo-Fr 08:00-17:00; Sa-Su,PH 08:00-18:00"),
      ("平日08:00-17:00，週末08:00-18:00", "Mo-Fr 08:00-17:00; Sa-Su 08:00-18:00"),
      ("平日 08:00-17:00 假日 08:00-18:00", "Mo-Fr 08:00-17:00; Sa-Su,PH 08:00-18:00"),
      ("24小時", "24/7"), ("全天", "24/7"), ("全天開放", "24/7"), ("24小時開放", "24/7"), ("全年無休 24小時", "24/7"),
      ("24小時全年無休", "24/7"), ("全年無休 06:00-21:00", "06:00-21:00"), ("每日24小時開放", "24/7"),
      ("上午6時至下午9時", "06:00-21:00"), ("早上5點半到晚上9點", "05:30-21:00"), ("5時-21時", "05:00-21:00"),
      ("早上六點至晚上十點", "06:00-22:00"), ("清晨5點30分～晚上9點30分", "05:30-21:30"),
      ("每日上午8時至12時、下午1時至5時", "08:00-12:00,13:00-17:00"),
      ("下午5點到凌晨2點", "17:00-02:00"), ("中午12點至晚上12點", "12:00-24:00"), ("6:00am-9:00pm", "06:00-21:00"),
      ("週一公休", "\"時間不詳\"; Mo off"), ("週一三五 9:00-12:00", "Mo,We,Fr 09:00-12:00"),
      ("下午5點到2點", "17:00-02:00"), ("每日 08:00-17:00，週一休館", "08:00-17:00; Mo off"),
      ("週二至週日 09:00-17:00；週一休息", "Tu-Su 09:00-17:00; Mo off"),
      ("農曆初一、十五 05:00-22:00", "lunar 1,15 05:00-22:00"), ("每月初一及十五 05:00-22:00", "lunar 1,15 05:00-22:00"),
      ("初一十五 04:00-24:00", "lunar 1,15 04:00-24:00"), ("农历初一、十五 24小时", "lunar 1,15 00:00-24:00"),
      ("每日 05:00-22:00；農曆初一、十五 04:00-24:00", "05:00-22:00; lunar 1,15 04:00-24:00"),
      ("每日05:00-22:00，農曆每月初二、十六 24小時開放", "05:00-22:00; lunar 2,16 00:00-24:00"),
      ("農曆廿三、三十 05:00-22:00", "lunar 23,30 05:00-22:00"), ("初一至初三 24小時", "lunar 1,2,3 00:00-24:00"),
      ("週日及農曆初一、十五 05:00-22:00", "Su,lunar 1,15 05:00-22:00"), ("lunar 1,15 05:00-22:00", "lunar 1,15 05:00-22:00"),
      ("4月至9月 05:00-22:00；10月至3月 06:00-21:00", "Apr-Sep 05:00-22:00; Oct-Mar 06:00-21:00"),
      ("12月25日 公休", "\"時間不詳\"; Dec 25 off"), ("日出至日落", "sunrise-sunset"), ("國定假日休館", "\"時間不詳\"; PH off"),
    ])
  func chinese(text: String, canonical: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(canonical) == hours)
  }

  @Test(
    "Months, dates, comments and open ends of OpenStreetMap's syntax",
    arguments: [
      ("Apr-Sep 05:00-22:00", "Apr-Sep 05:00-22:00"), ("Apr-Sep: Mo-Fr 08:00-18:00", "Apr-Sep Mo-Fr 08:00-18:00"),
      ("Dec 25 off", "Dec 25 off"), ("Jan 01-Mar 31 06:00-20:00", "Jan-Mar 06:00-20:00"),
      ("Dec 24-26 off", "Dec 24-Dec 26 off"), ("Nov-Feb off", "Nov-Feb off"),
      ("Apr,Jun 08:00-12:00", "Apr,Jun 08:00-12:00"),
      ("17:00+", "17:00+"), ("Mo 17:00+", "Mo 17:00+"), ("\"by appointment\"", "\"by appointment\""),
      ("05:00-22:00 \"冬天到 21:00\"", "05:00-22:00 \"冬天到 21:00\""), ("Sa \"請先打電話\"", "Sa \"請先打電話\""),
      ("05:00-22:00 open", "05:00-22:00"), ("PH,lunar 1 off", "PH,lunar 1 off"),
    ])
  func openStreetMap(text: String, canonical: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == canonical)
    #expect(try OpeningHours(canonical) == hours)
  }

  /// 2026-11-09 is the first day of the tenth lunar month, a Monday; 2026-11-23 the fifteenth.
  @Test(
    "Lunar days and seasons decide on a date",
    arguments: [
      ("05:00-22:00; lunar 1,15 04:00-24:00", "2026-11-09", "04:30", OpeningHours.State.open),
      ("05:00-22:00; lunar 1,15 04:00-24:00", "2026-11-10", "04:30", .closed),
      ("05:00-22:00; lunar 1,15 04:00-24:00", "2026-11-23", "23:30", .open),
      ("lunar 1,15 05:00-22:00", "2026-11-10", "12:00", .closed), ("lunar 1 22:00-02:00", "2026-11-10", "01:00", .open),
      ("Apr-Sep 05:00-22:00; Oct-Mar 06:00-21:00", "2026-11-10", "05:30", .closed),
      ("Apr-Sep 05:00-22:00; Oct-Mar 06:00-21:00", "2026-04-01", "05:30", .open),
      ("Nov-Feb off; 05:00-22:00", "2026-11-10", "12:00", .open),
      ("05:00-22:00; Nov-Feb off", "2027-01-10", "12:00", .closed),
      ("05:00-22:00; Dec 25 off", "2026-12-25", "12:00", .closed),
      ("05:00-22:00; Dec 25 off", "2026-12-26", "12:00", .open),
      ("17:00+", "2026-11-10", "18:00", .unknown), ("17:00+", "2026-11-10", "16:00", .closed),
      ("\"by appointment\"", "2026-11-10", "12:00", .unknown), ("05:00-22:00 \"x\"", "2026-11-10", "12:00", .open),
    ])
  func dates(text: String, date: String, time: String, state: OpeningHours.State) throws {
    let hours = try OpeningHours(text)
    #expect(try hours.state(on: SolarDate(iso: date), at: #require(TimeOfDay(time))) == state)
  }

  @Test("A weekday alone does not tell lunar days and seasons")
  func weekdayAlone() throws {
    let noon = try #require(TimeOfDay("12:00"))
    #expect(try OpeningHours("lunar 1,15 05:00-22:00").state(on: .monday, at: noon) == .unknown)
    #expect(try OpeningHours("Apr-Sep 05:00-22:00").dependsOnDates)
  }

  @Test("A random week survives printing and reading")
  func randomWeeks() throws {
    let seed: UInt64 = 20_261_121
    var generator = SeededGenerator(seed: seed)
    let days = ["Mo", "Tu-Th", "Fr-Mo", "PH", "Sa,Su", "Mo-Su", "SH,We", ""]
    let times = ["05:00-22:00", "08:00-12:00,13:00-17:00", "17:00-02:00", "off", "sunrise-20:00", "12:00-13:00 off"]
    for _ in 0..<300 {
      var text = ""
      for index in 0...Int.random(in: 0...3, using: &generator) {
        // A comma and a time would go on with the rule before it.
        var day = try #require(days.randomElement(using: &generator))
        let isAddition = index > 0 && Bool.random(using: &generator)
        if isAddition, day.isEmpty { day = "Tu" }
        if index > 0 { text += isAddition ? ", " : "; " }
        text += day + " " + (try #require(times.randomElement(using: &generator)))
      }
      let hours = try OpeningHours(text)
      #expect(try OpeningHours(hours.description) == hours, "\(text), seed \(seed)")
    }
  }

  @Test("A text longer than any hours is refused")
  func tooLong() {
    let error = #expect(throws: OpeningHoursError.self) {
      try OpeningHours(String(repeating: "05:00-22:00;", count: 5_000))
    }
    #expect(error?.problem.contains("1000 characters") == true && (error?.text.count ?? 0) <= 1_001)
  }
}
