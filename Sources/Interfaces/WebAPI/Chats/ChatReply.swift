/// What we answer in a chat. Each service shows it in its own form: LINE as a Flex message, Telegram as text with buttons.
struct ChatReply: Hashable, Sendable {
  /// One line: `3 月 23 日 媽祖聖誕`.
  var title: String
  /// Lines below the title.
  var lines: [String] = []
  /// A list: days, temples.
  var rows: [Row] = []
  /// Links to pages of our server, as buttons.
  var links: [Link] = []
  /// Words that the person may say next, as quick replies.
  var suggestions: [String] = []
  /// The label of a button that sends where the person is; nil for none. It stands before the suggestions.
  var locationButton: String?

  struct Row: Hashable, Sendable {
    let title: String
    var detail: String?
    /// A page of our server, or a map.
    var address: String?
  }

  struct Link: Hashable, Sendable {
    let label: String
    /// `https://…`
    let address: String
  }

  /// All of it as plain text: what LINE shows in notifications, and what a reader without Flex sees.
  var text: String {
    var parts = [title] + lines
    parts += rows.map { row in [row.title, row.detail].compactMap { $0 }.joined(separator: " · ") }
    parts += links.map { "\($0.label) \($0.address)" }
    return parts.joined(separator: "\n")
  }
}
