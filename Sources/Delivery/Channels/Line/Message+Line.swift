internal import Folklore

extension Message {
  /// The message as LINE shows it; nil if it has no text at all.
  var forLine: LineMessage? {
    let whole = [title, body].filter { !$0.isBlank }.joined(separator: "\n")
    guard !whole.isEmpty else { return nil }
    guard let page,
      let button = LineAction(label: language.say("看這一天", "看这一天", "Open the page"), address: page)
    else { return .text(whole) }
    var parts: [FlexComponent] = []
    if !title.isBlank { parts.append(.text(title.shortened(toUnits: 400), .heading)) }
    // A unit is 6 bytes of JSON at most (an escaped control character), so the bubble stays below LINE's limit.
    if !body.isBlank { parts.append(.text(body.shortened(toUnits: 4_000))) }
    return .flex(FlexBubble(parts, buttons: [button]), alternative: whole)
  }
}

extension String {
  /// True if LINE would take it for empty.
  package var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// This text shortened to a number of UTF-16 code units, with …, between characters as readers see them.
  package func shortened(toUnits limit: Int) -> String {
    guard utf16.count > limit else { return self }
    var text = ""
    var room = limit - 1
    for character in self {
      room -= character.utf16.count
      if room < 0 { break }
      text.append(character)
    }
    return text + "…"
  }

  /// This text shortened to a number of characters as readers see them, with ….
  package func shortened(toCharacters limit: Int) -> String {
    count > limit ? prefix(limit - 1) + "…" : self
  }
}
