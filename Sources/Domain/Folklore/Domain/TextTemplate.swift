/// A line of text with places to fill in, as people write it in `data/templates/`: `明天是{title}（{lunar}）`.
///
/// It exists only checked: a misspelt placeholder is found when the file is read, not when a message goes out.
public struct TextTemplate: Hashable, Sendable {
  /// What can be filled in.
  public enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The folk day: `媽祖聖誕`.
    case title
    /// Its lunar date: `農曆三月廿三`.
    case lunar
    /// Its solar date: `4月20日`.
    case date
    /// Its day of the week: `星期日`.
    case weekday
    /// How many days are left.
    case days
    /// How many folk days a digest has.
    case count
    /// What the operator typed.
    case message
  }

  private enum Piece: Hashable {
    case words(String)
    case place(Placeholder)
  }

  private let pieces: [Piece]

  /// - Parameters:
  ///   - text: one line; braces stand around placeholders only.
  ///   - allowed: the placeholders that mean something here.
  ///   - required: the one without which the text would say nothing.
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

  /// One that says nothing: it stands in for a text that could not be read.
  package static let empty = TextTemplate(pieces: [])

  private init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// The text with its places filled in. What is filled in is not read again: a title may hold braces.
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

/// What is wrong with the text of a template.
public enum TextTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
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
}
