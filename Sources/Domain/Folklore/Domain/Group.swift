/// A list of events that a user can follow together.
public struct Group: Hashable, Sendable {
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public let name: LocalizedName
  public let description: String?
  /// Keys of the events, in the group's own order.
  public let eventKeys: [String]
  /// A disabled group sends no reminders.
  public let isEnabled: Bool

  public init(key: String, name: LocalizedName, description: String?, eventKeys: [String], isEnabled: Bool = true) {
    self.key = key
    self.name = name
    self.description = description
    self.eventKeys = eventKeys
    self.isEnabled = isEnabled
  }
}

/// The source of a date.
public struct Source: Hashable, Sendable {
  /// The key that events use: `FOLKTW`.
  public let key: String
  public let title: String
  public let note: String?

  public init(key: String, title: String, note: String?) {
    self.key = key
    self.title = title
    self.note = note
  }
}
