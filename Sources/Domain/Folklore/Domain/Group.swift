/// A list of events that a user can follow together.
public struct Group: Hashable, Sendable {
  /// A stable ASCII slug: `mazu`.
  public let key: String
  public package(set) var name: LocalizedName
  public package(set) var description: String?
  /// Keys of the events, in the group's own order.
  public package(set) var eventKeys: [String]
  /// A disabled group sends no reminders.
  public package(set) var isEnabled: Bool

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
  public package(set) var title: String
  public package(set) var kind: Kind
  /// The web address, if any.
  public package(set) var url: String?
  public package(set) var note: String?

  /// The author of a source, from the strongest evidence for a date to the weakest.
  public enum Kind: String, CaseIterable, Codable, Comparable, Hashable, Sendable {
    /// The temple or the community that keeps the day.
    case temple
    /// A ministry, a county, or a law.
    case office
    /// A book or a scholarly work.
    case book
    /// A newspaper, a station or a news agency that reports of the day.
    case press
    /// A list of days from an almanac or a program.
    case list
    /// A page that repeats others: a blog, a forum, a copied table.
    case scrape

    public static func < (first: Self, second: Self) -> Bool { first.rank < second.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  public init(key: String, title: String, kind: Kind = .list, url: String? = nil, note: String?) {
    self.key = key
    self.title = title
    self.kind = kind
    self.url = url
    self.note = note
  }
}
