import FolkData
import Folklore
import Foundation
import FoundationXML
import Lunisolar
import Pictures
import TestSupport
import Testing

/// What a picture holds, read as XML.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var texts: [(text: String, x: Double, y: Double)] = []
  private var current: (x: Double, y: Double)?
  private var characters = ""

  init?(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard name == "text", let x = Double(attributes["x", default: ""]), let y = Double(attributes["y", default: ""])
    else { return }
    current = (x, y)
    characters = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    characters += string
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard name == "text", let current else { return }
    texts.append((characters, current.x, current.y))
    self.current = nil
  }
}

@Suite("the wall calendar", .timed)
struct WallCalendarTests {
  private static let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load().events }
  private func events() throws -> [Event] { try Self.shipped.get() }

  @Test(
    "is well-formed, has every day once and nothing outside the page, in every language", arguments: Language.allCases)
  func months(language: Language) throws {
    for (year, month) in [(2026, 2), (2026, 11), (2027, 2), (2025, 8), (2015, 2)] {
      for startsOnMonday in [false, true] {
        let record = try MonthRecord(year: year, month: month, events: events(), language: language)
        let svg = WallCalendar(record, language: language, startsOnMonday: startsOnMonday).svg
        let picture = try #require(Picture(svg))
        let days = picture.texts.compactMap { Int($0.text) }.filter { $0 <= 31 }
        let expected = Array(1...record.days.count)
        // In English the lunar days are numbers too.
        #expect(expected.allSatisfy { day in days.contains(day) })
        if language != .english { #expect(days == expected) }
        #expect(picture.texts.allSatisfy { (0...1_190).contains($0.x) && (0...1_684).contains($0.y) })
      }
    }
  }

  @Test("shows 春節 and 立春 of February 2027, and escapes what XML needs escaped")
  func content() throws {
    let odd = Event(
      id: 1, key: "odd", kind: .festival, observance: .festival, title: LocalizedName("<甲>&\"乙\""),
      rule: try DateRule("solar 2/10"))
    let record = try MonthRecord(year: 2027, month: 2, events: events() + [odd], language: .traditionalChinese)
    let picture = try #require(Picture(WallCalendar(record, language: .traditionalChinese).svg))
    let texts = picture.texts.map(\.text)
    #expect(texts.contains("春節") && texts.contains("立春") && texts.contains("正月") && texts.contains("<甲>&\"乙\""))
    #expect(texts.contains("農曆丙午年（馬）、丁未年（羊）"))
  }
}
