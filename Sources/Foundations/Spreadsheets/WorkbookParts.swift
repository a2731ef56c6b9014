/// `xl/workbook.xml`: the first sheet, and how days are counted.
struct WorkbookPart {
  /// The relation of the first sheet.
  private(set) var firstSheet: String?
  private(set) var countsFrom1904 = false

  init(_ events: [XMLEvent]) {
    for case .start(let name, let attributes) in events {
      if name == "sheet", firstSheet == nil { firstSheet = attributes["id"] }
      if name == "workbookPr" { countsFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
    }
  }
}

/// `xl/_rels/workbook.xml.rels`: where the parts are.
struct RelationsPart {
  private(set) var targets: [String: String] = [:]

  init(_ events: [XMLEvent]) {
    for case .start("Relationship", let attributes) in events {
      guard let id = attributes["Id"], let target = attributes["Target"] else { continue }
      targets[id] = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
    }
  }
}

/// `xl/sharedStrings.xml`: the texts of cells, each once. Readings of Japanese (`rPh`) are no part of them.
struct SharedStringsPart {
  private(set) var texts: [String] = []

  init(_ events: [XMLEvent]) {
    var text = ""
    var isText = false
    var isReading = false
    for event in events {
      switch event {
      case .start("si", _): text = ""
      case .start("rPh", _): isReading = true
      case .end("rPh"): isReading = false
      case .start("t", _): isText = !isReading
      case .end("t"): isText = false
      case .end("si"): texts.append(text)
      case .text(let part): if isText { text += part }
      default: break
      }
    }
  }
}

/// `xl/styles.xml`: which cells are dates.
struct StylesPart {
  /// The numbers of the cell formats that show dates.
  private(set) var dateStyles: Set<Int> = []

  init(_ events: [XMLEvent]) {
    var codes: [Int: String] = [:]
    var isCell = false
    var count = 0
    for event in events {
      switch event {
      case .start("numFmt", let attributes):
        if let id = attributes["numFmtId"].flatMap({ Int($0) }) { codes[id] = attributes["formatCode"] }
      case .start("cellXfs", _): isCell = true
      case .end("cellXfs"): isCell = false
      case .start("xf", let attributes):
        guard isCell else { break }
        let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
        if codes[id].map(Self.isDate) ?? Self.builtIn.contains(where: { $0.contains(id) }) { dateStyles.insert(count) }
        count += 1
      default: break
      }
    }
  }

  /// The formats of dates that need no code (ECMA-376, part 1, section 18.8.30), with those of East Asia.
  private static let builtIn = [14...22, 27...36, 45...47, 50...58]

  /// True for a code with a year, a month, a day or an hour outside quotes and brackets.
  private static func isDate(_ code: String) -> Bool {
    var isQuoted = false
    var isBracketed = false
    var isEscaped = false
    for character in code.lowercased() {
      defer { isEscaped = character == "\\" && !isEscaped }
      if isEscaped { continue }
      switch character {
      case "\"": isQuoted.toggle()
      case "[": isBracketed = true
      case "]": isBracketed = false
      case "y", "m", "d", "h", "e": if !isQuoted, !isBracketed { return code.lowercased() != "general" }
      default: break
      }
    }
    return false
  }
}
