public import Folklore
internal import Foundation
public import Sheets

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// Reads the rites that temples have registered (data.gov.tw 8209, 慶(祭)典): a table as CSV or workbook, XML with one element for each rite, or a list of objects in JSON.
public struct RitesReader: Sendable {
  private let input: RegisterInput
  private let encoding: TextEncoding?
  private let dates: DateReader

  /// - Parameters:
  ///   - encoding: nil to detect it.
  ///   - today: what years are counted from; a rite has none.
  public init(_ input: RegisterInput, encoding: TextEncoding? = nil, today: DateReader) {
    self.input = input
    self.encoding = encoding
    dates = today
  }

  /// All rites, those without a date included, and what is not read.
  ///
  /// - Throws: `RegisterFault` if the file cannot be read.
  package func read() throws -> (rites: [Rite], notes: [SheetNote]) {
    var bytes: [UInt8] = []
    let next = try input.open()
    while case let chunk = try next(), !chunk.isEmpty {
      bytes += chunk
      guard bytes.count <= Self.mostBytes else {
        throw fault("超過 \(Self.mostBytes >> 20) MB", "is larger than \(Self.mostBytes >> 20) MB")
      }
    }
    if !SheetFile.beginsAsWorkbook(bytes) {
      let text = try input.text(encoding).text
      switch text.first(where: { $0 > 0x20 }) {
      case nil: throw fault("是空的", "is empty")
      case UInt8(ascii: "<")?: return (try xml(text), [])
      case UInt8(ascii: "["), UInt8(ascii: "{"): return (try json(text), [])
      default: break
      }
    }
    return try table(bytes)
  }

  private static let mostBytes = 64 << 20

  private func fault(_ chinese: String, _ english: String, at place: RegisterPlace = .file) -> RegisterFault {
    RegisterFault(file: input.name, place: place, chinese, english)
  }

  // MARK: Formats

  private func table(_ bytes: [UInt8]) throws -> (rites: [Rite], notes: [SheetNote]) {
    do {
      var table = try SheetTable(try SheetFile(bytes, encoding: encoding), RiteField.headings)
      try check(Set(table.columns.compactMap(\.field)), table.headingNames)
      var rites: [Rite] = []
      while let row = try table.next() {
        var values: [RiteField: String] = [:]
        for (column, cell) in zip(table.columns, row.cells) {
          if let field = column.field, values[field, default: ""].isEmpty { values[field] = cell }
        }
        rites.append(rite(values, .line(row.line)))
      }
      return (rites, table.notes)
    } catch let error as SheetError {
      throw RegisterFault(error, in: input.name)
    }
  }

  private func json(_ text: [UInt8]) throws -> [Rite] {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text)), let rows = Self.rows(value) else {
      throw fault("不是 JSON 的清單：應為每筆一個物件", "is no list of objects in JSON")
    }
    try check(
      Set(rows.flatMap(\.keys).compactMap { RiteField.headings.field(of: $0)?.field }),
      Array(rows.first?.keys ?? [:].keys))
    return rows.enumerated().map { index, row in
      var values: [RiteField: String] = [:]
      for (name, value) in row {
        if let field = RiteField.headings.field(of: name)?.field { values[field] = "\(value)" }
      }
      return rite(values, .feature(index))
    }
  }

  /// The list of objects in a document: the document itself, or the first list inside.
  private static func rows(_ value: Any) -> [[String: Any]]? {
    if let rows = value as? [[String: Any]] { return rows }
    guard let object = value as? [String: Any] else { return nil }
    return object.values.lazy.compactMap(rows).first
  }

  private func xml(_ text: [UInt8]) throws -> [Rite] {
    let reader = RitesXML()
    let parser = XMLParser(data: Data(try XMLProlog.checked(text, file: input.name)))
    parser.delegate = reader
    guard parser.parse(), parser.parserError == nil else {
      throw fault("不是正確的 XML", "is not well-formed XML", at: .line(parser.lineNumber))
    }
    let names = Set(reader.rows.flatMap { $0.values.map(\.name) })
    try check(Set(names.compactMap { RiteField.headings.field(of: $0)?.field }), names.sorted())
    return reader.rows.map { row in
      var values: [RiteField: String] = [:]
      for (name, text) in row.values {
        if let field = RiteField.headings.field(of: name)?.field { values[field] = text }
      }
      return rite(values, .line(row.line))
    }
  }

  /// A file without the columns that a rite needs is another file.
  private func check(_ fields: Set<RiteField>, _ names: [String]) throws {
    let hasDate = !fields.isDisjoint(with: [.date, .lunarDate, .solarDate])
    guard fields.contains(.title), fields.contains(.temple), hasDate else {
      throw fault(
        "缺少慶典名稱、寺廟名稱（或宗教團體名稱）或日期這些欄；欄位有 \(names.joined(separator: "、"))",
        "lacks a column 慶典名稱, 寺廟名稱 (or 宗教團體名稱) or 日期; the columns are \(names.joined(separator: ", "))")
    }
  }

  // MARK: Rites

  private func rite(_ values: [RiteField: String], _ place: RegisterPlace) -> Rite {
    func value(_ field: RiteField) -> String {
      FormulaGuard.removed(from: (values[field] ?? "").trimmingBlanks).withoutPlaceholder
    }
    var rite = Rite(place: place)
    rite.number = value(.number).withoutZeroFraction
    (rite.temple, rite.title, rite.note) = (value(.temple), value(.title), value(.note))
    rite.area =
      AdministrativeArea(address: value(.area) + value(.town))
      ?? AdministrativeArea(address: value(.address), area: value(.area))
    let given = [(RiteField.lunarDate, "農曆"), (.date, value(.calendar)), (.solarDate, "國曆")]
    guard let (field, calendar) = given.first(where: { !value($0.0).isEmpty }) else { return rite }
    rite.written = field == .date ? value(field) : calendar + value(field)
    rite.date = RiteDate.read(value(field), calendar: calendar, dates)
    // A title such as 「.」 or 33333 was a slip of a finger.
    guard rite.title.contains(where: \.isLetter), rite.title.contains(where: { !$0.isASCII }) else {
      rite.date = .failure(.noTitle)
      return rite
    }
    // Some notes are nothing but a date; if it is another one, nobody can tell which is right.
    if case .success(.rule(let rule, _)) = rite.date, !rite.note.isEmpty,
      case .success(.rule(let other, false)) = RiteDate.read(rite.note, calendar: "", dates), other != rule
    {
      rite.date = .failure(.contradiction(rite.written, note: rite.note))
    }
    return rite
  }
}

/// The fields of a rite.
enum RiteField: CaseIterable, Hashable, Sendable {
  case number, temple, title, area, town, address, date, lunarDate, solarDate, calendar, note

  static let headings = Headings(allCases.map { ($0, $0.names, []) })

  private var names: [String] {
    switch self {
    case .number: ["編號", "寺廟編號", "宗教團體編號", "登記編號", "source_ref"]
    case .temple: ["寺廟名稱", "宗教團體名稱", "寺廟", "廟名", "廟宇名稱", "宮廟名稱", "名稱", "單位名稱", "temple"]
    case .title: ["慶(祭)典名稱", "慶、祭典名稱", "慶祭典名稱", "慶典名稱", "祭典名稱", "慶典", "祭典", "活動名稱", "節慶名稱", "rite", "title"]
    case .area: ["行政區", "縣市", "縣市別", "縣市名稱", "county"]
    case .town: ["鄉鎮市區", "鄉鎮", "鄉鎮區", "town"]
    case .address: ["地址", "寺廟地址", "住址", "address"]
    case .date: ["日期", "慶(祭)典日期", "慶祭典日期", "慶典日期", "祭典日期", "舉辦日期", "活動日期", "時間", "慶典時間", "date"]
    case .lunarDate: ["農曆日期", "農曆", "慶典農曆日期", "lunar_date"]
    case .solarDate: ["國曆日期", "國曆", "慶典國曆日期", "solar_date"]
    case .calendar: ["曆別", "日期別", "曆法", "國農曆", "calendar"]
    case .note: ["說明", "慶典說明", "備註", "內容", "note"]
    }
  }
}

/// The records of an XML document: the elements below the root, each with one element for a field, whatever they are called.
private final class RitesXML: NSObject, XMLParserDelegate {
  private(set) var rows: [(line: Int, values: [(name: String, text: String)])] = []
  private var depth = 0
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    depth += 1
    if depth == 2 { rows.append((parser.lineNumber, [])) }
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) {
    if text.utf8.count < RowBuilder.longestField { text += characters }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if depth == 3, !rows.isEmpty { rows[rows.count - 1].values.append((name, text)) }
    depth -= 1
  }
}
