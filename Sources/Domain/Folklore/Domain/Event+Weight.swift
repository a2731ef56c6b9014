/// How many people keep a day: 1 everybody, 2 most families and shops, 3 a great deity or region, or a day off, 4 local and minor, 5 fasts, taboos
/// and days of the almanac. It is set by hand; CONTRIBUTING.md gives the reasons.
extension Event {
  public static let weights = 1...5
  /// The weight of what an operator adds.
  public static let usualWeight = 4
  /// Lists for people show days up to this weight unless all are asked for.
  public static let listedWeight = 4

  /// The days up to this weight are those that people prepare (`ReminderKind.prepare`).
  public static let preparedWeight = 2

  /// True if a reminder to prepare may go out. A user's own day has none: its own days before say when it is told.
  public var isPrepared: Bool { kind != .custom && weight <= Self.preparedWeight }

  /// The first of the regions that keep the day.
  public var region: Region { regions.first ?? .taiwan }

  /// The weight in a region; without one that in the first region that keeps the day. A user's own day matters most to its owner.
  public func weight(in region: Region?) -> Int {
    kind == .custom ? Self.weights.lowerBound : weightIn[region ?? self.region] ?? weight
  }

  /// The place among the events of a day, before the order of the data: a user's own day, then by weight, a single day before a window that
  /// begins with it. Nothing else ranks events.
  package func rank(in region: Region?) -> Int {
    2 * (kind == .custom ? 0 : weight(in: region)) + (rule.isWindow ? 1 : 0)
  }
}
