import Foundation
import Logging
import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("Answers in a chat on Telegram", .timed, .timeLimit(.minutes(20)))
struct TelegramReplyTests {
  /// Sends a reply and returns what Telegram took, after its check.
  private func sent(_ reply: ChatReply) async throws -> TelegramSink.Accepted {
    let sink = try TelegramSink()
    await (try TelegramServer.access(sink)).answer(reply, in: "1111111", Logger(label: "test"), now: 0)
    #expect(sink.complaints.isEmpty, "\(sink.complaints)")
    let accepted = try #require(sink.accepted.first)
    #expect(accepted.chat == 1_111_111)
    return accepted
  }

  private static let reply = ChatReply(
    title: "4 月 20 日 媽祖聖誕", lines: ["農曆三月廿三", "還有 3 天 & 2 夜"],
    rows: [
      .init(title: "大甲鎮瀾宮", detail: "1.2 公里", address: "https://days.example.org/temple/1?a=1&b=2"),
      .init(title: "無名小廟"), .init(title: "<天后宮>", detail: "3 公里"),
    ])

  @Test("A bold title, lines, and rows that link to their pages")
  func text() async throws {
    let sent = try await sent(Self.reply)
    #expect(
      sent.text == """
        4 月 20 日 媽祖聖誕
        農曆三月廿三
        還有 3 天 & 2 夜

        大甲鎮瀾宮 · 1.2 公里
        無名小廟
        <天后宮> · 3 公里
        """)
    #expect(
      sent.entities == ["b:4 月 20 日 媽祖聖誕", "a(https://days.example.org/temple/1?a=1&b=2):大甲鎮瀾宮"])
    #expect(sent.buttons.isEmpty)
  }

  @Test("Links are buttons below the message")
  func links() async throws {
    var reply = Self.reply
    reply.links = [
      .init(label: "看這一天", address: "https://days.example.org/event/88"),
      .init(label: "設定", address: "https://days.example.org/settings"),
    ]
    let sent = try await sent(reply)
    #expect(
      sent.buttons
        == #"{"inline_keyboard":[[{"text":"看這一天","url":"https://days.example.org/event/88"}],"#
        + #"[{"text":"設定","url":"https://days.example.org/settings"}]]}"#)
    #expect(!sent.text.contains("設定"))
  }

  @Test(
    "Suggestions are a keyboard in rows; the one about temples nearby sends the place; links then stand in the text")
  func suggestions() async throws {
    var reply = Self.reply
    reply.links = [.init(label: "設定", address: "https://days.example.org/settings")]
    reply.suggestions = ["今天", "附近廟宇", "我的"]
    let sent = try await sent(reply)
    #expect(
      sent.buttons
        == #"{"keyboard":[[{"text":"今天"},{"request_location":true,"text":"附近廟宇"},{"text":"我的"}]],"resize_keyboard":true}"#
    )
    #expect(sent.text.hasSuffix("\n設定") && sent.entities.last == "a(https://days.example.org/settings):設定")
    reply.suggestions = ["a", "b", "c", "d"]
    #expect(
      try await self.sent(reply).buttons.hasPrefix(
        #"{"keyboard":[[{"text":"a"},{"text":"b"}],[{"text":"c"},{"text":"d"}]]"#))
  }

  @Test("A reply that asks for the place has a button that sends it before the words")
  func location() async throws {
    let words = ChatReply(title: "您在哪裡？", suggestions: ["附近 鹿港", "附近 大甲"], locationButton: "傳送位置")
    #expect(
      try await sent(words).buttons
        == #"{"keyboard":[[{"request_location":true,"text":"傳送位置"},{"text":"附近 鹿港"},{"text":"附近 大甲"}]],"resize_keyboard":true}"#
    )
    let alone = ChatReply(title: "您在哪裡？", locationButton: "傳送位置")
    #expect(
      try await sent(alone).buttons
        == #"{"keyboard":[[{"request_location":true,"text":"傳送位置"}]],"resize_keyboard":true}"#)
  }

  @Test("A link that no button takes stands in the text")
  func linkWithoutButton() async throws {
    let reply = ChatReply(title: "連結", links: [.init(label: "這裡", address: "http://localhost:8080/link")])
    let sent = try await sent(reply)
    #expect(sent.buttons.isEmpty && sent.entities.last == "a(http://localhost:8080/link):這裡")
  }

  @Test("A long list is cut, and stays a message that Telegram takes")
  func long() async throws {
    let row = ChatReply.Row(
      title: String(repeating: "宮 & ", count: 20), detail: String(repeating: "👨‍👩‍👧", count: 20),
      address: "https://a.tw/?a&b")
    let sent = try await sent(ChatReply(title: "廟宇", rows: Array(repeating: row, count: 200)))
    #expect(sent.text.utf16.count <= 4_096 && sent.text.utf16.count > 3_500 && sent.text.last == "…")
  }

  @Test("An answer waits as Telegram asks, once; one that fails is logged without the token and what it said")
  func failures() async throws {
    let busy = try TelegramSink { $0 == 0 ? .tooMany(retryAfter: 1) : nil }
    await (try TelegramServer.access(busy)).answer(Self.reply, in: "1111111", Logger(label: "test"), now: 0)
    #expect(busy.accepted.count == 1 && busy.requestCount == 2)

    let log = LogLines()
    let logger = Logger(label: "test") { label in JSONLogHandler(label: label, write: log.add) }
    for fault in [TelegramSink.Fault.blocked, .echo, .reset, .revoked, .tooMany(retryAfter: 60)] {
      let sink = try TelegramSink { _ in fault }
      await (try TelegramServer.access(sink)).answer(Self.reply, in: "1111111", logger, now: 0)
      #expect(sink.requestCount == 1)
    }
    #expect(log.all.count == 5 && log.all.allSatisfy { $0.contains("was lost") })
    #expect(!log.text.contains("AAHsink") && !log.text.contains("媽祖"))
  }
}
