import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads an Atom document with Foundation's parser, which takes nothing that is not well-formed.
final class AtomReader: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    var children: [Element] = []

    func all(_ name: String) -> [Element] { children.filter { $0.name == name } }
    subscript(name: String) -> String? { all(name).first?.text }
  }

  private var open: [Element] = []
  private(set) var root: Element?
  private(set) var failure: String?

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { failure = "line \(parser.lineNumber): \(String(describing: parser.parserError))" }
  }

  var entries: [Element] { root?.all("entry") ?? [] }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    guard let element = open.popLast() else { return }
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
