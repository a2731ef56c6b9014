import Foundation
import TestSupport
import Testing

@Suite("folkcal admin temple import --rites", .timed)
struct RitesImportTests {
  private static let register = """
    編號,寺廟名稱,主祀神祇,行政區,地址,WGS84X,WGS84Y
    100,鹿港試驗宮,天上聖母,彰化縣,彰化縣鹿港鎮某路1號,120.43,24.05
    101,試驗福德祠,福德正神,彰化縣,彰化縣鹿港鎮某路2號,120.44,24.05
    102,試驗福德祠,福德正神,彰化縣,彰化縣福興鄉某路3號,120.45,24.04
    103,財團法人台灣省彰化縣鎮安宮,池府千歲,彰化縣,彰化縣鹿港鎮某路4號,120.46,24.05
    104,鎮安宮,池府千歲,雲林縣,雲林縣斗六市某路5號,120.54,23.71

    """

  private static let rites = """
    慶、祭典名稱,宗教團體名稱,宗教別,行政區,日期,電話,說明
    天上聖母聖誕,鹿港試驗宮,道教,彰化縣鹿港鎮,農曆 03/23,04-1,
    建醮大典,鹿港試驗宮,道教,彰化縣鹿港鎮,農曆 11/10~11/12,04-1,三朝清醮
    福德正神聖誕,試驗福德祠,道教,彰化縣鹿港鎮,農曆 02/03,04-2,
    福德正神聖誕千秋,試驗福德祠,道教,彰化縣,農曆 02/02,04-2,
    中元普渡,鎮安宮,道教,雲林縣斗六市,農曆七月廿五,05-1,
    廟慶,鎮安宮,道教,彰化縣鹿港鎮,國曆 10/10,04-3,
    .,鎮安宮,道教,彰化縣鹿港鎮,農曆 05/05,04-3,
    秋祭,鎮安宮,道教,彰化縣鹿港鎮,國曆 2018/12/22,04-3,
    冬祭,鎮安宮,道教,彰化縣鹿港鎮,農曆 07/00,04-3,
    春祭,鎮安宮,道教,彰化縣鹿港鎮,農曆 01/03,04-3,農曆6月18日
    例祭,鎮安宮,道教,彰化縣鹿港鎮,05/20,04-3,
    千秋,鎮安宮,道教,南投縣埔里鎮,農曆 06/18,04-3,
    聖誕,不在名冊的廟,道教,彰化縣鹿港鎮,農曆 01/01,04-3,

    """

  private func desk() throws -> OperatorDesk {
    let desk = try OperatorDesk(loaded: true)
    #expect(try desk.run("admin", "temple", "import", desk.file("register.csv", Self.register)).status == 0)
    return desk
  }

  private func temple(_ number: Int, _ desk: OperatorDesk) throws -> [[String: Any]] {
    try desk.run("admin", "temple", "show", "moi-\(number)", "--json").object()["events"] as? [[String: Any]] ?? []
  }

  private func activities(_ desk: OperatorDesk) throws -> [(temple: String, title: String, rule: String)] {
    try desk.run("admin", "activity", "list", "--json").list().compactMap { one in
      guard let temple = one["temple"] as? String, temple.hasPrefix("moi-10") else { return nil }
      return (temple, one["title"] as? String ?? "", one["rule"] as? String ?? "")
    }.sorted { $0.temple + $0.title < $1.temple + $1.title }
  }

  @Test(
    "each rite becomes its temple's own day or an activity, or is named with why it stays out; a rehearsal says the same and changes nothing"
  )
  func whole() throws {
    let desk = try desk()
    let file = try desk.file("rites.csv", Self.rites)
    let before = try desk.run("admin", "export").output
    let rehearsed = try desk.run("admin", "temple", "import", "--rites", file, "--dry-run", "--json").object()
    #expect(try desk.run("admin", "export").output == before)
    let done = try desk.run("admin", "temple", "import", "--rites", file, "--json").object()
    for name in ["rites", "added", "general"] { #expect(rehearsed[name] as? Int == done[name] as? Int, "\(name)") }
    #expect(done["rites"] as? Int == 13 && done["general"] as? Int == 1 && done["added"] as? Int == 4)

    // The temple's own day of the birthday, which goes before the general one.
    let own = try temple(101, desk)
    #expect(own.count == 1 && own[0]["rule"] as? String == "lunar 2/3")
    #expect(try temple(102, desk).isEmpty && temple(100, desk).isEmpty)
    let feast = try temple(104, desk)
    #expect(feast.count == 1 && feast[0]["rule"] as? String == "lunar 7/25")
    let activities = try activities(desk)
    #expect(activities.map(\.title) == ["建醮大典", "廟慶"] && activities.map(\.rule) == ["lunar 11/10", "solar 10/10"])
    #expect(activities.map(\.temple) == ["moi-100", "moi-103"])

    let leftOut = done["left_out"] as? [[String: String]] ?? []
    let problems = Dictionary(uniqueKeysWithValues: leftOut.map { ($0["place"] ?? "", $0["problem"] ?? "") })
    #expect(problems.keys.sorted { Int($0) ?? 0 < Int($1) ?? 0 } == ["5", "8", "9", "10", "11", "12", "13", "14"])
    for (line, words) in [
      ("5", "2 temples have this name"), ("8", "no name"), ("9", "names a year"), ("10", "is no date"),
      ("11", "differ"), ("12", "lunar or solar"), ("13", "no such temple"), ("14", "no such temple"),
    ] { #expect(problems[line]?.contains(words) == true, "\(line): \(problems[line] ?? "")") }

    // People at the temple learn of its day.
    let near = try desk.run(
      "near", "24.05,120.44", "--radius", "1", "--event", "tudi", "--now", "2027-03-08T08:00:00+08:00", "--json"
    ).list()
    let shown = near.first { $0["key"] as? String == "moi-101" }?["special_event"] as? [String: Any]
    // 農曆 2027 年二月初三
    #expect(shown?["date"] as? String == "2027-03-10", "\(near)")
  }

  @Test("a second import changes only what the file changed, and leaves what was edited or removed here")
  func again() throws {
    let desk = try desk()
    let file = try desk.file("rites.csv", Self.rites)
    #expect(try desk.run("admin", "temple", "import", "--rites", file).status == 0)
    let before = try desk.run("admin", "export").output
    let same = try desk.run("admin", "temple", "import", "--rites", file, "--json").object()
    #expect(same["added"] as? Int == 0 && same["changed"] as? Int == 0 && same["unchanged"] as? Int == 4)
    #expect(try desk.run("admin", "export").output == before)

    // The operator knows better at one temple; the file corrects two others and drops a rite.
    let fields = try desk.file("own.json", #"{"events":[{"event":"tudi","rule":"lunar 8/15"}]}"#)
    let edited = try desk.run("admin", "temple", "edit", "moi-101", "--file", fields)
    let key = try temple(101, desk).first?["event"] as? String
    #expect(edited.status == 0 || key != nil, "\(edited.errors)")
    let corrected = Self.rites.replacing("農曆 02/03", with: "農曆 02/04").replacing("七月廿五", with: "七月廿六")
      .replacing("國曆 10/10", with: "國曆 10/11").split(separator: "\n").filter { !$0.hasPrefix("建醮") }.joined(
        separator: "\n")
    let done = try desk.run(
      "admin", "temple", "import", "--rites", try desk.file("rites2.csv", corrected), "--json"
    ).object()
    #expect(done["changed"] as? Int == 2 && done["removed"] as? Int == 1)
    #expect((done["kept"] as? [String])?.count == 1, "\(done)")
    #expect(try temple(101, desk).first?["rule"] as? String == "lunar 8/15")
    #expect(try temple(104, desk).first?["rule"] as? String == "lunar 7/26")
    #expect(try activities(desk).map(\.rule) == ["solar 10/11"])
  }

  @Test(
    "XML and JSON with a number are read as well; a number of another temple, a wrong file and a broken one are refused"
  )
  func formats() throws {
    let desk = try desk()
    let xml = """
      <?xml version="1.0" encoding="utf-8"?><ArrayOfOpenData_7>
      <OpenData_7><編號>103</編號><寺廟名稱>鎮安宮</寺廟名稱><慶典名稱>池府千歲千秋</慶典名稱><農曆日期>六月十九</農曆日期></OpenData_7>
      <OpenData_7><編號>100</編號><寺廟名稱>試驗福德祠</寺廟名稱><慶典名稱>聖誕</慶典名稱><農曆日期>二月二日</農曆日期></OpenData_7>
      </ArrayOfOpenData_7>
      """
    let read = try desk.run(
      "admin", "temple", "import", "--rites", try desk.file("rites.xml", xml), "--dry-run", "--json"
    ).object()
    #expect(read["rites"] as? Int == 2 && read["added"] as? Int == 1)
    #expect((read["left_out"] as? [[String: String]])?.first?["problem"]?.contains("100 is 鹿港試驗宮") == true, "\(read)")
    let json = #"{"result":[{"宗教團體名稱":"鹿港試驗宮","慶典名稱":"遶境","曆別":"農曆","日期":"1015","行政區":"彰化縣"}]}"#
    let told = try desk.run(
      "admin", "temple", "import", "--rites", try desk.file("rites.json", json), "--json"
    ).object()
    #expect(told["added"] as? Int == 1)
    #expect(try activities(desk).map(\.rule) == ["lunar 10/15"])

    let wrong = try desk.run("admin", "temple", "import", "--rites", desk.file("register.csv", Self.register))
    #expect(wrong.status == 2 && wrong.errors.contains("慶典名稱"), "\(wrong.errors)")
    let broken = try desk.run("admin", "temple", "import", "--rites", desk.file("cut.xml", String(xml.prefix(200))))
    #expect(broken.status == 2 && broken.errors.contains("XML"), "\(broken.errors)")
    let both = try desk.run("admin", "temple", "import", "--rites", "a.csv", "--prune")
    #expect(both.status == 2 && both.errors.contains("--rites stands alone"), "\(both.errors)")
  }
}
