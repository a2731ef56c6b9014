import Folklore
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

/// 2025-04-17, 12:00 in Taipei: in Los Angeles it is still the 16th, and 媽祖聖誕, on the 20th, is four days off.
@Suite("whose today it is", .timed, .timeLimit(.minutes(20)))
struct TimeZoneTests {
  private static let zone = "time_zone=America/Los_Angeles"

  private func countdown(_ desk: APIDesk, _ target: String, as token: String? = nil) async throws -> Int? {
    let reply = try await desk.get(target, as: token)
    reply.expect(200)
    let json = try reply.json
    let item = json.list.first { $0["key"] == "mazu" } ?? json
    return item["countdown_days"].integer
      ?? item["events"].list.first { $0["key"] == "mazu" }?["countdown_days"].integer
  }

  @Test(
    "public routes count from the day in Taipei, or in the zone that is asked for",
    arguments: [
      "/api/events", "/api/events/mazu", "/api/deities/mazu", "/api/deities?q=mazu",
      "/api/catalogue?kind=event&limit=1000",
    ])
  func publicRoutes(target: String) async throws {
    let desk = try await APIDesk.reading
    let sign = target.contains("?") ? "&" : "?"
    #expect(try await countdown(desk, target) == 3)
    #expect(try await countdown(desk, target + sign + Self.zone) == 4)
    #expect(try await countdown(desk, target + sign + "time_zone=America%2FLos_Angeles") == 4)
    #expect(try await countdown(desk, target + sign + "time%5Fzone=America/Los_Angeles") == 4)
    #expect(try await countdown(desk, target + sign + "time_zone=Asia/Taipei") == 3)
    #expect(try await countdown(desk, target + sign + "time_zone=Pacific/Kiritimati") == 3)
    // A token there is not looked at: what caches hold for one is good for all.
    let user = try await APIDesk().user("x", [.init("time_zone", "America/Los_Angeles")])
    #expect(try await countdown(desk, target, as: user.token) == 3)
    for wrong in ["Mars/Olympus", "EST", "", "+08:00", "Asia/Taipei%00", "../etc/passwd"] {
      #expect(try await desk.get(target + sign + "time_zone=" + wrong).status == 400, "\(wrong)")
    }
  }

  @Test("lists that begin today begin on that day, and the page of a month marks it")
  func today() async throws {
    let desk = try await APIDesk()
    try await desk.add(.activity, ["key": "rite", "title": "rite", "temple": "longshan-mengjia", "rule": "solar 4/16"])
    func isHeld(_ target: String) async throws -> Bool {
      try await desk.get(target).json.list.contains { $0["key"] == "rite" && $0["date"] == "2025-04-16" }
    }
    for path in ["/api/activities", "/api/temples/longshan-mengjia/activities"] {
      #expect(try await !isHeld(path))
      #expect(try await isHeld(path + "?" + Self.zone))
    }
    func marked(_ query: String) async throws -> [String] {
      try await desk.get("/api/month/2025-04" + query).json["days"].list.filter { $0["is_today"] == true }
        .compactMap { $0["solar_date"].text }
    }
    #expect(try await marked("") == ["2025-04-17"])
    #expect(try await marked("?" + Self.zone) == ["2025-04-16"])
  }

  @Test("a kept answer and a tag are of the day in that zone, and move on at its midnight")
  func caching() async throws {
    let desk = try await APIDesk()
    let (there, here) = ("/api/events/mazu?" + Self.zone, "/api/events/mazu")
    func tags() async throws -> [String?] {
      // Twice, so that it is kept.
      for target in [there, here] { _ = try await desk.get(target) }
      return [try await desk.get(there).header("ETag"), try await desk.get(here).header("ETag")]
    }
    let first = try await tags()
    #expect(first[0] != first[1])
    // Midnight in Los Angeles is at 15:00 in Taipei.
    desk.clock.advance(seconds: 3 * 3_600)
    let second = try await tags()
    #expect(second[0] != first[0] && second[1] == first[1])
    #expect(try await desk.get(there, [("If-None-Match", first[0] ?? "")]).status == 200)
    #expect(try await countdown(desk, there) == 3)
    // And in Taipei nine hours later.
    desk.clock.advance(seconds: 9 * 3_600)
    let third = try await tags()
    #expect(third[0] == second[0] && third[1] != second[1])
    #expect(try await countdown(desk, here) == 2)
    #expect(try await countdown(desk, there) == 3)
    #expect(try await desk.get(there, [("If-None-Match", second[0] ?? "")]).status == 304)
  }

  @Test("a user's own days count from the user's day, unless the request says otherwise")
  func ownDays() async throws {
    let desk = try await APIDesk()
    let mei = try desk.user("mei", [.init("time_zone", "America/Los_Angeles")])
    let lin = try desk.user("lin")
    let body: JSON = ["title": "x", "rule": "lunar 3/25"]
    for (user, days) in [(mei, 6), (lin, 5)] {
      let added = try await desk.send("POST", "/api/user/events", body, as: user.token).json
      #expect(added["countdown_days"] == .integer(days))
      let path = "/api/user/events/\(added["id"].integer ?? 0)"
      #expect(try await desk.get(path, as: user.token).json["countdown_days"] == .integer(days))
      #expect(try await desk.get("/api/user/events", as: user.token).json.list[0]["countdown_days"] == .integer(days))
      #expect(
        try await desk.send("PUT", path, ["title": "y"], as: user.token).json["countdown_days"] == .integer(days))
      // The zone that is named comes before the user's.
      for (zone, days) in [("Asia/Taipei", 5), ("America/Los_Angeles", 6)] {
        for target in [path, "/api/user/events"] {
          let json = try await desk.get(target + "?time_zone=" + zone, as: user.token).json
          #expect((json.list.first ?? json)["countdown_days"] == .integer(days))
        }
      }
      try await desk.get(path + "?time_zone=Mars/Olympus", as: user.token).expectProblem(400, field: "time_zone")
    }
    // Another zone is another answer, also where the reader asks whether it is still the same.
    let path = "/api/user/events"
    let tag = try #require(try await desk.get(path, as: lin.token).header("ETag"))
    try await desk.send("PUT", "/api/user/profile", ["time_zone": "America/Los_Angeles"], as: lin.token).expect(200)
    #expect(try await desk.get(path, as: lin.token, [("If-None-Match", tag)]).status == 200)
  }
}
