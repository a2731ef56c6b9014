import Foundation
import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("The webhook of Telegram", .timed, .timeLimit(.minutes(20)))
struct TelegramWebhookTests {
  @Test("An update with the secret is answered at once with 200")
  func taken() async throws {
    let telegram = try await TelegramServer()
    let reply = try await telegram.send(TelegramServer.body())
    reply.expect(200)
    #expect(try reply.json == [:])
    try await telegram.send(#"{"update_id":1,"poll":{"id":"1"}}"#).expect(200)
  }

  @Test("Without the secret, or with another one, nothing is read: 401")
  func wrongSecret() async throws {
    let telegram = try await TelegramServer()
    let right = TelegramServer.secret
    for secret in [nil, "", " ", right.lowercased(), right + "a", String(right.dropLast()), "a,b"] {
      try await telegram.send(TelegramServer.body(), secret: secret).expect(401)
      // Not even whether it is JSON.
      try await telegram.send("{", secret: secret).expect(401)
    }
  }

  @Test("Who guesses the secret is counted; Telegram itself is not, however many people write")
  func limits() async throws {
    let telegram = try await TelegramServer {
      $0.requestsPerSecond = 1
      $0.requestBurst = 3
    }
    for number in 0..<20 { try await telegram.send(TelegramServer.body(number)).expect(200) }
    var statuses: [Int] = []
    for _ in 0..<6 { statuses.append(try await telegram.send(TelegramServer.body(), secret: "guess").status) }
    #expect(statuses == [401, 401, 401, 429, 429, 429])
    try await telegram.send(TelegramServer.body(99)).expect(200)
  }

  @Test(
    "A body that is no update is 400, and one that is too long 413",
    arguments: ["", "{", "[]", "null", "{}", #"{"update_id":"a"}"#, #"{"update_id":1,"update_id":2}"#, "\u{FF}"])
  func malformed(body: String) async throws {
    let telegram = try await TelegramServer { $0.bodyLimit = 4_096 }
    try await telegram.send(body).expect(400)
    try await telegram.send(TelegramServer.body(text: String(repeating: "a", count: 5_000))).expect(413)
    try await telegram.send(TelegramServer.body()).expect(200)
  }

  @Test("Without a secret there is no webhook")
  func notConfigured() async throws {
    let polling = try await TelegramServer(secret: nil, polls: true)
    try await polling.send(TelegramServer.body()).expect(404)
    let desk = try await APIDesk.reading
    try await desk.ask("POST", "/chats/telegram", [("Content-Type", "application/json")], body: Array("{}".utf8))
      .expect(404)
  }

  @Test("The secret and the token are in no answer and in no line of the log")
  func secrecy() async throws {
    let telegram = try await TelegramServer()
    var said = ""
    for secret in [nil, "wrong", TelegramServer.secret] {
      for body in ["{", TelegramServer.body(text: "我的祕密")] {
        said += try await telegram.send(body, secret: secret).text
      }
    }
    said += telegram.desk.log.text
    #expect(!said.contains(TelegramServer.secret) && !said.contains("AAHsink") && !said.contains("我的祕密"))
  }
}
