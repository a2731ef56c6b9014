internal import Crypto
internal import Foundation

/// Hides user numbers in access tokens, which would disclose how many users there are. Tokens are signed but readable, so the number is combined
/// with 62 bits derived from the user's UUID and the server's secret (HMAC, RFC 2104).
struct HiddenNumbers: Sendable {
  private let key: SymmetricKey

  /// - Parameter secret: the token secret; the key is derived from it (HKDF, RFC 5869).
  init(secret: [UInt8]) {
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), salt: Data("folkcal".utf8), info: Data("user numbers".utf8),
      outputByteCount: 32)
  }

  private static let mark = 1 << 62

  func hidden(_ number: Int, of uuid: String) -> Int { Self.mark | (number ^ mask(uuid)) & (Self.mark - 1) }

  /// - Parameter hidden: also accepts a plain number from an older version's token.
  func number(_ hidden: Int, of uuid: String) -> Int {
    hidden < Self.mark ? hidden : (hidden ^ mask(uuid)) & (Self.mark - 1)
  }

  private func mask(_ uuid: String) -> Int {
    let code = HMAC<SHA256>.authenticationCode(for: Data(uuid.utf8), using: key)
    return code.prefix(8).reduce(0) { $0 << 8 | Int($1) } & (Self.mark - 1)
  }
}
