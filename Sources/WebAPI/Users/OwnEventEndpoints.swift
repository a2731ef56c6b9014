import Folklore
import HTTPTypes
import Store

/// A user's own days: `/api/user/events`.
enum OwnEventEndpoints {
  static let all = [
    UserEndpoints.own(
      .get, "/api/user/events", "listOwnEvents", "The user's own days.",
      parameters: [CommonParameters.language.declaration], schema: .list(of: .schema("OwnEvent"))
    ) { call in
      let user = try await call.user()
      let events = try await call.work { try $0.events(ownedBy: user) }
      return .json(.list(try events.map { try EventJSON(call: call).details($0) }))
    },
    UserEndpoints.own(
      .post, "/api/user/events", "addOwnEvent", "Adds a day of the user's own: a birthday, a memorial day.",
      body: .schema("NewOwnEvent"), success: .created, schema: .schema("OwnEvent"), refusals: [.conflict], answer: add),
    UserEndpoints.own(
      .get, "/api/user/events/{id}", "getOwnEvent", "A day of the user's own.",
      parameters: [CommonParameters.id("event"), CommonParameters.language.declaration], schema: .schema("OwnEvent")
    ) { call in
      .json(try EventJSON(call: call).details(try await call.ownEvent().event))
    },
    UserEndpoints.own(
      .put, "/api/user/events/{id}", "changeOwnEvent", "Changes a day of the user's own; what is not given stays.",
      parameters: [CommonParameters.id("event")], body: .schema("OwnEventChange"), schema: .schema("OwnEvent")
    ) { call in
      let body = try await call.object(UserSchemas.ownEventFields)
      let (key, change) = (try await call.ownEvent().event.key, call.change)
      let draft = Draft(fields: body.members.map { Draft.Given($0.name, $0.value) })
      _ = try await call.write { try $0.edit(.event, key: key, draft, change) }
      return .json(try EventJSON(call: call).details(try await call.ownEvent().event))
    },
    UserEndpoints.own(
      .delete, "/api/user/events/{id}", "deleteOwnEvent", "Removes a day of the user's own, with its reminders.",
      parameters: [CommonParameters.id("event")], success: .noContent
    ) { call in
      let (key, change) = (try await call.ownEvent().event.key, call.change)
      _ = try await call.write { try $0.remove(.event, key: key, change) }
      return .noContent
    },
  ]

  /// The most days of one user.
  private static let limit = 1_000

  private static func add(_ call: Call) async throws -> Answer {
    let body = try await call.object(UserSchemas.ownEventFields)
    let user = try await call.user()
    var fields = body.members.filter { $0.value != .null }.map { Draft.Given($0.name, $0.value) }
    if body["observance"] == .null { fields.append(Draft.Given("observance", "custom")) }
    fields += [Draft.Given("type", "custom"), Draft.Given("owner", .text(user.key))]
    let (draft, change) = (Draft(fields: fields), call.change)
    let events = try await call.write { store in
      guard try store.events(ownedBy: user).count < limit else {
        throw Problem(.conflict, "a user has \(limit) days at most")
      }
      let added = try store.add([draft], to: .event, change).first
      return try store.events(ownedBy: user).filter { $0.id == added?.id }
    }
    guard let event = events.first else { throw Problem(.internalServerError, "the event was not written") }
    var answer = Answer.json(try EventJSON(call: call).details(event), status: .created)
    answer.headers[.location] = "/api/user/events/\(event.id)"
    return answer
  }
}

extension Call {
  /// The user's own event that the path names; another user's is not there.
  fileprivate func ownEvent() async throws -> (user: Record, event: Event) {
    let user = try await user()
    let events = try await work { try $0.events(ownedBy: user) }
    guard let event = events.first(where: { $0.key == id || "\($0.id)" == id }) else {
      throw Problem.notFound("you have no event \"\(id.prefix(70))\"")
    }
    return (user, event)
  }
}
