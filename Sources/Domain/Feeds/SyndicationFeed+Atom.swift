internal import Folklore

extension SyndicationFeed {
  /// The feed as an Atom document (RFC 4287), to be served as `application/atom+xml`.
  ///
  /// - Parameter address: the feed's URL, which is also its ID.
  public func atom(at address: String) -> String {
    var xml = XMLText()
    xml.open("feed", [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", language.rawValue)])
    xml.add("id", address.plainLine)
    xml.add("title", title)
    xml.add("updated", Self.iso(updated))
    xml.open("author")
    xml.add("name", "folkcal")
    xml.close("author")
    xml.add("link", nil, [("rel", "self"), ("type", "application/atom+xml"), ("href", address.plainLine)])
    xml.add("link", nil, [("rel", "alternate"), ("type", "text/html"), ("href", homePage)])
    xml.add("generator", "folkcal")
    for entry in entries { add(entry, to: &xml) }
    xml.close("feed")
    return xml.text
  }

  private func add(_ entry: Entry, to xml: inout XMLText) {
    xml.open("entry")
    xml.add("id", entry.id)
    xml.add("title", entry.title)
    xml.add("published", Self.iso(entry.published))
    xml.add("updated", Self.iso(entry.updated))
    // Without a type, because some readers use the ID as the link if the type is not HTML.
    xml.add("link", nil, [("rel", "alternate"), ("href", entry.address)])
    xml.add("link", nil, [("rel", "related"), ("href", entry.deepLink)])
    for tag in entry.tags { xml.add("category", nil, [("term", tag)]) }
    xml.add("summary", entry.summary)
    xml.add("content", entry.content, [("type", "text")])
    xml.close("entry")
  }
}

/// An XML document with one element per line.
private struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
  private var depth = 0

  mutating func open(_ name: String, _ attributes: [(name: String, value: String)] = []) {
    begin(name, attributes)
    text += ">\n"
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    indent()
    text += "</\(name)>\n"
  }

  /// Adds an element; one without content is empty.
  mutating func add(_ name: String, _ content: String?, _ attributes: [(name: String, value: String)] = []) {
    begin(name, attributes)
    guard let content else {
      text += "/>\n"
      return
    }
    text += ">"
    escape(content)
    text += "</\(name)>\n"
  }

  private mutating func begin(_ name: String, _ attributes: [(name: String, value: String)]) {
    indent()
    text += "<\(name)"
    for attribute in attributes {
      text += " \(attribute.name)=\""
      escape(attribute.value)
      text += "\""
    }
  }

  private mutating func indent() {
    text += String(repeating: "  ", count: depth)
  }

  /// Escapes `>` too, because `]]>` is not allowed in content (XML 1.0, section 2.4). Attribute values have no line ends.
  private mutating func escape(_ value: String) {
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
