import Folklore
import TestSupport
import Testing

@Suite("Languages, regions and types as people name them", .timed)
struct TypedNameTests {
  @Test(
    "Languages",
    arguments: [
      ("zh-TW", Language.traditionalChinese), ("zh_TW.UTF-8", .traditionalChinese), ("zh-Hant-HK", .traditionalChinese),
      ("zh", .traditionalChinese), ("中文", .traditionalChinese), ("繁體", .traditionalChinese),
      ("zh-CN", .simplifiedChinese),
      ("zh-SG", .simplifiedChinese), ("简体", .simplifiedChinese), ("zh-Hans", .simplifiedChinese), ("en-US", .english),
      ("EN", .english), ("英文", .english),
    ])
  func languages(text: String, language: Language) { #expect(Language(typed: text) == language) }

  @Test(
    "Regions",
    arguments: [
      ("香港", Region.hongKong), ("hk", .hongKong), ("Hong Kong", .hongKong), ("台灣", .taiwan), ("臺灣", .taiwan),
      ("Taiwan", .taiwan), ("澳门", .macao), ("Macau", .macao), ("馬來西亞", .malaysia),
    ])
  func regions(text: String, region: Region) {
    #expect(Region(typed: text) == region)
    #expect(RegionFilter(typed: text)?.region == region)
  }

  @Test("Types, all regions, and what is none")
  func others() {
    #expect(Event.Kind(typed: "神明") == .deity && Event.Kind(typed: "節慶") == .festival)
    #expect(RegionFilter(typed: "全部") == .all && RegionFilter(typed: "all") == .all)
    #expect(Language(typed: "fr") == nil && Region(typed: "東京") == nil && Event.Kind(typed: "廟") == nil)
  }
}
