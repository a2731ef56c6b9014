internal import Database
public import Folklore

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
  fileprivate static let chatColumns: String = """
    SELECT c.service, c.chat, u.uuid, c.is_active, c.is_own
    FROM chats c
    JOIN users u ON u.id = c.user_id
    """

  /// A chat; nil if nobody has it.
  public func chat(_ service: ChatService, _ id: String) throws -> Chat? {
    try database.read { connection in
      try connection.first(
        SQL("\(Self.chatColumns) WHERE c.service = $1 AND c.chat = $2"), [.text(service.rawValue), .text(id)],
        Chat.init) ?? nil
    }
  }

  /// The chats of a user.
  ///
  /// - Parameter user: the UUID.
  public func chats(of user: String) throws -> [Chat] {
    try database.read { connection in
      try connection.all(
        SQL("\(Self.chatColumns) WHERE u.uuid = $1 ORDER BY c.id"), [.text(user)], Chat.init
      ).compactMap { $0 }
    }
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
    _ = try store.database.write { connection in
      try connection.execute(
        "UPDATE chats SET is_active = 0, updated_at = $3 WHERE service = $1 AND chat = $2",
        [.text(chat.service.rawValue), .text(chat.id), .integer(now)])
    }
  }
}
