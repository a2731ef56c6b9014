import Folklore
import HTTPTypes
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// Every route with every kind of caller.
@Suite("who may ask what", .timed, .timeLimit(.minutes(20)))
struct AccessTests {
  private static let roles: [APIRole] = [.reader, .editor, .admin]

  /// Things of users and of the back office for the paths that name them.
  private func names(_ desk: APIDesk, _ user: DeskUser) async throws -> [String: String] {
    let event = try await desk.add(
      .event, ["key": "own", "title": "own", "rule": "lunar 1/2", "owner": .text(user.uuid)])
    try await desk.add(.activity, ["key": "rite", "title": "rite", "temple": "longshan-mengjia", "rule": "lunar 3/4"])
    _ = try desk.store.plan(days: 30, desk.change)
    let feed = try desk.store.makeFeedToken(user: user.uuid, desk.change)
    return [
      "/api/user/events/{id}": "\(event.id ?? 0)", "/api/admin/activities/{key}": "rite",
      "/api/admin/users/{key}": user.uuid, "/feeds/user/{file}": feed + ".ics",
    ]
  }

  @Test("nobody, a user, roles that are too low, and tokens that are not good: refused, and nothing has changed")
  func refused() async throws {
    let desk = try await APIDesk { $0.accessTokenSeconds = 900 }
    let user = try desk.user()
    let names = try await names(desk, user)
    let expired = try desk.token(.admin, expiresAt: APIDesk.noon + 10)
    let revoked = try desk.token(.admin, name: "to revoke")
    _ = try desk.store.revokeToken("to revoke", desk.change)
    let ended = try desk.service.sessions.make(userID: user.id, uuid: user.uuid, now: APIDesk.noon - 900).token
    desk.clock.advance(seconds: 10)
    let bad = [
      "Bearer " + expired, "Bearer " + revoked, "Bearer " + ended, "Bearer fck_" + String(repeating: "0", count: 64),
      "Bearer", "Bearer ", "Bearer a b", "Basic YWRtaW46YWRtaW4=", "garbage", "Bearer " + user.token + "A",
      "Bearer " + String(repeating: "x", count: 5_000),
    ]
    // Having been shown is noted of tokens that are good, so those have been shown before anything is compared.
    let userToken = try desk.token(.user, of: user)
    let roleTokens = try Self.roles.map { ($0, try desk.token($0)) }
    try await desk.get("/api/user/profile", as: userToken).expect(200)
    for token in roleTokens.map(\.1) { try await desk.get("/api/admin/sources", as: token).expect(200) }
    let before = try contents(desk)
    for endpoint in APIService.endpoints where endpoint.access != .open {
      let walk = RouteWalk(endpoint, names: names)
      for authorization in bad {
        let reply = try await desk.ask(walk, authorization: authorization)
        #expect(reply.status == 401, "\(walk.method) \(walk.target) with \(authorization.prefix(20))")
        #expect(reply.header("WWW-Authenticate") == "Bearer realm=\"folkcal\"")
      }
      var refused: [(String?, Int)] = []
      switch endpoint.access {
      case .open: break
      case .user: refused = [(nil, 401)] + roleTokens.map { ($0.1, 403) }
      case .role(let role):
        refused = [(nil, 401), (user.token, 403), (userToken, 403)]
        refused += roleTokens.filter { $0.0 < role }.map { ($0.1, 403) }
      }
      for (token, status) in refused {
        let reply = try await desk.ask(walk, authorization: token.map { "Bearer " + $0 })
        #expect(reply.status == status, "\(walk.method) \(walk.target): \(reply.text.prefix(200))")
        try reply.expectProblem(status)
        #expect((reply.header("WWW-Authenticate") != nil) == (status == 401))
      }
    }
    let after = try contents(desk)
    for (old, new) in zip(before, after) { #expect(old == new) }
    #expect(desk.messages.all.isEmpty)
  }

  /// All that a caller who is refused could have changed.
  private func contents(_ desk: APIDesk) throws -> [String] {
    let reminders = try desk.service.queue.page(ReminderQuery(), now: APIDesk.noon).reminders
    return try desk.store.exportAll().map { "\($0.entity): \(JSON.list($0.records).json())" }
      + [
        "\(reminders.map { "\($0.id) \($0.status)" })",
        "\(try desk.store.audit(limit: 1).map(\.id))", "\(try desk.store.tokens().count)", try desk.store.publicMark(),
      ]
  }

  @Test("who may ask is answered, and nothing is our own fault")
  func allowed() async throws {
    let desk = try await APIDesk(google: KeyServer())
    let other = try desk.user("other")
    let names = try await names(desk, other)
    let users = [try desk.user("mei"), try desk.user("lin")]
    // The first token is the one that the walk revokes.
    _ = try desk.token(.reader)
    var callers: [(token: String?, access: Set<Endpoint.Access>)] = [
      (nil, [.open]), (users[0].token, [.open, .user]), (try desk.token(.user, of: users[1]), [.open, .user]),
      (try desk.token(.reader), [.open, .role(.reader)]),
      (try desk.token(.editor), [.open, .role(.reader), .role(.editor)]),
    ]
    callers.append((try desk.token(.admin), [.open, .role(.reader), .role(.editor), .role(.admin)]))
    // What is removed is removed last.
    let endpoints = APIService.endpoints.sorted { removal($0) < removal($1) }
    func removal(_ endpoint: Endpoint) -> Int {
      endpoint.name == "deleteAccount" ? 2 : endpoint.method == .delete ? 1 : 0
    }
    for endpoint in endpoints {
      let walk = RouteWalk(endpoint, names: names)
      for (token, access) in callers where access.contains(endpoint.access) {
        let reply = try await desk.ask(walk, authorization: token.map { "Bearer " + $0 })
        let place = "\(walk.method) \(walk.target): \(reply.text.prefix(300))"
        #expect(reply.status < 500, "\(place)")
        if endpoint.tag != .signIn { #expect(![401, 403, 405, 415].contains(reply.status), "\(place)") }
        #expect(!reply.text.contains("there is nothing at"), "\(place)")
      }
    }
  }

  @Test("a path that names nothing is nobody's fault either")
  func nothingThere() async throws {
    let desk = try await APIDesk()
    let admin = try desk.token(.admin)
    let user = try desk.user()
    for endpoint in APIService.endpoints where endpoint.path.contains("{") {
      let template = RouteWalk(endpoint)
      let token: String? =
        switch endpoint.access {
        case .open: nil
        case .user: user.token
        case .role: admin
        }
      for name in ["no-such-thing", "999999999", "99999999999999999999999", "%E5%AA%BD", "a%2Fb", "%20", "'", "%25"] {
        let parts = endpoint.parts.map { $0.hasPrefix("{") ? name : String($0) }
        let target = "/" + parts.joined(separator: "/")
        let reply = try await desk.ask(
          template.method, target, as: token,
          template.body == nil ? [] : [("Content-Type", "application/json")], body: template.body?.bytes)
        #expect(reply.status == 404, "\(template.method) \(target): \(reply.text.prefix(200))")
      }
    }
  }

  @Test("a token of a role that is also a user's does both")
  func both() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let token = try desk.token(.editor, of: user)
    try await desk.get("/api/user/profile", as: token).expect(200)
    try await desk.get("/api/admin/events", as: token).expect(200)
    try await desk.get("/api/admin/users", as: token).expectProblem(403)
  }

  @Test("a token that was used is noted, within five minutes")
  func used() async throws {
    let desk = try await APIDesk()
    let token = try desk.token(.reader)
    #expect(try desk.store.tokens().first?.lastUsedAt == nil)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    for _ in 0..<500 where try desk.store.tokens().first?.lastUsedAt == nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try desk.store.tokens().first?.lastUsedAt == APIDesk.noon)
    desk.clock.advance(seconds: 10)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    #expect(try desk.store.tokens().first?.lastUsedAt == APIDesk.noon)
  }
}
