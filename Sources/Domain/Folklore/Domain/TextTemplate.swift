/// A line of text with placeholders, from `data/templates/`: `明天是{title}（{lunar}）`.
///
/// It is checked when the file is read, so a misspelt placeholder is found before a message is sent.
public struct TextTemplate: Hashable, Sendable {
  /// A placeholder.
  public enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The folk day: `媽祖聖誕`.
    case title
    /// Its lunar date: `農曆三月廿三`.
    case lunar
    /// Its solar date: `4月20日`.
    case date
    /// In a correction, the day of the earlier message: `4月17日`.
    case oldDate = "old_date"
    /// Its day of the week: `星期日`.
    case weekday
    /// The number of days left.
    case days
    /// What to prepare: `壽桃、壽麵、鮮花；壽金、刈金`.
    case offerings
    /// The number of events in a digest.
    case count
    /// The operator's text.
    case message
  }

  private enum Piece: Hashable {
    case words(String)
    case place(Placeholder)
  }

  private let pieces: [Piece]

  /// - Parameters:
  ///   - text: one line; braces stand around placeholders only.
  /// - allowed: the placeholders that may be used.
  /// - required: the placeholder that must be used.
  public init(
    _ text: String, allowing allowed: [Placeholder], requiring required: Placeholder? = nil
  ) throws(TextTemplateError) {
    guard !text.isEmpty else { throw .empty }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { throw .notOneLine }
    var pieces: [Piece] = []
    var rest = text[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      if brace > rest.startIndex { pieces.append(.words(String(rest[..<brace]))) }
      let name = rest[brace...].dropFirst().prefix { $0 != "{" && $0 != "}" }
      guard rest[brace] == "{", name.endIndex < rest.endIndex, rest[name.endIndex] == "}" else { throw .looseBrace }
      guard let place = Placeholder(rawValue: String(name)), allowed.contains(place) else {
        throw .unknownPlaceholder(String(name), allowed: allowed)
      }
      pieces.append(.place(place))
      rest = rest[name.endIndex...].dropFirst()
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    if let required, !pieces.contains(.place(required)) { throw .lacks(required) }
    self.pieces = pieces
  }

  /// An empty template, used if a text could not be read.
  package static let empty = TextTemplate(pieces: [])

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The text with its placeholders replaced. Inserted values may contain braces.
  public func filled(_ value: (Placeholder) -> String) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .words(let words): text += words
      case .place(let place): text += value(place)
      }
    }
    return text
  }
}

/// A fault in a template.
public enum TextTemplateError: SpokenError, Hashable, Sendable {
  case empty
  case notOneLine
  case looseBrace
  case unknownPlaceholder(String, allowed: [TextTemplate.Placeholder])
  case lacks(TextTemplate.Placeholder)

  public var description: String {
    switch self {
    case .empty: "is empty: give a text"
    case .notOneLine: "is more than one line, or holds a control character"
    case .looseBrace: "has a brace that is not part of a placeholder such as {title}"
    case .unknownPlaceholder(let name, let allowed):
      allowed.isEmpty
        ? "{\(name)} is not a placeholder here: nothing is filled in"
        : "{\(name)} is not a placeholder here; placeholders are \(allowed.map { "{\($0.rawValue)}" }.joined(separator: ", "))"
    case .lacks(let placeholder): "lacks {\(placeholder.rawValue)}: it would say nothing"
    }
  }

  public var chinese: String {
    switch self {
    case .empty: "是空的：請寫文字"
    case .notOneLine: "超過一行，或含有看不見的控制字元：請寫成一行"
    case .looseBrace: "有大括號不屬於任何欄位，欄位的樣子是 {title}"
    case .unknownPlaceholder(let name, let allowed):
      allowed.isEmpty
        ? "這裡不能用 {\(name)}：這段文字沒有可以填入的欄位"
        : "這裡不能用 {\(name)}；可以用 \(allowed.map { "{\($0.rawValue)}" }.joined(separator: "、"))"
    case .lacks(let placeholder): "少了 {\(placeholder.rawValue)}：沒有它就什麼都沒說"
    }
  }

  public var code: String {
    switch self {
    case .empty: "empty_template"
    case .notOneLine: "template_not_one_line"
    case .looseBrace: "loose_brace"
    case .unknownPlaceholder: "unknown_placeholder"
    case .lacks: "missing_placeholder"
    }
  }
}
