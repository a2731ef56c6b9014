import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// RFC 9110, 8.8 and 13; RFC 9111.
@Suite("entity tags, compression and HEAD", .timed, .timeLimit(.minutes(20)))
struct CachingTests {
  /// What everybody may read and what follows from the public data.
  private static let tagged = [
    "/api/events", "/api/events/mazu", "/api/deities", "/api/deities/mazu", "/api/day/2025-04-20", "/api/month/2025-04",
    "/api/temples?lat=24&lng=120", "/api/temples", "/api/temples/longshan-mengjia",
    "/api/temples/longshan-mengjia/activities", "/api/activities", "/api/groups", "/api/groups/mazu",
    "/api/groups/mazu/items", "/api/catalogue", "/api/upcoming?limit=1", "/api/convert?date=today",
    "/api/notifications/preview?newmoon=true", "/api/events?time_zone=America/Los_Angeles", "/feeds",
    "/feeds/events.ics", "/feeds/events.atom", "/feeds/events.json",
    "/api/openapi.json",
  ]

  @Test("what is read has a tag, and is not sent again while it is the same", arguments: tagged)
  func notModified(target: String) async throws {
    let desk = try await APIDesk.reading
    let first = try await desk.get(target)
    first.expect(200)
    let tag = try #require(first.header("ETag"))
    #expect(tag.wholeMatch(of: #/(W/)?"[!#-~]+"/#) != nil)
    let strong = tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    #expect(first.header("Cache-Control")?.contains(/public, max-age=\d+/) == true)
    for known in [tag, strong, "\"other\", \(tag)", "\"a\",W/\"b\" , \(strong)", "*"] {
      let reply = try await desk.get(target, [("If-None-Match", known)])
      #expect(reply.status == 304, "\(known)")
      #expect(reply.body.isEmpty)
      #expect(reply.header("ETag") == tag)
      // RFC 9110, 15.4.5: what the other answer would have had.
      for name in ["Cache-Control", "Vary"] { #expect(reply.header(name) == first.header(name)) }
    }
    for other in ["\"other\"", "W/\"x\"", tag.replacing("\"", with: ""), "", "\"\(strong)"] {
      let reply = try await desk.get(target, [("If-None-Match", other)])
      #expect(reply.status == 200, "\(other)")
      #expect(reply.body == first.body)
    }
    #expect(try await desk.get(target).header("ETag") == tag)
  }

  @Test("another language, other parameters, another day: another tag")
  func differs() async throws {
    let desk = try await APIDesk()
    func tag(_ target: String, _ headers: [(String, String)] = []) async throws -> String? {
      try await desk.get(target, headers).header("ETag")
    }
    let first = try await tag("/api/events")
    for other in [
      try await tag("/api/events?lang=en"), try await tag("/api/events?limit=5"),
      try await tag("/api/events?type=deity"),
      try await tag("/api/events", [("Accept-Language", "en")]), try await tag("/api/deities"),
    ] { #expect(other != nil && other != first) }
    let reply = try await desk.get("/api/events?limit=5", [("If-None-Match", first ?? "")])
    #expect(reply.status == 200)
    // Midnight in Taipei is twelve hours later.
    desk.clock.advance(seconds: 12 * 3_600 - 1)
    #expect(try await tag("/api/events") == first)
    desk.clock.advance(seconds: 1)
    #expect(try await tag("/api/events") != first)
    #expect(try await desk.get("/api/events").json.list.allSatisfy { $0["solar_date"].text ?? "" >= "2025-04-18" })
  }

  @Test("a change by the API, or by another program, is another tag and another answer")
  func changes() async throws {
    let desk = try await APIDesk()
    let editor = try desk.token(.editor)
    let first = try await desk.get("/api/events/mazu")
    let tag = try #require(first.header("ETag"))
    try await desk.send("PUT", "/api/admin/events/mazu", ["title": "天上聖母聖誕"], as: editor).expect(200)
    let second = try await desk.get("/api/events/mazu", [("If-None-Match", tag)])
    second.expect(200)
    #expect(second.header("ETag") != tag)
    #expect(try second.json["title"] == "天上聖母聖誕")

    let other = try Store.open(desk.folder + "/folkcal.db")
    try other.edit(.event, key: "mazu", Draft(fields: [.init("title", "媽祖生")]), desk.change)
    try await desk.service.keeper.refresh()
    let third = try await desk.get("/api/events/mazu", [("If-None-Match", second.header("ETag") ?? "")])
    third.expect(200)
    #expect(try third.json["title"] == "媽祖生")
    // What only users have leaves the tags as they are.
    _ = try desk.user()
    try await desk.service.keeper.refresh()
    #expect(try await desk.get("/api/events/mazu").header("ETag") == third.header("ETag"))
  }

  @Test("another program's change is seen without anybody's doing, by the time that is configured")
  func refreshing() async throws {
    let desk = try await APIDesk { $0.refreshSeconds = 0.01 }
    #expect(try await desk.get("/api/groups/mazu").json["name"] == "媽祖信仰")
    try desk.store.edit(.group, key: "mazu", Draft(fields: [.init("name", "天后")]), desk.change)
    // It comes when it comes; the limit of time is the test's.
    while try await desk.get("/api/groups/mazu").json["name"] != "天后" { await Task.yield() }
  }

  @Test("gzip where it is taken and worth it: the same bytes", arguments: tagged)
  func compressed(target: String) async throws {
    let desk = try await APIDesk.reading
    let plain = try await desk.get(target)
    #expect(plain.header("Content-Encoding") == nil)
    #expect(plain.header("Vary")?.contains("Accept-Encoding") == true)
    for accepted in ["gzip", "deflate, gzip;q=0.5, br", "*", "GZIP", "x-gzip", "identity;q=0.5, *;q=0.1"] {
      let reply = try await desk.get(target, [("Accept-Encoding", accepted)])
      guard plain.body.count >= 1_024 else {
        #expect(reply.body == plain.body)
        continue
      }
      #expect(reply.header("Content-Encoding") == "gzip", "\(accepted)")
      #expect(reply.header("ETag") == plain.header("ETag"))
      #expect(reply.body.count < plain.body.count)
      #expect(Inflated(reply.body)?.bytes == plain.body)
    }
    for refused in ["", "identity", "gzip;q=0", "gzip; q=0.0", "br", "gzip;q=0, *", "*;q=0", "gzipped"] {
      let reply = try await desk.get(target, [("Accept-Encoding", refused)])
      #expect(reply.header("Content-Encoding") == nil && reply.body == plain.body, "\(refused)")
    }
  }

  @Test(
    "HEAD answers as GET does, without a body", arguments: tagged + ["/api/health", "/api/events/none", "/nothing"])
  func head(target: String) async throws {
    let desk = try await APIDesk.reading
    for headers in [[], [("Accept-Encoding", "gzip")]] as [[(String, String)]] {
      let numbered = headers + [("X-Request-Id", "same")]
      let get = try await desk.get(target, numbered)
      let head = try await desk.ask("HEAD", target, numbered)
      #expect(head.status == get.status)
      #expect(head.body.isEmpty)
      let kept = { (reply: Reply) in
        reply.headers.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }.sorted()
      }
      #expect(kept(head) == kept(get))
      #expect(head.header("Content-Length") == "\(get.body.count)")
      if let tag = get.header("ETag") {
        #expect(try await desk.ask("HEAD", target, [("If-None-Match", tag)]).status == 304)
      }
    }
  }

  @Test("an answer without a body says nothing of its length or type")
  func noContent() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let reply = try await desk.ask("DELETE", "/api/user/feed", as: user.token)
    reply.expect(204)
    // RFC 9110, 8.6.
    #expect(reply.header("Content-Length") == nil && reply.header("Content-Type") == nil && reply.body.isEmpty)
  }

  /// An answer of so many bytes.
  private func answer(bytes: Int) -> ReadyAnswer {
    var answer = Answer()
    answer.body = [UInt8](repeating: 0, count: bytes)
    return ReadyAnswer(answer, .shared(seconds: 60), StandardHeaders(APIConfiguration()))
  }

  private func key(_ address: String, time: Int = 0, site: String = "") -> AnswerKey {
    AnswerKey(language: .english, time: time, site: site, address: address)
  }

  @Test("what is kept is thrown away before it is too much")
  func bounded() throws {
    let cache = AnswerCache(limit: 100_000)
    let answer = answer(bytes: 1_000)
    for number in 0..<1_000 {
      cache.keep(answer, for: key("\(number)"))
      #expect(cache[key("\(number)")] != nil)
    }
    #expect((0..<1_000).count { cache[key("\($0)")] != nil } < 100)
    cache.keep(self.answer(bytes: 50_000), for: key("large"))
    #expect(cache[key("large")] == nil)
  }

  @Test("what is asked for once is not kept, what is asked for again is")
  func again() throws {
    let cache = AnswerCache()
    let answer = answer(bytes: 10)
    cache.keepIfAskedAgain(answer, for: key("a"))
    cache.keepIfAskedAgain(answer, for: key("a", time: 1))
    cache.keepIfAskedAgain(answer, for: key("a", site: "x"))
    #expect(cache[key("a")] == nil)
    cache.keepIfAskedAgain(answer, for: key("a"))
    #expect(cache[key("a")] === answer)
    #expect(cache[key("a", time: 1)] == nil)
  }

  @Test("parts of a tag do not run into each other")
  func tags() {
    #expect(EntityTag(of: "ab", "c") != EntityTag(of: "a", "bc"))
    #expect(EntityTag(of: "a") != EntityTag(of: "a", ""))
    #expect(EntityTag(of: "媽祖") == EntityTag(of: "媽祖"))
    #expect(key("a", site: "bc").tag("1", "m") != key("ca", site: "b").tag("1", "m"))
  }
}
