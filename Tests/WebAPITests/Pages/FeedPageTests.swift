import Crypto
import FolkData
import Folklore
import Foundation
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

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
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
  var links: [String] { elements.filter { $0.name == "a" }.compactMap { $0.attributes["href"] } }
}

private let groups = [
  FeedPage.Group(key: "mazu", name: "媽祖信仰", dayCount: 3), FeedPage.Group(key: "one", name: "一", dayCount: 1),
]

private func page(
  _ language: Language = .traditionalChinese, site: String = "https://folk.example:8443",
  groups: [FeedPage.Group] = groups
) throws -> String {
  try FeedPage().html(site: site, language: language, groups: groups)
}

@Suite("the page on which people subscribe", .timed)
struct FeedPageTests {
  @Test("is well-formed, says its language and has headings in order", arguments: Language.allCases)
  func structure(language: Language) throws {
    let text = try page(language)
    let reader = PageReader(text)
    #expect(reader.failure == nil)
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(reader.elements.first?.name == "html" && reader.elements.first?.attributes["lang"] == language.rawValue)
    let headings = reader.elements.map(\.name).filter { ["h1", "h2", "h3"].contains($0) }
    #expect(headings == ["h1", "h2", "h3", "h3", "h3", "h2", "h3", "h3", "h2"])
    for name in ["main", "nav", "title", "style", "h1"] { #expect(reader.texts(name).count == 1) }
    // Every section is named by a heading that is there.
    let ids = Set(reader.elements.compactMap { $0.attributes["id"] })
    let labels = reader.elements.compactMap { $0.attributes["aria-labelledby"] }
    #expect(labels.count == 3 && Set(labels).isSubset(of: ids))
    let current = reader.elements.filter { $0.attributes["aria-current"] == "page" }
    #expect(current.map { $0.attributes["lang"] } == [language.rawValue])
    #expect(!text.contains("{{"))
  }

  @Test("links every feed in five ways, in the language of the page")
  func links() throws {
    let links = PageReader(try page(.simplifiedChinese)).links
    for query in ["lang=zh-Hans", "kind=festival&lang=zh-Hans", "kind=deity&lang=zh-Hans", "group=mazu&lang=zh-Hans"] {
      #expect(links.contains("https://folk.example:8443/feeds/events.ics?" + query))
      #expect(links.contains("webcal://folk.example:8443/feeds/events.ics?" + query))
      #expect(links.contains("https://folk.example:8443/feeds/events.atom?" + query))
      #expect(links.contains("https://folk.example:8443/feeds/events.json?" + query))
    }
    #expect(
      links.contains(
        "https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Ffolk.example%3A8443%2Ffeeds%2Fevents.ics%3Fgroup%3Dmazu%26lang%3Dzh-Hans"
      ))
    #expect(links.count == 1 + 3 + 5 * 5)
    #expect(
      PageReader(try page(site: "http://127.0.0.1:8080")).links.contains(
        "webcal://127.0.0.1:8080/feeds/events.ics?lang=zh-Hant"))
  }

  @Test("every link has words of its own, for who hears them one by one", arguments: Language.allCases)
  func linkNames(language: Language) throws {
    let names = PageReader(try page(language)).texts("a")
    #expect(Set(names).count == names.count)
  }

  @Test("says how many days a group holds and how seldom Google asks")
  func words() throws {
    #expect(PageReader(try page()).texts("p").contains("共 3 個節日"))
    let english = PageReader(try page(.english)).texts("p")
    #expect(english.contains("3 days") && english.contains("1 day"))
    #expect(english.contains { $0.contains("every 12 to 24 hours") })
    #expect(PageReader(try page(groups: [])).elements.filter { $0.name == "section" }.count == 2)
  }

  @Test(
    "escapes what is filled in",
    arguments: ["<img src=x onerror=alert(1)>", "\"' onclick=\"x", "]]>&amp;", "{{words.title}}", "👪🏽"])
  func escaping(text: String) throws {
    let reader = PageReader(
      try page(site: "https://x\"><b>.example", groups: [.init(key: text, name: text, dayCount: 2)]))
    #expect(reader.failure == nil)
    #expect(reader.texts("h3").last == text)
    #expect(reader.texts("b").isEmpty && reader.texts("img").isEmpty)
    #expect(!reader.elements.contains { $0.attributes.keys.contains { $0.hasPrefix("on") } })
    #expect(!reader.links.contains { $0.contains("group=") && $0.contains(text) })
    #expect(
      PageReader(try page(groups: [.init(key: "k", name: "a\u{0}\u{1B}b\nc", dayCount: 2)])).texts("h3").last == "ab c")
  }

  @Test("runs no script, asks for nothing elsewhere, and has the style that the policy allows")
  func policy() throws {
    let text = try page()
    let reader = PageReader(text)
    #expect(reader.texts("script").isEmpty && !text.contains("@import") && !text.contains("url("))
    #expect(!reader.elements.contains { $0.attributes["style"] != nil || $0.attributes["src"] != nil })
    let start = try #require(text.firstRange(of: "<style>"))
    let end = try #require(text.firstRange(of: "</style>"))
    let digest = SHA256.hash(data: Data(text[start.upperBound..<end.lowerBound].utf8))
    let named = "'sha256-\(Data(digest).base64EncodedString())'"
    #expect(FeedPage.contentSecurityPolicy.contains("style-src \(named)"))
    #expect(FeedPage.contentSecurityPolicy.hasPrefix("default-src 'none'"))
  }

  @Test("has the colours of the specification, and enough contrast between them (WCAG 2.2: 4.5 to 1)")
  func colours() throws {
    /// Relative luminance as WCAG 2.2 defines it.
    func luminance(_ colour: Int) -> Double {
      func linear(_ shift: Int) -> Double {
        let part = Double(colour >> shift & 255) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
    let used = Set(try page().matches(of: #/#[0-9A-Fa-f]{6}/#).map { String($0.output) })
    #expect(used == ["#9D4F4A", "#2F2B27", "#F7F3E8"])
    for colour in [0x9D4F4A, 0x2F2B27] { #expect((luminance(0xF7F3E8) + 0.05) / (luminance(colour) + 0.05) >= 4.5) }
  }

  @Test("the groups are the enabled ones of the catalogue that hold a day")
  func groupsOfCatalogue() throws {
    let catalogue = try CatalogueLoader(folder: PackageRoot.path("data")).load()
    let found = FeedPage.groups(of: catalogue, in: .english)
    #expect(found.map(\.key) == catalogue.groups.map(\.key))
    #expect(found.contains(FeedPage.Group(key: "mazu", name: "Mazu", dayCount: 6)))
    let event = Event(
      id: 1, key: "a", kind: .festival, observance: .festival, title: LocalizedName("甲"),
      rule: try DateRule("solar 5/1"),
      isEnabled: false)
    func group(_ key: String, _ isEnabled: Bool) -> Folklore.Group {
      Folklore.Group(key: key, name: LocalizedName(key), description: nil, eventKeys: ["a"], isEnabled: isEnabled)
    }
    let closed = try Catalogue(
      sources: [], deities: [], events: [event], groups: [group("x", true), group("y", false)])
    #expect(FeedPage.groups(of: closed, in: .english).isEmpty)
  }

  @Test("the same bytes twice")
  func same() throws {
    #expect(try page() == page())
  }
}

/// Where Tools/read-feeds wants the page, which it reads with other people's code.
private let folder = ProcessInfo.processInfo.environment["FOLKCAL_FEED_FOLDER"]

@Suite("the page for a reader from PyPI", .timed, .enabled(if: folder != nil, "make readers runs it"))
struct FeedPageWitnessTests {
  @Test("in every language", arguments: Language.allCases)
  func write(language: Language) throws {
    let catalogue = try CatalogueLoader(folder: PackageRoot.path("data")).load()
    let groups = FeedPage.groups(of: catalogue, in: language) + [.init(key: "a&b", name: "<b>&\"'", dayCount: 1)]
    try page(language, groups: groups)
      .write(toFile: try #require(folder) + "/page-\(language.rawValue).html", atomically: true, encoding: .utf8)
  }
}
