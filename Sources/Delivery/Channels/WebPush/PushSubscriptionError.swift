/// The reason why a text is no push subscription. No case contains the endpoint or a key, because errors are shown and stored.
public enum PushSubscriptionError: Error, Hashable, Sendable {
  case notJSON
  case tooLong(bytes: Int, limit: Int)
  case missing(String)
  case badEndpoint(problem: String)
  case notBase64(String)
  case notAnUncompressedPoint(bytes: Int)
  case notOnTheCurve
  case secretOfWrongLength(bytes: Int)
}

extension PushSubscriptionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJSON:
      "not a push subscription: expected what PushSubscription.toJSON() gives, "
        + #"{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}"#
    case .tooLong(let bytes, let limit): "not a push subscription: \(bytes) bytes, where at most \(limit) are read"
    case .missing(let field): "the push subscription has no \(field): give all that PushSubscription.toJSON() gives"
    case .badEndpoint(let problem): "the endpoint of the push subscription is none: \(problem)"
    case .notBase64(let field): "\(field) of the push subscription is not base64url"
    case .notAnUncompressedPoint(let bytes):
      "keys.p256dh of the push subscription is no public key: expected 65 bytes that begin with 4, found \(bytes) bytes"
    case .notOnTheCurve: "keys.p256dh of the push subscription is no public key: the point is not on the curve P-256"
    case .secretOfWrongLength(let bytes): "keys.auth of the push subscription has \(bytes) bytes instead of 16"
    }
  }
}
