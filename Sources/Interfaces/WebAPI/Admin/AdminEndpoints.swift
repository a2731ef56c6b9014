import Folklore
import HTTPTypes
import JSON
import Records
import Reminders
import Store

/// The back office: `/api/admin/…`. The store checks records, as for the command line.
enum AdminEndpoints {
  static let all = Entity.allCases.flatMap(RecordEndpoints.all(of:)) + TokenEndpoints.all + own

  private static let own = [
    Endpoint(
      method: .get, path: "/api/admin/stats", name: "getStatistics",
      summary: "How much the database holds, and where the reminders stand.", tag: .admin, access: .role(.reader),
      schema: .schema("Statistics")
    ) { call in
      let (queue, now) = (call.service.queue, call.moment.now)
      let statistics = try await call.work { store in
        var counts = try store.statistics()
        // The path is not public.
        counts.database = nil
        return Statistics(store: counts, reminders: try queue.statistics(now: now))
      }
      return try .encoded(statistics)
    },
    Endpoint(
      method: .get, path: "/api/admin/check", name: "checkDatabase",
      summary: "The faults of the database; empty if there are none.", tag: .admin, access: .role(.reader),
      schema: .textList
    ) { call in
      // Only administrators see users' addresses and own days.
      let isOffice = call.caller.isAdministrator
      let targets = call.service.configuration.targets
      return .json(.list(try await call.work { try $0.faults(ofPeople: isOffice, targets: targets) }.map(JSON.text)))
    },
    Endpoint(
      method: .get, path: "/api/admin/audit", name: "listAudit",
      summary: "The audit log: actor, time, and values before and after; newest first.", tag: .admin,
      access: .role(.admin),
      parameters: [entity.declaration, key.declaration, auditLimit.declaration, CommonParameters.cursor.declaration],
      schema: .list(of: .schema("AuditEntry")), answer: audit),
    Endpoint(
      method: .post, path: "/api/admin/plan", name: "planReminders",
      summary: "Plans everybody's reminders of the coming days.", tag: .admin, access: .role(.admin),
      body: .record(["days": ["type": "integer", "minimum": 1, "maximum": 1_000]]),
      schema: .record(["written": .anyInteger, "planned_until": .instantText]), refusals: [.unprocessableContent]
    ) { call in
      guard let days = try await call.object(["days"])["days"].integer, Store.planDays.contains(days) else {
        throw Problem.field(
          "days", .invalidValue, "必須是從 1 到 \(Store.planDays.upperBound) 的數字",
          "is no number from 1 to \(Store.planDays.upperBound)", .unprocessableContent)
      }
      let change = call.change
      let report = try await call.write { try $0.plan(days: days, change) }
      return .json([
        "written": .integer(report.written), "planned_until": .text(CivilTime.iso(unixTime: report.until)),
      ])
    },
    Endpoint(
      method: .get, path: "/api/admin/reminders", name: "listReminders", summary: "The notification log, by time.",
      tag: .admin, access: .role(.admin),
      parameters: [
        status.declaration, user.declaration, event.declaration, isDue.declaration, limit.declaration,
        CommonParameters.language.declaration, CommonParameters.cursor.declaration,
      ], schema: .list(of: .schema("Reminder")), refusals: [.notFound], answer: reminders),
    Endpoint(
      method: .get, path: "/api/admin/reminders/{id}", name: "getReminder", summary: "A reminder of the log.",
      tag: .admin, access: .role(.admin),
      parameters: [
        .inPath("id", "The number of the reminder.", schema: ["type": "string", "pattern": "^[0-9]{1,18}$"]),
        CommonParameters.language.declaration,
      ],
      schema: .schema("Reminder"), refusals: [.notFound]
    ) { call in
      guard let id = Int(call.id) else { throw Problem.noSuch(.reminder, call.id.prefix(30)) }
      let queue = call.service.queue
      return .json(try ReminderEndpoints.json(of: try await call.work { _ in try queue.reminder(id) }, call))
    },
    Endpoint(
      method: .get, path: "/api/admin/reminders/{id}/timeline", name: "getReminderTimeline",
      summary: "What happened to a reminder, in order: planned, tried with each answer, put back, sent.", tag: .admin,
      access: .role(.admin),
      parameters: [
        .inPath("id", "The number of the reminder.", schema: ["type": "string", "pattern": "^[0-9]{1,18}$"]),
        CommonParameters.language.declaration,
      ],
      schema: .list(of: .record(["at": .instantText, "text": .anyText], optional: ["reason": .anyText])),
      refusals: [.notFound], answer: timeline),
    change("retry", "retryReminders", "Puts reminders that failed, expired or were cancelled back into the queue.") {
      try $0.retry($1, by: $2.actor, now: $2.at)
    },
    change("cancel", "cancelReminders", "Cancels waiting reminders for good.") {
      try $0.cancel($1, by: $2.actor, now: $2.at)
    },
    Endpoint(
      method: .post, path: "/api/admin/test-push", name: "sendTestMessage",
      summary: "Sends a user a message now, by the user's own channel.", tag: .admin, access: .role(.admin),
      body: .record(
        [
          "userId": ["type": "string", "minLength": 1],
          "message": ["type": "string", "minLength": 1, "maxLength": 500],
        ],
        optional: ["eventId": .integerOrNull.adding(["minimum": 1, "maximum": 2_147_483_647])]
      ).adding(["examples": [["userId": "kai@example.org", "message": "明天是媽祖聖誕"]]]),
      schema: .record(["channel": .anyText, "outcome": .anyText, "reason": .anyText]),
      refusals: [.notFound, .unprocessableContent, .serviceUnavailable], answer: testMessage),
  ]

  private struct Statistics: Encodable {
    let store: StoreStatistics
    let reminders: ReminderStatistics
  }

  // MARK: The audit log

  private static let entity = Parameter<Entity>.choice("entity", "Only one kind of record.")
  private static let key = Parameter<String>.text("key", "Only the record of this key; goes with entity.")
  private static let auditLimit = CommonParameters.limit(1...1_000, default: 50)

  private static func audit(_ call: Call) async throws -> Answer {
    let (entity, key, size) = (try call[entity], try call[key], try call[auditLimit] ?? 50)
    let cursor = try call[CommonParameters.cursor].map { text in
      guard let id = Int(text) else { throw Problem.noPage }
      return id
    }
    let found = try await call.work { try $0.audit(entity, key: key, limit: size + 1, before: cursor) }
    let next = found.count > size ? found[size - 1].id : nil
    return .json(.list(found.prefix(size).map(\.json))).linking(toNext: next.map { call.url(withCursor: "\($0)") })
  }

  // MARK: Reminders

  private static let status = Parameter<ReminderStatus>.choice("status", "Only reminders of a status.")
  private static let user = Parameter<String>.text("user", "Only a user's: UUID, mail address or number such as u42.")
  private static let event = Parameter<String>.text("event", "Only an event's, by key.")
  private static let isDue = Parameter<Bool>.flag("due", "true: only what is due by now.")
  private static let limit = CommonParameters.limit(1...500, default: 50)

  private static func timeline(_ call: Call) async throws -> Answer {
    guard let id = Int(call.id) else { throw Problem.noSuch(.reminder, call.id.prefix(30)) }
    let (queue, language) = (call.service.queue, call.language)
    let timeline = try await call.work { store in
      try ReminderTimeline(of: queue.reminder(id), in: store, language)
    }
    return .json(
      .list(
        timeline.steps.map { step in
          .object(
            [.init("at", .text(CivilTime.iso(unixTime: step.at))), .init("text", .text(step.text))]
              + (step.reason.map { [.init("reason", .text($0))] } ?? []))
        }))
  }

  private static func reminders(_ call: Call) async throws -> Answer {
    var query = ReminderQuery()
    query.status = try call[status]
    query.user = try call[user]
    query.event = try call[event]
    query.isDue = try call[isDue] ?? false
    query.limit = try call[limit] ?? 50
    return try await ReminderEndpoints.page(query, call, ReminderEndpoints.json(of:_:))
  }

  private static func change(
    _ verb: String, _ name: String, _ summary: String,
    _ body: @escaping @Sendable (ReminderQueue, [Int], Change) throws -> [UnchangedReminder]
  ) -> Endpoint {
    let numbers = 1...1_000_000_000_000_000
    let id: JSON = [
      "type": "integer", "minimum": .integer(numbers.lowerBound), "maximum": .integer(numbers.upperBound),
    ]
    let ids: JSON = ["type": "array", "items": id, "minItems": 1, "maxItems": 1_000]
    return Endpoint(
      method: .post, path: "/api/admin/reminders/\(verb)", name: name,
      summary: summary + " The answer lists reminders that cannot be changed, with status and reason.",
      tag: .admin, access: .role(.admin),
      body: .record(["ids": ids]),
      schema: .record([
        "changed": .anyInteger,
        "refused": .list(of: .record(["id": .anyInteger, "status": .anyText, "reason": .textOrNull])),
      ]),
      refusals: [.notFound, .unprocessableContent]
    ) { call in
      let given = try await call.object(["ids"])["ids"].list
      let ids = given.compactMap(\.integer).filter(numbers.contains)
      guard (1...1_000).contains(ids.count), ids.count == given.count else {
        throw Problem.field(
          "ids", .invalidValue, "必須是 1 到 1000 個提醒編號的清單", "are no list of 1 to 1000 numbers of reminders",
          .unprocessableContent)
      }
      let change = call.change
      let refused = try await call.write { try body(ReminderQueue($0), ids, change) }
      return .json([
        "changed": .integer(Set(ids).count - refused.count),
        "refused": .list(
          refused.map { ["id": .integer($0.id), "status": .text($0.status.rawValue), "reason": JSON($0.reason)] }),
      ])
    }
  }

  // MARK: Test messages

  private static func testMessage(_ call: Call) async throws -> Answer {
    let body = try await call.object(["userId", "message", "eventId"])
    guard let user = body["userId"].text, !user.isEmpty else {
      throw Problem.field("userId", .missingValue, "必填", "is missing", .unprocessableContent)
    }
    guard let message = body["message"].text, (1...500).contains(message.unicodeScalars.count) else {
      throw Problem.field(
        "message", .invalidValue, "必須是 1 到 500 個字的文字", "is no text of 1 to 500 characters", .unprocessableContent)
    }
    guard body["eventId"] == .null || body["eventId"].integer.map((1...Int(Int32.max)).contains) == true else {
      throw Problem.field(
        "eventId", .invalidValue, "不是節日的編號", "is not the number of an event", .unprocessableContent)
    }
    guard let send = call.service.testMessages else {
      throw Problem(
        .serviceUnavailable, .notConfigured, "這台伺服器沒有設定任何提醒方式", "no channel is configured here")
    }
    let event = body["eventId"].integer
    if let event {
      do { _ = try await call.work { try $0.record(.event, id: event) } } catch RecordError.noSuchRecord {
        throw Problem.field(
          "eventId", .noSuchRecord, "節日 \(event) 不存在", "event \(event) does not exist", .notFound)
      }
    }
    let sent = try await send(user, message, event)
    return .json(["channel": .text(sent.channel), "outcome": .text(sent.outcome), "reason": .text(sent.reason)])
  }
}
