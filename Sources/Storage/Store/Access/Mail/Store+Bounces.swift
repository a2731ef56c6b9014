internal import Database
internal import Folklore
internal import Lunisolar
public import Records

/// A user with an address that was marked or whose mark ended, as the user is now.
public struct BounceChange: Sendable {
  public let user: Record
  /// False if there was no mark to end.
  public let isChanged: Bool
}

/// Mail addresses that mails came back from for good.
extension Store {
  /// Marks everybody whose mails go to an address: no mail is sent there until the mark ends (`endBounces`) or the user has another address.
  ///
  /// - Parameters:
  ///   - address: a mail address; capital letters do not matter.
  ///   - reason: what the mail server said; shortened to one line of 200 characters.
  /// - Returns: the users with that address; empty if nobody has it.
  public func markBounce(of address: String, reason: String, _ change: Change) throws -> [BounceChange] {
    try setBounce(of: address, { _, _ in true }, change) { (address: $0, reason: reason) }
  }

  /// Ends the marks of an address.
  ///
  /// - Returns: the users with that address, marked before or not; empty if nobody has it.
  public func endBounces(of address: String, _ change: Change) throws -> [BounceChange] {
    try setBounce(of: address, { $0 == $1 }, change) { _ in nil }
  }

  /// The users whom `markBounce` would mark.
  public func users(withMailAddress address: String) throws -> [Record] {
    try database.read { connection in
      let reader = RecordReader(connection: connection)
      return try UserBounces.users(at: address.lowercased(), connection).compactMap {
        try reader.record(.user, id: $0.id)
      }
    }
  }

  /// Ends the mark of one user, who says that mails arrive.
  ///
  /// - Parameter user: UUID, mail address or number.
  /// - Throws: `RecordError.noSuchRecord`.
  public func endBounce(ofUser user: String, _ change: Change) throws {
    try database.write { connection in
      let id = try RecordReader(connection: connection).existingID(.user, key: user)
      try UserBounces(connection: connection, change: change, outbox: outbox(connection)).set(nil, of: id)
    }
  }

  private func setBounce(
    of address: String, _ isMeant: (_ marked: String?, _ address: String) -> Bool, _ change: Change,
    _ mark: (_ address: String) -> (address: String, reason: String)?
  ) throws -> [BounceChange] {
    let address = address.filter { !$0.isWhitespace }.lowercased()
    return try database.write { connection in
      let bounces = UserBounces(connection: connection, change: change, outbox: outbox(connection))
      return try UserBounces.users(at: address, connection).compactMap { user in
        let isChanged = isMeant(user.marked, address)
        if isChanged { try bounces.set(mark(address), of: user.id) }
        return try RecordReader(connection: connection).record(.user, id: user.id).map {
          BounceChange(user: $0, isChanged: isChanged)
        }
      }
    }
  }
}

extension ReminderQueue {
  /// Marks the address of one user, whose mail the server has just refused because there is no such mailbox.
  public func noteBounce(of recipient: Recipient, reason: String, now: Int) throws {
    guard let address = recipient.mailAddress else { return }
    let change = Change(actor: "delivery", at: now, today: CivilTime.local(unixTime: now, offset: 0).date)
    try store.database.write { connection in
      try UserBounces(connection: connection, change: change, outbox: store.outbox(connection)).set(
        (address.lowercased(), reason), of: recipient.id)
    }
  }
}

/// The marks of users in one transaction.
private struct UserBounces {
  let connection: any Connection
  let change: Change
  let outbox: Outbox

  /// The users whose account has an address, or whose mails an operator has directed there, and the address that each is marked for.
  static func users(at address: String, _ connection: any Connection) throws -> [(id: Int, marked: String?)] {
    // The first by the unique index on the address; only operators set targets of mails, so there are few.
    try connection.all(
      """
      SELECT u.id, u.bounced_address
      FROM users u
      WHERE u.email = $1
        OR u.id IN (
          SELECT s.user_id
          FROM notification_settings s
          WHERE s.channel = 'mail' AND LOWER(s.channel_target) = $1)
      ORDER BY u.id
      """, [.text(address)]
    ) { ($0.integer(0) ?? 0, $0.text(1)) }
  }

  /// Marks a user, or ends the mark; the log of changes has it.
  ///
  /// The reminders stay planned as they are, so nothing else is written.
  func set(_ mark: (address: String, reason: String)?, of user: Int) throws {
    try StoreLock.user(user).take(connection)
    let log = AuditLog(connection: connection, change: change)
    if mark != nil { try outbox.add(goneWay: ChannelKind.mail.rawValue, ofUser: user, at: change.at) }
    try log.noteEdit(ofUser: user, ["bounced_address", "bounced_at", "bounce_reason"]) {
      try connection.execute(
        """
        UPDATE users
        SET bounced_address = $2, bounced_at = $3, bounce_reason = $4, updated_at = $5
        WHERE id = $1
        """,
        [
          .integer(user), SQLValue(mark?.address), SQLValue(mark == nil ? nil : change.at),
          SQLValue(mark.map { Self.line($0.reason) }),
          .integer(change.at),
        ])
    }
  }

  /// A reason as one line without characters that a field may not hold, because other servers have written it.
  private static func line(_ reason: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in reason.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
        line.append(" ")
      default: line.append(scalar)
      }
    }
    let words = String(line).split(separator: " ").joined(separator: " ")
    let short = String(String.UnicodeScalarView(words.unicodeScalars.prefix(200)))
    return short.contains { $0.isLetter || $0.isNumber } ? short : "mail came back"
  }
}
