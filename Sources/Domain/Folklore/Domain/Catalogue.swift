/// All events, deities, groups and sources; keys are unique and references are valid.
public struct Catalogue: Hashable, Sendable {
  public let sources: [Source]
  public let deities: [Deity]
  /// In the order of the data; it is also the order of events on one day.
  public let events: [Event]
  public let groups: [Group]

  private let sourceIndex: [String: Int]
  private let eventIndex: [String: Int]
  private let deityIndex: [String: Int]
  private let groupIndex: [String: Int]

  /// - Throws: `CatalogueError` with the first repeated key or number, or the first invalid reference.
  public init(sources: [Source], deities: [Deity], events: [Event], groups: [Group]) throws(CatalogueError) {
    self.sources = sources
    self.deities = deities
    self.events = events
    self.groups = groups
    sourceIndex = try Self.index(sources.map(\.key), of: .source)
    deityIndex = try Self.index(deities.map(\.key), of: .deity)
    eventIndex = try Self.index(events.map(\.key), of: .event)
    groupIndex = try Self.index(groups.map(\.key), of: .group)

    var keyOfNumber: [Int: String] = [:]
    for event in events {
      // The days of a temple have no numbers outside the database.
      if event.id != 0, let other = keyOfNumber.updateValue(event.key, forKey: event.id) {
        throw .duplicateNumber(event.id, first: other, second: event.key)
      }
      if let deity = event.deityKey, deityIndex[deity] == nil {
        throw .dangling(.event, event.key, field: "deity", names: deity)
      }
      let named = event.sources + event.disagreements.flatMap(\.sources) + event.worshipGuide.flatMap(\.sources)
      for source in named where sourceIndex[source] == nil {
        throw .dangling(.event, event.key, field: "sources", names: source)
      }
    }
    for deity in deities {
      let named = deity.sources + deity.needs.flatMap(\.sources) + deity.worshipGuide.flatMap(\.sources)
      for source in named where sourceIndex[source] == nil {
        throw .dangling(.deity, deity.key, field: "sources", names: source)
      }
    }
    for group in groups {
      for event in group.eventKeys where eventIndex[event] == nil {
        throw .dangling(.group, group.key, field: "events", names: event)
      }
    }
  }

  private static func index(
    _ keys: [String], of kind: CatalogueError.Kind
  ) throws(CatalogueError) -> [String: Int] {
    var index: [String: Int] = [:]
    for (position, key) in keys.enumerated() where index.updateValue(position, forKey: key) != nil {
      throw .duplicateKey(kind, key)
    }
    return index
  }

  /// The sources with the given keys, each once, in the order in which they are first named.
  public func sources(_ keys: [String]) -> [Source] {
    var named: Set<String> = []
    return keys.filter { named.insert($0).inserted }.compactMap { sourceIndex[$0].map { sources[$0] } }
  }
  /// The event with a key.
  public func event(_ key: String) -> Event? { eventIndex[key].map { events[$0] } }
  /// The deity with a key.
  public func deity(_ key: String) -> Deity? { deityIndex[key].map { deities[$0] } }
  /// The group with a key.
  public func group(_ key: String) -> Group? { groupIndex[key].map { groups[$0] } }
}

/// The reason why entries do not form a catalogue.
public enum CatalogueError: SpokenError, Hashable, Sendable {
  case duplicateKey(Kind, String)
  case duplicateNumber(Int, first: String, second: String)
  case dangling(Kind, String, field: String, names: String)

  public enum Kind: String, Hashable, Sendable {
    case source, deity, event, group

    var chinese: String {
      switch self {
      case .source: "來源"
      case .deity: "神明"
      case .event: "節日"
      case .group: "群組"
      }
    }
  }

  public var description: String {
    switch self {
    case .duplicateKey(let kind, let key): "two entries of kind \(kind.rawValue) have the key \"\(key)\""
    case .duplicateNumber(let id, let first, let second):
      "the events \"\(first)\" and \"\(second)\" both have the id \(id)"
    case .dangling(let kind, let key, let field, let name):
      "\(kind.rawValue) \"\(key)\": the field \(field) names \"\(name)\", which does not exist"
    }
  }

  public var chinese: String {
    switch self {
    case .duplicateKey(let kind, let key): "有兩筆\(kind.chinese)的代號都是「\(key)」：請改其中一個"
    case .duplicateNumber(let id, let first, let second):
      "節日「\(first)」和「\(second)」的編號都是 \(id)：請改其中一個"
    case .dangling(let kind, let key, let field, let name):
      "\(kind.chinese)「\(key)」：欄位 \(field) 寫了「\(name)」，但沒有這一筆"
    }
  }

  public var code: String {
    switch self {
    case .duplicateKey: "duplicate_key"
    case .duplicateNumber: "duplicate_number"
    case .dangling: "dangling_reference"
    }
  }
}
