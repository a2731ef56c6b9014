/// Base64url text without padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
  /// Decodes the one canonical spelling; returns nil for any other.
  ///
  /// Other alphabets, padding, blanks and non-zero leftover bits are rejected: with them one token would have many
  /// spellings, and a list of revoked tokens would miss some.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard let (bytes, rest) = decodeWithRest(text), rest == 0 else { return nil }
    return bytes
  }

  package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(text.utf8) }

  /// Decodes text that other software encoded. It also accepts padding and the ordinary alphabet: web pages that
  /// convert a key with `btoa` send those.
  package static func decodeAnyAlphabet(_ text: some StringProtocol) -> [UInt8]? {
    var characters = text.utf8.map { Self.ordinary[$0] ?? $0 }
    while characters.last == UInt8(ascii: "=") { characters.removeLast() }
    return decodeWithRest(characters)?.bytes
  }

  /// - Returns: the bytes, and the leftover bits.
  private static func decodeWithRest(_ text: some Collection<UInt8>) -> (bytes: [UInt8], rest: UInt32)? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount = 0
    for character in text {
      guard let digit = digit(character) else { return nil }
      bits = bits << 6 | digit
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }
    // Six leftover bits are a character that begins a byte without completing it.
    return bitCount < 6 ? (bytes, bits & (1 << bitCount - 1)) : nil
  }

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      bitCount += 8
      while bitCount >= 6 {
        bitCount -= 6
        text.append(alphabet[Int(bits >> bitCount & 63)])
      }
    }
    if bitCount > 0 { text.append(alphabet[Int(bits << (6 - bitCount) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  private static let ordinary = [UInt8(ascii: "+"): UInt8(ascii: "-"), UInt8(ascii: "/"): UInt8(ascii: "_")]
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
