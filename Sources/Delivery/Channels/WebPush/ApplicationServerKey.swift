internal import Addresses
package import Crypto
public import Folklore
internal import Foundation

/// The key pair that identifies us to push services (VAPID, RFC 8292). A subscription is bound to the public key, so a new pair invalidates
/// every subscription.
public struct ApplicationServerKey: Sendable {
  package let signingKey: P256.Signing.PrivateKey

  package init(signingKey: P256.Signing.PrivateKey) {
    self.signingKey = signingKey
  }

  /// A new pair.
  public static func generate() -> ApplicationServerKey {
    ApplicationServerKey(signingKey: P256.Signing.PrivateKey())
  }

  /// Reads a private key: PEM (`BEGIN PRIVATE KEY` or `BEGIN EC PRIVATE KEY`, as OpenSSL writes them), or the 32 bytes
  /// in base64url, as the tools of Web Push print them.
  ///
  /// - Throws: `ApplicationServerError`, which never shows the key.
  public init(parsing text: String) throws(ApplicationServerError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.contains("-----BEGIN") {
      if text.contains("PUBLIC KEY-----") { throw .publicKeyGiven }
      guard let key = try? P256.Signing.PrivateKey(pemRepresentation: text) else { throw .unreadablePEM }
      signingKey = key
    } else {
      guard let bytes = Base64URL.decodeAnyAlphabet(text) else { throw .neitherPEMNorBase64 }
      if bytes.count == 65, bytes.first == 0x04 { throw .publicKeyGiven }
      guard bytes.count == 32 else { throw .keyOfWrongLength(bytes: bytes.count) }
      guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { throw .noPrivateKey }
      signingKey = key
    }
  }

  /// The public key in base64url, for `pushManager.subscribe` as `applicationServerKey`.
  public var publicText: String { Base64URL.encode(signingKey.publicKey.x963Representation) }

  /// The private key in base64url: a secret.
  public var privateText: String { Base64URL.encode(signingKey.rawRepresentation) }

  /// The private key in PEM: a secret.
  public var privatePEM: String { signingKey.pemRepresentation }
}

extension ApplicationServerKey: CustomStringConvertible, CustomReflectable {
  public var description: String { "the application server's key \(publicText)" }
  public var customMirror: Mirror { Mirror(self, children: ["publicText": publicText]) }
}

/// Errors in the server's identification to push services. No case contains a key.
public enum ApplicationServerError: SpokenError, Hashable, Sendable {
  case unreadablePEM
  case neitherPEMNorBase64
  case publicKeyGiven
  case keyOfWrongLength(bytes: Int)
  case noPrivateKey
  case badContact(String)
  case contactNotPublic(String)

  public var description: String {
    switch self {
    case .unreadablePEM: "the key for Web Push is PEM, but no private key of the curve P-256 without a password"
    case .neitherPEMNorBase64: "the key for Web Push is neither PEM nor base64url"
    case .publicKeyGiven: "the key for Web Push is the public one: the private one is needed"
    case .keyOfWrongLength(let bytes): "the key for Web Push has \(bytes) bytes: a private key of P-256 has 32"
    case .noPrivateKey: "the key for Web Push is no private key: the number is 0 or beyond the order of P-256"
    case .badContact(let text):
      """
      "\(text.failureReason.prefix(60))" is no contact for push services: expected mailto:name@example.org or https://example.org, without \
      brackets, blanks or anything more
      """
    case .contactNotPublic(let text):
      """
      "\(text.failureReason.prefix(60))" names no public host, so Apple's push service refuses every message (403 BadJwtToken): give an \
      address that others can reach, such as mailto:name@example.org
      """
    }
  }

  public var chinese: String {
    switch self {
    case .unreadablePEM: "Web Push 的金鑰是 PEM，但不是曲線 P-256、沒有密碼的私鑰"
    case .neitherPEMNorBase64: "Web Push 的金鑰既不是 PEM 也不是 base64url"
    case .publicKeyGiven: "這是 Web Push 的公鑰：需要的是私鑰"
    case .keyOfWrongLength(let bytes): "Web Push 的金鑰有 \(bytes) 個位元組：P-256 的私鑰有 32 個"
    case .noPrivateKey: "Web Push 的金鑰不是私鑰：數值是 0 或超出 P-256 的範圍"
    case .badContact(let text):
      "「\(text.failureReason.prefix(60))」不是給推播服務的聯絡方式：請寫 mailto:name@example.org 或 https://example.org，不要加括號、空白或其他內容"
    case .contactNotPublic(let text):
      """
      「\(text.failureReason.prefix(60))」不在公開的網域，Apple 的推播服務會因此拒收所有訊息（403 BadJwtToken）：請給外界能聯絡的地址，\
      例如 mailto:name@example.org
      """
    }
  }

  public var code: String {
    switch self {
    case .unreadablePEM: "push_pem_unreadable"
    case .neitherPEMNorBase64: "push_server_key_unreadable"
    case .publicKeyGiven: "push_public_key_given"
    case .keyOfWrongLength: "push_server_key_wrong_length"
    case .noPrivateKey: "push_server_key_invalid"
    case .badContact: "bad_push_contact"
    case .contactNotPublic: "push_contact_not_public"
    }
  }
}
