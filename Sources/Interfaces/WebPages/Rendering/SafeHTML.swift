package import Mustache

/// Escapes text for HTML, byte by byte.
///
/// The library's own escaping compares characters: a quotation mark with a combining mark after it is another character to it, stays, and ends an
/// attribute.
package struct SafeHTML: MustacheContentType {
  private init() {}

  package func escapeText(_ text: String) -> String { Self.escaped(text) }

  /// A text for HTML and XML.
  package static func escaped(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { escape($0) == nil }
    if isPlain { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 32)
    for byte in text.utf8 {
      if let escape = escape(byte) { bytes += escape.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  /// A template that escapes its values so.
  package static func template(_ markup: String) throws -> MustacheTemplate {
    MustacheContentTypes.register(SafeHTML(), named: name)
    return try MustacheTemplate(string: "{{% CONTENT_TYPE: \(name)}}" + markup)
  }

  private static let name = "SAFE-HTML"
}
