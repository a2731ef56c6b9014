import Foundation
import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("Answers in a chat on LINE", .timed, .timeLimit(.minutes(20)))
struct LineReplyTests {
  private static let token = "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA"

  /// Sends a reply and returns its message object, after LINE's check.
  private func sent(_ reply: ChatReply) async throws -> JSON {
    let line = try await LineDesk(replyTokens: [Self.token])
    await LineDesk.access(line.sink).answer(reply, to: Self.token, line.desk.service.logger, now: 0)
    #expect(line.sink.complaints.isEmpty)
    let request = try #require(line.sink.requests.first)
    #expect(request.path == "/v2/bot/message/reply" && request.header("x-line-retry-key") == nil)
    let accepted = try #require(line.sink.accepted.first, "\(line.desk.log.text)")
    #expect(accepted.to == Self.token && accepted.messages.count == 1)
    return try JSON(json: Data(#require(accepted.messages.first).utf8))
  }

  /// All texts of a Flex message, in order.
  private func texts(_ component: JSON) -> [String] {
    (component["text"].text.map { [$0] } ?? []) + component["contents"].list.flatMap(texts)
  }

  private var reply: ChatReply {
    ChatReply(
      title: "3 月 23 日", lines: ["農曆二月初五", "星期一"],
      rows: [
        .init(title: "龍山寺", detail: "0.4 公里", address: "https://www.google.com/maps/search/?api=1&query=龍山寺"),
        .init(title: "青山宮", address: "geo:25.03,121.49"), .init(title: "天后宮"),
      ],
      links: [
        .init(label: "看這一天", address: "https://days.example.org/day/2026-03-23"),
        .init(label: "打開", address: "folklore://day/1"),
      ],
      suggestions: ["今天", "明天", "最近的廟宇"])
  }

  @Test(
    "A reply is a Flex message: title, lines, rows, links as buttons, suggestions below, all of it as text in the alternative"
  )
  func whole() async throws {
    let message = try await sent(reply)
    #expect(message["type"] == "flex" && message["altText"].text == reply.text)
    let bubble = message["contents"]
    #expect(texts(bubble["body"]) == ["3 月 23 日", "農曆二月初五\n星期一", "龍山寺", "0.4 公里", "青山宮", "天后宮"])
    // Rows open their addresses, if LINE takes them; letters beyond ASCII are encoded.
    let actions = bubble["body"]["contents"].list.map { $0["action"]["uri"].text }
    #expect(
      actions == [
        nil, nil, nil, "https://www.google.com/maps/search/?api=1&query=%E9%BE%8D%E5%B1%B1%E5%AF%BA", nil, nil,
      ])
    let buttons = bubble["footer"]["contents"].list.map { $0["action"]["uri"].text }
    #expect(buttons == ["https://days.example.org/day/2026-03-23"])
    let words = message["quickReply"]["items"].list.map { $0["action"] }
    #expect(words.map { $0["text"].text } == ["今天", "明天", "最近的廟宇"] && words.allSatisfy { $0["type"] == "message" })
  }

  @Test("A reply that asks for the place has a button for it as the first quick reply, and still 13 at most")
  func location() async throws {
    var asking = reply
    asking.locationButton = "傳送位置"
    asking.suggestions = (0..<13).map { "附近 \($0)" }
    let items = try await sent(asking)["quickReply"]["items"].list
    #expect(items.count == 13 && items[0]["type"] == "action")
    #expect(items[0]["action"] == ["label": "傳送位置", "type": "location"])
    #expect(items[1...].map { $0["action"]["text"].text } == (0..<12).map { "附近 \($0)" })
    // Also without suggestions, and when there is nothing to show.
    for alone in [ChatReply(title: "a", locationButton: "b"), ChatReply(title: "", locationButton: "b")] {
      #expect(try await sent(alone)["quickReply"]["items"].list.map { $0["action"]["type"] } == ["location"])
    }
  }

  @Test(
    "Whatever is in a reply, LINE takes it",
    arguments: ["媽", "\u{1}", "\"\\", "🇹🇼", "👨‍👩‍👧", " ", "\n", "a b"])
  func extremes(unit: String) async throws {
    let long = String(repeating: unit, count: 6_000)
    let rows = (0..<60).map {
      ChatReply.Row(title: "\($0) " + long, detail: long, address: "https://a.tw/" + long.prefix(200))
    }
    let blank = ChatReply.Row(title: "", detail: long, address: "https://a.tw/")
    _ = try await sent(
      ChatReply(
        title: long, lines: Array(repeating: long, count: 9), rows: [blank] + rows,
        links: (0..<20).map { .init(label: "\($0)" + long, address: "https://days.example.org/") },
        suggestions: (0..<20).map { "\($0)" + long } + [long]))
  }

  @Test("A reply with nothing but blanks is still an answer")
  func blank() async throws {
    for reply in [ChatReply(title: ""), ChatReply(title: " \n", lines: [""], rows: [.init(title: "", detail: "")])] {
      #expect(try await sent(reply)["text"] == "…")
    }
  }

  @Test("Rows that are too many are left out from the end, and … says so")
  func many() async throws {
    let rows = (0..<40).map { ChatReply.Row(title: "row \($0)", detail: String(repeating: "字", count: 300)) }
    let message = try await sent(ChatReply(title: "a", rows: rows))
    let titles = texts(message["contents"]["body"]).filter { $0.hasPrefix("row") }
    #expect(titles == (0..<titles.count).map { "row \($0)" } && (10..<40).contains(titles.count))
    #expect(texts(message["contents"]["body"]).last == "…")
    let few = try await sent(ChatReply(title: "a", rows: Array(rows.prefix(5))))
    #expect(texts(few["contents"]["body"]).last == rows[4].detail)
  }

  @Test("A token that is used or expired: the answer is lost, and the log says so without the token")
  func expired() async throws {
    let line = try await LineDesk(replyTokens: [Self.token])
    let access = LineDesk.access(line.sink)
    for _ in 0..<2 { await access.answer(reply, to: Self.token, line.desk.service.logger, now: 0) }
    #expect(line.sink.accepted.count == 1 && line.sink.requestCount == 2)
    let log = line.desk.log.text
    #expect(log.contains("Invalid reply token") && !log.contains(Self.token))
  }
}
