import Folklore
import Foundation
import Temples
import TestSupport
import Testing

@Suite("a register read for import", .timed)
struct TempleRegisterTests {
  private func register(_ text: String) throws -> TempleRegister {
    let deities = [("mazu", "媽祖", ["天上聖母"]), ("guanyin", "觀世音菩薩", ["觀音佛祖"]), ("tudigong", "土地公", ["福德正神"])]
    let matcher = try DeityMatcher(
      deities: deities.map { Deity(key: $0.0, name: LocalizedName($0.1), aliases: $0.2) })
    return TempleRegister(.bytes(Array(text.utf8), name: "r.csv"), matcher: matcher)
  }

  private func temples(_ register: inout TempleRegister) throws -> [RegisteredTemple] {
    var temples: [RegisteredTemple] = []
    try register.forEachTemple { temples.append($0) }
    return temples
  }

  @Test("each temple comes with its key, its place, the worth of its coordinates and its deities")
  func whole() throws {
    var register = try register(SmallRegister.csv)
    #expect(try register.survey() == [])
    #expect(register.summary?.rows == 3)
    let temples = try temples(&register)
    #expect(temples.map(\.identity.key) == ["moi-9000001", "moi-9000002", "moi-9000003"])
    #expect(temples.map(\.area?.township?.name) == ["鹿港鎮", "西區", "金湖鎮"])
    #expect(temples.map(\.coordinates.quality) == [.ok, .ok, .missing])
    #expect(temples.map(\.deities.keys) == [["mazu"], [], ["tudigong"]])
  }

  @Test("a number that comes twice, and a name with an address that does, are faults; the first record stays")
  func repeated() throws {
    var register = try register(
      """
      編號,寺廟名稱,地址,主祀神祇
      1,甲宮,彰化縣鹿港鎮,天上聖母
      1,乙宮,彰化縣鹿港鎮,天上聖母
      ,丙宮,彰化縣鹿港鎮,天上聖母
      ,丙宮,彰化縣鹿港鎮,福德正神
      ,丙宮,臺中市西區,福德正神

      """)
    #expect(
      try register.survey().map(\.description) == [
        "r.csv:3: 編號: \"1\" is the number of line 2 too: every temple has one of its own",
        "r.csv:5: has the name and the address of line 4",
      ])
    let temples = try temples(&register)
    #expect(temples.map(\.row.name) == ["甲宮", "丙宮", "丙宮"])
    #expect(Set(temples.map(\.identity.key)).count == 3)
    #expect(temples[1].identity.key.hasPrefix("temple-") && temples[1].identity.reference == nil)
  }

  @Test("a key is the same again, and a slug whatever the reference looks like")
  func identity() {
    func key(_ reference: String, _ name: String = "甲宮") -> String {
      var row = TempleRow(name: name)
      row.sourceReference = reference
      return TempleIdentity(row).key
    }
    #expect(key("1746804") == "moi-1746804")
    #expect(key("node/88") == key("node/88", "乙宮"))
    #expect(key("") != key("", "乙宮"))
    for key in [key("node/88"), key("臺-1"), key(String(repeating: "9", count: 100)), key("")] {
      #expect(key.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 } && key.count <= 64)
    }
  }

  @Test("the tally counts what is known, and lists what is not by how often it comes")
  func tally() throws {
    var register = try register(
      """
      編號,寺廟名稱,地址,主祀神祇,WGS84X,WGS84Y
      1,甲,彰化縣鹿港鎮,天上聖母,120.43,24.05
      2,乙,彰化縣某處,觀音佛祖、石府千歲,24.05,120.43
      3,丙,月球,石府千歲,121,24
      4,丁,彰化縣鹿港鎮,石府千歲,0,0
      5,戊,彰化縣鹿港鎮,朱府千歲,121.5,25
      6,己,彰化縣鹿港鎮,,120.43,24.05

      """)
    #expect(try register.survey() == [])
    var tally = RegisterTally()
    for temple in try temples(&register) { tally.add(temple) }
    #expect(tally.temples == 6 && tally.withCounty == 5 && tally.withTownship == 4)
    #expect(tally.withDeity == 5 && tally.matched == 2 && tally.matchedMain == 2)
    #expect(tally.matchedShare == 0.4)
    #expect(tally.mostFrequentUnmatched(30).map(\.spelling) == ["石府千歲", "朱府千歲"])
    #expect(tally.mostFrequentUnmatched(1).map(\.temples) == [2])
    #expect(tally.qualities == [.ok: 3, .swapped: 1, .missing: 1, .countyMismatch: 1])
    #expect(RegisterTally().matchedShare == nil)
  }
}
