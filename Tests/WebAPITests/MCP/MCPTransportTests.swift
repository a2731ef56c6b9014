import Folklore
import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

/// What HTTP refuses before a message is read: `POST /mcp`.
@Suite("assistants over HTTP", .timed)
struct MCPTransportTests {
  private static let ping: JSON = ["jsonrpc": "2.0", "id": 1, "method": "ping"]

  @Test("there are no streams and no sessions, so only POST is there", arguments: ["GET", "DELETE", "PUT", "HEAD"])
  func methods(method: String) async throws {
    let reply = try await APIDesk.reading.ask(method, "/mcp", [("Accept", "text/event-stream")])
    reply.expect(405)
    #expect(reply.header("Allow") == "POST, OPTIONS")
  }

  @Test(
    "answers are JSON, so a client must take it",
    arguments: [
      ("text/event-stream", 406), ("text/html", 406), ("application/json;q=0, text/html", 406),
      ("application/json", 200),
      ("*/*", 200), ("application/*", 200), ("application/json, text/event-stream", 200),
    ])
  func accepted(accept: String, status: Int) async throws {
    let reply = try await APIDesk.reading.send("POST", "/mcp", Self.ping, [("Accept", accept)])
    reply.expect(status)
    if status == 406 { try reply.expectProblem(406) }
  }

  @Test(
    "only JSON is taken, so that no form of a page can send a message",
    arguments: [
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "",
    ])
  func type(type: String) async throws {
    let reply = try await APIDesk.reading.ask("POST", "/mcp", [("Content-Type", type)], body: Self.ping.bytes)
    try reply.expectProblem(415)
  }

  @Test("a body longer than the limit is refused")
  func tooLong() async throws {
    let desk = try await APIDesk { $0.bodyLimit = 1_000 }
    let long: JSON = [
      "jsonrpc": "2.0", "id": 1, "method": "ping", "params": ["x": .text(String(repeating: "a", count: 1_000))],
    ]
    try await desk.assistant(long).expectProblem(413)
    try await desk.assistant(Self.ping).expect(200)
  }

  // MARK: Pages of other sites

  @Test(
    "pages of other sites are refused before a token is looked at",
    arguments: [
      "https://evil.example", "http://days.example.org", "https://days.example.org.evil.example", "null",
    ])
  func foreign(origin: String) async throws {
    let desk = try await APIDesk.reading
    for headers in [[], [("Authorization", "Bearer fck_wrong")]] {
      let reply = try await desk.assistant(Self.ping, headers + [("Origin", origin)])
      try reply.expectProblem(403)
      #expect(try reply.json["code"] == "foreign_origin")
    }
    try await desk.ask("OPTIONS", "/mcp", [("Origin", origin)]).expectProblem(403)
  }

  @Test("our own pages and those that the operator named may ask")
  func own() async throws {
    try await APIDesk.reading.assistant(Self.ping, [("Origin", APIDesk.site)]).expect(200)
    let desk = try await APIDesk { $0.allowedOrigins = ["https://app.example.org"] }
    let reply = try await desk.assistant(Self.ping, [("Origin", "https://app.example.org")])
    reply.expect(200)
    #expect(reply.header("Access-Control-Allow-Origin") == "https://app.example.org")
    let asked = try await desk.ask("OPTIONS", "/mcp", [("Origin", "https://app.example.org")])
    asked.expect(204)
    #expect(asked.header("Access-Control-Allow-Headers")?.contains("Mcp-Method") == true)
  }

  @Test(
    "without a public address only this machine's names are our own",
    arguments: [
      ("localhost:8080", 200), ("127.0.0.1:8080", 200), ("evil.example:8080", 403),
    ])
  func rebinding(host: String, status: Int) async throws {
    let desk = try await APIDesk { $0.publicURL = nil }
    let reply = try await desk.assistant(Self.ping, [("Host", host), ("Origin", "http://" + host)])
    reply.expect(status)
  }

  // MARK: Tokens

  @Test("a token that is wrong, revoked or expired is refused, and how to send one is said")
  func tokens() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    let revoked = try desk.token(.reader, of: mei, name: "old")
    _ = try desk.store.revokeToken("old", of: mei.uuid, desk.change)
    let expired = try desk.token(.reader, of: mei, expiresAt: APIDesk.noon + 60)
    desk.clock.advance(seconds: 61)
    for token in [revoked, expired, "fck_wrong", "not.a.token"] {
      let reply = try await desk.assistant(Self.ping, as: token)
      try reply.expectProblem(401)
      #expect(reply.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
      #expect(!reply.text.contains(token) && !desk.log.text.contains(token))
    }
    try await desk.assistant(Self.ping, [("Authorization", "Basic bWVpOnNlY3JldA==")]).expectProblem(401)
    try await desk.assistant(Self.ping, as: mei.token).expect(200)
  }

  @Test("requests are counted as those of the API, by caller")
  func limits() async throws {
    let desk = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 3
    }
    let mei = try desk.user()
    for _ in 0..<3 { try await desk.assistant(Self.ping, as: mei.token).expect(200) }
    let reply = try await desk.assistant(Self.ping, as: mei.token)
    try reply.expectProblem(429)
    #expect(reply.header("Retry-After") != nil)
    try await desk.assistant(Self.ping).expect(200)
  }

  @Test("a batch counts as the requests in it")
  func batchLimits() async throws {
    let desk = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 3
    }
    try await desk.assistant([Self.ping, Self.ping, Self.ping]).expect(200)
    try await desk.assistant(Self.ping).expectProblem(429)
  }

  @Test("a slash at the end changes nothing")
  func slash() async throws {
    let desk = try await APIDesk.reading
    try await desk.send("POST", "/mcp/", Self.ping).expect(200)
    try await desk.get("/mcp/").expectProblem(405)
  }

  @Test("a search for a place counts as several requests, as in the API")
  func searches() async throws {
    let desk = try await APIDesk {
      $0.requestsPerSecond = 0.001
      $0.requestBurst = 2
    }
    let call: JSON = [
      "name": "list_upcoming", "arguments": ["q": .text(String(repeating: "媽祖", count: 50))],
    ]
    let reply = try await desk.assistant("tools/call", call)
    reply.expect(200)
    #expect(try reply.json["result"]["isError"] == true, "\(reply.text)")
  }

  @Test("the log has the route and the caller, and nothing of what was asked")
  func log() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user()
    _ = try await desk.call("convert_date", ["date": "民國114年4月20日"], as: mei.token)
    #expect(desk.log.text.contains(#""route":"/mcp""#) && desk.log.text.contains(#""caller":"u\#(mei.id)""#))
    #expect(!desk.log.text.contains("114") && !desk.log.text.contains(mei.token))
  }
}
