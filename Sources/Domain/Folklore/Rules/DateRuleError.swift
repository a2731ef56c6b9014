/// An error in the text of a date rule: the rule, the column and the expected text.
///
///     date rule "lunar 13/1": month 13 is not between 1 and 12 (column 7)
public struct DateRuleError: SpokenError, Hashable, Sendable {
  /// The given text.
  public let rule: String
  /// The column of the error, in characters from 1.
  public let column: Int
  /// The error at that column, or the expected text.
  public let fault: String
  /// The same in Traditional Chinese.
  let chineseFault: String

  public var description: String { "date rule \"\(rule)\": \(fault) (column \(column))" }
  public var chinese: String { "看不懂日期規則「\(rule)」的第 \(column) 個字：\(chineseFault)" }
  public var code: String { "bad_date_rule" }
}
