import Folklore
import HTTPTypes
import JSON
import Records
import Store

/// A user's own days: `/api/user/events`.
enum OwnEventEndpoints {
  static let all = [
    UserEndpoints.own(
      .get, "/api/user/events", "listOwnEvents", "The user's own days, by number.",
      parameters: [
        limit.declaration, CommonParameters.cursor.declaration, CommonParameters.ownTimeZone.declaration,
        CommonParameters.language.declaration,
      ],
      schema: .list(of: .schema("OwnEvent")), answer: list),
    UserEndpoints.own(
      .post, "/api/user/events", "addOwnEvent",
      "Adds a day of the user's own: a birthday, a memorial day. A user has \(OwnEventLimits.days) at most, with \(OwnEventLimits.characters) characters of text in all.",
      parameters: [CommonParameters.ownTimeZone.declaration], body: .schema("NewOwnEvent"), success: .created,
      schema: .schema("OwnEvent"), refusals: [.conflict], answer: add),
    UserEndpoints.own(
      .get, "/api/user/events/{id}", "getOwnEvent", "A day of the user's own.",
      parameters: [
        CommonParameters.id("event"), CommonParameters.ownTimeZone.declaration, CommonParameters.language.declaration,
      ], schema: .schema("OwnEvent")
    ) { call in
      let event = try await call.ownEvent()
      return .json(try EventJSON(call: try await call.inOwnZone()).ownDay(event))
    },
    UserEndpoints.own(
      .put, "/api/user/events/{id}", "changeOwnEvent",
      "Changes a day of the user's own; what is not given stays. The texts of all days have \(OwnEventLimits.characters) characters at most.",
      parameters: [CommonParameters.id("event"), CommonParameters.ownTimeZone.declaration],
      body: .schema("OwnEventChange"), schema: .schema("OwnEvent"),
      answer: change),
    UserEndpoints.own(
      .delete, "/api/user/events/{id}", "deleteOwnEvent", "Removes a day of the user's own, with its reminders.",
      parameters: [CommonParameters.id("event")], success: .noContent
    ) { call in
      let (key, change) = (try await call.ownEvent().key, call.change)
      _ = try await call.write { try $0.remove(.event, key: key, change) }
      return .noContent
    },
  ]

  private static let limit = CommonParameters.limit(1...500, default: 100)

  private static func list(_ call: Call) async throws -> Answer {
    let (user, size) = (try call.userUUID(), try call[limit] ?? 100)
    let after = try call[CommonParameters.cursor].map { text in
      guard let id = Int(text), id > 0 else { throw Problem.noPage }
      return id
    }
    let page = try await call.work { try $0.ownEvents(of: user, limit: size, after: after ?? 0) }
    let json = EventJSON(call: try await call.inOwnZone())
    return .json(.list(try page.events.map { try json.ownDay($0) }))
      .counting(page.total).linking(toNext: page.next.map { call.url(withCursor: "\($0)") })
  }

  private static func add(_ call: Call) async throws -> Answer {
    let body = try await call.object(UserSchemas.ownEventFields)
    let (user, change) = (try call.userUUID(), call.change)
    var fields = body.members.filter { $0.value != .null }.map { Draft.Given($0.name, $0.value) }
    if body["observance"] == .null { fields.append(Draft.Given("observance", "custom")) }
    let draft = Draft(fields: fields)
    try await call.work { try $0.examineOwnEvent(draft, of: user, change) }
    let event = try await call.write { try $0.addOwnEvent(draft, of: user, change) }
    var answer = Answer.json(try EventJSON(call: try await call.inOwnZone()).ownDay(event), status: .created)
    answer.headers[.location] = "/api/user/events/\(event.id)"
    return answer
  }

  private static func change(_ call: Call) async throws -> Answer {
    let body = try await call.object(UserSchemas.ownEventFields)
    let (name, user, change) = (try await call.ownEvent().key, try call.userUUID(), call.change)
    let draft = Draft(fields: body.members.map { Draft.Given($0.name, $0.value) })
    let same = try await call.work { try $0.examineOwnEvent(name, of: user, draft, change) }
    let event =
      if let same { same } else { try await call.write { try $0.changeOwnEvent(name, of: user, draft, change) } }
    return .json(try EventJSON(call: try await call.inOwnZone()).ownDay(event))
  }
}

extension Call {
  /// The user's own event in the path; another user's event is not found.
  fileprivate func ownEvent() async throws -> Event {
    let (name, user) = (id, try userUUID())
    do {
      return try await work { try $0.ownEvent(name, of: user) }
    } catch RecordError.noSuchRecord(.event, _, _) {
      throw Problem.notFound("you have no event \"\(name.prefix(70))\"")
    }
  }
}

extension EventJSON {
  /// A user's own day: an event, and how many days before it is told.
  func ownDay(_ event: Event) throws -> JSON { try details(event).adding(["advance_days": JSON(event.advanceDays)]) }
}
