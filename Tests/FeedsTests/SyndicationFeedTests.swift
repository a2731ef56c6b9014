import FolkData
import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing

@testable import Feeds

private let site = "https://folk.example"
private let atomAddress = site + "/feeds/events.atom?kind=deity&lang=zh-Hant"
private let jsonAddress = site + "/feeds/events.json"

private func feed(
  of events: [Event], from day: String = "2026-04-20", days: Int = 30, language: Language = .traditionalChinese,
  title: String = "民俗節日"
) throws -> SyndicationFeed {
  try SyndicationFeed(
    title: title, site: site, homePage: site + "/feeds", language: language, events: events,
    from: SolarDate(iso: day), days: days)
}

private let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load().events }
private func shippedEvents() throws -> [Event] { try shipped.get() }

private func event(
  title: String = "媽祖聖誕", rule: String = "lunar 3/23", description: String? = nil, worship: String? = nil,
  revision: Int = 0, kind: Event.Kind = .deity
) throws -> Event {
  Event(
    id: 88, key: "mazu", kind: kind, observance: .birth,
    title: LocalizedName(title, simplifiedChinese: "妈祖圣诞", english: "Birthday of Mazu"), rule: try DateRule(rule),
    description: description, worshipNotes: worship, revision: revision)
}

/// A decoded JSON value.
private func items(_ text: String) throws -> [[String: Any]] {
  let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  return try #require(document["items"] as? [[String: Any]])
}

@Suite("Atom and JSON Feed of the coming days", .timed)
struct SyndicationFeedTests {
  @Test("An Atom entry has the elements that RFC 4287 requires")
  func atomEntry() throws {
    let reader = AtomReader(try feed(of: [event(description: "說明", worship: "供品")]).atom(at: atomAddress))
    #expect(reader.failure == nil)
    let root = try #require(reader.root)
    #expect(root.name == "feed" && root.attributes["xml:lang"] == "zh-Hant")
    #expect(root.attributes["xmlns"] == "http://www.w3.org/2005/Atom")
    #expect(root["id"] == atomAddress && root["title"] == "民俗節日")
    #expect(root.all("author").first?["name"] == "folkcal")
    let links = root.all("link").map { [$0.attributes["rel"], $0.attributes["href"]] }
    #expect(links == [["self", atomAddress], ["alternate", site + "/feeds"]])

    let entry = try #require(reader.entries.first)
    #expect(reader.entries.count == 1)
    // The identity of the iCalendar UID mazu-2026@folkcal.
    #expect(entry["id"] == "tag:folkcal,2026:mazu-2026")
    #expect(entry["title"] == "媽祖聖誕")
    #expect(entry["summary"] == "2026年5月9日 星期六，農曆三月廿三")
    #expect(entry["content"] == "2026年5月9日 星期六，農曆三月廿三\n\n說明\n\n供品")
    #expect(entry.all("category").map { $0.attributes["term"] } == ["deity", "birth"])
    let ways = entry.all("link").map { [$0.attributes["rel"], $0.attributes["href"]] }
    #expect(ways == [["alternate", site + "/event/88"], ["related", "folklore://event/88"]])
  }

  @Test("A JSON item has the fields of version 1.1 and the dates")
  func jsonItem() throws {
    let text = try feed(of: [event(description: "說明")], language: .simplifiedChinese).json(at: jsonAddress)
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(document["version"] as? String == "https://jsonfeed.org/version/1.1")
    #expect(document["title"] as? String == "民俗節日" && document["language"] as? String == "zh-Hans")
    #expect(document["home_page_url"] as? String == site + "/feeds" && document["feed_url"] as? String == jsonAddress)
    #expect((document["authors"] as? [[String: String]]) == [["name": "folkcal"]])
    let item = try #require(try items(text).first)
    #expect(item["id"] as? String == "tag:folkcal,2026:mazu-2026")
    #expect(item["url"] as? String == site + "/event/88")
    #expect(item["title"] as? String == "妈祖圣诞")
    #expect(item["summary"] as? String == "2026年5月9日 星期六，农历三月廿三")
    #expect(item["content_text"] as? String == "2026年5月9日 星期六，农历三月廿三\n\n說明")
    #expect(item["tags"] as? [String] == ["deity", "birth"])
    let extra = try #require(item["_folkcal"] as? [String: Any])
    #expect(extra["solar_date"] as? String == "2026-05-09" && extra["last_date"] as? String == "2026-05-09")
    #expect(extra["link"] as? String == "folklore://event/88" && extra["key"] as? String == "mazu")
    #expect((extra["lunar"] as? [String: Any])?["month"] as? Int == 3)
  }

  @Test("An English feed has English dates and no Chinese description; a window has both ends")
  func english() throws {
    let window = try event(rule: "lunar 3/23..3/25", description: "說明")
    let entry = try #require(AtomReader(try feed(of: [window], language: .english).atom(at: atomAddress)).entries.first)
    #expect(entry["title"] == "Birthday of Mazu")
    #expect(entry["summary"] == "Saturday, 9 May 2026 to Monday, 11 May 2026, lunar 3/23")
    #expect(entry["content"] == entry["summary"])
  }

  @Test(
    "Feeds list the same days as `upcoming`, in every language",
    arguments: Language.allCases)
  func shipped(language: Language) throws {
    let events = try shippedEvents()
    let range = try SolarDate(iso: "2026-04-20")...SolarDate(iso: "2026-06-18")
    let expected = try UpcomingRecord.records(of: events, in: range, language: language)
    let feed = try feed(of: events, days: 60, language: language)
    let reader = AtomReader(feed.atom(at: atomAddress))
    #expect(reader.failure == nil)
    #expect(expected.count > 30)
    #expect(reader.entries.map { $0["title"] } == expected.map(\.title))
    let items = try items(feed.json(at: jsonAddress))
    #expect(items.map { $0["title"] as? String } == expected.map(\.title))
    let days = items.map { ($0["_folkcal"] as? [String: Any])?["solar_date"] as? String }
    #expect(days == expected.map(\.solarDate.description))
    let ids = reader.entries.compactMap { $0["id"] }
    #expect(Set(ids).count == expected.count && ids == items.map { $0["id"] as? String })
  }

  @Test("Entry ids equal those of the calendar")
  func identities() throws {
    let events = try shippedEvents()
    let range = try SolarDate(iso: "2025-07-20")...SolarDate(iso: "2025-09-17")
    let calendar = FeedLinter(try CalendarFeed(name: "x").text(of: events, in: range))
    let ids = AtomReader(try feed(of: events, from: "2025-07-20", days: 60).atom(at: atomAddress)).entries
      .compactMap { $0["id"] }
    #expect(ids.contains("tag:folkcal,2026:chuyi-2025-6L-1"))
    #expect(Set(ids) == Set(calendar.events.compactMap { $0["UID"] }.map { "tag:folkcal,2026:" + $0.dropLast(8) }))
  }

  @Test("A feed omits disabled events")
  func disabled() throws {
    let off = Event(
      id: 1, key: "off", kind: .festival, observance: .festival, title: LocalizedName("停"),
      rule: try DateRule("lunar 3/23"), isEnabled: false)
    #expect(AtomReader(try feed(of: [off]).atom(at: atomAddress)).entries.isEmpty)
    #expect(try items(feed(of: [off]).json(at: jsonAddress)).isEmpty)
  }
}

@Suite("Publication and update times of feed entries", .timed)
struct SyndicationTimeTests {
  @Test("The publication date is the midnight in Taiwan when a day enters the range, in every version of the feed")
  func published() throws {
    // 9 May is the last of 30 days from 10 April.
    for day in ["2026-04-10", "2026-04-11", "2026-05-09"] {
      let entry = try #require(AtomReader(try feed(of: [event()], from: day).atom(at: atomAddress)).entries.first)
      #expect(entry["published"] == "2026-04-10T00:00:00+08:00")
      #expect(entry["updated"] == "2026-04-10T00:00:00+08:00")
    }
    #expect(AtomReader(try feed(of: [event()], from: "2026-04-09").atom(at: atomAddress)).entries.isEmpty)
    #expect(AtomReader(try feed(of: [event()], from: "2026-05-10").atom(at: atomAddress)).entries.isEmpty)
    let item = try #require(try items(feed(of: [event()], days: 60).json(at: jsonAddress)).first)
    #expect(item["date_published"] as? String == "2026-03-11T00:00:00+08:00")
  }

  @Test("A revision updates the entry and the feed")
  func revised() throws {
    let reader = AtomReader(try feed(of: [event(revision: 3)]).atom(at: atomAddress))
    #expect(reader.entries.first?["published"] == "2026-04-10T00:00:00+08:00")
    #expect(reader.entries.first?["updated"] == "2026-04-10T00:00:03+08:00")
    #expect(reader.root?["updated"] == "2026-04-10T00:00:03+08:00")
    let item = try #require(try items(feed(of: [event(revision: 3)]).json(at: jsonAddress)).first)
    #expect(item["date_modified"] as? String == "2026-04-10T00:00:03+08:00")
  }

  @Test("An empty feed was updated at the start of the day")
  func nothing() throws {
    #expect(AtomReader(try feed(of: []).atom(at: atomAddress)).root?["updated"] == "2026-04-20T00:00:00+08:00")
  }

  @Test("No entry is published in the future; entries are in date order")
  func order() throws {
    let entries = try feed(of: shippedEvents()).entries
    let midnight = SyndicationFeed.midnight(of: try SolarDate(iso: "2026-04-20"))
    #expect(entries.count > 20)
    #expect(entries.allSatisfy { $0.published <= midnight })
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.published <= $1.published })
  }

  @Test("The same data on the same day give the same bytes")
  func same() throws {
    for language in Language.allCases {
      let (one, other) = (
        try feed(of: shippedEvents(), language: language), try feed(of: shippedEvents(), language: language)
      )
      #expect(one.atom(at: atomAddress) == other.atom(at: atomAddress))
      #expect(try one.json(at: jsonAddress) == other.json(at: jsonAddress))
    }
  }
}

@Suite("Text with markup characters", .timed)
struct SyndicationEscapingTests {
  private static let nasty = [
    "<script>alert(1)</script>", "a & b &amp; c", "\"quoted\" 'so'", "]]> <![CDATA[ x ]]>", "👪🏽 媽祖 é \u{1F1F9}\u{1F1FC}",
    "\\u0000 \\ / \u{2028}", "<!-- -- -->", "&#x0;", "{{title}}", "%PDF",
  ]

  @Test("Text with markup characters survives both formats", arguments: nasty)
  func kept(text: String) throws {
    let events = [try event(title: text, description: text)]
    let feed = try feed(of: events, title: text)
    let reader = AtomReader(feed.atom(at: atomAddress))
    #expect(reader.failure == nil)
    #expect(reader.root?["title"] == text)
    #expect(reader.entries.first?["title"] == text)
    #expect(reader.entries.first?["content"]?.hasSuffix("\n\n" + text) == true)
    let item = try #require(try items(feed.json(at: jsonAddress)).first)
    #expect(item["title"] as? String == text)
  }

  @Test("Control characters and noncharacters are removed; a title is one line")
  func controls() throws {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))
    let title = "a\(controls)b\u{7F}\u{85}\u{FFFE}\u{FFFF}c"
    let feed = try feed(of: [event(title: title, description: "a\r\nb\rc\n\u{0}d")])
    let atom = feed.atom(at: atomAddress)
    let reader = AtomReader(atom)
    #expect(reader.failure == nil)
    // Tab, line feed and return are blanks in a line.
    #expect(reader.entries.first?["title"] == "a   bc")
    #expect(reader.entries.first?["content"]?.hasSuffix("\n\na\nb\nc\nd") == true)
    let json = try feed.json(at: jsonAddress)
    #expect(try items(json).first?["title"] as? String == "a   bc")
    for scalar in (atom + json).unicodeScalars where scalar != "\n" {
      #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
  }

  @Test("A key that is not a slug still gives a valid tag URI")
  func key() throws {
    let strange = Event(
      id: 1, key: "媽 祖/#", kind: .custom, observance: .custom, title: LocalizedName("甲"),
      rule: try DateRule("solar 5/1"))
    let id = AtomReader(try feed(of: [strange]).atom(at: atomAddress)).entries.first?["id"]
    #expect(id == "tag:folkcal,2026:%E5%AA%BD%20%E7%A5%96%2F%23-2026")
  }
}
