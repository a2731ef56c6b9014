import Database
import FolkData
import Folklore
import Lunisolar
import TestSupport

@testable import Store

/// The columns of a user as a claim reads them, in the order of `Recipient.columns`.
struct RecipientRow: Row {
  var id = 42
  var uuid = "0190a1b2-0000-7000-8000-00000000002a"
  var locale = "zh-Hant"
  var timeZone = "Asia/Taipei"
  var channel = "webhook"
  var target: String?
  var email: String?
  var bounced: String?
  var wantsDigest = false
  var advanceDays = 1

  func integer(_ column: Int) -> Int? {
    switch column {
    case 0: id
    case 8: wantsDigest ? 1 : 0
    case 9: advanceDays
    default: nil
    }
  }
  func real(_ column: Int) -> Double? { nil }
  func text(_ column: Int) -> String? {
    switch column {
    case 1: uuid
    case 2: email
    case 4: locale
    case 5: timeZone
    case 6: channel
    case 7: target
    case 13: bounced
    default: nil
    }
  }
}

/// Reminders as a claim gives them.
enum Claimed {
  static func user(_ change: (inout RecipientRow) -> Void = { _ in }) -> Recipient {
    var row = RecipientRow()
    change(&row)
    return Recipient(row, from: 0)
  }

  static func occurrence(
    _ id: Int = 7, event: Int = 88, key: String = "mazu",
    title: LocalizedName = LocalizedName("媽祖聖誕", simplifiedChinese: "妈祖圣诞", english: "Birthday of Mazu"),
    type: Event.Kind = .deity, on date: String = "2025-04-20", beginsOnEve: Bool = false,
    companions: [LocalizedName] = [], guide: [WorshipLine] = [], bundle: String? = nil, weight: Int = Event.usualWeight,
    movedTo: String? = nil
  ) throws -> DueOccurrence {
    let day = try SolarDate(iso: date)
    return try DueOccurrence(
      id: id, eventID: event, eventKey: key, eventType: type, title: title, companions: companions,
      guide: guide, bundle: bundle ?? key, rank: 2 * weight, position: event, date: day, lastDate: day,
      lunarDate: LunisolarCalendar.chinese.lunarDate(on: day), beginsOnEve: beginsOnEve,
      movedTo: movedTo.map { try LunisolarCalendar.chinese.lunarDate(on: SolarDate(iso: $0)) })
  }

  /// - Parameter daysLeft: how many days before the occurrence the user's day is.
  static func reminder(
    _ occurrence: DueOccurrence, _ kind: ReminderKind = .main, to user: Recipient = user(), id: Int = 1,
    daysBefore: Int = 1, daysLeft: Int = 1, at scheduledAt: Int = 1_745_020_800, retryCount: Int = 0,
    isFollowedItself: Bool = false, toldAt: Int? = nil, validUntil: Int = .max, sendableUntil: Int = .max
  ) -> DueReminder {
    DueReminder(
      id: id, user: user, occurrence: occurrence, kind: kind, daysBefore: daysBefore, scheduledAt: scheduledAt,
      firstAttemptAt: scheduledAt + 5, localDate: occurrence.date.advanced(by: -daysLeft), toldAt: toldAt,
      isFollowedItself: isFollowedItself, retryCount: retryCount,
      validUntil: validUntil, sendableUntil: sendableUntil)
  }

  static func templates() throws -> MessageTemplates {
    try TemplatesLoader(folder: PackageRoot.path("data")).load()
  }
}
