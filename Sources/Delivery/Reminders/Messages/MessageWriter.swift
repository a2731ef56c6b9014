public import Channels
public import Folklore
internal import JSON
internal import Lunisolar
public import Store

/// Writes the messages of claimed reminders.
///
///     var writer = MessageWriter(templates)
///     let message = try writer.message(of: reminder)
///     try await channel.send(message, to: target)
///
/// The message depends on the reminder and not on the clock, so all attempts of one of the user's days send the same bytes; on a later day the
/// text changes and the idempotency key stays. The writer is a value with a cache of texts that users share; a copy has its own cache.
public struct MessageWriter: Sendable {
  private let templates: MessageTemplates
  /// Scheme, host and port of the server whose pages messages link to; nil if it is not known.
  private let site: String?
  private var parts: [PartsKey: (occurrence: DueOccurrence, parts: ReminderParts)] = [:]
  /// The last parts; consecutive messages are mostly the same.
  private var lastParts: (key: PartsKey, occurrence: DueOccurrence, parts: ReminderParts)?
  private var endsOfDays: [DayKey: Int] = [:]
  /// The last end of day; reminders due together mostly share day and zone.
  private var lastEnd: (key: DayKey, end: Int)?
  /// The last instant as JSON.
  private var lastInstant: (unixTime: Int, text: [UInt8])?
  private var key = IdempotencyKey()

  /// The link of a test message, which has no event.
  private static let testLink = "folklore://test"

  /// The size of the cache, more than a worker needs in a day; a full cache is emptied.
  private static let memory = 4_096

  /// - Parameter site: scheme, host and port of the server whose pages messages link to: `https://days.example.org`; nil if it is not known.
  public init(_ templates: MessageTemplates, site: String? = nil) {
    self.templates = templates
    self.site = site
  }

  /// The page of a reminder's day. An own day has one that only its owner may see, by signing in; it is told to those who may get mails, because
  /// somebody without a mail address may have no account.
  private func page(of reminder: DueReminder) -> String? {
    let occurrence = reminder.occurrence
    if let temple = occurrence.templeID { return site.map { "\($0)/temple/\(temple)" } }
    guard occurrence.eventType == .custom else { return site.map { "\($0)/event/\(occurrence.eventID)" } }
    return reminder.user.email == nil
      ? nil : site.map { "\($0)/settings/days/\(occurrence.eventID)" }
  }

  mutating func message(of outgoing: OutgoingMessage) throws(UnknownTimeZone) -> Message {
    if !outgoing.others.isEmpty, let digest = try digest(of: outgoing.reminders) { return digest }
    return try message(of: outgoing.first)
  }

  /// The message of one reminder.
  ///
  /// - Throws: `UnknownTimeZone` if this machine does not know the user's zone; a claim rejects such users earlier.
  public mutating func message(of reminder: DueReminder) throws(UnknownTimeZone) -> Message {
    let user = reminder.user
    let parts = parts(of: reminder)
    let scheduledAt = instant(reminder.scheduledAt)
    var writer = JSONWriter.ofMessage(capacity: 400 + 2 * parts.words.count + parts.event.count)
    writer.raw("{\"type\":\"reminder\",\"user\":\"")
    writer.characters(user.uuid)
    writer.raw("\",")
    writer.raw(parts.words)
    writer.raw(",\"scheduled_at\":\"")
    writer.raw(scheduledAt)
    writer.raw("\",\"reminders\":[")
    writer.reminder(reminder, parts, scheduledAt)
    writer.raw("]}")
    return Message(
      idempotencyKey: idempotencyKey(of: reminder, parts), title: parts.title, body: parts.body, link: parts.link,
      language: user.language, scheduledAt: reminder.scheduledAt, expiresAt: try endOfDay(of: reminder),
      json: writer.bytes, page: page(of: reminder), isOfDayAhead: reminder.isOfDayAhead)
  }

  /// The message of one user's reminders sent together: a title, and a line for each, the next day first. For one reminder it is that reminder's
  /// message.
  ///
  /// - Returns: nil if there are no reminders.
  public mutating func digest(of reminders: some Collection<DueReminder>) throws(UnknownTimeZone) -> Message? {
    guard let first = reminders.first else { return nil }
    guard reminders.count > 1 else { return try message(of: first) }
    // Sorted, so that every attempt writes the same text.
    let reminders = reminders.sorted { $0.order < $1.order }
    let user = first.user
    let texts = templates[user.language]
    let all = reminders.map { parts(of: $0) }
    // The first of a bundle names all of it.
    var told: Set<ToldOnce> = []
    let lines = zip(reminders, all).filter { told.insert(ToldOnce($0.0)).inserted }.map(\.1)
    let isOne = lines.count == 1
    let title = isOne ? lines[0].title : texts.digestTitle.filled { $0 == .count ? "\(lines.count)" : "" }
    let body = isOne ? lines[0].body : lines.map(\.digestLine).joined(separator: "\n")
    let scheduledAt = reminders.reduce(first.scheduledAt) { min($0, $1.scheduledAt) }
    var expiresAt = 0
    for reminder in reminders { expiresAt = max(expiresAt, try endOfDay(of: reminder)) }

    var writer = JSONWriter.ofMessage(capacity: 400 + all.reduce(0) { $0 + 200 + $1.words.count + $1.event.count })
    writer.raw(isOne ? "{\"type\":\"reminder\",\"user\":\"" : "{\"type\":\"digest\",\"user\":\"")
    writer.characters(user.uuid)
    writer.raw("\",")
    writer.words(title: title, body: body, link: all[0].link)
    writer.raw(",\"scheduled_at\":\"")
    writer.raw(instant(scheduledAt))
    writer.raw("\",\"reminders\":[")
    for (index, reminder) in reminders.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.reminder(reminder, all[index], instant(reminder.scheduledAt))
    }
    writer.raw("]}")

    var keys: [String] = []
    for (reminder, parts) in zip(reminders, all) { keys.append(idempotencyKey(of: reminder, parts)) }
    key.begin("digest")
    // All are ASCII, so text order is byte order.
    for text in keys.sorted() { key.add(text) }
    return Message(
      idempotencyKey: key.text, title: title, body: body, link: all[0].link, language: user.language,
      scheduledAt: scheduledAt, expiresAt: expiresAt, json: writer.bytes, page: page(of: reminders[0]),
      isOfDayAhead: reminders.allSatisfy(\.isOfDayAhead))
  }

  /// A test message from an operator: `folkcal remind test USER MESSAGE`. It expires after a day.
  ///
  /// - Parameters:
  /// - words: the operator's text.
  ///   - user: the user's UUID.
  ///   - channel: the channel's name.
  /// - event: the number of the event to link to; nil for none.
  /// - now: seconds of UTC since 1970. Tests in different seconds are different messages.
  public func test(_ words: String, user: String, channel: String, language: Language, event: Int? = nil, now: Int)
    -> Message
  {
    let texts = templates[language]
    let title = texts.testTitle.filled { _ in "" }
    let body = texts.testBody.filled { $0 == .message ? words : "" }
    let link = event.map { Event.deepLink($0, templeID: nil) } ?? Self.testLink
    var writer = JSONWriter.ofMessage()
    writer.raw("{\"type\":\"test\",\"user\":")
    writer.string(user)
    writer.raw(",")
    writer.words(title: title, body: body, link: link)
    writer.raw(",\"scheduled_at\":\"")
    writer.instant(now)
    writer.raw("\",\"reminders\":[]}")
    var key = IdempotencyKey()
    key.begin("test")
    for text in [user, channel, words, "\(now)"] { key.add(text) }
    return Message(
      idempotencyKey: key.text, title: title, body: body, link: link, language: language, scheduledAt: now,
      expiresAt: now + 86_400, json: writer.bytes, page: site.flatMap { site in event.map { "\(site)/event/\($0)" } })
  }
}

// MARK: - User data

extension MessageWriter {
  private mutating func idempotencyKey(of reminder: DueReminder, _ parts: ReminderParts) -> String {
    key.begin("reminder")
    key.add(reminder.user.uuid)
    key.add(reminder.user.channel)
    key.add(parts.keyPart)
    // A day may move twice in the same way.
    if let toldAt = reminder.toldAt { key.add("\(toldAt)") }
    return key.text
  }
}

extension JSONWriter {
  /// A reminder with the fields of `ReminderRecord` that do not change between attempts.
  fileprivate mutating func reminder(_ reminder: DueReminder, _ parts: ReminderParts, _ scheduledAt: [UInt8]) {
    raw("{\"id\":")
    number(reminder.id)
    raw(",\"key\":\"")
    characters(reminder.user.uuid)
    raw(parts.event)
    number(reminder.daysBefore)
    raw(parts.kind)
    raw(scheduledAt)
    raw("\",")
    raw(parts.words)
    raw("}")
  }
}

extension DueReminder {
  /// `Message.isOfDayAhead`. The day of an observance that begins on the eve is reminded of on the eve.
  fileprivate var isOfDayAhead: Bool {
    (kind == .early || kind == .main || kind == .prepare) && localDate < occurrence.date
  }

  /// The place in a digest: the next day first, and among those of one day the order of every list; of equal ones first what the user follows
  /// itself.
  fileprivate var order: (Int, Int, Int, Int, Int, Int) {
    (
      occurrence.date.julianDayNumber, occurrence.rank, isFollowedItself ? 0 : 1, occurrence.position, scheduledAt, id
    )
  }
}

/// What is told by one line: an occurrence, or all of a bundle's that fall on its day.
private struct ToldOnce: Hashable {
  let bundle: String
  let day: Int

  init(_ reminder: DueReminder) {
    let occurrence = reminder.occurrence
    bundle = occurrence.companions.isEmpty ? "\(occurrence.id)" : occurrence.bundle
    day = occurrence.date.julianDayNumber
  }
}

// MARK: - Cache

extension MessageWriter {
  /// An occurrence, kind, days left and language.
  private struct PartsKey: Hashable {
    let occurrence: Int
    let rest: Int

    init(_ reminder: DueReminder, daysLeft: Int) {
      occurrence = reminder.occurrence.id
      let kind =
        switch reminder.kind {
        case .early: 0
        case .main: 1
        case .dayOf: 2
        case .correction: 3
        case .prepare: 4
        }
      let language =
        switch reminder.user.language {
        case .traditionalChinese: 0
        case .simplifiedChinese: 1
        case .english: 2
        }
      rest = daysLeft << 5 | kind << 2 | language
    }
  }

  private struct DayKey: Hashable {
    let timeZone: String
    let day: Int
  }

  private mutating func parts(of reminder: DueReminder) -> ReminderParts {
    let occurrence = reminder.occurrence
    let daysLeft = reminder.localDate.distance(to: occurrence.date)
    let key = PartsKey(reminder, daysLeft: daysLeft)
    if let lastParts, lastParts.key == key, lastParts.occurrence === occurrence { return lastParts.parts }
    let made = parts(of: reminder, key, daysLeft: daysLeft)
    lastParts = (key, occurrence, made)
    return made
  }

  private mutating func parts(of reminder: DueReminder, _ key: PartsKey, daysLeft: Int) -> ReminderParts {
    let occurrence = reminder.occurrence
    if let known = parts[key] {
      if known.occurrence === occurrence { return known.parts }
      // A later claim has read the event again; an operator may have edited it.
      if known.occurrence.saysTheSame(as: occurrence) {
        parts[key] = (occurrence, known.parts)
        return known.parts
      }
    }
    if parts.count >= Self.memory { parts.removeAll(keepingCapacity: true) }
    let made = ReminderParts(occurrence, reminder.kind, daysLeft: daysLeft, reminder.user.language, templates)
    parts[key] = (occurrence, made)
    return made
  }

  private mutating func instant(_ unixTime: Int) -> [UInt8] {
    if let lastInstant, lastInstant.unixTime == unixTime { return lastInstant.text }
    var writer = JSONWriter.ofMessage(capacity: 20)
    writer.instant(unixTime)
    lastInstant = (unixTime, writer.bytes)
    return writer.bytes
  }

  /// The end of the user's day; the text is true only on that day.
  private mutating func endOfDay(of reminder: DueReminder) throws(UnknownTimeZone) -> Int {
    let key = DayKey(timeZone: reminder.user.timeZone, day: reminder.localDate.julianDayNumber)
    if let lastEnd, lastEnd.key == key { return lastEnd.end }
    if let known = endsOfDays[key] {
      lastEnd = (key, known)
      return known
    }
    let clock = try ZonedClock(identifier: reminder.user.timeZone)
    let end = clock.instant(on: reminder.localDate.advanced(by: 1), at: TimeOfDay(uncheckedMinutes: 0))
    if endsOfDays.count >= Self.memory { endsOfDays.removeAll(keepingCapacity: true) }
    endsOfDays[key] = end
    lastEnd = (key, end)
    return end
  }
}

extension DueOccurrence {
  fileprivate func saysTheSame(as other: DueOccurrence) -> Bool {
    eventID == other.eventID && eventKey == other.eventKey && eventType == other.eventType && title == other.title
      && companions == other.companions && guide == other.guide
      && date == other.date && movedTo == other.movedTo && lunarDate == other.lunarDate
      && beginsOnEve == other.beginsOnEve
  }
}
