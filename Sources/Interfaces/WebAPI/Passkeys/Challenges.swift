import Addresses
import Crypto
import Foundation

/// What a passkey signs. A challenge is random, bound to a purpose, and valid for ten minutes; the server keeps nothing of it until it is used.
///
/// Its bytes are 16 random ones, the end of its time in 8, and a code of 32 that only the server can make (HMAC-SHA256).
struct Challenges: Sendable {
  private let key: SymmetricKey

  enum Purpose: Hashable {
    case signIn
    /// A new passkey of the user with this UUID.
    case registration(of: String)

    fileprivate var bytes: [UInt8] {
      switch self {
      case .signIn: [0]
      case .registration(let user): [1] + Array(user.utf8)
      }
    }
  }

  init(secret: [UInt8]) {
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), salt: Data("folkcal".utf8), info: Data("passkey challenge".utf8),
      outputByteCount: 32)
  }

  /// A new challenge as base64url text.
  func make(for purpose: Purpose, now: Int) -> String {
    let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    let end = UInt64(now + Self.lifetimeSeconds)
    let content = random + (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) }
    return Base64URL.encode(content + code(of: content, purpose))
  }

  /// When a challenge expires; nil if we did not make it for this purpose, or if it has expired.
  func end(of text: String, for purpose: Purpose, now: Int) -> Int? {
    guard let bytes = Base64URL.decode(text), bytes.count == 56 else { return nil }
    let content = Array(bytes.prefix(24))
    let expected = HMAC<SHA256>.isValidAuthenticationCode(
      bytes.dropFirst(24), authenticating: content + purpose.bytes, using: key)
    let end = content.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard expected, let end = Int(exactly: end), now < end else { return nil }
    return end
  }

  private func code(of content: [UInt8], _ purpose: Purpose) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: content + purpose.bytes, using: key))
  }

  private static let lifetimeSeconds = 600
}
