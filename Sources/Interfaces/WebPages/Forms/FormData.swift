internal import Addresses

/// What a form sends: names and values in order (`application/x-www-form-urlencoded`, URL Living Standard, section 5.1).
package struct FormData: Sendable {
  package private(set) var pairs: [Pair]
  /// The files that were sent.
  package private(set) var files: [File] = []

  /// A file in a form.
  package struct File: Hashable, Sendable {
    package let field: String
    /// The name of the file on the sender's machine; only for messages.
    package let name: String
    package let bytes: ArraySlice<UInt8>
  }

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

  /// A form with files (`multipart/form-data`, RFC 7578). A control for a file into which nothing was put gives no file.
  ///
  /// - Parameter type: the header Content-Type.
  /// - Returns: nil if the bytes are no such form, or break off before its end.
  package init?(multipart bytes: [UInt8], type: String) {
    guard let boundary = MultipartReader.boundary(in: type), let parts = MultipartReader.parts(of: bytes, boundary)
    else { return nil }
    pairs = []
    for part in parts.prefix(Self.limit) {
      if let name = part.fileName {
        if !name.isEmpty || !part.content.isEmpty {
          files.append(File(field: part.name, name: name, bytes: part.content))
        }
      } else {
        guard !part.content.contains(0), let text = String(validating: part.content, as: UTF8.self) else { return nil }
        pairs.append(Pair(name: part.name, value: text.replacing("\r\n", with: "\n")))
      }
    }
  }

  /// The file of a control; nil if none was chosen.
  package func file(_ field: String) -> File? { files.first { $0.field == field } }

  /// The first value of a name.
  package func first(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// All values of a name.
  package func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    guard let bytes = PercentEncoding.decode(text, plusIsBlank: true) else { return nil }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }
}
