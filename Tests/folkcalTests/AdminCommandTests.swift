import Foundation
import Processes
import TestSupport
import Testing

/// A database in a folder of its own, worked on by the built program.
final class OperatorDesk: Sendable {
  private let place: TestDatabase
  let folder: URL

  init(loaded: Bool = false) throws {
    if loaded, !TestDatabase.isFile {
      place = try TestDatabase("shipped") { try OperatorDesk.load($0) }
    } else {
      place = try TestDatabase()
    }
    folder = URL(fileURLWithPath: place.folder)
    if loaded {
      if TestDatabase.isFile {
        try FileManager.default.copyItem(atPath: Self.loaded.get().database, toPath: database)
      }
    } else {
      try run("init", "--empty")
    }
  }

  /// One with the shipped data, which the others copy: loading takes a second.
  private static let loaded: Result<OperatorDesk, any Error> = Result {
    let desk = try OperatorDesk()
    try FileManager.default.removeItem(atPath: desk.database)
    try desk.run("init", "--data", PackageRoot.path("data"))
    atexit(OperatorDesk.removeLoaded)
    return desk
  }

  private static let removeLoaded: @convention(c) () -> Void = {
    if case .success(let desk) = OperatorDesk.loaded { try? FileManager.default.removeItem(at: desk.folder) }
  }

  /// Loads the shipped data into a database.
  private static func load(_ url: String) throws {
    let run = try Program.run(
      "init", "--data", PackageRoot.path("data"), environment: ["FOLKCAL_DATABASE": url, "FOLKCAL_ACTOR": "mei"])
    guard run.status == 0 else { throw TestDatabase.Failure(statement: run.errors) }
  }

  var database: String { place.path }
  var url: String { place.url }
  /// The location as the program names it.
  var location: String {
    TestDatabase.isFile ? database : "postgresql:///\(place.name)?host=\(TestDatabase.server ?? "")"
  }

  /// Runs the program on the database, at a time and by a name that do not change.
  @discardableResult
  func run(_ arguments: String?..., input: String = "") throws -> Program.Run {
    try run(arguments.compactMap { $0 }, input: input)
  }

  @discardableResult
  func run(_ arguments: [String], input: String = "") throws -> Program.Run {
    try Program.run(
      arguments, input: input, environment: ["FOLKCAL_DATABASE": url, "FOLKCAL_ACTOR": "mei"])
  }

  /// Asks the database past the program: the file by SQLite's own shell, the server by psql.
  func sql(_ sql: String, waitingMilliseconds: Int = 10_000) throws -> String {
    guard TestDatabase.isFile else { return try TestDatabase.run(sql, in: place.name) }
    let script = try file("script.sql", sql)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    process.arguments = ["-bail", "-cmd", ".timeout \(waitingMilliseconds)", database, ".read " + script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

@Suite("folkcal init and admin", .timed)
struct AdminCommandTests {
  @Test(
    "an operator's day: a deity with two events, a group, a user who follows it, lists, a refused remove, another database"
  )
  func day() throws {
    let desk = try OperatorDesk(loaded: true)
    for command in [
      ["deity", "add", "--key", "kaiji", "--name", "開基公", "--name-en", "Founder", "--aliases", "開基祖、開基爺"],
      ["event", "add", "--key", "kaiji-birth", "--deity", "kaiji", "--title", "開基公聖誕", "--rule", "農曆三月廿三"],
      [
        "event", "add", "--key", "kaiji-fly", "--deity", "kaiji", "--observance", "ascension", "--title", "開基公飛昇",
        "--rule", "lunar 9/9",
      ],
      ["group", "add", "--key", "ours", "--name", "本廟", "--events", "kaiji-birth"],
      ["group", "add-item", "ours", "kaiji-fly", "--at", "1"],
      [
        "user", "add", "--email", "mei@example.org", "--display-name", "小梅", "--uuid",
        "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
      ],
      ["user", "subscribe", "u1", "--group", "ours", "--event", "mazu"],
      ["user", "subscribe", "u1", "--event", "chuyi", "--off"],
      ["user", "settings", "mei@example.org", "--notify-time", "7:30", "--quiet-from", "22:00", "--quiet-to", "06:00"],
      ["user", "devices", "u1", "--add", "token-1", "--platform", "ios"],
      [
        "event", "add", "--owner", "u1", "--title", "阿嬤忌日", "--rule", "農曆六月十五", "--leap", "both", "--short", "backward",
      ],
      ["event", "edit", "kaiji-fly", "--title-en", "Ascension of the Founder"],
    ] {
      let run = try desk.run(["admin"] + command)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    func list(_ language: String) throws -> String {
      try desk.run("admin", "event", "list", "--search", "開基", "--lang", language).output
    }
    #expect(try list("zh-Hant").contains("開基公飛昇"))
    #expect(try list("zh-Hans").contains("开基公飞升"))
    #expect(try list("en").contains("Ascension of the Founder"))

    let group = try desk.run("admin", "group", "show", "ours", "--json").object()
    #expect(group["events"] as? [String] == ["kaiji-fly", "kaiji-birth"])
    let user = try desk.run("admin", "user", "show", "u1", "--json").object()
    let settings = try #require(user["settings"] as? [String: Any])
    #expect(settings["notify_time"] as? String == "07:30" && settings["quiet_to"] as? String == "06:00")
    #expect((user["event_subscriptions"] as? [[String: Any]])?.count == 2)

    let refused = try desk.run("admin", "deity", "remove", "kaiji", "--yes")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.errors.contains("referred to by event \"kaiji-birth\", event \"kaiji-fly\""))
    #expect(try desk.run("admin", "group", "remove", "ours").errors.contains("give --yes"))

    // The whole database into another; and each kind by itself, in the order that references ask for.
    let other = try OperatorDesk()
    let whole = try desk.run("admin", "export").output
    #expect(try other.run("admin", "import", "-", input: whole).status == 0)
    #expect(try other.run("admin", "export").output == whole)
    let third = try OperatorDesk()
    for kind in ["source", "deity", "event", "temple", "activity", "group", "user"] {
      let exported = try desk.run("admin", kind, "export").output
      let run = try third.run("admin", kind, "import", try third.file("x.json", exported))
      #expect(run.status == 0, "\(kind): \(run.errors)")
    }
    #expect(try third.run("admin", "export").output == whole)
    #expect(try third.run("admin", "check").status == 0)

    let audit = try desk.run("admin", "audit", "--entity", "event", "--key", "kaiji-fly", "--json").list()
    #expect(
      audit.map { $0["action"] as? String } == ["edit", "add"] && audit.allSatisfy { $0["actor"] as? String == "mei" })
  }

  @Test(
    "a list of people with their own days, without keys of ours, can be imported twice: the second time changes nothing"
  )
  func importTwice() throws {
    let desk = try OperatorDesk(loaded: true)
    let people = try desk.file(
      "people.json",
      #"""
      [{"email":"Mei@example.org","display_name":"小梅","events":[{"title":"媽媽生日","rule":"農曆六月十五"},
      {"title":"媽媽生日","rule":"lunar 6/15"}]}, {"email":"ming@example.org"}]
      """#)
    let temple = try #require(
      try desk.run("admin", "temple", "list", "--json", "--limit", "1").list()[0]["key"] as? String)
    let activities = try desk.file("activities.csv", "temple,title,rule\n\(temple),遶境,lunar 3/23\n")
    for count in [2, 0, 0] {
      let run = try desk.run("admin", "user", "import", people)
      #expect(run.status == 0 && run.output.contains("\(count) added"), "\(run.output)\(run.errors)")
      let second = try desk.run("admin", "activity", "import", activities)
      #expect(second.output.contains("\(count / 2) added"), "\(second.output)\(second.errors)")
    }
    // Two that are the same are two.
    #expect(try desk.run("admin", "event", "list", "--where", "type=custom", "--json").list().count == 2)
  }

  @Test("an export goes where a link leads and into a pipe; neither they nor a device is replaced")
  func destinations() throws {
    let desk = try OperatorDesk()
    let whole = try desk.run("admin", "export").output
    func place(_ name: String) -> String { desk.folder.appendingPathComponent(name).path }

    let target = try desk.file("target.json", "old")
    try FileManager.default.createSymbolicLink(atPath: place("link.json"), withDestinationPath: target)
    #expect(try desk.run("admin", "export", "--to", place("link.json")).status == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == whole)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place("link.json")) == target)

    #expect(mkfifo(place("pipe"), 0o600) == 0)
    let reader = Process()
    reader.executableURL = URL(fileURLWithPath: "/bin/sh")
    reader.arguments = ["-c", "cat '\(place("pipe"))' > '\(place("read.json"))'"]
    try reader.start()
    #expect(try desk.run("admin", "export", "--to", place("pipe")).status == 0)
    reader.waitUntilExit()
    #expect(try String(contentsOfFile: place("read.json"), encoding: .utf8) == whole)

    // What few may read stays so, and a database is no place for it.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    #expect(try desk.run("admin", "export", "--to", target).status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
    if TestDatabase.isFile {
      let own = try desk.run("admin", "export", "--to", desk.database)
      #expect(own.status == 2 && own.errors.contains("is a database"))
    }
    #expect(try desk.run("admin", "export", "--to", "-").output == whole)
    let piped = try Program.run(
      ["admin", "import", "/dev/stdin"], environment: ["FOLKCAL_DATABASE": desk.url],
      prefix: ["/bin/sh", "-c", "cat '\(target)' | \"$0\" \"$@\""])
    #expect(piped.status == 0, "\(piped.errors)")

    let backup = try desk.run("admin", "backup", place("pipe"), "--force")
    guard TestDatabase.isFile else {
      #expect(backup.status == 2 && backup.errors.contains("is not a file: copy and restore it by pg_dump"))
      return
    }
    #expect(backup.status != 0 && backup.errors.contains("it is not a file that can be replaced"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: place("pipe"))[.type] as? FileAttributeType != .typeRegular)
  }

  @Test("init again changes nothing; what an operator edited stays")
  func initAgain() throws {
    let desk = try OperatorDesk(loaded: true)
    try desk.run("admin", "event", "edit", "mazu", "--note", "本廟提早一日")
    try desk.run("admin", "event", "remove", "nvwa", "--yes")
    let again = try desk.run("init", "--data", PackageRoot.path("data"), "--json")
    #expect(again.status == 0)
    for report in try again.list() {
      #expect((report["added"] as? [String])?.isEmpty == true && (report["updated"] as? [String])?.isEmpty == true)
    }
    #expect(try desk.run("admin", "event", "show", "mazu", "--json").object()["note"] as? String == "本廟提早一日")
  }

  @Test("the calendar's commands read the database where there is one, and say so; without one, the data that ships")
  func sources() throws {
    let desk = try OperatorDesk(loaded: true)
    try desk.run("admin", "event", "edit", "mazu", "--title", "我們的媽祖生")
    let arguments = ["upcoming", "--from", "2027-04-29", "--days", "1"]
    let own = try desk.run(arguments)
    #expect(own.output.contains("我們的媽祖生") && own.errors.contains("days from the database \(desk.location)"))
    #expect(try desk.run("day", "2027-04-29").output.contains("我們的媽祖生"))
    #expect(try desk.run("month", "2027-04", "--json").output.contains("我們的媽祖生"))
    #expect(try desk.run("feed", "--years", "1", "--now", "2027-01-01T00:00:00Z").output.contains("我們的媽祖生"))
    let shipped = try Program.run(arguments, environment: ["XDG_DATA_HOME": desk.folder.path])
    #expect(shipped.output.contains("媽祖聖誕") && shipped.errors.contains("days from the data in"))
    let missing = try Program.run(arguments, environment: ["FOLKCAL_DATABASE": "sqlite:/nowhere/x.db"])
    #expect(
      missing.status == 3
        && missing.errors.contains(
          "there is no database at /nowhere/x.db; folkcal init --database sqlite:/nowhere/x.db makes one")
    )
    #expect(try desk.run(arguments + ["--data", "/x", "--database", "/y"]).status == 2)
    // Disabled, it is listed to the operator only.
    try desk.run("admin", "event", "edit", "mazu", "--is-enabled", "false")
    #expect(try !desk.run(arguments).output.contains("媽祖生"))
  }

  @Test("an editor begins with the record; what was written stays when it is wrong")
  func editor() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "deity", "add", "--key", "a", "--name", "甲")
    let script = try desk.file("editor.sh", "#!/bin/sh\nsed -i 's/\"甲\"/\"乙\"/' \"$1\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    func edit(_ editor: String) throws -> Program.Run {
      try Program.run(
        ["admin", "deity", "edit", "a", "--editor"],
        environment: ["FOLKCAL_DATABASE": desk.url, "EDITOR": editor, "TMPDIR": desk.folder.path])
    }
    #expect(try edit(script).output == "edited deity a (1)\n")
    #expect(try desk.run("admin", "deity", "show", "a", "--json").object()["name"] as? String == "乙")
    let broken = try desk.file("broken.sh", "#!/bin/sh\necho '{' > \"$1\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: broken)
    let run = try edit(broken)
    #expect(run.status == 2 && run.errors.contains("what you wrote is in"))
    let wrong = try desk.file("wrong.sh", "#!/bin/sh\necho '{\"name\": 5}' > \"$1\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: wrong)
    #expect(try edit(wrong).errors.contains("name: 5 is a number: expected a text\nwhat you wrote is in"))
    #expect(try edit("false").status == 1)
  }

  @Test("a token is printed once, listed without its secret, and revoked")
  func tokens() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "user", "add", "--email", "a@b.tw")
    let token = try desk.run("admin", "user", "token", "create", "u1", "--name", "phone").output.trimmingCharacters(
      in: .newlines)
    #expect(token.hasPrefix("fck_") && token.count == 68)
    #expect(try !desk.run("admin", "user", "token", "list", "u1").output.contains(token))
    #expect(try !desk.run("admin", "export").output.contains(token))
    #expect(
      try desk.run("admin", "user", "token", "revoke", "u1", "phone", "--now", "2026-11-21T00:00:00Z").status == 0)
    #expect(try desk.run("admin", "user", "token", "list", "u1").output.contains("2026-11-21 08:00"))
    #expect(try desk.run("admin", "user", "token", "revoke", "u1", "nobody").status == 3)

    // Those of machines, and all of them.
    let machine = try desk.run("admin", "token", "create", "--name", "exporter", "--role", "reader", "--json").object()
    #expect((machine["token"] as? String)?.hasPrefix("fck_") == true)
    #expect(try desk.run("admin", "token", "create", "--name", "x", "--role", "user").status == 2)
    #expect(try desk.run("admin", "token", "create", "--name", "x", "--role", "king").errors.contains("is not one of"))
    try desk.run("admin", "token", "create", "--name", "pad", "--role", "user", "--user", "a@b.tw")
    #expect(
      try desk.run("admin", "token", "list", "--json").output.contains(
        #""name":"exporter","role":"reader","user":null"#))
    #expect(try desk.run("admin", "token", "list", "--user", "u1").output.contains("exporter") == false)
    #expect(try desk.run("admin", "token", "revoke", "2").output == "revoked token 2 (exporter)\n")
    #expect(try desk.run("admin", "token", "revoke", "pad").output == "revoked token 3 (pad)\n")
    #expect(try desk.run("admin", "token", "revoke", "9").status == 3)
    #expect(try !desk.run("admin", "export").output.contains("exporter"))
  }

  @Test("A copy by command has the same records; a target that is not empty and a wrong URL are refused")
  func copy() throws {
    let desk = try OperatorDesk(loaded: true)
    let target = "sqlite:" + desk.folder.appendingPathComponent("copy.db").path
    let copy = try desk.run("admin", "copy", "--to", target)
    #expect(copy.status == 0 && copy.errors.contains("the rows of all tables are the same"), "\(copy.errors)")
    #expect(try desk.run("admin", "export").output == desk.run("admin", "export", "--database", target).output)
    let again = try desk.run("admin", "copy", "--to", target, "--json")
    #expect(again.status == 2 && again.output.isEmpty && again.errors.contains("is not empty: a copy needs a new one"))
    let own = try desk.run("admin", "copy", "--to", desk.url)
    #expect(own.status == 2 && own.errors.contains("is not empty"), "\(own.errors)")
    let wrong = try desk.run("admin", "copy", "--to", "oracle://h/x")
    #expect(wrong.status == 2 && wrong.errors.contains("names no database"))
    #expect(try desk.run("admin", "copy").status == 2)
  }

  @Test(
    "Backup and restore from the command line; a restore asks", .enabled(if: TestDatabase.isFile))
  func backup() throws {
    let desk = try OperatorDesk(loaded: true)
    let copy = desk.folder.appendingPathComponent("copy.db").path
    #expect(try desk.run("admin", "backup", copy).status == 0)
    #expect(try desk.run("admin", "backup", copy).errors.contains("exists already"))
    try desk.run("admin", "deity", "add", "--key", "later", "--name", "後來")
    #expect(try desk.run("admin", "restore", copy).status == 2)
    let restored = try desk.run("admin", "restore", copy, "--yes")
    #expect(restored.status == 0 && restored.errors.contains("the former database is \(desk.database).before-restore"))
    #expect(try desk.run("admin", "deity", "show", "later").status == 3)
    #expect(try desk.run("admin", "stats", "--json").object()["schema"] as? Int == 27)
  }

  /// Each: the arguments behind `folkcal admin`, what stands on standard input, and what the message must name.
  static let badInputs: [(arguments: [String], input: String, message: String)] = [
    (["event", "add"], "", "nothing is given"),
    (["event", "add", "--key", "x"], "", "title: is missing"),
    (["event", "add", "--title", "＊", "--rule", "lunar 1/1"], "", "key: is missing"),
    (["event", "add", "--key", "Bad Key", "--title", "甲", "--rule", "lunar 1/1"], "", "key: \"Bad Key\" is not a key"),
    (["event", "add", "--key", "a", "--title", "甲", "--rule", "lunar 1/1"], "", "key: \"a\" is taken"),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 13/1"], "",
      "rule: date rule \"lunar 13/1\": month 13"
    ),
    (["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/31"], "", "rule: date rule"),
    (["event", "add", "--key", "x", "--title", "甲", "--rule", "someday"], "", "rule: date rule \"someday\""),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "solar 5/1", "--leap", "both"], "",
      "leap= goes with a rule"
    ),
    (["event", "add", "--key", "x", "--title", "甲", "--leap", "both"], "", "--leap and --short go with --rule"),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--type", "party"], "",
      "type: \"party\" is not one of festival, deity, custom"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--type", "deity"], "", "deity: is missing"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--deity", "nobody"], "",
      "deity: deity \"nobody\" does not exist"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--type", "custom"], "", "owner: is missing"
    ),
    (
      ["event", "add", "--title", "甲", "--rule", "lunar 1/1", "--owner", "u99"], "",
      "owner: user \"u99\" does not exist"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--observance", "dance"], "",
      "observance: \"dance\" is not one of"
    ),
    (["event", "add", "--key", "x", "--title", "甲\n乙", "--rule", "lunar 1/1"], "", "title: has more than one line"),
    (
      ["event", "add", "--key", "x", "--title", String(repeating: "長", count: 201), "--rule", "lunar 1/1"], "",
      "title: is 201 characters long: 200 at most"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--sources", "NOBODY"], "",
      "sources: source \"NOBODY\" does not exist"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--is-enabled", "perhaps"], "",
      "is_enabled: \"perhaps\" is not true or false"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--cover-url", "ftp://x/y"], "",
      "cover_url: \"ftp://x/y\" is not a web address"
    ),
    (
      [
        "event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--disagreements",
        "[{\"rule\":\"lunar 1/2\"}]",
      ], "", "disagreements: lunar 1/2: name a source"
    ),
    (
      ["event", "add", "--key", "x", "--title", "甲", "--rule", "lunar 1/1", "--position", "first"], "",
      "position: \"first\" is not a whole number"
    ),
    (["event", "edit", "a", "--title", ""], "", "title: is missing"),
    (["event", "edit", "a", "--file", "-"], "{\"id\":5}", "id: is 1000000, which never changes"),
    (["event", "edit", "a", "--file", "-"], "{\"colour\":\"red\"}", "colour: is no field of event"),
    (["event", "add", "--file", "-"], "{\"key\":", "no JSON"),
    (["event", "add", "--file", "-"], "[1, 2]", "a number in entry 1"),
    (["event", "add", "--file", "-"], "", "the input is empty"),
    (
      ["event", "add", "--file", "-"], "{\"key\":\"x\",\"title\":5,\"rule\":\"lunar 1/1\"}",
      "title: 5 is a number: expected a text"
    ),
    (["event", "list", "--limit", "0"], "", "--limit 0 is not between 1 and 10000"),
    (["event", "list", "--offset", "-1"], "", "--offset -1 is negative"),
    (["event", "list", "--sort", "beauty"], "", "--sort \"beauty\" is not one of data, key, stroke"),
    (["event", "list", "--where", "type"], "", "--where \"type\" is not field=value"),
    (["event", "list", "--where", "colour=red"], "", "colour: is not a field to filter by"),
    (["deity", "add", "--key", "x", "--name", "甲", "--aliases", "乙、乙"], "", "aliases: \"乙\" is named twice"),
    (
      ["temple", "add", "--key", "x", "--name", "廟", "--lat", "91", "--lng", "120"], "",
      "lat: 91.0 is not between -90.0 and 90.0"
    ),
    (
      ["temple", "add", "--key", "x", "--name", "廟", "--lat", "25,03", "--lng", "121.5"], "",
      "lat: \"25,03\" is not a number (a decimal point is a point: 25.03)"
    ),
    (
      ["temple", "add", "--key", "x", "--name", "廟", "--lat", "nan", "--lng", "121.5"], "",
      "lat: \"nan\" is not a number"
    ),
    (["temple", "add", "--key", "x", "--name", "廟", "--lat", "25"], "", "lng: is missing"),
    (["temple", "add", "--key", "x", "--name", "廟", "--rating", "6"], "", "rating: 6.0 is not between 0.0 and 5.0"),
    (["temple", "import", "-"], "key,name\nx,廟\ny,\n", "row 3: name: is missing"),
    (["temple", "import", "-"], "key,name\nx,\"廟\n", "line 2: a quoted field is not closed"),
    (["temple", "import", "-"], "姓名,地址\n甲,乙\n", "no column is called 寺廟名稱"),
    (["temple", "import", "-"], "key,name\nx,廟,多\n", "row 2: column 3: is no field"),
    (["activity", "add", "--title", "會", "--rule", "lunar 1/1"], "", "temple: is missing"),
    (["activity", "add", "--temple", "t", "--title", "會"], "", "rule: a yearly activity has a rule"),
    (
      ["activity", "add", "--temple", "t", "--title", "會", "--start-at", "2027-04-01"], "",
      "start_at: \"2027-04-01\" is not a date"
    ),
    (
      [
        "activity", "add", "--temple", "t", "--title", "會", "--start-at", "2027-04-02T00:00:00Z", "--end-at",
        "2027-04-01T00:00:00Z",
      ], "", "end_at: lies before start_at"
    ),
    (
      ["group", "add", "--key", "x", "--name", "組", "--events", "a,nobody"], "",
      "events: event \"nobody\" does not exist"
    ),
    (["group", "add-item", "g", "a", "--at", "9"], "", "--at 9 is not between 1 and"),
    (["user", "add", "--email", "not-an-address"], "", "email: \"not-an-address\" is not a mail address"),
    (["user", "add", "--email", "a@b.tw"], "", "email: \"a@b.tw\" is taken"),
    (["user", "add", "--user-time-zone", "Mars/Olympus"], "", "time_zone: time zone \"Mars/Olympus\" is not known"),
    (["user", "add", "--locale", "ja"], "", "locale: \"ja\" is not one of zh-Hant, zh-Hans, en"),
    (["user", "settings", "u1", "--notify-time", "25:00"], "", "notify_time: \"25:00\" is not a time"),
    (["user", "settings", "u1", "--advance-days", "31"], "", "advance_days: 31 is not between 0 and 30"),
    (["user", "settings", "u1", "--quiet-from", "22:00"], "", "quiet_to: is missing"),
    (
      ["user", "settings", "u1", "--channel", "webhook"], "", "channel_target: the channel webhook needs a web address"
    ),
    (
      ["user", "settings", "u1", "--channel", "webhook", "--channel-target", "http://example.org/"], "",
      "channel_target: begins with http://: reminders go to https:// only (unless FOLKCAL_ALLOW_PRIVATE_ADDRESSES is 1"
    ),
    (
      ["user", "add", "--file", "-"],
      #"{"email":"z@b.tw","settings":{"channel":"ntfy","channel_target":"https://0x7f.1/days"}}"#,
      "channel_target: 0x7f.1 is 127.0.0.1, no public address"
    ),
    (
      ["user", "import", "-"],
      #"[{"email":"x@b.tw"},{"email":"y@b.tw","settings":{"channel":"webhook","channel_target":"https://10.0.0.1/"}}]"#,
      "settings: channel_target: 10.0.0.1 is no public address"
    ),
    (["user", "devices", "u1", "--add", "x"], "", "--add needs --platform"),
    (
      ["user", "devices", "u1", "--add", "x", "--platform", "palm"], "",
      "platform: \"palm\" is not one of ios, android, web"
    ),
    (["user", "subscribe", "u1"], "", "give --event, --group or --temple"),
    (["user", "token", "create", "u1", "--name", "x", "--role", "king"], "", "\"king\" is not one of admin"),
    (["import", "-"], "{\"cats\":[]}", "\"cats\", which is none of"),
    (["import", "-"], "key,name\na,甲\n", "a CSV of one kind goes to folkcal admin KIND import"),
    (["event", "remove", "a"], "", "give --yes"),
    (["deity", "import", "-"], "\u{1}", "names no field"),
    (["check", "--database", "postgres://localhost:port/x"], "", "names no database: the port port is no number"),
    (["check", "--database", "mysql://localhost/x"], "", "names no database: expected sqlite:PATH"),
  ]

  @Test("bad input: status 2, the field and the reason, nothing on standard output and nothing written")
  func badInput() throws {
    let desk = try OperatorDesk()
    for command in [
      ["event", "add", "--key", "a", "--title", "甲", "--rule", "lunar 1/1"],
      ["temple", "add", "--key", "t", "--name", "廟"],
      ["group", "add", "--key", "g", "--name", "組"], ["user", "add", "--email", "a@b.tw"],
    ] { #expect(try desk.run(["admin"] + command).status == 0) }
    let before = try desk.run("admin", "export").output
    for (arguments, input, message) in Self.badInputs {
      let run = try desk.run(["admin"] + arguments, input: input)
      #expect(run.status == 2, "\(arguments): \(run.status) \(run.errors)")
      #expect(run.output.isEmpty, "\(arguments): \(run.output)")
      #expect(run.errors.contains(message), "\(arguments): \(run.errors)")
    }
    #expect(try desk.run("admin", "export").output == before)
    #expect(try desk.run("admin", "audit", "--json").list().count == 4)
  }

  @Test("what does not exist: status 3")
  func notFound() throws {
    let desk = try OperatorDesk()
    let file = TestDatabase.isFile ? [["restore", "/nowhere.db", "--yes"]] : []
    for arguments in [
      ["event", "show", "x"], ["event", "edit", "x", "--title", "a"], ["event", "remove", "x", "--yes"],
      ["user", "settings", "u9"], ["group", "add-item", "x", "y"], ["event", "add", "--file", "/nowhere.json"],
    ] + file {
      let run = try desk.run(["admin"] + arguments)
      #expect(run.status == 3 && run.output.isEmpty, "\(arguments): \(run.status) \(run.errors)")
    }
  }
}
