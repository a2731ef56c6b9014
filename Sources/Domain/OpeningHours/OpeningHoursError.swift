public import Folklore

/// The reason why a text is not valid opening hours.
///
///     opening hours "Mo-Fr 09:00": column 12: expected - and the time of closing, found the end
public struct OpeningHoursError: SpokenError, Hashable, Sendable {
  public let text: String
  /// The position in characters, from 1.
  public let column: Int
  public let problem: String
  /// The same in the Chinese of Taiwan.
  public let chineseProblem: String
  let kind: Kind

  /// What failed, which decides on the advice.
  enum Kind: Hashable {
    case syntax
    /// 全年無休 without hours.
    case noHours
    /// Words instead of hours, such as 請電洽廟方.
    case remark
    /// 農曆正月初一
    case lunarMonth
  }

  public var description: String {
    "opening hours \"\(text)\": column \(column): \(problem); for example \(suggestions.joined(separator: " or "))"
  }

  public var chinese: String {
    "開放時間「\(text)」的第 \(column) 個字：\(chineseProblem)。可以寫\(chineseSuggestions.map { "「\($0)」" }.joined(separator: "或"))"
  }

  public var code: String { "bad_opening_hours" }

  /// Texts that are read, for messages about a text that gives no hint of what it means.
  public static let examples = ["05:00-22:00", "Mo-Fr 08:00-17:00; Sa,Su 05:00-22:00", "24/7"]
  public static let chineseExamples = ["每日 05:00-22:00", "週一至週五 08:00-17:00；週六、日 05:00-22:00", "24小時"]
}
