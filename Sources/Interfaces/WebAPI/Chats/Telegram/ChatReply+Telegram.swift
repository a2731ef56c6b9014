import Channels

extension ChatReply {
  /// The reply as Telegram shows it: the title in bold, the lines, then the rows, each a link to its page; nil without any text.
  ///
  /// A message has one keyboard (`reply_markup`). Words that the person may say next are more use as buttons than links, so links become buttons
  /// only in a reply without suggestions, and lines of the text otherwise.
  var forTelegram: TelegramMessage? {
    var text = TelegramText()
    text.add(title, as: .bold, most: 512)
    for line in lines { text.add("\n" + line) }
    if !rows.isEmpty, !text.isBlank { text.add("\n") }
    for row in rows {
      text.add("\n")
      text.add(row.title, as: row.address.map { .link($0) } ?? .plain, most: 256)
      if let detail = row.detail { text.add(" · " + detail, most: 512) }
    }
    let buttons = links.compactMap { TelegramMessage.Link($0.label, $0.address) }
    var words = suggestions.map {
      TelegramMessage.Words($0, asksForLocation: Self.locationWords.contains($0.lowercased()))
    }
    if let locationButton { words.insert(TelegramMessage.Words(locationButton, asksForLocation: true), at: 0) }
    let hasWords = !words.isEmpty
    // What is no button stands in the text.
    for link in links where hasWords || TelegramMessage.Link(link.label, link.address) == nil {
      text.add("\n")
      text.add(link.label, as: .link(link.address), most: 256)
    }
    guard !text.isBlank else { return nil }
    if hasWords { return TelegramMessage(text, .words(words)) }
    return TelegramMessage(text, buttons.isEmpty ? .none : .links(buttons))
  }

  /// Suggestions that are about temples near the person: the button sends where the person is, after a question of Telegram's.
  private static let locationWords: Set<String> = [
    "附近", "附近廟宇", "附近的廟", "附近庙宇", "附近的庙", "nearby", "near me", "temples nearby", "temples near me", "nearby temples",
  ]
}
