internal import Database
internal import Folklore
internal import JSON
internal import Records

extension Store {
  /// Gives an account what its holder has chosen before without one: subscriptions, own days, devices, and the calendar's address if the account
  /// has none. The choice ends.
  ///
  /// - Parameters:
  ///   - secret: the secret that changes the choice.
  ///   - user: the UUID of the account.
  ///   - replacesSettings: true for a new account, which takes the choice's settings and time zone; an older one keeps its own.
  /// - Returns: false if the secret is unknown, or has ended.
  /// - Throws: `RecordError.noSuchRecord` for the account; `OwnEventLimit`.
  @discardableResult
  public func takeAlong(choice secret: String, into user: String, replacesSettings: Bool, _ change: Change) throws
    -> Bool
  {
    guard let choice = try choice(secret)?.user, choice.key != user else { return false }
    return try changing(change) { writer in
      // Two tabs may sign in at the same time.
      guard let choice = try writer.reader.record(.user, id: choice.id ?? 0) else { return false }
      try Self.takeAlong(choice, into: writer.reader.existing(.user, key: user), writer) { account in
        replacesSettings
          ? [Draft.Given("settings", choice["settings"]), Draft.Given("time_zone", choice["time_zone"])] : []
      }
      return true
    }
  }

  /// Gives an account what a user without one follows, and removes that user.
  ///
  /// - Parameter others: further fields of the account.
  /// - Throws: `OwnEventLimit`.
  static func takeAlong(
    _ former: Record, into account: Record, _ writer: RecordWriter, _ others: (Record) -> [Draft.Given]
  ) throws {
    let days = try writer.reader.records(.event, where: "t.owner_id = $1", [SQLValue(former.id)])
    let table = OwnEventTable(connection: writer.connection, owner: account.id ?? 0)
    guard try table.count() + days.count <= OwnEventLimits.days else { throw OwnEventLimit.days }
    let feed = try writer.connection.first(
      "SELECT feed_token_hash FROM users WHERE id = $1", [SQLValue(former.id)]
    ) { $0.text(0) }
    // First, because a device and a calendar's address belong to one user.
    _ = try writer.remove(.user, key: former.key)
    let draft = Draft(fields: Self.fields(of: former, over: account) + others(account))
    _ = try writer.write([draft], of: .user, .edit(account))
    for day in days {
      let own = Draft(
        fields: Self.copiedFields.compactMap { name in
          day[name] == .null ? nil : Draft.Given(name, day[name])
        } + [Draft.Given("type", "custom"), Draft.Given("owner", .text(account.key))])
      _ = try writer.write([own], of: .event, .add)
    }
    try writer.connection.execute(
      "UPDATE users SET feed_token_hash = $2, updated_at = $3 WHERE id = $1 AND feed_token_hash IS NULL",
      [SQLValue(account.id), SQLValue(feed ?? nil), .integer(writer.change.at)])
  }

  /// The fields of an own day that go along.
  private static let copiedFields = [
    "title", "rule", "observance", "description", "note", "advance_days", "is_enabled",
  ]

  private static func fields(of former: Record, over account: Record) -> [Draft.Given] {
    /// The account's entries stand where both have one.
    func merged(_ field: String, _ name: String) -> Draft.Given {
      let kept = account[field].list
      let known = Set(kept.compactMap { $0[name].text })
      return Draft.Given(
        field, .list(kept + former[field].list.filter { $0[name].text.map(known.contains) == false }))
    }
    let devices = former["devices"].list.prefix(max(0, deviceLimit - account["devices"].list.count))
    return [
      merged("event_subscriptions", "event"), merged("group_subscriptions", "group"),
      Draft.Given("devices", .list(account["devices"].list + devices)),
    ]
  }
}
