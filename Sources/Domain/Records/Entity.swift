/// A kind of record that an operator keeps.
public enum Entity: String, CaseIterable, Hashable, Sendable {
  // In the order in which they can be written: each refers only to those before it.
  case source, deity, event, temple, activity, group, user

  /// The name of the table, of the list in an export, and of the path in the API.
  public var plural: String {
    switch self {
    case .deity: "deities"
    case .activity: "activities"
    default: rawValue + "s"
    }
  }

  /// The field by which people name a record.
  public var keyName: String { self == .user ? "uuid" : "key" }

  /// The field by which lists sort names.
  package var nameField: String {
    switch self {
    case .source, .event, .activity: "title"
    case .deity, .temple, .group: "name"
    case .user: "display_name"
    }
  }

  /// The fields in which a search looks.
  package var searchedFields: [String] {
    switch self {
    case .source: ["key", "title", "note"]
    case .deity: ["key", "name", "name_en", "aliases"]
    case .event: ["key", "title", "title_en", "aliases"]
    case .temple: ["key", "name", "name_en", "address", "county", "town", "main_deity"]
    case .activity: ["key", "title"]
    case .group: ["key", "name", "name_en"]
    case .user: ["uuid", "email", "display_name"]
    }
  }

  /// The fields, in the order in which they are shown and written.
  public var fields: [Field] { schema.fields }

  /// The fields that are nobody's business but the program's: what lets somebody in, or tells who may come in.
  public var secretFields: Set<String> { self == .user ? ["google_id", "feed_token_hash", "tokens"] : [] }

  /// The fields that are instants.
  public var instantFields: Set<String> {
    Set(fields.filter { if case .instant = $0.kind { true } else { false } }.map(\.name))
  }

  /// The place of a field.
  package func index(of name: String) -> Int? { schema.indices[name] }

  package var schema: RecordSchema {
    switch self {
    case .source: .source
    case .deity: .deity
    case .event: .event
    case .temple: .temple
    case .activity: .activity
    case .group: .group
    case .user: .user
    }
  }
}
