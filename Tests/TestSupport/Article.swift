import Foundation

/// An article of a library's documentation, whose examples stand in a test file as well.
///
/// The test file holds each example as a closure that gets its own `print`. The two texts must be equal, and what an example prints must
/// be what its comments say: so the compiler reads what a reader of the article copies, and an article cannot be wrong for long.
public struct Article {
  public typealias Example = (_ print: (Any) -> Void) throws -> Void

  /// The blocks of code that are marked as Swift.
  public let blocks: [String]

  /// - Parameter path: the article's, from the package's root.
  public init(_ path: String) throws {
    let text = try String(contentsOfFile: PackageRoot.path(path), encoding: .utf8)
    blocks = text.matches(of: /(?ms)^```swift\n(.*?)^```$/).map { String($0.1) }
  }

  /// The texts of the closures of a test file that begin with `{ print in`, without their indentation.
  public static func examples(inFile path: String) throws -> [String] {
    var examples: [String] = []
    var example: (text: String, indentation: Int)?
    for line in try String(contentsOfFile: path, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      let indentation = line.prefix { $0 == " " }.count
      if let (text, start) = example {
        if indentation == start, line.dropFirst(indentation).hasPrefix("}") {
          examples.append(text)
          example = nil
        } else {
          example?.text += line.dropFirst(start + 2) + "\n"
        }
      } else if line.hasSuffix("{ print in") {
        example = ("", indentation)
      }
    }
    return examples
  }

  /// What an example prints, by its comments.
  public static func announced(_ text: String) -> [String] {
    text.matches(of: /\/\/ (.*)/).map { String($0.1) }
  }

  /// What an example prints.
  public static func printed(_ example: Example) throws -> [String] {
    var lines: [String] = []
    try example { lines.append("\($0)") }
    return lines
  }
}
