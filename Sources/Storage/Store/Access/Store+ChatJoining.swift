internal import Database
public import Folklore
import JSON
import Records

/// A code that joins a chat and an account, once. It was made in the one and is spent by the other.
public struct ChatLink: Hashable, Sendable {
  public let service: ChatService
  /// The chat in which it was made, or in which it waits for a confirmation; nil before that.
  public let chat: String?
  /// The UUID of the account that made it; nil for one that was made in a chat.
  public let user: String?

  fileprivate init?(_ row: any Row) {
    guard let service = ChatService(rawValue: row.text(0) ?? "") else { return nil }
    (self.service, chat, user) = (service, row.text(1), row.text(2))
  }
}

/// How the joining of a chat ended.
public enum ChatJoining: Hashable, Sendable {
  case joined
  /// The chat was the account's before.
  case wasJoined
  /// Nothing was changed: the person must know something first, and confirm.
  case needsConfirmation(Set<ChatJoiningReason>)
  /// The code is unknown, spent or expired, or not for this chat.
  case isOver
}

/// What joining a chat would end.
public enum ChatJoiningReason: Hashable, Sendable {
  /// The chat belongs to another account, which it would leave.
  case chatOfOtherAccount
  /// The account has another chat on the service, which would leave.
  case accountHasOtherChat
  /// What the chat follows without an account would become the account's.
  case takesAlong
}

extension Store {
  /// Seconds for which a code is valid.
  public static let chatLinkSeconds = 3_600

  /// Makes a code for who opens its page with an account.
  ///
  /// - Returns: `fcj_` and 128 random bits; the database keeps only its hash.
  public func makeChatLink(_ service: ChatService, chat: String, now: Int) throws -> String {
    try makeChatLink(service, chat: .text(chat), user: nil, now)
  }

  /// Makes a code for who sends it in a chat.
  ///
  /// - Parameter user: the UUID of the account.
  /// - Throws: `RecordError.noSuchRecord`.
  public func makeChatLink(_ service: ChatService, user: String, now: Int) throws -> String {
    try makeChatLink(service, chat: .null, user: user, now)
  }

  private func makeChatLink(_ service: ChatService, chat: SQLValue, user: String?, _ now: Int) throws -> String {
    let secret = Secret(.chat)
    return try database.write { connection in
      let owner = try user.map { try RecordReader(connection: connection).existingID(.user, key: $0) }
      try connection.execute(
        """
        INSERT INTO chat_links (link_hash, service, chat, user_id, expires_at)
        VALUES ($1, $2, $3, $4, $5)
        """,
        [
          .text(secret.hash), .text(service.rawValue), chat, SQLValue(owner), .integer(now + Self.chatLinkSeconds),
        ])
      return secret.text
    }
  }

  private static let linkColumns = """
    SELECT l.service, l.chat, u.uuid
    FROM chat_links l
    LEFT JOIN users u ON u.id = l.user_id
    """

  /// The link of a code; nil if it is unknown, spent or expired.
  public func chatLink(_ code: String, now: Int) throws -> ChatLink? {
    guard let hash = Secret.hash(of: code, for: .chat) else { return nil }
    return try database.read { try Self.chatLink(hash, now: now, $0) }
  }

  private static func chatLink(_ hash: String, now: Int, _ connection: any Connection) throws -> ChatLink? {
    try connection.first(
      SQL("\(linkColumns) WHERE l.link_hash = $1 AND l.expires_at > $2"), [.text(hash), .integer(now)], ChatLink.init)
      ?? nil
  }

  /// Joins the chat in which a code was made to the account that opens it.
  ///
  /// - Parameters:
  ///   - account: the UUID.
  ///   - isConfirmed: true if the person has been told what ends.
  /// - Throws: `OwnEventLimit`.
  public func join(
    account: String, byLink code: String, isConfirmed: Bool, _ change: Change
  ) throws -> ChatJoining {
    guard let hash = Secret.hash(of: code, for: .chat) else { return .isOver }
    return try joining(change) { writer in
      guard let link = try Self.chatLink(hash, now: change.at, writer.connection), link.user == nil,
        let chat = link.chat
      else { return .isOver }
      return try Self.join(link.service, chat, account, [hash], isConfirmed: isConfirmed, writer)
    }
  }

  /// Joins a chat to the account that made a code.
  ///
  /// A code that needs a confirmation waits for it in this chat (`join(chat:_:change:)`).
  ///
  /// - Throws: `OwnEventLimit`.
  public func join(
    chat service: ChatService, _ id: String, byCode code: String, _ change: Change
  ) throws -> ChatJoining {
    guard let hash = Secret.hash(of: code, for: .chat) else { return .isOver }
    return try joining(change) { writer in
      let link = try Self.chatLink(hash, now: change.at, writer.connection)
      guard let link, link.service == service, let account = link.user, link.chat == nil || link.chat == id else {
        return .isOver
      }
      let joining = try Self.join(service, id, account, [hash], isConfirmed: false, writer)
      if case .needsConfirmation = joining {
        try writer.connection.execute(
          "UPDATE chat_links SET chat = $2 WHERE link_hash = $1", [.text(hash), .text(id)])
      }
      return joining
    }
  }

  /// Joins a chat to the account whose code waits in it for a confirmation.
  ///
  /// - Throws: `OwnEventLimit`.
  public func join(confirmedIn service: ChatService, _ id: String, _ change: Change) throws -> ChatJoining {
    try joining(change) { writer in
      let waiting = try writer.connection.all(
        """
        SELECT l.link_hash, u.uuid
        FROM chat_links l
        JOIN users u ON u.id = l.user_id
        WHERE l.service = $1 AND l.chat = $2 AND l.expires_at > $3
        ORDER BY l.expires_at DESC, l.link_hash
        """, [.text(service.rawValue), .text(id), .integer(change.at)]
      ) { (hash: $0.text(0) ?? "", account: $0.text(1) ?? "") }
      // The last one was asked about.
      guard let last = waiting.first else { return .isOver }
      return try Self.join(service, id, last.account, waiting.map(\.hash), isConfirmed: true, writer)
    }
  }

  /// Joins in one transaction, which also forgets the pages of an erased user.
  private func joining(_ change: Change, _ body: (RecordWriter) throws -> ChatJoining) throws -> ChatJoining {
    let joining = try changing(change) { try body($0) }
    if joining == .joined { database.forget() }
    return joining
  }

  private static func join(
    _ service: ChatService, _ id: String, _ account: String, _ hashes: [String], isConfirmed: Bool,
    _ writer: RecordWriter
  ) throws -> ChatJoining {
    let user = try writer.reader.existing(.user, key: account)
    let former = try chat(service, id, writer.connection)
    let others = try chats(of: user.key, writer.connection).filter { $0.service == service && $0.id != id }
    var reasons: Set<ChatJoiningReason> = others.isEmpty ? [] : [.accountHasOtherChat]
    let own = try former.flatMap { $0.isOwn ? try writer.reader.existing(.user, key: $0.user) : nil }
    if let former, !former.isOwn, former.user != user.key { reasons.insert(.chatOfOtherAccount) }
    if let own, try followsSomething(own, writer) { reasons.insert(.takesAlong) }
    if !isConfirmed, !reasons.isEmpty { return .needsConfirmation(reasons) }
    for hash in hashes {
      try writer.connection.execute("DELETE FROM chat_links WHERE link_hash = $1", [.text(hash)])
    }
    if let former, !former.isOwn, former.user == user.key {
      try writer.connection.execute(
        "UPDATE chats SET is_active = 1, updated_at = $3 WHERE service = $1 AND chat = $2",
        [.text(service.rawValue), .text(id), .integer(writer.change.at)])
      return .wasJoined
    }
    for other in others { try deleteChat(other, writer.connection) }
    if let former, !former.isOwn { try part(former, writer) }
    if let own {
      try takeAlong(own, into: user, writer) { account in
        [Draft.Given("settings", settings(account, joining: service, taking: own["settings"]))]
      }
    } else {
      let draft = Draft(fields: [Draft.Given("settings", settings(user, joining: service, taking: .null))])
      _ = try writer.write([draft], of: .user, .edit(user))
    }
    try insertChat(service, id, user: user, isOwn: false, writer)
    return .joined
  }

  private static func followsSomething(_ user: Record, _ writer: RecordWriter) throws -> Bool {
    let settings = user["settings"]
    return !user["event_subscriptions"].list.isEmpty || !user["group_subscriptions"].list.isEmpty
      || settings["newmoon_enabled"] == .flag(true) || settings["fullmoon_enabled"] == .flag(true)
  }

  /// The settings of an account with a chat as its first way. The former first way stays as the second if it can be one.
  private static func settings(_ account: Record, joining service: ChatService, taking former: JSON) -> JSON {
    var settings = account["settings"]
    for name in ["newmoon_enabled", "fullmoon_enabled"] where former[name] == .flag(true) {
      settings = settings.setting(name, .flag(true))
    }
    let name = service.channel.rawValue
    if settings["fallback_channel"] == .text(name) { settings = settings.setting("fallback_channel", .null) }
    guard let channel = account.channel, channel != service.channel else { return settings }
    if settings["fallback_channel"] == .null, channel.mayBeFallback, channel != .push || hasDevice(account) {
      settings = settings.setting("fallback_channel", .text(channel.rawValue))
    }
    return settings.setting("channel", .text(name)).setting("channel_target", .null)
  }

  private static func hasDevice(_ user: Record) -> Bool {
    user["devices"].list.contains { $0["is_active"] == .flag(true) }
  }
}
