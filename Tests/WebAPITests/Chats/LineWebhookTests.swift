import Folklore
import Foundation
import Geo
import JSON
import Sinks
import TestSupport
import Testing

@testable import WebAPI

@Suite("LINE's webhook", .timed, .timeLimit(.minutes(20)))
struct LineWebhookTests {
  // MARK: Origin

  @Test("The document's own example of a signature: the HMAC of the bytes as they came")
  func signature() throws {
    // Made with: printf '%s' '{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}' | openssl dgst -sha256 -hmac … -binary | base64
    let body = Array(#"{"destination":"U8e742f61d673b39c7fff3cecb7536ef0","events":[]}"#.utf8)
    #expect(
      LineDesk.signature(body, secret: "8c570fa6dd201bb328f1c1eac23a96d8")
        == "GhRKmvmHys4Pi8DxkF4+EayaH0OqtJtaZxgTD9fMDLs=")
  }

  @Test("Events that LINE signed are answered with 200; the console's test has none")
  func accepted() async throws {
    let line = try await LineDesk()
    for body in [LineDesk.body(), #"{"destination":"Uxx","events":[]}"#, #"{"events":[{"type":"new"},7,{}]}"#] {
      let reply = try await line.send(body)
      reply.expect(200)
      #expect(reply.text == "{}" && reply.header("Set-Cookie") == nil)
    }
  }

  @Test("A wrong, missing or changed signature is 401, and the body is not read")
  func forged() async throws {
    let line = try await LineDesk()
    let body = LineDesk.body()
    let right = LineDesk.signature(Array(body.utf8))
    let wrong: [String?] = [
      nil, "", "AAAA", LineDesk.signature(Array(body.utf8), secret: "fedcba9876543210fedcba9876543210"),
      LineDesk.signature(Array(body.utf8) + [0x20]), right.lowercased(), String(right.dropLast()), right + "=", "媽祖",
    ]
    for signature in wrong {
      let reply = try await line.send(body, signature: .some(signature))
      reply.expect(401)
    }
    // Bytes that are no JSON, and none at all: the signature comes first.
    for body in [Array("{".utf8), [], [0xFF, 0xFE]] as [[UInt8]] {
      try await line.send(body, signature: .some("AAAA")).expect(401)
      try await line.send(body).expect(400)
    }
    // One byte differs from what was signed.
    try await line.send(body + " ", signature: .some(right)).expect(401)
    #expect(line.sink.requestCount == 0)
  }

  @Test("A signed body that is no webhook's is 400; one that is too large is 413")
  func malformed() async throws {
    let line = try await LineDesk { $0.bodyLimit = 10_000 }
    for body in ["", "null", "[]", "{}", #"{"events":{}}"#, #"{"events":[}"#, #"{"events":null}"#] {
      try await line.send(body).expect(400)
    }
    try await line.send(#"{"events":["\#(String(repeating: "a", count: 10_000))"]}"#).expect(413)
  }

  @Test("A server without LINE's keys has no such page; another method is refused")
  func notConfigured() async throws {
    let desk = try await APIDesk()
    try await desk.ask("POST", "/chats/line", [], body: Array("{}".utf8)).expect(404)
    try await LineDesk().desk.get("/chats/line").expect(405)
  }

  @Test("LINE is not counted by address; who has no signature is")
  func limits() async throws {
    let line = try await LineDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 3
    }
    for _ in 0..<20 { try await line.send(LineDesk.body()).expect(200) }
    var statuses: [Int] = []
    for _ in 0..<5 { statuses.append(try await line.send(LineDesk.body(), signature: .some("AAAA")).status) }
    #expect(statuses == [401, 401, 401, 429, 429])
    try await line.send(LineDesk.body()).expect(200)
  }

  @Test("Neither the log nor an answer contains a key, a reply token, a chat or what was said")
  func secrecy() async throws {
    let line = try await LineDesk()
    var written = ""
    for (body, signature) in [(LineDesk.body(), nil), (LineDesk.body(), "AAAA"), ("{", nil)] as [(String, String?)] {
      written += try await line.send(body, signature: signature.map { .some($0) } ?? .none).text
    }
    await LineDesk.access(line.sink).answer(
      ChatReply(title: "a"), to: "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA", line.desk.service.logger, now: 0)
    written += line.desk.log.text
    #expect(written.contains("/chats/line") && written.contains("Invalid reply token"))
    for secret in [LineDesk.secret, "sink+Token", "nHuyWiB7", LineDesk.user, "今天"] {
      #expect(!written.contains(secret), "\(secret)")
    }
  }

  // MARK: Events

  private func events(_ body: String) throws -> [LineEvent] {
    try #require(LineEvent.all(in: JSON(json: Data(body.utf8))))
  }

  @Test(
    "What people do becomes an event of ours",
    arguments: [
      (#""type":"follow","follow":{"isUnblocked":false}"#, .opened(code: nil)),
      (#""type":"follow","follow":{"isUnblocked":true}"#, .opened(code: nil, isUnblocked: true)),
      (#""type":"unfollow""#, .closed),
      (#""type":"message","message":{"id":"1","type":"text","text":"今天 🎉"}"#, .text("今天 🎉")),
      (#""type":"message","message":{"id":"1","type":"text"}"#, .unreadable(.other)),
      (#""type":"message","message":{"id":"1","type":"sticker","stickerId":"1"}"#, .unreadable(.sticker)),
      (#""type":"message","message":{"id":"1","type":"image"}"#, .unreadable(.picture)),
      (#""type":"message","message":{"id":"1","type":"audio","duration":6000}"#, .unreadable(.sound)),
      (#""type":"message","message":{"id":"1","type":"video"}"#, .unreadable(.video)),
      (#""type":"message","message":{"id":"1","type":"file"}"#, .unreadable(.other)),
      (#""type":"message","message":{"id":"1","type":"location","latitude":99,"longitude":121}"#, .unreadable(.other)),
      (#""type":"message","message":{"id":"1","type":"location","address":"臺北"}"#, .unreadable(.other)),
    ] as [(String, ChatEvent.Action)])
  func actions(rest: String, action: ChatEvent.Action) throws {
    let event = try #require(try events(LineDesk.body(rest)).first)
    #expect(event.event.action == action && event.event.service == .line)
    #expect(event.event.chat == LineDesk.user && event.event.id == "01FZ74A0TDDPYRVKNK77XKC3ZR")
    #expect(event.replyToken == "nHuyWiB7yP5Zw52FIkcQobQuGDXCTA")
  }

  @Test("A place has its coordinates, also where they are whole numbers")
  func places() throws {
    for (latitude, longitude) in [("25.0371", "121.4998"), ("25", "121")] {
      let rest =
        #""type":"message","message":{"id":"1","type":"location","latitude":\#(latitude),"longitude":\#(longitude)}"#
      let place = try Coordinate(latitude: #require(Double(latitude)), longitude: #require(Double(longitude)))
      #expect(try events(LineDesk.body(rest)).first?.event.action == .location(place))
    }
  }

  @Test(
    "Groups, rooms, unknown kinds of events and events without a name are left out",
    arguments: [
      LineDesk.body(source: #"{"type":"group","groupId":"C1","userId":"\#(LineDesk.user)"}"#),
      LineDesk.body(source: #"{"type":"room","roomId":"R1","userId":"\#(LineDesk.user)"}"#),
      LineDesk.body(source: #"{"type":"user"}"#), LineDesk.body(source: #"{"type":"user","userId":"U1"}"#),
      LineDesk.body(source: "null"), LineDesk.body(id: ""),
      LineDesk.body(#""type":"postback","postback":{"data":"x"}"#),
      LineDesk.body(#""type":"membership""#), LineDesk.body(#""type":7"#),
    ])
  func leftOut(body: String) throws {
    #expect(try events(body).isEmpty)
  }

  @Test("While another program answers people (standby), nobody is answered; that somebody has left still counts")
  func standby() throws {
    #expect(try events(LineDesk.body(mode: "standby")).isEmpty)
    #expect(try events(LineDesk.body(#""type":"follow""#, mode: "standby")).isEmpty)
    #expect(try events(LineDesk.body(#""type":"unfollow""#, mode: "standby")).map(\.event.action) == [.closed])
  }
}
