package import Database
import Folklore
import JSON
import Lunisolar
import Records

/// One claim: reads due reminders in order and decides which to send, which are too late and which must wait.
package struct ReminderClaiming {
  let connection: any Connection
  let now: Int
  private var occurrences: [Int: DueOccurrence] = [:]
  private var zones: [String: Zone] = [:]
  /// What an operator keeps from being sent.
  private let holds: HoldConditions
  /// The last zone; most users of a claim share one.
  private var lastZone: (name: String, zone: Zone)?

  /// A time zone at the time of the claim.
  private final class Zone {
    let clock: ZonedClock
    let now: (date: SolarDate, secondOfDay: Int)
    /// The local days of instants already computed; reminders due together share them.
    private var days: [Int: SolarDate] = [:]
    private var last: (instant: Int, day: SolarDate)?

    init(_ name: String, at now: Int) throws {
      clock = try ZonedClock(identifier: name)
      self.now = clock.local(at: now)
    }

    /// The end of the present local day.
    private(set) lazy var endOfDay = clock.instant(on: now.date.advanced(by: 1), at: TimeOfDay(uncheckedMinutes: 0))

    func day(of instant: Int) -> SolarDate {
      if let last, last.instant == instant { return last.day }
      let day = days[instant] ?? clock.local(at: instant).date
      days[instant] = day
      last = (instant, day)
      return day
    }
  }

  init(connection: any Connection, now: Int) throws {
    self.connection = connection
    self.now = now
    holds = try HoldConditions(connection)
  }

  /// A due row.
  private struct Candidate {
    let id: Int
    let due: Int
    let recipient: Recipient
    let occurrenceID: Int
    let kind: ReminderKind
    let scheduledAt: Int
    let retryCount: Int
    let firstAttemptAt: Int
  }

  mutating func claim(
    _ limit: Int, owner: String, until: Int, channels: Set<String>?, from position: ClaimPosition?
  ) throws -> Claim {
    var claim = Claim()
    var begunAnew: [Int] = []
    /// The reminders that expire, by the reason.
    var late: [String: [Int]] = [:]
    let candidates = try candidates(limit, channels, from: position)
    if candidates.count >= limit {
      claim.end = candidates.last.map { ClaimPosition(due: $0.due, user: $0.recipient.id) }
    }
    claim.reminders.reserveCapacity(candidates.count)
    // Events that are being replanned are skipped, because their reminders may be withdrawn.
    let pending = try PendingReplans(connection: connection).events()
    for candidate in candidates {
      let (occurrence, zone): (DueOccurrence, Zone)
      do {
        (occurrence, zone) = (try self.occurrence(candidate.occurrenceID), try self.zone(candidate.recipient.timeZone))
      } catch {
        // A row damaged outside the program must not stop the others.
        try connection.execute(
          Self.fail, [.integer(candidate.id), .text("it cannot be read: \(error)"), .integer(now)])
        claim.failed += 1
        continue
      }
      if !pending.isEmpty,
        pending.contains(occurrence.eventID) || pending.contains(PendingReplans.everything)
          || occurrence.eventType == .custom && pending.contains(PendingReplans.ownDays)
      {
        claim.isHeldBack = true
        continue
      }
      let local = zone.now
      let scheduled = zone.day(of: candidate.scheduledAt)
      // A reminder scheduled for today is never too late: a day that a zone skipped is sent on the next day.
      if local.date > max(occurrence.date, scheduled, occurrence.movedTo?.solarDate ?? occurrence.date) {
        let reason = try DeliveryHolds(connection: connection).reason(
          channel: candidate.recipient.channel, due: candidate.scheduledAt, now: now)
        late[reason ?? "its day has passed", default: []].append(candidate.id)
        claim.expired += 1
        continue
      }
      var toldAt: Int?
      if candidate.kind == .correction {
        guard try isWanted(occurrence.eventID, by: candidate.recipient.id) else {
          late["the user wants no reminders of it", default: []].append(candidate.id)
          claim.expired += 1
          continue
        }
        let told = try toldDays(by: candidate.recipient.id, of: occurrence, besides: candidate.id)
        switch told.verdict(on: occurrence.date, now: now) {
        case .send(let instant): toldAt = instant
        case .wait(let end):
          try postpone(candidate.id, until: min(end, now + Self.underWaySeconds))
          continue
        case .drop:
          try drop(candidate.id)
          continue
        }
      }
      if scheduled < local.date, candidate.kind != .correction, try isSuperseded(candidate, zone.clock, on: local.date)
      {
        late["a later reminder of the same day goes out instead", default: []].append(candidate.id)
        claim.expired += 1
        continue
      }
      if let end = quietEnd(candidate.recipient.quietHours, zone.clock, local) {
        try postpone(candidate.id, until: end)
        claim.quieted += 1
        continue
      }
      // On a later day the text would be wrong ("tomorrow"), so the attempt starts anew with the text of that day.
      if candidate.kind == .correction { try noteNewDay(occurrence.movedTo?.solarDate, of: candidate.id) }
      let isOfToday = candidate.firstAttemptAt == now || zone.day(of: candidate.firstAttemptAt) == local.date
      if !isOfToday { begunAnew.append(candidate.id) }
      claim.reminders.append(
        DueReminder(
          id: candidate.id, user: candidate.recipient, occurrence: occurrence, kind: candidate.kind,
          daysBefore: candidate.recipient.daysBefore(candidate.kind, occurrence), scheduledAt: candidate.scheduledAt,
          firstAttemptAt: isOfToday ? candidate.firstAttemptAt : now, localDate: local.date, toldAt: toldAt,
          isFollowedItself: occurrence.companions.isEmpty ? false : try isFollowed(occurrence, candidate.recipient),
          retryCount: candidate.retryCount, validUntil: validUntil(candidate.recipient.quietHours, zone),
          sendableUntil: sendableUntil(candidate.recipient.quietHours, zone)))
    }
    for (reason, ids) in late { try expire(ids, reason) }
    for id in begunAnew { try connection.execute(Self.beginAnew, [.integer(id)]) }
    if let days = ReminderQueue.days(claim.reminders.map(\.occurrence.date)) {
      let lease = Self.lease(connection.dialect)
      let arguments = [.text(owner), .integer(until), .integer(now)] + ReminderQueue.bounds(days)
      try connection.forIDs(claim.reminders.map(\.id), atMost: .max) { first, last in
        try connection.execute(lease, [first, last] + arguments)
      }
    }
    return claim
  }

  // MARK: Due rows

  private mutating func candidates(
    _ limit: Int, _ channels: Set<String>?, from position: ClaimPosition?
  ) throws -> [Candidate] {
    var candidates: [Candidate] = []
    candidates.reserveCapacity(min(limit, 2_000))
    if let position {
      let (due, user) = (SQLValue.integer(position.due), SQLValue.integer(position.user))
      try read(
        Self.due(channels, .restOfInstant, connection.dialect, holds: holds.sql), limit, [due, user], into: &candidates)
      if candidates.count < limit {
        try read(
          Self.due(channels, .later, connection.dialect, holds: holds.sql), limit - candidates.count, [due],
          into: &candidates)
      }
    } else {
      try read(Self.due(channels, .all, connection.dialect, holds: holds.sql), limit, [], into: &candidates)
    }
    guard !connection.dialect.hasSeveralWriters else { return try withWholeDigests(candidates) }
    guard let last = candidates.last, candidates.count == limit else { return candidates }
    let ofLast = candidates.reversed().prefix { $0.recipient.id == last.recipient.id && $0.due == last.due }
    let isTogether = try last.recipient.wantsDigest || ofLast.contains { try isBundled($0.occurrenceID) }
    guard isTogether else { return candidates }
    // The rest of the last user's digest or bundle.
    return try candidates + rest(of: last, besides: Set(candidates.map(\.id)))
  }

  /// Several workers that claim at once may each find some reminders of one digest or bundle. One of them takes all, the others none.
  private mutating func withWholeDigests(_ candidates: [Candidate]) throws -> [Candidate] {
    let together = try candidates.filter { try $0.recipient.wantsDigest || isBundled($0.occurrenceID) }
    guard !together.isEmpty else { return candidates }
    let users = Set(together.map(\.recipient.id))
    let mine = try StoreLock.claim(users, connection)
    var whole = candidates.filter { !users.contains($0.recipient.id) || mine.contains($0.recipient.id) }
    let known = Set(candidates.map(\.id))
    whole += try rest(of: together.filter { mine.contains($0.recipient.id) }, besides: known)
    // The reminders of a user stay together.
    return whole.enumerated().sorted {
      ($0.element.due, $0.element.recipient.id, $0.offset) < ($1.element.due, $1.element.recipient.id, $1.offset)
    }.map(\.element)
  }

  /// The other reminders of several users that are due at the same times, in one statement.
  private func rest(of candidates: [Candidate], besides known: Set<Int>) throws -> [Candidate] {
    var groups: [[Int]: Candidate] = [:]
    for candidate in candidates { groups[[candidate.due, candidate.recipient.id]] = candidate }
    guard !groups.isEmpty else { return [] }
    var rest: [Candidate] = []
    func array(_ place: Int) -> SQLValue {
      .text("{" + groups.keys.map { "\($0[place])" }.joined(separator: ",") + "}")
    }
    try connection.forEachRow(Self.restOfMany, [array(0), array(1), .integer(now)]) { row in
      let id = row.integer(0) ?? 0
      guard !known.contains(id), let candidate = groups[[row.integer(6) ?? 0, row.integer(7) ?? 0]] else { return }
      rest.append(Self.other(id, of: candidate, row, now: now))
    }
    return rest
  }

  private static func other(_ id: Int, of candidate: Candidate, _ row: any Row, now: Int) -> Candidate {
    Candidate(
      id: id, due: candidate.due, recipient: candidate.recipient, occurrenceID: row.integer(1) ?? 0,
      kind: ReminderKind(rawValue: row.text(2) ?? "") ?? .main, scheduledAt: row.integer(3) ?? 0,
      retryCount: row.integer(4) ?? 0, firstAttemptAt: row.integer(5) ?? now)
  }

  /// The other reminders of a user that are due at the same time.
  private func rest(of candidate: Candidate, besides known: Set<Int>) throws -> [Candidate] {
    var rest: [Candidate] = []
    try connection.forEachRow(
      Self.rest(connection.dialect),
      [.integer(candidate.due), .integer(candidate.recipient.id), .integer(now), .integer(candidate.id)]
    ) { row in
      let id = row.integer(0) ?? 0
      guard !known.contains(id) else { return }
      rest.append(Self.other(id, of: candidate, row, now: now))
    }
    return rest
  }

  private func read(_ sql: SQL, _ limit: Int, _ place: [SQLValue], into candidates: inout [Candidate]) throws {
    try connection.forEachRow(sql, [.integer(now), .integer(limit)] + place) { row in
      let userID = row.integer(7) ?? 0
      // Groups the reminders of one user due at one time.
      let last = candidates.last?.recipient
      let recipient = last.flatMap { $0.id == userID ? $0 : nil } ?? Recipient(row, from: 7)
      candidates.append(
        Candidate(
          id: row.integer(0) ?? 0, due: row.integer(1) ?? 0, recipient: recipient, occurrenceID: row.integer(2) ?? 0,
          kind: ReminderKind(rawValue: row.text(3) ?? "") ?? .main, scheduledAt: row.integer(4) ?? 0,
          retryCount: row.integer(5) ?? 0, firstAttemptAt: row.integer(6) ?? now))
    }
  }

  /// A part of the due rows.
  package enum Part: String {
    case all = ""
    /// Due at the instant $3, for the user $4 and later users.
    case restOfInstant = "AND COALESCE(n.next_attempt_at, n.scheduled_at) = $3 AND n.user_id >= $4"
    /// Due after the instant $3.
    case later = "AND COALESCE(n.next_attempt_at, n.scheduled_at) > $3"
  }

  /// Uses the index notification_logs_due; the joined tables are read by key.
  package static func due(
    _ channels: Set<String>?, _ part: Part = .all, _ dialect: Dialect = .sqlite, holds: String = ""
  ) -> SQL {
    SQL(
      """
      SELECT n.id, COALESCE(n.next_attempt_at, n.scheduled_at), n.occurrence_id, n.kind, n.scheduled_at, n.retry_count,
        n.first_attempt_at, \(Recipient.columns)
      FROM notification_logs n
      CROSS JOIN notification_settings s
      CROSS JOIN users u
      WHERE s.user_id = n.user_id
        AND u.id = n.user_id
        AND n.status = 'queued'
        AND COALESCE(n.next_attempt_at, n.scheduled_at) <= $1
        \(part.rawValue)
        AND (n.lease_until IS NULL OR n.lease_until <= $1)
        \(channels.map { "AND s.channel IN (\(list($0)))" } ?? "")
        \(holds)
      ORDER BY \(part == .restOfInstant ? "" : "COALESCE(n.next_attempt_at, n.scheduled_at), ")n.user_id
      LIMIT $2
      \(dialect.claimRows)
      """)
  }

  /// The reminders of one user due at one time.
  private static func rest(_ dialect: Dialect) -> SQL {
    SQL(
      """
      SELECT n.id, n.occurrence_id, n.kind, n.scheduled_at, n.retry_count, n.first_attempt_at
      FROM notification_logs n
      WHERE n.status = 'queued'
        AND COALESCE(n.next_attempt_at, n.scheduled_at) = $1
        AND n.user_id = $2
        AND (n.lease_until IS NULL OR n.lease_until <= $3)
        AND n.id <> $4
      \(dialect.forUpdate)
      """)
  }

  /// The reminders of several users, each due at a time: `$1` has the times and `$2` the users. Each pair is looked up by itself, along the index.
  package static let restOfMany: SQL = """
    SELECT n.id, n.occurrence_id, n.kind, n.scheduled_at, n.retry_count, n.first_attempt_at, g.due, g.user_id
    FROM unnest(CAST($1 AS BIGINT[]), CAST($2 AS BIGINT[])) AS g (due, user_id)
    CROSS JOIN LATERAL (
      SELECT l.id, l.occurrence_id, l.kind, l.scheduled_at, l.retry_count, l.first_attempt_at
      FROM notification_logs l
      WHERE l.status = 'queued'
        AND COALESCE(l.next_attempt_at, l.scheduled_at) = g.due
        AND l.user_id = g.user_id
        AND (l.lease_until IS NULL OR l.lease_until <= $3)
      FOR UPDATE
    ) n
    """

  /// Channel names as a list for IN; they contain no quotes.
  static func list(_ channels: some Sequence<String>) -> String {
    channels.sorted().map { "'" + $0.filter { $0.isLetter || $0.isNumber } + "'" }.joined(separator: ", ")
  }

  package static func lease(_ dialect: Dialect) -> SQL {
    SQL(
      """
      UPDATE notification_logs
      SET lease_owner = $3, lease_until = $4, first_attempt_at = COALESCE(first_attempt_at, $5)
      WHERE \(dialect.ids) AND day BETWEEN $6 AND $7
      """)
  }

  /// The next lease sets the new first attempt.
  private static let beginAnew: SQL = "UPDATE notification_logs SET first_attempt_at = NULL WHERE id = $1"
  private static let fail: SQL = """
    UPDATE notification_logs
    SET status = 'failed', error_message = $2, next_attempt_at = NULL, updated_at = $3, lease_owner = NULL,
      lease_until = NULL
    WHERE id = $1
    """

  // MARK: Too late

  private func expire(_ ids: [Int], _ reason: String) throws {
    let sql = Self.expire(connection.dialect)
    try connection.forIDs(ids.sorted(), atMost: 200) { first, last in
      try connection.execute(sql, [first, last, .text(reason), .integer(now)])
    }
  }

  private static func expire(_ dialect: Dialect) -> SQL {
    SQL(
      """
      UPDATE notification_logs
      SET status = 'expired', next_attempt_at = NULL, updated_at = $4, lease_owner = NULL, lease_until = NULL,
        error_message = CASE WHEN error_message IS NULL THEN $3 ELSE $3 || '; the last attempt: ' || error_message END
      WHERE \(dialect.ids)
      """)
  }

  /// True if a later reminder of the same occurrence is sent today.
  private func isSuperseded(_ candidate: Candidate, _ clock: ZonedClock, on today: SolarDate) throws -> Bool {
    let endOfDay = clock.instant(on: today.advanced(by: 1), at: TimeOfDay(uncheckedMinutes: 0))
    return try connection.integer(
      Self.superseding,
      [
        .integer(candidate.occurrenceID), .integer(candidate.recipient.id), .integer(candidate.scheduledAt),
        .integer(endOfDay),
      ]) == 1
  }

  private static let superseding = SQL(
    """
    SELECT EXISTS (
      SELECT 1
      FROM notification_logs
      WHERE occurrence_id = $1 AND kind IN (\(ReminderKind.planned)) AND user_id = $2
        AND status IN ('queued', 'sent') AND scheduled_at > $3 AND scheduled_at < $4)
    """)

  /// The end of the quiet hours at a local time; nil outside them or after their end. In an hour repeated by a clock change, quiet hours end the
  /// first time.
  private func quietEnd(
    _ quiet: QuietHours?, _ clock: ZonedClock, _ local: (date: SolarDate, secondOfDay: Int)
  ) -> Int? {
    let time = TimeOfDay(uncheckedMinutes: local.secondOfDay / 60)
    guard let quiet, quiet.contains(time) else { return nil }
    let end = clock.instant(on: time >= quiet.to ? local.date.advanced(by: 1) : local.date, at: quiet.to)
    return end > now ? end : nil
  }

  /// The instant until which the claim is valid if no data change.
  private func validUntil(_ quiet: QuietHours?, _ zone: Zone) -> Int {
    var end = min(now + Self.validSeconds, zone.endOfDay)
    if let quiet {
      let start = zone.clock.instant(on: zone.now.date, at: quiet.from)
      if start > now { end = min(end, start) }
    }
    // If a clock repeats midnight, the reminder must not be claimed again and again.
    return max(end, now + 1)
  }

  /// `DueReminder.sendableUntil`
  private func sendableUntil(_ quiet: QuietHours?, _ zone: Zone) -> Int {
    guard let quiet, quiet.to < quiet.from else { return zone.endOfDay }
    let start = zone.clock.instant(on: zone.now.date, at: quiet.from)
    return start > now ? min(start, zone.endOfDay) : zone.endOfDay
  }

  /// A correction waits so long for messages under way.
  private static let underWaySeconds = 5

  /// The longest that a worker holds a reminder; for so long it can still go to a target that the user has just changed.
  static let validSeconds = 120

  private mutating func zone(_ name: String) throws -> Zone {
    if let lastZone, lastZone.name == name { return lastZone.zone }
    let zone = try zones[name] ?? Zone(name, at: now)
    zones[name] = zone
    lastZone = (name, zone)
    return zone
  }

  // MARK: Occurrences

  /// Whether an occurrence is told together with others. One that cannot be read is not.
  private mutating func isBundled(_ id: Int) throws -> Bool {
    (try? occurrence(id))?.companions.isEmpty == false
  }

  /// Whether a user follows the event itself, and not only a group that has it.
  private func isFollowed(_ occurrence: DueOccurrence, _ user: Recipient) throws -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (
        SELECT 1
        FROM user_event_subscriptions
        WHERE event_id = $1 AND user_id = $2 AND is_enabled = 1)
      """, [.integer(occurrence.eventID), .integer(user.id)]) == 1
  }

  private mutating func occurrence(_ id: Int) throws -> DueOccurrence {
    if let occurrence = occurrences[id] { return occurrence }
    let occurrence = try DueOccurrence.read(id, connection)
    occurrences[id] = occurrence
    return occurrence
  }
}

extension DueOccurrence {
  static func read(_ id: Int, _ connection: any Connection) throws -> DueOccurrence {
    let found = try connection.first(
      "SELECT event_id, solar_date, last_date, lunar_year, lunar_month, lunar_is_leap, lunar_day, is_current FROM event_occurrences WHERE id = $1",
      [.integer(id)]
    ) { row -> (event: Int, dates: [String], lunar: [Int], isCurrent: Bool) in
      (
        row.integer(0) ?? 0, [row.text(1) ?? "", row.text(2) ?? ""], (3...6).map { row.integer($0) ?? 0 },
        row.integer(7) == 1
      )
    }
    guard let found, let record = try RecordReader(connection: connection).record(.event, id: found.event) else {
      throw DatabaseError.failed("", reason: "the notification log names the occurrence \(id), which does not exist")
    }
    let event = try Event(record: record)
    let companions = found.isCurrent ? try companions(of: event, on: found.dates[0], connection) : []
    let temple = try connection.first("SELECT temple_id FROM events WHERE id = $1", [.integer(event.id)]) {
      $0.integer(0)
    }
    let (lunar, date) = (found.lunar, try SolarDate(iso: found.dates[0]))
    return try DueOccurrence(
      id: id, eventID: event.id, eventKey: event.key, eventType: event.kind, title: event.title,
      companions: companions.map(\.title),
      guide: ([event] + companions).map(\.worshipGuide).first { !$0.isEmpty } ?? [], bundle: event.bundleKey,
      rank: event.rank(in: nil), position: record["position"].integer ?? 0, date: date,
      lastDate: SolarDate(iso: found.dates[1]),
      lunarDate: LunarDate(
        year: lunar[0], month: lunar[1], isLeap: lunar[2] == 1, day: lunar[3], in: LunisolarCalendar.chinese),
      beginsOnEve: event.rule.beginsOnEve, advanceDays: event.advanceDays,
      movedTo: newDay(of: id, on: date, isCurrent: found.isCurrent, connection), templeID: temple ?? nil)
  }

  /// The present day of an event in place of an occurrence's, of several in its year the nearest; nil if none is announced.
  private static func newDay(
    of id: Int, on date: SolarDate, isCurrent: Bool, _ connection: any Connection
  ) throws -> LunarDate? {
    if isCurrent { return try LunisolarCalendar.chinese.lunarDate(on: date) }
    let days = try connection.all(
      """
      SELECT o.solar_date
      FROM event_occurrences withdrawn
      JOIN event_occurrences o ON o.event_id = withdrawn.event_id AND o.rule_year = withdrawn.rule_year
      WHERE withdrawn.id = $1 AND o.is_current = 1
      """, [.integer(id)]
    ) { $0.text(0) ?? "" }
    let nearest = ToldDays.nearest(try days.map { try SolarDate(iso: $0) }, to: date)
    return try nearest.map { try LunisolarCalendar.chinese.lunarDate(on: $0) }
  }

  /// The enabled events that are told as one with an event on a day (`EventBundles`).
  private static func companions(of event: Event, on day: String, _ connection: any Connection) throws -> [Event] {
    let others = try RecordReader(connection: connection).records(
      .event,
      where: """
        t.owner_id IS NULL AND t.temple_id IS NULL AND t.is_enabled = 1 AND t.id <> $3
          AND t.id IN (SELECT id FROM events WHERE bundle = $1 UNION ALL SELECT id FROM events WHERE key = $1)
          AND EXISTS (SELECT 1 FROM event_occurrences o WHERE o.event_id = t.id AND o.solar_date = $2)
        """, order: "t.weight, t.position, t.id", [.text(event.bundleKey), .text(day), .integer(event.id)])
    return try others.map { try Event(record: $0) }
  }
}
