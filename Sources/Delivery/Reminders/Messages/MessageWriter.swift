public import Channels
public import Folklore
internal import JSON
internal import Lunisolar
public import Store

/// Writes the messages of reminders that a worker has claimed.
///
///     var writer = MessageWriter(templates)
///     let message = try writer.message(of: reminder)
///     try await channel.send(message, to: target)
///
/// What it writes depends on the reminder alone and not on the clock, so every attempt of one day of the user's sends the same bytes;
/// on a later day the words are those of that day, and the idempotency key is the same. It is a value that remembers the words that
/// many users share: a worker keeps one as a variable of its actor. A copy works as well, and only remembers for itself.
public struct MessageWriter: Sendable {
  private let templates: MessageTemplates
  private var parts: [PartsKey: (occurrence: DueOccurrence, parts: ReminderParts)] = [:]
  /// The last of them: most messages that follow one another say the same.
  private var lastParts: (key: PartsKey, occurrence: DueOccurrence, parts: ReminderParts)?
  private var endsOfDays: [DayKey: Int] = [:]
  /// The last of them: reminders that fall due together are mostly of one day and one zone.
  private var lastEnd: (key: DayKey, end: Int)?
  /// The last instant as JSON: what is due together goes out together.
  private var lastInstant: (unixTime: Int, text: [UInt8])?
  private var key = IdempotencyKey()

  /// More than a worker meets in a day; what is remembered beyond that is forgotten all at once.
  private static let memory = 4_096

  public init(_ templates: MessageTemplates) {
    self.templates = templates
  }

  mutating func message(of outgoing: OutgoingMessage) throws(UnknownTimeZone) -> Message {
    if !outgoing.others.isEmpty, let digest = try digest(of: outgoing.reminders) { return digest }
    return try message(of: outgoing.first)
  }

  /// The message of one reminder.
  ///
  /// - Throws: `UnknownTimeZone` where the user's zone is not known to this machine; a claim has refused it before.
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
      json: writer.bytes)
  }

  /// The message of reminders of one user that go out together: a title, and a line for each, the next day first. The digest of one
  /// reminder is that reminder's message.
  ///
  /// - Returns: nil where there are no reminders.
  public mutating func digest(of reminders: some Collection<DueReminder>) throws(UnknownTimeZone) -> Message? {
    guard let first = reminders.first else { return nil }
    guard reminders.count > 1 else { return try message(of: first) }
    // An order of its own, so that the next attempt writes the same however the claim came.
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
    // They are ASCII, so the order of texts is that of their bytes.
    for text in keys.sorted() { key.add(text) }
    return Message(
      idempotencyKey: key.text, title: title, body: body, link: all[0].link, language: user.language,
      scheduledAt: scheduledAt, expiresAt: expiresAt, json: writer.bytes)
  }

  /// The message of an operator who tries whether a user can be reached: `folkcal remind test USER MESSAGE`. It expires after a day.
  ///
  /// - Parameters:
  ///   - words: what the operator typed.
  ///   - user: the user's UUID.
  ///   - channel: the channel's name.
  ///   - event: the number of the event to which the message leads; nil for none.
  ///   - now: seconds of UTC since 1970. A test in another second is another message.
  public func test(_ words: String, user: String, channel: String, language: Language, event: Int? = nil, now: Int)
    -> Message
  {
    let texts = templates[language]
    let title = texts.testTitle.filled { _ in "" }
    let body = texts.testBody.filled { $0 == .message ? words : "" }
    let link = event.map(DeepLink.event) ?? DeepLink.test
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
      expiresAt: now + 86_400, json: writer.bytes)
  }
}

// MARK: - What is the user's

extension MessageWriter {
  private mutating func idempotencyKey(of reminder: DueReminder, _ parts: ReminderParts) -> String {
    key.begin("reminder")
    key.add(reminder.user.uuid)
    key.add(reminder.user.channel)
    key.add(parts.keyPart)
    return key.text
  }
}

extension JSONWriter {
  /// A reminder, with the fields of `ReminderRecord` less those that change with the attempts.
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
  /// The place in a digest: the next day first, and among those of one day what the user follows itself, then the order of the data.
  fileprivate var order: (Int, Int, Int, Int, Int) {
    (occurrence.date.julianDayNumber, isFollowedItself ? 0 : 1, occurrence.eventID, scheduledAt, id)
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

// MARK: - What is remembered

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
        }
      let language =
        switch reminder.user.language {
        case .traditionalChinese: 0
        case .simplifiedChinese: 1
        case .english: 2
        }
      rest = daysLeft << 4 | kind << 2 | language
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
      // Another claim has read it anew; an operator may have edited the event in between.
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

  /// When the day ends where the user is: what the message says is true on that day only.
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
      && companions == other.companions
      && date == other.date && lunarDate == other.lunarDate && beginsOnEve == other.beginsOnEve
  }
}
