package import Folklore

/// A kind of record that an operator keeps.
public enum Entity: String, CaseIterable, Hashable, Sendable {
  // In the order of writing: each refers only to earlier ones.
  case source, deity, event, temple, activity, group, user

  /// The name of the table, the list in an export, and the path in the API.
  public var plural: String {
    switch self {
    case .deity: "deities"
    case .activity: "activities"
    default: rawValue + "s"
    }
  }

  /// What people call all records of the kind: `民俗節日`.
  package func title(in language: Language) -> String {
    switch self {
    case .event: language.say("民俗節日", "民俗节日", "Folk days")
    case .deity: language.say("神明", "神明", "Deities")
    case .temple: language.say("廟宇", "庙宇", "Temples")
    case .activity: language.say("活動", "活动", "Activities")
    case .group: language.say("群組", "群组", "Groups")
    case .source: language.say("來源", "来源", "Sources")
    case .user: language.say("使用者", "用户", "Users")
    }
  }

  /// The field that identifies a record.
  public var keyName: String { self == .user ? "uuid" : "key" }

  /// The field by which lists sort names.
  package var nameField: String {
    switch self {
    case .source, .event, .activity: "title"
    case .deity, .temple, .group: "name"
    case .user: "display_name"
    }
  }

  /// The fields that a search reads.
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

  /// The fields in order.
  public var fields: [Field] { schema.fields }

  /// The fields that only the program may read: secrets and accounts.
  public var secretFields: Set<String> { self == .user ? ["google_id", "feed_token_hash", "tokens"] : [] }

  /// The fields that are instants.
  public var instantFields: Set<String> {
    Set(fields.filter { if case .instant = $0.kind { true } else { false } }.map(\.name))
  }

  /// The index of a field.
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
