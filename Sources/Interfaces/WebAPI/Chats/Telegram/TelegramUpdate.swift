import Channels
import Folklore
import Geo
import JSON

/// What Telegram tells us of (https://core.telegram.org/bots/api#update).
struct TelegramUpdate: Sendable {
  /// `update_id`
  let number: Int
  /// Nil for what is not for us: edited messages, posts of channels, and all that happens in groups. There we say nothing, because reminders and
  /// answers are personal.
  let event: ChatEvent?

  /// - Parameter bot: the number of the bot; two bots count their updates apart.
  /// - Returns: nil without the number of an update.
  init?(_ json: JSON, bot: String) {
    guard let number = json["update_id"].integer, number >= 0 else { return nil }
    self.number = number
    let id = "\(bot):\(number)"
    event = Self.event(ofMessage: json["message"], id) ?? Self.event(ofMember: json["my_chat_member"], id)
  }

  /// The number of a chat with one person; such chats have the number of the person.
  private static func chat(_ json: JSON) -> String? {
    guard json["type"].text == "private", let number = json["id"].integer, number > 0 else { return nil }
    return String(number)
  }

  private static func language(_ person: JSON) -> Language? {
    person["language_code"].text.flatMap { Language(locale: $0.prefix(35)) }
  }

  // MARK: Messages

  private static func event(ofMessage message: JSON, _ id: String) -> ChatEvent? {
    guard let chat = chat(message["chat"]), message["from"]["is_bot"].flag != true else { return nil }
    let language = language(message["from"])
    guard let action = action(message, language) else { return nil }
    return ChatEvent(service: .telegram, id: id, chat: chat, language: language, action: action)
  }

  private static func action(_ message: JSON, _ language: Language?) -> ChatEvent.Action? {
    if let text = message["text"].text { return action(said: text, language) }
    let place = message["location"]
    if place != .null {
      guard let latitude = place["latitude"].real, let longitude = place["longitude"].real,
        let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
      else { return .unreadable(.other) }
      return .location(coordinate)
    }
    // The others are notes of Telegram's own: a message was pinned, a picture of the background set.
    return content.first { message[$0.key] != .null }.map { .unreadable($0.value) }
  }

  /// An animation is a document, too.
  private static let content: KeyValuePairs<String, ChatEvent.Content> = [
    "animation": .picture, "audio": .sound, "contact": .other, "dice": .sticker, "document": .other, "game": .other,
    "paid_media": .picture, "photo": .picture, "poll": .other, "sticker": .sticker, "story": .other, "video": .video,
    "video_note": .video, "voice": .sound,
  ]

  private static func action(said text: String, _ language: Language?) -> ChatEvent.Action {
    guard text.hasPrefix("/") else { return .text(text) }
    let words = text.split(maxSplits: 1) { $0.isWhitespace }
    // `/start@our_bot`: in a chat with one person it can only be ours.
    let command = (words.first ?? "").prefix { $0 != "@" }.lowercased()
    let rest = words.count > 1 ? words[1].trimmingWhiteSpace : ""
    switch command {
    // A link into the chat carries "up to 64 characters of A-Z, a-z, 0-9, _ and -" (https://core.telegram.org/bots/features#deep-linking).
    case "/start": return .opened(code: rest.isPlainKey ? rest : nil)
    case "/stop": return .closed
    default:
      guard let saying = TelegramMenu.saying(of: command, language) else { return .text(text) }
      return .text(rest.isEmpty ? saying : saying + " " + rest)
    }
  }

  // MARK: Blocking

  /// In chats with one person this comes only when the person blocks us or lets us in again (`ChatMemberUpdated`).
  private static func event(ofMember change: JSON, _ id: String) -> ChatEvent? {
    guard let chat = chat(change["chat"]) else { return nil }
    let action: ChatEvent.Action
    switch change["new_chat_member"]["status"].text {
    case "kicked", "left": action = .closed
    case "member": action = .opened(code: nil, isUnblocked: change["old_chat_member"]["status"].text == "kicked")
    default: return nil
    }
    return ChatEvent(
      service: .telegram, id: id, chat: chat, language: language(change["from"]), action: action)
  }
}

extension Substring {
  fileprivate var trimmingWhiteSpace: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
