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

  public var description: String {
    "opening hours \"\(text)\": column \(column): \(problem); for example \(Self.examples.joined(separator: " or "))"
  }

  public var chinese: String {
    "開放時間「\(text)」的第 \(column) 個字：\(chineseProblem)。可以寫\(Self.chineseExamples.map { "「\($0)」" }.joined(separator: "或"))"
  }

  public var code: String { "bad_opening_hours" }

  /// Texts that are read, for messages.
  public static let examples = ["05:00-22:00", "Mo-Fr 08:00-17:00; Sa,Su 05:00-22:00", "24/7"]
  public static let chineseExamples = ["每日 05:00-22:00", "週一至週五 08:00-17:00；週六、日 05:00-22:00", "24小時"]
}
