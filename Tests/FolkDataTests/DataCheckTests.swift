import FolkData
import Folklore
import TestSupport
import Testing

@Suite("Faults that the check of the data finds", .timed)
struct DataCheckTests {
  /// The faults of a small folder: an event for each line, or what stands in the given files.
  private func faults(
    events: [String] = [], sources: String = "  - {key: A, title: a}\n", deities: [String] = [],
    temples: String? = nil, hosts: String? = nil
  ) -> [String] {
    let files = [
      "sources.yaml": "sources:\n" + sources, "groups.yaml": "groups: []\n",
      "deities.yaml": deities.isEmpty
        ? "deities: []\n" : "deities:\n" + deities.map { "  - {\($0), role: 神, sources: [A]}\n" }.joined(),
      "events.yaml": events.isEmpty ? "events: []\n" : "events:\n" + events.enumerated().map(Self.event).joined(),
    ]
    return DataCheck(
      CatalogueLoader { files[$0] ?? "" }, temples: TempleLoader { temples }, hosts: SourceHosts { hosts }
    ).faults.map(\.description)
  }

  private static func event(_ number: Int, _ fields: String) -> String {
    let usual = [
      "weight": "4", "rule": "lunar 3/23", "names": "{zh-Hant: 甲}", "type": "festival", "observance": "festival",
    ]
    let others = usual.filter { !fields.contains($0.key + ": ") && !fields.contains("no-\($0.key)") }
      .map { "\($0.key): \($0.value)" }.sorted()
    let given = fields.split(separator: ";").map(String.init).filter { !$0.hasPrefix("no-") }
    return "  - {"
      + (["key: e\(number)", "id: \(number + 1)", "sources: [A]"] + others + given).joined(separator: ", ")
      + "}\n"
  }

  // MARK: Weights

  @Test("A missing weight and one out of range are named")
  func weights() {
    #expect(faults(events: ["weight: 1", "weight_in: {HK: 1, MY: 2};regions: [TW, HK]"]) == [])
    #expect(faults(events: ["no-weight"]).first?.hasPrefix("events.yaml:2: events[0].weight: is missing") == true)
    #expect(faults(events: ["weight: 6"]).first == "events.yaml:2: events[0].weight: 6 is not between 1 and 5")
    #expect(
      faults(events: ["weight_in: {HK: 7}"]).first == "events.yaml:2: events[0].weight_in: HK: 7 is not between 1 and 5"
    )
    #expect(
      faults(events: ["weight_in: {XX: 1}"]).first?.hasPrefix("events.yaml:2: events[0].weight_in.XX: is not a field")
        == true)
    #expect(
      faults(events: ["regions: [TW, XX]"]).first?.hasPrefix(
        "events.yaml:2: events[0].regions: \"XX\" is not one of TW")
        == true)
    #expect(faults(events: ["regions: []"]).first?.hasPrefix("events.yaml:2: events[0].regions: is empty") == true)
  }

  @Test("The shares of the first weights hold in a whole folder; the main event of a bundle weighs most")
  func shares() {
    func folder(_ counts: [Int]) -> [String] {
      counts.enumerated().flatMap { index, count in Array(repeating: "weight: \(index + 1)", count: count) }
    }
    #expect(faults(events: folder([15, 20, 60, 10])) == [])
    #expect(
      faults(events: folder([21, 14, 39, 30])) == [
        "events.yaml: weight: 21 events have weight 1: 12 to 20 should",
        "events.yaml: weight: 14 events have weight 2: 15 to 30 should",
        "events.yaml: weight: 39 events have weight 3: 40 to 80 should",
      ])
    #expect(faults(events: ["weight: 2", "weight: 2;bundle: e0"]) == [])
    #expect(
      faults(events: ["weight: 3", "weight: 2;bundle: e0"]).first?.hasPrefix(
        "events.yaml:3: events[1].weight: is 2, before 3 of \"e0\"") == true)
  }

  // MARK: Days

  @Test("Announced days with an empty year between them need a note that names the year")
  func gaps() {
    #expect(faults(events: ["rule: announced 2018-04-01 2021-04-01 2024-04-01"]) == [])
    #expect(
      faults(events: ["rule: announced 2012-04-01 2018-04-01 2021-04-01 2024-04-01"]).first?.hasPrefix(
        "events.yaml:2: events[0].rule: has no day in 2015") == true)
    #expect(faults(events: ["rule: announced 2012-04-01 2018-04-01 2021-04-01;note: 2015年停辦"]) == [])
    #expect(
      faults(events: ["rule: announced 2019-04-01 2020-04-01 2023-04-01;note: 2021年停辦"]).first?.contains("2022")
        == true)
    #expect(faults(events: ["rule: announced 2019-04-01 2020-04-01 2023-04-01;note: 2021、2022年因疫情停辦"]) == [])
  }

  @Test("A rite of one people is no day of another")
  func rites() {
    #expect(faults(events: ["names: {zh-Hant: 阿美族年祭（Ilisin）}"]) == [])
    #expect(faults(events: ["names: {zh-Hant: 豐年祭};aliases: [Ilisin];description: 阿美族的祭典"]) == [])
    #expect(
      faults(events: ["names: {zh-Hant: 卑南族年祭};aliases: [Ilisin];description: 卑南族與阿美族的祭典"]).first?.hasPrefix(
        "events.yaml:2: events[0].names: has ilisin, a rite of 阿美族, but tells of 卑南族") == true)
    #expect(faults(events: ["names: {zh-Hant: 豐年祭（Ilisin）};description: 原住民的祭典"]).count == 1)
    #expect(faults(events: ["names: {zh-Hant: 五年祭};description: 魯凱族的祭典"]).count == 1)
  }

  // MARK: Temples

  private static let deities = [
    "key: mazu, names: {zh-Hant: 天上聖母}, aliases: [媽祖, 天后]", "key: sanwang, names: {zh-Hant: 三王公}",
    "key: gugong, names: {zh-Hant: 古公三王}, aliases: [二結王公]", "key: wufu, names: {zh-Hant: 五府千歲}",
    "key: chenghuang, names: {zh-Hant: 城隍}", "key: xiahai, names: {zh-Hant: 霞海城隍}",
  ]

  private func temple(_ name: String, _ main: String, _ deity: String?, more: String = "") -> String {
    let link = deity.map { "\"deity\": \"\($0)\", " } ?? ""
    return """
      {"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [120.43, 24.05]},
      "properties": {"key": "t", "name": "\(name)", "main_deity": "\(main)", \(link)"religion": "道教", \(more)
      "address": "彰化縣鹿港鎮中山路1號", "county": "彰化縣", "town": "鹿港鎮", "sources": ["A"]}}]}
      """
  }

  @Test("A temple whose name or main deity says another deity than the one that it is linked to is named")
  func deities() {
    func found(_ name: String, _ main: String, _ deity: String?, more: String = "") -> [String] {
      faults(deities: Self.deities, temples: temple(name, main, deity, more: more))
    }
    #expect(found("鹿港天后宮", "天上聖母", "mazu") == [])
    // The city god of a place is a city god.
    #expect(found("霞海城隍廟", "城隍", "xiahai") == [])
    #expect(
      found("二結王公廟", "王公", "sanwang").first?.hasPrefix("temples.geojson:2: features[0].properties.name: says 二結王公, but")
        == true)
    #expect(found("鎮安宮", "五府千歲", "mazu").first?.contains("main_deity: says 五府千歲") == true)
    #expect(found("代天府", "五府千歲", nil).first?.contains("main_deity: says 五府千歲, but the temple has no deity") == true)
    #expect(found("嘉義城隍廟", "綏靖侯", nil).first?.contains("name: says 城隍") == true)
    #expect(found("海印寺", "媽祖、五府千歲", "mazu", more: #""other_deities": ["wufu"],"#) == [])
  }

  @Test("A temple lists its own days")
  func ownDays() {
    let kept = #""events": [{"event": "e0"}],"#
    let day = "names: {zh-Hant: 元宵乞龜};description: 鹿港的天后宮在元宵節備米龜，讓信眾擲筊求取。"
    func found(_ event: String, more: String = "") -> [String] {
      faults(events: [event], deities: Self.deities, temples: temple("鹿港天后宮", "媽祖", "mazu", more: more))
    }
    #expect(found(day, more: kept) == [])
    #expect(found(day).first?.hasPrefix("temples.geojson:2: features[0].properties.events: lacks \"e0\"") == true)
    #expect(found("names: {zh-Hant: 鹿港天后宮進香}").count == 1)
    // What begins at another temple, or only passes through, is not its own.
    #expect(found("names: {zh-Hant: 大甲鎮瀾宮進香};description: 走到鹿港天后宮再回來。") == [])
    #expect(found("names: {zh-Hant: 旗津天后宮遶境}") == [])
  }

  // MARK: Links

  private static let hosts =
    "temple:\n  longshan.org.tw: [龍山寺]\noffice:\n  moi.gov.tw: [內政部]\npress:\n  ltn.com.tw: [自由時報]\n"

  @Test(
    "A link goes to a page of who is named",
    arguments: [
      ("temple", "艋舺龍山寺的聖誕表", "https://www.longshan.org.tw/days", nil),
      ("press", "自由時報：遶境", "https://news.ltn.com.tw/news/1", nil),
      ("list", "民俗清單", "https://example.org/days.html", nil), ("scrape", "轉載", "https://blog.example.org/a?p=1", nil),
      ("temple", "艋舺龍山寺", "https://news.ltn.com.tw/news/1", "news.ltn.com.tw is of kind press (自由時報), but the source"),
      ("temple", "大甲鎮瀾宮", "https://longshan.org.tw/days", "longshan.org.tw belongs to 龍山寺, which the title does not"),
      ("office", "文化部", "https://fakemoi.gov.tw/a", "fakemoi.gov.tw is not in hosts.yaml"),
      ("list", "清單", "https://web.archive.org/web/2020/https://a.tw/x", "web.archive.org shows the pages of others"),
      ("list", "清單", "https://forum.example.org/redirect.php?tid=3", "leads on to another page"),
      ("scrape", "清單", "https://example.org/link?url=https://a.tw", "leads on to another page"),
      ("temple", "艋舺龍山寺", "https://www.longshan.org.tw/", "is a front page"),
      ("list", "清單", "https://example.org/index.php", "is a front page"),
    ] as [(String, String, String, String?)])
  func links(kind: String, title: String, url: String, problem: String?) {
    let found = faults(
      sources: "  - {key: A, title: \(title), kind: \(kind), url: \"\(url)\"}\n", hosts: Self.hosts)
    guard let problem else { return #expect(found == []) }
    #expect(
      found.count == 1 && found.first?.hasPrefix("sources.yaml:2: sources[0].url: \(problem)") == true, "\(found)")
  }
}
