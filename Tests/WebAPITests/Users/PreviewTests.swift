import JSON
import Records
import Sinks
import TestSupport
import Testing

@testable import WebAPI

/// `/api/notifications/preview`; now is 12:00 on 2025-04-17 in Taipei, and 媽祖聖誕 is on 2025-04-20.
@Suite("a preview of reminders", .timed)
struct PreviewTests {
  private func times(_ query: String) async throws -> [String] {
    let reply = try await APIDesk.reading.get("/api/notifications/preview?" + query)
    reply.expect(200)
    return try reply.json.list.compactMap { $0["scheduled_at"].text }
  }

  @Test("a day is told days before it and on it, at the time that was asked for")
  func times() async throws {
    // The reminder three days before was due four hours ago.
    #expect(try await times("events=mazu&days=10") == ["2025-04-19T00:00:00Z", "2025-04-20T00:00:00Z"])
    #expect(
      try await times("events=mazu&days=10&notify_time=18:30&advance_days=2&day_of=false") == [
        "2025-04-17T10:30:00Z", "2025-04-18T10:30:00Z",
      ])
    #expect(
      try await times("events=mazu&days=10&notify_time=18:30&early=false&advance_days=0") == ["2025-04-20T10:30:00Z"])
    #expect(
      try await times("events=mazu&days=10&quiet=22:00-09:00") == ["2025-04-19T01:00:00Z", "2025-04-20T01:00:00Z"])
    #expect(
      try await times("events=mazu&days=10&early=false&time_zone=America/Los_Angeles") == [
        "2025-04-19T15:00:00Z", "2025-04-20T15:00:00Z",
      ])
  }

  @Test("deities, groups, 初一 and 十五 bring their days")
  func following() async throws {
    let desk = try await APIDesk.reading
    func keys(_ query: String) async throws -> Set<String> {
      let json = try await desk.get("/api/notifications/preview?days=400&limit=500&" + query).json
      return Set(json.list.compactMap { $0["event"]["key"].text })
    }
    #expect(try await keys("deities=mazu").isSuperset(of: ["mazu", "mazu-fly"]))
    #expect(try await keys("groups=guanyin").contains("guanyin"))
    let (new, full) = (try await keys("newmoon=true"), try await keys("fullmoon=true"))
    #expect(new.count == 1 && full.count == 1 && new != full)
    #expect(try await keys("events=mazu,guanyin") == ["mazu", "guanyin"])
  }

  @Test("nothing is written, and no user is named")
  func nothingWritten() async throws {
    let desk = try await APIDesk()
    let reply = try await desk.get("/api/notifications/preview?events=mazu")
    let first = try reply.json[0]
    #expect(first["key"] == "preview/88/2025-04-20/main" && first["event"]["key"] == "mazu")
    #expect(first["body"].text?.contains("媽祖聖誕") == true)
    let token = try desk.token(.admin)
    #expect(try await desk.get("/api/admin/reminders", as: token).json == [])
  }

  @Test(
    "what cannot be previewed is refused",
    arguments: [
      ("", 400, nil), ("events=nope", 404, "events"), ("newmoon=true&advance_days=31", 400, "advance_days"),
      ("newmoon=true&notify_time=8:00", 400, "notify_time"), ("newmoon=true&quiet=07:00-07:00", 400, "quiet"),
      ("newmoon=true&days=401", 400, "days"), ("newmoon=maybe", 400, "newmoon"), ("newmoon=false", 400, nil),
    ] as [(String, Int, String?)])
  func wrong(query: String, status: Int, field: String?) async throws {
    try await APIDesk.reading.get("/api/notifications/preview?" + query).expectProblem(status, field: field)
  }
}
