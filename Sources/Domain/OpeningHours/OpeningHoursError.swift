/// The reason why a text is not valid opening hours.
///
///     opening hours "Mo-Fr 09:00": column 12: expected - and the time of closing, found the end
public struct OpeningHoursError: Error, Hashable, Sendable, CustomStringConvertible {
  public let text: String
  /// The position in characters, from 1.
  public let column: Int
  public let problem: String

  public var description: String { "opening hours \"\(text)\": column \(column): \(problem)" }
}
