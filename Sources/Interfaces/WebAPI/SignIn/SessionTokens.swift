internal import Addresses
internal import Crypto
internal import Foundation

/// The user of a session token.
struct SessionUser: Hashable, Sendable {
  /// The number of the user in the database.
  let userID: Int
  /// In lower case.
  let uuid: String
  /// Seconds of UTC since 1970.
  let expiresAt: Int
}

/// Our access tokens, which identify a signed-in user without a database query: JSON Web Tokens (RFC 7519) with HS256.
///
///     let tokens = try SessionTokens(secret: secret)
///     let (token, expiresAt) = try tokens.make(userID: 42, uuid: uuid, now: now)
///     tokens.user(ofToken: token, now: now)?.userID      // 42
///
/// Such a token cannot be revoked, so its lifetime is short; a refresh token gets the next.
struct SessionTokens: Sendable {
  let lifetimeSeconds: Int
  private let key: SymmetricKey

  /// - Parameters:
  /// - secret: at least 32 random bytes, the same on all servers. The key is derived from it (HKDF, RFC 5869), so the secret may have other
  ///   uses.
  /// - lifetimeSeconds: the lifetime of a token.
  /// - Throws: `SessionTokenError.shortSecret`.
  init(secret: [UInt8], lifetimeSeconds: Int = 900) throws(SessionTokenError) {
    guard secret.count >= 32 else { throw .shortSecret(bytes: secret.count) }
    key = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: secret), salt: Data("folkcal".utf8), info: Data("session token HS256".utf8),
      outputByteCount: 32)
    self.lifetimeSeconds = lifetimeSeconds
  }

  /// A token for a user.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Throws: `SessionTokenError.noUser` for an invalid number or UUID.
  func make(userID: Int, uuid: String, now: Int) throws(SessionTokenError) -> (token: String, expiresAt: Int) {
    guard userID > 0, let uuid = UUID(uuidString: uuid)?.uuidString.lowercased() else { throw .noUser }
    let expiresAt = now + lifetimeSeconds
    // None of the values needs JSON escaping.
    let claims = #"{"iss":"\#(Self.issuer)","sub":"\#(uuid)","uid":\#(userID),"iat":\#(now),"exp":\#(expiresAt)}"#
    let signed = CompactToken.signedText(header: Self.header, payload: claims.utf8)
    let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)
    return (CompactToken.text(signed, signature: code), expiresAt)
  }

  /// The user of a token; nil if it is invalid or expired.
  func user(ofToken token: String, now: Int) -> SessionUser? {
    // All our tokens have the same header, so there is no algorithm to choose.
    guard token.utf8.count <= Self.longestBytes, let parts = CompactToken(token), parts.header == Self.header,
      HMAC<SHA256>.isValidAuthenticationCode(parts.signature, authenticating: parts.signedBytes, using: key),
      let claims = try? JSONDecoder().decode(Claims.self, from: Data(parts.payload)),
      claims.iss == Self.issuer, claims.iat <= now + Self.leewaySeconds, now < claims.exp
    else { return nil }
    return SessionUser(userID: claims.uid, uuid: claims.sub, expiresAt: claims.exp)
  }

  private struct Claims: Decodable {
    let iss: String
    let sub: String
    let uid: Int
    let iat: Int
    let exp: Int
  }

  private static let issuer = "folkcal"
  private static let header = Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
  /// Ours have about 250.
  private static let longestBytes = 1_024
  /// The tolerated difference between servers' clocks.
  private static let leewaySeconds = 60
}

extension SessionTokens: CustomStringConvertible, CustomReflectable {
  var description: String { "session tokens of \(lifetimeSeconds) s" }
  /// Keeps the key out of printed values.
  var customMirror: Mirror { Mirror(self, children: ["lifetimeSeconds": lifetimeSeconds]) }
}

enum SessionTokenError: Error, Hashable, Sendable, CustomStringConvertible {
  case shortSecret(bytes: Int)
  case noUser

  var description: String {
    switch self {
    case .shortSecret(let bytes): "the secret of the session tokens has \(bytes) bytes: at least 32 are needed"
    case .noUser: "a session token is for a user with a number and a UUID"
    }
  }
}
