// The parts of a workbook besides the sheet (ECMA-376 part 1, 18.2, 18.4, 18.8).

/// The sheets of a workbook in their order, and the beginning of its dates.
final class WorkbookPart: XMLHandler {
  private(set) var sheets: [(name: String, relationship: String, isHidden: Bool)] = []
  private(set) var uses1904 = false

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "sheet" where sheets.count < 1_000:
      sheets.append(
        (
          attributes["name"] ?? "", attributes["id"] ?? "",
          ["hidden", "veryHidden"].contains(attributes["state"] ?? "")
        ))
    case "workbookPr": uses1904 = ["1", "true"].contains(attributes["date1904"] ?? "")
    default: break
    }
  }
}

/// The parts that a part refers to.
final class RelationshipsPart: XMLHandler {
  private(set) var all: [(id: String, type: String, target: String)] = []

  override func start(_ name: String, _ attributes: XMLAttributes) {
    guard name == "Relationship", all.count < 10_000 else { return }
    all.append((attributes["Id"] ?? "", attributes["Type"] ?? "", attributes["Target"] ?? ""))
  }
}

/// The texts that cells refer to by number.
final class SharedStringsPart: XMLHandler {
  private(set) var texts: [String] = []
  private var reader = RichText()

  override func start(_ name: String, _ attributes: XMLAttributes) throws(SheetError) {
    reader.start(name)
    guard texts.count < WorkbookSheet.mostCells else { throw .tooManyCells(limit: WorkbookSheet.mostCells) }
  }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) { reader.add(bytes) }

  override func end(_ name: String) {
    reader.end(name)
    if name == "si" { texts.append(reader.take()) }
  }
}

/// The runs of a text, without its phonetic reading.
struct RichText {
  private var bytes: [UInt8] = []
  private var isInText = false
  private var isPhonetic = false

  mutating func start(_ name: String) {
    if name == "t" { isInText = true }
    if name == "rPh" { isPhonetic = true }
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if isInText, !isPhonetic { bytes.append(contentsOf: text) }
  }

  mutating func end(_ name: String) {
    if name == "t" { isInText = false }
    if name == "rPh" { isPhonetic = false }
  }

  /// The text; characters that XML cannot hold are written as `_x000D_`.
  mutating func take() -> String {
    defer { bytes.removeAll(keepingCapacity: true) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("_x") else { return text }
    var parts = text.split(separator: "_x", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      let digits = part.prefix(4)
      if part.dropFirst(4).first == "_", digits.utf8.count == 4, let code = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(code)
      {
        result.unicodeScalars.append(scalar)
        result += part.dropFirst(5)
      } else {
        result += "_x" + part
      }
    }
    return result
  }
}

/// The number format of each style of cells.
final class StylesPart: XMLHandler {
  private(set) var formats: [NumberFormat] = []
  private var codes: [Int: NumberFormat] = [:]
  private var isInCellStyles = false

  override func start(_ name: String, _ attributes: XMLAttributes) {
    switch name {
    case "numFmt":
      if let number = attributes["numFmtId"].flatMap({ Int($0) }) {
        codes[number] = NumberFormat(code: attributes["formatCode"] ?? "")
      }
    case "cellXfs": isInCellStyles = true
    case "xf" where isInCellStyles:
      let number = attributes["numFmtId"].flatMap { Int($0) } ?? 0
      formats.append(codes[number] ?? NumberFormat(builtIn: number))
    default: break
    }
  }

  override func end(_ name: String) {
    if name == "cellXfs" { isInCellStyles = false }
  }
}
