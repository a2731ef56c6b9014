internal import Addresses
internal import Foundation

/// What `sendMessage` takes (https://core.telegram.org/bots/api#sendmessage), without the chat.
package struct TelegramMessage: Hashable, Sendable {
  package let text: TelegramText
  package let buttons: Buttons

  package enum Buttons: Hashable, Sendable {
    case none
    /// Below the message, each on a line of its own.
    case links([Link])
    /// In place of the letters' keyboard, until another message brings others.
    case words([Words])
  }

  /// A button that opens a page.
  package struct Link: Hashable, Sendable {
    let label: String
    let address: String

    /// Nil for an address that Telegram refuses: no web address, or one of a host without a dot, such as localhost.
    package init?(_ label: String, _ address: String) {
      guard let url = try? StrictURL(parsing: address, as: [.https, .http]),
        url.host.contains(".") || url.host.hasPrefix("[")
      else { return nil }
      (self.label, self.address) = (label, address)
    }
  }

  /// A button that says something in the reader's name, or sends where the reader is.
  package struct Words: Hashable, Sendable {
    let text: String
    let asksForLocation: Bool

    package init(_ text: String, asksForLocation: Bool = false) {
      (self.text, self.asksForLocation) = (text, asksForLocation)
    }
  }

  package init(_ text: TelegramText, _ buttons: Buttons = .none) {
    (self.text, self.buttons) = (text, buttons)
  }
}

// MARK: - JSON

extension TelegramMessage {
  /// The body of the request.
  ///
  /// - Parameter chat: the number of the chat.
  func json(to chat: Int64) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and numbers can always be written.
    return (try? encoder.encode(Body(chat: chat, message: self))).map { [UInt8]($0) } ?? []
  }

  private struct Body: Encodable {
    let chat: Int64
    let message: TelegramMessage

    enum Key: String, CodingKey {
      case chat = "chat_id"
      case text
      case mode = "parse_mode"
      case preview = "link_preview_options"
      case buttons = "reply_markup"
    }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(chat, forKey: .chat)
      try object.encode(message.text.html, forKey: .text)
      try object.encode("HTML", forKey: .mode)
      // A picture of the page below each reminder says nothing new.
      try object.encode(["is_disabled": true], forKey: .preview)
      switch message.buttons {
      case .none: break
      case .links(let links):
        try object.encode(
          ["inline_keyboard": links.map { [["text": $0.label, "url": $0.address]] }], forKey: .buttons)
      case .words(let words): try object.encode(Keyboard(words), forKey: .buttons)
      }
    }
  }

  /// `ReplyKeyboardMarkup`
  private struct Keyboard: Encodable {
    let rows: [[Button]]
    let isAsHighAsNeeded = true

    /// Rows of three buttons, or of two if that leaves none alone.
    init(_ words: [Words]) {
      let width = words.count == 4 || words.count == 2 ? 2 : 3
      rows = stride(from: 0, to: words.count, by: width).map { start in
        words[start..<min(start + width, words.count)].map(Button.init)
      }
    }

    enum CodingKeys: String, CodingKey {
      case rows = "keyboard"
      case isAsHighAsNeeded = "resize_keyboard"
    }

    /// `KeyboardButton`
    struct Button: Encodable {
      let text: String
      let asksForLocation: Bool?

      init(_ words: Words) {
        text = words.text
        asksForLocation = words.asksForLocation ? true : nil
      }

      enum CodingKeys: String, CodingKey {
        case text
        case asksForLocation = "request_location"
      }
    }
  }
}
