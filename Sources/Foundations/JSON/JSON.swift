/// A JSON value (RFC 8259), used by every module.
public enum JSON: Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case real(Double)
  case text(String)
  case list([JSON])
  /// Members in their written order.
  case object([Member])

  /// One member of an object.
  public struct Member: Hashable, Sendable {
    public let name: String
    public let value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  public init(_ text: String?) { self = text.map(JSON.text) ?? .null }
  public init(_ integer: Int?) { self = integer.map(JSON.integer) ?? .null }
  public init(_ real: Double?) { self = real.map(JSON.real) ?? .null }
  public init(_ texts: [String]) { self = .list(texts.map(JSON.text)) }

  /// The text of a text value; nil for other values.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  public var real: Double? {
    switch self {
    case .real(let real): real
    case .integer(let integer): Double(integer)
    default: nil
    }
  }
  public var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  /// The entries of a list; empty for other values.
  public var list: [JSON] { if case .list(let list) = self { list } else { [] } }
  /// The members of an object; empty for other values.
  public var members: [Member] { if case .object(let members) = self { members } else { [] } }
  /// The text values in a list.
  public var texts: [String] { list.compactMap(\.text) }

  /// A member of an object; null if the object has no such member.
  public subscript(name: String) -> JSON {
    members.first { $0.name == name }?.value ?? .null
  }

  /// The kind of the value, for messages.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .flag: "a switch"
    case .integer, .real: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The value as shown in a message: short, with quotes.
  package var shown: String {
    let json = json()
    return json.count > 60 ? String(json.prefix(57)) + "…" : json
  }
}
