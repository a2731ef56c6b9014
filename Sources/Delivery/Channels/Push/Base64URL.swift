internal import Foundation

/// Bytes as text in the alphabet for URLs, without padding (RFC 4648, section 5), as JWTs and push subscriptions have it.
package enum Base64URL {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text = Data(bytes).base64EncodedString()
    while text.last == "=" { text.removeLast() }
    return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// The bytes of a text; nil where it is no Base64. Padding and the ordinary alphabet are taken too: pages that
  /// convert a key with `btoa` send those.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    while standard.last == "=" { standard.removeLast() }
    guard standard.utf8.count % 4 != 1 else { return nil }
    standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard).map { [UInt8]($0) }
  }
}
