import FolkData
import Folklore
import Temples
import TestSupport
import Testing

@Suite("main deities", .timed)
struct DeityMatcherTests {
  private static let shipped: Result<DeityMatcher, any Error> = Result {
    let folder = PackageRoot.path("data")
    let deities = try CatalogueLoader(folder: folder).load().deities
    return try DeityMatcher(deities: deities, spellings: DeitySpellingsLoader(folder: folder).load(deities: deities))
  }

  private func match(_ text: String) throws -> DeityMatch {
    var matcher = try Self.shipped.get()
    let match = matcher.match(text)
    #expect(matcher.match(text) == match)
    return match
  }

  @Test(
    "spellings of the shipped deities",
    arguments: [
      ("天上聖母", "mazu"), ("媽祖", "mazu"), ("天后", "mazu"), ("湄洲媽", "mazu"), ("湄州天上聖母", "mazu"), ("媽袓天上聖母", "mazu"),
      ("天上聖母(黑面三媽)", "mazu"), ("福德正神", "tudi"), ("土地公", "tudi"), ("福德爺", "tudi"), ("褔德正神", "tudi"),
      ("福德正神〈土地公〉", "tudi"), ("觀世音菩薩", "guanyin"), ("觀音佛祖", "guanyin"), ("南無觀世音菩薩", "guanyin"),
      ("千手千眼觀世音菩蕯", "guanyin"), ("關聖帝君", "guangong"), ("恩主公", "guangong"), ("玄天上帝", "xuantian"),
      ("北極玄天上帝", "xuantian"), ("保生大帝", "baosheng"), ("池府王爺", "chi-wang"), ("池王爺", "chi-wang"),
      ("池府千歲", "chi-wang"), ("三山國王", "sanshan"), ("中壇元帥", "zhongtan"), ("太子爺", "zhongtan"), ("清水祖師", "qingshui"),
      ("神農大帝", "shennong"), ("五穀先帝", "shennong"), ("五谷先帝", "shennong"), ("釋迦牟尼佛", "shijiamouni"),
      ("釋迦佛", "shijiamouni"), ("南無本師釋迦牟尼佛", "shijiamouni"), ("阿彌陀佛", "amituo"), ("阿彌佗佛", "amituo"),
      ("地藏王菩薩", "dizang"), ("開台聖王", "kaitai"), ("鄭成功", "kaitai"), ("五府千歲", "wufu"), ("明明上帝", "mingming"),
      ("天官武財神", "zhao"), ("天官大帝", "tianguan"), ("准提佛母", "zhunti"), (" 天上 聖母　", "mazu"), ("西方三聖", "amituo"),
    ])
  func spellings(text: String, key: String) throws {
    #expect(try match(text).mainKey == key)
  }

  @Test(
    "a text that names several gives them in order",
    arguments: [
      ("天上聖母、觀世音菩薩", ["mazu", "guanyin"]), ("釋迦牟尼佛/釋迦牟尼佛", ["shijiamouni"]),
      ("天上聖母福德正神", ["mazu", "tudi"]), ("天上聖母,三山國王，玄天上帝", ["mazu", "sanshan", "xuantian"]),
      ("關聖帝君與觀音菩薩", ["guangong", "guanyin"]), ("朱、李、池府千歲", ["zhu-wang", "li-wang", "chi-wang"]),
      ("三寶佛", ["shijiamouni", "yaoshi", "amituo"]), ("太陽星君太陰娘娘", ["taiyang", "taiyin"]),
    ])
  func compounds(text: String, keys: [String]) throws {
    let match = try match(text)
    #expect(match.keys == keys && match.mainKey == keys.first && match.unknown.isEmpty)
  }

  /// Names that several gods bear, gods that we do not have, and texts that only look like a name of ours.
  @Test(
    "nobody is guessed",
    arguments: [
      "", "佛祖", "王爺公", "藥王", "威靈公", "石府千歲", "五王", "楊府元帥", "天上聖母宮", "六房天上聖母", "恩主公-陳淵", "其他", "大樹公",
    ])
  func unmatched(text: String) throws {
    let match = try match(text)
    #expect(match.mainKey == nil && match.keys.isEmpty)
  }

  @Test("the main deity is the first that is named, known or not")
  func partly() throws {
    let unknownFirst = try match("石府千歲、天上聖母")
    #expect(unknownFirst.mainKey == nil && unknownFirst.keys == ["mazu"] && unknownFirst.unknown == ["石府千歲"])
    let knownFirst = try match("天上聖母,石府千歲")
    #expect(knownFirst.mainKey == "mazu" && knownFirst.keys == ["mazu"] && knownFirst.unknown == ["石府千歲"])
  }

  private func deity(_ key: String, _ name: String, _ aliases: [String] = []) -> Deity {
    Deity(key: key, name: LocalizedName(name, simplifiedChinese: nil, english: nil), aliases: aliases)
  }

  @Test("an alias of two deities is nobody's, unless the spellings give it to one; a name goes before an alias")
  func ambiguity() throws {
    let deities = [deity("a", "甲神", ["共名", "乙神"]), deity("b", "乙神", ["共名"])]
    var matcher = try DeityMatcher(deities: deities)
    #expect(matcher.match("共名").mainKey == nil)
    #expect(matcher.match("乙神").mainKey == "b")
    matcher = try DeityMatcher(
      deities: deities,
      spellings: DeitySpellings(spellings: [.init("共名", deityKeys: ["b", "a"])], general: ["甲神"]))
    #expect(matcher.match("共名").keys == ["b", "a"])
    #expect(matcher.match("甲神").keys == [])
  }

  @Test("spellings that cannot be right are refused")
  func wrongSpellings() {
    func failure(_ spellings: [DeitySpellings.Spelling]) -> String? {
      do {
        _ = try DeityMatcher(deities: [deity("a", "甲"), deity("b", "乙")], spellings: .init(spellings: spellings))
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(
      failure([.init("丙", deityKeys: ["c"])]) == "the spelling \"丙\" names the deity \"c\", which does not exist")
    #expect(
      failure([.init("台", deityKeys: ["a"]), .init("臺", deityKeys: ["b"])])
        == "the spelling \"臺\" is given to a and to b")
  }
}
