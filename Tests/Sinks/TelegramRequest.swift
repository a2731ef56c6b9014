internal import Foundation

/// The body of `sendMessage`, held against the reference of the Bot API: required members, types, lengths, shapes of keyboards, and no members that
/// it does not name.
public struct TelegramRequest {
  public private(set) var chat: Int64?
  /// The text after entities parsing.
  public private(set) var text = ""
  public private(set) var entities: [String] = []
  /// `reply_markup` as JSON with sorted members; empty if there is none.
  public private(set) var buttons = ""
  /// What Telegram would answer with 400: `Bad Request: message is too long`.
  public private(set) var faults: [String] = []

  public init(_ body: [UInt8]) {
    guard let object = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] else {
      faults = ["Bad Request: can't parse the body as JSON"]
      return
    }
    members(object, ["chat_id", "text", "parse_mode", "link_preview_options", "reply_markup"], "")
    chat = (object["chat_id"] as? NSNumber)?.int64Value
    if chat == nil { faults.append("Bad Request: chat_id is empty") }
    read(object["text"] as? String ?? "", mode: object["parse_mode"] as? String)
    if let preview = object["link_preview_options"] {
      guard let preview = preview as? [String: Any] else {
        faults.append("Bad Request: can't parse LinkPreviewOptions")
        return
      }
      members(
        preview, ["is_disabled", "url", "prefer_small_media", "prefer_large_media", "show_above_text"],
        "link_preview_options.")
    }
    if let markup = object["reply_markup"] { read(markup) }
  }

  private mutating func members(_ object: [String: Any], _ known: Set<String>, _ place: String) {
    for name in object.keys.sorted() where !known.contains(name) { faults.append("unknown member \(place)\(name)") }
  }

  private mutating func read(_ html: String, mode: String?) {
    guard mode == "HTML" else {
      text = html
      faults.append("parse_mode is \(mode ?? "missing")")
      return
    }
    do {
      let parsed = try TelegramHTML(html)
      (text, entities) = (parsed.text, parsed.entities)
    } catch {
      faults.append("Bad Request: can't parse entities: \(error)")
      return
    }
    let shown = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if shown.isEmpty { faults.append("Bad Request: message text is empty") }
    if shown.utf16.count > 4_096 { faults.append("Bad Request: message is too long") }
  }

  // MARK: Keyboards

  private mutating func read(_ markup: Any) {
    let data = try? JSONSerialization.data(withJSONObject: markup, options: [.sortedKeys, .withoutEscapingSlashes])
    buttons = String(decoding: data ?? Data(), as: UTF8.self)
    guard let markup = markup as? [String: Any] else {
      faults.append("Bad Request: can't parse reply keyboard markup JSON object")
      return
    }
    if let rows = markup["inline_keyboard"] {
      members(markup, ["inline_keyboard"], "reply_markup.")
      for button in self.rows(rows) { link(button) }
    } else if let rows = markup["keyboard"] {
      members(
        markup,
        ["keyboard", "resize_keyboard", "one_time_keyboard", "is_persistent", "input_field_placeholder", "selective"],
        "reply_markup.")
      for button in self.rows(rows) { words(button) }
    } else {
      faults.append("reply_markup is no keyboard")
    }
  }

  /// The buttons of a keyboard, which has rows with buttons.
  private mutating func rows(_ rows: Any) -> [[String: Any]] {
    guard let rows = rows as? [[[String: Any]]], !rows.isEmpty, rows.allSatisfy({ !$0.isEmpty }) else {
      faults.append("a keyboard is no list of rows with buttons")
      return []
    }
    return rows.flatMap(\.self)
  }

  private mutating func link(_ button: [String: Any]) {
    members(button, ["text", "url"], "button.")
    label(button)
    let url = button["url"] as? String ?? ""
    guard let parts = URLComponents(string: url), ["https", "http"].contains(parts.scheme), let host = parts.host,
      host.contains(".")
    else {
      faults.append("Bad Request: inline keyboard button URL '\(url)' is invalid: Wrong HTTP URL")
      return
    }
  }

  private mutating func words(_ button: [String: Any]) {
    members(button, ["text", "request_location"], "button.")
    label(button)
    if let location = button["request_location"], !(location is Bool) {
      faults.append("request_location is no Boolean")
    }
  }

  private mutating func label(_ button: [String: Any]) {
    if (button["text"] as? String ?? "").isEmpty {
      faults.append("Bad Request: text buttons are allowed only with a text")
    }
  }
}
