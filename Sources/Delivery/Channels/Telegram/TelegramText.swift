internal import Addresses

/// The text of a message in Telegram's HTML (https://core.telegram.org/bots/api#html-style), never longer than Telegram takes.
///
///     var text = TelegramText()
///     text.add("明天是媽祖聖誕", as: .bold)
///     text.add("\n大甲鎮瀾宮 & 其他")
///     text.html        // "<b>明天是媽祖聖誕</b>\n大甲鎮瀾宮 &amp; 其他"
///
/// The limit counts what readers see, "after entities parsing", in UTF-16 code units as Telegram's entities do. What does not fit is cut between
/// characters as readers see them, with …; nothing is added after that.
package struct TelegramText: Hashable, Sendable {
  package static let limit = 4_096
  package private(set) var html = ""
  private var room = limit
  /// True if nothing but white space was added: Telegram refuses such a message.
  package private(set) var isBlank = true
  /// True if something did not fit.
  package private(set) var isFull = false

  package init() {}

  package enum Style: Hashable, Sendable {
    case plain, bold
    /// Opens a web address.
    case link(String)
  }

  /// Adds text.
  ///
  /// - Parameter most: the most UTF-16 code units of it.
  package mutating func add(_ text: String, as style: Style = .plain, most: Int = limit) {
    guard !text.isEmpty, !isFull else { return }
    // One unit stays for … of what comes later.
    let shown = Self.shortened(text, to: min(most, room - 1))
    if shown.isCut, most >= room - 1 { isFull = true }
    room -= shown.text.utf16.count
    if !shown.text.allSatisfy(\.isWhitespace) { isBlank = false }
    let escaped = Self.escaped(shown.text)
    switch style {
    case .plain: html += escaped
    case .bold: html += "<b>\(escaped)</b>"
    case .link(let address): html += "<a href=\"\(Self.escaped(address))\">\(escaped)</a>"
    }
  }

  private static func shortened(_ text: String, to limit: Int) -> (text: String, isCut: Bool) {
    guard text.utf16.count > limit else { return (text, false) }
    var short = ""
    var room = limit
    for character in text {
      room -= character.utf16.count
      if room < 0 { break }
      short.append(character)
    }
    return (short + "…", true)
  }

  /// "All <, > and & symbols that are not a part of a tag or an HTML entity must be replaced"; quotes stand in attributes.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "<>&\"".utf8.contains($0) }) else { return text }
    return text.reduce(into: "") { escaped, character in
      for scalar in character.unicodeScalars {
        switch scalar {
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "&": escaped += "&amp;"
        case "\"": escaped += "&quot;"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
