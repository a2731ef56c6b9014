import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store

/// What the pages of an account do, for apps: what will be told and why, a test message, sessions, all data, a choice made before.
enum AccountEndpoints {
  static let all = [
    UserEndpoints.own(
      .get, "/api/user/preview", "previewReminders",
      "The next reminders as they will read, by time, from the user's settings; nothing is written.",
      parameters: [limit.declaration, CommonParameters.language.declaration],
      schema: .list(of: .schema("PlannedReminder")), answer: preview),
    UserEndpoints.own(
      .get, "/api/user/following", "listFollowing",
      "Every day that the user is reminded of, with the reasons and the next date.",
      parameters: [CommonParameters.language.declaration], schema: .list(of: .schema("FollowedDay")), answer: following),
    UserEndpoints.own(
      .post, "/api/user/test", "sendOwnTestMessage", "Sends the user a test message now, by the first way.",
      schema: .record(["outcome": .anyText, "reason": .anyText]), answer: test),
    UserEndpoints.own(
      .get, "/api/user/sessions", "listSessions", "The browsers in which the user is signed in, the last used first.",
      schema: .list(of: .schema("BrowserSession")), answer: sessions),
    UserEndpoints.own(
      .delete, "/api/user/sessions", "endSessions",
      "Signs the user out everywhere: browsers at once, apps when their access token ends, at most a quarter of an hour later.",
      success: .noContent
    ) { call in
      let (user, now) = (try await call.user().id ?? 0, call.moment.now)
      try await call.write { store in
        try store.endBrowserSessions(ofUser: user)
        try store.endAllSessions(userID: user, now: now)
      }
      return .noContent
    },
    UserEndpoints.own(
      .get, "/api/user/export", "exportAccount",
      "Everything that is kept of the user: profile, settings, subscriptions, devices, own days, reminders. Secrets are left out.",
      schema: everything
    ) { call in
      .json(try await AccountExport.json(of: call.userUUID(), call.service, now: call.moment.now))
    },
    UserEndpoints.own(
      .post, "/api/user/choice", "takeChoiceAlong",
      "Gives the account what its holder chose before without one: subscriptions, own days, devices, the calendar. The choice ends.",
      body: JSON.record(["secret": ["type": "string", "pattern": "^fcc_[0-9a-f]{64}$"]]), schema: .schema("Profile"),
      refusals: [.conflict], answer: takeAlong),
  ]

  static let schemas: [(name: String, schema: JSON)] = [
    ("PlannedReminder", planned), ("FollowedDay", followed), ("BrowserSession", session),
  ]

  /// Not a component: generators drop one without members.
  private static let everything: JSON = [
    "type": "object", "additionalProperties": true, "description": "As the back office keeps it.",
  ]

  private static let limit = CommonParameters.limit(1...50, default: 10)

  private static let planned: JSON = .record([
    "key": .anyText,
    "event": .record(["id": .anyInteger, "key": .anyText, "title": .anyText, "type": Schemas.kind]),
    "occurrence": .record([
      "solar_date": .dateText, "lunar": .schema("LunarDate"), "days_before": ["type": "integer", "minimum": 0],
    ]),
    "kind": .choice(ReminderKind.allCases.map(\.rawValue)), "scheduled_at": .instantText, "title": .anyText,
    "body": .anyText, "link": .anyText,
  ])

  private static let followed: JSON = .record([
    "event_id": .anyInteger, "event": .anyText, "title": .anyText, "type": Schemas.kind,
    "reasons": [
      "type": "array", "items": .anyText,
      "description": "chosen, group:KEY, new-moon, full-moon, or own.",
    ],
    "temple_id": [
      "type": ["integer", "null"], "description": "The temple that alone keeps the day; null for all other days.",
    ],
    "next": ["type": ["string", "null"], "format": "date"],
  ])

  private static let session: JSON = .record([
    "id": .anyInteger, "browser": .textOrNull, "means": .anyText, "created_at": .instantText,
    "last_seen_at": .instantText, "expires_at": .instantText,
  ])

  // MARK: Answers

  private static func wishes(_ call: Call) async throws -> UserWishes {
    let (key, shared) = (try call.userUUID(), call.data.catalogue)
    return try await call.work { store in
      let user = try store.record(.user, key: key)
      return try UserWishes(user, store.personalDays(of: user), shared: shared)
    }
  }

  private static func preview(_ call: Call) async throws -> Answer {
    let (wishes, count) = (try await wishes(call), try call[limit] ?? 10)
    let reminders = try wishes.nextReminders(count, at: call.moment.now)
    return .json(.list(reminders.map { json(of: $0, call) }))
  }

  /// The schema `PlannedReminder`: what `ReminderRecord` has of a reminder that is in no log.
  static func json(of reminder: Reminder, _ call: Call) -> JSON {
    let record = ReminderRecord(planned: reminder, language: call.language, templates: call.service.templates)
    let event = reminder.event
    return [
      "key": .text(record.key),
      "event": [
        "id": .integer(event.id), "key": .text(event.key), "title": .text(event.title.text(in: call.language)),
        "type": .text(event.kind.rawValue),
      ],
      "occurrence": [
        "solar_date": "\(reminder.occurrence.date)", "lunar": EventJSON.lunar(reminder.occurrence.lunarDate),
        "days_before": .integer(reminder.daysBefore),
      ],
      "kind": .text(reminder.kind.rawValue), "scheduled_at": .text(record.scheduledAt),
      "title": .text(record.title), "body": .text(record.body), "link": .text(record.link),
    ]
  }

  private static func following(_ call: Call) async throws -> Answer {
    let wishes = try await wishes(call)
    let today = call.today
    let events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    return .json(
      .list(
        events.map { event in
          [
            "event_id": .integer(event.id), "event": .text(event.key),
            "title": .text(event.title.text(in: call.language)), "type": .text(event.kind.rawValue),
            "reasons": .list(wishes.reasons(for: event).map { .text($0.name) }),
            "temple_id": JSON(event.templeID),
            "next": JSON(OwnDayForm.next(event.rule, from: today).first.map { "\($0.date)" }),
          ]
        }))
  }

  private static func test(_ call: Call) async throws -> Answer {
    // Who is gone is told so, whatever was sent.
    let user = try await call.user()
    let language = user["locale"].text.flatMap(Language.init(rawValue:)) ?? call.language
    guard let send = call.service.testMessages else {
      throw Problem(
        .conflict, .notConfigured, "這台伺服器不送通知：管理員沒有設定任何提醒方式",
        "this server sends no messages: the operator has set up no channel")
    }
    try call.service.takeTestMessage(of: call.caller.limitKey ?? call.source.limitKey)
    do {
      let sent = try await send(call.userUUID(), APIService.testText(language), nil)
      let reason = sent.outcome == "delivered" ? "" : FailureWords.forUser(sent.reason, language)
      return .json(["outcome": .text(sent.outcome), "reason": .text(reason)])
    } catch let error as APIService.NoWay {
      return .json(["outcome": "not_sent", "reason": .text(error.text(forUserIn: language))])
    }
  }

  private static func sessions(_ call: Call) async throws -> Answer {
    let (user, now) = (try await call.user().id ?? 0, call.moment.now)
    let sessions = try await call.work { try $0.browserSessions(ofUser: user, now: now) }
    return .json(
      .list(
        sessions.map { session in
          [
            "id": .integer(session.id), "browser": JSON(session.browser), "means": .text(session.means),
            "created_at": .text(CivilTime.iso(unixTime: session.createdAt)),
            "last_seen_at": .text(CivilTime.iso(unixTime: session.lastSeenAt)),
            "expires_at": .text(CivilTime.iso(unixTime: session.expiresAt)),
          ]
        }))
  }

  private static func takeAlong(_ call: Call) async throws -> Answer {
    let (user, change) = (try await call.user(), call.change)
    guard let secret = try await call.object(["secret"])["secret"].text else {
      throw Problem.missingText("secret")
    }
    // An account that nobody has changed yet takes the settings too.
    let isNew = user.createdAt == user.updatedAt
    guard try await call.work({ try $0.choice(secret) }) != nil,
      try await call.write({ try $0.takeAlong(choice: secret, into: user.key, replacesSettings: isNew, change) })
    else {
      throw Problem(
        .notFound, .noSuchRecord, "沒有選擇用這個密鑰：它已經結束，或從來沒有過", "no choice has this secret: it has ended, or never was one")
    }
    return .json(try await call.user().profile)
  }
}
