import FolkData
import Folklore
import Foundation
import Lunisolar
import TestSupport
import Testing

@testable import Feeds

/// The folder from which Tools/read-feeds reads the feeds with independent code.
private let folder = ProcessInfo.processInfo.environment["FOLKCAL_FEED_FOLDER"]

@Suite("Feeds for readers from PyPI", .timed, .enabled(if: folder != nil, "make readers runs it"))
struct FeedWitnessTests {
  @Test("Feeds of 60 days in every language and of titles with markup are written")
  func write() throws {
    let events = try CatalogueLoader(folder: PackageRoot.path("data")).load().events
    let today = try SolarDate(iso: "2026-04-20")
    for language in Language.allCases {
      let expected = try UpcomingRecord.records(of: events, in: today...today.advanced(by: 59), language: language)
      try write(
        "coming-\(language.rawValue)", events: events, language: language,
        expected: expected.map { [$0.solarDate.description, $0.title] })
    }
    let titles = ["<b>&amp;</b>", "]]> \"'", "👪🏽 媽\u{0}祖\u{1F}", "&#x0; {{x}}\u{2028}y"]
    let nasty = try titles.enumerated().map { number, title in
      Event(
        id: number + 1, key: "nasty\(number)", kind: .custom, observance: .custom, title: LocalizedName(title),
        rule: try DateRule("solar 5/1"), description: title)
    }
    try write("nasty", events: nasty, language: .english, expected: titles.map { ["2026-05-01", $0.plainLine] })
  }

  private func write(_ name: String, events: [Event], language: Language, expected: [[String]]) throws {
    let path = try #require(folder) + "/" + name
    let site = "https://folk.example"
    let feed = try SyndicationFeed(
      title: "民俗節日 <&>", site: site, homePage: site + "/feeds", language: language, events: events,
      from: SolarDate(iso: "2026-04-20"), days: 60)
    try feed.atom(at: "\(site)/feeds/events.atom?a&b").write(toFile: path + ".atom", atomically: true, encoding: .utf8)
    try feed.json(at: "\(site)/feeds/events.json").write(toFile: path + ".json", atomically: true, encoding: .utf8)
    try JSONEncoder().encode(expected).write(to: URL(fileURLWithPath: path + ".expected"))
  }
}
