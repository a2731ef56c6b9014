import Foundation

/// A CSV file of the folder beside this file, without quotes in it, read whole.
public struct OracleTable: Sendable {
  /// The rows after the header.
  public let rows: [Row]

  /// One line of the file, its fields by column from 0.
  public struct Row: Sendable {
    let fields: [Substring]

    public subscript(column: Int) -> String { String(fields[column]) }

    /// - Throws: `Fault` when the field is no integer.
    public func integer(_ column: Int) throws -> Int { try number(column) { Int($0) } }

    /// - Throws: `Fault` when the field is no number.
    public func double(_ column: Int) throws -> Double { try number(column) { Double($0) } }

    private func number<Number>(_ column: Int, _ convert: (Substring) -> Number?) throws -> Number {
      guard let value = convert(fields[column]) else {
        throw Fault(description: "column \(column) of \(fields) is no number")
      }
      return value
    }
  }

  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter name: the file's name, `months_rule_utc8_1645_2599.csv`, or a path from the package's root.
  public init(_ name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let file = name.contains("/") ? root.appendingPathComponent(name) : folder.appendingPathComponent("csv/" + name)
    let text = try String(contentsOf: file, encoding: .utf8)
    rows = text.split(separator: "\n").dropFirst().map {
      Row(fields: $0.split(separator: ",", omittingEmptySubsequences: false))
    }
  }
}
