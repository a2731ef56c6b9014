public import Folklore

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

extension PushSubscriptionError: SpokenError {
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

  public var chinese: String {
    switch self {
    case .notJSON:
      "不是推播訂閱：請給 PushSubscription.toJSON() 的結果，"
        + #"{"endpoint":"https://…","keys":{"p256dh":"…","auth":"…"}}"#
    case .tooLong(let bytes, let limit): "不是推播訂閱：有 \(bytes) 個位元組，最多讀 \(limit) 個"
    case .missing(let field): "推播訂閱沒有 \(field)：請給 PushSubscription.toJSON() 的全部內容"
    case .badEndpoint(let problem): "推播訂閱的 endpoint 不是網址：\(problem)"
    case .notBase64(let field): "推播訂閱的 \(field) 不是 base64url"
    case .notAnUncompressedPoint(let bytes):
      "推播訂閱的 keys.p256dh 不是公鑰：應該是 4 開頭的 65 個位元組，卻有 \(bytes) 個"
    case .notOnTheCurve: "推播訂閱的 keys.p256dh 不是公鑰：這個點不在曲線 P-256 上"
    case .secretOfWrongLength(let bytes): "推播訂閱的 keys.auth 有 \(bytes) 個位元組，應該是 16 個"
    }
  }

  public var code: String {
    switch self {
    case .notJSON: "push_subscription_not_json"
    case .tooLong: "push_subscription_too_long"
    case .missing: "push_subscription_incomplete"
    case .badEndpoint: "bad_push_endpoint"
    case .notBase64: "push_key_not_base64"
    case .notAnUncompressedPoint: "push_key_no_point"
    case .notOnTheCurve: "push_key_not_on_curve"
    case .secretOfWrongLength: "push_secret_wrong_length"
    }
  }
}
