import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("what an app can do with an account", .timed, .timeLimit(.minutes(20)))
struct AccountEndpointTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
  }

  private func get(_ path: String) async throws -> Reply { try await desk.get(path, as: mei.token) }

  private func post(_ path: String, _ body: JSON) async throws -> Reply {
    try await desk.send("POST", path, body, as: mei.token)
  }

  @Test("the next reminders read as they will be sent, by time, with the days before of each own day")
  func preview() async throws {
    // 三月廿三 of 2025 is 2025-04-20; the desk's clock stands at 2025-04-17.
    try await post(
      "/api/user/events",
      ["title": "阿嬤忌日", "rule": "lunar 3/25", "observance": "memorial", "advance_days": 4]
    ).expect(201)
    let reply = try await get("/api/user/preview?limit=50")
    reply.expect(200)
    let own = try reply.json.list.filter {
      $0["event"]["title"] == "阿嬤忌日" && $0["occurrence"]["solar_date"] == "2025-04-22"
    }
    #expect(own.map { $0["kind"] } == ["main", "early", "day_of"])
    #expect(
      own.first?["scheduled_at"] == "2025-04-18T00:00:00Z" && own.first?["occurrence"]["days_before"] == .integer(4))
    #expect(own.first?["body"].text?.contains("阿嬤忌日") == true)
    let times = try reply.json.list.compactMap { $0["scheduled_at"].text }
    #expect(times == times.sorted() && times.count == 50)
    try await get("/api/user/preview?limit=51").expectProblem(400)
  }

  @Test("all that is followed comes with its reasons and its next date")
  func following() async throws {
    try await desk.send(
      "PUT", "/api/user/event-subscriptions", ["subscriptions": [["event": "mazu"]]], as: mei.token
    ).expect(200)
    try await desk.send(
      "PUT", "/api/user/group-subscriptions", ["subscriptions": [["group": "mazu"]]], as: mei.token
    ).expect(200)
    let all = try await get("/api/user/following").json.list
    let mazu = try #require(all.first { $0["event"] == "mazu" })
    #expect(mazu["reasons"] == ["chosen", "group:mazu"] && mazu["next"] == "2025-04-20")
    #expect(all.first { $0["event"] == "chuyi" }?["reasons"].texts.contains("new-moon") == true)
  }

  @Test("an own day keeps its days before; wrong numbers are refused at their field")
  func advanceDays() async throws {
    let added = try await post("/api/user/events", ["title": "生日", "rule": "lunar 8/15", "advance_days": 0])
    #expect(try added.json["advance_days"] == .integer(0))
    let path = "/api/user/events/\(try added.json["id"].integer ?? 0)"
    let changed = try await desk.send("PUT", path, ["advance_days": nil], as: mei.token)
    #expect(try changed.json["advance_days"] == .null)
    for wrong in [-1, 31, "3"] as [JSON] {
      try await desk.send("PUT", path, ["advance_days": wrong], as: mei.token)
        .expectProblem(422, field: "advance_days")
    }
  }

  @Test("a second way is kept, and refused where it is none")
  func fallback() async throws {
    let put = { (body: JSON) in try await desk.send("PUT", "/api/user/settings", body, as: mei.token) }
    #expect(try await put(["fallback_channel": "mail"]).json["fallback_channel"] == "mail")
    for (body, field) in [
      (["fallback_channel": "push"], "fallback_channel"), (["fallback_channel": "webhook"], "fallback_channel"),
      (["channel": "mail"], "fallback_channel"),
    ] as [(JSON, String)] { try await put(body).expectProblem(422, field: field) }
    #expect(try await put(["channel": "mail", "fallback_channel": nil]).json["fallback_channel"] == .null)
  }

  @Test("own days go out as a file and come in again without doubling", arguments: ["csv", "ics"])
  func files(format: String) async throws {
    try await post("/api/user/events", ["title": "阿嬤忌日", "rule": "lunar 6/15 leap=leap short=omit", "advance_days": 3])
      .expect(201)
    try await post("/api/user/events", ["title": "=1+1", "rule": "term 清明", "note": "一\n二"]).expect(201)
    let content = try await get("/api/user/own-days/export?format=\(format)").json["content"]
    let again = try await post("/api/user/own-days/import", ["content": content])
    again.expect(200)
    #expect(try again.json == ["added": 0, "known": 2, "notes": [], "skipped": []])
    let ming = try desk.user("ming")
    let moved = try await desk.send("POST", "/api/user/own-days/import", ["content": content], as: ming.token)
    #expect(try moved.json["added"] == .integer(2))
    let days = try await desk.get("/api/user/events", as: ming.token).json.list
    #expect(
      days.map { "\($0["title"].text ?? "") \($0["rule"].text ?? "") \($0["note"].text ?? "-")" } == [
        "阿嬤忌日 lunar 6/15 leap=leap short=omit -", "=1+1 term 清明 一\n二",
      ])
    #expect(days.first?["advance_days"] == .integer(3))
  }

  @Test("a file with a fault changes nothing, and says where the fault is")
  func wrongFiles() async throws {
    for content in [
      "title,date\n一,lunar 3/23\n二,lunar 13/1\n", "nothing", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
    ] {
      try await post("/api/user/own-days/import", ["content": .text(content)]).expectProblem(422, field: "content")
    }
    #expect(try await get("/api/user/events").json == [])
  }

  @Test("a title that repeats in a file gets a number, and what was left out is named")
  func repeatedTitles() async throws {
    let content: JSON = "姓名,生日,電話\n同名,農曆三月廿三,02\n同名,1955/3/24,02\n"
    let answer = try await post("/api/user/own-days/import", ["content": content]).json
    #expect(answer["added"] == .integer(2) && answer["notes"].texts.first?.contains("電話") == true)
    let days = try await get("/api/user/events").json.list
    #expect(days.map { "\($0["title"].text ?? "") \($0["rule"].text ?? "")" } == ["同名 lunar 3/23", "同名（2） solar 3/24"])
    #expect(try await post("/api/user/own-days/import", ["content": content]).json["known"] == .integer(2))
  }

  @Test("the days after a death are counted from it, listed first and then added")
  func mourning() async throws {
    // 2025 repeats the sixth month: 2025-05-10 is 四月十三, so twelve months later is 三月十三 of 2026, which is 2026-04-29.
    let body: JSON = ["name": "阿公", "died": "2025-05-10", "parts": ["sevens", "hundred", "first", "yearly"]]
    let listed = try await post("/api/user/own-days/mourning", body.adding(["preview": true]))
    listed.expect(200)
    let days = try listed.json["days"].list
    func date(_ title: String) -> JSON? { days.first { $0["title"] == .text(title) }?["solar_date"] }
    #expect(date("阿公 頭七") == "2025-05-16" && date("阿公 三七") == "2025-05-30" && date("阿公 滿七") == "2025-06-27")
    #expect(date("阿公 百日") == "2025-08-17" && date("阿公 對年") == "2026-04-29" && date("阿公 忌日") == "2026-05-29")
    #expect(try await get("/api/user/events").json == [] && (try listed.json["added"]) == .integer(0))
    #expect(
      try await post("/api/user/own-days/mourning", body.adding(["advance_days": 3])).json["added"] == .integer(10))
    #expect(try await get("/api/user/events").json.list.allSatisfy { $0["advance_days"] == .integer(3) })
    for (change, field) in [
      (["died": "2025-02-30"], "died"), (["name": ""], "name"), (["parts": ["eighth"]], "parts"),
      (["leap": "x"], "leap"),
      (["advance_days": 31], "advance_days"),
    ] as [(JSON, String)] {
      let wrong = body.setting(change.members[0].name, change.members[0].value)
      try await post("/api/user/own-days/mourning", wrong).expectProblem(422, field: field)
    }
  }

  @Test("an app sees the sessions, ends them all, and downloads everything but secrets")
  func sessions() async throws {
    let id = try #require(try desk.store.record(.user, key: mei.uuid).id)
    let now = Int(desk.clock.now)
    let secret = try desk.store.startBrowserSession(userID: id, means: "passkey", browser: "Firefox/130", now: now)
    #expect(try await get("/api/user/sessions").json.list.map { $0["browser"] } == ["Firefox/130"])
    let export = try await get("/api/user/export").json
    #expect(export["email"] == "mei@example.org" && export["events"] == [] && export["reminders"] != .null)
    #expect(export["tokens"] == .null && export["feed_token_hash"] == .null)
    #expect(try await desk.send("DELETE", "/api/user/sessions", nil, as: mei.token).status == 204)
    #expect(try desk.store.browserSession(secret, now: now) == nil)
  }

  @Test("a choice made before comes along by its secret, once")
  func choice() async throws {
    let (_, secret) = try desk.store.addChoice(
      Draft(fields: [Draft.Given("event_subscriptions", [["event": "mazu", "is_enabled": true]])]), desk.change)
    try await post("/api/user/choice", ["secret": .text(secret)]).expect(200)
    #expect(try await get("/api/user/event-subscriptions").json.list.map { $0["event"] } == ["mazu"])
    try await post("/api/user/choice", ["secret": .text(secret)]).expectProblem(404)
    try await post("/api/user/choice", ["secret": 1]).expectProblem(422, field: "secret")
  }

  @Test("a link signs an app in, once; the first operator's does not")
  func link() async throws {
    let now = Int(desk.clock.now)
    let secret = try desk.store.makeSignInLink(email: "new@example.org", now: now, lifetimeSeconds: 600)
    let session = try await desk.send("POST", "/api/auth/link", ["secret": .text(secret)], as: nil)
    session.expect(200)
    let json = try session.json
    let token = try #require(json["token"].text)
    #expect(try await desk.get("/api/user/profile", as: token).json["email"] == "new@example.org")
    try await desk.send("POST", "/api/auth/link", ["secret": .text(secret)], as: nil).expectProblem(401)
    let first = try desk.store.makeSignInLink(userID: nil, now: now, lifetimeSeconds: 600)
    try await desk.send("POST", "/api/auth/link", ["secret": .text(first)], as: nil).expectProblem(401)
    // Without a mail server nobody can ask for one.
    try await desk.send("POST", "/api/auth/mail", ["email": "new@example.org"], as: nil).expectProblem(503)
  }
}
