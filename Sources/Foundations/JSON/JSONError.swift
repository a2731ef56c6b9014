/// The reason why a text cannot be read as JSON.
public enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The parser's message.
  case notJSON(String)
  /// Two members of one object have the same name.
  case memberTwice(String, line: Int, column: Int)

  public var description: String {
    switch self {
    case .notJSON(let reason): "the input is no JSON: \(reason.prefix(200))"
    case .memberTwice(let name, let line, let column):
      "line \(line), column \(column): the object has the member \"\(name.prefix(100))\" already: which of the two counts?"
    }
  }
}
