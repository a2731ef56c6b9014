internal import Addresses
package import Crypto
internal import Foundation
internal import Transfer

/// A browser's push subscription, as `PushSubscription.toJSON()` gives it (W3C Push API, section 8).
///
///     {"endpoint":"https://push.example.net/…","keys":{"p256dh":"BCVxsr7N…","auth":"BTBZMqHH…"}}
///
/// With the endpoint anyone can send, and with the secret write what the device shows; so errors and descriptions contain neither.
public struct PushSubscription: Sendable {
  /// The URL that messages are posted to.
  package let endpoint: String
  /// The scheme, host and port of the endpoint, the audience of tokens (RFC 6454, section 6.2).
  package let origin: String
  /// The browser's key of this subscription.
  package let publicKey: P256.KeyAgreement.PublicKey
  /// 16 bytes unknown to the push service (RFC 8291, section 3.2).
  package let authenticationSecret: [UInt8]

  /// Reads a subscription.
  ///
  /// - Parameter allowsPlainHTTP: whether the endpoint may be `http:`, for a test push service. Push services use HTTPS (RFC 8030, section 8).
  /// - Throws: `PushSubscriptionError`, which names the invalid part.
  public init(json text: String, allowsPlainHTTP: Bool = false) throws(PushSubscriptionError) {
    guard text.utf8.count <= Self.longestText else { throw .tooLong(bytes: text.utf8.count, limit: Self.longestText) }
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(text.utf8)) else { throw .notJSON }
    guard let endpoint = form.endpoint else { throw .missing("endpoint") }
    guard let publicKey = form.keys?.p256dh else { throw .missing("keys.p256dh") }
    guard let secret = form.keys?.auth else { throw .missing("keys.auth") }

    self.endpoint = endpoint
    origin = try Self.origin(of: endpoint, allowsPlainHTTP: allowsPlainHTTP)
    self.publicKey = try Self.publicKey(publicKey)
    guard let bytes = Base64URL.decodeAnyAlphabet(secret) else { throw .notBase64("keys.auth") }
    guard bytes.count == 16 else { throw .secretOfWrongLength(bytes: bytes.count) }
    authenticationSecret = bytes
  }

  private static let longestText = 8_192

  private struct Form: Decodable {
    let endpoint: String?
    let keys: Keys?

    struct Keys: Decodable {
      let p256dh: String?
      let auth: String?
    }
  }
}

extension PushSubscription {
  /// The push service of a browser's maker that the endpoint is at: `web.push.apple.com`. Those services are a few hosts that all users of a
  /// browser share; any other host is one that a user can have made up, and gives nil.
  package var browsersService: String? {
    let host = origin.dropFirst("https://".count)
    let services = [
      "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com", "notify.windows.com",
    ]
    return services.first { $0 == host || $0 == "notify.windows.com" && host.hasSuffix("." + $0) }
  }
}

extension PushSubscription: CustomStringConvertible, CustomReflectable {
  public var description: String { "a subscription at \(origin)" }
  public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}

// MARK: - Parts

extension PushSubscription {
  /// An uncompressed point of the curve: 0x04, x, y (RFC 8291, section 3.1; ANSI X9.62).
  private static func publicKey(_ text: String) throws(PushSubscriptionError) -> P256.KeyAgreement.PublicKey {
    guard let bytes = Base64URL.decodeAnyAlphabet(text) else { throw .notBase64("keys.p256dh") }
    guard bytes.count == 65, bytes.first == 0x04 else { throw .notAnUncompressedPoint(bytes: bytes.count) }
    guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: bytes) else { throw .notOnTheCurve }
    return key
  }

  private static func origin(of endpoint: String, allowsPlainHTTP: Bool) throws(PushSubscriptionError) -> String {
    do throws(StrictURL.Problem) {
      return try StrictURL(parsing: endpoint, as: allowsPlainHTTP ? [.https, .http] : [.https]).origin
    } catch {
      throw .badEndpoint(problem: error.description)
    }
  }
}
