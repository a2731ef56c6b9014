import Addresses
import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("what is taken, and what is refused by its name", .timed, .timeLimit(.minutes(20)))
struct LeniencyTests {
  @Test(
    "a language is taken with the region that phones name, in letters of either case",
    arguments: [
      ("zh-TW", "zh-Hant"), ("zh-HK", "zh-Hant"), ("zh_Hant_TW", "zh-Hant"), ("ZH-tw", "zh-Hant"), ("zh", "zh-Hant"),
      ("zh-hant", "zh-Hant"), ("zh-CN", "zh-Hans"), ("zh-Hans-CN", "zh-Hans"), ("zh-sg", "zh-Hans"), ("en-US", "en"),
      ("EN", "en"), ("en_GB", "en"),
    ])
  func languages(given: String, meant: String) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.get("/api/events/mazu?lang=\(given)")
    reply.expect(200)
    #expect(try await reply.json == desk.get("/api/events/mazu?lang=\(meant)").json)
  }

  @Test(
    "other languages are none of ours", arguments: ["fr", "x", "zhtw", "zh-", "zh--tw", "-zh", "en-", "zh-TW-%C3%A9"])
  func otherLanguages(given: String) async throws {
    try await APIDesk.reading.get("/api/events/mazu?lang=\(given)").expectProblem(400, field: "lang")
  }

  @Test(
    "a body in a coding that is not known here gets 415, and is told what is", arguments: ["gzip", "br", "x, gzip"])
  func contentCoding(coding: String) async throws {
    let desk = try await APIDesk.reading
    let body = Array(#"{"solar":"2025-04-20"}"#.utf8)
    let type = ("Content-Type", "application/json")
    let reply = try await desk.ask("POST", "/api/lunar", [type, ("Content-Encoding", coding)], body: body)
    try reply.expectProblem(415)
    #expect(reply.header("Accept-Encoding") == "identity")
    for plain in ["identity", "Identity", ""] {
      try await desk.ask("POST", "/api/lunar", [type, ("Content-Encoding", plain)], body: body).expect(200)
    }
  }

  @Test(
    "a transfer coding that is not known gets 501, and the connection ends",
    arguments: [
      "gzip", "xchunked", "chunkedx", "gzip, chunked", "identity", "br", "\"chunked\"",
      "x\r\nTransfer-Encoding: chunked",
    ])
  func transferCoding(coding: String) async throws {
    let head =
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: \(coding)\r\n\r\n"
    let bytes = try await APIDesk.reading.client.exchange(
      Array((head + "0\r\n\r\nGET /api/groups HTTP/1.1\r\nHost: a\r\n\r\n").utf8))
    let answers = String(decoding: bytes, as: UTF8.self)
    #expect(answers.matches(of: #/HTTP/1\.1 (\d{3}) /#).count == 1)
    try Reply(bytes).expectProblem(501)
    #expect(answers.lowercased().contains("connection: close"))
  }

  @Test("chunked in letters of either case is known", arguments: ["chunked", "Chunked", "CHUNKED"])
  func chunked(coding: String) async throws {
    let body = #"{"solar":"2025-04-20"}"#
    let text =
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: \(coding)\r\n\r\n"
      + String(body.utf8.count, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n"
    try Reply(try await APIDesk.reading.client.exchange(Array(text.utf8))).expect(200)
  }

  @Test("the nearest temples are told with how many there are, whatever the page shows")
  func totals() async throws {
    let desk = try await APIDesk.reading
    let place = "/api/temples?lat=25.04&lng=121.5"
    for query in [
      "", "&radius=3", "&deity=mazu", "&open_now=true", "&radius=0.001", "&radius=20037&county=臺北市", "&event=mazu",
    ] {
      let encoded = query.replacing("臺北市", with: PercentEncoding.encode("臺北市"))
      let all = try await desk.get(place + "&limit=1000" + encoded)
      let count = try all.json.list.count
      #expect(count < 1_000, "the shipped temples are fewer there")
      #expect(all.header("X-Total-Count") == "\(count)")
      for limit in [1, 20, count].filter({ $0 > 0 }) {
        #expect(
          try await desk.get(place + "&limit=\(limit)" + encoded).header("X-Total-Count") == "\(count)", "\(query)")
      }
    }
    for target in ["/api/temples", "/api/events", "/api/deities", "/api/activities", "/api/catalogue", "/api/upcoming"]
    {
      let pages = try await desk.pages(target + "?limit=500")
      #expect(try await desk.get(target + "?limit=1").header("X-Total-Count") == "\(pages.joined().count)", "\(target)")
    }
  }

  @Test("everything that can be followed is listed: events without a day near, deities, groups")
  func catalogue() async throws {
    let desk = try await APIDesk()
    let all = try await desk.pages("/api/catalogue?limit=50").flatMap(\.self)
    let data = try await desk.service.keeper.current()
    func keys(_ kind: String) -> Set<String> {
      Set(all.filter { $0["kind"] == .text(kind) }.compactMap { $0["key"].text })
    }
    #expect(keys("event") == Set(data.catalogue.events.filter(\.isEnabled).map(\.key)))
    #expect(keys("deity") == Set(data.deities.map(\.key)))
    #expect(keys("group") == Set(data.groups.map(\.key)))
    let mazu = try #require(all.first { $0["kind"] == "event" && $0["key"] == "mazu" })
    #expect(mazu["rule"] == "lunar 3/23" && mazu["solar_date"] == "2025-04-20" && mazu["countdown_days"] == 3)
    #expect(mazu["names"]["zh-Hant"] == "媽祖聖誕" && mazu["names"]["zh-Hans"] == "妈祖圣诞" && mazu["type"] == "deity")
    let group = try #require(all.first { $0["kind"] == "group" && $0["key"] == "mazu" })
    #expect(group["events"].texts.contains("mazu") && group["next_event"].text != nil && group["rule"] == .null)
    let deity = try #require(all.first { $0["kind"] == "deity" && $0["key"] == "mazu" })
    #expect(deity["events"].texts.contains("mazu"))
    // What it names can be followed by that name.
    let user = try desk.user()
    let subscription: JSON = ["subscriptions": [["event": mazu["key"]]]]
    try await desk.send("PUT", "/api/user/event-subscriptions", subscription, as: user.token).expect(200)
    let found = try await desk.get("/api/catalogue?q=mazu&lang=en").json.list
    #expect(Set(found.compactMap { $0["kind"].text }) == ["event", "deity", "group"])
    #expect(found.allSatisfy { $0["name"] == $0["names"]["en"] })
    #expect(try await desk.get("/api/catalogue?kind=group").json.list.count == data.groups.count)
    // A user's own day is nobody else's to see or to follow.
    try await desk.send("POST", "/api/user/events", ["title": "阿嬤生日", "rule": "lunar 1/2"], as: user.token).expect(201)
    #expect(try await !desk.get("/api/catalogue?limit=1000").text.contains("阿嬤生日"))
    try await desk.edit(.event, "mazu", ["is_enabled": false])
    #expect(try await !desk.get("/api/catalogue?kind=event&limit=1000").text.contains("\"key\":\"mazu\""))
  }

  @Test("a search costs the limiter what it has to look through, and a long one more")
  func searches() async throws {
    // Each search is another one: what is kept from before costs nothing.
    func answered(_ target: String) async throws -> Int {
      let desk = try await APIDesk {
        $0.requestsPerSecond = 1
        $0.requestBurst = 200
      }
      var count = 0
      while count < 200, try await desk.get("\(target)\(count)").status == 200 { count += 1 }
      return count
    }
    let long = PercentEncoding.encode(Array(repeating: "x", count: 50).joined(separator: " "))
    // 455 days and 126 temples ship.
    #expect(try await answered("/api/events?limit=1&q=x") == 200)
    #expect(try await answered("/api/events?limit=1&q=" + long) < 70)
    #expect(try await answered("/api/temples?limit=1&q=x") == 200)
    #expect(try await answered("/api/temples?limit=1&q=" + long) <= 100)
    #expect(try await answered("/api/catalogue?limit=1&q=" + long) < 70)
  }
}
