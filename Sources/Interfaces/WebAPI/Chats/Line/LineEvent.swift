import Channels
import Folklore
import Geo
import JSON

/// An event of LINE's webhook that somebody is to be told about ("Webhook event objects").
struct LineEvent: Sendable {
  let event: ChatEvent
  /// Nil if the event cannot be answered.
  let replyToken: String?

  /// The events of a webhook's body; nil if it is no such body. Events of other kinds, and those that we cannot read, are left out: LINE adds new
  /// ones without notice.
  static func all(in body: JSON) -> [LineEvent]? {
    guard case .list(let events) = body["events"] else { return nil }
    return events.compactMap(LineEvent.init)
  }

  /// Only users who write to us alone: in groups and rooms we say nothing, because reminders and answers are personal.
  private init?(_ json: JSON) {
    let source = json["source"]
    guard source["type"].text == "user", let user = source["userId"].text, user.isLineUser,
      let id = json["webhookEventId"].text, (1...100).contains(id.utf8.count), let action = Self.action(json)
    else { return nil }
    // "The channel is waiting": another program answers people then. That somebody has left is known to us by this event alone.
    guard json["mode"].text == "active" || action == .closed else { return nil }
    event = ChatEvent(service: .line, id: id, chat: user, action: action)
    replyToken = json["replyToken"].text
  }

  private static func action(_ json: JSON) -> ChatEvent.Action? {
    switch json["type"].text {
    // A link to the account brings no code along, so a code comes as a message.
    case "follow": .opened(code: nil, isUnblocked: json["follow"]["isUnblocked"].flag == true)
    case "unfollow": .closed
    case "message": message(json["message"])
    default: nil
    }
  }

  private static func message(_ message: JSON) -> ChatEvent.Action {
    switch message["type"].text {
    case "text": message["text"].text.map { .text($0) } ?? .unreadable(.other)
    case "location": place(message).map { .location($0) } ?? .unreadable(.other)
    case "sticker": .unreadable(.sticker)
    case "image": .unreadable(.picture)
    case "video": .unreadable(.video)
    case "audio": .unreadable(.sound)
    default: .unreadable(.other)
    }
  }

  private static func place(_ message: JSON) -> Coordinate? {
    guard let latitude = message["latitude"].real, let longitude = message["longitude"].real else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }
}
