import Addresses
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("a user's profile, settings and devices", .timed, .timeLimit(.minutes(20)))
struct ProfileTests {
  private let desk: APIDesk
  private let mei: DeskUser

  init() async throws {
    desk = try await APIDesk()
    mei = try desk.user("mei")
  }

  private func put(_ path: String, _ body: JSON) async throws -> Reply {
    try await desk.send("PUT", path, body, as: mei.token)
  }

  // MARK: The profile

  @Test("who the user is, without what is nobody's business")
  func profile() async throws {
    let reply = try await desk.get("/api/user/profile", as: mei.token)
    reply.expect(200)
    #expect(
      try reply.json.members.map(\.name).sorted() == [
        "avatar_url", "created_at", "display_name", "email", "has_feed", "id", "locale", "time_zone",
      ])
    let json = try reply.json
    #expect(json["id"] == .text(mei.uuid))
    #expect(json["email"] == "mei@example.org")
    #expect(json["display_name"] == "mei")
    #expect(json["avatar_url"] == .null)
    #expect(json["locale"] == "zh-Hant" && json["time_zone"] == "Asia/Taipei" && json["has_feed"] == false)
    #expect(json["created_at"] == "2025-04-17T04:00:00Z")
  }

  @Test("what is a user's own is asked for each time, and not kept by others")
  func caching() async throws {
    for path in ["profile", "settings", "events", "event-subscriptions", "group-subscriptions", "notifications"] {
      let reply = try await desk.get("/api/user/\(path)", as: mei.token)
      #expect(reply.header("Cache-Control") == "private, no-cache")
      let tag = try #require(reply.header("ETag"))
      #expect(try await desk.get("/api/user/\(path)", as: mei.token, [("If-None-Match", tag)]).status == 304)
    }
    let tag = try #require(try await desk.get("/api/user/settings", as: mei.token).header("ETag"))
    try await put("/api/user/settings", ["advance_days": 9]).expect(200)
    #expect(try await desk.get("/api/user/settings", as: mei.token, [("If-None-Match", tag)]).status == 200)
  }

  @Test("some of the profile is changed, the rest stays")
  func changeProfile() async throws {
    let reply = try await put("/api/user/profile", ["display_name": "林美", "locale": "en"])
    reply.expect(200)
    #expect(try reply.json["display_name"] == "林美")
    #expect(try reply.json["locale"] == "en")
    #expect(try reply.json["time_zone"] == "Asia/Taipei")
    #expect(try await desk.get("/api/user/profile", as: mei.token).json == reply.json)
    #expect(try await put("/api/user/profile", ["display_name": nil]).json["display_name"] == .null)
    #expect(try await put("/api/user/profile", [:]).json["locale"] == "en")
    for body in [
      ["locale": "fr"], ["locale": 1], ["time_zone": "Mars/Olympus"], ["time_zone": ""], ["display_name": 5],
      ["email": "a@example.org"], ["id": "x"], ["google_id": "1"], ["settings": [:]],
    ] as [JSON] {
      try await put("/api/user/profile", body).expectProblem(422, field: body.members[0].name)
    }
    try await put("/api/user/profile", ["display_name": .text(String(repeating: "美", count: 201))])
      .expectProblem(422, field: "display_name")
  }

  // MARK: Settings

  @Test("settings are those of the specification, with its defaults, and are changed one by one")
  func settings() async throws {
    let reply = try await desk.get("/api/user/settings", as: mei.token)
    reply.expect(200)
    let json = try reply.json
    for (name, value) in [
      "enable_all": true, "advance_days": 1, "notify_time": "08:00", "newmoon_enabled": true, "fullmoon_enabled": true,
      "custom_enabled": true, "early_enabled": true, "day_of_enabled": true, "prepare_days": nil,
      "digest": false, "quiet_from": nil,
      "quiet_to": nil, "channel": "push", "channel_target": nil, "time_zone": "Asia/Taipei",
    ] as KeyValuePairs<String, JSON> { #expect(json[name] == value, "\(name)") }
    #expect(json.members.count == 16)
    let changed = try await put(
      "/api/user/settings", ["advance_days": 7, "notify_time": "06:30", "time_zone": "America/New_York"])
    changed.expect(200)
    #expect(try changed.json["advance_days"] == 7)
    #expect(try changed.json["notify_time"] == "06:30")
    #expect(try changed.json["time_zone"] == "America/New_York")
    #expect(try changed.json["early_enabled"] == true)
    #expect(try await desk.get("/api/user/settings", as: mei.token).json == changed.json)
    #expect(try await desk.get("/api/user/profile", as: mei.token).json["time_zone"] == "America/New_York")
    // What was read can be sent back.
    #expect(try await put("/api/user/settings", changed.json).json == changed.json)
  }

  @Test(
    "a wrong value names its field, and nothing of the request is done",
    arguments: [
      ("advance_days", -1), ("advance_days", 99_999), ("advance_days", "1"), ("advance_days", nil),
      ("notify_time", "25:00"), ("notify_time", "8"), ("notify_time", 800), ("newmoon_enabled", "yes"),
      ("newmoon_enabled", 1), ("channel", "pigeon"), ("quiet_from", "22"), ("time_zone", "UTC+8"), ("time_zone", nil),
      ("no_such_setting", 1), ("profile_id", 1),
    ] as [(String, JSON)])
  func wrongSettings(name: String, value: JSON) async throws {
    let before = try desk.store.record(.user, key: mei.uuid)
    let reply = try await put("/api/user/settings", .object([.init("digest", true), .init(name, value)]))
    try reply.expectProblem(422, field: name)
    #expect(try desk.store.record(.user, key: mei.uuid) == before)
  }

  @Test("the names that phones give our languages are taken for them: the specification's zh-TW")
  func regions() async throws {
    for (name, kept) in [("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans"), ("en-US", "en"), ("zh-Hant", "zh-Hant")] {
      let reply = try await put("/api/user/profile", ["locale": .text(name)])
      reply.expect(200)
      #expect(try reply.json["locale"] == .text(kept))
    }
    try await put("/api/user/profile", ["locale": "fr-FR"]).expectProblem(422, field: "locale")
  }

  @Test("quiet hours have two ends, a channel its target")
  func together() async throws {
    try await put("/api/user/settings", ["quiet_from": "22:00"]).expectProblem(422, field: "quiet_to")
    try await put("/api/user/settings", ["quiet_from": "22:00", "quiet_to": "07:00"]).expect(200)
    try await put("/api/user/settings", ["channel": "webhook"]).expectProblem(422, field: "channel_target")
    // One to which nothing would ever be sent.
    try await put("/api/user/settings", ["channel": "webhook", "channel_target": "http://hooks.example.org/a"])
      .expectProblem(422, field: "channel_target")
    try await put("/api/user/settings", ["channel": "webhook", "channel_target": "https://hooks.example.org/a"]).expect(
      200)
  }

  @Test(
    "an address that the channel would refuse is refused when it is given, and nothing is changed",
    arguments: [
      ("webhook", "https://127.0.0.1/"), ("webhook", "https://127.0.0.1:8443/a"), ("webhook", "https://[::1]/a"),
      ("webhook", "https://2130706433/"), ("webhook", "https://0x7f.1/"), ("webhook", "https://localhost/a"),
      ("webhook", "https://hooks.localhost/a"), ("webhook", "https://[::ffff:10.0.0.1]/"),
      ("webhook", "https://169.254.169.254/latest/meta-data"), ("webhook", "https://me:secret@example.org/"),
      ("ntfy", "https://10.1.2.3/days"), ("ntfy", "http://ntfy.sh/days"), ("ntfy", "https://ntfy.sh/"),
    ])
  func refusedTargets(channel: String, target: String) async throws {
    let before = try desk.store.record(.user, key: mei.uuid)
    try await put("/api/user/settings", ["channel": .text(channel), "channel_target": .text(target)])
      .expectProblem(422, field: "channel_target")
    #expect(try desk.store.record(.user, key: mei.uuid) == before)
  }

  @Test("an operator who calls private networks lets users name addresses there")
  func privateTargets() async throws {
    let desk = try await APIDesk { $0.targets = TargetRules(allowsPrivate: true) }
    let user = try desk.user()
    for target in ["https://127.0.0.1/", "http://hooks.example.org/a"] {
      try await desk.send(
        "PUT", "/api/user/settings", ["channel": "webhook", "channel_target": .text(target)], as: user.token
      ).expect(200)
    }
  }

  @Test("the channel jsonl is the operator's: a user neither sets it nor is offered it, and keeps it where it is set")
  func operatorsChannel() async throws {
    try await put("/api/user/settings", ["channel": "jsonl"]).expectProblem(422, field: "channel")
    let document = try await desk.get("/api/openapi.json").json
    let offered = document["components"]["schemas"]["SettingsChange"]["properties"]["channel"]["enum"].texts
    #expect(offered == ["push", "mail", "line", "telegram", "webhook", "ntfy", "feed"])
    try await desk.edit(.user, mei.uuid, ["settings": .object([.init("channel", .text("jsonl"))])])
    let reply = try await put("/api/user/settings", ["channel": "jsonl", "digest": true])
    reply.expect(200)
    #expect(try reply.json["channel"] == "jsonl")
    try await put("/api/user/settings", ["channel": "push"]).expect(200)
    try await put("/api/user/settings", ["channel": "jsonl"]).expectProblem(422, field: "channel")
  }

  @Test("mail goes to the address of the account, and to nobody else")
  func mailTarget() async throws {
    try await put("/api/user/settings", ["channel": "mail", "channel_target": "victim@example.org"])
      .expectProblem(422, field: "channel_target")
    try await put("/api/user/settings", ["channel": "mail", "channel_target": " Mei@Example.org "]).expect(200)
    try await put("/api/user/settings", ["channel": "mail", "channel_target": nil]).expect(200)
    // What an operator has set stays when something else is changed.
    let mail: JSON = .object([
      .init("channel", .text("mail")), .init("channel_target", .text("home@example.org")),
    ])
    try await desk.edit(.user, mei.uuid, ["settings": mail])
    try await put("/api/user/settings", ["digest": true]).expect(200)
    try await put("/api/user/settings", ["channel_target": "other@example.org"])
      .expectProblem(422, field: "channel_target")
  }

  @Test("what somebody else has changed since it was read is neither changed nor removed: If-Match")
  func match() async throws {
    let editor = try desk.token(.editor)
    try await desk.add(.source, ["key": "M", "title": "甲"])
    for (path, token, body) in [
      ("/api/user/settings", mei.token, ["digest": true]), ("/api/user/profile", mei.token, ["display_name": "美"]),
      ("/api/admin/sources/M", editor, ["title": "乙"]),
    ] as [(String, String, JSON)] {
      let tag = try #require(try await desk.get(path, as: token).header("ETag"))
      let headers = [("If-Match", tag)]
      try await desk.send("PUT", path, body, as: token, [("If-Match", "\"stale\"")]).expectProblem(412)
      try await desk.send("PUT", path, body, as: token, headers).expect(200)
      try await desk.send("PUT", path, body, as: token, headers).expectProblem(412)
      try await desk.ask("DELETE", path, as: token, headers).expectProblem(path.hasSuffix("settings") ? 405 : 412)
    }
    try await desk.ask("DELETE", "/api/admin/sources/M", as: editor, [("If-Match", "*")]).expect(204)
  }

  @Test("settings move the reminders that are planned")
  func replanned() async throws {
    _ = try desk.store.plan(days: 30, desk.change)
    func times() async throws -> [String] {
      try await desk.get("/api/user/notifications?when=coming&limit=500", as: mei.token).json.list
        .compactMap { $0["scheduled_at"].text }
    }
    #expect(try await times().allSatisfy { $0.hasSuffix("T00:00:00Z") })
    try await put("/api/user/settings", ["notify_time": "09:00"]).expect(200)
    #expect(try await times().allSatisfy { $0.hasSuffix("T01:00:00Z") })
    try await put("/api/user/settings", ["time_zone": "Asia/Tokyo"]).expect(200)
    #expect(try await times().allSatisfy { $0.hasSuffix("T00:00:00Z") })
    try await put("/api/user/settings", ["enable_all": false]).expect(200)
    #expect(try await times().isEmpty)
  }

  // MARK: Devices

  @Test("a device is registered, changed where it stands, and switched off")
  func devices() async throws {
    let first = try await put("/api/user/device-token", ["token": "a", "platform": "ios"])
    first.expect(200)
    #expect(try first.json.list.map { $0["is_active"] } == [true])
    try await put("/api/user/device-token", ["token": "b", "platform": "android"]).expect(200)
    let off = try await put("/api/user/device-token", ["token": "a", "platform": "ios", "is_active": false]).json
    #expect(off.list.map { $0["token"] } == ["a", "b"])
    #expect(off.list.map { $0["is_active"] } == [false, true])
    #expect(off.list.map { $0["platform"] } == ["ios", "android"])
    #expect(try desk.service.queue.devices(of: mei.id).map(\.token) == ["b"])
    for body in [
      [:], ["token": "c"], ["platform": "ios"], ["token": "", "platform": "ios"], ["token": "c", "platform": "nokia"],
      ["token": 5, "platform": "ios"], ["token": "c", "platform": "ios", "is_active": "yes"],
      ["token": .text(String(repeating: "c", count: 4_097)), "platform": "ios"],
    ] as [JSON] {
      let reply = try await put("/api/user/device-token", body)
      try reply.expectProblem(422)
      // The members of the body, and not the list that it goes into.
      #expect(Set(reply.faultyFields).isSubset(of: ["token", "platform", "is_active"]), "\(reply.text)")
      #expect(!reply.faultyFields.isEmpty, "\(reply.text)")
    }
    try await put("/api/user/device-token", ["token": "c", "platform": "ios", "user": "x"]).expectProblem(
      422, field: "user")
    #expect(try desk.store.record(.user, key: mei.uuid)["devices"].list.count == 2)
  }

  @Test("a device that another user registers moves there, and the audit log tells of both")
  func moving() async throws {
    try await put("/api/user/device-token", ["token": "phone", "platform": "ios"]).expect(200)
    try await put("/api/user/device-token", ["token": "tablet", "platform": "ios"]).expect(200)
    let lin = try desk.user("lin")
    // What is wrong moves nothing.
    try await desk.send("PUT", "/api/user/device-token", ["token": "phone", "platform": "nokia"], as: lin.token)
      .expectProblem(422)
    #expect(try desk.service.queue.devices(of: mei.id).map(\.token) == ["phone", "tablet"])
    let list = try await desk.send(
      "PUT", "/api/user/device-token", ["token": "phone", "platform": "ios"], as: lin.token)
    list.expect(200)
    #expect(try list.json.list.map { $0["token"] } == ["phone"])
    #expect(try desk.service.queue.devices(of: mei.id).map(\.token) == ["tablet"])
    #expect(try desk.service.queue.devices(of: lin.id).map(\.token) == ["phone"])
    let changed = try desk.store.audit(.user, limit: 2).map(\.key)
    #expect(Set(changed) == [mei.uuid, lin.uuid])
    #expect(try desk.store.faults() == [])
  }

  // MARK: The end

  @Test("who leaves takes everything along")
  func deletion() async throws {
    try await put("/api/user/device-token", ["token": "phone", "platform": "ios"]).expect(200)
    try await desk.send("POST", "/api/user/events", ["title": "阿嬤生日", "rule": "lunar 4/2"], as: mei.token).expect(201)
    let feed = try #require(try await desk.ask("POST", "/api/user/feed", as: mei.token).json["token"].text)
    _ = try desk.store.plan(days: 60, desk.change)
    let apiToken = try desk.token(.user, of: mei)
    let session = try desk.store.startSession(userID: mei.id, now: APIDesk.noon, lifetimeSeconds: 1_000)
    let reply = try await desk.ask("DELETE", "/api/user/profile", as: mei.token)
    reply.expect(204)
    #expect(try desk.store.records(.user).isEmpty)
    #expect(try desk.store.records(.event).allSatisfy { $0["owner"] == .null })
    #expect(try desk.service.queue.page(ReminderQuery(), now: APIDesk.noon).reminders.isEmpty)
    try await desk.get("/feeds/user/\(feed).ics").expectProblem(404)
    try await desk.get("/api/user/profile", as: apiToken).expectProblem(401)
    try await desk.send("POST", "/api/auth/refresh", ["refresh_token": .text(session)]).expectProblem(401)
    #expect(try desk.store.faults() == [])
  }
}
