import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// A temple is followed at every door: API, chat, feed. What is planned stands in the tests of the store.
@Suite("following a temple", .timed)
struct TempleFollowingTests {
  private static let temple = "tianhou-lukang"

  /// A desk with an activity of the temple on 2026-12-25 that nothing else has.
  private static func desk() async throws -> APIDesk {
    let desk = try await APIDesk()
    try desk.store.add(
      [
        Draft(fields: [
          .init("key", "march"), .init("temple", .text(temple)), .init("title", "夜巡"), .init("rule", "solar 12/25"),
        ])
      ], to: .activity, APIDesk.change(at: APIDesk.noon))
    return desk
  }

  @Test("by the API, with the days that it brings")
  func api() async throws {
    let desk = try await Self.desk()
    let mei = try desk.user()
    let path = "/api/user/group-subscriptions"
    let reply = try await desk.send(
      "PUT", path, ["subscriptions": [["group": "temple-tianhou-lukang"]]], as: mei.token)
    reply.expect(200)
    let entry = try #require(try reply.json.list.first)
    #expect(entry["group"] == "temple-tianhou-lukang" && entry["enabled"] == true)
    #expect(entry["name"].text?.contains("天后宮") == true)
    let days = try await desk.get("/api/user/following", as: mei.token).json.list
    let march = try #require(days.first { $0["title"].text?.hasSuffix("：夜巡") == true }, "\(days)")
    #expect(march["temple_id"].integer == (try desk.store.record(.temple, key: Self.temple).id))
    #expect(march["reasons"] == ["group:temple-tianhou-lukang"] && march["next"].text?.hasSuffix("-12-25") == true)
    #expect(days.contains { $0["title"] == "媽祖聖誕" && $0["temple_id"] == .null })
    // The days of followed temples are in no public list.
    #expect(try await desk.get("/api/groups").json.list.allSatisfy { $0["key"].text?.hasPrefix("temple-") != true })
    try await desk.send("PUT", path, ["subscriptions": [["group": "temple-nowhere"]]], as: mei.token).expect(422)
  }

  @Test("in a chat, by its name; a name of several temples is asked about")
  func chat() async throws {
    let desk = try await Self.desk()
    let caller = ChatCaller(desk)
    let name = try #require(desk.service.store.record(.temple, key: Self.temple)["name"].text)
    #expect(try await caller.say("訂閱 \(name)").title == "已訂閱「\(name)」。")
    #expect(try await caller.say("我的").lines.contains { $0.contains(name) })
    #expect(try await caller.say("取消 \(name)").title == "已取消「\(name)」。")
    let asked = try await caller.say("訂閱 天后宮")
    #expect(asked.title == "要訂閱哪一間？" && asked.rows.count > 1)
    #expect(try await caller.say("訂閱 沒有這間宮").title.hasPrefix("沒有"))
  }

  @Test("in feeds, also with others", arguments: ["temples=tianhou-lukang", "temples=tianhou-lukang&events=dongzhi"])
  func feeds(query: String) async throws {
    let desk = try await Self.desk()
    let text = try await desk.get("/feeds/events.ics?\(query)").text.replacing("\r\n ", with: "")
    #expect(text.contains("：夜巡\r\n") && text.contains("SUMMARY:媽祖聖誕"))
    #expect(text.contains("SUMMARY:冬至") == query.contains("dongzhi"))
    let id = try #require(desk.store.record(.temple, key: Self.temple).id)
    #expect(text.contains("/temple/\(id)\r\n"))
    #expect(try await desk.get("/feeds?\(query)").text.contains("夜巡"))
    try await desk.get("/feeds/events.ics?temples=nowhere").expectProblem(404, field: "temples")
  }

  @Test("as a preview without an account")
  func preview() async throws {
    let desk = try await Self.desk()
    let reply = try await desk.get("/api/notifications/preview?temples=tianhou-lukang&days=400")
    #expect(reply.text.contains("夜巡"))
  }
}
