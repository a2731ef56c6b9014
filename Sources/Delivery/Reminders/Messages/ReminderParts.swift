internal import Folklore
internal import JSON
internal import Lunisolar
internal import Store

/// The parts of a message that many users share: the texts about one occurrence in one language, and their JSON.
final class ReminderParts: Sendable {
  let title: String
  let body: String
  let digestLine: String
  let link: String
  /// The occurrence's part of the idempotency key: event key, solar date, kind.
  let keyPart: [UInt8]

  // The JSON of a reminder between the user's own values: row number, user number, days before and instant.

  /// `"title":"…","body":"…","link":"…"`
  let words: [UInt8]
  /// `/88/2025-04-20/main","event":{…},"occurrence":{…,"days_before":`
  let event: [UInt8]
  /// `},"kind":"main","scheduled_at":"`
  let kind: [UInt8]

  init(
    _ occurrence: DueOccurrence, _ kind: ReminderKind, daysLeft: Int, _ language: Language,
    _ templates: MessageTemplates
  ) {
    let wording = Self.wording(occurrence, kind, daysLeft: daysLeft)
    title = wording.title(in: language, templates)
    body = wording.body(in: language, templates)
    digestLine = wording.digestLine(in: language, templates)
    link = Event.deepLink(occurrence.eventID, templeID: occurrence.templeID)
    let date = occurrence.date.description
    let told = kind == .correction ? "\(date)>\(occurrence.movedTo?.solarDate.description ?? "")" : date
    keyPart = [occurrence.eventKey, told, kind.rawValue].flatMap(IdempotencyKey.netstring)

    var writer = JSONWriter.ofMessage()
    writer.words(title: title, body: body, link: link)
    words = writer.bytes

    writer = JSONWriter.ofMessage()
    writer.raw("/")
    writer.number(occurrence.eventID)
    writer.raw("/")
    writer.characters(date)
    writer.raw("/")
    writer.characters(kind.rawValue)
    writer.raw("\",\"event\":{\"id\":")
    writer.number(occurrence.eventID)
    writer.raw(",\"key\":")
    writer.string(occurrence.eventKey)
    writer.raw(",\"title\":")
    writer.string(occurrence.title.text(in: language))
    writer.raw(",\"type\":")
    writer.string(occurrence.eventType.rawValue)
    writer.raw("},\"occurrence\":{\"solar_date\":")
    writer.string(date)
    writer.raw(",\"lunar\":{\"year\":")
    writer.number(occurrence.lunarDate.year)
    writer.raw(",\"month\":")
    writer.number(occurrence.lunarDate.month)
    writer.raw(",\"day\":")
    writer.number(occurrence.lunarDate.day)
    if occurrence.lunarDate.isLeap { writer.raw(",\"is_leap\":true") } else { writer.raw(",\"is_leap\":false") }
    if kind == .correction {
      writer.raw("},\"moved_to\":")
      if let movedTo = occurrence.movedTo { writer.string(movedTo.solarDate.description) } else { writer.raw("null") }
      writer.raw(",\"days_before\":")
    } else {
      writer.raw("},\"days_before\":")
    }
    event = writer.bytes

    writer = JSONWriter.ofMessage()
    writer.raw("},\"kind\":")
    writer.string(kind.rawValue)
    writer.raw(",\"scheduled_at\":\"")
    self.kind = writer.bytes
  }

  private static func wording(_ occurrence: DueOccurrence, _ kind: ReminderKind, daysLeft: Int) -> ReminderWording {
    guard kind == .correction else {
      return ReminderWording(
        title: occurrence.names, date: occurrence.date, lunarDate: occurrence.lunarDate, daysLeft: daysLeft,
        beginsOnEve: kind == .dayOf && occurrence.beginsOnEve, guide: occurrence.guide, isToBuy: kind == .prepare)
    }
    let day = occurrence.movedTo ?? occurrence.lunarDate
    return ReminderWording(
      title: occurrence.title, date: day.solarDate, lunarDate: day, daysLeft: daysLeft, beginsOnEve: false,
      correctedDate: occurrence.date, isWithdrawn: occurrence.movedTo == nil)
  }
}

extension JSONWriter {
  /// `"title":"…","body":"…","link":"…"`
  mutating func words(title: String, body: String, link: String) {
    raw("\"title\":")
    string(title)
    raw(",\"body\":")
    string(body)
    raw(",\"link\":")
    string(link)
  }
}
