import FolkData
import Folklore
import Foundation
import FoundationXML
import Lunisolar
import Pictures
import TestSupport
import Testing
import Words

/// A text of a picture.
private struct Text {
  let text: String
  let x: Double
  let y: Double
  let size: Double
  let anchor: String
  let color: String

  func with(_ text: String) -> Text { Text(text: text, x: x, y: y, size: size, anchor: anchor, color: color) }

  /// The estimated width: a column is half of the font's size.
  var width: Double { Double(DisplayWidth.of(text)) * size / 2 }
  var left: Double { anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x }
}

/// The elements of a picture, read as XML.
private final class Picture: NSObject, XMLParserDelegate {
  private(set) var texts: [Text] = []
  private var current: Text?
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
    current = Text(
      text: "", x: x, y: y, size: Double(attributes["font-size", default: ""]) ?? .nan,
      anchor: attributes["text-anchor", default: "start"], color: attributes["fill", default: ""])
    color = attributes["fill", default: ""]
    characters = ""
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    characters += string
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard name == "text", let current else { return }
    texts.append(current.with(characters))
    colors[characters] = color
    self.current = nil
  }
}

@Suite("The wall calendar", .timed)
struct WallCalendarTests {
  /// What the calendar shows unless more is asked for.
  private static let shipped = Result {
    RegionFilter.taiwan.events(
      of: try CatalogueLoader(folder: PackageRoot.path("data")).load().events, maxWeight: Event.listedWeight)
  }
  private func events() throws -> [Event] { try Self.shipped.get() }

  @Test(
    "The calendar is well-formed in every language, with every day once on the page", arguments: Language.allCases)
  func months(language: Language) throws {
    for (year, month) in [(2026, 2), (2026, 11), (2027, 2), (2025, 8), (2015, 2)] {
      for startsOnMonday in [false, true] {
        let record = try MonthRecord(year: year, month: month, events: events(), language: language)
        let svg = WallCalendar(record, language: language, startsOnMonday: startsOnMonday).svg
        let picture = try #require(Picture(svg))
        // A count of further events has a sign: +16.
        let days = picture.texts.map(\.text).filter { !$0.hasPrefix("+") }.compactMap { Int($0) }.filter { $0 <= 31 }
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
    #expect(picture.colors["補班"] == ink)
    #expect(picture.texts.contains { $0.text.contains("補班：週末補行上班") })
    let april = try MonthRecord(year: 2025, month: 4, events: [], daysOff: daysOff, language: .traditionalChinese)
    #expect(try #require(Picture(WallCalendar(april, language: .traditionalChinese).svg)).colors["補假"] == red)
  }

  @Test("No name is cut in 2024 to 2030, and no text leaves its cell or the page", arguments: 2024...2030)
  func names(year: Int) throws {
    let daysOff = try DaysOffLoader(folder: PackageRoot.path("data")).load()
    for language in Language.allCases {
      for month in 1...12 {
        let record = try MonthRecord(year: year, month: month, events: events(), daysOff: daysOff, language: language)
        let picture = try #require(Picture(WallCalendar(record, language: language).svg))
        #expect(!picture.texts.contains { $0.text.contains("…") }, "\(year)-\(month)")
        // The lines of events: right of a cell's left edge, narrower than the cell.
        let cellWidth = (1_190.0 - 112) / 7
        for text in picture.texts where text.y > 340 && text.y < 1_600 && text.size < 20 && text.color != "#5F5850" {
          let column = ((text.left - 56) / cellWidth).rounded(.down)
          #expect(
            text.left + text.width <= 56 + (column + 1) * cellWidth, "\(year)-\(month) \(language): \(text.text)")
        }
      }
    }
  }

  @Test("An event is left out only of a full cell, and is then counted or listed")
  func fullCells() throws {
    for language in Language.allCases {
      for year in 2024...2030 {
        for month in 1...12 {
          let record = try MonthRecord(year: year, month: month, events: events(), language: language)
          let texts = try #require(Picture(WallCalendar(record, language: language).svg)).texts
          let joined = texts.map(\.text).joined().filter { !" ;、".contains($0) }
          let counts = texts.filter { $0.text.contains(/^\+[0-9]+$/) }
          // Without a count on the page each name is there, whole or without 聖誕.
          guard counts.isEmpty else { continue }
          for title in record.days.flatMap(\.highlights) {
            let isThere = [title.title, title.shortTitle].contains { name in
              joined.contains(name.filter { !" ;、".contains($0) })
            }
            #expect(isThere, "\(year)-\(month): \(title.title)")
          }
        }
      }
    }
  }

  @Test("Red says that a day is off and nothing else: no first day of a lunar month, no festival, no month's name")
  func red() throws {
    let daysOff = try DaysOffLoader(folder: PackageRoot.path("data")).load()
    let record = try MonthRecord(
      year: 2026, month: 8, events: events(), daysOff: daysOff, language: .traditionalChinese)
    let picture = try #require(Picture(WallCalendar(record, language: .traditionalChinese).svg))
    let red = picture.texts.filter { $0.color == picture.colors["1"] }.map(\.text)
    // Saturdays and Sundays of August 2026, which has no holiday.
    #expect(Set(red) == ["1", "2", "8", "9", "15", "16", "22", "23", "29", "30"])
  }

  @Test("A year without days off has red weekends, and says so")
  func unknown() throws {
    let record = try MonthRecord(year: 2010, month: 2, events: events(), language: .traditionalChinese)
    let picture = try #require(Picture(WallCalendar(record, language: .traditionalChinese).svg))
    #expect(picture.texts.contains { $0.text.contains("2010 年的放假日沒有資料") })
    // 13 to 15 February were the days of 春節: a Saturday, a Sunday and a Monday.
    #expect(picture.colors["13"] == picture.colors["14"] && picture.colors["15"] != picture.colors["14"])
  }

  @Test("The title has both years")
  func title() throws {
    func texts(_ language: Language, _ year: Int = 2027) throws -> [String] {
      let record = try MonthRecord(year: year, month: 2, events: [], language: language)
      return try #require(Picture(WallCalendar(record, language: language).svg)).texts.map(\.text)
    }
    #expect(try texts(.traditionalChinese).starts(with: ["民國 116 年 · 2027 年", "二月"]))
    #expect(try texts(.simplifiedChinese).starts(with: ["民国 116 年 · 2027 年", "二月"]))
    #expect(try texts(.english).starts(with: ["2027 (ROC year 116)", "February"]))
    #expect(try texts(.traditionalChinese, 1911).first == "1911 年")
  }

  @Test(
    "A year on one page: every day with its lunar day, both titles, the great festivals", arguments: Language.allCases)
  func year(language: Language) throws {
    let daysOff = try DaysOffLoader(folder: PackageRoot.path("data")).load()
    let months = try (1...12).map { month in
      try MonthRecord(year: 2027, month: month, events: events(), daysOff: daysOff, language: language)
    }
    let picture = try #require(Picture(YearCalendar(months, language: language).svg))
    let numbers = picture.texts.filter { $0.size == 19 }.compactMap { Int($0.text.filter(\.isNumber)) }
    #expect(numbers == months.flatMap(\.days).map(\.solarDate.day))
    #expect(picture.texts.allSatisfy { $0.left >= 0 && $0.left + $0.width <= 1_190 && (0...1_684).contains($0.y) })
    let texts = picture.texts.map(\.text)
    let together = texts.joined().filter { $0 != " " }
    for term in months.flatMap(\.days).compactMap(\.solarTerm) {
      #expect(together.contains(term.filter { $0 != " " }), "\(term)")
    }
    if language == .traditionalChinese {
      #expect(texts.contains("民國 116 年 · 2027 年") && texts.contains("丙午年（馬），2 月 6 日起丁未年（羊）"))
      #expect(["春節", "端午節", "中秋節", "立春", "正月", "十二月", "初二"].allSatisfy(texts.contains))
      #expect(texts.contains { $0.contains("2/6 春節") } && texts.contains { $0.contains("9/15 中秋節") })
    }
  }
}
