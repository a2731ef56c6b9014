/// A text in Telegram's HTML, read as "HTML style" of the Bot API describes it, and stricter: `>` and `&` must be escaped too.
public struct TelegramHTML: Sendable {
  /// The text after entities parsing.
  public private(set) var text = ""
  /// The tags in the order in which they end: `b:明天是媽祖聖誕`, `a(https://…):媽祖`.
  public private(set) var entities: [String] = []

  /// The reason why Telegram does not take the text.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  private static let tags: Set<String> = [
    "b", "strong", "i", "em", "u", "ins", "s", "strike", "del", "a", "code", "pre", "blockquote", "tg-spoiler",
  ]
  private static let names = ["lt": "<", "gt": ">", "amp": "&", "quot": "\""]

  public init(_ html: String) throws {
    var open: [(name: String, link: String?, start: Int)] = []
    var rest = html[...]
    while let character = rest.first {
      switch character {
      case "<":
        guard let end = rest.firstIndex(of: ">") else { throw Fault(description: "unclosed start tag") }
        let tag = String(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
        if tag.hasPrefix("/") {
          guard let last = open.popLast(), last.name == tag.dropFirst() else {
            throw Fault(description: "unmatched end tag </\(tag.dropFirst())>")
          }
          entities.append("\(last.name)\(last.link.map { "(\($0))" } ?? ""):\(text.dropFirst(last.start))")
        } else {
          open.append(try Self.opened(tag, at: text.count))
        }
      case "&":
        let (read, after) = try Self.reference(rest)
        text += read
        rest = after
      case ">": throw Fault(description: "unescaped >")
      default:
        text.append(character)
        rest = rest.dropFirst()
      }
    }
    if let last = open.last { throw Fault(description: "Can't find end tag corresponding to start tag \(last.name)") }
  }

  private static func opened(
    _ tag: String, at start: Int
  ) throws -> (name: String, link: String?, start: Int) {
    let name = String(tag.prefix { $0 != " " })
    guard tags.contains(name) else { throw Fault(description: "Unsupported start tag \"\(name)\"") }
    guard name == "a" else {
      guard name == tag else { throw Fault(description: "attributes of \(name)") }
      return (name, nil, start)
    }
    guard let match = tag.wholeMatch(of: /a href="([^"<>]*)"/) else { throw Fault(description: "a without href") }
    var (link, rest) = ("", match.1)
    while let character = rest.first {
      if character == "&" {
        let (read, after) = try reference(rest)
        link += read
        rest = after
      } else {
        link.append(character)
        rest = rest.dropFirst()
      }
    }
    return (name, link, start)
  }

  /// `&lt;`, `&#60;`
  private static func reference(_ text: Substring) throws -> (text: String, rest: Substring) {
    guard let end = text.prefix(12).firstIndex(of: ";") else { throw Fault(description: "unescaped &") }
    let name = text[text.index(after: text.startIndex)..<end]
    let number = name.hasPrefix("#") ? UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) : nil
    guard let read = names[String(name)] ?? number.map({ String($0) }) else { throw Fault(description: "&\(name);") }
    return (read, text[text.index(after: end)...])
  }
}
