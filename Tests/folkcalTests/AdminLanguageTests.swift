import Foundation
import TestSupport
import Testing

/// The back office for readers of Chinese: what goes wrong is told in Chinese, with the value and what would be right.
@Suite("folkcal admin in Chinese", .timed)
struct AdminLanguageTests {
  /// A wrong command line, and what its message must say.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let words: [String]
    let environment: [String: String]
    let input: String

    init(_ line: String, _ words: String..., environment: [String: String] = [:], input: String = "") {
      arguments = line.split(separator: " ").map(String.init)
      (self.words, self.environment, self.input) = (words, environment, input)
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  /// Two events, a group with one of them, and a user.
  private static func desk() throws -> OperatorDesk {
    let desk = try OperatorDesk()
    for line in [
      "event add --key first --title 甲節 --rule 農曆三月三", "event add --key second --title 乙節 --rule 農曆九月九",
      "group add --key ours --name 本廟 --events first", "user add --email mei@example.org",
    ] {
      let run = try desk.run(["admin"] + line.split(separator: " ").map(String.init))
      try #require(run.status == 0, "\(line): \(run.errors)")
    }
    return desk
  }

  @Test("a wrong command line is answered in Chinese, with the value and what would be right")
  func mistakes() throws {
    let desk = try Self.desk()
    for mistake in Self.commands + Self.deliveries { try Self.check(mistake, desk) }
  }

  @Test("what the modules below say is Chinese too")
  func mistakesOfModules() throws {
    let desk = try Self.desk()
    for mistake in Self.records { try Self.check(mistake, desk) }
  }

  private static func check(_ mistake: Mistake, _ desk: OperatorDesk) throws {
    let run = try Program.run(
      mistake.arguments, input: mistake.input,
      environment: ["FOLKCAL_DATABASE": desk.url, "FOLKCAL_ACTOR": "mei", "LANG": "zh_TW.UTF-8"]
        .merging(mistake.environment) { $1 })
    #expect(run.status != 0, "\(mistake.testDescription)")
    let message = run.errors.split(separator: "\n").filter { !$0.hasPrefix("Usage:") && !$0.hasPrefix("  See ") }
      .joined(separator: "\n")
    for word in mistake.words { #expect(message.contains(word), "\(mistake.testDescription): \(message)") }
    #expect(message.contains(/\p{Script=Han}/), "\(mistake.testDescription): \(message)")
    // Quoted values, commands, options and paths stay as they are typed.
    let prose = message.replacing(/「[^」]*」|"[^"]*"|folkcal [a-z -]+|--[a-z-]+|\/\S+/, with: "")
    #expect(!prose.contains(/[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}/), "\(mistake.testDescription): \(message)")
  }

  private static let commands: [Mistake] = [
    Mistake("admin event list --limit 0", "--limit 的 0", "1 到 10000"),
    Mistake("admin event list --limit 10001", "--limit 的 10001", "1 到 10000"),
    Mistake("admin event list --offset -1", "--offset 的 -1"),
    Mistake("admin event list --sort name", "「name」", "stroke"),
    Mistake("admin event list --where type", "「type」", "type=deity"),
    Mistake("admin event add", "--file", "--editor"),
    Mistake("admin event edit first", "--file", "--editor"),
    Mistake("admin event add --file a.json --editor", "不能同時使用"),
    Mistake("admin event add --file /nonexistent/a.json", "沒有檔案 /nonexistent/a.json"),
    Mistake("admin event add --file /", "無法讀取 /"),
    Mistake("admin event add --leap both", "--rule"),
    Mistake("admin event edit first --file -", "2 筆", "一筆", input: #"[{"note":"a"},{"note":"b"}]"#),
    Mistake("admin event add --editor", "VISUAL", "EDITOR"),
    Mistake("admin event add --editor", "false", "狀態 1", environment: ["EDITOR": "false"]),
    Mistake("admin event remove first", "節日 first", "甲節", "--yes"),
    Mistake("admin group remove ours", "群組 ours", "本廟", "--yes"),
    Mistake("admin group add-item ours second --at 9", "--at 的 9", "1 到 2"),
    Mistake("admin group remove-item ours second", "群組「ours」", "「second」", "first"),
    Mistake("admin user subscribe u1", "--event", "--group"),
    Mistake("admin user unsubscribe u1 --event second", "節日「second」"),
    Mistake("admin user unsubscribe u1 --group ours", "群組「ours」"),
    Mistake("admin user devices u1 --remove abc", "「abc」", "裝置"),
    Mistake("admin user devices u1 --switch-off abc", "「abc」", "裝置"),
    Mistake("admin user devices u1 --add abc", "--platform", "ios、android 或 web"),
    Mistake("admin user link mei@example.org --role boss", "「boss」", "reader、editor、admin"),
    Mistake("admin event import /nonexistent/a.json", "沒有檔案 /nonexistent/a.json"),
    Mistake("admin import /nonexistent/a.json", "沒有檔案 /nonexistent/a.json"),
    Mistake("admin temple import /nonexistent/a.xml", "沒有檔案 /nonexistent/a.xml"),
    Mistake("admin temple import /", "無法讀取 /"),
    Mistake("admin temple import - --prune", "--prune", "登記資料", input: #"[{"key":"a-temple","name":"甲宮"}]"#),
    Mistake("admin restore /nonexistent/a.db --lang zh-Hant", "/nonexistent/a.db", "--yes"),
    Mistake("admin audit --limit 0", "--limit 的 0", "1 到 10000"),
    Mistake("serve --backups b --no-backup", "--backups", "--no-backup"),
  ]

  private static let deliveries: [Mistake] = [
    Mistake("remind deliver --channel pigeon", "「pigeon」", "webhook"),
    Mistake(
      "admin event edit first --note a", "FOLKCAL_ALLOW_PRIVATE_ADDRESSES", "0 或 1",
      environment: ["FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "yes"]),
    Mistake(
      "remind deliver", "FOLKCAL_CA_FILE", "無法讀取", environment: ["FOLKCAL_CA_FILE": "/nonexistent/ca.pem"]),
    Mistake("remind deliver", "FOLKCAL_CA_FILE", "PEM", environment: ["FOLKCAL_CA_FILE": "/etc/passwd"]),
    Mistake(
      "remind deliver", "FOLKCAL_MAIL_FROM", "days@example.org", environment: ["FOLKCAL_SMTP_URL": "smtps://localhost"]),
    Mistake(
      "remind deliver", "FOLKCAL_SMTP_URL", "smtps://host",
      environment: ["FOLKCAL_SMTP_URL": "localhost", "FOLKCAL_MAIL_FROM": "days@example.org"]),
    Mistake(
      "remind deliver", "FOLKCAL_SMTP_URL", "%2F %3F %23",
      environment: ["FOLKCAL_SMTP_URL": "smtps://localhost/x", "FOLKCAL_MAIL_FROM": "days@example.org"]),
    Mistake(
      "remind deliver", "FOLKCAL_UNSUBSCRIBE_URL", "{user}",
      environment: [
        "FOLKCAL_SMTP_URL": "smtps://localhost", "FOLKCAL_MAIL_FROM": "days@example.org",
        "FOLKCAL_UNSUBSCRIBE_URL": "https://example.org/leave",
      ]),
    Mistake("remind deliver", "FOLKCAL_NTFY_URL", environment: ["FOLKCAL_NTFY_TOKEN": "tk_a"]),
    Mistake("remind deliver", "FOLKCAL_VAPID_CONTACT", "mailto:", environment: ["FOLKCAL_VAPID_KEY": "a"]),
    Mistake("remind deliver", "FOLKCAL_WEBHOOK_SECRET", "whsec_", environment: ["FOLKCAL_WEBHOOK_SECRET": " "]),
    Mistake("remind deliver", "FOLKCAL_FCM_KEY", "無法讀取", environment: ["FOLKCAL_FCM_KEY": "/nonexistent/key"]),
  ]

  private static let records: [Mistake] = [
    Mistake("admin event show frist", "frist", "first"),
    Mistake("admin event show 甲日節", "甲日節", "first", "甲節"),
    Mistake("admin event edit nowhere --note a", "nowhere"),
    Mistake("admin event add --title 丙節 --rule nonsense", "rule", "nonsense", "農曆三月廿三"),
    Mistake("admin event add --key A_B --title 丙節 --rule 農曆三月三", "key", "A_B", "mazu"),
    Mistake("admin event add --key third --title 丙節 --rule 農曆三月三 --deity nobody", "deity", "nobody"),
    Mistake("admin event edit first --is-enabled maybe", "is_enabled", "maybe", "true"),
    Mistake("admin event import -", input: ""),
    Mistake("admin event import -", input: "[{"),
    Mistake("admin user settings u9", "u9"),
    Mistake("admin user settings u1 --advance-days 99", "advance_days", "99", "30"),
    Mistake("admin token create --name a --role boss", "boss", "reader"),
    Mistake("admin token revoke nothing", "nothing"),
    Mistake("admin event remove first --yes", "first", "ours"),
  ]

  @Test(
    "a misspelt key or name is answered with the nearest one, and nothing far away is offered",
    arguments: [
      (["event", "show", "mazuu"], "; there is mazu\n"), (["event", "show", "媽祖聖誔"], "; there is mazu (媽祖聖誕)\n"),
      (["deity", "show", "guanyn"], "; there is guanyin\n"),
      (["group", "edit", "mauz", "--name", "x"], "; there is mazu\n"),
      (["temple", "show", "x"], "; folkcal admin temple list names them\n"),
      (["group", "show", "nope"], "; folkcal admin group list names them\n"),
    ])
  func similar(arguments: [String], end: String) throws {
    let run = try OperatorDesk(loaded: true).run(["admin"] + arguments)
    #expect(run.status == 3 && run.errors.hasSuffix(end), "\(run.errors)")
  }

  @Test("results, tables and reports are in the language of --lang, with kinds and roles in words")
  func results() throws {
    let desk = try Self.desk()
    func output(_ line: String, _ language: String, input: String = "") throws -> String {
      let run = try desk.run(
        line.split(separator: " ").map(String.init) + ["--lang", language], input: input)
      #expect(run.status == 0, "\(line): \(run.errors)")
      return run.output
    }
    #expect(try output("admin event edit first --note a", "zh-Hant").hasPrefix("已變更節日 first"))
    #expect(try output("admin event edit first --note a", "zh-Hans").hasPrefix("没有变更节日 first"))
    #expect(try output("admin event edit first --note a", "en").hasPrefix("unchanged event first"))
    let people = #"[{"email":"ming@example.org"}]"#
    #expect(try output("admin user import -", "zh-Hant", input: people) == "使用者：新增 1 位，變更 0 位，未變 0 位\n")
    for (language, words) in [
      ("zh-Hant", ["編號", "類別", "節慶"]), ("zh-Hans", ["编号", "类别", "节庆"]), ("en", ["Id", "Type", "Festival"]),
    ] {
      let table = try output("admin event list", language)
      for word in words + ["first"] { #expect(table.contains(word), "\(table)") }
    }
    _ = try desk.run("admin", "token", "create", "--name", "a", "--role", "reader")
    #expect(try output("admin token list", "zh-Hant").contains("檢視"))
    #expect(try output("admin token list", "en").contains("reader"))
    #expect(try output("admin audit --entity event --limit 1", "zh-Hant").contains("變更  節日"))
    #expect(try output("admin stats", "zh-Hant").contains("使用者"))
    // Programs read the codes.
    let listed = try desk.run("admin", "event", "list", "--json", "--lang", "zh-Hant").list()
    #expect(listed.first?["type"] as? String == "festival")
  }
}
