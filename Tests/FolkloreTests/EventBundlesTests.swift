import Folklore
import Lunisolar
import TestSupport
import Testing

@Suite("Bundled days", .timed)
struct EventBundlesTests {
  private func event(
    _ id: Int, _ key: String, _ title: String, _ rule: String, bundle: String? = nil, isEnabled: Bool = true
  ) throws -> Event {
    Event(
      id: id, key: key, kind: .festival, observance: .festival,
      title: LocalizedName(title, english: key.uppercased()), rule: try DateRule(rule), bundle: bundle,
      description: key == "xiayuan" ? "水官解厄" : nil, isEnabled: isEnabled)
  }

  private func all() throws -> [Event] {
    [
      try event(1, "shuiguan", "水官大帝聖誕", "lunar 10/15", bundle: "xiayuan"),
      try event(2, "xiayuan", "下元節", "lunar 10/15"),
      try event(3, "sanguan", "三官大帝聖誕", "lunar 1/15 7/15 10/15", bundle: "xiayuan"),
      try event(4, "gone", "停辦", "lunar 10/15", bundle: "xiayuan", isEnabled: false),
      try event(5, "other", "別的", "lunar 10/15"),
    ]
  }

  // 下元 of 2026 and 上元 of 2026, by the Central Weather Administration's calendar.
  private let xiayuan = "2026-11-23"
  private let shangyuan = "2026-03-03"

  private func titles(
    _ keys: [String], preferring preferred: Set<String> = [], on text: String, language: Language = .traditionalChinese
  ) throws -> [String] {
    let all = try all()
    let told = all.filter { keys.contains($0.key) }
    let year = try SolarDate(iso: "2026-01-01")...SolarDate(iso: "2026-12-31")
    let bundles = try EventBundles(told, of: all, preferring: preferred, in: year)
    let day = try SolarDate(iso: text)
    return told.compactMap { bundles.telling($0, on: day)?.title.text(in: language) }
  }

  @Test("下元節, 水官 and 三官 are one entry with three names, the festival first; other events stay alone")
  func one() throws {
    let keys = ["shuiguan", "xiayuan", "sanguan", "other"]
    #expect(try titles(keys, on: xiayuan) == ["下元節、水官大帝聖誕、三官大帝聖誕", "別的"])
    #expect(try titles(keys, on: xiayuan, language: .english)[0] == "XIAYUAN, SHUIGUAN, SANGUAN")
    #expect(try titles(["sanguan"], on: shangyuan) == ["三官大帝聖誕"])
  }

  @Test("The followed event's name comes first, then the others")
  func followed() throws {
    #expect(try titles(["shuiguan"], on: xiayuan) == ["水官大帝聖誕、下元節、三官大帝聖誕"])
    #expect(try titles(["shuiguan", "sanguan"], preferring: ["sanguan"], on: xiayuan) == ["三官大帝聖誕、水官大帝聖誕、下元節"])
    #expect(
      try titles(["shuiguan", "xiayuan"], preferring: ["shuiguan"], on: xiayuan) == ["水官大帝聖誕、下元節、三官大帝聖誕"])
  }

  @Test("A bundle takes its description from the member that has one")
  func texts() throws {
    let all = try all()
    let day = try SolarDate(iso: xiayuan)
    let bundles = try EventBundles([all[0]], of: all, in: day...day)
    let told = try #require(bundles.telling(all[0], on: day))
    #expect(told.description == "水官解厄" && told.id == 1 && told.key == "shuiguan")
  }
}

@Suite("Sources of dates", .timed)
struct EvidenceTests {
  @Test("Evidence uses the strongest source and lists the weakest dates first")
  func order() throws {
    func event(_ id: Int, _ key: String, _ sources: [String]) throws -> Event {
      Event(
        id: id, key: key, kind: .festival, observance: .festival, title: LocalizedName(key),
        rule: try DateRule("lunar 1/\(id)"), sources: sources)
    }
    let catalogue = try Catalogue(
      sources: [
        Source(key: "A", title: "a", kind: .list, note: nil), Source(key: "B", title: "b", kind: .book, note: nil),
        Source(key: "C", title: "c", kind: .office, note: nil), Source(key: "D", title: "d", kind: .temple, note: nil),
        Source(key: "E", title: "e", kind: .list, note: nil),
      ], deities: [],
      events: [
        event(1, "temple", ["A", "D"]), event(2, "two-lists", ["A", "E"]), event(3, "office", ["C", "B"]),
        event(4, "one-list", ["E"]), event(5, "book", ["B"]),
      ], groups: [])
    let evidence = Evidence.of(catalogue, language: .english)
    #expect(evidence.map(\.key) == ["one-list", "two-lists", "book", "office", "temple"])
    #expect(evidence.map(\.kind) == [.list, .list, .book, .office, .temple])
    #expect(evidence.last?.sources == ["d", "a"])
  }
}
