import FolkData
import Folklore
import TestSupport
import Testing

@Suite("Spellings of deities", .timed)
struct DeitySpellingsLoaderTests {
  private func load(_ text: String?) throws -> DeitySpellings {
    let deities = ["mazu", "guanyin"].map {
      Deity(key: $0, name: LocalizedName($0, simplifiedChinese: nil, english: nil))
    }
    return try DeitySpellingsLoader { text }.load(deities: deities)
  }

  @Test("Spellings, compounds and general names are read in order")
  func good() throws {
    let spellings = try load(
      """
      spellings:
        mazu: [湄洲媽, 媽祖婆]
        guanyin:
          - 觀音
      compounds:
        - text: 二聖
          deities: [guanyin, mazu]
      general:
        - 佛祖   # either
      """)
    #expect(
      spellings.spellings == [
        .init("湄洲媽", deityKeys: ["mazu"]), .init("媽祖婆", deityKeys: ["mazu"]), .init("觀音", deityKeys: ["guanyin"]),
        .init("二聖", deityKeys: ["guanyin", "mazu"]),
      ])
    #expect(spellings.general == ["佛祖"])
    #expect(try load(nil) == DeitySpellings())
  }

  @Test(
    "Each fault names the file, the line and the field",
    arguments: [
      ("spellings:\n  maza: [媽]", "deity-spellings.yaml:2: spellings.maza: no deity has this key"),
      ("spellings:\n  mazu: 媽", "deity-spellings.yaml:2: spellings.mazu: expected a list"),
      ("compounds:\n  - text: 二聖", "deity-spellings.yaml:2: compounds[0].deities: are missing: name at least one"),
      (
        "compounds:\n  - text: 二聖\n    deities: [mazu, x]",
        "deity-spellings.yaml:3: compounds[0].deities: no deity has the key \"x\""
      ),
      (
        "spelling: {}",
        "deity-spellings.yaml:1: spelling: is not a field here; fields are spellings, compounds, general"
      ),
    ])
  func faults(text: String, message: String) {
    #expect {
      try load(text)
    } throws: {
      "\($0)" == message
    }
  }
}
