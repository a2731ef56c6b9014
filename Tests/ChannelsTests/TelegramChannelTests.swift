import Channels
import Foundation
import Sinks
import TestSupport
import Testing
import Transfer

@Suite("Telegram", .timed, .timeLimit(.minutes(20)))
struct TelegramChannelTests {
  private static let chat = "4242424242"

  private static func channel(
    _ url: String, token: String = TelegramSink.token, timeout: Duration = .seconds(60)
  ) throws -> TelegramChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    return TelegramChannel(TelegramClient(token: try TelegramToken(parsing: token), configuration, baseURL: url)) { 0 }
  }

  private static func sent(_ message: Message) async throws -> TelegramSink.Accepted {
    let sink = try TelegramSink()
    #expect(await (try channel(sink.url)).send(message, to: chat) == .delivered)
    #expect(sink.complaints.isEmpty)
    #expect(sink.requests.first?.method == "POST")
    #expect(sink.requests.first?.path == "/bot\(TelegramSink.token)/sendMessage")
    return try #require(sink.accepted.first)
  }

  // MARK: What is sent

  @Test("A message is a bold title, the text as it is, and a button that opens the page")
  func message() async throws {
    let sent = try await Self.sent(.example(page: "https://days.example.org/event/88?a=1&b=2"))
    #expect(sent.chat == 4_242_424_242)
    #expect(sent.text == "明天是媽祖聖誕\n農曆三月廿三。\n大甲鎮瀾宮 & <其他>")
    #expect(sent.entities == ["b:明天是媽祖聖誕"])
    let button = #"{"text":"看這一天","url":"https://days.example.org/event/88?a=1&b=2"}"#
    #expect(sent.buttons == #"{"inline_keyboard":[[\#(button)]]}"#)
  }

  @Test(
    "What looks like markup arrives as it was written", arguments: ["<b>&\"'</b>", "&lt;", "</a><", "&#60;", "5 > 3"])
  func markup(text: String) async throws {
    let sent = try await Self.sent(.example(title: text, body: text))
    #expect(sent.text == text + "\n" + text && sent.entities == ["b:" + text])
  }

  @Test(
    "A page without an address that Telegram takes has no button",
    arguments: [nil, "http://localhost:8080/event/88", "folklore://event/88", "https://例.tw/"])
  func noButton(page: String?) async throws {
    #expect(try await Self.sent(.example(page: page)).buttons.isEmpty)
  }

  @Test("A long text is cut between characters at 4,096 UTF-16 units after entities parsing")
  func longText() async throws {
    let family = "👨‍👩‍👧"
    let sent = try await Self.sent(.example(body: String(repeating: family, count: 2_000)))
    #expect(sent.text.utf16.count <= 4_096 && sent.text.utf16.count > 4_080)
    #expect(sent.text.dropFirst(8).dropLast().allSatisfy { String($0) == family } && sent.text.last == "…")
    // Escaped, this has five times as many characters.
    #expect(
      try await Self.sent(.example(title: "", body: String(repeating: "&", count: 4_000))).text.utf16.count == 4_000)
    let title = try await Self.sent(.example(title: String(repeating: "媽", count: 5_000), body: "內文"))
    #expect(title.text.hasSuffix("…\n內文") && title.text.utf16.count <= 600)
  }

  @Test("A message without text, and a target that is no chat with a person, are rejected without a call")
  func rejected() async throws {
    let sink = try TelegramSink()
    let channel = try Self.channel(sink.url)
    guard case .rejected = await channel.send(.example(title: " ", body: "\n"), to: Self.chat) else {
      Issue.record("a blank message was sent")
      return
    }
    for target in ["", "0", "-1001234", "@folkcal", "12 ", "1e9", "99999999999999999999"] {
      guard case .rejected(let reason) = await channel.send(.example(), to: target) else {
        Issue.record("\(target) was taken")
        return
      }
      #expect(reason.contains("expected a positive number"))
    }
    #expect(sink.requestCount == 0)
  }

  // MARK: What comes back

  private static func outcome(_ fault: TelegramSink.Fault, timeout: Duration = .seconds(60)) async throws -> Outcome {
    let sink = try TelegramSink { _ in fault }
    return await (try channel(sink.url, timeout: timeout)).send(.example(), to: chat)
  }

  @Test("The chat is over after a block, a deactivated user, an unknown chat and a group that moved")
  func gone() async throws {
    #expect(
      try await Self.outcome(.blocked)
        == .gone(reason: "Telegram answered 403: Forbidden: bot was blocked by the user"))
    #expect(
      try await Self.outcome(.deactivated) == .gone(reason: "Telegram answered 403: Forbidden: user is deactivated"))
    #expect(
      try await Self.outcome(.chatNotFound) == .gone(reason: "Telegram answered 400: Bad Request: chat not found"))
    guard case .gone = try await Self.outcome(.migrated) else {
      Issue.record("a group that moved")
      return
    }
  }

  @Test("A text that Telegram cannot read is final for the message, and not for the chat")
  func cannotParse() async throws {
    guard case .rejected(let reason) = try await Self.outcome(.cannotParse) else {
      Issue.record("not rejected")
      return
    }
    #expect(reason.contains("can't parse entities"))
  }

  @Test("Telegram's wait is kept; without one it is a minute")
  func tooMany() async throws {
    let reason = "Telegram answered 429: Too Many Requests: retry after 7"
    #expect(try await Self.outcome(.tooMany(retryAfter: 7)) == .deferred(reason: reason, retryAfterSeconds: 7))
    guard case .deferred(_, 60) = try await Self.outcome(.tooMany(retryAfter: nil)) else {
      Issue.record("no wait of a minute")
      return
    }
  }

  @Test("A token that was revoked or is not whole stops no message for good, and the operator reads what to mend")
  func token() async throws {
    for fault in [TelegramSink.Fault.revoked, .notFound] {
      guard case .closed(let reason, nil) = try await Self.outcome(fault) else {
        Issue.record("\(fault)")
        return
      }
      #expect(reason.contains("FOLKCAL_TELEGRAM_TOKEN"))
    }
    guard case .closed(let reason, nil) = try await Self.outcome(.proxy(404)) else {
      Issue.record("404 of another server")
      return
    }
    #expect(reason.contains("FOLKCAL_TELEGRAM_URL"))
  }

  @Test("Answers of failing servers and proxies, and lost connections, are tried again; no chat is switched off")
  func failing() async throws {
    let faults: [TelegramSink.Fault] = [
      .failing, .conflict, .proxy(200), .proxy(400), .proxy(403), .proxy(410), .proxy(302), .proxy(502), .reset,
      .acceptedThenReset,
    ]
    for fault in faults {
      guard case .failed = try await Self.outcome(fault) else {
        Issue.record("\(fault)")
        continue
      }
    }
    guard case .failed = try await Self.outcome(.silence, timeout: .milliseconds(300)) else {
      Issue.record("silence")
      return
    }
  }

  // MARK: The token

  @Test("A token has a number, a colon and a secret; what is none is not repeated")
  func tokens() throws {
    let token = try TelegramToken(parsing: TelegramSink.token)
    #expect(token.bot == "123456789")
    #expect(!"\(token) \(String(reflecting: token))".contains("AAHsink"))
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("AAHsink"))
    let secret = String(TelegramSink.token.dropFirst(10))
    for wrong in [
      "", secret, ":" + secret, "12a:" + secret, "123:short", "123:\(secret)/x", "123:\(secret) ", "媽:\(secret)",
    ] {
      let error = #expect(throws: TelegramTokenError.self) { try TelegramToken(parsing: wrong) }
      let said = (error?.description ?? "") + (error?.chinese ?? "")
      #expect(said.contains("@BotFather") && !said.contains(secret))
    }
  }

  @Test("The token is in no reason, whatever goes wrong: answers, proxies, names, certificates, time")
  func secrecy() async throws {
    var outcomes: [Outcome] = []
    let faults: [TelegramSink.Fault] = [
      .blocked, .chatNotFound, .cannotParse, .revoked, .notFound, .conflict, .failing, .echo, .proxy(200), .proxy(500),
      .tooMany(retryAfter: 3), .reset,
    ]
    for fault in faults { outcomes.append(try await Self.outcome(fault)) }
    outcomes.append(try await Self.outcome(.silence, timeout: .milliseconds(300)))
    let sink = try TelegramSink()
    let addresses = [
      // No such name (RFC 6761), nobody there, no TLS, not HTTP, an address that no parser takes.
      "http://nowhere.invalid", "http://127.0.0.1:\(try closedPort())", sink.url.replacing("http:", with: "https:"),
      try SinkServer { _ in .garbage }.url, "http://", "gopher://127.0.0.1", "http://127.0.0.1:99999",
    ]
    for address in addresses { outcomes.append(await (try Self.channel(address)).send(.example(), to: Self.chat)) }
    let broken: [SinkAnswer] = [.cutShort(), .cutShort(403), .endless(500), .endlessHeaders, .hangUp]
    for answer in broken {
      let server = try SinkServer { _ in answer }
      outcomes.append(await (try Self.channel(server.url)).send(.example(), to: Self.chat))
    }
    let repeating = try SinkServer { request in
      .status(
        400, headers: ["Content-Type": "application/json"],
        body: #"{"ok":false,"error_code":400,"description":"at \#(request.path)"}"#)
    }
    outcomes.append(await (try Self.channel(repeating.url)).send(.example(), to: Self.chat))
    #expect(outcomes.count == faults.count + addresses.count + broken.count + 2)
    for outcome in outcomes { #expect(!"\(outcome)".contains("AAHsink"), "\(outcome)") }
    #expect("\(outcomes)".contains("Telegram answered 400: at /bot…/sendMessage"))
    // An answer that was cut off after 200: the message was taken.
    #expect(outcomes.contains(.delivered))
  }
}
