public import Lunisolar

/// A date as typed: solar or lunar, with or without a lunar year.
///
///     try DateInput("2025-04-20")              // solar
///     try DateInput("2025年4月20日")            // solar
///     try DateInput("農曆2025年閏六月十五")       // lunar
///     try DateInput(lunar: "2025-6L-15")       // lunar, the short form
///     try DateInput(lunar: "3-23")             // lunar, of any year
public enum DateInput: Hashable, Sendable {
  case solar(SolarDate)
  /// The numbers are parsed but not checked; only a calendar knows whether the day exists.
  case lunar(year: Int?, month: Int, isLeap: Bool, day: Int)

  /// Reads a solar date in ISO 8601 or in Chinese, or a lunar date in Chinese: in Arabic numerals (`2025年4月20日`) it is solar unless it begins
  /// with 農曆.
  ///
  /// - Throws: `CalendarError.notADate` naming the column and what was expected, or the error of a solar day that does not exist.
  public init(_ text: some StringProtocol) throws(CalendarError) {
    var scanner = TextScanner(text)
    scanner.skipBlanks()
    if let date = try Self.chineseSolar(scanner, of: String(text)) {
      self = .solar(date)
    } else if Self.startsLunar(scanner) {
      self = try Self.chinese(&scanner, of: String(text))
    } else {
      let trimmed = scanner.rest.trimmingBlanksAtEnd()
      do {
        self = .solar(try SolarDate(iso: trimmed))
      } catch .notADate(_, let column, _) {
        throw .notADate(
          text: String(text), column: column + scanner.column - 1,
          expected: "a solar date such as 2025-04-20, or a lunar one such as 農曆2025年三月廿三")
      }
    }
  }

  /// Reads a lunar date in the short form (`2025-3-23`, `2025-6L-15`, `3-23`) or in Chinese.
  ///
  /// - Throws: `CalendarError.notADate` naming the column and what was expected.
  public init(lunar text: some StringProtocol) throws(CalendarError) {
    var scanner = TextScanner(text)
    scanner.skipBlanks()
    if Self.startsLunar(scanner) {
      self = try Self.chinese(&scanner, of: String(text))
    } else {
      self = try Self.short(&scanner, of: String(text))
    }
  }

  /// True if the text contains a Chinese character; then it is no ISO date.
  private static func startsLunar(_ scanner: TextScanner) -> Bool {
    scanner.rest.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
  }

  private static func short(_ scanner: inout TextScanner, of text: String) throws(CalendarError) -> DateInput {
    func fail(_ expected: String) -> CalendarError {
      .notADate(text: text, column: scanner.column, expected: expected)
    }
    let isNegative = scanner.take("-")
    guard let first = scanner.takeNumber() else { throw fail("a lunar date such as 2025-3-23, 2025-6L-15 or 3-23") }
    var numbers = [isNegative ? -first : first]
    var leapAt: Int?
    while true {
      if scanner.take("L") || scanner.take("l") {
        guard leapAt == nil else { throw fail("one L, behind the month") }
        leapAt = numbers.count - 1
      }
      guard numbers.count < 3, scanner.take("-") else { break }
      guard let number = scanner.takeNumber() else { throw fail("a number") }
      numbers.append(number)
    }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw fail("the end of the date") }
    guard numbers.count > 1 else { throw fail("-, and the next number of a date such as 2025-3-23 or 3-23") }
    let monthIndex = numbers.count - 2
    guard leapAt == nil || leapAt == monthIndex else { throw fail("L behind the month, as in 2025-6L-15") }
    return .lunar(
      year: numbers.count == 3 ? numbers[0] : nil, month: numbers[monthIndex], isLeap: leapAt != nil,
      day: numbers[monthIndex + 1])
  }

  /// `2025年4月20日`, `國曆2025年4月20日`, `民國114年4月20日`: Arabic numerals mean a solar date unless 農曆 is given.
  ///
  /// - Returns: nil for other forms.
  private static func chineseSolar(
    _ start: TextScanner, of text: String
  ) throws(CalendarError) -> SolarDate? {
    var scanner = start
    let isRepublican = scanner.takeAny(ChineseWords.republic) != nil
    let isNamed = isRepublican || scanner.takeAny(ChineseWords.solar) != nil
    scanner.skipBlanks()
    let parts = numerals(&scanner)
    guard let parts else {
      guard isNamed else { return nil }
      throw .notADate(text: text, column: scanner.column, expected: "a solar date such as 2025年4月20日")
    }
    guard let year = parts.year else {
      throw .notADate(
        text: text, column: start.column, expected: "農曆 before a lunar date, or the year before a solar one")
    }
    return try SolarDate(year: isRepublican ? year + 1_911 : year, month: parts.month, day: parts.day)
  }

  /// `[2025年]4月20[日]` to the end of the text.
  private static func numerals(_ scanner: inout TextScanner) -> (year: Int?, month: Int, day: Int)? {
    guard var month = scanner.takeNumber() else { return nil }
    var year: Int?
    if scanner.take("年") {
      year = month
      scanner.skipBlanks()
      guard let number = scanner.takeNumber() else { return nil }
      month = number
    }
    guard scanner.take("月") else { return nil }
    scanner.skipBlanks()
    guard let day = scanner.takeNumber() else { return nil }
    _ = scanner.takeAny(ChineseWords.day)
    scanner.skipBlanks()
    return scanner.isAtEnd ? (year, month, day) : nil
  }

  /// `[農曆][2025年][閏]三月廿三[日]`.
  private static func chinese(_ scanner: inout TextScanner, of text: String) throws(CalendarError) -> DateInput {
    func fail(_ expected: String) -> CalendarError {
      .notADate(text: text, column: scanner.column, expected: expected)
    }
    _ = scanner.takeAny(ChineseWords.lunar)
    scanner.skipBlanks()
    var year: Int?
    let start = scanner.position
    if let number = scanner.takeNumber() {
      if scanner.take("年") { year = number } else { scanner.rewind(to: start) }
    }
    scanner.skipBlanks()
    let isLeap = scanner.takeAny(ChineseWords.leap) != nil
    guard let month = ChineseNumerals.takeMonth(&scanner) else {
      throw fail(year == nil ? "a year such as 2025年, or a month such as 三月" : "a month such as 三月 or 閏六月")
    }
    guard let day = ChineseNumerals.takeDay(&scanner) else { throw fail("a day such as 初一 or 廿三") }
    scanner.skipBlanks()
    guard scanner.isAtEnd else { throw fail("the end of the date") }
    return .lunar(year: year, month: month, isLeap: isLeap, day: day.day)
  }
}

/// Words that stand before or between the numbers of a date.
enum ChineseWords {
  static let lunar = ["農曆", "农历", "舊曆", "旧历", "陰曆", "阴历"]
  static let solar = ["國曆", "国历", "公曆", "公历", "陽曆", "阳历", "新曆", "新历", "西元"]
  static let republic = ["民國", "民国"]
  static let day = ["日", "號", "号"]
  static let leap = ["閏", "闰"]
}

extension String {
  func trimmingBlanksAtEnd() -> Substring {
    var end = endIndex
    while end > startIndex, self[index(before: end)].isWhitespace { end = index(before: end) }
    return self[..<end]
  }
}
