internal import Crypto
internal import Foundation

/// A key that a web hook and its receiver share: `whsec_` and 24 to 64 bytes in base64 (Standard Webhooks 1.0.0,
/// "Signature scheme").
///
///     let secret = try WebhookSecret(parsing: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
public struct WebhookSecret: Sendable {
  private let key: SymmetricKey

  /// - Throws: `WebhookSecretError`, which says what is wrong and does not repeat the secret.
  public init(parsing text: String) throws(WebhookSecretError) {
    guard text.hasPrefix("whsec_") else { throw .noPrefix }
    guard let bytes = Data(base64Encoded: String(text.dropFirst(6))) else { throw .notBase64 }
    guard (24...64).contains(bytes.count) else { throw .wrongLength(bytes: bytes.count) }
    key = SymmetricKey(data: bytes)
  }

  /// The signature of a request: `v1,` and HMAC-SHA256 of `id.timestamp.body` in base64.
  func signature(id: String, timestamp: Int, body: [UInt8]) -> String {
    var hash = HMAC<SHA256>(key: key)
    hash.update(data: Array("\(id).\(timestamp).".utf8))
    hash.update(data: body)
    return "v1," + Data(hash.finalize()).base64EncodedString()
  }
}

public enum WebhookSecretError: Error, Hashable, Sendable, CustomStringConvertible {
  case noPrefix
  case notBase64
  case wrongLength(bytes: Int)

  public var description: String {
    let right = "a secret is whsec_ and 24 to 64 random bytes in base64: echo whsec_$(head -c 32 /dev/urandom | base64)"
    return switch self {
    case .noPrefix: "the web hook's secret does not begin with whsec_; \(right)"
    case .notBase64: "the web hook's secret is not base64 behind whsec_; \(right)"
    case .wrongLength(let bytes): "the web hook's secret is \(bytes) bytes long; \(right)"
    }
  }
}
