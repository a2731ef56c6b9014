public import Folklore
internal import Lunisolar
internal import Sheets

// What a problem says, in English and in Traditional Chinese; Simplified Chinese is transliterated.

extension OwnDayProblem: SpokenError {
  /// The sentence in English.
  public var description: String { sentences.english }
  public var chinese: String { sentences.chinese }

  /// The sentence in a reader's language.
  public func text(in language: Language) -> String { message(in: language) }

  public var code: String {
    switch self {
    case .text: "bad_own_day_text"
    case .missing: "own_day_value_missing"
    case .rule(let error): error.code
    case .neverFalls: "rule_never_falls"
    case .date: "bad_own_day_date"
    case .advanceDays: "bad_advance_days"
    case .word: "unknown_word"
    case .tooLarge: "file_too_large"
    case .tooManyDays: "too_many_days_in_file"
    case .notUTF8: "file_not_utf8"
    case .empty: "empty_file"
    case .missingColumn: "missing_column"
    case .unknownColumn: "unknown_column"
    case .columnTwice: "column_given_twice"
    case .sheet(let error): error.code
    case .tooManyCells: "too_many_cells"
    case .unclosedQuote: "quote_never_closed"
    case .notACalendar: "not_a_calendar"
    case .unclosedComponent: "unclosed_component"
    case .wrongEnd: "wrong_component_end"
    case .tooDeep: "components_too_deep"
    case .noProperty: "no_property"
    case .cancelled: "event_cancelled"
    case .changedOccurrence: "changed_occurrence"
    case .severalRules: "several_recurrence_rules"
    case .singleDates: "single_dates"
    case .otherCalendar: "other_calendar"
    case .recurrence: "recurrence_without_rule"
    case .notARecurrence: "not_a_recurrence"
    case .daysLost: "days_lost"
    case .spanLost: "span_lost"
    case .alarmLost: "alarm_lost"
    case .seriesJoined: "series_joined"
    case .notABirthday: "not_a_birthday"
    }
  }

  private var sentences: (english: String, chinese: String) {
    switch self {
    case .text(let english, let chinese): (english, chinese)
    case .missing: ("is missing", "必填")
    case .rule(let error):
      (
        error.description,
        error.chinese + "。可以寫「農曆三月廿三」、「閏六月十五」、「冬至前一日」，或 lunar 3/23"
      )
    case .neverFalls(let rule):
      (
        "\"\(rule)\" falls on no day from \(Self.firstYear) to \(Self.lastYear): the leap month or the years do not exist",
        "\(Self.firstYear) 到 \(Self.lastYear) 年都沒有「\(rule)」這一天：沒有這個閏月，或年份不對"
      )
    case .date(let text, let error): Self.sentences(ofDate: text, error)
    case .advanceDays(let text):
      ("\"\(text)\" is not a number of days from 0 to 30", "「\(text)」不是 0 到 30 的天數")
    case .word(let text, let choices):
      (
        "\"\(text)\" is not one of \(choices.joined(separator: ", "))",
        "「\(text)」不能用；可用的值：\(choices.joined(separator: "、"))"
      )
    case .tooLarge(let bytes):
      (
        "the file has \(bytes) bytes: \(Self.byteLimit) (1 MB) at most",
        "檔案有 \(bytes) 個位元組，最多 \(Self.byteLimit) 個（1 MB）"
      )
    case .tooManyDays:
      ("the file has more than \(Self.dayLimit) days", "檔案裡的日子超過 \(Self.dayLimit) 個，請分成幾個檔案")
    case .notUTF8:
      (
        "the file is not UTF-8 text: save it as UTF-8 (in a spreadsheet: \"CSV UTF-8\")",
        "檔案不是 UTF-8 文字（可能是 Big5）：請另存成 UTF-8，在試算表裡選「CSV UTF-8」"
      )
    case .empty: ("the file is empty", "檔案是空的")
    case .missingColumn(let name, let chinese):
      ("the first line names no column \(name) (or \(chinese))", "第一行沒有「\(chinese)」（或 \(name)）這一欄")
    case .unknownColumn(let name, let known):
      (
        "no column is called \"\(name)\": the columns are \(known.joined(separator: ", "))",
        "沒有「\(name)」這一欄，欄位有 \(known.joined(separator: "、"))"
      )
    case .columnTwice(let name): ("two columns give \(name): keep one", "有兩欄都是「\(name)」：請只留一欄")
    case .sheet(let error): (error.description, error.chinese)
    case .tooManyCells(let count, let columns):
      (
        "the line has \(count) cells, the first line names \(columns): put a text with commas in quotes",
        "這一行有 \(count) 格，第一行只有 \(columns) 欄：有逗號的文字請加引號"
      )
    case .unclosedQuote: ("the quote that opens here is never closed", "這裡開始的引號沒有結束")
    case .notACalendar:
      (
        "the file is no iCalendar file: it does not begin with BEGIN:VCALENDAR",
        "不是 iCalendar 檔案：開頭不是 BEGIN:VCALENDAR"
      )
    case .unclosedComponent(let name):
      ("the file ends before END:\(name): is a part of it missing?", "檔案在 END:\(name) 之前就結束了：是不是缺了一段？")
    case .wrongEnd(let name, let expected):
      ("END:\(name) stands where END:\(expected) is due", "這裡應該是 END:\(expected)，卻是 END:\(name)")
    case .tooDeep: ("the components are nested too deep", "BEGIN 的層數太多")
    case .noProperty: ("the line is no property: it has no colon", "這一行不是屬性：沒有冒號")
    case .cancelled: ("the event is cancelled", "這個活動已取消")
    case .changedOccurrence:
      ("the event changes one day of another event, which no date rule can say", "這是另一個重複活動其中一次的變更，無法轉成日期規則")
    case .severalRules: ("the event has several recurrence rules", "這個活動有好幾個重複規則")
    case .singleDates(let name):
      (
        "the event adds or leaves out single days (\(name)), which no date rule can say",
        "這個活動另外加上或略過幾天（\(name)），無法轉成日期規則"
      )
    case .otherCalendar(let name):
      (
        "the recurrence is in the calendar \(name): only CHINESE and GREGORIAN are read",
        "重複規則用的曆法是 \(name)：只能讀 CHINESE 和 GREGORIAN"
      )
    case .recurrence(let part):
      (
        "no date rule can say \(part): days that come every year or every lunar month are read",
        "無法把 \(part) 轉成日期規則：只能讀每年或每個農曆月重複的日子"
      )
    case .notARecurrence(let part):
      ("\(part) is no valid part of a recurrence rule (RFC 5545, RFC 7529)", "\(part) 不是正確的重複規則（RFC 5545、RFC 7529）")
    case .daysLost("EXDATE", let dates):
      (
        "the day is kept also on \(dates), which the calendar leaves out", "行事曆略過的 \(dates)，這裡照樣提醒：規則不能略過一天"
      )
    case .daysLost(_, let dates):
      ("the further days \(dates) are left out: a rule has no single days", "另外加上的 \(dates) 沒有帶入：規則不能加一天")
    case .spanLost(let days):
      ("the event lasts \(days) days: only its first day is kept", "這個活動有 \(days) 天，只帶入第一天")
    case .alarmLost(let trigger):
      (
        "the alarm \(trigger) is left out: reminders come up to 30 days before", "提醒 \(trigger) 沒有帶入：最多可提前 30 天"
      )
    case .seriesJoined(let count, let rule):
      (
        "\(count) events, one a year, became one yearly day: \(rule.spoken(in: .english))",
        "每年一筆，共 \(count) 筆，合成每年的一個日子：\(rule.spoken(in: .traditionalChinese))"
      )
    case .notABirthday(let text):
      (
        "\"\(text)\" is no birthday with month and day, such as 1955-03-14 or --03-14",
        "「\(text)」不是有月和日的生日，例如 1955-03-14 或 --03-14"
      )
    }
  }

  private static let firstYear = LunisolarCalendar.tableYears.lowerBound
  private static let lastYear = LunisolarCalendar.tableYears.upperBound

  private static func sentences(ofDate text: String, _ error: CalendarError?) -> (english: String, chinese: String) {
    switch error {
    case .noSuchSolarDay(let year, let month, _, let count):
      (
        "\"\(text)\" does not exist: month \(month) of \(year) has \(count) days",
        "沒有「\(text)」這一天：\(year) 年 \(month) 月有 \(count) 天"
      )
    case .some(let error):
      (
        "\"\(text)\" is a day outside the calendar: \(error)",
        "「\(text)」不在日曆的範圍之內：\(firstYear) 到 \(lastYear) 年"
      )
    case nil: ("\"\(text)\" is not a date such as 20250420", "「\(text)」不是日期，日期的樣子是 20250420")
    }
  }
}
