import Channels

extension ChatReply {
  /// The reply as LINE shows it: a Flex message with the links as buttons, and with the suggestions below it.
  var forLine: LineMessage {
    var count = min(rows.count, Self.mostRows)
    var bubble = self.bubble(rows: count)
    while count > 0, bubble.map({ $0.byteCount > FlexBubble.largest }) ?? false {
      count -= max(count / 4, 1)
      bubble = self.bubble(rows: count)
    }
    // LINE takes no empty text.
    guard let bubble else { return .text("…", suggestions: suggestions, location: locationButton) }
    guard bubble.byteCount <= FlexBubble.largest else {
      return .text(text, suggestions: suggestions, location: locationButton)
    }
    return .flex(bubble, alternative: text, suggestions: suggestions, location: locationButton)
  }

  /// What a person reads on a telephone.
  private static let mostRows = 30
  private static let mostButtons = 10

  /// Nil if there is nothing in it.
  private func bubble(rows count: Int) -> FlexBubble? {
    var parts: [FlexComponent] = []
    if !title.isBlank { parts.append(.text(title.shortened(toUnits: 400), .heading)) }
    let said = lines.joined(separator: "\n")
    if !said.isBlank { parts.append(.text(said.shortened(toUnits: 2_500))) }
    let shown = rows.prefix(count).compactMap(\.forLine)
    if !shown.isEmpty, !parts.isEmpty { parts.append(.separator) }
    parts += shown
    if count < rows.count { parts.append(.text("…", .faint)) }
    guard !parts.isEmpty else { return nil }
    let buttons = links.lazy.compactMap { LineAction(label: $0.label, address: $0.address) }
    return FlexBubble(parts, buttons: Array(buttons.prefix(Self.mostButtons)))
  }
}

extension ChatReply.Row {
  /// A box that opens the address when it is touched; nil if there is nothing in it.
  fileprivate var forLine: FlexComponent? {
    var parts: [FlexComponent] = []
    if !title.isBlank { parts.append(.text(title.shortened(toUnits: 200), .strong)) }
    if let detail, !detail.isBlank { parts.append(.text(detail.shortened(toUnits: 400), .faint)) }
    guard !parts.isEmpty else { return nil }
    return .box(
      parts, spacing: .small,
      action: address.flatMap { address in
        LineAction(label: title.isBlank ? detail ?? "" : title, address: address)
      })
  }
}
