internal import Folklore
internal import Foundation

/// A message in FCM's format (HTTP v1, REST resource projects.messages).
struct CloudMessage: Encodable {
  let token: String
  var notification: Notification
  let data: [String: String]
  let android: Android
  let apns: Apple
  let webpush: Web

  init(_ message: Message, token: String, now: Int) {
    self.token = token
    notification = Notification(title: message.title, body: message.body)
    data = [
      "link": message.link, "key": message.idempotencyKey, "language": message.language.rawValue,
      "scheduled_at": String(message.scheduledAt),
    ]
    let timeToLive = message.timeToLiveSeconds(now: now)
    android = Android(
      collapseKey: message.topic, priority: "HIGH", ttl: "\(timeToLive)s",
      notification: Android.Notification(tag: message.topic))
    apns = Apple(headers: [
      // 0 means "now or never" for Apple.
      "apns-expiration": timeToLive == 0 ? "0" : String(message.expiresAt), "apns-collapse-id": message.topic,
      "apns-priority": "10",
    ])
    webpush = Web(
      headers: ["TTL": String(timeToLive), "Urgency": "normal", "Topic": message.topic],
      // FCM rejects the message for any link but https; the link is also in `data`.
      options: message.link.hasPrefix("https://") ? Web.Options(link: message.link) : nil)
  }

  /// The request body, with the text shortened if necessary; nil if it is too long even then.
  static func json(_ message: Message, token: String, now: Int) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var cloudMessage = CloudMessage(message, token: token, now: now)
    func fits(_ body: String) -> Bool {
      let payload = Payload(notification: Notification(title: message.title, body: body), data: cloudMessage.data)
      return (try? encoder.encode(payload)).map { $0.count <= longestPayload } ?? false
    }
    guard let body = message.body.shortened(toFit: fits) else { return nil }
    cloudMessage.notification = Notification(title: message.title, body: body)
    return (try? encoder.encode(["message": cloudMessage])).map { [UInt8]($0) }
  }

  /// FCM and Apple accept 4,096 bytes of notification and data (ErrorCode, "Message too big"); the rest is for field names.
  private static let longestPayload = 3_800
}

// MARK: - Parts

extension CloudMessage {
  struct Notification: Encodable {
    let title: String
    let body: String
  }

  private struct Payload: Encodable {
    let notification: Notification
    let data: [String: String]
  }

  struct Android: Encodable {
    let collapseKey: String
    /// High priority shows the message at the chosen time even on a sleeping phone.
    let priority: String
    let ttl: String
    let notification: Notification

    struct Notification: Encodable {
      /// A notification replaces one with the same tag.
      let tag: String
    }

    enum CodingKeys: String, CodingKey {
      case collapseKey = "collapse_key"
      case priority, ttl, notification
    }
  }

  struct Apple: Encodable {
    let headers: [String: String]
  }

  struct Web: Encodable {
    let headers: [String: String]
    let options: Options?

    struct Options: Encodable {
      let link: String
    }

    enum CodingKeys: String, CodingKey {
      case headers
      case options = "fcm_options"
    }
  }
}
