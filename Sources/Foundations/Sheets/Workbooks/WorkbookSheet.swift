/// The first visible sheet of a workbook (`.xlsx`, ECMA-376): its stored values as text. No formula is evaluated.
struct WorkbookSheet {
  let name: String
  /// The rows that are not blank.
  let rows: [SheetRow]
  /// The names of the other visible sheets.
  let otherSheets: [String]
  /// The cells with a formula whose value no program has stored.
  let formulasWithoutValue: Int

  /// The limits of what is read.
  static let unpackedLimit = 20 << 20
  static let mostRows = 100_000
  static let mostCells = 2_000_000
  /// All texts of cells together, in bytes: many cells can refer to one long text.
  static let mostText = 64 << 20

  init(_ bytes: [UInt8]) throws(SheetError) {
    var archive = try ZipArchive(bytes, limit: Self.unpackedLimit)
    let workbook = try Self.workbookName(&archive)
    let folder = workbook.split(separator: "/").dropLast().joined(separator: "/")
    let main = WorkbookPart()
    try archive.parse(workbook, main)
    let file = workbook.split(separator: "/").last.map(String.init) ?? ""
    let relationships = try Self.relationships(&archive, "\(folder)/_rels/\(file).rels")
    func path(_ matches: ((id: String, type: String, target: String)) -> Bool) -> String? {
      relationships.first(where: matches).map { Self.path($0.target, in: folder) }
    }
    let visible = main.sheets.filter { !$0.isHidden }
    guard let first = visible.first,
      let sheet = path({ $0.id == first.relationship && $0.type.hasSuffix("/worksheet") })
    else { throw .noSheet }
    let strings = SharedStringsPart()
    if let part = path({ $0.type.hasSuffix("/sharedStrings") }), archive.contains(part) {
      try archive.parse(part, strings)
    }
    let styles = StylesPart()
    if let part = path({ $0.type.hasSuffix("/styles") }), archive.contains(part) { try archive.parse(part, styles) }
    let cells = CellsPart(sheet, strings.texts, styles.formats, uses1904: main.uses1904)
    try archive.parse(sheet, cells)
    name = first.name
    rows = cells.rows
    otherSheets = visible.dropFirst().map(\.name)
    formulasWithoutValue = cells.formulasWithoutValue
  }

  /// The place of the workbook in the archive.
  ///
  /// - Throws: `SheetError.otherFormat` for another kind of archive.
  private static func workbookName(_ archive: inout ZipArchive) throws(SheetError) -> String {
    let relationships = try relationships(&archive, "_rels/.rels")
    let target = relationships.first { $0.type.hasSuffix("/officeDocument") }?.target ?? "xl/workbook.xml"
    let name = path(target, in: "")
    if name.hasSuffix(".bin") { throw .otherFormat("XLSB (.xlsb)") }
    if name.hasPrefix("word/") { throw .otherFormat("Word (.docx)") }
    if name.hasPrefix("ppt/") { throw .otherFormat("PowerPoint (.pptx)") }
    if archive.contains(name) { return name }
    if archive.contains("content.xml") { throw .otherFormat("OpenDocument (.ods)") }
    if archive.contains(where: { $0.hasSuffix(".iwa") }) { throw .otherFormat("Numbers (.numbers)") }
    throw .otherFormat("ZIP (.zip)")
  }

  private static func relationships(
    _ archive: inout ZipArchive, _ name: String
  ) throws(SheetError) -> [(id: String, type: String, target: String)] {
    guard archive.contains(name) else { return [] }
    let part = RelationshipsPart()
    try archive.parse(name, part)
    return part.all
  }

  /// The path of a part that another part names.
  private static func path(_ target: String, in folder: String) -> String {
    var parts = target.hasPrefix("/") ? [] : folder.split(separator: "/")
    for part in target.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

/// The cells of a sheet (ECMA-376 part 1, 18.3).
private final class CellsPart: XMLHandler {
  private(set) var rows: [SheetRow] = []
  private(set) var formulasWithoutValue = 0
  private let part: String
  private let strings: [String]
  private let formats: [NumberFormat]
  private let uses1904: Bool

  private var row = SheetRow(line: 0, cells: [])
  private var rowNumber = 0
  private var column = -1
  private var kind = ""
  private var style = 0
  private var value: [UInt8] = []
  private var isInValue = false
  private var hasFormula = false
  private var inline = RichText()
  private var cellCount = 0
  private var textSize = 0

  init(_ part: String, _ strings: [String], _ formats: [NumberFormat], uses1904: Bool) {
    self.part = part
    self.strings = strings
    self.formats = formats
    self.uses1904 = uses1904
  }

  override func start(_ name: String, _ attributes: XMLAttributes) throws(SheetError) {
    switch name {
    case "row":
      rowNumber = attributes["r"].flatMap { Int($0) } ?? rowNumber + 1
      guard rowNumber > row.line, rowNumber <= 1 << 20 else { throw .broken(part: part) }
      row = SheetRow(line: rowNumber, cells: [])
      column = -1
    case "c":
      column = attributes["r"].flatMap { Self.column(of: $0) } ?? column + 1
      kind = attributes["t"] ?? "n"
      style = attributes["s"].flatMap { Int($0) } ?? 0
      value.removeAll(keepingCapacity: true)
      hasFormula = false
    case "v": isInValue = true
    case "f": hasFormula = true
    default: inline.start(name)
    }
  }

  override func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if isInValue { value.append(contentsOf: bytes) } else { inline.add(bytes) }
  }

  override func end(_ name: String) throws(SheetError) {
    switch name {
    case "v": isInValue = false
    case "c": try endCell()
    case "row":
      guard !row.isBlank else { return }
      guard rows.count < WorkbookSheet.mostRows else { throw .tooManyRows(limit: WorkbookSheet.mostRows) }
      rows.append(row)
    default: inline.end(name)
    }
  }

  private func endCell() throws(SheetError) {
    let typed = inline.take()
    let text = kind == "inlineStr" ? typed : try shown(String(decoding: value, as: UTF8.self))
    if hasFormula, text.isEmpty { formulasWithoutValue += 1 }
    // Blank cells at the end of a row do not count: formatted columns have thousands.
    guard !text.isEmpty else { return }
    guard column >= row.cells.count, column < 1 << 14 else { throw .broken(part: part) }
    cellCount += column + 1 - row.cells.count
    textSize += text.utf8.count
    guard cellCount <= WorkbookSheet.mostCells else { throw .tooManyCells(limit: WorkbookSheet.mostCells) }
    guard textSize <= WorkbookSheet.mostText else { throw .tooLarge(unpackedBytes: WorkbookSheet.mostText) }
    row.cells += Array(repeating: "", count: column - row.cells.count) + [text]
  }

  /// The text of a stored value.
  private func shown(_ value: String) throws(SheetError) -> String {
    switch kind {
    case "s":
      guard !value.isEmpty else { return "" }
      guard let number = Int(value.trimmingBlanks), strings.indices.contains(number) else { throw .broken(part: part) }
      return strings[number]
    case "b": return value == "1" || value == "true" ? "true" : value.isEmpty ? "" : "false"
    case "d": return value.replacing("T00:00:00", with: "").replacing("T", with: " ")
    case "n": return number(value)
    default: return value
    }
  }

  private func number(_ value: String) -> String {
    guard let number = Double(value), number.isFinite else { return value }
    let format = formats.indices.contains(style) ? formats[style] : .number
    if format == .date, let date = SpreadsheetDate.text(number, uses1904: uses1904) { return date }
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    let digits = "\(Int(number))"
    guard case .digits(let count) = format, number >= 0, digits.utf8.count < count else { return digits }
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }

  /// The column of a reference such as `AB12`, from 0; nil without letters.
  private static func column(of reference: String) -> Int? {
    var column = 0
    for byte in reference.utf8.prefix(4) {
      guard let digit = Optional(Int(byte & ~0x20) - 0x40), (1...26).contains(digit), byte > 0x40 else { break }
      column = column * 26 + digit
    }
    return column > 0 ? column - 1 : nil
  }
}
