import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

/// `/api/good-days`, `/api/day/{date}/reasons`, `/api/hours`, `/api/zodiac`, and the pages of the almanac. The server's day is 2025-04-17.
@Suite("the almanac by HTTP", .timed)
struct AlmanacEndpointTests {
  @Test("a day has 宜 and 忌 with the book's name, and each can be explained")
  func day() async throws {
    let json = try await APIDesk.reading.get("/api/day/2027-05-14").json["almanac"]
    #expect(json["xieji"]["book"] == "欽定協紀辨方書" && !json["xieji"]["good_items"].list.isEmpty)
    #expect(json["directions"]["fortune_school"].text?.contains("A") == true && json["path"].text != nil)
    let reasons = try await APIDesk.reading.get("/api/day/2027-02-03/reasons?for=%E7%B5%90%E5%A9%9A").json
    #expect(reasons["purpose"] == "嫁娶" && reasons["status"] == "bad")
    #expect(reasons["rules"].list.contains { $0["leaf"] == "10-68b..72a" })
  }

  @Test("good days of a range, without the animal that is to be avoided")
  func goodDays() async throws {
    let path = "/api/good-days?for=%E5%AB%81%E5%A8%B6&from=2027-01-01&until=2027-12-31"
    let all = try await APIDesk.reading.get(path).json
    #expect(all["days"].list.count > 20 && all["next"] == .null)
    let avoided = try await APIDesk.reading.get(path + "&avoid_zodiac=goat").json
    #expect(avoided["days"].list.count < all["days"].list.count && avoided["left_out"]["zodiac"].integer ?? 0 > 0)
    #expect(avoided["days"].list.allSatisfy { $0["clash"]["zodiac"] != "羊" })
    let moved = try await APIDesk.reading.get("/api/good-days?for=%E5%85%A5%E5%AE%85&lang=en").json
    #expect(moved["asked_for"] == "入宅" && moved["items"].texts == ["般移"])
  }

  @Test("the hours of a day and the animals of a year")
  func hoursAndZodiac() async throws {
    let hours = try await APIDesk.reading.get("/api/hours/2026-11-25").json
    #expect(hours["hours"].list.count == 12 && hours["hours"].list.first?["begins"] == "2026-11-24T23:00")
    let year = try await APIDesk.reading.get("/api/zodiac/2027").json
    #expect(year["ganzhi"] == "丁未" && year["animals"].list.count == 12)
  }

  @Test(
    "a wrong value is a problem that names the parameter and what is right",
    arguments: [
      ("/api/good-days", 400, "for"), ("/api/good-days?for=nothing-like-it", 400, "for"),
      ("/api/good-days?for=%E9%96%8B%E5%85%89", 400, "for"),
      ("/api/good-days?for=%E5%AB%81%E5%A8%B6&from=2027-02-01&until=2027-01-01", 400, "until"),
      ("/api/good-days?for=%E5%AB%81%E5%A8%B6&from=2027-01-01&until=2048-01-01", 400, "until"),
      ("/api/good-days?for=%E5%AB%81%E5%A8%B6&avoid_zodiac=unicorn", 400, "avoid_zodiac"),
      ("/api/day/2027-02-03/reasons", 400, "for"),
    ])
  func wrong(_ path: String, _ status: Int, _ field: String) async throws {
    try await APIDesk.reading.get(path).expectProblem(status, field: field)
  }

  @Test(
    "unknown days and years are not found",
    arguments: ["/api/hours/2026-13-01", "/api/zodiac/20270", "/api/day/x/reasons?for=%E5%AB%81%E5%A8%B6"])
  func missing(_ path: String) async throws {
    try await APIDesk.reading.get(path).expect(404)
  }

  @Test("the pages show the almanac of a day, good days, hours and a year, and what is wrong")
  func pages() async throws {
    let day = try await APIDesk.reading.get("/day/2027-05-14?lang=zh-Hant")
    #expect(day.text.contains("宜忌依《欽定協紀辨方書》") && day.text.contains("/hours/2027-05-14"))
    let why = try await APIDesk.reading.get("/day/2027-02-03?why=%E7%B5%90%E5%A9%9A&lang=zh-Hant")
    #expect(why.text.contains("四絕") && why.text.contains("八專"))
    let good = try await APIDesk.reading.get(
      "/good-days?for=%E7%B5%90%E5%A9%9A&from=2027-01-01&until=2027-06-30&lang=zh-Hant")
    #expect(good.text.contains("宜嫁娶：") && good.text.contains("市售農民曆"))
    let none = try await APIDesk.reading.get("/good-days?for=%E9%96%8B%E5%85%89&lang=zh-Hant")
    #expect(none.text.contains("沒有「開光」") && none.text.contains("安神位"))
    let hours = try await APIDesk.reading.get("/hours/2026-11-25?lang=zh-Hant")
    #expect(hours.text.contains("23:00–01:00") && hours.text.contains("黃道"))
    let zodiac = try await APIDesk.reading.get("/zodiac/2027?lang=zh-Hant")
    #expect(zodiac.text.contains("正沖"))
    try await APIDesk.reading.get("/hours/2026-13-01").expect(404)
    try await APIDesk.reading.get("/zodiac/x").expect(404)
  }

  @Test("feeds add eclipses, sun and moon over a place, and 宜忌, if asked; Atom and JSON too")
  func feeds() async throws {
    let query = "eclipses=true&sky=true&almanac=true&at=%E8%87%BA%E5%8D%97%E5%B8%82&groups=mazu&lang=zh-Hant"
    let calendar = try await APIDesk.reading.get("/feeds/events.ics?" + query)
    #expect(
      calendar.text.contains("SUMMARY:日出") && calendar.text.contains("臺南市") && calendar.text.contains("SUMMARY:宜 "))
    #expect(calendar.text.contains("食甚") && calendar.text.utf8.count < 1_000_000)
    #expect(try await APIDesk.reading.get("/feeds/events.atom?" + query).text.contains("日出"))
    let json = try await APIDesk.reading.get("/feeds/events.json?" + query).json
    #expect(
      json["items"].list.contains {
        $0["title"].text?.hasPrefix("宜 ") == true && $0["url"].text?.contains("/day/2025-") == true
      })
    let plain = try await APIDesk.reading.get("/feeds/events.ics?groups=mazu&lang=zh-Hant")
    #expect(!plain.text.contains("SUMMARY:日出") && !plain.text.contains("SUMMARY:宜 "))
    try await APIDesk.reading.get("/feeds/events.ics?sky=true&at=atlantis").expectProblem(400, field: "at")
    let page = try await APIDesk.reading.get("/feeds?eclipses=on&at=%E8%87%BA%E5%8D%97%E5%B8%82&lang=zh-Hant")
    #expect(page.text.contains("eclipses=true&amp;at="))
  }

  @Test("a month has the sky of a place and 宜忌 if asked, and a page of sun and moon takes any place")
  func month() async throws {
    let json = try await APIDesk.reading.get("/api/month/2027-02?lat=22.6&lng=120.3&almanac=true").json
    #expect(json["sky"].list.count == 28 && json["days"].list.allSatisfy { $0["xieji"]["book"] != .null })
    let plain = try await APIDesk.reading.get("/api/month/2027-02").json
    #expect(plain["sky"] == .null && plain["days"].list.allSatisfy { $0["xieji"] == .null })
    let page = try await APIDesk.reading.get("/month/2027-02/sky?at=24.05,120.43&lang=zh-Hant")
    #expect(page.text.contains("月出") && page.text.contains("/day/2027-02-28?at="))
    let wrong = try await APIDesk.reading.get("/day/2027-02-06?at=atlantis&lang=zh-Hant")
    #expect(wrong.text.contains("atlantis") && wrong.text.contains("臺北"))
  }
}
