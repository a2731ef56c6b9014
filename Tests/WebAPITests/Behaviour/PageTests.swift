import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("pages of lists", .timed, .timeLimit(.minutes(20)))
struct PageTests {
  /// All pages together are the whole list, each line once, in the same order.
  ///
  /// - Parameter whole: a limit that takes all at once.
  private func check(
    _ desk: APIDesk, _ target: String, size: Int, whole: Int, as token: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let mark = target.contains("?") ? "&" : "?"
    let all = try await desk.get("\(target)\(mark)limit=\(whole)", as: token)
    all.expect(200, sourceLocation: sourceLocation)
    #expect(all.next == nil, sourceLocation: sourceLocation)
    let list = try all.json.list
    #expect(list.count > 2 * size, "too few to say anything: \(list.count)", sourceLocation: sourceLocation)
    let pages = try await desk.pages("\(target)\(mark)limit=\(size)", as: token)
    #expect(pages.dropLast().allSatisfy { $0.count == size }, sourceLocation: sourceLocation)
    #expect(pages.last?.isEmpty == false, sourceLocation: sourceLocation)
    #expect(pages.flatMap(\.self) == list, "\(target)", sourceLocation: sourceLocation)
  }

  @Test(
    "lists that everybody reads",
    arguments: [
      ("/api/events?from=2025-01-01&to=2025-12-31", 50, 5_000),
      ("/api/events?lang=en&type=deity&to=2025-12-31", 7, 5_000),
      ("/api/upcoming?type=deity&days=300", 20, 1_000),
      ("/api/deities", 30, 1_000), ("/api/temples", 25, 1_000), ("/api/temples?q=%E5%AE%AE&lang=en", 3, 1_000),
    ])
  func publicLists(target: String, size: Int, whole: Int) async throws {
    try await check(APIDesk.reading, target, size: size, whole: whole)
  }

  @Test("without a limit it is the first page")
  func usual() async throws {
    let desk = try await APIDesk.reading
    let all = try await desk.get("/api/temples")
    #expect(try all.json.list.count == 20)
    #expect(all.next != nil)
  }

  @Test("activities, and records of the back office in every order")
  func keptLists() async throws {
    let desk = try await APIDesk()
    let reader = try desk.token(.reader)
    for number in 0..<12 {
      try await desk.add(
        .activity,
        ["key": "a\(number)", "title": "會 \(number)", "temple": "longshan-mengjia", "rule": "lunar \(12 - number)/5"])
    }
    try await check(desk, "/api/activities", size: 5, whole: 1_000)
    for target in [
      "/api/admin/events", "/api/admin/events?sort=key", "/api/admin/events?sort=stroke",
      "/api/admin/events?sort=pinyin",
      "/api/admin/events?sort=zhuyin", "/api/admin/events?type=deity&q=%E8%81%96", "/api/admin/deities",
      "/api/admin/temples?sort=stroke",
    ] { try await check(desk, target, size: 60, whole: 1_000, as: reader) }
    for target in ["/api/admin/groups", "/api/admin/sources", "/api/admin/activities?sort=key"] {
      try await check(desk, target, size: 4, whole: 1_000, as: reader)
    }
    let total = try await desk.get("/api/admin/events?limit=1", as: reader).header("X-Total-Count")
    #expect(total == "\(try desk.store.records(.event).count)")
  }

  @Test("users, the audit log, notifications and the notification log")
  func logs() async throws {
    let desk = try await APIDesk()
    let admin = try desk.token(.admin)
    let users = try (0..<9).map { try desk.user("user\($0)") }
    for user in users {
      try await desk.edit(.user, user.uuid, ["event_subscriptions": [["event": "mazu"], ["event": "qingming"]]])
    }
    _ = try desk.store.plan(days: 60, desk.change)
    try await check(desk, "/api/admin/users", size: 4, whole: 1_000, as: admin)
    try await check(desk, "/api/admin/audit?entity=event", size: 7, whole: 1_000, as: admin)
    try await check(desk, "/api/admin/audit?entity=user", size: 7, whole: 1_000, as: admin)
    try await check(desk, "/api/admin/reminders", size: 30, whole: 500, as: admin)
    try await check(desk, "/api/admin/reminders?event=mazu", size: 6, whole: 500, as: admin)
    for when in ["all", "coming"] {
      try await check(desk, "/api/user/notifications?when=\(when)", size: 3, whole: 500, as: users[0].token)
    }
    desk.clock.advance(seconds: 40 * 86_400)
    try await check(desk, "/api/user/notifications?when=past", size: 2, whole: 500, as: users[0].token)
    for path in ["users", "audit", "reminders", "events"] {
      for cursor in ["nothing", "-1", "999999", "1.5", "99999999999999999999"]
      where !(path == "audit" && Int(cursor) != nil) {
        try await desk.get("/api/admin/\(path)?cursor=\(cursor)", as: admin).expectProblem(404, field: "cursor")
      }
    }
    try await desk.get("/api/user/notifications?cursor=x", as: users[0].token).expectProblem(404, field: "cursor")
  }

  @Test("what is added meanwhile neither doubles nor loses a line of the audit log")
  func moving() async throws {
    let desk = try await APIDesk()
    let admin = try desk.token(.admin)
    for number in 0..<6 { try await desk.add(.source, ["key": "S\(number)", "title": "s"]) }
    let first = try await desk.get("/api/admin/audit?limit=3", as: admin)
    try await desk.add(.source, ["key": "NEW", "title": "s"])
    let next = try #require(first.next)
    let second = try await desk.get(next, as: admin)
    #expect(
      try first.json.list.map { $0["key"] } + second.json.list.map { $0["key"] } == [
        "S5", "S4", "S3", "S2", "S1", "S0",
      ])
  }
}
