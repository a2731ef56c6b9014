import Channels
import Crypto
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("LINE: the channel", .timed)
struct LineChannelTests {
  private static let user = "U4af4980629da0e8f1d2c3b4a59687766"
  private static let page = "https://days.example.org/event/88"

  private static func channel(
    _ sink: LineSink, token: String = LineSink.token, timeout: Duration = .seconds(60)
  ) -> LineChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    return LineChannel(
      LineClient(token: token, client: TransferClient(configuration), baseURL: sink.url)
    ) { 1_745_020_800 }
  }

  /// The only message object of what was accepted.
  private static func message(_ sink: LineSink) throws -> [String: Any] {
    let accepted = try #require(sink.accepted.first)
    let text = try #require(accepted.messages.first)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private static func texts(in value: Any) -> [String] {
    switch value {
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]:
      (object["text"] as? String).map { [$0] } ?? object.sorted { $0.key < $1.key }.flatMap { texts(in: $0.value) }
    default: []
    }
  }

  // MARK: Requests

  @Test("A reminder with a page is pushed as a Flex message with a button; its text stands in the alternative")
  func flex() async throws {
    let sink = try LineSink()
    #expect(await Self.channel(sink).send(.example(page: Self.page), to: Self.user) == .delivered)
    let request = try #require(sink.requests.first)
    #expect(request.method == "POST" && request.path == "/v2/bot/message/push")
    #expect(request.header("authorization") == "Bearer " + LineSink.token)
    #expect(request.header("content-type") == "application/json")
    #expect(sink.accepted.first?.to == Self.user && sink.complaints.isEmpty)
    let message = try Self.message(sink)
    #expect(message["type"] as? String == "flex")
    #expect(message["altText"] as? String == "明天是媽祖聖誕\n農曆三月廿三。\n大甲鎮瀾宮 & <其他>")
    let bubble = try #require(message["contents"] as? [String: Any])
    #expect(Self.texts(in: bubble["body"] ?? "") == ["明天是媽祖聖誕", "農曆三月廿三。\n大甲鎮瀾宮 & <其他>"])
    let footer = try #require((bubble["footer"] as? [String: Any])?["contents"] as? [[String: Any]])
    #expect(footer.count == 1 && (footer[0]["action"] as? [String: String])?["uri"] == Self.page)
  }

  @Test(
    "A reminder without a page that LINE takes is plain text",
    arguments: [nil, "folklore://event/88", "https://days.example.org/" + String(repeating: "a", count: 1_000)])
  func plain(page: String?) async throws {
    let sink = try LineSink()
    #expect(await Self.channel(sink).send(.example(page: page), to: Self.user) == .delivered)
    let message = try Self.message(sink)
    #expect(message["type"] as? String == "text" && message.count == 2)
    #expect(message["text"] as? String == "明天是媽祖聖誕\n農曆三月廿三。\n大甲鎮瀾宮 & <其他>")
    #expect(sink.complaints.isEmpty)
  }

  @Test(
    "A long digest is cut between characters and stays within LINE's limits",
    arguments: ["媽", "\u{1}", "\"\\", "🇹🇼", "👨‍👩‍👧", "a\n"], [nil, LineChannelTests.page])
  func long(unit: String, page: String?) async throws {
    let sink = try LineSink()
    let text = String(repeating: unit, count: 8_000)
    let outcome = await Self.channel(sink).send(
      .example(title: String(repeating: unit, count: 1_000), body: text, page: page), to: Self.user)
    #expect(outcome == .delivered && sink.complaints.isEmpty, "\(sink.complaints)")
    let body = try #require(try Self.texts(in: Self.message(sink)).last)
    #expect(body.hasSuffix("…") && body.utf16.count > 3_900)
    // Each character is whole.
    let rests = body.dropLast().split(separator: "\n").map { $0.replacing(unit, with: "") }
    #expect(rests.allSatisfy { $0.isEmpty || unit.hasPrefix($0) })
  }

  @Test("The limit of plain text counts UTF-16 units: 5,000 are sent whole, one more is cut")
  func limit() async throws {
    for (count, isCut) in [(5_000, false), (5_001, true)] {
      let sink = try LineSink()
      let text = String(repeating: "🎉", count: 2_000) + String(repeating: "x", count: count - 4_000)
      #expect(await Self.channel(sink).send(.example(title: "", body: text), to: Self.user) == .delivered)
      let sent = try #require(try Self.message(sink)["text"] as? String)
      #expect((sent != text) == isCut && sent.utf16.count == 5_000 && sink.complaints.isEmpty)
    }
  }

  @Test("What cannot be sent is rejected before any request")
  func unsendable() async throws {
    let sink = try LineSink()
    let channel = Self.channel(sink)
    let group = "C" + Self.user.dropFirst()
    for target in ["", "U123", group, Self.user.uppercased(), Self.user + "\n", "mei@example.org"] {
      #expect(await channel.send(.example(), to: target).kind == "rejected", "\(target)")
    }
    #expect(await channel.send(.example(title: "", body: " \n"), to: Self.user).kind == "rejected")
    #expect(sink.requestCount == 0)
  }

  // MARK: The retry key

  @Test("The retry key is a UUID of version 8 that depends on the whole idempotency key and on nothing else")
  func retryKeys() async throws {
    let sink = try LineSink()
    let keys = [
      "rem_8f3k2-1", "rem_8f3k2-2", String(repeating: "a", count: 64), String(repeating: "a", count: 63) + "b",
    ]
    for key in keys {
      #expect(await Self.channel(sink).send(.example(key: key), to: Self.user) == .delivered)
    }
    let sent = sink.accepted.compactMap(\.retryKey)
    // By RFC 9562, section 5.8: four bits of version and two of variant replace those of the hash.
    let expected = keys.map { key in
      let digits = SHA256.hash(data: Data(key.utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
      let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)].map {
        Array(digits)[$0..<$1].map(String.init).joined()
      }
      let variant = ["8", "9", "a", "b"][(Int(parts[3].prefix(1), radix: 16) ?? 0) % 4]
      return [parts[0], parts[1], "8" + parts[2].dropFirst(), variant + parts[3].dropFirst(), parts[4]].joined(
        separator: "-")
    }
    #expect(sent == expected && Set(sent).count == keys.count)
  }

  @Test(
    "An answer that is lost after LINE took the message: the next attempt is the same request, and counts as delivered",
    arguments: [LineSink.Fault.acceptedThenReset, .acceptedThenSilence])
  func lostAnswer(fault: LineSink.Fault) async throws {
    let sink = try LineSink { $0 == 0 ? fault : nil }
    let channel = Self.channel(sink, timeout: .seconds(3))
    let message = Message.example(page: Self.page)
    #expect(await channel.send(message, to: Self.user).kind == "failed")
    #expect(await channel.send(message, to: Self.user) == .delivered)
    #expect(sink.accepted.count == 1 && sink.repeated == 1 && sink.changed == 0)
  }

  // MARK: Answers

  @Test(
    "Every answer in LINE's documents has its outcome",
    arguments: [
      (.unknownUser, "rejected", "LINE answered 400: Failed to send messages"),
      (.revoked, "closed", "FOLKCAL_LINE_TOKEN"),
      (.forbidden, "closed", "permissions and plan"),
      (.status(404), "closed", "FOLKCAL_LINE_URL"),
      (.conflict, "failed", "LINE answered 409"),
      (.tooFast, "deferred 60 s", "The API rate limit has been exceeded"),
      (.usedUp, "closed 3600 s", "messages of this month are used up"),
      // A proxy's 400 and 410 say nothing about the user.
      (.status(400), "failed", "LINE answered 400"), (.status(410), "failed", "LINE answered 410"),
      (.status(413), "rejected", "LINE answered 413"), (.status(302), "failed", "LINE answered 302"),
      (.status(500), "failed", "LINE answered 500"), (.status(503), "failed", "LINE answered 503"),
      (.reset, "failed", "127.0.0.1 ended the connection"), (.silence, "failed", "did not answer"),
    ] as [(LineSink.Fault, String, String)])
  func answers(fault: LineSink.Fault, kind: String, said: String) async throws {
    let sink = try LineSink { _ in fault }
    let outcome = await Self.channel(sink, timeout: .seconds(3)).send(.example(), to: Self.user)
    #expect(outcome.kind == kind, "\(outcome)")
    let reason = outcome.reason
    #expect(reason.contains(said) && !reason.contains("<html>"), "\(reason)")
    #expect(sink.accepted.isEmpty)
  }

  @Test("A month's quota is used up by the message after the last")
  func quota() async throws {
    let sink = try LineSink(limit: 2)
    let channel = Self.channel(sink)
    for number in 0..<3 {
      let outcome = await channel.send(.example(key: "key-\(number)"), to: Self.user)
      #expect(outcome.kind == (number < 2 ? "delivered" : "closed 3600 s"))
    }
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    let client = LineClient(token: LineSink.token, client: TransferClient(configuration), baseURL: sink.url)
    let quota = await client.quota()
    #expect(quota?.limit == 2 && quota?.used == 2)
    let endless = try LineSink()
    let other = LineClient(token: LineSink.token, client: TransferClient(configuration), baseURL: endless.url)
    #expect(await other.quota().map { $0.limit == nil && $0.used == 0 } == true)
    let stranger = LineClient(token: "wrong", client: TransferClient(configuration), baseURL: endless.url)
    #expect(await stranger.quota() == nil)
  }

  @Test("No reason contains the token, not even a part of it, where the server repeats it")
  func secrecy() async throws {
    let sink = try LineSink { _ in .echo }
    let reason = await Self.channel(sink).send(.example(), to: Self.user).reason
    #expect(reason.contains("Bearer …") && !reason.contains(LineSink.token.prefix(12)), "\(reason)")
    let refusing = try LineSink()
    let wrong = "wrong-token-that-is-a-secret"
    let answer = await Self.channel(refusing, token: wrong).send(.example(), to: Self.user).reason
    #expect(!answer.contains("wrong-token"))
  }
}
