internal import Folklore

/// The words of the columns that have few, with the Chinese ones that people write.
enum OwnDayWords {
  static let leap: [(word: String, value: DateRule.LeapPolicy)] =
    DateRule.LeapPolicy.allCases.map { ($0.rawValue, $0) } + [("平月", .regular), ("閏月", .leap), ("都過", .both)]

  static let short: [(word: String, value: DateRule.ShortMonthPolicy)] =
    DateRule.ShortMonthPolicy.allCases.map { ($0.rawValue, $0) }
    + [("廿九", .backward), ("初一", .forward), ("略過", .omit)]

  static let observance: [(word: String, value: Event.Observance)] =
    ([.birthday, .memorial, .custom]
    + Event.Observance.allCases.filter { ![.birthday, .memorial, .custom].contains($0) })
    .map { ($0.rawValue, $0) } + [("生日", .birthday), ("忌日", .memorial), ("自訂", .custom), ("其他", .custom)]

  /// The Chinese word of an observance, if there is one.
  static func chinese(of observance: Event.Observance) -> String? {
    self.observance.first { $0.value == observance && !($0.word.first?.isASCII ?? true) }?.word
  }

  /// The value of a word; nil for an empty cell.
  static func value<Value>(of cell: String, in words: [(word: String, value: Value)]) throws(OwnDayProblem) -> Value? {
    guard !cell.isEmpty else { return nil }
    let word = cell.lowercased()
    guard let found = words.first(where: { $0.word == word }) else {
      throw .word(cell.quotedStart, choices: words.map(\.word))
    }
    return found.value
  }
}
