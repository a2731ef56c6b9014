import Foundation
import TestSupport
import Testing

@Suite("folkcal remind", .timed)
struct RemindCommandTests {
  /// A user who follows a day, 2025-04-20 in Taipei: reminders on the 17th, the 19th and the 20th at 08:00.
  private func desk() throws -> OperatorDesk {
    let desk = try OperatorDesk()
    for command in [
      ["event", "add", "--key", "fair", "--title", "廟會", "--rule", "solar 4/20"],
      ["user", "add", "--email", "mei@example.org"],
      [
        "user", "settings", "u1", "--newmoon-enabled", "false", "--fullmoon-enabled", "false", "--channel", "jsonl",
      ],
      ["user", "subscribe", "u1", "--event", "fair"],
    ] {
      let run = try desk.run(["admin"] + command + ["--now", Self.start])
      #expect(run.status == 0, "\(run.errors)")
    }
    let plan = try desk.run("remind", "plan", "--days", "10", "--now", Self.start)
    #expect(plan.status == 0, "\(plan.errors)")
    return desk
  }

  private static let start = "2025-04-15T08:00:00+08:00"

  /// The `Id`, `When` and `Status` of the log.
  private func list(_ desk: OperatorDesk) throws -> [[String: Any]] {
    try desk.run("remind", "list", "--json", "--now", Self.start).list()
  }

  @Test(
    "a preview of a user leaves out what went out, also when the settings would have it later, and what an operator cancelled"
  )
  func previewOfEnded() throws {
    let desk = try desk()
    func kinds(_ day: Int) throws -> [String] {
      try desk.run("remind", "preview", "u1", "--days", "10", "--json", "--now", "2025-04-\(day)T07:00:00+08:00").list()
        .compactMap { $0["kind"] as? String }
    }
    #expect(try kinds(17) == ["early", "main", "day_of"])
    // The main one goes out two days before, and then is to go out one day before.
    #expect(try desk.run("admin", "user", "settings", "u1", "--advance-days", "2", "--now", Self.start).status == 0)
    #expect(
      try desk.run("remind", "deliver", "--channel", "jsonl", "--to", "/dev/null", "--now", "2025-04-18T08:00:00+08:00")
        .status == 0)
    let later = ["admin", "user", "settings", "u1", "--advance-days", "1", "--now", "2025-04-18T09:00:00+08:00"]
    #expect(try desk.run(later).status == 0)
    #expect(try kinds(19) == ["day_of"])
    let last = try #require(try list(desk).first { $0["kind"] as? String == "day_of" }?["id"] as? Int)
    #expect(try desk.run("remind", "cancel", "\(last)", "--now", "2025-04-18T09:00:00+08:00").status == 0)
    #expect(try kinds(19).isEmpty)
  }

  @Test("what a variable of the environment gives wrongly is named, and nothing is taken")
  func environment() throws {
    let desk = try desk()
    let noCertificates = desk.folder.path + "/empty.pem"
    try Data("none here\n".utf8).write(to: URL(fileURLWithPath: noCertificates))
    let key = "FOLKCAL_VAPID_KEY"
    let vapid = String(repeating: "AQEB", count: 10) + "AQE"
    let cases: [(variables: [String: String], said: String)] = [
      (["FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "yes"], "FOLKCAL_ALLOW_PRIVATE_ADDRESSES is neither 0 nor 1"),
      (["FOLKCAL_CA_FILE": "/nowhere/ca.pem"], "FOLKCAL_CA_FILE names no file"),
      (["FOLKCAL_CA_FILE": desk.folder.path], "FOLKCAL_CA_FILE names no file"),
      (["FOLKCAL_CA_FILE": noCertificates], "FOLKCAL_CA_FILE names a file without certificates"),
      (["FOLKCAL_WEBHOOK_SECRET": " "], "FOLKCAL_WEBHOOK_SECRET is blank"),
      (["FOLKCAL_WEBHOOK_SECRET": "secret"], "FOLKCAL_WEBHOOK_SECRET: "),
      (["FOLKCAL_WEBHOOK_SECRET": "whpk_AAAA"], "FOLKCAL_WEBHOOK_SECRET: "),
      (["FOLKCAL_NTFY_TOKEN": "tk_a"], "FOLKCAL_NTFY_TOKEN needs FOLKCAL_NTFY_URL"),
      (["FOLKCAL_NTFY_TOKEN": "tk a", "FOLKCAL_NTFY_URL": "https://n.example"], "FOLKCAL_NTFY_TOKEN is no token"),
      (["FOLKCAL_NTFY_TOKEN": "tk_a", "FOLKCAL_NTFY_URL": "n.example"], "FOLKCAL_NTFY_URL: "),
      (["FOLKCAL_SMTP_URL": "smtp://localhost"], "FOLKCAL_SMTP_URL needs FOLKCAL_MAIL_FROM"),
      (["FOLKCAL_SMTP_URL": "http://localhost", "FOLKCAL_MAIL_FROM": "a@b.tw"], "FOLKCAL_SMTP_URL: "),
      (["FOLKCAL_SMTP_URL": "smtp://u@localhost", "FOLKCAL_MAIL_FROM": "a@b.tw"], "a user without a password"),
      (["FOLKCAL_SMTP_URL": "smtp://bob:12#34@localhost:587", "FOLKCAL_MAIL_FROM": "a@b.tw"], "%23"),
      (["FOLKCAL_SMTP_URL": "smtp://bob:12/34@localhost:587", "FOLKCAL_MAIL_FROM": "a@b.tw"], "%2F"),
      (["FOLKCAL_SMTP_URL": "smtp://bob:12?34@localhost:587", "FOLKCAL_MAIL_FROM": "a@b.tw"], "%3F"),
      (["FOLKCAL_SMTP_URL": "smtp://localhost", "FOLKCAL_MAIL_FROM": "nobody"], "FOLKCAL_MAIL_FROM: "),
      (
        [
          "FOLKCAL_SMTP_URL": "smtp://localhost", "FOLKCAL_MAIL_FROM": "a@b.tw",
          "FOLKCAL_UNSUBSCRIBE_URL": "https://b.tw/leave",
        ], "FOLKCAL_UNSUBSCRIBE_URL has neither {secret} nor {user}"
      ),
      ([key: "AAAA"], "FOLKCAL_VAPID_KEY needs FOLKCAL_VAPID_CONTACT"),
      ([key: "/nowhere/key", "FOLKCAL_VAPID_CONTACT": "mailto:a@b.tw"], "FOLKCAL_VAPID_KEY: the file it names"),
      ([key: "AAAA", "FOLKCAL_VAPID_CONTACT": "mailto:a@b.tw"], "FOLKCAL_VAPID_KEY: "),
      (
        [key: vapid, "FOLKCAL_VAPID_CONTACT": "mailto:you@localhost"],
        "FOLKCAL_VAPID_CONTACT: \"mailto:you@localhost\" names no"
      ),
      (
        [key: vapid, "FOLKCAL_VAPID_CONTACT": "mailto:<you@example.org>"],
        "FOLKCAL_VAPID_CONTACT: \"mailto:<you@example.org>\""
      ),
      (["FOLKCAL_FCM_KEY": "/nowhere/key.json"], "FOLKCAL_FCM_KEY: the file it names cannot be read"),
      (["FOLKCAL_FCM_KEY": noCertificates], "FOLKCAL_FCM_KEY: "),
    ]
    for (variables, said) in cases {
      let run = try Program.run(
        ["remind", "deliver", "--once", "--now", "2025-04-17T08:00:00+08:00"],
        environment: variables.merging(["FOLKCAL_DATABASE": desk.url]) { $1 })
      #expect(run.status == 2 && run.errors.contains(said), "\(variables): \(run.status) \(run.errors)")
    }
    #expect(try list(desk).allSatisfy { $0["status"] as? String == "queued" })
  }

  @Test("new keys are lines that the worker takes from its environment", arguments: ["vapid-keys", "webhook-keys"])
  func keys(command: String) throws {
    let desk = try desk()
    let (first, second) = (try desk.run("remind", command), try desk.run("remind", command))
    #expect(first.status == 0 && first.output != second.output)
    var variables = ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_VAPID_CONTACT": "mailto:a@b.tw"]
    for line in first.output.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1)
      try #require(parts.count == 2)
      variables[String(parts[0])] = String(parts[1])
    }
    #expect(variables.count == 4)
    let run = try Program.run(
      ["remind", "deliver", "--once", "--now", "2025-04-01T08:00:00+08:00"], environment: variables)
    #expect(run.status == 0, "\(run.errors)")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(desk.run("remind", command, "--json").output.utf8))
        as? [String: String])
    #expect(Set(json.keys) == ["public", "private"])
  }

  @Test("a file that cannot be written stops the worker before it takes anything")
  func unwritable() throws {
    let desk = try desk()
    let (missing, folder) = (desk.folder.path + "/nowhere/reminders.jsonl", desk.folder.path)
    let before = try desk.run("remind", "list", "--json").output
    for (path, reason) in [(missing, "No such file or directory"), (folder, "Is a directory")] {
      let run = try desk.run(
        "remind", "deliver", "--channel", "jsonl", "--to", path, "--now", "2025-04-17T08:00:00+08:00")
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains(path) && run.errors.contains(reason), "\(run.errors)")
    }
    #expect(try desk.run("remind", "list", "--json").output == before)
    let good = desk.folder.path + "/reminders.jsonl"
    let run = try desk.run(
      "remind", "deliver", "--channel", "jsonl", "--to", good, "--now", "2025-04-17T08:00:00+08:00")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try String(contentsOfFile: good, encoding: .utf8).split(separator: "\n").count == 1)
  }

  @Test("a list says when a reminder that went out was due, and not when it was tried")
  func times() throws {
    let desk = try desk()
    // A full disk is the operator's to mend: the attempt does not count.
    for (time, file) in [("08:00", "/dev/full"), ("09:30", "/dev/null")] {
      let run = try desk.run(
        "remind", "deliver", "--channel", "jsonl", "--to", file, "--now", "2025-04-17T\(time):00+08:00")
      #expect(run.status == 0, "\(run.errors)")
    }
    let sent = try #require(try list(desk).first { $0["status"] as? String == "sent" })
    #expect(sent["kind"] as? String == "early" && sent["retry_count"] as? Int == 0)
    // What happened to it, with the answer of the disk.
    let id = try #require(sent["id"] as? Int)
    let all = try desk.run("remind", "show", "\(id)", "--lang", "en").output
    let shown = try all[#require(all.range(of: "2025-04-15T")).lowerBound...]
    let steps = ["planned", "due", "put off by jsonl, not counted as an attempt: ", "sent\n"]
    let places = steps.compactMap { shown.range(of: $0)?.lowerBound }
    #expect(places.count == steps.count && places == places.sorted(), "\(shown)")
    #expect(
      shown.contains("2025-04-17T08:00:00+08:00  put off") && shown.contains("2025-04-17T09:30:00+08:00  sent"),
      "\(shown)")
    let table = try desk.run("remind", "list", "--status", "sent", "--lang", "en").output
    #expect(table.contains("2025-04-17 Thu 08:00  u1    days ahead  sent"), "\(table)")
  }

  @Test("a channel is paused and resumed; after a restore what was due is held, marked as sent, and the rest released")
  func holds() throws {
    let desk = try desk()
    let later = ["--now", "2025-04-19T09:00:00+08:00", "--lang", "en"]
    func run(_ arguments: String...) throws -> Program.Run { try desk.run(["remind"] + arguments + later) }
    #expect(try run("pause", "pigeon").status == 2)
    #expect(try run("pause", "jsonl").output.hasPrefix("jsonl is paused;"))
    #expect(try run("pause", "jsonl").errors.contains("jsonl is paused already"))
    #expect(try run("stats").output.contains("paused: jsonl"))
    func deliver() throws -> [String] {
      let run = try run("deliver", "--channel", "jsonl", "--to", "/dev/stdout")
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map(String.init)
    }
    #expect(try deliver().isEmpty)
    #expect(try run("resume", "jsonl").output == "jsonl sends again\n")
    #expect(try run("resume", "jsonl").status == 3)

    let held = try run("hold", "--due-before", "now")
    #expect(held.output.hasPrefix("2 due before 2025-04-19 "), "\(held.output) \(held.errors)")
    #expect(try deliver().isEmpty)
    // It asks, and nobody answers here.
    let asked = try run("mark-sent", "--until", "2025-04-18")
    #expect(asked.status == 2 && asked.errors.contains("1 would be noted as sent") && asked.errors.contains("--yes"))
    for typed in ["114/4/18", "2025年4月18日 0:00", "農曆2025年三月廿一"] {
      let asked = try run("mark-sent", "--until", typed)
      #expect(asked.errors.contains("1 would be noted as sent"), "\(typed): \(asked.errors)")
    }
    for (option, wrong) in [("--until", "4/31"), ("--since", "明天子時"), ("--since", "soon")] {
      let refused = try run("mark-sent", option, wrong, "--yes")
      #expect(refused.status == 2 && refused.errors.contains("folkcal: \(option): \"\(wrong)\""), "\(refused.errors)")
    }
    #expect(try run("hold", "--due-before", "4/31").errors.contains("--due-before: \"4/31\""))
    #expect(try run("mark-sent", "--until", "2025-04-18", "--yes").output == "1 marked as sent\n")
    #expect(try run("mark-sent", "--status", "sent", "--yes").status == 2)
    #expect(try run("release").errors.contains("1 go out at once"))
    #expect(try run("release", "--yes").output == "1 released\n")
    #expect(try run("release", "--yes").status == 3)
    #expect(try deliver().count == 1)
    let cancelled = try run("cancel", "--since", "2025-04-20", "--event", "fair", "--yes")
    #expect(cancelled.output == "1 cancelled\n", "\(cancelled.errors)")
    #expect(try list(desk).compactMap { $0["status"] as? String }.sorted() == ["cancelled", "sent", "sent"])
  }

  @Test("each page names where the next begins")
  func pages() throws {
    let desk = try desk()
    let ids = try list(desk).compactMap { $0["id"] as? Int }
    try #require(ids.count == 3)
    let first = try desk.run("remind", "list", "--limit", "2", "--json")
    let place = try #require(try /--after (\S+) shows the next 2/.firstMatch(in: first.errors)).1
    let second = try desk.run("remind", "list", "--limit", "2", "--after", String(place), "--json")
    #expect(try (first.list() + second.list()).compactMap { $0["id"] as? Int } == ids)
    #expect(second.errors.isEmpty)
    let wrong = try desk.run("remind", "list", "--after", "2")
    #expect(wrong.status == 2 && wrong.errors.contains("--after 2 is no place of a page, such as"), "\(wrong.errors)")
  }

  @Test("retry says what was left alone, and why; help and manual say when the others go out")
  func retry() throws {
    let desk = try desk()
    let ids = try list(desk).compactMap { $0["id"] as? Int }.map(String.init)
    try #require(ids.count == 3)
    #expect(try desk.run("remind", "cancel", ids[0], ids[1], "--now", Self.start).status == 0)
    // One that is named twice is put back once.
    let put = try desk.run("remind", "retry", ids[0], ids[0], "--now", Self.start, "--lang", "en")
    #expect(put.status == 0 && put.output == "1 put back\n", "\(put.errors)")
    // Its time is still to come.
    #expect(
      try list(desk).first { $0["id"] as? Int == Int(ids[0]) }?["scheduled_at"] as? String == "2025-04-17T00:00:00Z")
    #expect(
      try desk.run("admin", "user", "unsubscribe", "u1", "--event", "fair", "--now", Self.start).status == 0)
    let run = try desk.run("remind", "retry", ids[1], "--now", Self.start, "--lang", "en")
    #expect(run.status == 1 && run.output == "0 put back\n")
    #expect(run.errors.contains("\(ids[1]) is cancelled and is not wanted any more"), "\(run.errors)")
    let chinese = try desk.run("remind", "retry", ids[1], "--now", Self.start, "--lang", "zh-Hant")
    #expect(chinese.output == "已放回 0 則\n")
    #expect(chinese.errors.contains("沒有變更：\(ids[1])（已取消；使用者已經不需要）"), "\(chinese.errors)")
  }

  @Test(
    "a user has wishes already: options that say others are refused",
    arguments: [
      ["--events", "fair"], ["--groups", "mazu"], ["--newmoon"], ["--fullmoon"], ["--advance-days", "1"],
      ["--notify-time", "08:00"], ["--quiet", "22:00-07:00"], ["--no-early"], ["--no-day-of"], ["--user", "u42"],
      ["--time-zone", "Asia/Taipei"],
    ])
  func preview(options: [String]) throws {
    let desk = try OperatorDesk()
    #expect(try desk.run("admin", "user", "add", "--email", "mei@example.org").status == 0)
    let run = try desk.run(["remind", "preview", "u1"] + options)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("a user and \(options[0]) say the same"), "\(run.errors)")
    #expect(try desk.run("remind", "preview", "u1", "--days", "30", "--now", Self.start, "--lang", "en").status == 0)
  }

  @Test("a plan beyond the calendar is wrong input; an event or a group that does not exist is not found")
  func statuses() throws {
    let desk = try desk()
    for arguments in [[], ["--anew"]] {
      let run = try desk.run(["remind", "plan", "--now", "2600-01-01T00:00:00Z"] + arguments)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(run.errors.contains("is not between 1645-01-28 and 2600-02-05"), "\(run.errors)")
    }
    for option in ["event", "group"] {
      let run = try desk.run("admin", "user", "subscribe", "u1", "--\(option)", "nope")
      #expect(run.status == 3 && run.errors.contains("\(option) \"nope\" does not exist"), "\(run.errors)")
    }
    #expect(try desk.run("admin", "user", "subscribe", "u1").status == 2)
  }
}
