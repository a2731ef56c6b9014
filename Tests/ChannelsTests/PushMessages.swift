import Channels
import Folklore

extension Message {
  /// A reminder of 媽祖聖誕 that is due on 2025-04-19 at 8 in Taipei and of no more use a day and a half later.
  static func reminder(
    key: String = "u42-88-2025-04-20-main", title: String = "明天是媽祖聖誕", body: String = "農曆三月廿三，4 月 20 日星期日。",
    link: String = "folklore://event/88", expiresAt: Int = reminderTime + 129_600
  ) -> Message {
    Message(
      idempotencyKey: key, title: title, body: body, link: link, language: .traditionalChinese,
      scheduledAt: reminderTime, expiresAt: expiresAt, json: Array("{}".utf8))
  }

  /// 2025-04-19T00:00:00Z.
  static let reminderTime = 1_745_020_800
}

extension Outcome {
  /// The data without the text.
  var kind: String {
    switch self {
    case .delivered: "delivered"
    case .failed(_, let seconds?): "failed, again after \(seconds) s"
    case .failed: "failed"
    case .unavailable(_, let seconds?): "unavailable \(seconds) s"
    case .unavailable: "unavailable"
    case .closed(_, let seconds?): "closed \(seconds) s"
    case .closed: "closed"
    case .withheld(_, let seconds): "withheld \(seconds) s"
    case .deferred(_, let seconds): "deferred \(seconds) s"
    case .rejected: "rejected"
    case .gone: "gone"
    }
  }
}
