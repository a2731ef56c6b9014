import Addresses
import Folklore
import Foundation
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a page that is well-formed XML too.
private final class PageReader: NSObject, XMLParserDelegate {
  private(set) var failure: String?
  private(set) var elements: [(name: String, attributes: [String: String], text: String)] = []
  private var open: [Int] = []

  init(_ reply: Reply) {
    super.init()
    let parser = XMLParser(data: Data(reply.body))
    parser.delegate = self
    if !parser.parse() { failure = "line \(parser.lineNumber): \(String(describing: parser.parserError))" }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(elements.count)
    elements.append((name, attributes, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    for index in open { elements[index].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func texts(_ name: String) -> [String] { elements.filter { $0.name == name }.map(\.text) }
  /// The links to other places than our pages.
  var links: [String] {
    elements.compactMap { $0.name == "a" ? $0.attributes["href"] : nil }.filter { $0.contains("://") }
  }
  /// The texts that buttons copy.
  var copied: [String] { elements.compactMap { $0.attributes["data-copy"] } }
}

@Suite("the page on which people subscribe", .timed, .timeLimit(.minutes(20)))
struct FeedPageTests {
  private func page(_ query: String = "", _ desk: APIDesk? = nil) async throws -> PageReader {
    var desk = desk
    if desk == nil { desk = try await APIDesk.reading }
    let reply = try #require(try await desk?.get("/feeds" + query))
    reply.expect(200)
    #expect(reply.header("Cache-Control") == "public, max-age=300" && reply.header("ETag") != nil)
    let reader = PageReader(reply)
    #expect(reader.failure == nil && !reply.text.contains("{{"))
    return reader
  }

  private static let feeds = APIDesk.site + "/feeds/events"

  @Test("is well-formed, says its language, and each link has words of its own", arguments: Language.allCases)
  func structure(language: Language) async throws {
    let reader = try await page("?lang=\(language.rawValue)&groups=mazu")
    #expect(reader.elements.first?.attributes["lang"] == language.rawValue)
    #expect(reader.texts("h1").count == 1 && Set(reader.texts("summary")).count == reader.texts("summary").count)
    let names = reader.elements.filter { $0.name == "a" && $0.attributes["href"]?.contains("://") == true }.map(\.text)
    #expect(names.count > 900 && Set(names).count == names.count)
    let buttons = reader.elements.filter { $0.attributes["data-copy"] != nil }.map(\.text)
    #expect(Set(buttons).count == buttons.count)
  }

  @Test("links every feed in five ways, in the language of the page, and each address is served")
  func links() async throws {
    let desk = try await APIDesk.reading
    let reader = try await page("?lang=zh-Hans")
    for query in [
      "lang=zh-Hans", "kind=festival&lang=zh-Hans", "kind=deity&lang=zh-Hans", "groups=mazu&lang=zh-Hans",
      "deities=guanyin&lang=zh-Hans",
    ] {
      #expect(
        reader.links.contains("\(Self.feeds).ics?\(query)") && reader.copied.contains("\(Self.feeds).ics?\(query)"))
      #expect(reader.links.contains("webcal://days.example.org/feeds/events.ics?" + query))
      #expect(
        reader.links.contains("\(Self.feeds).atom?\(query)") && reader.links.contains("\(Self.feeds).json?\(query)"))
    }
    #expect(
      reader.links.contains(
        "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Fdays.example.org%2Ffeeds%2Fevents.ics%3Fgroups%3Dmazu%26lang%3Dzh-Hans"
      ))
    // Of each calendar one in ten; all of them take a minute.
    let served = Set(reader.links.filter { $0.hasPrefix(APIDesk.site) }).sorted()
    #expect(served.count > 500)
    for address in stride(from: 0, to: served.count, by: 10).map({ served[$0] }) {
      #expect(try await desk.get(address.replacing(APIDesk.site, with: "")).status == 200, "\(address)")
    }
    for parameter in ["groups", "deities"] {
      #expect(reader.elements.contains { $0.attributes["name"] == parameter && $0.attributes["form"] == "mix" })
    }
  }

  @Test(
    "days before and an hour become the alarm of each calendar; what is no such time is none",
    arguments: [
      ("before=1&hour=20:00", "&alarm=1@20:00"), ("before=0", "&alarm=0@08:00"),
      ("before=30&hour=06:30", "&alarm=30@06:30"),
      ("before=7&hour=nonsense", "&alarm=7@08:00"), ("before=31&hour=20:00", ""), ("before=-1", ""), ("before=", ""),
      ("hour=20:00", ""),
    ])
  func alarms(query: String, alarm: String) async throws {
    let desk = try await APIDesk.reading
    let reader = try await page("?lang=en&" + query)
    let calendars = reader.links.filter { $0.hasPrefix(Self.feeds + ".ics") }
    #expect(calendars.count > 190 && calendars.allSatisfy { $0.hasSuffix("lang=en" + alarm) })
    // Feeds for readers have no alarms.
    #expect(!reader.links.contains { $0.contains(".atom") && $0.contains("alarm") })
    let calendar = try await desk.get("/feeds/events.ics?groups=mazu&lang=en" + alarm)
    calendar.expect(200)
    #expect(calendar.text.contains("BEGIN:VALARM") == !alarm.isEmpty)
    #expect(reader.links.contains { $0.contains("groups%3Dmazu%26lang%3Den" + PercentEncoding.encode(alarm)) })
  }

  @Test("a mix has a calendar of its own; its parts stay ticked, and a name that stands for nothing is told")
  func mix() async throws {
    // As checkboxes send it, with a number, with commas.
    for query in ["groups=mazu&groups=year-end&deities=guanyin", "groups=mazu,year-end&deities=guanyin"] {
      let reader = try await page("?lang=zh-Hant&\(query)&events=88,nope")
      let own = "\(Self.feeds).ics?groups=mazu,year-end&deities=guanyin&events=mazu&lang=zh-Hant"
      #expect(reader.links.contains(own))
      try await APIDesk.reading.get(own.replacing(APIDesk.site, with: "")).expect(200)
      let ticked = reader.elements.filter { $0.attributes["checked"] != nil }
      #expect(ticked.map { $0.attributes["value"] } == ["mazu", "year-end", "guanyin", "mazu"])
      #expect(reader.texts("p").contains("沒有「nope」這一項。"))
      #expect(
        reader.elements.filter { $0.attributes["name"] == "deities" && $0.attributes["value"] == "guanyin" }.count == 1)
    }
  }

  @Test("says how many days a group has, the next of them, and that Google is slow and never rings")
  func words() async throws {
    // 三月廿三 of 2025 is April 20th (the specification's own example); the desk stands at the 17th.
    let reader = try await page("?lang=zh-Hant")
    #expect(reader.elements.contains { $0.name == "time" && $0.attributes["datetime"] == "2025-04-20" })
    let deity = try #require(reader.elements.first { $0.name == "li" && $0.text.contains("天上聖母") })
    #expect(deity.text.contains("下一個：媽祖聖誕") && deity.text.contains("2025年4月20日"))
    #expect(reader.texts("p").contains { $0.contains("不理會訂閱行事曆裡的提醒") })
    #expect(reader.elements.contains { $0.name == "a" && $0.attributes["href"] == "/choose" })
    #expect(try await page("?lang=en").texts("p").contains { $0.contains("every 12 to 24 hours") })
  }

  @Test("the search reads three scripts and shows only what it finds")
  func search() async throws {
    for text in ["媽祖", "妈祖", "mazu"] {
      let reader = try await page("?lang=zh-Hant&q=" + PercentEncoding.encode(text))
      #expect(reader.links.contains("\(Self.feeds).ics?groups=mazu&lang=zh-Hant"), "\(text)")
      #expect(reader.links.contains("\(Self.feeds).ics?deities=mazu&lang=zh-Hant"), "\(text)")
      #expect(reader.links.count < 60 && !reader.links.contains { $0.contains("kind=") })
      #expect(reader.elements.contains { $0.name == "details" && $0.attributes["open"] != nil })
    }
    #expect(try await page("?lang=zh-Hant&q=xyzzy").texts("h2").contains("找不到「xyzzy」"))
  }

  @Test(
    "escapes what is filled in",
    arguments: ["<img src=x onerror=alert(1)>", "\"' onclick=\"x", "]]>&amp;", "{{words.title}}", "👪🏽"])
  func escaping(text: String) async throws {
    let desk = try await APIDesk()
    try await desk.add(.group, ["key": "strange", "name": .text(text), "events": ["mazu"]])
    for query in ["", "?groups=strange", "?q=\(PercentEncoding.encode(text))&events=\(PercentEncoding.encode(text))"] {
      let reply = try await desk.get("/feeds" + query)
      let reader = PageReader(reply)
      #expect(reader.failure == nil)
      #expect(
        reader.texts("img").isEmpty && !reader.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
      if !query.contains("q=") { #expect(reader.texts("span").contains(text)) }
    }
  }

  @Test("asks for nothing elsewhere and may do no more than the other pages")
  func policy() async throws {
    let desk = try await APIDesk.reading
    let reader = try await page()
    #expect(reader.texts("style").isEmpty && !reader.elements.contains { $0.attributes["style"] != nil })
    #expect(reader.elements.allSatisfy { $0.attributes["src"]?.hasPrefix("/assets/") ?? true })
    let policy = try await desk.get("/feeds").header("Content-Security-Policy")
    #expect(try await policy == desk.get("/near").header("Content-Security-Policy"))
    #expect(policy?.contains("frame-ancestors 'none'") == true)
  }

  @Test("groups that are disabled or have no day are not offered")
  func groups() async throws {
    let desk = try await APIDesk()
    try await desk.add(.group, ["key": "empty", "name": "空"])
    try await desk.add(.group, ["key": "closed", "name": "關", "events": ["mazu"], "is_enabled": false])
    let links = try await page("", desk).links
    #expect(!links.contains { $0.contains("groups=empty") || $0.contains("groups=closed") })
  }
}

/// Where Tools/read-feeds wants the page, which it reads with other people's code.
private let folder = ProcessInfo.processInfo.environment["FOLKCAL_FEED_FOLDER"]

@Suite("the page for a reader from PyPI", .timed, .enabled(if: folder != nil, "make readers runs it"))
struct FeedPageWitnessTests {
  @Test("in every language", arguments: Language.allCases)
  func write(language: Language) async throws {
    let desk = try await APIDesk()
    try await desk.add(.group, ["key": "strange", "name": "<b>&\"'", "events": ["mazu"]])
    let reply = try await desk.get("/feeds?lang=\(language.rawValue)&groups=strange&before=1")
    reply.expect(200)
    try reply.text.write(
      toFile: try #require(folder) + "/page-\(language.rawValue).html", atomically: true, encoding: .utf8)
  }

  /// Some sources have addresses without encryption; a calendar that names them would be refused or warned of.
  @Test("feeds link only by https", arguments: ["events.ics", "events.atom", "events.json", "events.ics?groups=mazu"])
  func https(feed: String) async throws {
    let text = try await APIDesk.reading.get("/feeds/" + feed).text.replacing("\r\n ", with: "")
    let links = text.matches(of: /https?:\/\/[^\s"'<>\\,]+/).map { String($0.0) }
    #expect(links.contains { $0.hasPrefix("https://") })
    // This server itself, and the name of Atom's elements.
    let own = ["http://localhost", "http://127.0.0.1", "http://www.w3.org/2005/Atom"]
    #expect(links.allSatisfy { link in link.hasPrefix("https://") || own.contains(where: link.hasPrefix) }, "\(links)")
  }
}
