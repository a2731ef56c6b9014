import FolkData
import Folklore
import Foundation
import FoundationXML
import Lunisolar
import Pictures
import TestSupport
import Testing

/// The elements of a picture, read as XML.
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

  private(set) var colors: [String: String] = [:]
  private var color = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    guard name == "text", let x = Double(attributes["x", default: ""]), let y = Double(attributes["y", default: ""])
    else { return }
    current = (x, y)
    color = attributes["fill", default: ""]
    characters = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    characters += string
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard name == "text", let current else { return }
    texts.append((characters, current.x, current.y))
    colors[characters] = color
    self.current = nil
  }
}

@Suite("The wall calendar", .timed)
struct WallCalendarTests {
  private static let shipped = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load().events }
  private func events() throws -> [Event] { try Self.shipped.get() }

  @Test(
    "The calendar is well-formed in every language, with every day once on the page", arguments: Language.allCases)
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

  @Test("The calendar shows 春節 and 立春 of February 2027 and escapes special characters of XML")
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

  @Test("Days off are red, a working Saturday is not, and both have a label")
  func daysOff() throws {
    let daysOff = try DaysOffLoader(folder: PackageRoot.path("data")).load()
    let record = try MonthRecord(year: 2025, month: 2, events: [], daysOff: daysOff, language: .traditionalChinese)
    let picture = try #require(Picture(WallCalendar(record, language: .traditionalChinese).svg))
    let red = try #require(picture.colors["2"])
    let ink = try #require(picture.colors["3"])
    #expect(red != ink)
    // By the office calendar of 2025: weekends but the 8th, and the 28th.
    let off: Set = [1, 2, 9, 15, 16, 22, 23, 28]
    for day in 1...28 { #expect(picture.colors["\(day)"] == (off.contains(day) ? red : ink), "\(day)") }
    #expect(picture.colors["補行上班"] == ink)
    let april = try MonthRecord(year: 2025, month: 4, events: [], daysOff: daysOff, language: .traditionalChinese)
    #expect(try #require(Picture(WallCalendar(april, language: .traditionalChinese).svg)).colors["補假"] == red)
  }
}
