import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

/// `/api/sky`, `/api/eclipses`, `/api/pillars` and the pages of the sky. The server's day is 2025-04-17.
@Suite("the sky by HTTP", .timed)
struct SkyEndpointTests {
  @Test("the sky of a day over Taipei, and over a place with its zone")
  func sky() async throws {
    let json = try await APIDesk.reading.get("/api/sky/2026-05-11").json
    // DE440, as the table of the tests of Ephemeris has it.
    #expect(json["sun"]["rise"].texts.first?.hasPrefix("2026-05-11T05:11:4") == true)
    #expect(json["place"]["time_zone"] == "Asia/Taipei" && json["moon"]["all_day"] == .null)
    let sydney = try await APIDesk.reading.get(
      "/api/sky/2026-05-11?lat=-33.8688&lng=151.2093&time_zone=Australia/Sydney&lang=en"
    ).json
    #expect(sydney["sun"]["rise"].texts.first?.hasSuffix("+10:00") == true && sydney["notes"].list.isEmpty)
    let pole = try await APIDesk.reading.get("/api/sky/2026-06-21?lat=90&lng=0&time_zone=UTC").json
    #expect(pole["sun"]["all_day"] == "up" && pole["sun"]["rise"].list.isEmpty)
  }

  @Test("eclipses from a place, only those that it sees if asked")
  func eclipses() async throws {
    let all = try await APIDesk.reading.get("/api/eclipses?from=2026&to=2028").json
    #expect(all.list.contains { $0["date"] == "2026-03-03" && $0["kind"] == "total" && $0["is_visible"] == true })
    #expect(all.list.allSatisfy { ($0["body"] == "sun") == ($0["warning"].text != nil) })
    let seen = try await APIDesk.reading.get("/api/eclipses?from=2026&to=2028&visible=true").json
    #expect(seen.list.allSatisfy { $0["is_visible"] == true } && seen.list.count < all.list.count)
  }

  @Test("the pillars of a birth by both conventions")
  func pillars() async throws {
    let json = try await APIDesk.reading.get("/api/pillars?time=1990-05-04T23:30").json
    #expect(json["day_from_23"]["day"] == "庚午" && json["day_from_midnight"]["day"] == "己巳")
    #expect(json["is_agreed"] == false && json["counted_by"] == "standard")
  }

  @Test(
    "a wrong value is a problem that names the parameter and what is right",
    arguments: [
      ("/api/sky/2026-13-01", 404, "2026-11-21"), ("/api/sky/1500-01-01", 404, "1600"),
      ("/api/sky/2026-05-11?lat=91&lng=0", 400, "90"), ("/api/sky/2026-05-11?lat=25", 400, "lng"),
      ("/api/sky/2026-05-11?time_zone=Nowhere", 400, "America/Los_Angeles"), ("/api/eclipses?from=1899", 400, "1900"),
      ("/api/eclipses?from=2030&to=2026", 400, "2026"), ("/api/eclipses?from=1900&to=2100", 400, "50"),
      ("/api/pillars", 400, "time: is missing"), ("/api/pillars?time=1990-05-04", 400, "1990-05-04T23:30"),
      ("/api/pillars?time=1979-07-01T00:30", 400, "1979-07-01T01:00"),
      ("/api/pillars?time=1979-09-30T23:30", 400, "+09:00"),
    ])
  func wrong(_ path: String, _ status: Int, _ advice: String) async throws {
    let reply = try await APIDesk.reading.get(path)
    reply.expect(status)
    #expect(reply.text.contains(advice), "\(reply.text)")
  }

  @Test("the page of a day has the sky of Taipei, of a county, and the page of definitions has the coming eclipses")
  func pages() async throws {
    let day = try await APIDesk.reading.get("/day/2026-05-11?lang=zh-Hant")
    day.expect(200)
    #expect(day.text.contains("05:12 – 18:29") && day.text.contains("臺北（Asia/Taipei）"))
    let county = try await APIDesk.reading.get("/day/2026-05-11?lang=zh-Hant&at=%E9%AB%98%E9%9B%84%E5%B8%82")
    #expect(county.text.contains("高雄市（Asia/Taipei）"))
    for language in ["zh-Hant", "zh-Hans", "en"] {
      let page = try await APIDesk.reading.get("/sky?lang=\(language)")
      page.expect(200)
      #expect(page.text.contains("2026-03-03") && page.text.contains("DE440"))
    }
  }

  @Test("a calendar has the eclipses if they are asked for, with the page of their day; a month's page has them")
  func choices() async throws {
    let plain = try await APIDesk.reading.get("/feeds/events.ics?group=mazu")
    let feed = try await APIDesk.reading.get("/feeds/events.ics?group=mazu&eclipses=true")
    feed.expect(200)
    // The server's day is in 2025: the total eclipse of 8 September began on the 7th.
    #expect(!plain.text.contains("eclipse-moon") && feed.text.contains("UID:eclipse-moon-2025-09-08-2025@folkcal"))
    #expect(feed.text.contains("/day/2025-09-08\r\n") && !feed.text.contains("event/0"))
    let month = try await APIDesk.reading.get("/month/2025-09?lang=zh-Hant")
    #expect(month.text.contains("月全食"))
  }
}
