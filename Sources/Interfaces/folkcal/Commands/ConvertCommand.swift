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
    commandName: "convert", abstract: "Convert between solar and lunar dates.",
    discussion: """
      folkcal convert 2026-11-21                        solar to lunar
      folkcal convert 農曆2025年閏六月十五                lunar to solar
      folkcal convert --lunar 2025-3-23                 the same in short; 2025-6L-15 is in leap month 6
      folkcal convert --lunar 3-23 --years 2025..2030   in every year of a range
      folkcal convert - --json                          a date a line on standard input, an object a line out

      Years are -2000 to 9999; outside 1645-2599 a date is computed by today's rule and marked as approximate. A date with a year \
      before 0 goes behind --, as in: folkcal convert -- -0500-03-01
      """)

  @Argument(
    help: ArgumentHelp(
      "Dates: 2026-11-21, 2026年11月21日 or 農曆2025年三月廿三; - reads them from standard input.", valueName: "date"))
  var dates: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A lunar date in short; - reads lunar dates from standard input.", valueName: "2025-3-23"))
  var lunar: [String] = []

  @Option(help: ArgumentHelp("The lunar years of a lunar date without a year.", valueName: "2025..2030"))
  var years: YearRange?

  @OptionGroup var calendar: CalendarOptions
  @OptionGroup var output: OutputOptions

  mutating func run() throws {
    if dates.contains("-") || lunar.contains("-") {
      guard dates.count + lunar.count == 1 else {
        throw Failure.wrongInput("- stands alone: dates come from standard input")
      }
      guard years == nil else { throw Failure.wrongInput("--years does not go with -: write a year in every line") }
      return try ConversionStream(isLunar: !lunar.isEmpty, variant: calendar.variant, output: output).run()
    }
    let inputs = try Failure.asWrongInput {
      try dates.map { try ($0, DateInput($0)) } + lunar.map { try ($0, DateInput(lunar: $0)) }
    }
    guard !inputs.isEmpty else {
      throw Failure.wrongInput(
        "no date given: write one such as 2026-11-21, or --lunar 2025-3-23, or - for standard input")
    }
    var recorder = DateRecorder(variant: calendar.variant, language: output.language)
    var results: [ConversionResult] = []
    for (text, input) in inputs {
      results += try conversions(of: input, text: text, &recorder)
    }
    try print(results)
  }

  /// One result for a date with a year; otherwise one for each year of `--years`.
  private func conversions(
    of input: DateInput, text: String, _ recorder: inout DateRecorder
  ) throws -> [ConversionResult] {
    guard case .lunar(nil, let month, let isLeap, let day) = input else {
      return [.date(try Failure.asWrongInput { try recorder.record(input) })]
    }
    guard let years else {
      throw Failure.wrongInput("\"\(text)\" names no year: write 2025-\(text), or add --years 2025..2030")
    }
    guard (1...12).contains(month), (1...30).contains(day) else {
      throw Failure.wrongInput("lunar \(month)-\(day) never exists: months are 1 to 12, days 1 to 30")
    }
    return try years.range.map { year in
      do throws(CalendarError) {
        return .date(try recorder.record(.lunar(year: year, month: month, isLeap: isLeap, day: day)))
      } catch {
        if case .lunarYearOutOfRange = error { throw Failure.wrongInput(error.description) }
        return .missing(input: "\(year)-\(month)\(isLeap ? "L" : "")-\(day)", error)
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
    case input, error
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .date(let record): try record.encode(to: encoder)
    case .missing(let input, let error):
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(input, forKey: .input)
      try container.encode(error.description, forKey: .error)
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
    default: description
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
    table.add(language.say("國曆", "国历", "Solar"), "\(solar) \(weekday)")
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
