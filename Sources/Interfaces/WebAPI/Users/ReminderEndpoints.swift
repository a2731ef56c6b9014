import Folklore
import Foundation
import HTTPTypes
import JSON
import Records
import Reminders
import Store

/// A user's reminders, coming and past: `/api/user/notifications`, `/api/notifications/schedule`.
enum ReminderEndpoints {
  static let all = [
    UserEndpoints.own(
      .get, "/api/user/notifications", "listNotifications",
      "The user's reminders: coming ones by time, past ones the latest first.",
      parameters: [
        when.declaration, status.declaration, CommonParameters.language.declaration, limit.declaration,
        CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("Reminder")), answer: list),
    UserEndpoints.own(
      .post, "/api/notifications/schedule", "scheduleNotifications",
      "Plans the user's reminders if necessary, and returns the next ones.",
      body: ["type": "object", "properties": [:], "additionalProperties": false],
      schema: .record(["planned_until": .instantText, "notifications": .list(of: .schema("Reminder"))]),
      answer: schedule),
  ]

  enum When: String, CaseIterable, Sendable {
    case all, coming, past
  }

  private static let when = Parameter<When>.choice(
    "when", "coming: from now on; past: until now, the latest first; all: from 30 days ago on.")
  private static let status = Parameter<ReminderStatus>.choice("status", "Only reminders of a status.")
  private static let limit = CommonParameters.limit(1...500, default: 50)

  private static func list(_ call: Call) async throws -> Answer {
    var query = ReminderQuery()
    query.user = try await call.user().key
    query.status = try call[status]
    query.limit = try call[limit] ?? 50
    switch try call[when] ?? .all {
    case .all: query.from = call.moment.now - 30 * 86_400
    case .coming: query.from = call.moment.now
    case .past:
      query.until = call.moment.now
      query.isDescending = true
    }
    return try await page(query, call, ownJSON(of:_:))
  }

  /// A page of the log as an answer.
  static func page(
    _ query: ReminderQuery, _ call: Call, _ make: (LoggedReminder, Call) throws -> JSON
  ) async throws -> Answer {
    var query = query
    if let text = try call[CommonParameters.cursor] {
      guard let cursor = ReminderCursor(text) else { throw Problem.noPage }
      query.after = cursor
    }
    let page = try await reminders(query, call)
    return try .json(.list(page.reminders.map { try make($0, call) }))
      .linking(toNext: (page.next?.text).map(call.url(withCursor:)))
  }

  private static func schedule(_ call: Call) async throws -> Answer {
    _ = try await call.object([])
    let change = call.change
    // A timer plans for all users; this covers a user whom it has not reached yet.
    @Sendable func planned(_ store: Store) throws -> Int? {
      let until = try ReminderQueue(store).plannedUntil()
      return until.flatMap { $0 > change.at + 86_400 ? $0 : nil }
    }
    let known = try await call.work(planned)
    let until =
      if let known { known } else {
        try await call.write { store in try planned(store) ?? store.plan(days: 30, change).until }
      }
    var query = ReminderQuery()
    query.user = try await call.user().key
    query.status = .queued
    query.from = call.moment.now
    query.limit = 20
    let found = try await reminders(query, call).reminders
    return .json([
      "planned_until": .text(CivilTime.iso(unixTime: until)),
      "notifications": .list(try found.map { try ownJSON(of: $0, call) }),
    ])
  }

  private static func reminders(_ query: ReminderQuery, _ call: Call) async throws -> ReminderPage {
    let (queue, now) = (call.service.queue, call.moment.now)
    return try await call.work { _ in try queue.page(query, now: now) }
  }

  /// What a user reads: why a message did not arrive, in words for users.
  private static func ownJSON(of reminder: LoggedReminder, _ call: Call) throws -> JSON {
    let json = try json(of: reminder, call)
    guard let reason = reminder.reason else { return json }
    // Why a reminder expired or was cancelled is our own text, up to the reason of the last attempt.
    let isOurs = [.expired, .cancelled].contains(reminder.status)
    let text = isOurs ? String(reason.prefix { $0 != ";" }) : FailureWords.forUser(reason, call.language)
    return json.setting("log", json["log"].setting("error_message", .text(text)))
  }

  static func json(of reminder: LoggedReminder, _ call: Call) throws -> JSON {
    let record = try ReminderRecord(logged: reminder, language: call.language, templates: call.service.templates)
    return try JSON(json: try JSONEncoder.ofAnswers().encode(record))
  }
}
