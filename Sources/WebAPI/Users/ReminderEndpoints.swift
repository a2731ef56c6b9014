import Folklore
import Foundation
import HTTPTypes
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
    Endpoint(
      method: .post, path: "/api/notifications/schedule", name: "scheduleNotifications",
      summary: "Sees to it that the user's reminders are planned, and tells the next ones.", tag: .user, access: .user,
      body: ["type": "object", "properties": [:], "additionalProperties": false],
      schema: .record(["planned_until": .instantText, "notifications": .list(of: .schema("Reminder"))]),
      refusals: [.unprocessableContent], answer: schedule),
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
    query.user = try call.userUUID()
    query.status = try call[status]
    let size = try call[limit] ?? 50
    // One more than is shown, to know whether there is a next page.
    query.limit = size + 1
    switch try call[when] ?? .all {
    case .all: query.from = call.moment.now - 30 * 86_400
    case .coming: query.from = call.moment.now
    case .past:
      query.until = call.moment.now
      query.isDescending = true
    }
    if let text = try call[CommonParameters.cursor] {
      guard let cursor = ReminderCursor(text) else {
        throw Problem.field("cursor", "no page begins there: follow the Link header of the page before")
      }
      query.after = cursor
    }
    let found = try await reminders(query, call)
    let next = found.count > size ? found.prefix(size).last.map { ReminderCursor($0).text } : nil
    return try .json(.list(found.prefix(size).map { try json(of: $0, call) }))
      .linking(toNext: next.map(call.url(withCursor:)))
  }

  private static func schedule(_ call: Call) async throws -> Answer {
    _ = try await call.object([])
    let (queue, change) = (call.service.queue, call.change)
    let until = try await call.work { store in
      // The plan of everybody is the timer's work; here it is done where nobody has done it.
      if let until = try queue.plannedUntil(), until > change.at + 86_400 { return until }
      return try store.plan(days: 30, change).until
    }
    var query = ReminderQuery()
    query.user = try call.userUUID()
    query.status = .queued
    query.from = call.moment.now
    query.limit = 20
    let found = try await reminders(query, call)
    return .json([
      "planned_until": .text(CivilTime.iso(unixTime: until)),
      "notifications": .list(try found.map { try json(of: $0, call) }),
    ])
  }

  private static func reminders(_ query: ReminderQuery, _ call: Call) async throws -> [LoggedReminder] {
    let (queue, now) = (call.service.queue, call.moment.now)
    do {
      return try await call.work { _ in try queue.list(query, now: now).reminders }
    } catch RecordError.noSuchRecord(.user, _, _) {
      throw Problem(.unauthorized, "this user does not exist any more")
    }
  }

  static func json(of reminder: LoggedReminder, _ call: Call) throws -> JSON {
    let record = try ReminderRecord(logged: reminder, language: call.language, templates: call.service.templates)
    return try JSON(json: try JSONEncoder().encode(record))
  }
}
