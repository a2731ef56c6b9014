internal import Foundation

/// Names and secrets that nobody can guess.
enum RandomText {
  static func uuid() -> String { UUID().uuidString.lowercased() }

  /// Ten characters for a key: 50 bits.
  static func slug() -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String((0..<10).compactMap { _ in letters.randomElement() })
  }

  /// 32 bytes from the system's generator, as hexadecimal text.
  static func secret() -> String {
    (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }
}
