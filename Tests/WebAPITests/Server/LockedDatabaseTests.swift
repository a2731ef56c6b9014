import Database
import Foundation
import JSON
import Records
import Store
import Synchronization
import TestSupport
import Testing

@testable import WebAPI

@Suite("while another program writes", .timed, .timeLimit(.minutes(20)))
struct LockedDatabaseTests {
  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  /// Holds the database as a long import does.
  private final class Holder {
    private let begun = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(_ place: String) {
      let (begun, end) = (begun, end)
      Thread.detachNewThread {
        try? Store.open(place).database.write { _ in
          begun.signal()
          end.wait()
        }
      }
      begun.wait()
    }

    func letGo() { end.signal() }
  }

  @Test("nobody waits to read: not who shows a token, nor beside those who wait to write")
  func reading() async throws {
    // The writers wait until the holder lets go, however slow the machine is.
    let desk = try await APIDesk { $0.writePatience = .seconds(3_600) }
    let user = try desk.user()
    let token = try desk.token(.reader)
    let holder = Holder(desk.store.place)
    defer { holder.letGo() }
    let ended = Counter()
    async let writers = withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let status = try await desk.send("PUT", "/api/user/settings", ["digest": true], as: user.token).status
          ended.add()
          return status
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    for _ in 0..<3 {
      try await desk.get("/api/admin/sources", as: token).expect(200)
      try await desk.get("/api/user/profile", as: user.token).expect(200)
      try await desk.get("/api/groups").expect(200)
    }
    // A token that nobody has ends nothing, and waits for nobody.
    let unknown = "fcr_" + String(repeating: "0", count: 64)
    try await desk.send("POST", "/api/auth/logout", ["refresh_token": .text(unknown)]).expect(204)
    // All that while the writers were still waiting.
    #expect(ended.count == 0)
    holder.letGo()
    #expect(try await writers == [200])
  }

  @Test("twenty who write behind a lock that is held are told after one wait and not after twenty; nothing was changed")
  func patience() async throws {
    // One wait is far shorter than twenty even on a machine that is late by two minutes.
    let patience = Duration.seconds(15)
    let desk = try await APIDesk { $0.writePatience = patience }
    let users = try (0..<20).map { try desk.user("u\($0)") }
    let holder = Holder(desk.store.place)
    defer { holder.letGo() }
    let clock = ContinuousClock()
    let begin = clock.now
    let waits = try await withThrowingTaskGroup(of: Duration.self) { group in
      for user in users {
        group.addTask {
          let reply = try await desk.send("PUT", "/api/user/settings", ["digest": true], as: user.token)
          try reply.expectProblem(503)
          #expect(reply.header("Retry-After") == "1")
          return begin.duration(to: clock.now)
        }
      }
      return try await group.reduce(into: [Duration]()) { $0.append($1) }
    }
    #expect(waits.max() ?? .zero < patience * 10)
    for user in users { #expect(try desk.store.record(.user, key: user.uuid)["settings"]["digest"] == false) }
    holder.letGo()
    // Somebody who comes when it is free again waits for none of them.
    try await desk.send("PUT", "/api/user/settings", ["digest": true], as: users[0].token).expect(200)
  }

  @Test("what a look can refuse, or is so already, waits for nobody")
  func refusals() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    try await desk.send("PUT", "/api/user/device-token", ["token": "phone", "platform": "ios"], as: mei.token).expect(
      200)
    let own = try await desk.send("POST", "/api/user/events", ["title": "x", "rule": "lunar 1/1"], as: mei.token).json
    let path = "/api/user/events/\(own["id"].integer ?? 0)"
    _ = try desk.store.plan(days: 30, desk.change)
    let holder = Holder(desk.store.place)
    defer { holder.letGo() }
    for (method, target, body, status) in [
      ("POST", "/api/user/events", ["title": "x", "rule": "soon"], 422),
      ("PUT", path, ["rule": "lunar 13/1"], 422), ("PUT", path, ["title": "x"], 200),
      ("PUT", "/api/user/events/nothing", ["title": "x"], 404), ("DELETE", "/api/user/events/nothing", nil, 404),
      ("PUT", "/api/user/settings", ["advance_days": 31], 422), ("PUT", "/api/user/settings", ["advance_days": 1], 200),
      ("PUT", "/api/user/profile", ["locale": "klingon"], 422), ("PUT", "/api/user/profile", [:], 200),
      ("PUT", "/api/user/device-token", ["token": "x", "platform": "nokia"], 422),
      ("PUT", "/api/user/device-token", ["token": "phone", "platform": "ios"], 200),
      ("DELETE", "/api/user/device-token", ["token": "unknown"], 404),
      ("PUT", "/api/user/event-subscriptions", ["subscriptions": [["event": "nothing"]]], 422),
      ("POST", "/api/notifications/schedule", [:], 200),
      ("POST", "/api/auth/refresh", ["refresh_token": .text("fcr_" + String(repeating: "0", count: 64))], 401),
    ] as [(String, String, JSON?, Int)] {
      let reply = try await desk.ask(
        method, target, as: mei.token, [("Content-Type", "application/json")], body: body?.bytes)
      #expect(reply.status == status, "\(method) \(target): \(reply.text.prefix(200))")
    }
  }

  @Test("the use of a token is noted when the database is free, and no oftener than every five minutes")
  func notedUse() async throws {
    let desk = try await APIDesk()
    let token = try desk.token(.reader, name: "monitor")
    func lastUse() throws -> Int? { try desk.store.tokens().first { $0.name == "monitor" }?.lastUsedAt }
    func noted(after time: Int) async throws -> Int? {
      for _ in 0..<500 where try lastUse() ?? 0 < time { try await Task.sleep(for: .milliseconds(10)) }
      return try lastUse()
    }
    let first = Int(desk.clock.now)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    #expect(try await noted(after: first) == first)
    desk.clock.advance(seconds: 299)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    desk.clock.advance(seconds: 1)
    let second = Int(desk.clock.now)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    #expect(try await noted(after: second) == second)
  }

  @Test("who says something in a chat is told so, and can say it again")
  func chat() async throws {
    let desk = try await APIDesk { $0.writePatience = .milliseconds(50) }
    let caller = ChatCaller(desk)
    let holder = Holder(desk.store.place)
    #expect(await caller.act(.text("訂閱 中秋節"), event: "e")?.title.hasPrefix("現在太忙了") == true)
    holder.letGo()
    // The service sends it again. The holder may still be letting go.
    var reply = await caller.act(.text("訂閱 中秋節"), event: "e")
    for _ in 0..<100 where reply?.title.hasPrefix("現在太忙了") == true {
      try await Task.sleep(for: .milliseconds(50))
      desk.clock.advance(seconds: 60)
      reply = await caller.act(.text("訂閱 中秋節"))
    }
    #expect(reply?.title == "已訂閱「中秋節」。")
  }
}
