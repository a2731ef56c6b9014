public import Folklore

/// A problem with its place in a file.
///
///     line 3, advance_days: "40" is not a number of days from 0 to 30
public struct OwnDayFault: SpokenError, Hashable, Sendable {
  /// The line in the file, from 1; nil for the whole file.
  public let line: Int?
  /// The column of a table, as the file names it; nil for the whole line.
  public let column: String?
  public let problem: OwnDayProblem

  init(line: Int? = nil, column: String? = nil, _ problem: OwnDayProblem) {
    self.line = line
    self.column = column
    self.problem = problem
  }

  public var description: String { text(in: .english) }
  public var chinese: String { text(in: .traditionalChinese) }
  public var code: String { problem.code }

  /// The place and the problem in a reader's language.
  public func text(in language: Language) -> String {
    let number = line.map { language.say("第 \($0) 行", "第 \($0) 行", "line \($0)") }
    let place = [number, column].compactMap(\.self).joined(separator: language.say("，", "，", ", "))
    guard !place.isEmpty else { return problem.text(in: language) }
    return place + language.say("：", "：", ": ") + problem.text(in: language)
  }
}
