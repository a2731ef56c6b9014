package import Crypto
internal import Foundation

/// A browser's consent to be sent messages, as `PushSubscription.toJSON()` gives it (W3C Push API, section 8).
///
///     {"endpoint":"https://push.example.net/…","keys":{"p256dh":"BCVxsr7N…","auth":"BTBZMqHH…"}}
///
/// Who knows the endpoint can send, who knows the secret can write what the device shows: neither stands in an error
/// or in the description.
public struct PushSubscription: Sendable {
  /// Where messages for this browser are posted.
  package let endpoint: String
  /// The scheme, host and port of the endpoint, as a token names its audience (RFC 6454, section 6.2).
  package let origin: String
  /// The browser's key of this subscription.
  package let publicKey: P256.KeyAgreement.PublicKey
  /// 16 bytes that the push service does not know (RFC 8291, section 3.2).
  package let authenticationSecret: [UInt8]

  /// Reads a subscription.
  ///
  /// - Parameter allowsPlainHTTP: whether the endpoint may be `http:`, for a push service of one's own in a test. Push
  ///   services speak HTTPS (RFC 8030, section 8).
  /// - Throws: `PushSubscriptionError`, whose description says what was wrong with which part.
  public init(json text: String, allowsPlainHTTP: Bool = false) throws(PushSubscriptionError) {
    guard text.utf8.count <= Self.longestText else { throw .tooLong(bytes: text.utf8.count, limit: Self.longestText) }
    guard let form = try? JSONDecoder().decode(Form.self, from: Data(text.utf8)) else { throw .notJSON }
    guard let endpoint = form.endpoint else { throw .missing("endpoint") }
    guard let publicKey = form.keys?.p256dh else { throw .missing("keys.p256dh") }
    guard let secret = form.keys?.auth else { throw .missing("keys.auth") }

    self.endpoint = endpoint
    origin = try Self.origin(of: endpoint, allowsPlainHTTP: allowsPlainHTTP)
    self.publicKey = try Self.publicKey(publicKey)
    guard let bytes = Base64URL.decode(secret) else { throw .notBase64("keys.auth") }
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

extension PushSubscription: CustomStringConvertible, CustomReflectable {
  public var description: String { "a subscription at \(origin)" }
  public var customMirror: Mirror { Mirror(self, children: ["origin": origin]) }
}

// MARK: - Parts

extension PushSubscription {
  /// An uncompressed point of the curve: 0x04, x, y (RFC 8291, section 3.1; ANSI X9.62).
  private static func publicKey(_ text: String) throws(PushSubscriptionError) -> P256.KeyAgreement.PublicKey {
    guard let bytes = Base64URL.decode(text) else { throw .notBase64("keys.p256dh") }
    guard bytes.count == 65, bytes.first == 0x04 else { throw .notAnUncompressedPoint(bytes: bytes.count) }
    guard let key = try? P256.KeyAgreement.PublicKey(x963Representation: bytes) else { throw .notOnTheCurve }
    return key
  }

  /// The origin of a URL that is as plain as those of push services are. What such a URL never has (a user's name, a
  /// fragment, spaces, characters beyond ASCII) is refused, because two readers might read two hosts in it.
  private static func origin(of endpoint: String, allowsPlainHTTP: Bool) throws(PushSubscriptionError) -> String {
    let isPrintable = endpoint.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPrintable, !endpoint.contains(where: { "@#\\\"<>".contains($0) }) else { throw .badEndpoint }
    guard let mark = endpoint.range(of: "://") else { throw .badEndpoint }
    let scheme = endpoint[..<mark.lowerBound].lowercased()
    guard scheme == "https" || scheme == "http" && allowsPlainHTTP else { throw .insecureEndpoint(scheme: scheme) }
    let authority = endpoint[mark.upperBound...].prefix { $0 != "/" && $0 != "?" }.lowercased()
    guard let (host, port) = hostAndPort(authority) else { throw .badEndpoint }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host)" + (isDefault ? "" : ":\(port ?? 0)")
  }

  private static func hostAndPort(_ authority: String) -> (host: Substring, port: Int?)? {
    let isNumbered = authority.first == "["
    let host: Substring
    if isNumbered {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      guard host.dropFirst().dropLast().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return nil }
    } else {
      host = authority.prefix { $0 != ":" }
      guard host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }) else { return nil }
    }
    guard host.count > (isNumbered ? 2 : 0) else { return nil }
    let rest = authority[host.endIndex...]
    if rest.isEmpty { return (host, nil) }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.allSatisfy(\.isNumber), let port = Int(digits), (1...65_535).contains(port) else {
      return nil
    }
    return (host, port)
  }
}
