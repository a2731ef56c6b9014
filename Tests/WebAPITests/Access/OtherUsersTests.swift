import Addresses
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// Nobody reads or writes another user's things.
@Suite("another user's things", .timed, .timeLimit(.minutes(20)))
struct OtherUsersTests {
  private let desk: APIDesk
  private let mei: DeskUser
  private let lin: DeskUser
  /// 林's own day.
  private let event: Record

  init() async throws {
    desk = try await APIDesk()
    (mei, lin) = (try desk.user("mei"), try desk.user("lin"))
    event = try await desk.add(
      .event,
      ["key": "lin-own", "title": "林家祭祖", "rule": "lunar 3/25", "owner": .text(lin.uuid), "description": "secret"])
    try await desk.edit(
      .user, lin.uuid,
      [
        "devices": [["token": "device-of-lin", "platform": "ios"]],
        "event_subscriptions": [["event": "mazu", "is_enabled": true]],
      ])
    _ = try desk.store.plan(days: 30, desk.change)
  }

  @Test("users' own days are the administrator's business: for readers and editors they are not there")
  func ownDaysInTheOffice() async throws {
    let path = "/api/admin/events/lin-own"
    for role in [APIRole.reader, .editor] {
      let token = try desk.token(role)
      try await desk.get(path, as: token).expectProblem(404)
      let list = try await desk.get("/api/admin/events?limit=1000", as: token)
      let count = try list.json.list.count
      #expect(!list.text.contains("lin-own") && list.header("X-Total-Count") == "\(count)")
      #expect(try await desk.get("/api/admin/events?type=custom", as: token).json == [])
      // Nor does the filter tell whose address is a user's.
      try await desk.get("/api/admin/events?owner=\(lin.uuid)", as: token).expectProblem(403, field: "owner")
    }
    let (editor, admin) = (try desk.token(.editor), try desk.token(.admin))
    let own: JSON = ["key": "office", "title": "x", "rule": "lunar 2/2", "owner": .text(lin.uuid)]
    try await desk.send("POST", "/api/admin/events", own, as: editor).expectProblem(403, field: "owner")
    try await desk.send("PUT", path, ["title": "x"], as: editor).expectProblem(404)
    try await desk.ask("DELETE", path, as: editor).expectProblem(404)
    #expect(try desk.store.record(.event, key: "lin-own")["title"] == "林家祭祖")
    #expect(try await desk.get("/api/admin/events?owner=\(lin.uuid)", as: admin).json.list.count == 1)
    try await desk.get(path, as: admin).expect(200)
  }

  @Test("another user's own day is not there, by number or key, and stays as it is")
  func events() async throws {
    let before = try desk.store.record(.event, key: "lin-own")
    for name in ["lin-own", "\(event.id ?? 0)"] {
      let path = "/api/user/events/" + name
      try await desk.get(path, as: mei.token).expectProblem(404)
      try await desk.send("PUT", path, ["title": "mine"], as: mei.token).expectProblem(404)
      try await desk.ask("DELETE", path, as: mei.token).expectProblem(404)
      // Nor for everybody.
      try await desk.get("/api/events/" + name).expectProblem(404)
      // It cannot be followed either.
      let subscription: JSON = Int(name).map { ["event_id": .integer($0)] } ?? ["event": .text(name)]
      try await desk.send(
        "PUT", "/api/user/event-subscriptions", ["subscriptions": [subscription]], as: mei.token
      ).expectProblem(422, field: "subscriptions[0]")
    }
    #expect(try desk.store.record(.event, key: "lin-own") == before)
    #expect(try await desk.get("/api/user/events", as: mei.token).json == [])
    for path in [
      "/api/events?from=2025-04-01&to=2025-05-30", "/feeds/events.ics", "/feeds/events.atom", "/api/day/2025-04-22",
    ] {
      #expect(try await !desk.get(path).text.contains("林家祭祖"), "\(path)")
    }
    #expect(try await desk.get("/api/events?q=\(PercentEncoding.encode("林家祭祖"))&to=2025-05-30").json == [])
  }

  @Test("an owner cannot be given: what a user adds is the user's")
  func owner() async throws {
    let body: JSON = ["title": "x", "rule": "lunar 1/1", "owner": .text(lin.uuid)]
    try await desk.send("POST", "/api/user/events", body, as: mei.token).expectProblem(422, field: "owner")
    let own = try await desk.send("POST", "/api/user/events", ["title": "x", "rule": "lunar 1/1"], as: mei.token).json
    for body in [["owner": .text(lin.uuid)], ["type": "festival"], ["key": "mazu"]] as [JSON] {
      let name = body.members[0].name
      try await desk.send("PUT", "/api/user/events/\(own["id"].integer ?? 0)", body, as: mei.token)
        .expectProblem(422, field: name)
    }
    #expect(try await desk.get("/api/user/events", as: lin.token).json.list.count == 1)
  }

  @Test("notifications, settings, subscriptions and profiles are those of who asks")
  func lists() async throws {
    let theirs = try await desk.get("/api/user/notifications?limit=500", as: lin.token).json.list
    #expect(theirs.contains { $0["event"]["key"] == "lin-own" } && theirs.contains { $0["event"]["key"] == "mazu" })
    let mine = try await desk.get("/api/user/notifications?limit=500", as: mei.token).json.list
    #expect(!mine.isEmpty && mine.allSatisfy { $0["user"] == .text(mei.uuid) })
    #expect(!mine.contains { $0["event"]["key"] == "lin-own" })
    let scheduled = try await desk.send("POST", "/api/notifications/schedule", [:], as: mei.token).json
    #expect(scheduled["notifications"].list.allSatisfy { $0["user"] == .text(mei.uuid) })
    #expect(try await desk.get("/api/user/event-subscriptions", as: mei.token).json == [])
    // No parameter names another user.
    for path in ["notifications", "settings", "profile", "events", "event-subscriptions"] {
      try await desk.get("/api/user/\(path)?user=\(lin.uuid)", as: mei.token).expectProblem(400, field: "user")
    }
    let before = try desk.store.record(.user, key: lin.uuid)
    try await desk.send("PUT", "/api/user/settings", ["advance_days": 5], as: mei.token).expect(200)
    try await desk.send("PUT", "/api/user/profile", ["display_name": "美"], as: mei.token).expect(200)
    try await desk.ask("DELETE", "/api/user/feed", as: mei.token).expect(204)
    #expect(try desk.store.record(.user, key: lin.uuid) == before)
    #expect(try await desk.get("/api/user/settings", as: lin.token).json["advance_days"] == 1)
  }

  @Test("a feed's address opens one feed, and nothing else")
  func feeds() async throws {
    let made = try await desk.ask("POST", "/api/user/feed", as: lin.token).json
    let token = try #require(made["token"].text)
    #expect(try await desk.get("/feeds/user/\(token).ics").text.contains("林家祭祖"))
    // What opens the feed is no token of the API.
    try await desk.get("/api/user/profile", as: token).expectProblem(401)
    // Nor is an API token, or a session, the address of a feed.
    for other in [lin.token, try desk.token(.user, of: lin), try desk.token(.admin), lin.uuid] {
      try await desk.get("/feeds/user/\(other).ics").expectProblem(404)
    }
    try await desk.ask("POST", "/api/user/feed", as: mei.token).expect(201)
    try await desk.ask("DELETE", "/api/user/feed", as: mei.token).expect(204)
    try await desk.get("/feeds/user/\(token).ics").expect(200)
  }

  @Test("a device that another user now has is no longer the former one's")
  func devices() async throws {
    let list = try await desk.send(
      "PUT", "/api/user/device-token", ["token": "device-of-lin", "platform": "ios"], as: mei.token)
    list.expect(200)
    #expect(try list.json.list.map { $0["token"] } == ["device-of-lin"])
    #expect(try desk.service.queue.devices(of: mei.id).map(\.token) == ["device-of-lin"])
    #expect(try desk.service.queue.devices(of: lin.id).isEmpty)
  }

  @Test("who has deleted the account is not known any more, also with a token that has not ended")
  func deleted() async throws {
    try await desk.ask("DELETE", "/api/user/profile", as: mei.token).expect(204)
    for endpoint in APIService.endpoints where endpoint.access == .user {
      let walk = RouteWalk(endpoint)
      try await desk.ask(walk, authorization: "Bearer " + mei.token).expectProblem(401)
    }
    try await desk.get("/api/user/profile", as: lin.token).expect(200)
  }
}
