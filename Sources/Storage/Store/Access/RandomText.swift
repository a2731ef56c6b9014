internal import Crypto
internal import Foundation

/// Random names and secrets.
enum RandomText {
  static func uuid() -> String { UUID().uuidString.lowercased() }

  /// Ten characters for a key: 50 bits.
  static func slug() -> String {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    return String((0..<10).compactMap { _ in letters.randomElement() })
  }

  /// Bytes from the system's generator, as hexadecimal text.
  static func hexadecimal(bytes count: Int) -> String {
    (0..<count).map { _ in UInt8.random(in: .min ... .max).hexadecimal }.joined()
  }
}

/// A secret that is shown once; the database keeps only its hash.
///
///     let secret = Secret(.session)
///     secret.text        // fcr_3f6c…
struct Secret {
  /// The prefix and the random bits.
  let text: String
  /// The stored hash.
  let hash: String

  /// The purpose of a secret; its prefix identifies it in a log or a repository.
  enum Purpose: String {
    case token = "fck_"
    case session = "fcr_"
    case feed = "fcf_"
    case link = "fcl_"
    case browser = "fcb_"
    case choice = "fcc_"
    /// Joins a chat and an account. People send it as a message, and Telegram takes 64 characters in a link, so it is shorter.
    case chat = "fcj_"

    /// The length of its random part.
    var bytes: Int { self == .chat ? 16 : 32 }
  }

  init(_ purpose: Purpose) {
    text = purpose.rawValue + RandomText.hexadecimal(bytes: purpose.bytes)
    hash = Store.hash(ofToken: text)
  }

  /// A secret that follows from another and a number; the other does not follow from it.
  init(_ purpose: Purpose, from other: String, number: Int) {
    let code = HMAC<SHA256>.authenticationCode(
      for: Array("\(purpose.rawValue)\(number)".utf8), using: SymmetricKey(data: Array(other.utf8)))
    text = purpose.rawValue + code.map(\.hexadecimal).joined()
    hash = Store.hash(ofToken: text)
  }

  /// The hash for the lookup; nil if the text cannot be one of our secrets.
  static func hash(of text: String, for purpose: Purpose) -> String? {
    guard text.utf8.count == purpose.rawValue.utf8.count + 2 * purpose.bytes, text.hasPrefix(purpose.rawValue) else {
      return nil
    }
    return Store.hash(ofToken: text)
  }
}

extension UInt8 {
  /// Two digits.
  var hexadecimal: String { String(self >> 4, radix: 16) + String(self & 15, radix: 16) }
}
