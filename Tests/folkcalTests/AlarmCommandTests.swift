import Foundation
import Sinks
import TestSupport
import Testing

@Suite("folkcal admin alarm", .timed, .timeLimit(.minutes(20)))
struct AlarmCommandTests {
  private static let start = "2026-11-21T08:00:00+08:00"

  /// The variables of a check that tells at once.
  private func environment(_ to: String, _ desk: OperatorDesk, _ more: [String: String] = [:]) -> [String: String] {
    [
      "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALARM_TO": to, "FOLKCAL_ALARM_LIMITS": "hold=0s",
      "XDG_STATE_HOME": desk.folder.path + "/state",
    ].merging(more) { $1 }
  }

  /// Makes the last backup a failed one.
  private func breakBackup(_ desk: OperatorDesk) throws {
    guard TestDatabase.isFile else { return try breakPlanner(desk) }
    let run = try desk.run("admin", "backup", desk.folder.path + "/nowhere/a.db")
    #expect(run.status == 1)
  }

  /// Where the database makes no backups, the planner is the one that is late.
  private func breakPlanner(_ desk: OperatorDesk) throws {
    #expect(try desk.run("remind", "plan", "--days", "1", "--now", "2020-01-01T00:00:00Z").status == 0)
  }

  private var key: String { TestDatabase.isFile ? "backup-missing" : "planner-silent" }

  @Test("a check tells ntfy, a web hook and a mail address once; the list shows what is open, in two languages")
  func check() throws {
    let desk = try OperatorDesk()
    let (sink, mails) = (try SinkServer(), try MailSink())
    let variables = environment(
      "ntfy:\(sink.url)/topic webhook:\(sink.url)/hook mail:ops@example.org", desk,
      ["FOLKCAL_SMTP_URL": mails.url, "FOLKCAL_MAIL_FROM": "days@example.org"])
    let before = try Program.run(["admin", "alarm", "check"], environment: variables)
    #expect(before.status == 0 && before.output.isEmpty, "\(before.errors)")
    try breakBackup(desk)
    for _ in 0..<3 {
      let run = try Program.run(
        ["admin", "alarm", "check", "--public-url", "http://days.example.org"], environment: variables)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(sink.requestCount == 2 && mails.mails.count == 1)
    let bodies = sink.requests.map(\.text)
    #expect(
      bodies.contains {
        $0.contains("\"click\":\"http://days.example.org/admin\"") && $0.contains("\"topic\":\"topic\"")
      })
    #expect(bodies.contains { $0.contains("\"key\":\"\(key)\"") && $0.contains("\"phase\":\"begun\"") })
    let list = try Program.run(["admin", "alarm", "list"], environment: variables)
    #expect(list.output.contains("Alarm: ") && list.output.contains("What to do: "))
    let chinese = try Program.run(["admin", "alarm", "list", "--lang", "zh-Hant"], environment: variables)
    #expect(chinese.output.contains("警報：") && chinese.output.contains("怎麼辦："))
    let json = try Program.run(["admin", "alarm", "list", "--json"], environment: variables).list()
    #expect(json.map { $0["key"] as? String } == [key])
    // It is mended.
    if TestDatabase.isFile {
      #expect(try desk.run("admin", "backup", desk.folder.path + "/a.db").status == 0)
    } else {
      #expect(try desk.run("remind", "plan", "--days", "2").status == 0)
    }
    let over = try Program.run(["admin", "alarm", "check", "--json"], environment: variables).object()
    #expect((over["open"] as? [Any])?.isEmpty == true && (over["messages"] as? [Any])?.count == 3)
    _ = try Program.run(["admin", "alarm", "check"], environment: variables)
    #expect(sink.requestCount == 4 && mails.mails.count == 2)
    #expect(try Program.run(["admin", "alarm", "list"], environment: variables).output.isEmpty)
    #expect(try Program.run(["admin", "alarm", "list", "--all", "--json"], environment: variables).list().count == 1)
  }

  @Test("a program that is killed while it sends has its message sent again later, with the same key")
  func kill() throws {
    let desk = try OperatorDesk()
    // The first request gets no answer.
    let sink = try SinkServer { $0.number == 0 ? .silence : .status(200) }
    let variables = environment("webhook:\(sink.url)/hook", desk)
    try breakBackup(desk)
    let process = try Program.start(["admin", "alarm", "check"], environment: variables)
    #expect(ServiceDesk.wait { sink.requestCount == 1 })
    #expect(Glibc.kill(process.processIdentifier, SIGKILL) == 0)
    process.waitUntilExit()
    // The dead one still has the lease.
    #expect(try Program.run(["admin", "alarm", "check"], environment: variables).status == 0)
    #expect(sink.requestCount == 1)
    let later = ISO8601DateFormatter().string(from: Date().addingTimeInterval(200))
    for _ in 0..<2 {
      let run = try Program.run(["admin", "alarm", "check", "--now", later], environment: variables)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(sink.requestCount == 2)
    #expect(Set(sink.requests.compactMap { $0.header("webhook-id") }).count == 1)
  }

  @Test("programs that check at the same time tell once")
  func sideBySide() throws {
    let desk = try OperatorDesk()
    let sink = try SinkServer()
    let variables = environment("webhook:\(sink.url)/hook ntfy:\(sink.url)/topic", desk)
    try breakBackup(desk)
    let processes = try (0..<4).map { _ in
      try Program.start(["admin", "alarm", "check"], environment: variables)
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(sink.requestCount == 2)
  }

  @Test("a user is told in the own language by the own way, and if that fails at once by the second one")
  func user() throws {
    let desk = try OperatorDesk()
    let (sink, mails) = (try SinkServer { _ in .status(500) }, try MailSink())
    for command in [
      ["user", "add", "--email", "mei@example.org", "--locale", "zh-Hans"],
      [
        "user", "settings", "u1", "--channel", "webhook", "--channel-target", sink.url + "/hook", "--fallback-channel",
        "mail",
      ],
    ] {
      let run = try Program.run(
        ["admin"] + command, environment: ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1"])
      try #require(run.status == 0, "\(run.errors)")
    }
    let variables = environment(
      "user:mei@example.org user:nobody@example.org", desk,
      [
        "FOLKCAL_SMTP_URL": mails.url, "FOLKCAL_MAIL_FROM": "days@example.org", "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
      ])
    let run = try Program.run(["admin", "alarm", "test", "--json"], environment: variables)
    let results = try run.list()
    #expect(run.status == 1)
    #expect(results.map { $0["delivered"] as? Bool } == [true, false])
    #expect((results.last?["error"] as? String)?.contains("nobody@example.org") == true)
    #expect(sink.requests.first?.text.contains("folkcal 警报测试") == true)
    let mail = try #require(mails.mails.first)
    #expect(mail.recipients == ["mei@example.org"])
    // Alarms are no reminders: nobody leaves them by a link.
    #expect(!String(decoding: mail.message, as: UTF8.self).contains("List-Unsubscribe"))
  }

  @Test("a test says how each target went, and never shows a topic or a path")
  func test() throws {
    let desk = try OperatorDesk()
    let (good, bad) = (try SinkServer(), try SinkServer { _ in .status(404, body: "no such hook") })
    let variables = environment("ntfy:\(good.url)/secrettopic webhook:\(bad.url)/secretpath", desk)
    let run = try Program.run(["admin", "alarm", "test"], environment: variables)
    #expect(run.status == 1)
    #expect(run.output.contains("ntfy:127.0.0.1: delivered"))
    #expect(run.output.contains("webhook:127.0.0.1: answered 404: no such hook"))
    #expect(!(run.output + run.errors).contains("secret"))
    let none = try Program.run(["admin", "alarm", "test"], environment: environment("", desk))
    #expect(none.status == 2 && none.errors.contains("FOLKCAL_ALARM_TO is not set"))
  }

  @Test("what a variable gives wrongly is named with status 2, without the secret in it, and nothing is noted")
  func variables() throws {
    let desk = try OperatorDesk()
    try breakBackup(desk)
    let cases: [(variables: [String: String], said: String)] = [
      (["FOLKCAL_ALARM_TO": "secret"], "FOLKCAL_ALARM_TO: "), (["FOLKCAL_ALARM_TO": " "], "FOLKCAL_ALARM_TO is blank"),
      (["FOLKCAL_ALARM_TO": "ntfy:ntfy.sh/secret"], "FOLKCAL_ALARM_TO: ntfy: "),
      (["FOLKCAL_ALARM_TO": "webhook:https://a:secret@b/"], "FOLKCAL_ALARM_TO: webhook: "),
      (["FOLKCAL_ALARM_TO": "mail:ops@example.org"], "FOLKCAL_SMTP_URL is not set"),
      (["FOLKCAL_ALARM_TO": "mail:secret"], "FOLKCAL_ALARM_TO: "),
      (["FOLKCAL_ALARM_LIMITS": "worker=5"], "FOLKCAL_ALARM_LIMITS: "),
      (["FOLKCAL_ALARM_CERTIFICATES": "days.example.org"], "FOLKCAL_ALARM_CERTIFICATES: "),
    ]
    for (variables, said) in cases {
      let run = try Program.run(
        ["admin", "alarm", "check"], environment: ["FOLKCAL_DATABASE": desk.url].merging(variables) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.errors)")
      #expect(!run.errors.contains("secret"))
      let chinese = try Program.run(
        ["admin", "alarm", "check", "--lang", "zh-Hant"],
        environment: ["FOLKCAL_DATABASE": desk.url].merging(variables) { $1 })
      #expect(chinese.status == 2 && chinese.errors.contains("FOLKCAL_") && !chinese.errors.contains("secret"))
    }
    #expect(try desk.run("admin", "alarm", "list", "--json").list().isEmpty)
  }

  @Test("without anybody to tell, alarms are noted, and a certificate that cannot be read is named")
  func nobody() throws {
    let desk = try OperatorDesk()
    try breakBackup(desk)
    let run = try Program.run(
      ["admin", "alarm", "check"],
      environment: environment("", desk, ["FOLKCAL_ALARM_CERTIFICATES": "/nowhere/cert.pem"]))
    #expect(run.status == 0 && run.errors.contains("nobody is told") && run.errors.contains("/nowhere/cert.pem"))
    #expect(try desk.run("admin", "alarm", "list", "--json").list().count == 1)
  }

  @Test(
    "a database that cannot be used is told once, and once when it can be again",
    .enabled(if: TestDatabase.isFile))
  func database() throws {
    let desk = try OperatorDesk()
    let sink = try SinkServer()
    let variables = environment("webhook:\(sink.url)/hook user:u1", desk, ["FOLKCAL_ALARM_LIMITS": "hold=4m"])
    func check(_ minute: Int) throws -> Int32 {
      try Program.run(
        ["admin", "alarm", "check", "--now", "2026-11-21T08:\(minute < 10 ? "0" : "")\(minute):00+08:00"],
        environment: variables
      ).status
    }
    let files = ["", "-wal", "-shm"].filter { FileManager.default.fileExists(atPath: desk.database + $0) }
    func move(_ from: String, _ to: String) throws {
      for file in files { try FileManager.default.moveItem(atPath: from + file, toPath: to + file) }
    }
    try move(desk.database, desk.database + ".away")
    #expect(try check(0) != 0)
    #expect(sink.requestCount == 0)
    for minute in [5, 10, 15] { #expect(try check(minute) != 0) }
    #expect(sink.requestCount == 1)
    #expect(sink.requests.first?.text.contains("\"key\":\"database-unusable\"") == true)
    try move(desk.database + ".away", desk.database)
    for minute in [20, 25, 30] { _ = try check(minute) }
    #expect(sink.requestCount == 2)
    #expect(sink.requests.last?.text.contains("\"phase\":\"over\"") == true)
    // Where its state cannot be kept, everybody would be told at each check: nobody is told, and the status and the words say so.
    try move(desk.database, desk.database + ".away")
    let run = try Program.run(
      ["admin", "alarm", "check"],
      environment: variables.merging(["XDG_STATE_HOME": "/proc/none", "FOLKCAL_ALARM_LIMITS": "hold=0s"]) { $1 })
    #expect(run.status == 1 && run.errors.contains("nobody is told"))
    #expect(sink.requestCount == 2)
  }

  @Test("serve tells of alarms too, once with the timer's check")
  func serve() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let sink = try SinkServer()
    let service = try desk.serve(
      ["--no-backup"],
      more: ["FOLKCAL_ALARM_TO": "webhook:\(sink.url)/hook", "FOLKCAL_ALARM_LIMITS": "hold=0s disk=1000000"])
    // The planner of the service is not late; on SQLite the disk is too small for such a limit.
    if TestDatabase.isFile {
      #expect(ServiceDesk.wait { sink.requestCount == 1 }, "\(service.errors)")
      #expect(sink.requests.first?.text.contains("disk-nearly-full") == true)
    }
    #expect(service.said("listening"))
    #expect(service.stop() == 0)
    #expect(!service.errors.contains("/hook"))
  }
}
