package import Addresses
public import JSON
public import Lunisolar
public import Records

/// The actor and time of a change; passed in, so that the store reads no clock.
public struct Change: Hashable, Sendable {
  /// The operator's login name, or the name of a token.
  public let actor: String
  /// UTC seconds.
  public let at: Int
  /// The day around which occurrences are kept.
  public let today: SolarDate
  /// The allowed targets of reminders; others are rejected.
  package let targets: TargetRules
  /// True to complete pending replans before the call returns; a server does that later in steps.
  public let completesReplans: Bool

  public init(actor: String, at: Int, today: SolarDate) {
    self.init(actor: actor, at: at, today: today, targets: TargetRules())
  }

  package init(
    actor: String, at: Int, today: SolarDate, targets: TargetRules = TargetRules(), completesReplans: Bool = true
  ) {
    self.actor = actor
    self.at = at
    self.today = today
    self.targets = targets
    self.completesReplans = completesReplans
  }
}

/// The result of an import or edit.
public struct ChangeSummary: Hashable, Sendable {
  public internal(set) var added = 0
  public internal(set) var changed = 0
  public internal(set) var unchanged = 0
  /// The first of the records that were added or changed, at most `mostRows`.
  public internal(set) var rows: [Row] = []
  /// The faults of records that were left out, if that was asked for.
  public internal(set) var leftOut: [RecordFault] = []

  static let mostRows = 200

  public init() {}

  /// A record that was added or changed.
  public struct Row: Hashable, Sendable {
    /// Where the input has it: `row 17`; empty for a single record.
    public let place: String
    public let key: String
    public let name: String
    /// True if the record is new.
    public let isNew: Bool
    /// The fields that changed; of a new record those with a value other than the default.
    public let fields: [Field]

    public struct Field: Hashable, Sendable {
      public let name: String
      public let before: JSON
      public let after: JSON
    }

    init(place: String, old: Record?, new: Record) {
      self.place = place
      key = new.key
      name = new[new.entity.nameField].text ?? new.key
      isNew = old == nil
      let schema = new.entity.fields
      // What the store numbers and counts itself says nothing to a reader.
      let silent: Set = [new.entity.keyName, "position", "revision"]
      fields = schema.indices.filter { !silent.contains(schema[$0].name) }.compactMap { index in
        let before = old?.values[index] ?? schema[index].defaultValue
        guard before != new.values[index], schema[index].isInCSV else { return nil }
        return Field(
          name: schema[index].name, before: old == nil ? .null : schema[index].withoutSecrets(before),
          after: schema[index].withoutSecrets(new.values[index]))
      }
    }
  }

  /// Adds the changes that a second pass made to records unchanged in the first.
  mutating func count(rest: ChangeSummary) {
    let moved = min(rest.changed, unchanged)
    unchanged -= moved
    changed += moved
  }
}
