import Foundation

/// A documentation article of a library; a test file contains the same examples.
///
/// The test file has each example as a closure with its own `print`. Tests compare the two texts, and the printed lines with the
/// example's comments.
public struct Article {
  public typealias Example = (_ print: (Any) -> Void) throws -> Void

  /// The code blocks marked as Swift.
  public let blocks: [String]

  /// - Parameter path: the article's path from the package root.
  public init(_ path: String) throws {
    let text = try String(contentsOfFile: PackageRoot.path(path), encoding: .utf8)
    blocks = text.matches(of: /(?ms)^```swift\n(.*?)^```$/).map { String($0.1) }
  }

  /// The texts of a test file's closures that begin with `{ print in`, without their indentation.
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

  /// The expected output of an example, from its comments.
  public static func announced(_ text: String) -> [String] {
    text.matches(of: /\/\/ (.*)/).map { String($0.1) }
  }

  /// The actual output of an example.
  public static func printed(_ example: Example) throws -> [String] {
    var lines: [String] = []
    try example { lines.append("\($0)") }
    return lines
  }
}
