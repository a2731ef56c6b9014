import Foundation
import Sinks
import TestSupport
import Testing

/// Reminders to chats on Telegram, and the webhook, as an operator handles them.
@Suite("folkcal remind by Telegram", .timed)
struct TelegramCommandTests {
  private static let start = "2025-04-15T08:00:00+08:00"
  private static let secret = "webhook_secret_that_nobody_may_read"

  /// A user with the channel `telegram` who follows a day: a reminder is due on 2025-04-17 at 08:00 in Taipei.
  private func desk(hasChat: Bool = true) throws -> OperatorDesk {
    let desk = try OperatorDesk()
    for command in [
      ["event", "add", "--key", "fair", "--title", "廟會", "--rule", "solar 4/20"],
      ["user", "add", "--email", "mei@example.org"],
      ["user", "settings", "u1", "--newmoon-enabled", "false", "--fullmoon-enabled", "false", "--channel", "telegram"],
      ["user", "subscribe", "u1", "--event", "fair"],
    ] {
      let run = try desk.run(["admin"] + command + ["--now", Self.start])
      #expect(run.status == 0, "\(run.errors)")
    }
    if hasChat {
      _ = try desk.sql(
        """
        INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
        VALUES (1, 'telegram', '4242424242', 1, 0, 0, 0)
        """)
    }
    return desk
  }

  private static func environment(
    _ desk: OperatorDesk, _ sink: TelegramSink?, token: String = TelegramSink.token
  ) -> [String: String] {
    var environment = ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_ACTOR": "mei", "FOLKCAL_DATA": PackageRoot.path("data")]
    if let sink {
      environment["FOLKCAL_TELEGRAM_TOKEN"] = token
      environment["FOLKCAL_TELEGRAM_SECRET"] = secret
      environment["FOLKCAL_TELEGRAM_URL"] = sink.url
      environment["FOLKCAL_ALLOW_PRIVATE_ADDRESSES"] = "1"
    }
    return environment
  }

  private func run(
    _ desk: OperatorDesk, _ sink: TelegramSink?, _ arguments: String..., token: String = TelegramSink.token
  ) throws -> Program.Run {
    try Program.run(arguments, environment: Self.environment(desk, sink, token: token))
  }

  private func send(_ desk: OperatorDesk, _ sink: TelegramSink?, _ language: String = "en") throws -> Program.Run {
    try run(desk, sink, "remind", "test", "u1", "您好 🎉 <b>", "--now", Self.start, "--lang", language)
  }

  @Test("A test message goes to the user's chat")
  func testMessage() throws {
    let (desk, sink) = (try desk(), try TelegramSink())
    let run = try send(desk, sink)
    #expect(run.status == 0 && run.output == "telegram: delivered\n", "\(run.errors)")
    #expect(sink.accepted.map(\.chat) == [4_242_424_242] && sink.complaints.isEmpty)
    #expect(sink.accepted.first?.text.contains("您好 🎉 <b>") == true)
    #expect(try send(desk, sink, "zh-Hant").output == "telegram：已送達\n")
  }

  @Test("A user without a chat, one who has blocked us, and a channel that is not configured: the reason is said")
  func reasons() throws {
    let sink = try TelegramSink { $0 == 0 ? .blocked : nil }
    let none = try send(desk(hasChat: false), sink)
    #expect(
      none.status == 1 && none.output == "telegram: rejected: the user has no chat on Telegram\n", "\(none.errors)")
    let desk = try desk()
    #expect(try send(desk, sink).output.contains("bot was blocked by the user"))
    // The chat is switched off; Telegram is not asked again.
    #expect(try send(desk, sink).output == "telegram: rejected: the user has blocked us on Telegram\n")
    #expect(sink.requestCount == 1)
    let unset = try send(desk, nil)
    #expect(unset.status == 1 && unset.errors.contains("set FOLKCAL_TELEGRAM_TOKEN"), "\(unset.errors)")
  }

  @Test("A due reminder is delivered by the worker, with a button to the page of the day")
  func deliver() throws {
    let (desk, sink) = (try desk(), try TelegramSink())
    #expect(try desk.run("remind", "plan", "--days", "10", "--now", Self.start).status == 0)
    let run = try run(
      desk, sink, "remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00", "--public-url",
      "https://days.example.org")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try desk.sql("SELECT status FROM notification_logs ORDER BY scheduled_at LIMIT 1") == "sent")
    #expect(sink.accepted.first?.buttons.contains("\"url\":\"https://days.example.org/") == true)
    #expect(sink.complaints.isEmpty && sink.requestCount == 1)
  }

  /// All that was written: output, errors and every file beside the database.
  private func written(_ desk: OperatorDesk, _ runs: [Program.Run]) throws -> Data {
    var written = Data(runs.map { $0.output + $0.errors }.joined().utf8)
    for file in try FileManager.default.subpathsOfDirectory(atPath: desk.folder.path) {
      written += FileManager.default.contents(atPath: desk.folder.path + "/" + file) ?? Data()
    }
    return written
  }

  @Test("A token that Telegram does not take costs no attempt, and the reason says what to mend; it is written nowhere")
  func revoked() throws {
    let (desk, sink) = (try desk(), try TelegramSink())
    #expect(try desk.run("remind", "plan", "--days", "10", "--now", Self.start).status == 0)
    let token = "987654321:AAHrevoked_Token-0123456789abcdefghij"
    let deliver = ["remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00"]
    var runs = [try Program.run(deliver, environment: Self.environment(desk, sink, token: token))]
    let log = try desk.sql(
      "SELECT status, retry_count, error_message FROM notification_logs ORDER BY scheduled_at LIMIT 1")
    #expect(log.contains("FOLKCAL_TELEGRAM_TOKEN") && log.hasPrefix("queued"), "\(log)")
    #expect(sink.requests.first?.path.contains(token) == true)
    for url in [
      "http://nowhere.invalid", "http://127.0.0.1:\(try closedPort())", sink.url.replacing("http:", with: "https:"),
    ] {
      var environment = Self.environment(desk, sink, token: token)
      environment["FOLKCAL_TELEGRAM_URL"] = url
      runs.append(try Program.run(["remind", "test", "u1", "您好", "--now", Self.start], environment: environment))
      runs.append(try Program.run(["remind", "telegram-webhook"], environment: environment))
    }
    runs.append(try run(desk, sink, "remind", "telegram-webhook", token: token))
    #expect(runs.dropFirst().allSatisfy { $0.status == 1 })
    let written = try written(desk, runs)
    #expect(written.range(of: Data("AAHrevoked".utf8)) == nil && written.range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("The webhook is set with its secret and the menu, shown and removed")
  func webhook() throws {
    let (desk, sink) = (try desk(), try TelegramSink())
    let set = try run(desk, sink, "remind", "telegram-webhook", "https://days.example.org", "--lang", "en")
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      set.output == """
        bot: @folkcal_bot
        Webhook: https://days.example.org/chats/telegram
        messages that wait: 0

        """)
    #expect(sink.webhook?.url == "https://days.example.org/chats/telegram" && sink.webhook?.secret == Self.secret)
    #expect(sink.menu.keys.sorted() == ["", "en"] && sink.menu["en"] == sink.menu[""])
    sink.add(update: 1, #""poll":{}"#)
    let shown = try run(desk, sink, "remind", "telegram-webhook", "--json").object()
    #expect(shown["bot"] as? String == "folkcal_bot" && shown["waiting"] as? Int == 1 && shown["last_error"] is NSNull)
    let removed = try run(desk, sink, "remind", "telegram-webhook", "--remove", "--lang", "zh-Hant")
    #expect(removed.output.contains("Webhook：沒有；由 serve 詢問") && sink.webhook == nil)
    for (argument, said) in [
      ("http://days.example.org", "https:// addresses only"), ("https://days.example.org/a", "has more than scheme"),
    ] {
      let wrong = try run(desk, sink, "remind", "telegram-webhook", argument)
      #expect(wrong.status == 2 && wrong.errors.contains(said), "\(wrong.errors)")
    }
    let both = try run(desk, sink, "remind", "telegram-webhook", "https://days.example.org", "--remove")
    #expect(both.status == 2 && both.errors.contains("exclude each other"))
    #expect(try run(desk, nil, "remind", "telegram-webhook").errors.contains("set FOLKCAL_TELEGRAM_TOKEN"))
    #expect(sink.webhook == nil)
  }

  @Test("The keys may be files; what a variable gives wrongly is named, and its value is not shown")
  func environment() throws {
    let (desk, sink) = (try desk(), try TelegramSink())
    let file = desk.folder.path + "/telegram.token"
    try Data((TelegramSink.token + "\n").utf8).write(to: URL(fileURLWithPath: file))
    #expect(try run(desk, sink, "remind", "test", "u1", "您好", "--now", Self.start, token: file).status == 0)
    let (name, url, right) = ("FOLKCAL_TELEGRAM_TOKEN", "FOLKCAL_TELEGRAM_URL", TelegramSink.token)
    let cases: [(variables: [String: String], said: String)] = [
      ([name: "shown"], "\(name): no token of a bot"), ([name: "bot" + right], "\(name): no token of a bot"),
      ([name: right + "\n"], "\(name): no token of a bot"),
      ([name: "/nowhere/shown"], "\(name): the file it names cannot be read"),
      ([name: right, url: "http://127.0.0.1"], "\(url): "), ([name: right, url: "telegram.org"], "\(url): "),
    ]
    for (variables, said) in cases {
      let run = try Program.run(
        ["remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00"],
        environment: variables.merging(["FOLKCAL_DATABASE": desk.url]) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.status) \(run.errors)")
      #expect(!run.errors.contains("shown") && !run.errors.contains("AAHsink"))
    }
    let secret = "FOLKCAL_TELEGRAM_SECRET"
    let serving: [(variables: [String: String], said: String)] = [
      ([secret: "shown"], "\(secret) needs \(name)"), ([name: right, secret: "shown 1"], "\(secret) is not 1 to 256"),
      ([name: right], "need FOLKCAL_TELEGRAM_NAME"),
      ([name: right, "FOLKCAL_TELEGRAM_NAME": "a b"], "FOLKCAL_TELEGRAM_NAME is no user name"),
      ([name: right, "FOLKCAL_TELEGRAM_POLLING": "yes"], "FOLKCAL_TELEGRAM_POLLING is neither 0 nor 1"),
      ([name: right, secret: "shown", "FOLKCAL_TELEGRAM_POLLING": "1"], "exclude each other"),
    ]
    for (variables, said) in serving {
      let run = try Program.run(
        ["serve", "--port", "0", "--no-deliver", "--no-plan", "--no-backup"],
        environment: variables.merging(["FOLKCAL_DATABASE": desk.url, "FOLKCAL_DATA": PackageRoot.path("data")]) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.status) \(run.errors)")
      #expect(!run.errors.contains("shown") && !run.errors.contains("AAHsink"))
    }
  }

  @Test("serve asks for updates without a webhook, and ends in good order while a question is held")
  func serve() throws {
    let desk = try desk()
    let sink = try TelegramSink(holdSeconds: 30)
    sink.add(update: 41, #""poll":{"id":"1"}"#)
    var environment = Self.environment(desk, sink)
    environment["FOLKCAL_TELEGRAM_SECRET"] = nil
    environment["FOLKCAL_TELEGRAM_NAME"] = "@folkcal_bot"
    let process = try Program.start(
      ["serve", "--port", "0", "--no-deliver", "--no-plan", "--no-backup"], environment: environment)
    #expect(ServiceDesk.wait { sink.offsets.contains(42) })
    let stopping = Date()
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    // Not the 30 seconds of the question.
    #expect(Date().timeIntervalSince(stopping) < 25)
    #expect(sink.unconfirmed.isEmpty)
  }
}
