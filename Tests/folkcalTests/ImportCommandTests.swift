import Foundation
import TestSupport
import Testing

@Suite("folkcal admin: imports and exports", .timed)
struct ImportCommandTests {
  private static let columns = "編號,寺廟名稱,主祀神祇,行政區,地址,WGS84X,WGS84Y,電話"

  private static func row(_ number: Int) -> String {
    "\(number),廟\(number),天上聖母,彰化縣,彰化縣鹿港鎮某路\(number)號,120.43\(number % 10),24.05,04-\(number)"
  }

  private static func register(_ numbers: some Sequence<Int>) -> String {
    ([columns] + numbers.map(row)).joined(separator: "\n") + "\n"
  }

  @Test(
    "a prune of more than a twentieth says its share and does nothing without --yes; what ships and what was edited stays"
  )
  func prune() throws {
    let desk = try OperatorDesk()
    let all = try desk.file("all.csv", Self.register(1...40))
    #expect(try desk.run("admin", "temple", "import", all).status == 0)
    try desk.run("admin", "temple", "edit", "moi-7", "--introduction", "一段介紹")
    try desk.run("admin", "temple", "add", "--key", "ours", "--name", "榕樹宮")
    let one = try desk.file("one.csv", Self.register(1...1))
    let before = try desk.run("admin", "export").output

    let refused = try desk.run("admin", "temple", "import", one, "--prune")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors.contains("no longer has 38 of the 40 temples that came from it (95.0 %)"), "\(refused.errors)")
    #expect(refused.errors.contains("give --yes"))
    #expect(try desk.run("admin", "export").output == before)

    let rehearsed = try desk.run("admin", "temple", "import", one, "--prune", "--dry-run")
    #expect(rehearsed.status == 0 && rehearsed.output.contains("38 removed, 95.0 % of the 40"))
    #expect(rehearsed.output.contains("needs --yes"))
    #expect(try desk.run("admin", "export").output == before)

    let told = try desk.run("admin", "temple", "import", one, "--json").object()
    #expect(told["known"] as? Int == 40 && told["removed"] as? Int == 0)
    let done = try desk.run("admin", "temple", "import", one, "--prune", "--yes", "--json").object()
    #expect(done["removed"] as? Int == 38)
    let protected = (done["vanished"] as? [[String: Any]] ?? []).filter { $0["protection"] is String }
    #expect(protected.map { $0["key"] as? String } == ["moi-7"] && protected[0]["protection"] as? String == "edited")
    #expect(
      try Set(desk.run("admin", "temple", "list", "--json").list().map { $0["key"] as? String })
        == ["moi-1", "moi-7", "ours"])
  }

  @Test("the temples that ship are never pruned, and init has nothing to bring back")
  func shipped() throws {
    let desk = try OperatorDesk(loaded: true)
    let before = try desk.run("admin", "temple", "export").output
    let shipped = try desk.run("admin", "temple", "list", "--json", "--limit", "3").list()
    let numbers = shipped.compactMap { ($0["source_ref"] as? String).flatMap { Int($0) } }
    let all = try desk.file("all.csv", Self.register(numbers + [1, 2]))
    #expect(try desk.run("admin", "temple", "import", all).status == 0)
    let one = try desk.file("one.csv", Self.register(1...1))
    let pruned = try desk.run("admin", "temple", "import", one, "--prune", "--yes")
    // Those that ship lie in other counties, of which this file says nothing.
    #expect(pruned.output.contains("1 removed"), "\(pruned.output)")
    func keys(_ text: String) -> Int { text.split(separator: "\n").count }
    #expect(try keys(desk.run("admin", "temple", "export").output) == keys(before) + 1)
    let again = try desk.run("init", "--data", PackageRoot.path("data"), "--json")
    for report in try again.list() {
      #expect((report["added"] as? [String])?.isEmpty == true && (report["kept"] as? [String])?.isEmpty == true)
    }
  }

  @Test("a register of numbers and names alone changes nothing else, in each format")
  func fewColumns() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "temple", "import", desk.file("all.csv", Self.register(1...2)))
    func temple() throws -> [String: Any] { try desk.run("admin", "temple", "show", "moi-1", "--json").object() }
    let before = try temple()
    #expect(before["town"] as? String == "鹿港鎮" && before["phone"] as? String == "04-1")
    let files = [
      ("few.csv", "編號,寺廟名稱\n1,新名\n"),
      ("few.xml", "<ArrayOfOpenData_3><OpenData_3><編號>1</編號><寺廟名稱>新名</寺廟名稱></OpenData_3></ArrayOfOpenData_3>"),
      (
        "few.geojson",
        #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":null,"properties":{"編號":1,"名稱":"新名"}}]}"#
      ),
    ]
    for (name, text) in files {
      let run = try desk.run("admin", "temple", "import", desk.file(name, text))
      #expect(
        run.status == 0 && run.output.contains("not in this file, so left as they are: 主祀神祇"),
        "\(run.output)\(run.errors)")
      let after = try temple()
      #expect(after["name"] as? String == "新名")
      for (field, value) in before where field != "name" {
        #expect("\(after[field] ?? "")" == "\(value)", "\(name): \(field)")
      }
    }
    // A column that is there and empty takes away what the register gave.
    try desk.run("admin", "temple", "import", desk.file("empty.csv", "編號,寺廟名稱,電話\n1,新名,\n"))
    #expect(try temple()["phone"] is NSNull)
  }

  @Test("Big5 is read as well as UTF-8, rows of commas are no rows, and a member given twice is refused with its place")
  func files() throws {
    let desk = try OperatorDesk()
    // key,name and a row of 甲 and 乙 (A5D2 and A441), encoded by Python's codec cp950, with empty rows behind.
    let big5 =
      Data("key,name,aliases\r\na,".utf8) + Data([0xA5, 0xD2]) + Data(",".utf8) + Data([0xA4, 0x41])
      + Data("\r\n,,\r\n\r\n , ,\r\n".utf8)
    let path = desk.folder.appendingPathComponent("big5.csv").path
    try big5.write(to: URL(fileURLWithPath: path))
    let run = try desk.run("admin", "deity", "import", path)
    #expect(run.status == 0 && run.output == "deities: 1 added, 0 changed, 0 unchanged\n", "\(run.output)\(run.errors)")
    #expect(try desk.run("admin", "deity", "show", "a", "--json").object()["name"] as? String == "甲")

    let cases = [
      (
        "{\"key\":\"b\",\n \"name\":\"乙\",\"name\":\"丙\"}",
        "line 2, column 13: the object has the member \"name\" already"
      ),
      ("{\"key\":\"b\",\"name\":\"乙\"}\n{\"key\":\"c\",\"n\\u0061me\":\"乙\",\"name\":\"丙\"}\n", "line 2, column 28: "),
      ("[{\"key\":\"b\",\"name\":\"乙\"},{\"key\":\"c\",\"key\":\"d\"}]", "line 1, column 36: "),
      ("key,name\nb,乙\n\u{1},", "row 3: key"),
      ("{\"key\":\"b\",\"name\":\"乙\"}\n{\"key\":\n", "line 2: the input is no JSON"),
    ]
    for (text, message) in cases {
      let run = try desk.run("admin", "deity", "import", "-", input: text)
      #expect(run.status == 2 && run.errors.contains(message), "\(text): \(run.errors)")
    }
    #expect(try desk.run("admin", "deity", "list", "--json").list().count == 1)
  }

  @Test(
    "a name that nobody sees, or that is not read as it is written, is refused",
    arguments: [
      "\u{200B}", "\u{3164}\u{2800}", "\u{FEFF}\u{3000}", "\u{E0041}", "\u{FE0F}", "甲\u{202E}乙", "\u{2067}甲",
      "\u{200E}\u{61C}",

      "甲\t乙", "甲\u{7}", "甲\u{85}乙",
    ])
  func names(name: String) throws {
    let desk = try OperatorDesk()
    let commands: [[String]] = [
      ["deity", "add", "--key", "a", "--name", name], ["temple", "add", "--key", "a", "--name", name],
      ["event", "add", "--key", "a", "--rule", "lunar 1/1", "--title", name],
      ["group", "add", "--key", "a", "--name", name],
      ["user", "add", "--email", "a@b.tw", "--display-name", name],
      ["deity", "add", "--key", "a", "--name", "甲", "--aliases", "乙、" + name],
    ]
    for command in commands {
      let run = try desk.run(["admin"] + command)
      #expect(run.status == 2, "\(command): \(run.errors)")
    }
    let csv = try desk.run("admin", "deity", "import", "-", input: "key,name\na,\"\(name)\"\n")
    #expect(csv.status == 2 && csv.errors.contains("row 2: name: "), "\(csv.errors)")
  }

  @Test("emoji, rare ideographs and lines of a description are taken")
  func seen() throws {
    let desk = try OperatorDesk()
    let name = "👨‍👩‍👧❤️甲\u{200E}葛\u{E0100}城\u{20000}"
    let description = "第一行\n\t第二行，全形！"
    let run = try desk.run(
      "admin", "deity", "add", "--key", "a", "--name", name, "--description", description)
    #expect(run.status == 0, "\(run.errors)")
    let record = try desk.run("admin", "deity", "show", "a", "--json").object()
    #expect(record["name"] as? String == name && record["description"] as? String == description)
  }

  @Test("a reference by name finds the one that bears it, 臺 for 台, and names the keys where several do")
  func references() throws {
    let desk = try OperatorDesk()
    for command in [
      ["temple", "add", "--key", "banyan", "--name", "台灣榕樹宮"],
      ["temple", "add", "--key", "f1", "--name", "福德宮", "--county", "臺南市"],
      ["temple", "add", "--key", "f2", "--name", "福德宮"],
      ["deity", "add", "--key", "g", "--name", "甲", "--aliases", "甲公"],
      ["event", "add", "--key", "e", "--title", "甲聖誕", "--rule", "lunar 3/23", "--deity", "甲公"],
      [
        "activity", "add", "--key", "x", "--temple", "臺灣榕樹宮", "--event", "甲聖誕", "--title", "遶境", "--start-at",
        "2027-04-29 19:00",
      ],
      ["group", "add", "--key", "p", "--name", "組", "--events", "甲聖誕"], ["temple", "edit", "f2", "--deity", "甲"],
      ["user", "add", "--email", "a@b.tw"], ["user", "subscribe", "u1", "--group", "組", "--event", "甲聖誕"],
    ] {
      let run = try desk.run(["admin"] + command)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    let activity = try desk.run("admin", "activity", "show", "x", "--json").object()
    #expect(activity["temple"] as? String == "banyan" && activity["event"] as? String == "e")
    #expect(try desk.run("admin", "event", "show", "e", "--json").object()["deity"] as? String == "g")
    #expect(try desk.run("admin", "group", "show", "p", "--json").object()["events"] as? [String] == ["e"])
    #expect(try desk.run("admin", "activity", "list", "--where", "temple=台灣榕樹宮", "--json").list().count == 1)
    #expect(try desk.run("admin", "group", "remove-item", "p", "甲聖誕").status == 0)

    let several = try desk.run("admin", "activity", "edit", "x", "--temple", "福德宮")
    #expect(several.status == 2 && several.errors.contains("the name of 2 temples"))
    #expect(several.errors.contains("f1 (臺南市), f2"), "\(several.errors)")
    #expect(
      try desk.run("admin", "activity", "edit", "x", "--temple", "無此宮").errors.contains("temple \"無此宮\" does not exist")
    )

    // An import by name is known again.
    let csv = "temple,title,start_at\n台灣榕樹宮,法會,2027-05-01 09:00\n"
    #expect(try desk.run("admin", "activity", "import", "-", input: csv).output.contains("1 added"))
    #expect(
      try desk.run("admin", "activity", "import", "-", input: csv).output.contains("0 added, 0 changed, 1 unchanged"))
  }

  @Test("a time without an offset is local time of --time-zone, and lists and sheets show local time")
  func localTimes() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "temple", "add", "--key", "t", "--name", "廟")
    func start(_ text: String, zone: String? = nil) throws -> String? {
      let run = try desk.run(
        ["admin", "activity", "add", "--temple", "t", "--title", "會", "--start-at", text, "--json"]
          + (zone.map { ["--time-zone", $0] } ?? []))
      return try run.status == 0 ? run.object()["start_at"] as? String : run.errors
    }
    #expect(try start("2027-04-29 19:00") == "2027-04-29T11:00:00Z")
    #expect(try start("2027-04-29T19:00:30") == "2027-04-29T11:00:30Z")
    #expect(try start("2027-04-29T19:00:00+09:00") == "2027-04-29T10:00:00Z")
    #expect(try start("2027-04-29 19:00Z", zone: "Europe/Berlin") == "2027-04-29T19:00:00Z")
    #expect(try start("2027-07-01 12:00", zone: "Europe/Berlin") == "2027-07-01T10:00:00Z")
    // Skipped on 2027-03-28: the first instant after. Comes twice on 2027-10-31: the first.
    #expect(try start("2027-03-28 02:30", zone: "Europe/Berlin") == "2027-03-28T01:00:00Z")
    #expect(try start("2027-10-31 02:30", zone: "Europe/Berlin") == "2027-10-31T00:30:00Z")
    #expect(try start("2027-04-29 25:00")?.contains("start_at: ") == true)
    #expect(try start("2027-04-29")?.contains("start_at: ") == true)

    let list = try desk.run("admin", "activity", "list").output
    #expect(list.contains("2027-04-29 19:00") && !list.contains("11:00"))
    #expect(
      try desk.run("admin", "activity", "list", "--time-zone", "Europe/Berlin").output.contains("2027-04-29 13:00"))
    let key = try #require(desk.run("admin", "activity", "list", "--json").list()[0]["key"] as? String)
    #expect(try desk.run("admin", "activity", "show", key).output.contains("2027-04-29T19:00:00+08:00"))
  }

  @Test("what would be a formula in a spreadsheet is text in a CSV export, and is itself again when it is read back")
  func formulas() throws {
    let desk = try OperatorDesk()
    let names = [
      "=HYPERLINK(\"http://x\",\"y\")", "+886-2-1234", "-1+2", "@SUM(1)", "＝1", "＋1", "－1", "＠a", "'=x", "''@", "'a",
      "甲",
    ]
    for (index, name) in names.enumerated() {
      #expect(try desk.run("admin", "user", "add", "--email", "u\(index)@b.tw", "--display-name=" + name).status == 0)
    }
    try desk.run(
      "admin", "temple", "add", "--key", "t", "--name", "廟", "--lat", "-12.5", "--lng", "-120.5", "--phone=+886-2-1")
    for kind in ["user", "temple"] {
      let json = try desk.run("admin", kind, "export").output
      let csv = try desk.run("admin", kind, "export", "--format", "csv").output
      for row in csv.split(separator: "\r\n").dropFirst() {
        for cell in row.split(separator: ",", omittingEmptySubsequences: false) {
          let text = cell.hasPrefix("\"") ? cell.dropFirst() : cell
          #expect(
            !["=", "+", "-", "@", "＝", "＋", "－", "＠"].contains { text.hasPrefix($0) } || Double(text) != nil, "\(cell)")
        }
      }
      if kind == "temple" { #expect(csv.contains(",-12.5,-120.5,") && csv.contains("'+886-2-1")) }
      let again = try desk.run("admin", kind, "import", "-", input: csv)
      #expect(again.output.contains("0 added, 0 changed"), "\(again.output)\(again.errors)")
      let other = try OperatorDesk()
      #expect(try other.run("admin", kind, "import", "-", input: csv).status == 0)
      #expect(try other.run("admin", kind, "export").output == json)
    }
  }

  @Test("a CSV of users holds no secrets, and read back it takes none away")
  func secrets() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "user", "add", "--email", "a@b.tw", "--google-id", "google-secret")
    try desk.run(
      "admin", "user", "settings", "u1", "--channel", "ntfy", "--channel-target", "https://ntfy.sh/secret-topic")
    try desk.run("admin", "user", "devices", "u1", "--add", "secret-device", "--platform", "ios")
    try desk.run("admin", "user", "token", "create", "u1", "--name", "phone")
    let json = try desk.run("admin", "user", "export").output
    #expect(json.contains("secret-topic") && json.contains("secret-device") && json.contains("token_hash"))
    let csv = try desk.run("admin", "user", "export", "--format", "csv").output
    for word in ["secret", "token", "hash", "channel_target"] { #expect(!csv.contains(word), "\(word)") }
    #expect(csv.contains("\"\"channel\"\":\"\"ntfy\"\"") && csv.contains("a@b.tw"))
    let again = try desk.run("admin", "user", "import", "-", input: csv)
    #expect(again.output.contains("0 changed, 1 unchanged"), "\(again.output)\(again.errors)")
    #expect(try desk.run("admin", "user", "export").output == json)
  }

  @Test(
    "exports of users are their owner's alone, also over a file that others could read; others keep the rights they had"
  )
  func rights() throws {
    let desk = try OperatorDesk()
    try desk.run("admin", "user", "add", "--email", "a@b.tw")
    func rights(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    func export(_ arguments: [String]) throws -> Program.Run {
      try Program.run(
        ["admin"] + arguments, environment: ["FOLKCAL_DATABASE": desk.url],
        prefix: ["/bin/sh", "-c", "umask 022; exec \"$0\" \"$@\""])
    }
    for arguments in [["user", "export"], ["user", "export", "--format", "csv"], ["export"]] {
      let open = try desk.file("open.txt", "old")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
      let new = desk.folder.appendingPathComponent(UUID().uuidString).path
      for path in [open, new] {
        #expect(try export(arguments + ["--to", path]).status == 0)
        #expect(try rights(path) == 0o600, "\(arguments)")
      }
    }
    let deities = desk.folder.appendingPathComponent("deities.json").path
    #expect(try export(["deity", "export", "--to", deities]).status == 0)
    #expect(try rights(deities) == 0o644)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: deities)
    #expect(try export(["deity", "export", "--to", deities]).status == 0)
    #expect(try rights(deities) == 0o640)
    // No half-written file is left beside them.
    #expect(try !FileManager.default.contentsOfDirectory(atPath: desk.folder.path).contains { $0.hasPrefix(".") })
  }
}
