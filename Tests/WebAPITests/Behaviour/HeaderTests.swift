import JSON
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("headers of every answer", .timed, .timeLimit(.minutes(20)))
struct HeaderTests {
  private static let answers = [
    ("GET", "/api/events", 200), ("GET", "/feeds/events.ics", 200), ("GET", "/nothing", 404),
    ("GET", "/api/events?limit=0", 400), ("GET", "/api/user/profile", 401), ("DELETE", "/api/events", 405),
    ("HEAD", "/api/events", 200), ("OPTIONS", "/api/events", 204),
  ]

  @Test("the current month's address leads to another month later, so nobody may remember where it led")
  func monthMoves() async throws {
    let desk = try await APIDesk()
    #expect(try await desk.ask("GET", "/month").header("Location") == "/month/2025-04")
    desk.clock.advance(seconds: 30 * 86_400)
    let later = try await desk.ask("GET", "/month")
    #expect(later.status == 307)
    #expect(later.header("Location") == "/month/2025-05")
  }

  @Test("nothing guesses types, frames the page, or tells others where readers come from", arguments: answers)
  func security(method: String, target: String, status: Int) async throws {
    let reply = try await APIDesk.reading.ask(method, target)
    #expect(reply.status == status)
    #expect(reply.header("X-Content-Type-Options") == "nosniff")
    #expect(reply.header("Referrer-Policy") == "no-referrer")
    let policy = try #require(reply.header("Content-Security-Policy"))
    #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    #expect(!policy.contains("unsafe"))
    // The site is reached by https, as is configured.
    #expect(reply.header("Strict-Transport-Security")?.hasPrefix("max-age=") == true)
    #expect(reply.header("Server") == "folkcal")
    #expect(reply.header("Date") != nil)
  }

  @Test("other sites may frame the strip and nothing else, also by what a 304 and a 404 say")
  func framed() async throws {
    let desk = try await APIDesk.reading
    let strip = try await desk.get("/embed?groups=mazu")
    strip.expect(200)
    let tag = try #require(strip.header("ETag"))
    for reply in [
      strip, try await desk.get("/embed?groups=mazu", [("If-None-Match", tag)]),
      try await desk.get("/embed?groups=nope"),
    ] {
      #expect(reply.header("Content-Security-Policy")?.contains("frame-ancestors *;") == true)
      #expect(reply.header("Cross-Origin-Resource-Policy") == "cross-origin" && reply.header("Set-Cookie") == nil)
    }
    let style = try #require(strip.text.firstMatch(of: /href="(\/assets\/embed-[^"]+)"/))
    #expect(try await desk.get(String(style.1)).header("Cross-Origin-Resource-Policy") == "cross-origin")
    for path in ["/", "/feeds", "/near", "/sign-in", "/nothing", "/embed/x"] {
      let reply = try await desk.ask("GET", path, [("Accept", "text/html")])
      #expect(reply.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true, "\(path)")
      #expect(reply.header("Cross-Origin-Resource-Policy") == "same-origin", "\(path)")
    }
  }

  @Test("without https no browser is told to insist on it")
  func plain() async throws {
    let desk = try await APIDesk { $0.publicURL = nil }
    #expect(try await desk.get("/api/health").header("Strict-Transport-Security") == nil)
  }

  @Test("a number of a request that is fit for a log is kept; another is replaced")
  func requestNumbers() async throws {
    let desk = try await APIDesk.reading
    for fit in ["a", "7b0f-1.x_Y", String(repeating: "a", count: 64)] {
      #expect(try await desk.get("/api/health", [("X-Request-Id", fit)]).header("X-Request-Id") == fit)
    }
    var seen: Set<String> = []
    for unfit in [nil, "", "a b", "a\"b", "<x>", "媽祖", String(repeating: "a", count: 65), "a;b", "a, b"] {
      let reply = try await desk.get("/api/health", unfit.map { [("X-Request-Id", $0)] } ?? [])
      let number = try #require(reply.header("X-Request-Id"))
      #expect(number != unfit && !number.isEmpty && number.utf8.count <= 64)
      #expect(seen.insert(number).inserted)
    }
  }

  @Test(
    "the language that is preferred, by its weight; that of the parameter goes before",
    arguments: [
      ("en", "Birthday of Mazu"), ("zh-TW", "媽祖聖誕"), ("zh-CN,zh;q=0.9", "妈祖圣诞"), ("zh-Hans", "妈祖圣诞"),
      ("fr, de;q=0.9", "媽祖聖誕"), ("fr, en;q=0.5, zh-TW;q=0.3", "Birthday of Mazu"),
      ("en;q=0.1, zh-Hans;q=0.8", "妈祖圣诞"), ("en;q=0, fr", "媽祖聖誕"), ("", "媽祖聖誕"), ("*", "媽祖聖誕"),
      ("en-GB;q=0.8,en;q=0.7", "Birthday of Mazu"), (",;q=,en", "Birthday of Mazu"),
    ])
  func languages(header: String, title: String) async throws {
    let desk = try await APIDesk.reading
    let reply = try await desk.get("/api/events/mazu", [("Accept-Language", header)])
    #expect(try reply.json["title"] == .text(title))
    #expect(reply.header("Vary")?.contains("Accept-Language") == true)
    let other = try await desk.get("/api/events/mazu?lang=en", [("Accept-Language", header)])
    #expect(try other.json["title"] == "Birthday of Mazu")
  }

  // MARK: CORS

  @Test("a page of any site may read the answers, and asks before it writes")
  func anyOrigin() async throws {
    let desk = try await APIDesk.reading
    let origin = [("Origin", "https://app.example.org")]
    for target in ["/api/events", "/api/user/profile", "/nothing"] {
      let reply = try await desk.get(target, origin)
      #expect(reply.header("Access-Control-Allow-Origin") == "*")
      #expect(reply.header("Access-Control-Allow-Credentials") == nil)
      let exposed = reply.header("Access-Control-Expose-Headers") ?? ""
      for name in [
        "ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id", "Location", "X-Total-Count",
      ] {
        #expect(exposed.contains(name))
      }
    }
    // A cache may give the same answer to a page of another site.
    #expect(try await desk.get("/api/events").header("Access-Control-Allow-Origin") == "*")
    let asked =
      origin + [
        ("Access-Control-Request-Method", "PUT"), ("Access-Control-Request-Headers", "authorization,content-type"),
      ]
    let reply = try await desk.ask("OPTIONS", "/api/user/settings", asked)
    #expect(reply.status == 204)
    #expect(reply.header("Access-Control-Allow-Origin") == "*")
    #expect(Self.names(reply, "Access-Control-Allow-Methods").isSuperset(of: ["get", "put"]))
    #expect(
      Self.names(reply, "Access-Control-Allow-Headers").isSuperset(of: [
        "authorization", "content-type", "if-none-match", "if-match",
      ]))
    #expect(reply.header("Access-Control-Max-Age").flatMap { Int($0) } ?? 0 > 0)
    try await desk.ask("OPTIONS", "/nothing", asked).expectProblem(404)
  }

  @Test("only the sites that are configured may")
  func someOrigins() async throws {
    let allowed = ["https://app.example.org", "http://localhost:3000"]
    let desk = try await APIDesk { $0.allowedOrigins = allowed }
    for origin in allowed {
      for method in ["GET", "OPTIONS"] {
        let reply = try await desk.ask(method, "/api/events", [("Origin", origin)])
        #expect(reply.header("Access-Control-Allow-Origin") == origin)
        #expect(reply.header("Vary")?.contains("Origin") == true)
      }
    }
    for origin in [
      "https://evil.example", "https://app.example.org.evil.example", "null", "http://app.example.org", "",
    ] {
      for method in ["GET", "OPTIONS"] {
        let reply = try await desk.ask(method, "/api/events", [("Origin", origin)])
        #expect(reply.header("Access-Control-Allow-Origin") == nil, "\(origin)")
        #expect(reply.header("Vary")?.contains("Origin") == true)
      }
    }
    let none = try await APIDesk { $0.allowedOrigins = [] }
    let reply = try await none.get("/api/events", [("Origin", allowed[0])])
    #expect(reply.status == 200 && reply.header("Access-Control-Allow-Origin") == nil)
  }

  private static func names(_ reply: Reply, _ header: String) -> Set<String> {
    Set((reply.header(header) ?? "").split(separator: ",").map { $0.filter { $0 != " " }.lowercased() })
  }
}
