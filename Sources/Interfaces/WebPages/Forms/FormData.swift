internal import Addresses

/// What a form sends: names and values in order (`application/x-www-form-urlencoded`, URL Living Standard, section 5.1).
package struct FormData: Sendable {
  package private(set) var pairs: [Pair]

  package struct Pair: Hashable, Sendable {
    package let name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The most pairs that are read.
  private static let limit = 2_000

  package init(_ pairs: [Pair] = []) {
    self.pairs = pairs
  }

  /// Nil if the bytes are no percent-encoded UTF-8, hold a NUL, or have too many pairs.
  package init?(urlEncoded bytes: [UInt8]) {
    pairs = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard pairs.count < Self.limit, let name = Self.decoded(part[..<sign]),
        let value = Self.decoded(part[sign...].dropFirst())
      else { return nil }
      pairs.append(Pair(name: name, value: value.replacing("\r\n", with: "\n")))
    }
  }

  /// The first value of a name.
  package func first(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// All values of a name.
  package func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard let bytes = PercentEncoding.decode(text, plusIsBlank: true) else { return nil }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
