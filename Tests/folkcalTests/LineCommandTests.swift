import Foundation
import Sinks
import TestSupport
import Testing

/// Reminders to chats on LINE, as an operator sends them.
@Suite("folkcal remind by LINE", .timed)
struct LineCommandTests {
  private static let start = "2025-04-15T08:00:00+08:00"
  private static let user = "U4af4980629da0e8f1d2c3b4a59687766"

  /// A user with the channel `line` who follows a day: a reminder is due on 2025-04-17 at 08:00 in Taipei.
  private func desk(hasChat: Bool = true) throws -> OperatorDesk {
    let desk = try OperatorDesk()
    for command in [
      ["event", "add", "--key", "fair", "--title", "廟會", "--rule", "solar 4/20"],
      ["user", "add", "--email", "mei@example.org"],
      ["user", "settings", "u1", "--newmoon-enabled", "false", "--fullmoon-enabled", "false", "--channel", "line"],
      ["user", "subscribe", "u1", "--event", "fair"],
    ] {
      let run = try desk.run(["admin"] + command + ["--now", Self.start])
      #expect(run.status == 0, "\(run.errors)")
    }
    if hasChat { try addChat(desk) }
    return desk
  }

  private func addChat(_ desk: OperatorDesk, isActive: Int = 1) throws {
    _ = try desk.sql(
      """
      INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
      VALUES (1, 'line', '\(Self.user)', \(isActive), 0, 0, 0)
      """)
  }

  private func run(_ desk: OperatorDesk, _ sink: LineSink?, _ arguments: String..., token: String = LineSink.token)
    throws
    -> Program.Run
  {
    var environment = ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_ACTOR": "mei", "FOLKCAL_DATA": PackageRoot.path("data")]
    if let sink {
      environment["FOLKCAL_LINE_TOKEN"] = token
      environment["FOLKCAL_LINE_URL"] = sink.url
      environment["FOLKCAL_ALLOW_PRIVATE_ADDRESSES"] = "1"
    }
    return try Program.run(arguments, environment: environment)
  }

  /// - Parameter text: the same words in the same second are the same message, which LINE takes once.
  private func send(
    _ desk: OperatorDesk, _ sink: LineSink?, _ text: String = "您好 🎉", _ language: String = "en"
  ) throws -> Program.Run {
    try run(desk, sink, "remind", "test", "u1", text, "--now", Self.start, "--lang", language)
  }

  @Test("A test message goes to the user's chat, and the operator reads how much of the month is used up")
  func testMessage() throws {
    let (desk, sink) = (try desk(), try LineSink(limit: 200))
    let run = try send(desk, sink)
    #expect(run.status == 0 && run.output == "line: delivered\n", "\(run.errors)")
    #expect(run.errors.contains("LINE: 1 of 200 messages used this month"))
    #expect(sink.accepted.map(\.to) == [Self.user] && sink.complaints.isEmpty)
    #expect(sink.accepted.first?.messages.first?.contains("您好 🎉") == true)
    // Sent again by mistake: LINE knows its key.
    #expect(try send(desk, sink).output == "line: delivered\n" && sink.repeated == 1)
    let chinese = try send(desk, sink, "再見", "zh-Hant")
    #expect(chinese.output == "line：已送達\n" && chinese.errors.contains("LINE：這個月已使用 2 則，共 200 則"))
  }

  @Test(
    "Near the end of the month's messages the note says what to do; after it the test message fails with the reason")
  func quota() throws {
    let (desk, sink) = (try desk(), try LineSink(limit: 1))
    #expect(try send(desk, sink).errors.contains("LINE: 1 of 1 messages used this month, soon used up"))
    let run = try send(desk, sink, "再見")
    #expect(run.status == 1 && run.output.contains("line: failed: LINE's messages of this month are used up (429)"))
  }

  @Test("A user without a chat, one who has blocked us, and a channel that is not configured: the reason is said")
  func reasons() throws {
    let (desk, sink) = (try desk(hasChat: false), try LineSink())
    let none = try send(desk, sink)
    #expect(none.status == 1 && none.output == "line: rejected: the user has no chat on LINE\n", "\(none.errors)")
    try addChat(desk, isActive: 0)
    #expect(try send(desk, sink).output == "line: rejected: the user has blocked us on LINE\n")
    let unset = try send(desk, nil)
    #expect(unset.status == 1 && unset.errors.contains("set FOLKCAL_LINE_TOKEN"), "\(unset.errors)")
    #expect(sink.accepted.isEmpty)
  }

  @Test("A due reminder is delivered by the worker; one whose user is unknown to LINE fails for good")
  func deliver() throws {
    for (fault, status) in [(nil, "sent"), (.unknownUser, "failed")] as [(LineSink.Fault?, String)] {
      let (desk, sink) = (try desk(), try LineSink { _ in fault })
      #expect(try desk.run("remind", "plan", "--days", "10", "--now", Self.start).status == 0)
      let run = try run(
        desk, sink, "remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00", "--public-url",
        "https://days.example.org")
      #expect(run.status == 0, "\(run.errors)")
      #expect(try desk.sql("SELECT status FROM notification_logs ORDER BY scheduled_at LIMIT 1") == status)
      #expect(sink.complaints.isEmpty && sink.requests.count { $0.method == "POST" } == 1)
      if fault == nil {
        #expect(sink.accepted.first?.messages.first?.contains("https://days.example.org/") == true)
      }
    }
  }

  @Test("A revoked token costs no attempt: the reminder waits, and its reason says what to mend, without the token")
  func revoked() throws {
    let (desk, sink) = (try desk(), try LineSink())
    #expect(try desk.run("remind", "plan", "--days", "10", "--now", Self.start).status == 0)
    let token = "revoked-token-that-nobody-may-read"
    let run = try run(
      desk, sink, "remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00", token: token)
    let log = try desk.sql(
      "SELECT status, retry_count, error_message FROM notification_logs ORDER BY scheduled_at LIMIT 1")
    #expect(log.contains("FOLKCAL_LINE_TOKEN") && log.hasPrefix("queued"), "\(log)")
    // Everything that was written: output, errors, and the whole database.
    var written = Data((run.output + run.errors).utf8)
    for file in try FileManager.default.subpathsOfDirectory(atPath: desk.folder.path) {
      written += FileManager.default.contents(atPath: desk.folder.path + "/" + file) ?? Data()
    }
    #expect(written.range(of: Data("revoked-token".utf8)) == nil)
    #expect(sink.requests.first?.header("authorization") == "Bearer " + token)
  }

  @Test("The keys may be files; what a variable gives wrongly is named, and its value is not shown")
  func environment() throws {
    let (desk, sink) = (try desk(), try LineSink())
    let file = desk.folder.path + "/line.token"
    try Data((LineSink.token + "\n").utf8).write(to: URL(fileURLWithPath: file))
    #expect(try run(desk, sink, "remind", "test", "u1", "您好", "--now", Self.start, token: file).status == 0)
    let (name, url) = ("FOLKCAL_LINE_TOKEN", "FOLKCAL_LINE_URL")
    let cases: [(variables: [String: String], said: String)] = [
      ([name: "a secret"], "\(name) is no key of LINE"), ([name: "secret\n"], "\(name) is no key of LINE"),
      ([name: "secret媽"], "\(name) is no key of LINE"),
      ([name: "/nowhere/secret"], "\(name): the file it names cannot be read"),
      ([name: "secret", url: "http://127.0.0.1"], "\(url): "), ([name: "secret", url: "line.me"], "\(url): "),
    ]
    for (variables, said) in cases {
      let run = try Program.run(
        ["remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00"],
        environment: variables.merging(["FOLKCAL_DATABASE": desk.url]) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.status) \(run.errors)")
      #expect(!run.errors.contains("secret"))
    }
    let serving: [(variables: [String: String], said: String)] = [
      (["FOLKCAL_LINE_SECRET": "secret"], "FOLKCAL_LINE_SECRET needs FOLKCAL_LINE_TOKEN"),
      ([name: "token", "FOLKCAL_LINE_SECRET": "a secret"], "FOLKCAL_LINE_SECRET is no key of LINE"),
      ([name: "token", "FOLKCAL_LINE_SECRET": "secret"], "FOLKCAL_LINE_SECRET needs FOLKCAL_LINE_ID"),
      (
        [name: "token", "FOLKCAL_LINE_SECRET": "secret", "FOLKCAL_LINE_ID": "folkcal"], "FOLKCAL_LINE_ID is no basic ID"
      ),
    ]
    for (variables, said) in serving {
      let run = try Program.run(
        ["serve", "--port", "0", "--no-deliver", "--no-plan", "--no-backup"],
        environment: variables.merging(["FOLKCAL_DATABASE": desk.url, "FOLKCAL_DATA": PackageRoot.path("data")]) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.status) \(run.errors)")
      #expect(!run.errors.contains("a secret"))
    }
  }
}
