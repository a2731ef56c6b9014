import HTTPTypes
import TestSupport
import Testing

@testable import WebAPI

/// RFC 9457, and RFC 9110 for the statuses.
@Suite("what is not done, and why", .timed, .timeLimit(.minutes(20)))
struct ProblemTests {
  /// A request, its status, and the field that is named.
  struct Case: Sendable, CustomTestStringConvertible {
    let target: String
    let status: Int
    let field: String?
    init(_ target: String, _ status: Int, _ field: String? = nil) {
      (self.target, self.status, self.field) = (target, status, field)
    }
    var testDescription: String { String(target.prefix(80)) }
  }

  /// Every route that everybody may read.
  private static let open = [
    "/api/events", "/api/events/mazu", "/api/deities", "/api/deities/mazu", "/api/day/2025-04-20", "/api/month/2025-04",
    "/api/temples", "/api/temples/longshan-mengjia", "/api/temples/longshan-mengjia/activities", "/api/activities",
    "/api/groups", "/api/groups/mazu", "/api/groups/mazu/items", "/feeds/events.ics", "/feeds/events.atom",
    "/feeds/events.json", "/api/openapi.json", "/api/catalogue", "/api/upcoming", "/api/convert",
  ]

  @Test(
    "each route that is read answers, refuses a parameter that it does not know, and takes no nonsense", arguments: open
  )
  func everyRoute(path: String) async throws {
    let desk = try await APIDesk.reading
    try await desk.get(path).expect(200)
    try await desk.get(path + "?nonsense=1").expectProblem(400, field: "nonsense")
    try await desk.get(path + "?=1").expectProblem(400)
    for query in ["%", "%4", "%zz", "a=%", "lang=%ff", "lang=%C3%28", "a%00b=1", "lang=%0a", "lang=%ED%A0%80"] {
      try await desk.get(path + "?" + query).expectProblem(400)
    }
    // An empty query is none.
    try await desk.get(path + "?").expect(200)
    try await desk.get(path + "/").expectProblem(404)
    try await desk.get(path + "%00").expectProblem(404)
    try await desk.get(path + "/../../etc/passwd").expectProblem(404)
  }

  @Test("a parameter that comes twice is named", arguments: open)
  func twice(path: String) async throws {
    let desk = try await APIDesk.reading
    let endpoint = try #require(
      APIService.endpoints.first { endpoint in
        guard case .route(let found, _) = desk.service.routes.match(.get, path) else { return false }
        return found.name == endpoint.name
      })
    for parameter in endpoint.parameters where !parameter.isInPath {
      try await desk.get("\(path)?\(parameter.name)=1&\(parameter.name)=1").expectProblem(400, field: parameter.name)
    }
  }

  @Test(
    "what a parameter must be",
    arguments: [
      Case("/api/events?from=2025-02-30", 400, "from"), Case("/api/events?from=20250401", 400, "from"),
      Case("/api/events?to=2025-4-1", 400, "to"), Case("/api/events?from=", 400, "from"),
      Case("/api/events?from=2025-04-02&to=2025-04-01", 400, "to"),
      Case("/api/events?from=2000-01-01&to=2025-01-01", 400, "to"),
      Case("/api/events?type=custom", 400, "type"), Case("/api/events?type=Deity", 400, "type"),
      Case("/api/events?limit=0", 400, "limit"), Case("/api/events?limit=5001", 400, "limit"),
      Case("/api/events?limit=-1", 400, "limit"), Case("/api/events?limit=1e2", 400, "limit"),
      Case("/api/events?limit=%2B5", 400, "limit"), Case("/api/events?limit=05", 400, "limit"),
      Case("/api/events?limit=99999999999999999999", 400, "limit"), Case("/api/events?limit=%EF%BC%95", 400, "limit"),
      Case("/api/events?cursor=nothing", 404, "cursor"), Case("/api/events?cursor=", 400, "cursor"),
      Case("/api/events?lang=fr", 400, "lang"), Case("/api/events?lang=", 400, "lang"),
      Case("/api/events?q=", 400, "q"), Case("/api/events?q=" + String(repeating: "a", count: 101), 400, "q"),
      Case("/api/events?group=none", 404), Case("/api/events?deity=none", 404),
      Case("/api/events/none", 404), Case("/api/events/999999", 404), Case("/api/events/-1", 404),
      Case("/api/events/99999999999999999999999", 404), Case("/api/events/%E5%AA%BD%E7%A5%96", 404),
      Case("/api/deities?limit=0", 400, "limit"), Case("/api/deities?cursor=nothing", 404, "cursor"),
      Case("/api/deities/none", 404), Case("/api/day/2025-13-01", 404), Case("/api/day/2025-02-29", 404),
      Case("/api/day/today", 404), Case("/api/day/2025-04-20?calendar=mayan", 400, "calendar"),
      Case("/api/month/2025-13", 404), Case("/api/month/2025-00", 404), Case("/api/month/2025-4", 404),
      Case("/api/month/2025", 404), Case("/api/month/-025-04", 404),
      Case("/api/month/2025-04?calendar=", 400, "calendar"),
      Case("/api/temples?lat=24", 400, "lng"), Case("/api/temples?lng=120", 400, "lat"),
      Case("/api/temples?lat=91&lng=120", 400, "lat"), Case("/api/temples?lat=24&lng=180.1", 400, "lng"),
      Case("/api/temples?lat=nan&lng=120", 400, "lat"), Case("/api/temples?lat=24&lng=inf", 400, "lng"),
      Case("/api/temples?lat=24N&lng=120", 400, "lat"), Case("/api/temples?lat=&lng=120", 400, "lat"),
      Case("/api/temples?lat=24&lng=120&radius=0", 400, "radius"),
      Case("/api/temples?lat=24&lng=120&radius=-1", 400, "radius"),
      Case("/api/temples?lat=24&lng=120&radius=20038", 400, "radius"),
      Case("/api/temples?lat=24&lng=120&limit=0", 400, "limit"),
      Case("/api/temples?lat=24&lng=120&limit=1001", 400, "limit"),
      Case("/api/temples?lat=24&lng=120&open_now=yes", 400, "open_now"),
      Case("/api/temples?lat=24&lng=120&has_activity=0", 400, "has_activity"),
      Case("/api/temples?lat=24&lng=120&deity_match=all", 400, "deity_match"),
      Case("/api/temples?lat=24&lng=120&event=none", 404), Case("/api/temples?deity=none", 404),
      Case("/api/temples?lat=24&lng=120&q=a", 400, "q"), Case("/api/temples?lat=24&lng=120&cursor=1", 400, "cursor"),
      Case("/api/temples?cursor=nothing", 404, "cursor"), Case("/api/temples/none", 404),
      Case("/api/temples/none/activities", 404), Case("/api/activities?event_id=none", 404),
      Case("/api/activities?temple_id=0", 404), Case("/api/activities?from=2026-01-01&to=2025-01-01", 400, "to"),
      Case("/api/activities?from=2000-01-01&to=2025-01-01", 400, "to"),
      Case("/api/activities?limit=0", 400, "limit"), Case("/api/activities?cursor=nothing", 404, "cursor"),
      Case("/api/groups/none", 404), Case("/api/groups/none/items", 404),
      Case("/feeds/events.ics?kind=custom", 400, "kind"), Case("/feeds/events.ics?group=none", 404),
      Case("/feeds/events.ics?alarm=31", 400, "alarm"), Case("/feeds/events.ics?alarm=1@24:00", 400, "alarm"),
      Case("/feeds/events.ics?alarm=1,2,3,4,5", 400, "alarm"), Case("/feeds/events.ics?alarm=01", 400, "alarm"),
      Case("/feeds/events.ics?form=ical", 400, "form"), Case("/feeds/events.atom?kind=x", 400, "kind"),
      Case("/feeds/user/none.ics", 404), Case("/feeds/user/none", 404), Case("/feeds/user/.ics", 404),
      Case("/nothing", 404), Case("/", 404), Case("/api", 404), Case("//api/events", 404), Case("/api//events", 404),
      Case("/API/events", 404),
    ])
  func parameters(given: Case) async throws {
    let desk = try await APIDesk.reading
    try await desk.get(given.target).expectProblem(given.status, field: given.field)
  }

  @Test("the far ends of time are answered or refused, and break nothing")
  func farEnds() async throws {
    let desk = try await APIDesk.reading
    for date in ["0001-01-01", "0000-01-01", "9999-12-31", "1582-10-15", "2599-12-31", "2600-01-01", "1644-12-31"] {
      for target in ["/api/events?limit=1&from=\(date)&to=\(date)", "/api/day/\(date)", "/api/month/\(date.prefix(7))"]
      {
        let reply = try await desk.get(target)
        #expect([200, 400, 404, 422].contains(reply.status), "\(target): \(reply.text.prefix(200))")
      }
    }
    for target in ["/api/events?from=9999-12-31", "/api/activities?from=9999-12-31", "/api/events?to=0001-01-01"] {
      let reply = try await desk.get(target)
      #expect(reply.status < 500, "\(target): \(reply.text.prefix(200))")
    }
  }

  @Test(
    "a method that a path does not have is told which it has",
    arguments: [
      ("POST", "/api/events", "GET, HEAD, OPTIONS"), ("DELETE", "/api/events/mazu", "GET, HEAD, OPTIONS"),
      ("GET", "/api/lunar", "OPTIONS, POST"), ("PATCH", "/api/user/settings", "GET, HEAD, OPTIONS, PUT"),
      ("PROPFIND", "/api/user/feed", "DELETE, OPTIONS, POST"), ("PUT", "/feeds/user/x.ics", "GET, HEAD, OPTIONS"),
      ("POST", "/", "GET, HEAD, OPTIONS"), ("DELETE", "/day/2026-11-24", "GET, HEAD, OPTIONS"),
    ])
  func methods(method: String, path: String, allowed: String) async throws {
    let reply = try await APIDesk.reading.ask(method, path)
    try reply.expectProblem(405)
    let names = (reply.header("Allow") ?? "").split(separator: ",").map { $0.filter { $0 != " " } }.sorted()
    #expect(names.joined(separator: ", ") == allowed)
  }

  @Test("bodies: none, no JSON, no object, another type, not UTF-8, too deep, too large")
  func bodies() async throws {
    let desk = try await APIDesk { $0.bodyLimit = 10_000 }
    func post(_ body: [UInt8]?, _ type: String? = "application/json") async throws -> Reply {
      try await desk.ask("POST", "/api/lunar", type.map { [("Content-Type", $0)] } ?? [], body: body)
    }
    let good = Array(#"{"solar":"2025-04-20"}"#.utf8)
    // The last ones as the specification's code sends them: fetch() without a header, and clients that say nothing.
    for type in [
      "application/json", "application/json; charset=utf-8", "Application/JSON", nil, "", "text/plain;charset=UTF-8",
    ] {
      try await post(good, type).expect(200)
    }
    for type in [
      "text/html", "application/jsonp", "application/x-www-form-urlencoded", "multipart/form-data", "text/plainer",
    ] {
      try await post(good, type).expectProblem(415)
    }
    try await post(nil).expectProblem(400)
    try await post([]).expectProblem(400)
    try await post(Array("{".utf8)).expectProblem(400)
    try await post(Array(#"{"solar":"2025-04-20"} x"#.utf8)).expectProblem(400)
    try await post(Array(#"{"solar":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)).expectProblem(400)
    try await post(Array(repeating: UInt8(ascii: "["), count: 9_000)).expectProblem(400)
    try await post(Array(String(repeating: #"{"a":"#, count: 1_900).utf8)).expectProblem(400)
    for body in ["[]", "1", "null", #""a""#, "{}"] { try await post(Array(body.utf8)).expectProblem(422) }
    try await post(Array(#"{"solar":"2025-04-20","moon":1}"#.utf8)).expectProblem(422, field: "moon")
    // As long as may be, and one byte more.
    let padding = [UInt8](repeating: UInt8(ascii: " "), count: 10_000 - good.count)
    try await post(good + padding).expect(200)
    try await post(good + padding + [0x20]).expectProblem(413)
    try await post([UInt8](repeating: 0x20, count: 5_000_000)).expectProblem(413)
    // In pieces, so that the length is not told before.
    let head = "POST /api/lunar HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
    let piece = "3e8\r\n" + String(repeating: " ", count: 1_000) + "\r\n"
    let bytes = try await desk.client.exchange(
      Array((head + "Transfer-Encoding: chunked\r\n\r\n" + String(repeating: piece, count: 11) + "0\r\n\r\n").utf8))
    try Reply(bytes).expectProblem(413)
  }
}
