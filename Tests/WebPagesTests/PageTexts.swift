import Addresses
import FolkData
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import TestSupport

@testable import WebPages

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The shipped records, and pages as somebody reads them.
enum PageTexts {
  static let records = Result<[Entity: [JSON]], any Error> {
    let catalogue = try CatalogueLoader(folder: PackageRoot.path("data")).load()
    func record(_ entity: Entity, _ members: [JSON.Member]) -> JSON {
      .object(
        entity.fields.map { field in
          let value = members.first { $0.name == field.name }?.value ?? .null
          return JSON.Member(field.name, value == .null ? field.defaultValue : value)
        })
    }
    return [
      .source: catalogue.sources.map { record(.source, $0.members) },
      .deity: catalogue.deities.map { record(.deity, $0.members) },
      .event: catalogue.events.map { record(.event, $0.members) },
      .group: catalogue.groups.map { record(.group, $0.members) },
      .temple: try TempleLoader(folder: PackageRoot.path("data")).load(catalogue).map { record(.temple, $0.members) },
    ]
  }

  static func record(_ entity: Entity, _ key: String) throws -> JSON {
    try records.get()[entity]?.first { $0["key"] == .text(key) } ?? .null
  }

  static func clock() throws -> ZonedClock { try ZonedClock(identifier: "Asia/Taipei") }

  /// Reads dates on 25 November 2026.
  static func reader() throws -> DateReader {
    DateReader(today: SolarDate(julianDayNumber: 2_461_370), clock: try clock())
  }

  /// What a browser sends.
  static func sent(_ pairs: [(String, String)]) -> FormData? {
    let text = pairs.map { name, value in
      "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value.replacing("\n", with: "\r\n")).replacing("%20", with: "+"))"
    }.joined(separator: "&")
    return FormData(urlEncoded: Array(text.utf8))
  }

  /// The form of a record as HTML.
  static func form(
    _ values: FormValues, faults: [RecordFault] = [], isNew: Bool = false, _ language: Language = .traditionalChinese
  ) throws -> String {
    var content = EditPage.Content()
    content.faults = faults
    let page = EditPage(
      values.entity, key: isNew ? nil : "key", name: "name", values, content, language,
      text: { $0.problem(in: language) })
    let frame = PageFrame(language: language, address: "/", section: "events", person: nil, insecureOrigin: nil)
    return try PageRenderer().html(page, in: frame)
  }

  /// The elements of a page, read as XML: our markup is well formed, so a text that ends an attribute or an element is a fault.
  static func elements(_ html: String) throws -> [(name: String, attributes: [String: String], text: String)] {
    let reader = Reader()
    let parser = XMLParser(data: Data(html.replacing("<!DOCTYPE html>", with: "").utf8))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.formatting) }
    return reader.elements
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String], text: String)] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      open.append(elements.count)
      elements.append((name, attributes, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if let last = open.last { elements[last].text += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }

  /// The pairs that the form of a page would send.
  static func pairs(_ html: String) throws -> [(String, String)] {
    var pairs: [(String, String)] = []
    var select: String?
    for element in try elements(html) {
      let attributes = element.attributes
      switch element.name {
      case "input":
        guard let name = attributes["name"], !name.hasPrefix("_") else { continue }
        if attributes["type"] == "checkbox", attributes["checked"] == nil { continue }
        pairs.append((name, attributes["value"] ?? ""))
      case "textarea":
        // The line break after the tag is not part of the text.
        if let name = attributes["name"] { pairs.append((name, String(element.text.dropFirst()))) }
      case "select": select = attributes["name"]
      case "option":
        if let select, !select.hasPrefix("_"), attributes["selected"] != nil {
          pairs.append((select, attributes["value"] ?? ""))
        }
      default: break
      }
    }
    return pairs
  }
}
