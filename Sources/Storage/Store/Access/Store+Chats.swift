internal import Database
public import Folklore
import JSON
public import Records

/// A user's chat with us on LINE or Telegram.
public struct Chat: Hashable, Sendable {
  public let service: ChatService
  /// The service's name of the chat: LINE's `userId`, Telegram's chat id.
  public let id: String
  /// The UUID of the user.
  public let user: String
  /// False if the user has blocked us, or has left.
  public let isActive: Bool
  /// True if the user is only this chat, without an account.
  public let isOwn: Bool

  fileprivate init?(_ row: any Row) {
    guard let service = ChatService(rawValue: row.text(0) ?? ""), let id = row.text(1), let user = row.text(2) else {
      return nil
    }
    (self.service, self.id, self.user) = (service, id, user)
    isActive = row.integer(3) == 1
    isOwn = row.integer(4) == 1
  }
}

extension Store {
  /// Seconds for which a user stays who is only a chat, and has blocked us.
  public static let blockedChatSeconds = 365 * 86_400
  /// Seconds for which an event is known that was taken. The services send one again for some hours at most.
  static let chatEventSeconds = 3 * 86_400

  fileprivate static let chatColumns = """
    SELECT c.service, c.chat, u.uuid, c.is_active, c.is_own
    FROM chats c
    JOIN users u ON u.id = c.user_id
    """

  /// A chat; nil if nobody has it.
  public func chat(_ service: ChatService, _ id: String) throws -> Chat? {
    try database.read { try Self.chat(service, id, $0) }
  }

  static func chat(_ service: ChatService, _ id: String, _ connection: any Connection) throws -> Chat? {
    try connection.first(
      SQL("\(chatColumns) WHERE c.service = $1 AND c.chat = $2"), [.text(service.rawValue), .text(id)], Chat.init)
      ?? nil
  }

  /// The chats of a user.
  ///
  /// - Parameter user: the UUID.
  public func chats(of user: String) throws -> [Chat] {
    try database.read { try Self.chats(of: user, $0) }
  }

  static func chats(of user: String, _ connection: any Connection) throws -> [Chat] {
    try connection.all(
      SQL("\(chatColumns) WHERE u.uuid = $1 ORDER BY c.id"), [.text(user)], Chat.init
    ).compactMap { $0 }
  }

  /// Notes that an event of a service was taken.
  ///
  /// - Parameter event: the service's name of it.
  /// - Returns: false if it was taken before.
  public func takeChatEvent(_ service: ChatService, _ event: String, now: Int) throws -> Bool {
    try database.write { connection in
      try connection.execute(
        """
        INSERT INTO chat_events (service, event, taken_at)
        VALUES ($1, $2, $3)
        ON CONFLICT (service, event) DO NOTHING
        """, [.text(service.rawValue), .text(event), .integer(now)])
    } > 0
  }

  /// Gives a chat a user of its own; if it has a user by now, that one stays.
  ///
  /// - Parameter draft: the fields of the user.
  /// - Throws: `RecordFaults`.
  public func addChat(_ service: ChatService, _ id: String, _ draft: Draft, _ change: Change) throws -> Chat {
    try changing(change, { _ in .people }) { writer in
      if let chat = try Self.chat(service, id, writer.connection) { return chat }
      guard let user = try writer.write([draft], of: .user, .add).1.first else {
        throw RecordError.noSuchRecord(.user, key: "", similar: [])
      }
      try Self.insertChat(service, id, user: user, isOwn: true, writer)
      guard let chat = try Self.chat(service, id, writer.connection) else {
        throw RecordError.noSuchRecord(.user, key: user.key, similar: [])
      }
      return chat
    }
  }

  static func insertChat(
    _ service: ChatService, _ id: String, user: Record, isOwn: Bool, _ writer: RecordWriter
  ) throws {
    try writer.connection.execute(
      """
      INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
      VALUES ($1, $2, $3, 1, $4, $5, $5)
      """,
      [
        SQLValue(user.id), .text(service.rawValue), .text(id), .integer(isOwn ? 1 : 0), .integer(writer.change.at),
      ])
  }

  static func deleteChat(_ chat: Chat, _ connection: any Connection) throws {
    try connection.execute(
      "DELETE FROM chats WHERE service = $1 AND chat = $2", [.text(chat.service.rawValue), .text(chat.id)])
  }

  /// Switches a chat on or off: its user has come back, or has blocked us. Nothing else changes.
  public func setActive(_ isActive: Bool, chat service: ChatService, _ id: String, now: Int) throws {
    try database.write { connection in
      let user = try connection.first(
        """
        UPDATE chats
        SET is_active = $3, updated_at = $4
        WHERE service = $1 AND chat = $2 AND is_active <> $3
        RETURNING user_id
        """, [.text(service.rawValue), .text(id), .integer(isActive ? 1 : 0), .integer(now)]
      ) { $0.integer(0) }
      if !isActive, let user = user ?? nil {
        try outbox(connection).add(goneWay: service.channel.rawValue, ofUser: user, at: now)
      }
    }
  }

  /// Ends a chat: removes its own user with everything of it, or only parts it from the account, whose reminders then take another way.
  ///
  /// - Returns: false if it had ended before.
  @discardableResult
  public func leave(_ service: ChatService, _ id: String, _ change: Change) throws -> Bool {
    let chat: Chat? = try changing(change) { writer in
      guard let chat = try Self.chat(service, id, writer.connection) else { return nil }
      if chat.isOwn {
        _ = try writer.remove(.user, key: chat.user)
      } else {
        try Self.part(chat, writer)
      }
      return chat
    }
    if chat?.isOwn == true { database.forget() }
    return chat != nil
  }

  /// Removes a chat from its account.
  static func part(_ chat: Chat, _ writer: RecordWriter) throws {
    try deleteChat(chat, writer.connection)
    let user = try writer.reader.existing(.user, key: chat.user)
    let (settings, name) = (user["settings"], chat.service.channel.rawValue)
    let fallback = settings["fallback_channel"].text
    var new = fallback == name ? settings.setting("fallback_channel", .null) : settings
    if settings["channel"].text == name {
      // Nothing that was not chosen: without a second way it is push, and the page says that no device is told.
      let next = fallback.flatMap { $0 == name ? nil : $0 } ?? ChannelKind.push.rawValue
      new = new.setting("channel", .text(next)).setting("fallback_channel", .null).setting("channel_target", .null)
    }
    guard new != settings else { return }
    _ = try writer.write([Draft(fields: [Draft.Given("settings", new)])], of: .user, .edit(user))
  }

  /// Removes what is kept of chats no longer: events that no service sends again, codes that have expired, and users who are only a chat and have
  /// blocked us for a year.
  ///
  /// - Returns: the number of users removed.
  @discardableResult
  public func cleanUpChats(_ change: Change) throws -> Int {
    try database.write { connection in
      try connection.execute(
        "DELETE FROM chat_events WHERE taken_at <= $1", [.integer(change.at - Self.chatEventSeconds)])
      try connection.execute("DELETE FROM chat_links WHERE expires_at <= $1", [.integer(change.at)])
    }
    let gone = try database.read { connection in
      try connection.all(
        SQL("\(Self.chatColumns) WHERE c.is_own = 1 AND c.is_active = 0 AND c.updated_at <= $1 ORDER BY c.id"),
        [.integer(change.at - Self.blockedChatSeconds)], Chat.init
      ).compactMap { $0 }
    }
    for chat in gone { try leave(chat.service, chat.id, change) }
    return gone.count
  }
}

extension ReminderQueue {
  /// The chat of a user; nil if the user has none on this service.
  public func chat(of userID: Int, on service: ChatService) throws -> Chat? {
    try store.database.read { connection in
      try connection.first(
        SQL("\(Store.chatColumns) WHERE c.user_id = $1 AND c.service = $2"),
        [.integer(userID), .text(service.rawValue)], Chat.init) ?? nil
    }
  }

  /// Switches a chat off whose user has blocked us.
  public func switchOff(_ chat: Chat, now: Int) throws {
    try store.setActive(false, chat: chat.service, chat.id, now: now)
  }
}
