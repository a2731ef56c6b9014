import Database
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("the rest of the back office", .timed, .timeLimit(.minutes(20)))
struct OfficeTests {
  private let desk: APIDesk
  private let admin: String

  init() async throws {
    desk = try await APIDesk()
    admin = try desk.token(.admin)
  }

  @Test("figures of the database and of the reminders, as the command line has them")
  func statistics() async throws {
    let user = try desk.user()
    try await desk.edit(.user, user.uuid, ["event_subscriptions": [["event": "mazu"]]])
    let written = try desk.store.plan(days: 30, desk.change).written
    let json = try await desk.get("/api/admin/stats", as: admin).json
    let figures = try desk.store.statistics()
    for (table, rows) in figures.rows { #expect(json["store"]["rows"][table] == .integer(rows), "\(table)") }
    #expect(json["store"]["events"]["deity"] == .integer(figures.events["deity"] ?? 0))
    #expect(json["store"]["rows"]["users"] == 1)
    #expect(json["store"]["reminders"]["queued"] == .integer(written))
    #expect(json["reminders"] != .null)
    // Where the database is, is nobody's business.
    #expect(json["store"]["database"] == .null)
  }

  @Test("a database without faults has none; one that somebody wrote into is told of")
  func check() async throws {
    #expect(try await desk.get("/api/admin/check", as: admin).json == [])
    try desk.store.database.write { _ = try $0.execute("UPDATE events SET rule = 'lunar 13/1' WHERE key = 'mazu'") }
    let faults = try await desk.get("/api/admin/check", as: admin).json.texts
    #expect(faults.contains { $0.contains("mazu") && $0.contains("rule") })
  }

  @Test("plans everybody's reminders")
  func plan() async throws {
    let user = try desk.user()
    try await desk.edit(.user, user.uuid, ["event_subscriptions": [["event": "mazu"]]])
    let reply = try await desk.send("POST", "/api/admin/plan", ["days": 10], as: admin)
    reply.expect(200)
    let planned = try desk.service.queue.page(ReminderQuery(), now: APIDesk.noon).reminders
    #expect(try reply.json["written"] == .integer(planned.count) && !planned.isEmpty)
    let until = try #require(try desk.service.queue.plannedUntil())
    #expect(try reply.json["planned_until"] == .text(CivilTime.iso(unixTime: until)))
    #expect(try await desk.send("POST", "/api/admin/plan", ["days": 10], as: admin).json["written"] == 0)
    for body in [[:], ["days": 0], ["days": 1_001], ["days": "10"], ["days": .real(1.5)], ["days": nil]] as [JSON] {
      try await desk.send("POST", "/api/admin/plan", body, as: admin).expectProblem(422, field: "days")
    }
  }

  @Test("reminders are found by status, user, event and time, taken out of the queue and put back")
  func reminders() async throws {
    let (mei, lin) = (try desk.user("mei"), try desk.user("lin"))
    for user in [mei, lin] {
      try await desk.edit(
        .user, user.uuid,
        [
          "settings": ["newmoon_enabled": false, "fullmoon_enabled": false], "event_subscriptions": [["event": "mazu"]],
        ])
    }
    _ = try desk.store.plan(days: 30, desk.change)
    func list(_ query: String = "") async throws -> [JSON] {
      let reply = try await desk.get("/api/admin/reminders" + query, as: admin)
      reply.expect(200)
      return try reply.json.list
    }
    let all = try await list()
    // Three days before has its time on 17 April at eight, which has passed; so the day before and the day itself, for two users.
    #expect(
      all.compactMap { $0["scheduled_at"].text } == [
        "2025-04-19T00:00:00Z", "2025-04-19T00:00:00Z", "2025-04-20T00:00:00Z", "2025-04-20T00:00:00Z",
      ])
    for name in [mei.uuid, "mei@example.org", "u\(mei.id)"] { #expect(try await list("?user=\(name)").count == 2) }
    #expect(try await list("?event=mazu&status=queued").count == 4)
    for query in ["?event=qingming", "?status=sent", "?due=true"] { #expect(try await list(query).isEmpty) }
    let id = try #require(all[0]["id"].integer)
    #expect(try await desk.get("/api/admin/reminders/\(id)", as: admin).json == all[0])
    try await desk.get("/api/admin/reminders?user=nobody", as: admin).expectProblem(404)
    try await desk.get("/api/admin/reminders?event=none", as: admin).expectProblem(404)
    try await desk.get("/api/admin/reminders?status=lost", as: admin).expectProblem(400, field: "status")

    let cancelled = try await desk.send("POST", "/api/admin/reminders/cancel", ["ids": [.integer(id)]], as: admin)
    cancelled.expect(200)
    #expect(try cancelled.json == ["changed": 1, "refused": []])
    #expect(try await list("?status=cancelled").map { $0["id"] } == [.integer(id)])
    let again = try await desk.send("POST", "/api/admin/reminders/cancel", ["ids": [.integer(id)]], as: admin).json
    #expect(again == ["changed": 0, "refused": [["id": .integer(id), "reason": nil, "status": "cancelled"]]])
    let back = try await desk.send(
      "POST", "/api/admin/reminders/retry", ["ids": [.integer(id), .integer(id)]], as: admin)
    #expect(try back.json == ["changed": 1, "refused": []])
    #expect(try await list("?status=queued").count == 4)
    desk.clock.advance(seconds: 2 * 86_400)
    #expect(try await list("?due=true").count == 2)
    for action in ["retry", "cancel"] {
      for body in [[:], ["ids": []], ["ids": ["1"]], ["ids": 1], ["ids": .list(Array(repeating: 1, count: 1_001))]]
        as [JSON]
      {
        try await desk.send("POST", "/api/admin/reminders/\(action)", body, as: admin).expectProblem(422, field: "ids")
      }
      try await desk.send("POST", "/api/admin/reminders/\(action)", ["ids": [999_999]], as: admin).expectProblem(404)
    }
  }

  @Test("tokens are made, told once, listed without their secret, and revoked")
  func tokens() async throws {
    let user = try desk.user()
    let reply = try await desk.send(
      "POST", "/api/admin/tokens",
      ["name": "phone", "role": "user", "user": .text(user.uuid), "expires_at": "2025-04-18T12:00:00+08:00"], as: admin)
    reply.expect(201)
    #expect(reply.header("Cache-Control") == "no-store")
    let token = try #require(try reply.json["token"].text)
    #expect(token.hasPrefix("fck_"))
    try await desk.get("/api/user/profile", as: token).expect(200)
    let list = try await desk.get("/api/admin/tokens", as: admin)
    #expect(!list.text.contains(token) && !list.text.contains("hash"))
    let line = try #require(try list.json.list.first { $0["name"] == "phone" })
    #expect(line["role"] == "user" && line["user"] == .text(user.uuid))
    #expect(line["expires_at"] == "2025-04-18T04:00:00Z" && line["revoked_at"] == .null)
    desk.clock.advance(seconds: 86_400)
    try await desk.get("/api/user/profile", as: token).expectProblem(401)

    let machine = try await desk.send("POST", "/api/admin/tokens", ["name": "machine", "role": "reader"], as: admin)
      .json
    let reader = try #require(machine["token"].text)
    try await desk.get("/api/admin/stats", as: reader).expect(200)
    let id = try #require(try desk.store.tokens().first { $0.name == "machine" }?.id)
    try await desk.ask("DELETE", "/api/admin/tokens/\(id)", as: admin).expect(204)
    try await desk.get("/api/admin/stats", as: reader).expectProblem(401)
    try await desk.ask("DELETE", "/api/admin/tokens/999999", as: admin).expectProblem(404)
    try await desk.ask("DELETE", "/api/admin/tokens/machine", as: admin).expectProblem(404)
  }

  @Test(
    "what a token must be: nothing that is wrong passes for what is not given",
    arguments: [
      ("name", ["role": "reader"]), ("name", ["name": "", "role": "reader"]), ("name", ["name": 5, "role": "reader"]),
      ("name", ["name": "5", "role": "reader"]), ("role", ["name": "a"]), ("role", ["name": "a", "role": "king"]),
      ("role", ["name": "a", "role": 5]), ("user", ["name": "a", "role": "user"]),
      ("user", ["name": "a", "role": "reader", "user": 5]), ("user", ["name": "a", "role": "reader", "user": ["x"]]),
      ("expires_at", ["name": "a", "role": "reader", "expires_at": 5]),
      ("expires_at", ["name": "a", "role": "reader", "expires_at": "tomorrow"]),
      ("expires_at", ["name": "a", "role": "reader", "expires_at": "2025-04-17T00:00:00Z"]),
      ("scope", ["name": "a", "role": "reader", "scope": "all"]),
    ] as [(String, JSON)])
  func wrongTokens(field: String, body: JSON) async throws {
    try await desk.send("POST", "/api/admin/tokens", body, as: admin).expectProblem(422, field: field)
    #expect(try desk.store.tokens().count == 1)
  }

  @Test("a token for nobody, and two of one name")
  func otherTokens() async throws {
    try await desk.send(
      "POST", "/api/admin/tokens", ["name": "a", "role": "user", "user": "nobody@example.org"], as: admin
    )
    .expectProblem(404)
    try await desk.send("POST", "/api/admin/tokens", ["name": "a", "role": "reader"], as: admin).expect(201)
    try await desk.send("POST", "/api/admin/tokens", ["name": "a", "role": "reader"], as: admin).expectProblem(
      422, field: "name")
  }

  @Test("a test message goes by the user's own channel, and what became of it is told")
  func testMessages() async throws {
    let reply = try await desk.send(
      "POST", "/api/admin/test-push", ["userId": "mei@example.org", "message": "試試", "eventId": 88], as: admin)
    reply.expect(200)
    #expect(try reply.json == ["channel": "ntfy", "outcome": "delivered", "reason": ""])
    #expect(desk.messages.all == ["mei@example.org: 試試 (88)"])
    try await desk.send("POST", "/api/admin/test-push", ["userId": "nobody@example.org", "message": "x"], as: admin)
      .expectProblem(404)
    for (field, body) in [
      ("userId", ["message": "x"]), ("userId", ["userId": "", "message": "x"]),
      ("userId", ["userId": 5, "message": "x"]),
      ("message", ["userId": "a"]), ("message", ["userId": "a", "message": ""]),
      ("message", ["userId": "a", "message": .text(String(repeating: "x", count: 501))]),
    ] as [(String, JSON)] {
      try await desk.send("POST", "/api/admin/test-push", body, as: admin).expectProblem(422, field: field)
    }
    try await desk.send(
      "POST", "/api/admin/test-push", ["userId": "mei@example.org", "message": "x", "eventId": 999_999], as: admin
    ).expectProblem(404, field: "eventId")
    // Not our own fault: a channel without keys, and one by which nothing is sent.
    for (user, status, detail) in [("push@example.org", 503, "set a key"), ("feed@example.org", 409, "it rings")] {
      let refused = try await desk.send(
        "POST", "/api/admin/test-push", ["userId": .text(user), "message": "x"], as: admin)
      try refused.expectProblem(status)
      #expect(try refused.json["detail"] == .text(detail))
    }
    let without = try await APIDesk(hasChannel: false)
    try await without.send(
      "POST", "/api/admin/test-push", ["userId": "a", "message": "x"], as: try without.token(.admin)
    )
    .expectProblem(503)
  }

  @Test("the audit log says who changed what, by the API and past it; secrets are not in it")
  func audit() async throws {
    let user = try desk.user()
    try await desk.send("PUT", "/api/user/settings", ["advance_days": 5], as: user.token).expect(200)
    try await desk.send("PUT", "/api/admin/groups/mazu", ["name": "天后"], as: admin).expect(200)
    let made = try await desk.ask("POST", "/api/user/feed", as: user.token).json
    let reply = try await desk.get("/api/admin/audit?limit=1000", as: admin)
    let log = try reply.json.list
    let group = try #require(log.first { $0["entity"] == "group" && $0["action"] == "edit" })
    #expect(group["key"] == "mazu" && group["at"] == "2025-04-17T04:00:00Z")
    #expect(group["before"]["name"] == "媽祖信仰" && group["after"]["name"] == "天后")
    #expect(log.contains { $0["entity"] == "user" && $0["actor"] == .text("u\(user.id)") })
    #expect(!reply.text.contains(try #require(made["token"].text)) && !reply.text.contains(admin))
    #expect(!reply.text.contains(Store.hash(ofToken: try #require(made["token"].text))))
    try await desk.get("/api/admin/audit?entity=dragon", as: admin).expectProblem(400, field: "entity")
  }

  @Test("a reader's token changes nothing, whosever it is; the audit log tells whose token it was")
  func readersToken() async throws {
    let (lin, wang) = (try desk.user("lin"), try desk.user("wang"))
    let token = try desk.token(.reader, of: lin)
    try await desk.get("/api/user/profile", as: token).expect(200)
    try await desk.send("PUT", "/api/user/profile", ["display_name": "x"], as: token).expectProblem(403)
    try await desk.ask("DELETE", "/api/user/profile", as: token).expectProblem(403)
    for user in [lin, wang] {
      let own = try desk.token(.user, of: user, name: "t")
      try await desk.send("PUT", "/api/user/profile", ["display_name": "y"], as: own).expect(200)
    }
    let log = try await desk.get("/api/admin/audit?entity=user", as: admin).json.list
    #expect(
      Set(log.compactMap { $0["actor"].text }).isSuperset(of: ["u\(lin.id) by token t", "u\(wang.id) by token t"]))
  }

  @Test("what is wrong with users and their own days is told to administrators only")
  func checkOfPeople() async throws {
    let user = try desk.user("lin")
    try await desk.send("POST", "/api/user/events", ["title": "林家祭祖", "rule": "lunar 3/3"], as: user.token).expect(201)
    try desk.store.database.write { connection in
      try connection.executeScript(
        "UPDATE users SET email = 'lin@@example'; UPDATE events SET rule = 'lunar 99/1' WHERE owner_id IS NOT NULL")
    }
    let all = try await desk.get("/api/admin/check", as: admin).text
    #expect(all.contains("lin@@example") && all.contains("lunar 99/1"))
    #expect(try await desk.get("/api/admin/check", as: try desk.token(.reader)).json == [])
  }

  @Test("what lets somebody write to a user is not in the audit log, and who has left is forgotten")
  func forgotten() async throws {
    let user = try desk.user("lin")
    let (device, topic): (JSON, JSON) = (
      ["token": "device-secret", "platform": "ios"],
      ["channel": "ntfy", "channel_target": "https://ntfy.example/topic-secret"]
    )
    try await desk.send("PUT", "/api/user/device-token", device, as: user.token).expect(200)
    try await desk.send("PUT", "/api/user/settings", topic, as: user.token).expect(200)
    try await desk.send("POST", "/api/user/events", ["title": "林家祭祖", "rule": "lunar 3/3"], as: user.token).expect(201)
    let own = try await desk.get("/api/user/events", as: user.token).json.list[0]["id"].integer ?? 0
    try await desk.send("PUT", "/api/user/events/\(own)", ["title": "林家大祭"], as: user.token).expect(200)
    var log = try await desk.get("/api/admin/audit?limit=1000", as: admin)
    #expect(!log.text.contains("device-secret") && !log.text.contains("topic-secret"))
    #expect(log.text.contains("林家"))
    try await desk.ask("DELETE", "/api/user/profile", as: user.token).expect(204)
    log = try await desk.get("/api/admin/audit?limit=1000", as: admin)
    #expect(!log.text.contains("林家") && !log.text.contains("lin@example.org"))
    // That something was done stays.
    let entries = try log.json.list.filter { $0["actor"] == .text("u\(user.id)") }
    #expect(Set(entries.compactMap { $0["action"].text }) == ["add", "edit", "remove"])
  }
}
