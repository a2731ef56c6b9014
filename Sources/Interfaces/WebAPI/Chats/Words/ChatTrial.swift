package import Folklore
package import Lunisolar

/// The reader of what people say in chats, for the program that tries it with many texts.
package struct ChatTrial: Sendable {
  private let reader: ChatReader

  package init(_ catalogue: Catalogue, today: SolarDate) {
    reader = ChatReader(today: today, names: ChatNames(catalogue))
  }

  /// True if the reader finds a meaning.
  package func understands(_ text: String) -> Bool {
    if case .unknown = reader.meaning(of: text) { false } else { true }
  }

  /// Words that it knows.
  package static let words: [String] =
    Array(ChatPhrases.whole.keys) + ChatPhrases.questions + ChatPhrases.unfollow + ChatPhrases.follow
    + ChatPhrases.placeEnds
    + ChatPhrases.homes + ["請問", "嗎", "謝謝", "不要", "媽祖", "關", "的", "天前", "點", "半"]
}
