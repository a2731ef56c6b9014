import Database
import Folklore
import JSON
import Logging
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("health, metrics and the log", .timed, .timeLimit(.minutes(20)))
struct MonitoringTests {
  // MARK: Health

  @Test("health: ok where the planner and the worker are, degraded where one is behind")
  func health() async throws {
    let desk = try await APIDesk()
    let reader = try desk.token(.reader)
    func health() async throws -> JSON {
      let reply = try await desk.get("/api/health", as: reader)
      #expect(reply.header("Cache-Control") == "no-store")
      #expect(try (reply.status == 200) == (reply.json["status"] == "ok") && [200, 503].contains(reply.status))
      return try reply.json
    }
    let first = try await health()
    #expect(first["status"] == "degraded" && first["store"]["status"] == "ok" && first["version"] == "9.8.7")
    #expect(first["planner"]["status"] == "never ran" && first["planner"]["planned_until"] == .null)
    #expect(first["time"] == "2025-04-17T04:00:00Z")
    let user = try desk.user()
    try await desk.edit(.user, user.uuid, ["event_subscriptions": [["event": "mazu"]]])
    let until = try desk.store.plan(days: 20, desk.change).until
    let good = try await health()
    #expect(good["status"] == "ok" && good["planner"]["status"] == "ok" && good["worker"]["status"] == "ok")
    #expect(good["planner"]["planned_until"] == .text(CivilTime.iso(unixTime: until)))
    #expect(good["worker"]["lag_seconds"] == 0)
    // The first reminder is due at eight of 19 April, 44 hours later.
    desk.clock.advance(seconds: 44 * 3_600 + 300)
    // The planner has not run for more than a day, however far it planned.
    let idle = try await health()
    #expect(idle["status"] == "degraded" && idle["planner"]["status"] == "behind")
    let next = try desk.store.plan(days: 20, desk.change).until
    let late = try await health()
    #expect(late["status"] == "ok" && late["worker"]["lag_seconds"] == 300)
    desk.clock.advance(seconds: 1)
    let ill = try await health()
    #expect(ill["status"] == "degraded" && ill["worker"]["status"] == "behind" && ill["worker"]["lag_seconds"] == 301)
    desk.clock.set(next)
    #expect(try await health()["planner"]["status"] == "behind")
    // A rehearsal in the time to come hides no planner that is dead.
    desk.clock.advance(seconds: 90 * 86_400)
    let rehearsal = desk.change
    desk.clock.set(next)
    _ = try desk.store.plan(days: 300, rehearsal)
    let rehearsed = try await health()
    #expect(rehearsed["status"] == "degraded" && rehearsed["planner"]["status"] == "ahead")
  }

  @Test("strangers are told ok with 200 or degraded with 503, and nothing else; a token that is wrong is a stranger's")
  func healthOfStrangers() async throws {
    let desk = try await APIDesk()
    let others = [nil, "fck_wrong", try desk.user().token, try desk.token(.user, of: desk.user("lin"))]
    for token in others {
      let reply = try await desk.get("/api/health", as: token)
      reply.expect(503)
      #expect(try reply.json == ["status": "degraded"])
    }
    _ = try desk.store.plan(days: 20, desk.change)
    // The judgement is made once a second.
    desk.clock.advance(seconds: 1)
    for token in others {
      let reply = try await desk.get("/api/health", as: token)
      reply.expect(200)
      #expect(try reply.json == ["status": "ok"])
    }
    try desk.store.database.write { _ = try $0.execute("ALTER TABLE notification_logs RENAME TO gone") }
    desk.clock.advance(seconds: 1)
    #expect(try await desk.get("/api/health").json == ["status": "degraded"])
    let told = try await desk.get("/api/health", as: desk.token(.reader))
    told.expect(503)
    #expect(try told.json == ["status": "degraded", "store": ["status": "unavailable"]])
  }

  @Test("a monitor is never refused for asking often, and what it asks does not count")
  func monitors() async throws {
    let desk = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 2
    }
    _ = try desk.store.plan(days: 20, desk.change)
    let reader = try desk.token(.reader)
    for token in [nil, "fck_wrong", reader] {
      for _ in 0..<20 {
        let reply = try await desk.get("/api/health", as: token)
        reply.expect(200)
        #expect(reply.header("RateLimit") == nil)
      }
    }
    // What tries tokens counts as elsewhere.
    try await desk.get("/api/groups").expectProblem(429)
    let other = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 2
    }
    for _ in 0..<20 { _ = try await other.get("/api/health") }
    try await other.get("/api/groups").expect(200)
  }

  // MARK: Metrics

  /// The values of a page in Prometheus' text format, by name and labels.
  private struct Metrics {
    var values: [String: Double] = [:]
    var types: [String: String] = [:]

    init(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(text.hasSuffix("\n"))
      for line in text.split(separator: "\n") {
        if let type = line.wholeMatch(of: #/# TYPE ([a-z_]+) (counter|gauge|histogram)/#) {
          #expect(types.updateValue(String(type.2), forKey: String(type.1)) == nil, "\(line)")
        } else if line.hasPrefix("# HELP ") {
          continue
        } else {
          let sample = try #require(
            line.wholeMatch(of: #/([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]+(?:\}[^}]+)*\})? ([-+0-9.eEInfNa]+)/#), "\(line)",
            sourceLocation: sourceLocation)
          let family = String(sample.1).replacing(#/_(bucket|sum|count)$/#, with: "")
          #expect(types[family] != nil || types[String(sample.1)] != nil, "\(line)")
          let labels = sample.2.map(String.init) ?? ""
          #expect(values.updateValue(Double(sample.3) ?? .nan, forKey: sample.1 + labels) == nil, "\(line)")
        }
      }
    }
  }

  @Test("metrics: what was answered, by endpoint, method and status; histograms that add up")
  func metrics() async throws {
    let desk = try await APIDesk()
    for _ in 0..<3 { try await desk.get("/api/events/mazu").expect(200) }
    try await desk.get("/api/events/guanyin").expect(200)
    try await desk.get("/api/events/none").expectProblem(404)
    try await desk.get("/no/such/path").expectProblem(404)
    _ = try await desk.ask("PROPFIND", "/api/events")
    let reply = try await desk.get("/metrics", as: desk.token(.reader))
    reply.expect(200)
    #expect(reply.header("Content-Type")?.hasPrefix("text/plain; version=0.0.4") == true)
    let metrics = try Metrics(reply.text)
    let name = "folkcal_request_duration_seconds"
    #expect(metrics.types[name] == "histogram")
    func count(_ labels: String) -> Double? { metrics.values["\(name)_count{\(labels)}"] }
    #expect(count(#"method="GET",route="/api/events/{id}",status="200""#) == 4)
    #expect(count(#"method="GET",route="/api/events/{id}",status="404""#) == 1)
    #expect(count(#"method="GET",route="none",status="404""#) == 1)
    #expect(count(#"method="other",route="none",status="405""#) == 1)
    // What is asked for a second time is kept for the third.
    #expect(metrics.values["folkcal_answers_made_total"] == 3)
    #expect(metrics.values["folkcal_answers_kept_total"] == 1)
    // The one that asks.
    #expect(metrics.values["folkcal_requests_running"] == 1)
    #expect(metrics.values["folkcal_resident_bytes"] ?? 0 > 1_000_000)
    #expect(metrics.values["folkcal_worker_lag_seconds"] == 0 && metrics.values["folkcal_planned_seconds"] == 0)
    // The buckets of a series do not fall, and the last holds all.
    let labels = #"method="GET",route="/api/events/{id}",status="200""#
    let buckets = (Monitor.bounds.map { "\($0)" } + ["+Inf"]).map {
      metrics.values["\(name)_bucket{\(labels),le=\"\($0)\"}"]
    }
    #expect(!buckets.contains(nil) && buckets.compactMap(\.self) == buckets.compactMap(\.self).sorted())
    #expect(buckets.last == 4)
    #expect(!reply.text.contains("/no/such/path") && !reply.text.contains("guanyin"))
  }

  @Test("metrics are for a token that may read, wherever it comes from, and for all only where the operator says so")
  func metricsAccess() async throws {
    let desk = try await APIDesk { $0.trustedProxies = 1 }
    for headers in [[("X-Forwarded-For", "203.0.113.1")], [("X-Forwarded-For", "127.0.0.1")], []] {
      try await desk.get("/metrics", headers).expectProblem(401)
      try await desk.get("/metrics", as: "fck_guess", headers).expectProblem(401)
      try await desk.get("/metrics", as: desk.token(.reader), headers).expect(200)
    }
    try await desk.get("/metrics", as: desk.user().token).expectProblem(403)
    try await desk.get("/metrics", as: desk.token(.user, of: desk.user("lin"))).expectProblem(403)
    func security(_ desk: APIDesk) async throws -> JSON {
      try await desk.get("/api/openapi.json").json["paths"]["/metrics"]["get"]["security"]
    }
    #expect(try await security(desk) == [["token": []]])
    let open = try await APIDesk { $0.hasOpenMetrics = true }
    try await open.get("/metrics").expect(200)
    try await open.get("/metrics", as: "fck_guess", [("X-Forwarded-For", "203.0.113.1")]).expect(200)
    #expect(try await security(open) == [])
  }

  @Test("labels are escaped")
  func escaping() {
    var page = MetricsPage()
    page.line("a", [("b", "x\"y\\z\nw")], 1.5)
    page.line("a", [], 3)
    #expect(page.text == "a{b=\"x\\\"y\\\\z\\nw\"} 1.5\na 3\n")
  }

  // MARK: The log

  @Test("a line of JSON for each request: what was done, by whom, how it ended; and no secrets")
  func log() async throws {
    let desk = try await APIDesk { $0.trustedProxies = 1 }
    let user = try desk.user()
    let token = try desk.token(.admin)
    let feed = try desk.store.makeFeedToken(user: user.uuid, desk.change)
    try await desk.get("/api/events/mazu?lang=en", [("X-Request-Id", "one"), ("X-Forwarded-For", "203.0.113.7")])
      .expect(200)
    try await desk.get("/api/user/profile", as: user.token, [("X-Request-Id", "two")]).expect(200)
    try await desk.get("/api/admin/users?q=secretquery", as: token, [("X-Request-Id", "three")]).expect(200)
    try await desk.get("/feeds/user/\(feed).ics", [("X-Request-Id", "four")]).expect(200)
    try await desk.get("/feeds/user/\(feed)x.ics?secretquery=1", [("X-Request-Id", "five")]).expectProblem(400)
    try await desk.get("/secretpath?secretquery=\(token)", [("X-Request-Id", "six")]).expectProblem(404)
    try await desk.get("/api/user/profile", as: "fck_secrettoken", [("X-Request-Id", "seven")]).expectProblem(401)
    try await desk.send(
      "POST", "/api/auth/refresh", ["refresh_token": "fcr_secret"], as: nil, [("X-Request-Id", "eight")]
    )
    .expectProblem(401)
    let made = try await desk.ask("POST", "/api/user/feed", as: user.token).json["token"].text ?? "none"
    // The line is written when the answer is on its way: the last may still be missing.
    while desk.log.all.count < 9 { await Task.yield() }

    var lines: [String: JSON] = [:]
    for line in desk.log.all {
      #expect(line.hasSuffix("\n") && !line.dropLast().contains("\n"))
      let json = try JSON(json: Array(line.utf8))
      #expect(json["time"].text?.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/#) != nil)
      #expect(json["level"].text?.isEmpty == false && json["message"].text?.isEmpty == false)
      if let number = json["request_id"].text { lines[number] = json }
    }
    let first = try #require(lines["one"])
    #expect(first["method"] == "GET" && first["route"] == "/api/events/{id}" && first["status"] == "200")
    #expect(first["address"] == "203.0.113.7" && first["caller"] == "-")
    #expect(Double(first["milliseconds"].text ?? "") != nil && Int(first["bytes"].text ?? "") ?? 0 > 100)
    #expect(lines["two"]?["caller"] == .text("u\(user.id)"))
    #expect(lines["three"]?["caller"].text?.hasPrefix("t") == true)
    #expect(lines["four"]?["route"] == "/feeds/user/{file}" && lines["four"]?["status"] == "200")
    #expect(lines["five"]?["status"] == "400" && lines["six"]?["route"] == "none" && lines["seven"]?["status"] == "401")
    let text = desk.log.text
    for secret in [
      token, user.token, feed, made, "secret", "Bearer", "Authorization", "mei@example.org", user.uuid, "lang=en",
    ] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test("the log has lines of its level and above, with what the logger always says")
  func handler() throws {
    let lines = LogLines()
    var logger = Logger(label: "x") { JSONLogHandler(label: $0, level: .warning, write: lines.add) }
    logger.info("quiet")
    logger[metadataKey: "host"] = "a"
    logger[metadataKey: "hb.request.id"] = "dropped"
    #expect(logger[metadataKey: "host"] == "a")
    logger.warning("a \"quoted\"\nline", metadata: ["host": "b", "n": ["x": "1"]])
    #expect(lines.all.count == 1)
    let json = try JSON(json: Array(lines.text.utf8))
    #expect(json["level"] == "warning" && json["message"] == "a \"quoted\"\nline" && json["host"] == "b")
    #expect(json["hb.request.id"] == .null && lines.text.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
  }

  @Test("what is our own fault is told to the log, and not to who asked")
  func ownFaults() async throws {
    let desk = try await APIDesk(hasChannel: true)
    let admin = try desk.token(.admin)
    // Somebody takes a table away under the server.
    try desk.store.database.write { _ = try $0.execute("ALTER TABLE audit_log RENAME TO gone") }
    let reply = try await desk.get("/api/admin/audit", as: admin)
    #expect(reply.status == 500 || reply.status == 503)
    try reply.expectProblem(reply.status)
    for word in ["audit_log", "SQL", desk.folder, "no such table"] { #expect(!reply.text.contains(word), "\(word)") }
    let number = try #require(reply.header("X-Request-Id"))
    #expect(desk.log.all.contains { $0.contains(number) && $0.contains("audit_log") && $0.contains("error") })
  }
}
