/// An error in the text of a date rule: the rule, the column and the expected text.
///
///     date rule "lunar 13/1": month 13 is not between 1 and 12 (column 7)
public struct DateRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The given text.
  public let rule: String
  /// The column of the error, in characters from 1.
  public let column: Int
  /// The error at that column, or the expected text.
  public let fault: String

  public var description: String { "date rule \"\(rule)\": \(fault) (column \(column))" }
}
