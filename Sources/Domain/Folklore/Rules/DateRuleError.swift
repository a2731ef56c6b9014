/// What is wrong with the text of a date rule: the rule, the place in it and what was expected there.
///
///     date rule "lunar 13/1": month 13 is not between 1 and 12 (column 7)
public struct DateRuleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text as given.
  public let rule: String
  /// The column of the fault, in characters from 1.
  public let column: Int
  /// What is wrong there, or what was expected.
  public let fault: String

  public var description: String { "date rule \"\(rule)\": \(fault) (column \(column))" }
}
