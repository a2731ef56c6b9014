internal import Crypto
public import Folklore
internal import Foundation

/// The key that signs web hook requests (Standard Webhooks 1.0.0, "Signature scheme").
///
///     let shared = try WebhookSecret(parsing: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
///     let pair = WebhookSecret.generatePair()
///
/// Either a secret shared with receivers, `whsec_` and 24 to 64 bytes in base64, with which receivers could also sign; or the secret key of an
/// Ed25519 pair, `whsk_` and base64, which receivers verify with the public key `whpk_`.
public struct WebhookSecret: Sendable {
  private enum Key {
    case shared(SymmetricKey)
    case pair(Curve25519.Signing.PrivateKey)
  }

  private let key: Key

  /// - Throws: `WebhookSecretError`, whose text does not contain the secret.
  public init(parsing text: String) throws(WebhookSecretError) {
    guard let prefix = ["whsec_", "whsk_", "whpk_"].first(where: text.hasPrefix) else { throw .noPrefix }
    if prefix == "whpk_" { throw .publicKeyGiven }
    guard let bytes = Data(base64Encoded: String(text.dropFirst(prefix.count))) else { throw .notBase64 }
    key = prefix == "whsec_" ? try Self.shared(bytes) : try Self.pair(bytes)
  }

  private static func shared(_ bytes: Data) throws(WebhookSecretError) -> Key {
    guard (24...64).contains(bytes.count) else { throw .wrongLength(bytes: bytes.count) }
    return .shared(SymmetricKey(data: bytes))
  }

  /// The 32 bytes of RFC 8032's secret key, optionally followed by the public key, as libsodium and Go write a pair.
  private static func pair(_ bytes: Data) throws(WebhookSecretError) -> Key {
    guard [32, 64].contains(bytes.count),
      let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes.prefix(32))
    else { throw .wrongKeyLength(bytes: bytes.count) }
    guard bytes.count == 32 || key.publicKey.rawRepresentation == bytes.suffix(32) else { throw .noPair }
    return .pair(key)
  }

  /// A new pair of keys.
  public static func generatePair() -> (secret: String, public: String) {
    let key = Curve25519.Signing.PrivateKey()
    return (
      "whsk_" + key.rawRepresentation.base64EncodedString(),
      "whpk_" + key.publicKey.rawRepresentation.base64EncodedString()
    )
  }

  /// The signature of `id.timestamp.body` in base64: `v1,` for HMAC-SHA256, `v1a,` for Ed25519.
  ///
  /// - Throws: BoringSSL's errors, which are not expected.
  func signature(id: String, timestamp: Int, body: [UInt8]) throws -> String {
    let head = Array("\(id).\(timestamp).".utf8)
    switch key {
    case .shared(let key):
      var hash = HMAC<SHA256>(key: key)
      hash.update(data: head)
      hash.update(data: body)
      return "v1," + Data(hash.finalize()).base64EncodedString()
    case .pair(let key):
      return "v1a," + (try key.signature(for: head + body)).base64EncodedString()
    }
  }
}

public enum WebhookSecretError: SpokenError, Hashable, Sendable {
  case noPrefix
  case notBase64
  case wrongLength(bytes: Int)
  case wrongKeyLength(bytes: Int)
  case noPair
  case publicKeyGiven

  public var description: String {
    let right = "a secret is whsec_ and 24 to 64 random bytes in base64: echo whsec_$(head -c 32 /dev/urandom | base64)"
    let rightKey = "folkcal remind webhook-keys makes a pair"
    return switch self {
    case .noPrefix: "the web hook's secret does not begin with whsec_ or whsk_; \(right)"
    case .notBase64: "the web hook's secret is not base64 behind whsec_ or whsk_; \(right)"
    case .wrongLength(let bytes): "the web hook's secret is \(bytes) bytes long; \(right)"
    case .wrongKeyLength(let bytes): "the web hook's secret key is \(bytes) bytes long, not 32; \(rightKey)"
    case .noPair: "the web hook's secret key has another public key behind it than its own; \(rightKey)"
    case .publicKeyGiven: "the web hook's key is the public one, whpk_: the secret one, whsk_, is needed"
    }
  }

  public var chinese: String {
    let right = "密鑰是 whsec_ 加上 base64 的 24 到 64 個隨機位元組：echo whsec_$(head -c 32 /dev/urandom | base64)"
    let rightKey = "folkcal remind webhook-keys 會產生一對金鑰"
    return switch self {
    case .noPrefix: "webhook 的密鑰開頭不是 whsec_ 或 whsk_；\(right)"
    case .notBase64: "webhook 的密鑰在 whsec_ 或 whsk_ 之後不是 base64；\(right)"
    case .wrongLength(let bytes): "webhook 的密鑰有 \(bytes) 個位元組；\(right)"
    case .wrongKeyLength(let bytes): "webhook 的私鑰有 \(bytes) 個位元組，應該是 32 個；\(rightKey)"
    case .noPair: "webhook 的私鑰後面接的不是它自己的公鑰；\(rightKey)"
    case .publicKeyGiven: "這是 webhook 的公鑰 whpk_：需要的是私鑰 whsk_"
    }
  }

  public var code: String {
    switch self {
    case .noPrefix: "webhook_secret_without_prefix"
    case .notBase64: "webhook_secret_not_base64"
    case .wrongLength: "webhook_secret_wrong_length"
    case .wrongKeyLength: "webhook_key_wrong_length"
    case .noPair: "webhook_keys_no_pair"
    case .publicKeyGiven: "webhook_public_key_given"
    }
  }
}
