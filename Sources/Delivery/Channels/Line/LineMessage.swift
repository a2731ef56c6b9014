internal import Addresses
internal import Foundation

/// A message object of the Messaging API: text, or a Flex message with its text for notifications and the list of chats.
///
/// Lengths count UTF-16 code units, those of labels and of what a button says characters ("Character counting in a text").
package struct LineMessage: Encodable, Sendable {
  private let content: Content
  private let suggestions: [LineAction]

  private enum Content: Sendable {
    case text(String)
    case flex(alternative: String, FlexBubble)
  }

  /// Plain text, shortened to LINE's limit.
  ///
  /// - Parameters:
  ///   - suggestions: what the reader may say next; LINE shows them as buttons below the message, at most 13 with the location.
  ///   - location: the label of a button before them that sends where the reader is; nil for none.
  package static func text(
    _ text: String, suggestions: [String] = [], location: String? = nil
  ) -> LineMessage {
    LineMessage(content: .text(text.shortened(toUnits: 5_000)), suggestions: actions(suggestions, location))
  }

  /// A Flex message.
  ///
  /// - Parameter alternative: all of it as text, shortened to 400 units. LINE's newer documents allow 1,500.
  package static func flex(
    _ bubble: FlexBubble, alternative: String, suggestions: [String] = [], location: String? = nil
  ) -> LineMessage {
    LineMessage(
      content: .flex(alternative: alternative.shortened(toUnits: 400), bubble),
      suggestions: actions(suggestions, location))
  }

  private static func actions(_ suggestions: [String], _ location: String?) -> [LineAction] {
    let location = location.flatMap { $0.isBlank ? nil : LineAction.location($0) }
    let words = suggestions.filter { !$0.isBlank }.map(LineAction.words)
    return Array(((location.map { [$0] } ?? []) + words).prefix(13))
  }

  /// Sorted, so that all attempts send the same bytes.
  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private enum Key: String, CodingKey {
    case type, text, altText, contents, quickReply
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    switch content {
    case .text(let text):
      try object.encode("text", forKey: .type)
      try object.encode(text, forKey: .text)
    case .flex(let alternative, let bubble):
      try object.encode("flex", forKey: .type)
      try object.encode(alternative, forKey: .altText)
      try object.encode(bubble, forKey: .contents)
    }
    if !suggestions.isEmpty {
      try object.encode(["items": suggestions.map(QuickReply.init)], forKey: .quickReply)
    }
  }

  private struct QuickReply: Encodable {
    let type = "action"
    let action: LineAction

    init(_ action: LineAction) { self.action = action }

    enum CodingKeys: String, CodingKey {
      case type, action
    }
  }
}

/// What a button does.
package struct LineAction: Encodable, Hashable, Sendable {
  /// `uri`, `message` or `location`.
  let type: String
  let label: String
  private(set) var uri: String?
  private(set) var text: String?

  /// Opens an address; nil for what LINE refuses: another scheme than https and http, more than 1,000 characters, no label.
  package init?(label: String, address: String) {
    let encoded = Self.encoded(address)
    guard ["https://", "http://"].contains(where: encoded.hasPrefix), encoded.utf8.count <= 1_000, !label.isBlank
    else { return nil }
    (type, self.label, uri) = ("uri", label.shortened(toCharacters: 20), encoded)
  }

  /// Says something in the reader's name.
  static func words(_ words: String) -> LineAction {
    LineAction(words: words)
  }

  /// Sends where the reader is ("Location action"). LINE takes it in quick replies only.
  static func location(_ label: String) -> LineAction {
    LineAction(location: label)
  }

  private init(location label: String) {
    (type, self.label) = ("location", label.shortened(toCharacters: 20))
  }

  private init(words: String) {
    (type, label, text) = ("message", words.shortened(toCharacters: 20), words.shortened(toCharacters: 300))
  }

  /// The address with its blanks and letters beyond ASCII percent-encoded; what was encoded stays.
  private static func encoded(_ address: String) -> String {
    guard !address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return address }
    return address.unicodeScalars.reduce(into: "") { text, scalar in
      text += (0x21...0x7E).contains(scalar.value) ? String(scalar) : PercentEncoding.encode(String(scalar))
    }
  }
}
