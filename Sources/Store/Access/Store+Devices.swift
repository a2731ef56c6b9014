extension Store {
  /// Registers a device of a user for push messages, or switches one that is registered on or off.
  ///
  /// A device of another user becomes this user's: a phone that was given on, or on which somebody else signed in, shows nobody's days but
  /// those of who holds it.
  ///
  /// - Parameters:
  ///   - device: its `token`, `platform` and `is_active`.
  ///   - user: UUID, mail address or number.
  /// - Returns: the user as it is then.
  /// - Throws: `RecordError.noSuchRecord`; `RecordFaults` with all that is wrong.
  public func register(device: FieldValue, of user: String, _ change: Change) throws -> Record {
    try database.write { connection in
      let reader = RecordReader(connection: connection)
      let writer = try RecordWriter(connection, change)
      let user = try reader.existing(.user, key: user)
      func set(_ devices: [FieldValue], of record: Record) throws -> Record {
        let draft = Draft(fields: [Draft.Given("devices", .list(devices))])
        return try writer.write([draft], of: .user, .edit(record)).1.first ?? record
      }
      let holder = try connection.first(
        "SELECT user_id FROM devices WHERE token = $1", [.text(device["token"].text ?? "")]
      ) { $0.integer(0) ?? 0 }
      if let holder, holder != user.id, let other = try reader.record(.user, id: holder) {
        _ = try set(other["devices"].list.filter { $0["token"] != device["token"] }, of: other)
      }
      var devices = user["devices"].list
      // Where it was, so that the list keeps its order.
      if let place = devices.firstIndex(where: { $0["token"] == device["token"] }) {
        devices[place] = device
      } else {
        devices.append(device)
      }
      return try set(devices, of: user)
    }
  }
}
