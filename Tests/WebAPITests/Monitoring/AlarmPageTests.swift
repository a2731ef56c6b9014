import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("alarms in health, metrics and the back office", .timed, .timeLimit(.minutes(20)))
struct AlarmPageTests {
  @Test("health and metrics say when a worker that ran shows nothing any more")
  func silence() async throws {
    let desk = try await APIDesk()
    _ = try desk.store.plan(days: 20, desk.change)
    let now = desk.change.at
    let reader = try desk.token(.reader)
    func worker() async throws -> JSON { try await desk.get("/api/health", as: reader).json["worker"] }
    #expect(try await worker()["last_seen"] == .null)
    try ReminderQueue(desk.store).noteWorker(isAlive: true, troubles: [], available: [], now: now)
    desk.clock.advance(seconds: 900)
    let seen = try await worker()
    #expect(seen["status"] == "ok" && seen["last_seen"] == "2025-04-17T04:00:00Z")
    desk.clock.advance(seconds: 1)
    #expect(try await worker()["status"] == "silent")
    #expect(try await desk.get("/api/health").json["status"] == "degraded")
    let metrics = try await desk.get("/metrics", as: desk.token(.reader)).text
    #expect(metrics.contains("\nfolkcal_worker_age_seconds 901\n") && metrics.contains("\nfolkcal_alarms_open 0\n"))
  }

  @Test("open alarms stand on the overview and the page of the service; what servers said is for administrators")
  func pages() async throws {
    let desk = try await APIDesk()
    let now = desk.change.at
    func page(_ path: String, _ role: String, _ name: String) async throws -> String {
      let user = try desk.user(name)
      try await desk.edit(.user, user.uuid, ["role": .text(role)])
      let session = try desk.store.startBrowserSession(userID: user.id, means: "link", browser: nil, now: now)
      let reply = try await desk.get(path, [("Cookie", "__Host-folkcal=\(session)")])
      reply.expect(200)
      return reply.text
    }
    #expect(!(try await page("/admin", "admin", "mei").contains("提醒方式 mail 無法使用")))
    var sighting = AlarmSighting(.channelUnavailable, id: "mail", since: now)
    (sighting.subject, sighting.reason) = ("mail", "mail.example.org <refused> us")
    try desk.store.note([sighting], targets: [], holdSeconds: 0, now: now)
    for path in ["/admin", "/admin/service"] {
      let text = try await page(path, "admin", "lin" + (path == "/admin" ? "1" : "2"))
      #expect(text.contains("提醒方式 mail 無法使用") && text.contains("mail.example.org &lt;refused&gt; us"), "\(path)")
    }
    let reader = try await page("/admin", "reader", "wang")
    #expect(reader.contains("提醒方式 mail 無法使用") && !reader.contains("refused"))
    #expect(try await desk.get("/metrics", as: desk.token(.reader)).text.contains("\nfolkcal_alarms_open 1\n"))
  }
}
