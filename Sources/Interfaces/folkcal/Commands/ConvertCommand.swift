import ArgumentParser
import Folklore
import Foundation
import Lunisolar

/// Converts solar dates to lunar ones and back.
///
///     folkcal convert 2026-11-21
///     folkcal convert --lunar 12-30 --years 2024..2030
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: Speech.say("換算國曆與農曆日期。", "Convert between solar and lunar dates."),
    discussion: Speech.say(
      """
      folkcal convert 2026-11-21                        國曆換農曆
      folkcal convert 農曆2025年閏六月十五              農曆換國曆
      folkcal convert 今天                              也可寫明天、+3、下週三、除夕、冬至、初一
      folkcal convert --lunar 2025-3-23                 數字讀作農曆；2025-6L-15 是閏六月
      folkcal convert --lunar 3-23 --years 2025..2030   範圍內的每一年
      folkcal convert - --json                          從標準輸入每行讀一個日期，每行輸出一個 JSON 物件

      國曆日期也可寫 2026/11/21、20261121、115/11/21、民國115年11月21日；農曆日期也可寫 農曆2025/閏6/15、農曆乙巳年閏六月十五、2025-6L-15。

      一種寫法可能有兩個意思時，附註會說明如何解讀，以及另一個意思的寫法。年份範圍是 -2000 到 9999；1645 到 2599 以外依今日的規則推算，標示為近似值。西元前的日期寫在 -- 之後，例如 folkcal \
      convert -- -0500-03-01
      """,
      """
      folkcal convert 2026-11-21                        solar to lunar; also 2026/11/21, 20261121, 115/11/21, 民國115年11月21日
      folkcal convert 農曆2025年閏六月十五              lunar to solar; also 農曆2025/閏6/15, 農曆乙巳年閏六月十五, 2025-6L-15
      folkcal convert today                             also tomorrow, +3, 下週三, 除夕, 冬至, 初一
      folkcal convert --lunar 2025-3-23                 numbers are lunar; 2025-6L-15 is in leap month 6
      folkcal convert --lunar 3-23 --years 2025..2030   in every year of a range
      folkcal convert - --json                          a date a line on standard input, an object a line out

      If a text can mean two things, a note says how it was understood and how to write the other. Years are -2000 to 9999; outside 1645-2599 a date is \
      computed by today's rule and marked as approximate. A date with a year before 0 goes behind --, as in: folkcal convert -- -0500-03-01
      """))

  @Argument(
    help: .say(
      "日期：2026-11-21、2026年11月21日、115/11/21 或 農曆2025年三月廿三；- 表示從標準輸入讀取。",
      "Dates: 2026-11-21, 2026年11月21日 or 農曆2025年三月廿三; - reads them from standard input.", valueName: "date"))
  var dates: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: .say(
      "農曆日期的簡短寫法；- 表示從標準輸入讀取農曆日期。", "A lunar date in short; - reads lunar dates from standard input.",
      valueName: "2025-3-23"))
  var lunar: [String] = []

  @Option(
    help: .say("沒有寫年份的農曆日期，要換算的年份。", "The lunar years of a lunar date without a year.", valueName: "2025..2030"))
  var years: YearRange?

  @Flag(
    name: .customLong("with-line"),
    help: .say(
      "從標準輸入讀取時，輸出行號；空白行也保留。", "With standard input: give the number of each line, blank ones too."))
  var withLine = false

  @Flag(
    help: .say("在 --json 加上曆書各欄與宜忌（《欽定協紀辨方書》）。", "Add the almanac's fields, 宜 and 忌 by 欽定協紀辨方書, to --json."))
  var almanac = false

  @OptionGroup var data: DataFolderOptions
  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  mutating func run() throws {
    let reader = try time.reader(calendar.variant)
    guard !almanac || output.json else {
      throw Failure.wrongInput(
        "--almanac 要與 --json 一起用；一天的曆書請用 folkcal day",
        "--almanac goes with --json; folkcal day shows the almanac of a day")
    }
    let book = almanac ? try data.requiredXieji() : nil
    if dates.contains("-") || lunar.contains("-") {
      guard dates.count + lunar.count == 1 else {
        throw Failure.wrongInput("- 表示從標準輸入讀取日期，不能與其他日期並用", "- stands alone: dates come from standard input")
      }
      guard !almanac else {
        throw Failure.wrongInput(
          "--almanac 不能與 - 並用：請把日期寫在命令列", "--almanac does not go with -: write the dates on the command line")
      }
      guard years == nil else {
        throw Failure.wrongInput(
          "--years 不能與 - 並用：請在每一行寫出年份", "--years does not go with -: write a year in every line")
      }
      return try ConversionStream(
        isLunar: !lunar.isEmpty, numbersLines: withLine, reader: reader, variant: calendar.variant, output: output
      )
      .run()
    }
    guard !withLine else {
      throw Failure.wrongInput(
        "--with-line 只用於標準輸入：folkcal convert - --with-line",
        "--with-line goes with standard input: folkcal convert - --with-line")
    }
    let inputs =
      try dates.map { text in try TimeOptions.reading { () throws(DateReadingError) in try reader.read(text) } }
      + lunar.map { text in try Failure.asWrongInput { try reader.read(lunar: text) } }
    guard !inputs.isEmpty else {
      throw Failure.wrongInput(
        "沒有日期：請寫日期，例如 2026-11-21 或 --lunar 2025-3-23；- 表示從標準輸入讀取",
        "no date given: write one such as 2026-11-21, or --lunar 2025-3-23, or - for standard input")
    }
    var recorder = DateRecorder(variant: calendar.variant, language: output.language, almanac: book)
    var results: [ConversionResult] = []
    for input in inputs {
      results += try conversions(of: input, reader, &recorder)
    }
    try print(results)
  }

  /// One result for a date with a year; otherwise one for each year of `--years`, or for this year.
  private func conversions(
    of typed: TypedDate, _ reader: DateReader, _ recorder: inout DateRecorder
  ) throws -> [ConversionResult] {
    guard let years else {
      return [.date(try Failure.asWrongInput { try recorder.record(typed, reader) })]
    }
    guard case .lunar(nil, let month, let isLeap, let day) = typed.date else {
      throw Failure.wrongInput(
        "--years 只用於沒有寫年份的農曆日期，例如 --lunar 3-23；「\(typed.text)」不是",
        "--years goes with a lunar date without a year, such as --lunar 3-23; \"\(typed.text)\" is none")
    }
    return try years.range.map { year in
      let text = "\(year)-\(month)\(isLeap ? "L" : "")-\(day)"
      let one = TypedDate(text: text, date: .lunar(year: year, month: month, isLeap: isLeap, day: day))
      do throws(DateReadingError) {
        return .date(try recorder.record(one, reader))
      } catch {
        guard case .noSuchDay(let reason) = error.reason else { throw Failure(.wrongInput, error) }
        if case .lunarYearOutOfRange = reason { throw Failure(.wrongInput, error) }
        return .missing(input: text, reason)
      }
    }
  }

  private func print(_ results: [ConversionResult]) throws {
    if output.json {
      if results.count == 1, years == nil { return try output.printJSON(results[0]) }
      return try output.printJSON(results)
    }
    if results.count == 1, case .date(let record) = results[0] {
      return Swift.print(record.sheet(output.language, isColored: output.useColor), terminator: "")
    }
    let language = output.language
    var table = Table(
      language.say("國曆", "国历", "Solar"), language.say("農曆", "农历", "Lunar"), language.say("干支", "干支", "Ganzhi"),
      language.say("生肖", "生肖", "Zodiac"), language.say("節氣", "节气", "Term"), language.say("附註", "附注", "Notes"))
    for result in results {
      switch result {
      case .date(let record):
        table.add(
          record.solar.description, record.lunar.yearText(language), record.ganzhiText(language),
          record.zodiac,
          record.solarTerm ?? "", record.notes.joined(separator: "; "))
      case .missing(let input, let error): table.add("—", input, "", "", "", error.note(language))
      }
    }
    Swift.print(table.text(isColored: output.useColor), terminator: "")
  }
}

/// A converted date, or an error.
enum ConversionResult: Encodable {
  case date(DateRecord)
  case missing(input: String, CalendarError)

  private enum CodingKeys: String, CodingKey {
    case input, error, code
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .date(let record): try record.encode(to: encoder)
    case .missing(let input, let error):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(input, forKey: .input)
      try container.encode(error.message(in: Speech.language), forKey: .error)
      try container.encode(error.code, forKey: .code)
    }
  }
}

extension CalendarError {
  /// The reason why a year lacks a lunar day, as a note beside its date.
  fileprivate func note(_ language: Language) -> String {
    switch self {
    case .noSuchLunarDay(_, _, _, _, let count):
      language.say("該月只有 \(count) 日", "该月只有 \(count) 日", description)
    case .noSuchLeapMonth(_, _, let actual?, _, _):
      language.say(
        "該年閏\(LunarDate.monthName(actual, isLeap: false))", "该年闰\(LunarDate.monthName(actual, isLeap: false))",
        description)
    case .noSuchLeapMonth: language.say("該年無閏月", "该年无闰月", description)
    default: message(in: language)
    }
  }
}

/// A range of years such as `2025..2030`, or one year.
struct YearRange: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: true)
    guard argument.contains("..") ? parts.count == 2 : parts.count == 1, let first = Int(parts[0]),
      let last = Int(parts[parts.count - 1]), first <= last, last - first <= 12_000
    else { return nil }
    range = first...last
  }
}

extension DateRecord {
  /// `乙巳年 庚辰月 己未日`.
  func ganzhiText(_ language: Language) -> String {
    language == .english
      ? "\(ganzhi.year) \(ganzhi.month) \(ganzhi.day)" : "\(ganzhi.year)年 \(ganzhi.month)月 \(ganzhi.day)日"
  }

  /// All fields, one per line.
  func sheet(_ language: Language, isColored: Bool) -> String {
    var table = Table()
    let weekday = (Weekday(rawValue: weekday) ?? .monday).name(in: language)
    let republic = solar.year - 1_911
    let era = republic > 0 ? language.say("（民國 \(republic) 年）", "", "") : ""
    table.add(language.say("國曆", "国历", "Solar"), "\(solar) \(weekday)\(era)")
    let length = language.say(
      "本月 \(lunar.monthDays) 日", "本月 \(lunar.monthDays) 日", "month of \(lunar.monthDays) days")
    table.add(
      language.say("農曆", "农历", "Lunar"),
      lunar.yearText(language) + (language == .english ? " (\(length))" : "（\(length)）"))
    table.add(language.say("干支", "干支", "Ganzhi"), ganzhiText(language))
    table.add(language.say("生肖", "生肖", "Zodiac"), zodiac)
    if let solarTerm { table.add(language.say("節氣", "节气", "Term"), solarTerm) }
    for note in notes { table.add(language.say("附註", "附注", "Note"), note) }
    return table.text(isColored: isColored)
  }
}

extension DateRecord.Lunar {
  /// Year, month and day: `2025 年三月廿三`, `2025, leap 6/15`.
  func yearText(_ language: Language) -> String {
    let name = ["農曆", "农历", "lunar "].first { text.hasPrefix($0) } ?? ""
    return "\(year)\(language == .english ? ", " : " 年")\(text.dropFirst(name.count))"
  }
}
