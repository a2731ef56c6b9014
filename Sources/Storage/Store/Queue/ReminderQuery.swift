internal import Database
import Folklore
import Lunisolar

/// A selection of the log, in the order of the due instants.
public struct ReminderQuery: Sendable {
  public var status: ReminderStatus?
  /// A user by UUID, mail address or number such as u42.
  public var user: String?
  /// The key of an event.
  public var event: String?
  /// Only those whose last attempt failed, or that ended, for exactly this reason.
  public var reason: String?
  /// Only of users with this channel.
  public var channel: String?
  /// Only reminders due now.
  public var isDue = false
  /// Only reminders due (`LoggedReminder.dueAt`) at or after this instant, and before `until`: seconds of UTC since 1970.
  public var from: Int?
  public var until: Int?
  /// Latest first.
  public var isDescending = false
  /// The last reminder of the page before; the page starts after it even if rows were added or removed.
  public var after: ReminderCursor?
  public var limit = 50
  public var offset = 0

  public init() {}
}

/// A place in the log, which is ordered by instant, user and reminder.
public struct ReminderCursor: Comparable, Hashable, Sendable {
  /// The due time of the last reminder: seconds of UTC since 1970.
  public let scheduledAt: Int
  /// The number of its user; 0 in a log of one user, which does not disclose the number.
  public let user: Int
  public let id: Int

  public init(scheduledAt: Int, user: Int, id: Int) {
    self.scheduledAt = scheduledAt
    self.user = user
    self.id = id
  }

  /// The cursor as text for the next request: `1745020800-42-17`.
  public var text: String { "\(scheduledAt)-\(user)-\(id)" }

  /// - Returns: nil if the text is no cursor.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let scheduledAt = Int(parts[0]), let user = Int(parts[1]), let id = Int(parts[2])
    else { return nil }
    self.init(scheduledAt: scheduledAt, user: user, id: id)
  }

  public static func < (left: ReminderCursor, right: ReminderCursor) -> Bool {
    (left.scheduledAt, left.user, left.id) < (right.scheduledAt, right.user, right.id)
  }
}

extension LoggedReminder {
  /// The due time in seconds of UTC since 1970: the next attempt of a waiting reminder, the scheduled time of an ended one.
  public var dueAt: Int { (status == .queued ? nextAttemptAt : nil) ?? scheduledAt }
}

/// One page of the log.
public struct ReminderPage: Sendable {
  public let reminders: [LoggedReminder]
  /// The start of the next page; nil for the last page.
  public let next: ReminderCursor?
}

extension ReminderQueue {
  /// The natural keys of a user's ended reminders whose days are still to come.
  ///
  /// - Parameters:
  ///   - user: UUID, mail address or number such as u42.
  ///   - now: seconds of UTC since 1970.
  /// - Throws: `RecordError.noSuchRecord`.
  public func keysOfEnded(user: String, now: Int) throws -> Set<String> {
    var query = ReminderQuery()
    query.user = user
    query.from = now - ReminderPlanning.longestWait
    query.limit = .max
    return try store.database.read { connection in
      let ids = try ReminderSelection(query, now: now, connection).ids(connection)
      return Set(try Self.read(ids, connection).filter(\.isOver).map(\.key))
    }
  }

  /// The number of reminders that a query finds, whatever its page; at most `most`.
  ///
  /// - Throws: `RecordError.noSuchRecord` for a user or an event that does not exist.
  public func count(_ query: ReminderQuery, upTo most: Int, now: Int) throws -> Int {
    var all = query
    (all.limit, all.offset, all.after) = (most, 0, nil)
    return try store.database.read { try ReminderSelection(all, now: now, $0).ids($0).count }
  }

  /// A page of the log. It has no total, because counting a million rows takes longer than the page.
  ///
  /// - Throws: `RecordError.noSuchRecord` for a user or an event that does not exist.
  public func page(_ query: ReminderQuery, now: Int) throws -> ReminderPage {
    try store.database.read { connection in
      var more = query
      more.limit += 1
      let ids = try ReminderSelection(more, now: now, connection).ids(connection)
      let reminders = try Self.read(Array(ids.prefix(query.limit)), connection)
      let last = ids.count > query.limit ? reminders.last : nil
      let next = last.map {
        ReminderCursor(scheduledAt: $0.dueAt, user: query.user == nil ? $0.user.id : 0, id: $0.id)
      }
      return ReminderPage(reminders: reminders, next: next)
    }
  }
}
