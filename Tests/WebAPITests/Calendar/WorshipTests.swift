import Addresses
import JSON
import TestSupport
import Testing

@testable import WebAPI

/// How to worship and whom to ask, over the API and on the pages. The server's day is 2025-04-17.
@Suite("worship and needs", .timed)
struct WorshipTests {
  private static func path(_ text: String) -> String { PercentEncoding.encode(text) }

  @Test("a day tells how to worship line by line, in the reader's language, with sources that are told")
  func guide() async throws {
    let event = try await APIDesk.reading.get("/api/events/mazu?lang=zh-Hant").json
    let guide = event["worship_guide"].list
    let offerings = guide.filter { $0["part"] == "offering" }.compactMap(\.["text"].text)
    #expect(offerings.contains("壽桃") && offerings.allSatisfy { $0.count <= 12 })
    #expect(guide.allSatisfy { !$0["sources"].list.isEmpty })
    #expect(event["references"].list.count >= Set(event["sources"].texts).count)
    let english = try await APIDesk.reading.get("/api/events/mazu?lang=en").json["worship_guide"].list
    #expect(english.count == guide.count)
    #expect(english.allSatisfy { $0["text"].text?.contains { !$0.isASCII && $0.isLetter && $0 > "\u{2E80}" } == false })
  }

  @Test(
    "a need is answered by its code, its name and a question",
    arguments: ["exams", "考試", "考试", "考試拜誰", "我兒子要考試要拜什麼神"])
  func need(text: String) async throws {
    let reply = try await APIDesk.reading.get("/api/needs/\(Self.path(text))?lang=zh-Hant")
    reply.expect(200)
    let json = try reply.json
    #expect(json["need"] == "exams" && json["name"] == "考試")
    let wenchang = json["deities"].list.first
    #expect(wenchang?["key"] == "wenchang" && wenchang?["sources"].list.isEmpty == false)
    // 文昌帝君聖誕 is on 二月初三; in 2026 that is 21 March (Hong Kong Observatory).
    #expect(wenchang?["next"]["solar_date"] == "2026-03-21")
    #expect(wenchang?["temples"] == .list([]))
  }

  @Test("what nobody asks for is not found, and a place without its half is refused")
  func wrong() async throws {
    try await APIDesk.reading.get("/api/needs/" + Self.path("飛行")).expectProblem(404)
    try await APIDesk.reading.get("/api/needs/exams?lat=25").expectProblem(400, field: "lng")
    try await APIDesk.reading.get("/api/temples?need=flying").expectProblem(400, field: "need")
    try await APIDesk.reading.get("/api/temples?need=exams&deity=mazu").expectProblem(400, field: "need")
  }

  @Test("every need has a deity, and the list names them all")
  func needs() async throws {
    let list = try await APIDesk.reading.get("/api/needs?lang=en").json.list
    #expect(list.count == 26 && list.allSatisfy { !$0["deities"].list.isEmpty })
  }

  @Test("the page of a day has a list to tick, and works out amounts for a family")
  func page() async throws {
    let reply = try await APIDesk.reading.get("/event/88", [("Accept", "text/html"), ("Accept-Language", "zh-TW")])
    reply.expect(200)
    #expect(reply.text.contains(#"<ul class="checks">"#) && reply.text.contains("壽桃"))
    let found = try await APIDesk.reading.get(
      "/search?q=" + Self.path("考試拜誰"), [("Accept", "text/html"), ("Accept-Language", "zh-TW")])
    #expect(found.text.contains("/deity/wenchang") && found.text.contains("考試，可以拜"))
  }
}
