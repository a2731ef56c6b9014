internal import Addresses
internal import Crypto
internal import Foundation

/// Whom a session token was given to.
struct SessionUser: Hashable, Sendable {
  /// The number of the user in the database.
  let userID: Int
  /// In lower case.
  let uuid: String
  /// Seconds of UTC since 1970.
  let expiresAt: Int
}

/// Our own tokens, by which a user who has signed in is known for a while without asking the database: JSON Web Tokens
/// (RFC 7519) of HS256.
///
///     let tokens = try SessionTokens(secret: secret)
///     let (token, expiresAt) = try tokens.make(userID: 42, uuid: uuid, now: now)
///     tokens.user(ofToken: token, now: now)?.userID      // 42
///
/// Such a token cannot be taken back before its end; so it lives shortly, and a refresh token asks for the next.
struct SessionTokens: Sendable {
  let lifetimeSeconds: Int
  private let key: SymmetricKey

  /// - Parameters:
  ///   - secret: at least 32 random bytes, the same on every machine that serves. The key is derived from it (HKDF, RFC
  ///     5869), so a secret that is used elsewhere too opens nothing here.
  ///   - lifetimeSeconds: how long a token lives.
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
  /// - Throws: `SessionTokenError.noUser` where the number or the UUID is none.
  func make(userID: Int, uuid: String, now: Int) throws(SessionTokenError) -> (token: String, expiresAt: Int) {
    guard userID > 0, let uuid = UUID(uuidString: uuid)?.uuidString.lowercased() else { throw .noUser }
    let expiresAt = now + lifetimeSeconds
    // Nothing here has a character that JSON would escape.
    let claims = #"{"iss":"\#(Self.issuer)","sub":"\#(uuid)","uid":\#(userID),"iat":\#(now),"exp":\#(expiresAt)}"#
    let signed = CompactToken.signedText(header: Self.header, payload: claims.utf8)
    let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: key)
    return (CompactToken.text(signed, signature: code), expiresAt)
  }

  /// Whom a token was given to; nil for everything that is not one of ours, of now.
  func user(ofToken token: String, now: Int) -> SessionUser? {
    // Ours have all the same header, byte for byte: there is no algorithm to choose.
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
  /// Ours have some 250.
  private static let longestBytes = 1_024
  /// By how much the clocks of two machines that serve may differ.
  private static let leewaySeconds = 60
}

extension SessionTokens: CustomStringConvertible, CustomReflectable {
  var description: String { "session tokens of \(lifetimeSeconds) s" }
  /// The key stays out of what is printed.
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
