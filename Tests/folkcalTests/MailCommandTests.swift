import Foundation
import Processes
import Sinks
import TestSupport
import Testing

@Suite("folkcal mail", .timed, .timeLimit(.minutes(20)))
struct MailCommandTests {
  /// A user who is told by mail, with a mail server and a Maildir.
  private struct Desk {
    let desk: OperatorDesk
    let sink: MailSink
    let environment: [String: String]

    init(script: @escaping MailSink.Script = { _ in nil }) throws {
      desk = try OperatorDesk()
      sink = try MailSink(answering: script)
      environment = [
        "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ACTOR": "mei", "FOLKCAL_SMTP_URL": sink.url,
        "FOLKCAL_MAIL_FROM": "農曆提醒 <days@example.org>",
      ]
      for command in [["add", "--email", "kai@example.com"], ["settings", "u1", "--channel", "mail"]] {
        let run = try Program.run(["admin", "user"] + command, environment: environment)
        try #require(run.status == 0, "\(run.errors)")
      }
      for name in ["new", "cur", "tmp"] {
        try FileManager.default.createDirectory(atPath: "\(maildir)/\(name)", withIntermediateDirectories: true)
      }
    }

    var maildir: String { desk.folder.path + "/bounces" }

    func run(_ arguments: String...) throws -> Program.Run {
      try Program.run(arguments, environment: environment)
    }

    /// The mail that a test message arrives as.
    func testMail() throws -> String {
      let run = try run("remind", "test", "u1", "看得到嗎", "--public-url", "https://days.example.org")
      try #require(run.status == 0, "\(run.errors)")
      return String(decoding: try #require(sink.mails.last).message, as: UTF8.self)
    }

    func messageID(_ mail: String) throws -> String {
      String(try #require(mail.firstMatch(of: #/Message-ID:\s+(<[^>]+>)/#)).1)
    }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(maildir)/\(name)"))
    }

    var files: [String] {
      get throws {
        try ["new", "cur"].flatMap { folder in
          try FileManager.default.contentsOfDirectory(atPath: "\(maildir)/\(folder)").map { "\(folder)/\($0)" }
        }.sorted()
      }
    }

    func user() throws -> [String: Any] { try run("admin", "user", "show", "u1", "--json").object() }
  }

  /// A report of our own mail server that returns the headers.
  private static func report(_ id: String, status: String = "5.1.1", to address: String = "kai@example.com") -> String {
    """
    From: MAILER-DAEMON@mail.example.org
    Content-Type: multipart/report; report-type=delivery-status; boundary="b"

    --b
    Content-Type: message/delivery-status

    Reporting-MTA: dns; mail.example.org

    Final-Recipient: rfc822; \(address)
    Action: failed
    Status: \(status)
    Diagnostic-Code: smtp; 550 \(status) no such user

    --b
    Content-Type: text/rfc822-headers

    Message-ID: \(id)
    To: \(address)

    --b--
    """
  }

  @Test(
    "From the mail that went out to the report that came back: the address is marked, once, and no mail goes there until the mark ends"
  )
  func wholeWay() throws {
    let desk = try Desk()
    let id = try desk.messageID(try desk.testMail())
    try desk.write("new/1.report", Self.report(id))
    try desk.write("new/2.full", Self.report(id, status: "5.2.2"))
    try desk.write("new/3.forged", Self.report("<key.AAAAAAAAAAAAAAAAAAAAAA@example.org>"))
    try desk.write("new/4.letter", "From: mei@example.org\nSubject: hello\n\nhello\n")

    let rehearsal = try desk.run("mail", "bounces", desk.maildir, "--dry-run", "--json").object()
    #expect(rehearsal["marked"] as? Int == 1 && rehearsal["others"] as? Int == 1)
    #expect(try desk.files.allSatisfy { $0.hasPrefix("new/") })
    #expect(try desk.user()["bounced_at"] is NSNull)

    let run = try desk.run("mail", "bounces", desk.maildir, "--json")
    #expect(run.status == 0, "\(run.errors)")
    let reports = try #require(try run.object()["reports"] as? [[String: Any]])
    #expect(reports.map { $0["result"] as? String } == ["marked", "full", "unproven"])
    #expect(try desk.files == ["cur/1.report:2,S", "cur/2.full:2,S", "cur/3.forged:2,S", "new/4.letter"])
    #expect(try desk.user()["bounced_address"] as? String == "kai@example.com")
    #expect(try desk.user()["bounce_reason"] as? String == "5.1.1: 550 5.1.1 no such user")

    // The mail is sent no more, and the reason tells why.
    let sent = desk.sink.mails.count
    let test = try desk.run("remind", "test", "u1", "again")
    #expect(test.status == 1 && test.output.contains("mails to this address came back"))
    #expect(desk.sink.mails.count == sent)
    let show = try desk.run("admin", "user", "show", "u1")
    #expect(show.output.contains("bounce_reason") && show.errors.contains("--clear"))

    let again = try desk.run("mail", "bounces", desk.maildir, "--lang", "en")
    #expect(again.output == "reports: 0, users marked: 0; other mails, left where they are: 1\n")
    let clear = try desk.run("admin", "user", "bounce", "Kai@example.com", "--clear")
    #expect(clear.status == 0 && clear.output.contains("ended the mark"))
    #expect(try desk.run("remind", "test", "u1", "once more").status == 0)
    #expect(desk.sink.mails.count == sent + 1)
    let audit = try desk.run("admin", "audit", "--json").output
    #expect(audit.contains("bounced_address"))
  }

  @Test("A report for an address that nobody has any more marks nobody")
  func formerAddress() throws {
    let desk = try Desk()
    let id = try desk.messageID(try desk.testMail())
    #expect(try desk.run("admin", "user", "edit", "u1", "--email", "new@example.com").status == 0)
    try desk.write("new/1.report", Self.report(id))
    let run = try desk.run("mail", "bounces", desk.maildir, "--lang", "en")
    #expect(run.status == 0 && run.output.contains("nobody has it"))
    #expect(try desk.user()["bounced_at"] is NSNull)
  }

  @Test("What is no Maildir is refused; what cannot be read is named, and the rest is read")
  func faults() throws {
    let desk = try Desk()
    let refused = try desk.run("mail", "bounces", desk.maildir + "/new")
    #expect(refused.status == 2 && refused.errors.contains("is no Maildir") && refused.output.isEmpty)
    let id = try desk.messageID(try desk.testMail())
    try FileManager.default.createDirectory(atPath: desk.maildir + "/new/0.folder", withIntermediateDirectories: true)
    try desk.write("new/1.report", Self.report(id))
    let run = try desk.run("mail", "bounces", desk.maildir)
    #expect(run.status == 1 && run.errors.contains("new/0.folder cannot be read"))
    #expect(try desk.files == ["cur/1.report:2,S", "new/0.folder"])
    #expect(try desk.user()["bounced_at"] is String)
  }

  @Test("Reports are counted by the users whom they mark, and not by mails")
  func usersCounted() throws {
    let desk = try Desk()
    let id = try desk.messageID(try desk.testMail())
    for number in 1...3 { try desk.write("new/\(number).report", Self.report(id)) }
    let outcome = try desk.run("mail", "bounces", desk.maildir, "--json").object()
    #expect(outcome["marked"] as? Int == 1)
    #expect((outcome["reports"] as? [[String: Any]])?.count == 3)
  }

  @Test("An address is marked by hand, and an unknown or wrong one is told")
  func byHand() throws {
    let desk = try Desk()
    let marked = try desk.run("admin", "user", "bounce", "kai@example.com", "--reason", "he told me", "--json").object()
    #expect((marked["users"] as? [[String: Any]])?.first?["bounce_reason"] as? String == "he told me")
    #expect(try desk.run("admin", "user", "bounce", "nobody@example.com").status == 3)
    #expect(try desk.run("admin", "user", "bounce", "u1").status == 2)
    #expect(try desk.run("admin", "user", "bounce", "kai@example.com", "--clear", "--reason", "x").status == 2)
    #expect(try desk.run("admin", "user", "bounce", "kai@example.com", "--clear").status == 0)
    #expect(try desk.run("admin", "user", "bounce", "kai@example.com", "--clear").output.contains("was not marked"))
  }

  @Test("A server that knows no such mailbox marks the address at once")
  func refusedAtOnce() throws {
    let desk = try Desk { $0.hasPrefix("RCPT") ? "550 5.1.1 no such user" : nil }
    #expect(try desk.run("remind", "test", "u1", "hello").status == 1)
    #expect((try desk.user()["bounce_reason"] as? String)?.contains("5.1.1 no such user") == true)
  }

  // MARK: Leaving

  /// The header fields, the texts of both parts, and the links of the HTML part, as Python's own library reads them.
  private static let reader = """
    import email, email.policy, html.parser, json, sys
    mail = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
    links = []
    class Links(html.parser.HTMLParser):
        def handle_starttag(self, tag, attributes):
            if tag == "a": links.append(dict(attributes)["href"])
    page = mail.get_body(("html",)).get_content()
    Links().feed(page)
    print(json.dumps({"headers": {name.lower(): value for name, value in mail.items()}, "links": links,
      "names": [name for name, _ in mail.items()], "defects": len(mail.defects),
      "plain": mail.get_body(("plain",)).get_content(), "html": page}))
    """

  private struct Mail: Decodable {
    let headers: [String: String]
    let names: [String]
    let links: [String]
    let defects: Int
    let plain: String
    let html: String
  }

  private static func python(_ script: String, _ arguments: [String] = [], input: [UInt8] = []) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script] + arguments
    let (given, printed) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (given, printed)
    try process.start()
    try given.fileHandleForWriting.write(contentsOf: Data(input))
    try given.fileHandleForWriting.close()
    let output = try printed.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return output
  }

  private static func read(_ bytes: [UInt8]) throws -> Mail {
    try JSONDecoder().decode(Mail.self, from: python(reader, input: bytes))
  }

  /// Sends what a mail program sends, or a form of ours, without following a redirect: the port, the path, the form, and a header.
  private static let post = """
    import http.client, json, sys
    connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]), timeout=300)
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    if len(sys.argv) > 4: headers["Sec-Fetch-Site"] = sys.argv[4]
    connection.request("POST", sys.argv[2], sys.argv[3], headers)
    answer = connection.getresponse()
    print(json.dumps({"status": answer.status, "location": answer.getheader("Location"),
      "names": [name.lower() for name, _ in answer.getheaders()]}))
    """

  private static func post(_ arguments: String...) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: python(post, arguments))
  }

  private struct Answer: Decodable {
    let status: Int
    let location: String?
    let names: [String]
  }

  @Test(
    "A real mail has both headers of RFC 8058, and its link leaves the mails with one POST: 200, no redirect, no cookie, and no mail afterwards"
  )
  func oneClick() async throws {
    let desk = try Desk()
    _ = try desk.testMail()
    let mail = try Self.read(try #require(desk.sink.mails.last).message)
    let uuid = try #require(try desk.user()["uuid"] as? String)
    #expect(mail.defects == 0)
    // RFC 8058, section 3.1: one https link, and exactly this value. The user's UUID stands in other places, so it is no secret.
    let link = try #require(mail.headers["list-unsubscribe"])
    let secret = String(try #require(link.wholeMatch(of: #/<https://days\.example\.org/leave/([A-Za-z0-9_-]{43})>/#)).1)
    #expect(!mail.plain.contains(uuid) && !mail.html.contains(uuid))
    _ = try desk.testMail()
    #expect(try Self.read(try #require(desk.sink.mails.last).message).headers["list-unsubscribe"] == link)
    #expect(mail.headers["list-unsubscribe-post"] == "List-Unsubscribe=One-Click")
    #expect(mail.names.count { $0.lowercased().hasPrefix("list-unsubscribe") } == 2)
    #expect(mail.plain.contains("不再收提醒信：https://days.example.org/leave/\(secret)"))
    #expect(mail.plain.contains("變更提醒方式與設定：https://days.example.org/leave/\(secret)/change"))
    #expect(mail.links.contains("https://days.example.org/leave/\(secret)"))
    #expect(mail.links.contains("https://days.example.org/leave/\(secret)/change"))
    #expect(mail.html.contains("lang=\"zh-Hant\"") && mail.html.contains("color-scheme"))

    let log = URL(fileURLWithPath: desk.desk.folder.path + "/serve.log")
    try Data().write(to: log)
    let process = try Program.start(
      ["serve", "--port", "0", "--no-plan", "--no-deliver", "--no-backup"],
      environment: desk.environment.merging(["FOLKCAL_DATA": PackageRoot.path("data")]) { $1 },
      errors: FileHandle(forWritingTo: log))
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    var port: Substring?
    _ = ServiceDesk.wait(120) {
      let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
      port = text.firstMatch(of: #/http://localhost:([0-9]+)/#).map(\.1)
      return port != nil || !process.isRunning
    }
    let number = String(try #require(port))

    // Somebody without a session who wants to change the ways gets a link in the mailbox, and nothing to leave by.
    let asked = try Self.post(number, "/leave/\(secret)/sign-in", "", "same-origin")
    #expect(asked.status == 303 && asked.location == "/leave/\(secret)/change?sent=1")
    #expect(ServiceDesk.wait(120) { desk.sink.mails.count == 3 })
    let signIn = try Self.read(try #require(desk.sink.mails.last).message)
    #expect(desk.sink.mails.last?.recipients == ["kai@example.com"])
    #expect(signIn.plain.contains("/sign-in/link/fcl_") && signIn.plain.contains("?to=%2Fsettings%2Fways"))
    #expect(!signIn.names.contains { $0.hasPrefix("List-") } && !signIn.plain.contains("/leave/"))

    let answer = try Self.post(number, "/leave/\(secret)", "List-Unsubscribe=One-Click")
    #expect(answer.status == 200)
    #expect(!answer.names.contains("set-cookie") && !answer.names.contains("location"))
    let sent = desk.sink.mails.count
    #expect(try desk.run("remind", "test", "u1", "nothing more").status == 1)
    #expect(desk.sink.mails.count == sent)
  }
}
