import Channels
import Folklore
import Foundation
import Sinks
import Synchronization
import TestSupport
import Testing
import Transfer

@Suite("Mail", .timed)
struct MailChannelTests {
  private static func channel(
    _ url: String, encryption: MailServer.Encryption = .none, from: String = "農曆提醒 <days@example.org>",
    timeout: Duration = .seconds(5), seal: MailSeal? = nil, change: String? = nil
  ) throws -> MailChannel {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = timeout
    return MailChannel(
      connections: MailConnections(configuration), server: MailServer(url: url, encryption: encryption),
      from: try MailAddress(parsing: from), seal: seal
    ) { message, reader in
      MailLinks(
        unsubscribe: try? UnsubscribeLinks(
          web: "https://example.org/leave/\(message.idempotencyKey)?who=\(reader.address)",
          mail: "mailto:leave@example.org?subject=\(message.idempotencyKey)"), change: change)
    }
  }

  /// The mail of a message, as the server receives it.
  private static func mail(
    _ message: Message, to target: String = "阿明 <ming@example.org>", seal: MailSeal? = nil, change: String? = nil
  ) async throws -> MailText {
    let sink = try MailSink()
    #expect(try await channel(sink.url, seal: seal, change: change).send(message, to: target) == .delivered)
    return MailText(try #require(sink.mails.first).message)
  }

  // MARK: The bytes

  @Test("A mail has sender, recipient, subject, date and unsubscribe link")
  func headers() async throws {
    let mail = try await Self.mail(.example())
    #expect(mail.header("From") == "=?UTF-8?B?6L6y5puG5o+Q6YaS?= <days@example.org>")
    #expect(mail.header("To") == "=?UTF-8?B?6Zi/5piO?= <ming@example.org>")
    #expect(mail.header("Subject") == "=?UTF-8?B?5piO5aSp5piv5aq956WW6IGW6KqV?=")
    #expect(mail.header("Date") == "Sat, 19 Apr 2025 00:00:00 +0000")
    #expect(mail.header("Message-ID") == "<rem_8f3k2-1@example.org>")
    #expect(
      mail.header("List-Unsubscribe")
        == "<https://example.org/leave/rem_8f3k2-1?who=ming@example.org>, <mailto:leave@example.org?subject=rem_8f3k2-1>"
    )
    #expect(mail.header("List-Unsubscribe-Post") == "List-Unsubscribe=One-Click")
    #expect(mail.header("Auto-Submitted") == "auto-generated")
    #expect(mail.header("Content-Language") == "zh-Hant")
    #expect(mail.header("MIME-Version") == "1.0")
    #expect(mail.header("Content-Type") == "multipart/alternative; boundary=\"=_rem_8f3k2-1\"")
    #expect(Set(mail.headers.map(\.name)).count == mail.headers.count)
  }

  @Test("A mail has a plain and an HTML part, both with the link")
  func parts() async throws {
    let parts = try await Self.mail(.example()).parts
    #expect(parts.map { $0.header("Content-Type") } == ["text/plain; charset=utf-8", "text/html; charset=utf-8"])
    #expect(
      parts[0].decoded
        == "明天是媽祖聖誕\r\n\r\n農曆三月廿三。\r\n大甲鎮瀾宮 & <其他>\r\n\r\nfolklore://event/88\r\n" + Self.signature)
    let html = parts[1].decoded
    #expect(html.contains(">明天是媽祖聖誕</h1>"))
    #expect(html.contains(">農曆三月廿三。<br>\r\n大甲鎮瀾宮 &amp; &lt;其他&gt;</p>"))
    #expect(html.contains("href=\"folklore://event/88\">folklore://event/88</a>"))
  }

  /// The visible link to leave.
  private static let signature =
    "\r\n-- \r\n不再收提醒信：https://example.org/leave/rem_8f3k2-1?who=ming@example.org\r\n"

  @Test(
    "Both parts show how to leave the mails and how to change them, in the language of the mail",
    arguments: [
      (.traditionalChinese, "變更提醒方式與設定：", "不再收提醒信："), (.simplifiedChinese, "更改提醒方式与设置：", "不再收提醒邮件："),
      (.english, "Change ways and settings: ", "Get no more of these mails: "),
    ] as [(Language, String, String)])
  func visibleLinks(language: Language, change: String, leave: String) async throws {
    let message = Message.example(page: "https://days.example.org/event/88", language: language)
    let mail = try await Self.mail(message, to: "ming@example.org", change: "https://days.example.org/leave/1/change")
    #expect(
      mail.parts[0].decoded.hasSuffix(
        "\r\n\r\nhttps://days.example.org/event/88\r\n\r\n-- \r\n\(change)https://days.example.org/leave/1/change\r\n"
          + "\(leave)https://example.org/leave/rem_8f3k2-1?who=ming@example.org\r\n"))
    let html = mail.parts[1].decoded
    for address in [
      "https://days.example.org/event/88", "https://days.example.org/leave/1/change",
      "https://example.org/leave/rem_8f3k2-1?who=ming@example.org",
    ] { #expect(html.contains("href=\"\(address)\"")) }
    #expect(!html.contains("folklore:"))
  }

  @Test("The link of the app stands in no mail that has pages of a server, because it opens nothing elsewhere")
  func noDeepLink() async throws {
    let mail = try await Self.mail(.example(), change: "https://days.example.org/leave/1/change")
    #expect(mail.parts.allSatisfy { !$0.decoded.contains("folklore:") })
  }

  @Test("A sealed Message-ID is the same at every attempt, proves its address, and stands in a short line")
  func sealed() async throws {
    let seal = MailSeal(secret: Array(1...32))
    let key = String(repeating: "k", count: 64)
    let mails = [
      try await Self.mail(.example(key: key), seal: seal), try await Self.mail(.example(key: key), seal: seal),
    ]
    let id = try #require(mails[0].header("Message-ID"))
    #expect(mails[0].bytes == mails[1].bytes && id.hasSuffix("@example.org>"))
    #expect(seal.holds(id, to: "ming@example.org") && !seal.holds(id, to: "mei@example.org"))
    let line = try #require(mails[0].lines.first { $0.contains("@example.org>") && $0.contains(key) })
    // RFC 5322, section 2.1.1, lets a line have 998; a Message-ID cannot be folded inside.
    #expect(line.utf8.count < 120)
  }

  @Test("Each attempt sends the same bytes")
  func stable() async throws {
    let sink = try MailSink()
    let channel = try Self.channel(sink.url)
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<2 { #expect(await channel.send(.example(), to: "ming@example.org") == .delivered) }
    // A connection that has lain idle for two minutes is not used again; on a busy machine the second mail may come as late as that.
    let isQuick = start.duration(to: clock.now) < .seconds(60)
    #expect(sink.mails.map(\.message).allSatisfy { $0 == sink.mails[0].message })
    #expect(!isQuick || sink.commands.count { $0.hasPrefix("EHLO") } == 1, "the connection is used again")
    #expect(sink.mails[0].sender == "days@example.org")
    #expect(sink.mails[0].recipients == ["ming@example.org"])
  }

  /// Texts that broke other mail programs.
  static let nasty = [
    "", " ", "plain", "with  two  spaces", "=?UTF-8?B?aGFja2Vk?=", "a\r\nBcc: all@example.org\r\n\r\nbody",
    "a\nb\rc\u{85}d\u{2028}e",
    "\r\n.\r\n", ".\r\n..\r\n...", "\0\u{1}\u{7F}\u{1B}[2J", String(repeating: "x", count: 3_000),
    String(repeating: "媽", count: 1_200), String(repeating: "a媽", count: 500), String(repeating: "ab媽", count: 500),
    String(repeating: "👨‍👩‍👧‍👦", count: 60), "🇹🇼🇯🇵🏳️‍🌈", "e" + String(repeating: "\u{301}", count: 300),
    "\"quoted\" <tag> & 'more'",
    String(repeating: "word ", count: 400), "--=_rem_8f3k2-1--", "From here\r\nFrom there", "\u{FEFF}mark",
    "\u{202E}turned",
    "trailing space \r\n and \t tab\t\r\n",
  ]

  @Test(
    "For any text the mail is ASCII with short lines, only its own headers, and the whole text",
    arguments: nasty)
  func nastyTexts(text: String) async throws {
    let mail = try await Self.mail(
      .example(title: text, body: text), to: text.utf8.count < 200 ? "\(text) <ming@example.org>" : "ming@example.org")
    #expect(mail.bytes.allSatisfy { $0 == 0x0D || $0 == 0x0A || (0x20...0x7E).contains($0) })
    #expect(
      mail.lines.allSatisfy { $0.utf8.count <= 78 || $0.hasPrefix(" <mailto:") || $0.hasPrefix("List-Unsubscribe:") })
    #expect(!mail.bytes.indices.contains { mail.bytes[$0] == 0x0A && ($0 == 0 || mail.bytes[$0 - 1] != 0x0D) })
    #expect(
      mail.headers.map(\.name) == [
        "From", "To", "Subject", "Date", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted",
        "Content-Language", "MIME-Version", "Content-Type",
      ])
    let subject = try #require(mail.header("Subject"))
    #expect(MailText.withoutControls(MailText.decodingWords(subject)) == MailText.withoutControls(text))
    #expect(mail.parts.count == 2)
    let canonical = text.split(omittingEmptySubsequences: false) { $0.isNewline }.joined(separator: "\r\n")
    #expect(mail.parts[0].decoded == "\(canonical)\r\n\r\n\(canonical)\r\n\r\nfolklore://event/88\r\n" + Self.signature)
  }

  @Test("A mail links to the page of the day, which opens without the app")
  func page() async throws {
    let mail = try await Self.mail(.example(page: "https://days.example.org/event/88"), to: "ming@example.org")
    #expect(mail.parts[0].decoded.hasSuffix("\r\n\r\nhttps://days.example.org/event/88\r\n" + Self.signature))
    #expect(mail.parts[1].decoded.contains("href=\"https://days.example.org/event/88\""))
    #expect(!mail.parts[0].decoded.contains("folklore:"))
  }

  @Test("Encoded words have at most 75 octets and split no character", arguments: nasty)
  func encodedWords(text: String) async throws {
    let mail = try await Self.mail(.example(title: text))
    for word in try #require(mail.header("Subject")).split(separator: " ") where word.hasPrefix("=?") {
      #expect(word.utf8.count <= 75)
      let data = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
      #expect(String(validating: Array(data), as: UTF8.self) != nil)
    }
  }

  @Test("Unsubscribe links hold no character that ends a header")
  func unsubscribeLinks() throws {
    for wrong in [
      "http://a.example/", "https://a.example/\r\nBcc: b", "https://a.example/>", "https://a.example/,b",
      "https://廟.tw/",
    ] {
      #expect(throws: UnsubscribeLinkError.notHTTPS) { try UnsubscribeLinks(web: wrong) }
    }
    #expect(throws: UnsubscribeLinkError.notMailto) {
      try UnsubscribeLinks(web: "https://a.example/", mail: "a@b.example")
    }
  }

  // MARK: The server

  @Test(
    "Each reply of a mail server has its outcome",
    arguments: [
      ("RCPT", "550 5.1.1 no such user", .gone(reason: "127.0.0.1 refused the mail with 550: 5.1.1 no such user")),
      (
        "RCPT", "550-5.1.1 no such user\r\n550 5.1.1 try another",
        .gone(reason: "127.0.0.1 refused the mail with 550: 5.1.1 no such user 5.1.1 try another")
      ),
      ("RCPT", "550 5.7.1 not wanted", .rejected(reason: "127.0.0.1 refused the mail with 550: 5.7.1 not wanted")),
      ("RCPT", "451 4.7.1 greylisted", .failed(reason: "127.0.0.1 refused the mail with 451: 4.7.1 greylisted")),
      ("MAIL", "530 5.7.0 log in first", .closed(reason: "127.0.0.1 refused the mail with 530: 5.7.0 log in first")),
      ("MAIL", "452 no room", .failed(reason: "127.0.0.1 refused the mail with 452: no room")),
      ("DATA", "554 no", .rejected(reason: "127.0.0.1 refused the mail with 554: no")),
      (
        "(message)", "554 5.7.1 spam\u{1B}[2J", .rejected(reason: "127.0.0.1 refused the mail with 554: 5.7.1 spam [2J")
      ),
      ("(message)", "452 4.3.1 full", .failed(reason: "127.0.0.1 refused the mail with 452: 4.3.1 full")),
      (
        "(greeting)", "421 too busy",
        .deferred(reason: "127.0.0.1 refused us with 421: too busy", retryAfterSeconds: 60)
      ),
      ("(greeting)", "554 no mail here", .closed(reason: "127.0.0.1 refused us with 554: no mail here")),
      ("EHLO", "550 not you", .closed(reason: "127.0.0.1 refused us with 550: not you")),
    ] as [(String, String, Outcome)])
  func replies(command: String, reply: String, outcome: Outcome) async throws {
    let sink = try MailSink { $0.hasPrefix(command) || command == "EHLO" && $0.hasPrefix("HELO") ? reply : nil }
    #expect(try await Self.channel(sink.url).send(.example(), to: "ming@example.org") == outcome)
    #expect(sink.mails.isEmpty)
  }

  @Test("A slow server receives several mails at once")
  func together() async throws {
    let inside = Mutex((now: 0, most: 0))
    let sink = try MailSink { command in
      guard command == "(message)" else { return nil }
      inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      usleep(300_000)
      inside.withLock { $0.now -= 1 }
      return nil
    }
    let channel = try Self.channel(sink.url)
    let outcomes = await Self.send(8, by: channel)
    #expect(outcomes.allSatisfy { $0 == .delivered } && sink.mails.count == 8)
    #expect(inside.withLock { $0.most } >= 4)
  }

  @Test("A server with a limit of two connections receives all mails")
  func limit() async throws {
    let greetings = Mutex(0)
    let sink = try MailSink { command in
      if command == "(message)" { usleep(20_000) }
      guard command == "(greeting)" else { return nil }
      return greetings.withLock {
        $0 += 1; return $0
      } > 2 ? "421 too many connections" : nil
    }
    let channel = try Self.channel(sink.url)
    let outcomes = await Self.send(12, by: channel)
    #expect(outcomes.allSatisfy { $0 == .delivered } && sink.mails.count == 12)
  }

  @Test("The channel reconnects at once after 421")
  func endedConnection() async throws {
    let mails = Mutex(0)
    let sink = try MailSink { command in
      guard command.hasPrefix("MAIL") else { return nil }
      return mails.withLock {
        $0 += 1; return $0
      } % 2 == 0 ? "421 4.4.2 idle for too long" : nil
    }
    let channel = try Self.channel(sink.url)
    for _ in 0..<4 { #expect(await channel.send(.example(), to: "ming@example.org") == .delivered) }
    #expect(sink.mails.count == 4)
  }

  private static func send(_ count: Int, by channel: MailChannel) async -> [Outcome] {
    await withTaskGroup { group in
      for number in 0..<count { group.addTask { await channel.send(.example(), to: "a\(number)@example.org") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("The channel sends the next mail after a refusal")
  func afterRefusal() async throws {
    let sink = try MailSink { $0.contains("nobody") ? "550 5.1.1 no such user" : nil }
    let channel = try Self.channel(sink.url)
    for _ in 0..<3 {
      guard case .gone = await channel.send(.example(), to: "nobody@example.org") else {
        Issue.record("nobody has a mailbox")
        return
      }
      #expect(await channel.send(.example(), to: "ming@example.org") == .delivered)
    }
    #expect(sink.mails.count == 3)
  }

  @Test("The channel sends no mail without encryption")
  func noEncryption() async throws {
    let sink = try MailSink()
    let outcome = try await Self.channel(sink.url, encryption: .required).send(.example(), to: "ming@example.org")
    guard case .failed(let reason, nil) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reason.hasPrefix("no secure connection to 127.0.0.1"))
    #expect(sink.commands.allSatisfy { !$0.hasPrefix("MAIL") && !$0.hasPrefix("AUTH") })
  }

  @Test("Mail to an absent or silent server is retried")
  func unreachable() async throws {
    let closed = "smtp://127.0.0.1:\(try closedPort())"
    let silent = try SinkServer { _ in .silence }
    for url in [closed, "smtp" + silent.url.dropFirst(4), "nonsense"] {
      let outcome = try await Self.channel(url, timeout: .milliseconds(300)).send(.example(), to: "ming@example.org")
      guard case .failed = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test("An invalid address is rejected before any connection")
  func badTarget() async throws {
    let sink = try MailSink()
    let outcome = try await Self.channel(sink.url).send(.example(), to: "ming@example.org>\r\nRCPT TO:<b@example.org")
    guard case .rejected = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(sink.commands.isEmpty)
  }
}
