import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("how often one may ask", .timed, .timeLimit(.minutes(20)))
struct LimitTests {
  /// Two requests a second, four at once.
  private func desk(proxies: Int = 0) async throws -> APIDesk {
    try await APIDesk {
      $0.requestsPerSecond = 2
      $0.requestBurst = 4
      $0.trustedProxies = proxies
    }
  }

  /// How many of so many requests are answered.
  private func answered(
    _ desk: APIDesk, _ count: Int, _ target: String = "/api/groups", as token: String? = nil,
    _ headers: [(String, String)] = []
  ) async throws -> Int {
    var answered = 0
    for _ in 0..<count where try await desk.get(target, as: token, headers).status != 429 { answered += 1 }
    return answered
  }

  @Test("after four at once it is two a second, and it is told when to come again")
  func refilling() async throws {
    let desk = try await desk()
    #expect(try await answered(desk, 6) == 4)
    let reply = try await desk.get("/api/groups")
    try reply.expectProblem(429)
    #expect(reply.header("Retry-After") == "1")
    desk.clock.advance(seconds: 0.4)
    #expect(try await answered(desk, 1) == 0)
    desk.clock.advance(seconds: 0.1)
    #expect(try await answered(desk, 2) == 1)
    desk.clock.advance(seconds: 1)
    #expect(try await answered(desk, 5) == 2)
    desk.clock.advance(seconds: 3_600)
    #expect(try await answered(desk, 10) == 4)
    // A clock that goes back locks nobody out for ever.
    desk.clock.advance(seconds: -7_200)
    #expect(try await answered(desk, 1) == 0)
    desk.clock.advance(seconds: 7_200 + 60)
    #expect(try await answered(desk, 10) == 4)
  }

  @Test(
    "whatever is asked for counts",
    arguments: [
      "/api/events", "/nothing", "/feeds/user/none.ics", "/api/user/profile", "/api/lunar", "/api/events?limit=0",
    ])
  func everything(target: String) async throws {
    #expect(try await answered(desk(), 10, target) == 4)
  }

  /// draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4.
  @Test("each answer says what may still be asked, and a refusal when to come again")
  func quota() async throws {
    let desk = try await desk()
    func limits(_ reply: Reply) -> [String?] { ["RateLimit-Policy", "RateLimit"].map(reply.header) }
    let policy = "\"default\";q=4;w=2"
    for (left, seconds) in [(3, 1), (2, 1), (1, 2), (0, 2)] {
      let reply = try await desk.get(left == 2 ? "/nothing" : "/api/groups")
      #expect(limits(reply) == [policy, "\"default\";r=\(left);t=\(seconds)"], "\(left)")
    }
    let refused = try await desk.get("/api/groups")
    try refused.expectProblem(429)
    #expect(limits(refused) == [policy, "\"default\";r=0;t=1"] && refused.header("Retry-After") == "1")
    // Another caller has another quota, and one request may count as several.
    let mei = try desk.user()
    #expect(try await limits(desk.get("/api/user/profile", as: mei.token)) == [policy, "\"default\";r=3;t=1"])
    desk.clock.advance(seconds: 2)
    let many = JSON.list(Array(repeating: "2025-04-20", count: 1_000))
    #expect(try await limits(desk.send("POST", "/api/lunar", ["solar": many])) == [policy, "\"default\";r=1;t=2"])
    let free = try await APIDesk.reading
    #expect(try await limits(free.get("/api/groups")) == [nil, nil])
  }

  @Test("many dates at once count as the requests that they are worth")
  func byCost() async throws {
    let desk = try await desk()
    let near = JSON.list(Array(repeating: "2025-04-20", count: 400))
    let far = JSON.list(Array(repeating: "9000-01-01", count: 30))
    try await desk.send("POST", "/api/lunar", ["solar": near]).expect(200)
    // The second of four, and three more for what it asks.
    try await desk.send("POST", "/api/lunar", ["solar": far]).expectProblem(429)
    desk.clock.advance(seconds: 2)
    try await desk.send("POST", "/api/lunar", ["solar": far]).expect(200)
    #expect(try await answered(desk, 1) == 0)
  }

  @Test("each caller has a limit of their own, and who tries tokens has that of the address")
  func callers() async throws {
    let desk = try await desk()
    let (mei, lin) = (try desk.user("mei"), try desk.user("lin"))
    let (reader, other) = (try desk.token(.reader), try desk.token(.reader))
    #expect(try await answered(desk, 6) == 4)
    for token in [mei.token, lin.token] { #expect(try await answered(desk, 6, "/api/user/profile", as: token) == 4) }
    for token in [reader, other] { #expect(try await answered(desk, 6, "/api/admin/sources", as: token) == 4) }
    #expect(try await answered(desk, 3, "/api/user/profile", as: "fck_guess") == 0)
    desk.clock.advance(seconds: 60)
    #expect(try await answered(desk, 10, "/api/user/profile", as: "fck_guess") == 4)
    #expect(try await answered(desk, 1) == 0)
    // What everybody may read counts by the address, whoever asks.
    desk.clock.advance(seconds: 60)
    #expect(try await answered(desk, 3, as: mei.token) == 3)
    #expect(try await answered(desk, 3) == 1)
    #expect(try await answered(desk, 6, "/api/user/profile", as: mei.token) == 4)
  }

  @Test("what is kept and what has not changed counts too")
  func unchanged() async throws {
    let desk = try await desk()
    let tag = try #require(try await desk.get("/api/groups").header("ETag"))
    #expect(try await answered(desk, 6, "/api/groups", [("If-None-Match", tag)]) == 3)
  }

  @Test("a header that anybody can write is believed only of proxies that are configured")
  func proxies() async throws {
    let none = try await desk()
    for number in 0..<4 {
      #expect(try await answered(none, 1, [("X-Forwarded-For", "203.0.113.\(number)")]) == 1)
    }
    #expect(try await answered(none, 1, [("X-Forwarded-For", "203.0.113.9")]) == 0)

    let one = try await desk(proxies: 1)
    #expect(try await answered(one, 6, [("X-Forwarded-For", "203.0.113.1")]) == 4)
    // The last address is the proxy's word, what stands before it the reader's.
    #expect(try await answered(one, 1, [("X-Forwarded-For", "198.51.100.7, 203.0.113.1")]) == 0)
    #expect(try await answered(one, 6, [("X-Forwarded-For", "203.0.113.1, 203.0.113.2")]) == 4)
    let lines = [("X-Forwarded-For", "198.51.100.7"), ("X-Forwarded-For", "203.0.113.1")]
    #expect(try await answered(one, 1, lines) == 0)

    let two = try await desk(proxies: 2)
    #expect(try await answered(two, 6, [("X-Forwarded-For", "203.0.113.1, 10.0.0.1")]) == 4)
    #expect(try await answered(two, 1, [("X-Forwarded-For", "1.2.3.4, 203.0.113.1, 10.0.0.2")]) == 0)
    // Who came past the proxies is counted by the connection's address.
    #expect(try await answered(two, 6, [("X-Forwarded-For", "203.0.113.1")]) == 4)
    #expect(try await answered(two, 1) == 0)
  }

  @Test("of IPv6 a network counts as one")
  func networks() async throws {
    let desk = try await desk(proxies: 1)
    let addresses = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:2:3:4:5:6"]
    var count = 0
    for address in addresses + addresses { count += try await answered(desk, 1, [("X-Forwarded-For", address)]) }
    #expect(count == 4)
    #expect(try await answered(desk, 1, [("X-Forwarded-For", "2001:db8:1:3::1")]) == 1)
    // A short form stands for zeros: these two are of different networks.
    #expect(try await answered(desk, 5, [("X-Forwarded-For", "2001:db8::1")]) == 4)
    #expect(try await answered(desk, 1, [("X-Forwarded-For", "2001:db8:0:1::1")]) == 1)
    #expect(try await answered(desk, 1, [("X-Forwarded-For", "2001:db8:0:0:1::1")]) == 0)
    // IPv4 as a socket of IPv6 shows it is each address by itself.
    for address in ["::ffff:203.0.113.1", "::ffff:203.0.113.2"] {
      #expect(try await answered(desk, 6, [("X-Forwarded-For", address)]) == 4)
    }
    #expect(try await answered(desk, 1, [("X-Forwarded-For", "203.0.113.1")]) == 0)
  }

  @Test("many addresses take a bounded place")
  func bounded() {
    let limiter = RateLimiter()
    let rate = RateLimiter.Rate(perSecond: 1, burst: 1)
    #expect((0..<200_000).allSatisfy { limiter.take(for: "\($0)", rate, now: 0) == nil })
    #expect(limiter.take(for: "0", rate, now: 0) == 1)
    // One more, long after: those that are full again are forgotten, and nobody gets more than before.
    #expect(limiter.take(for: "x", rate, now: 100) == nil)
    #expect(limiter.take(for: "x", rate, now: 100) == 1)
    #expect(limiter.take(for: "1", rate, now: 100) == nil)
  }
}

extension LimitTests {
  private func answered(_ desk: APIDesk, _ count: Int, _ headers: [(String, String)]) async throws -> Int {
    try await answered(desk, count, "/api/groups", as: nil, headers)
  }

  private func answered(
    _ desk: APIDesk, _ count: Int, _ target: String, _ headers: [(String, String)]
  ) async throws -> Int {
    try await answered(desk, count, target, as: nil, headers)
  }
}
