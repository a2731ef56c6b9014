import Database
import HTTPTypes
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// draft-ietf-httpapi-idempotency-key-header-07, sections 2.1 to 2.7.
@Suite("a POST with Idempotency-Key is done once", .timed, .timeLimit(.minutes(20)))
struct IdempotencyTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user()
  }

  private static let uuid = "\"8e03978e-40d5-43e8-bc93-6894a57f9324\""

  private func add(_ title: String, key: String?..., as token: String? = nil) async throws -> Reply {
    try await desk.send(
      "POST", "/api/user/events", ["title": .text(title), "rule": "lunar 3/23"], as: token ?? mei.token,
      key.compactMap(\.self).map { ("Idempotency-Key", $0) })
  }

  private func count(_ user: DeskUser? = nil) throws -> Int {
    try desk.store.ownEvents(of: (user ?? mei).uuid, limit: 100, after: 0).total
  }

  @Test(
    "the same request with the same key is answered as the first time, also by another server and after the record is gone"
  )
  func repeated() async throws {
    let first = try await add("阿公", key: Self.uuid)
    first.expect(201)
    let id = try #require(first.json["id"].integer)
    for key in [Self.uuid, String(Self.uuid.dropFirst().dropLast())] {
      let again = try await add("阿公", key: key)
      again.expect(201)
      #expect(again.body == first.body && again.header("Location") == first.header("Location"))
    }
    #expect(try count() == 1)
    try await desk.ask("DELETE", "/api/user/events/\(id)", as: mei.token).expect(204)
    #expect(try await add("阿公", key: Self.uuid).body == first.body)
    #expect(try count() == 0)
    // Without a key, or with another, it is another request.
    try await add("阿公", key: nil).expect(201)
    try await add("阿公", key: "other").expect(201)
    #expect(try count() == 2)
  }

  @Test("another request with the key is 422, at another address too")
  func otherRequest() async throws {
    try await add("阿公", key: Self.uuid).expect(201)
    let body = try await add("阿嬤", key: Self.uuid)
    try body.expectProblem(422, field: "Idempotency-Key")
    #expect(try body.json["code"] == "idempotency_key_of_other_request")
    try await desk.send("POST", "/api/user/feed", [:], as: mei.token, [("Idempotency-Key", Self.uuid)])
      .expectProblem(422)
    try await desk.send("POST", "/api/lunar", ["dates": ["2025-04-20"]], [("Idempotency-Key", "x")]).expect(200)
    try await desk.send("POST", "/api/lunar", ["dates": ["2025-04-20"]], [("Idempotency-Key", "x")]).expect(200)
    try await desk.send("POST", "/api/lunar", ["dates": ["2025-04-21"]], [("Idempotency-Key", "x")])
      .expectProblem(422)
    #expect(try count() == 1)
  }

  @Test("one that is under way is 409")
  func underWay() async throws {
    let key = try #require(try RequestKey(in: [.idempotencyKey: Self.uuid], caller: "u\(mei.id)"))
    let body: JSON = ["title": "阿公", "rule": "lunar 3/23"]
    let request = RequestKey.fingerprint(ofRequestTo: "/api/user/events", body.bytes)
    // Another server has begun it.
    #expect(try desk.store.begin(request: request, key: key.hash, now: APIDesk.noon) == .isNew)
    let reply = try await add("阿公", key: Self.uuid)
    try reply.expectProblem(409)
    #expect(reply.header("Retry-After") == "1")
    #expect(try reply.json["code"] == "request_under_way" && count() == 0)
  }

  @Test("a hundred at once add one record")
  func atOnce() async throws {
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await add("阿公", key: Self.uuid).status } }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(statuses.contains(201) && statuses.isSubset(of: [201, 409]), "\(statuses)")
    #expect(try count() == 1)
  }

  @Test("a key is its caller's own")
  func callers() async throws {
    let lin = try desk.user("lin")
    try await add("阿公", key: Self.uuid).expect(201)
    try await add("別的", key: Self.uuid, as: lin.token).expect(201)
    #expect(try count() == 1 && count(lin) == 1)
  }

  @Test("an error is answered again as well, but not one after which nothing was done")
  func errors() async throws {
    let first = try await add("", key: "a")
    try first.expectProblem(422)
    #expect(try await add("", key: "a").body == first.body)
    let strict = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 2
    }
    let user = try strict.user()
    func test() async throws -> Int {
      try await strict.send("POST", "/api/user/test", [:], as: user.token, [("Idempotency-Key", "b")]).status
    }
    #expect(try await test() == 429)
    strict.clock.advance(seconds: 100)
    #expect(try await test() == 429)
    #expect(strict.messages.all.isEmpty)
  }

  @Test("after a day the key is new")
  func aDay() async throws {
    try await add("阿公", key: Self.uuid).expect(201)
    desk.clock.advance(seconds: 86_399)
    try await add("阿公", key: Self.uuid).expect(201)
    #expect(try count() == 1)
    desk.clock.advance(seconds: 1)
    try await add("阿嬤", key: Self.uuid).expect(201)
    #expect(try count() == 2)
  }

  @Test(
    "what is no key is refused, and nothing is done",
    arguments: ["", "\"", "\"\"", "a b", "\"a\"b\"", "é", String(repeating: "a", count: 256)])
  func malformed(key: String) async throws {
    try await add("阿公", key: key).expectProblem(400, field: "Idempotency-Key")
    try await add("阿公", key: "one", "two").expectProblem(400, field: "Idempotency-Key")
    #expect(try count() == 0)
  }

  @Test("only a POST heeds it")
  func otherMethods() async throws {
    for name in ["甲", "乙"] {
      let reply = try await desk.send(
        "PUT", "/api/user/profile", ["display_name": .text(name)], as: mei.token, [("Idempotency-Key", Self.uuid)])
      #expect(try reply.json["display_name"] == .text(name))
    }
  }

  @Test("the database has no answer that it could read, and no key")
  func secrecy() async throws {
    let admin = try desk.token(.admin)
    let reply = try await desk.send(
      "POST", "/api/admin/tokens", ["name": "ci", "role": "reader"], as: admin, [("Idempotency-Key", "secret-key")])
    reply.expect(201)
    let token = try #require(reply.json["token"].text)
    let again = try await desk.send(
      "POST", "/api/admin/tokens", ["name": "ci", "role": "reader"], as: admin, [("Idempotency-Key", "secret-key")])
    #expect(again.body == reply.body)
    let rows = try desk.store.database.read { connection in
      try connection.all("SELECT key_hash, request_hash, answer FROM keyed_requests") { row in
        (0..<3).compactMap(row.text).joined(separator: " ")
      }
    }
    #expect(rows.count == 1)
    #expect(!rows[0].contains(token) && !rows[0].contains("secret-key") && !rows[0].contains("reader"))
  }

  @Test("pages of other sites may send it")
  func preflight() async throws {
    let reply = try await desk.ask("OPTIONS", "/api/user/events", [("Origin", "https://app.example.org")])
    #expect(reply.header("Access-Control-Allow-Headers")?.contains("Idempotency-Key") == true)
  }

  @Test("the document says so of each POST, and of no other operation")
  func document() async throws {
    let document = try await desk.get("/api/openapi.json").json
    let parameter = document["components"]["parameters"]["Idempotency-Key"]
    #expect(
      parameter["in"] == "header"
        && parameter["description"].text?.contains("draft-ietf-httpapi-idempotency-key-header") == true)
    for path in document["paths"].members {
      for operation in path.value.members {
        let names = operation.value["parameters"].list.compactMap { $0["$ref"].text }
        let isKeyed = names.contains("#/components/parameters/Idempotency-Key")
        #expect(isKeyed == (operation.name == "post"), "\(operation.name) \(path.name)")
      }
    }
  }
}
