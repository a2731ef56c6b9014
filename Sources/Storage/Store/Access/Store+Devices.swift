internal import Crypto
internal import Database
public import JSON
public import Records

/// A device of a user without its token, which would allow anybody to send to it.
public struct RegisteredDevice: Hashable, Sendable {
  /// A name derived from the token; the token cannot be derived from it.
  public let id: String
  public let platform: String
  public let isActive: Bool
  /// The last characters of the token, by which an app recognizes its own.
  public let tokenEnd: String
  /// Seconds of UTC since 1970.
  public let registeredAt: Int
  /// The last registration, to the day.
  public let seenAt: Int
  /// The host of the push service of a browser: `fcm.googleapis.com`; nil for apps.
  public let service: String?
  let token: String

  fileprivate init(_ row: any Row) {
    token = row.text(0) ?? ""
    platform = row.text(1) ?? ""
    isActive = row.integer(2) == 1
    registeredAt = row.integer(3) ?? 0
    seenAt = row.integer(4) ?? 0
    id = Self.id(ofToken: token)
    let endpoint = (try? JSON(json: Array(token.utf8)))?["endpoint"].text
    service = endpoint?.split(separator: "/").dropFirst().first.map { String($0.prefix { $0 != ":" }) }
    // Shows at most a quarter of a short token.
    tokenEnd = String(token.suffix(min(6, token.count / 4)))
  }

  /// The first 96 bits of the SHA-256 of a token.
  static func id(ofToken token: String) -> String {
    SHA256.hash(data: Array(token.utf8)).prefix(12).map(\.hexadecimal).joined()
  }
}

/// The devices of users for push messages.
extension Store {
  /// The most devices of a user.
  public static let deviceLimit = 20
  /// The precision of `seenAt`.
  private static let seenSeconds = 86_400

  /// A user's devices, the last registered first.
  ///
  /// - Throws: `RecordError.noSuchRecord`.
  public func devices(of user: String) throws -> [RegisteredDevice] {
    try database.read { connection in
      try Self.devices(of: RecordReader(connection: connection).existingID(.user, key: user), connection)
    }
  }

  private static func devices(of user: Int, _ connection: any Connection) throws -> [RegisteredDevice] {
    // The index is devices_by_user.
    try connection.all(
      """
      SELECT token, platform, is_active, created_at, updated_at
      FROM devices
      WHERE user_id = $1
      ORDER BY updated_at DESC, id DESC
      """, [.integer(user)], RegisteredDevice.init)
  }

  /// Checks a device that a user wants to register, without writing; other writers do not wait.
  ///
  /// - Returns: the user, if the device is already registered so; otherwise nil.
  /// - Throws: as `register(device:)` does.
  public func examine(device: JSON, of user: String, _ change: Change) throws -> Record? {
    try database.read { connection in
      let writer = RecordWriter(examining: connection, change)
      let user = try writer.reader.existing(.user, key: user)
      // Registering takes a token from another user; the check ignores that conflict.
      var device = device
      let holder = try Self.holder(of: device, connection)
      if let holder, holder != user.id { device = Self.withFreeToken(device) }
      let draft = Draft(fields: [Draft.Given("devices", .list([device]))])
      let wanted = try writer.examine([draft], of: .user, .edit(user)).first?["devices"].list.first
      guard holder == user.id, let wanted, user["devices"].list.contains(wanted), let id = user.id else { return nil }
      let known = try Self.devices(of: id, connection).first { .text($0.token) == wanted["token"] }
      return known.map { $0.seenAt > change.at - Self.seenSeconds } == true ? user : nil
    }
  }

  /// Registers a device of a user for push messages, or switches a registered one on or off.
  ///
  /// A device of another user moves to this user, because the phone has a new holder. At the limit, the new device replaces one that is switched
  /// off, otherwise the one registered longest ago.
  ///
  /// - Parameters:
  ///   - device: its `token`, `platform` and `is_active`.
  ///   - user: UUID, mail address or number.
  /// - Returns: the changed user.
  /// - Throws: `RecordError.noSuchRecord`; `RecordFaults` with all faults.
  public func register(device: JSON, of user: String, _ change: Change) throws -> Record {
    try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let reader = RecordReader(connection: connection)
      let writer = try RecordWriter(connection, change)
      let user = try reader.existing(.user, key: user)
      func set(_ devices: [JSON], of record: Record) throws -> Record {
        let draft = Draft(fields: [Draft.Given("devices", .list(devices))])
        return try writer.write([draft], of: .user, .edit(record)).1.first ?? record
      }
      let holder = try Self.holder(of: device, connection)
      if let holder, holder != user.id, let other = try reader.record(.user, id: holder) {
        _ = try set(other["devices"].list.filter { $0["token"] != device["token"] }, of: other)
      }
      var devices = user["devices"].list
      // At the same place, so that the list keeps its order.
      if let place = devices.firstIndex(where: { $0["token"] == device["token"] }) {
        devices[place] = device
      } else {
        devices = try Self.withRoom(devices, user.id ?? 0, connection) + [device]
      }
      let written = try set(devices, of: user)
      try connection.execute(
        "UPDATE devices SET updated_at = $2 WHERE token = $1 AND updated_at < $2",
        [.text(device["token"].text ?? ""), .integer(change.at)])
      return written
    }
  }

  /// A user's devices without those that must make room.
  private static func withRoom(
    _ devices: [JSON], _ user: Int, _ connection: any Connection
  ) throws -> [JSON] {
    let surplus = devices.count - (deviceLimit - 1)
    guard surplus > 0 else { return devices }
    let known = try Self.devices(of: user, connection)
    let oldest = (known.filter { !$0.isActive }.reversed() + known.filter(\.isActive).reversed()).prefix(surplus)
    let leaving = Set(oldest.map { JSON.text($0.token) })
    return devices.filter { !leaving.contains($0["token"]) }
  }

  /// The device with an unused token.
  private static func withFreeToken(_ device: JSON) -> JSON {
    .object(device.members.map { $0.name == "token" ? JSON.Member("token", .text(RandomText.uuid())) : $0 })
  }

  private static func holder(of device: JSON, _ connection: any Connection) throws -> Int? {
    try connection.first("SELECT user_id FROM devices WHERE token = $1", [.text(device["token"].text ?? "")]) {
      $0.integer(0) ?? 0
    }
  }

  /// Removes a device of a user, by its token or its `id`.
  ///
  /// - Returns: whether the user had it.
  /// - Throws: `RecordError.noSuchRecord` for the user.
  public func removeDevice(_ name: String, of user: String, _ change: Change) throws -> Bool {
    guard try token(ofDevice: name, of: user) != nil else { return false }
    return try database.write { connection in
      try Self.user(user)(connection).take(connection)
      let old = try RecordReader(connection: connection).existing(.user, key: user)
      let devices = old["devices"].list.filter { $0["token"].text.map { Self.isDevice($0, name) } != true }
      guard devices.count < old["devices"].list.count else { return false }
      let draft = Draft(fields: [Draft.Given("devices", .list(devices))])
      _ = try RecordWriter(connection, change).write([draft], of: .user, .edit(old))
      return true
    }
  }

  /// The token of a user's device named by token or `id`; nil if the user has no such device.
  public func token(ofDevice name: String, of user: String) throws -> String? {
    try database.read { connection in
      let id = try RecordReader(connection: connection).existingID(.user, key: user)
      return try Self.devices(of: id, connection).map(\.token).first { Self.isDevice($0, name) }
    }
  }

  private static func isDevice(_ token: String, _ name: String) -> Bool {
    token == name || RegisteredDevice.id(ofToken: token) == name
  }
}

extension Store {
  /// The UUID of the user who has a device with a token; nil if nobody has.
  public func user(ofDevice token: String) throws -> String? {
    try database.read { connection in
      try connection.first(
        "SELECT u.uuid FROM devices d JOIN users u ON u.id = d.user_id WHERE d.token = $1", [.text(token)]
      ) { $0.text(0) } ?? nil
    }
  }

  /// Gives a device of a user the token that takes the place of its former one, and switches it on.
  ///
  /// - Throws: `RecordError.noSuchRecord` for the user.
  public func replaceDevice(_ old: String, by new: String, of user: String, _ change: Change) throws {
    _ = try register(device: ["token": .text(new), "platform": "web", "is_active": .flag(true)], of: user, change)
    if new != old { _ = try removeDevice(old, of: user, change) }
  }
}
