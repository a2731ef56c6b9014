import Folklore
import Foundation
import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

/// The whole way: a service sends an event to the server, and the server answers at the service.
@Suite("Chats from the service to the answer", .timed, .timeLimit(.minutes(20)))
struct ChatServicesTests {
  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<120_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    try #require(condition())
  }

  @Test("LINE: each event is answered once, also if LINE sends it again, and a subscription is kept")
  func line() async throws {
    let line = try await LineDesk(replyTokens: ["r1", "r2", "r3"])
    func send(_ text: String, id: String, token: String) async throws {
      let body = LineDesk.body(#""type":"message","message":{"id":"4","type":"text","text":"\#(text)"}"#, id: id)
      try await line.send(body.replacing("nHuyWiB7yP5Zw52FIkcQobQuGDXCTA", with: token)).expect(200)
    }
    try await send("訂閱 媽祖聖誕", id: "01FZ74A0TDDPYRVKNK77XKC3Z1", token: "r1")
    try await wait { line.sink.accepted.count == 1 }
    // A chat is answered in order, so the third answer comes after whatever the event sent again could cause.
    try await send("訂閱 媽祖聖誕", id: "01FZ74A0TDDPYRVKNK77XKC3Z1", token: "r2")
    try await send("三月廿三 是幾號", id: "01FZ74A0TDDPYRVKNK77XKC3Z3", token: "r3")
    try await wait { line.sink.accepted.count >= 2 }
    #expect(line.sink.accepted.map(\.to) == ["r1", "r3"])
    #expect(line.sink.complaints.isEmpty)
    let answers = line.sink.accepted.map { $0.messages.joined() }
    #expect(answers[0].contains("媽祖聖誕"))
    // 2025: the 23rd of the third lunar month is 20 April.
    #expect(answers[1].contains("4") && answers[1].contains("20") && answers[1].contains("三月廿三"))
    let chat = try #require(try line.desk.store.chat(.line, LineDesk.user))
    let user = try line.desk.store.record(.user, key: chat.user)
    #expect(user["settings"]["channel"] == "line")
    #expect(user["event_subscriptions"].list.map { $0["event"] } == ["mazu"])
    #expect(!line.desk.log.text.contains(LineDesk.secret) && !line.desk.log.text.contains(LineSink.token))
  }

  @Test("Telegram: each update is answered once, also if Telegram sends it again; blocking switches the chat off")
  func telegram() async throws {
    let telegram = try await TelegramServer()
    try await telegram.send(TelegramServer.body(1, text: "訂閱 媽祖聖誕")).expect(200)
    try await wait { telegram.sink.accepted.count == 1 }
    try await telegram.send(TelegramServer.body(1, text: "訂閱 媽祖聖誕")).expect(200)
    try await telegram.send(TelegramServer.body(2, text: "我的")).expect(200)
    try await wait { telegram.sink.accepted.count >= 2 }
    #expect(telegram.sink.accepted.count == 2)
    #expect(telegram.sink.accepted.allSatisfy { $0.chat == 1_111_111 && $0.text.contains("媽祖聖誕") })
    #expect(telegram.sink.complaints.isEmpty)
    let blocked = """
      {"update_id":3,"my_chat_member":{"date":1441645532,"chat":{"id":1111111,"type":"private"},\
      "from":{"id":1111111,"is_bot":false,"first_name":"梅"},\
      "old_chat_member":{"status":"member","user":{"id":7,"is_bot":true,"first_name":"b"}},\
      "new_chat_member":{"status":"kicked","until_date":0,"user":{"id":7,"is_bot":true,"first_name":"b"}}}}
      """
    try await telegram.send(blocked).expect(200)
    try await wait { (try? telegram.desk.store.chat(.telegram, "1111111"))?.isActive == false }
    #expect(!telegram.desk.log.text.contains(TelegramServer.secret))
  }
}
