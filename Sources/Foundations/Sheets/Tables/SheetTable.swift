/// A table with a line of headings, from a text or a workbook.
///
///     var table = try SheetTable(SheetFile(bytes), headings)
///     while let row = try table.next() { … }
package struct SheetTable<Field: Hashable & Sendable> {
  /// A column of the file.
  package struct Column: Sendable {
    /// The field that the column gives; nil for a column that is not read.
    package let field: Field?
    /// The heading as the file has it, at most 60 characters; empty for a column without one.
    package let name: String
  }

  package let columns: [Column]
  /// The line of the headings; nil for a file of blank lines only.
  package let headerLine: Int?
  /// A quote in a wrong place in the line of headings.
  package let misplacedQuote: SheetRow.MisplacedQuote?
  /// Two columns with main names of one field; the caller refuses the file.
  package let repeated: (field: Field, first: String, second: String)?
  /// What is not read, and how the file is read.
  package private(set) var notes: [SheetNote]
  package let encoding: TextEncoding?
  /// The separator of a text; nil for a workbook.
  package let separator: CSVRows.Separator?
  private var rows: Rows

  /// True if some heading is known.
  package var hasKnownColumn: Bool { columns.contains { $0.field != nil } }

  private enum Rows {
    case text(CSVRows)
    case workbook(ArraySlice<SheetRow>)

    mutating func next() throws(SheetError) -> SheetRow? {
      switch self {
      case .text(var rows):
        self = .workbook([])
        defer { self = .text(rows) }
        return try rows.next()
      case .workbook(var rows):
        let row = rows.popFirst()
        self = .workbook(rows)
        return row
      }
    }
  }

  /// - Parameter longestCell: the most bytes of a cell of a text.
  /// - Throws: `SheetError` if the headings cannot be read.
  package init(_ file: SheetFile, _ headings: Headings<Field>, longestCell: Int = 1 << 20) throws(SheetError) {
    var notes: [SheetNote] = []
    switch file {
    case .text(let text, let encoding):
      if encoding != .utf8 { notes.append(.otherEncoding(encoding)) }
      let hint = Self.separatorLine(text)
      var best: (separator: CSVRows.Separator, known: Int, cells: Int)?
      for separator in hint.map({ [$0] }) ?? CSVRows.Separator.allCases {
        var rows = Rows.text(CSVRows(text, separator: separator, longestCell: longestCell))
        if hint != nil { _ = try? rows.next() }
        let (known, cells) = Self.header(&rows, headings)
        if best.map({ ($0.known, $0.cells) < (known, cells) }) ?? true { best = (separator, known, cells) }
      }
      let separator = best?.separator ?? .comma
      self.encoding = encoding
      self.separator = separator
      rows = .text(CSVRows(text, separator: separator, longestCell: longestCell))
      if hint != nil { _ = try rows.next() }
    case .workbook(let workbook):
      encoding = nil
      separator = nil
      let sheet = workbook.sheet
      rows = .workbook(sheet.rows[...])
      if !sheet.otherSheets.isEmpty { notes.append(.otherSheets(read: sheet.name, others: sheet.otherSheets)) }
      if sheet.formulasWithoutValue > 0 { notes.append(.formulasWithoutValue(sheet.formulasWithoutValue)) }
    }
    let (header, above) = try Self.findHeader(&rows, headings)
    headerLine = header?.line
    misplacedQuote = header?.misplacedQuote
    if let above { notes.append(.linesAbove(first: above.lowerBound, last: above.upperBound)) }
    (columns, repeated) = Self.columns(header?.cells ?? [], headings)
    let ignored = columns.filter { $0.field == nil && !$0.name.isEmpty }.map(\.name)
    if !ignored.isEmpty {
      notes.append(.ignoredColumns(Array(ignored.prefix(Self.mostNamed)), more: max(0, ignored.count - Self.mostNamed)))
    }
    self.notes = notes
  }

  private static var mostNamed: Int { 30 }

  /// The next row that is not blank; nil at the end.
  package mutating func next() throws(SheetError) -> SheetRow? {
    while var row = try rows.next() {
      if row.isBlank { continue }
      // A workbook does not store the empty cells at the end of a row.
      if case .workbook = rows, row.cells.count < columns.count {
        row.cells += Array(repeating: "", count: columns.count - row.cells.count)
      }
      return row
    }
    return nil
  }

  /// The headings for messages, at most twelve.
  package var headingNames: [String] { columns.prefix(12).map(\.name) }
}

// MARK: - The line of headings

extension SheetTable {
  /// The most rows above the headings: titles, dates of printing.
  private static var mostRowsAbove: Int { 9 }

  /// The separator that the first line names, as Excel writes it: `sep=;`.
  private static func separatorLine(_ text: [UInt8]) -> CSVRows.Separator? {
    let line = text.prefix(20).prefix { $0 != 0x0A && $0 != 0x0D }.filter { $0 != UInt8(ascii: "\"") }
    let hint = String(decoding: line, as: UTF8.self)
    guard hint.lowercased().hasPrefix("sep=") else { return nil }
    let rest = hint.dropFirst(4)
    return CSVRows.Separator(rawValue: String(rest.prefix(1)))
  }

  /// The most columns whose headings are looked up.
  private static var mostColumns: Int { 1_000 }

  private static func known(_ row: SheetRow, _ headings: Headings<Field>) -> Int {
    row.cells.prefix(mostColumns).count { headings.field(of: $0) != nil }
  }

  /// The known headings of the line of headings and the number of its cells, to compare separators.
  private static func header(_ rows: inout Rows, _ headings: Headings<Field>) -> (known: Int, cells: Int) {
    guard let header = try? findHeader(&rows, headings).header else { return (0, 0) }
    return (known(header, headings), min(header.cells.count, mostColumns))
  }

  /// The first row with two known headings, or the first row that is not blank. What stands above it has fewer cells.
  ///
  /// - Parameter rows: afterwards the rows behind the headings.
  private static func findHeader(
    _ rows: inout Rows, _ headings: Headings<Field>
  ) throws(SheetError) -> (header: SheetRow?, above: ClosedRange<Int>?) {
    func filled(_ row: SheetRow) -> Int { row.cells.count { !$0.trimmingBlanks.isEmpty } }
    func known(_ row: SheetRow) -> Int { Self.known(row, headings) }
    var first: SheetRow?
    while let row = try rows.next() {
      guard !row.isBlank else { continue }
      first = row
      break
    }
    guard let first, known(first) == 0 else { return (first, nil) }
    var (ahead, last, widest) = (rows, first.line, filled(first))
    for _ in 0..<mostRowsAbove {
      guard let row = try? ahead.next() else { break }
      guard !row.isBlank else { continue }
      if known(row) >= 2, filled(row) > widest {
        rows = ahead
        return (row, first.line...last)
      }
      last = row.line
      widest = max(widest, filled(row))
    }
    return (first, nil)
  }

  private static func columns(
    _ header: [String], _ headings: Headings<Field>
  ) -> ([Column], (field: Field, first: String, second: String)?) {
    let names = header.map(Self.shortName)
    let found = header.enumerated().map { $0 < mostColumns ? headings.field(of: $1) : nil }
    var best: [Field: (column: Int, rank: Int)] = [:]
    var repeated: (Field, String, String)?
    for (index, entry) in found.enumerated() {
      guard let entry else { continue }
      guard let other = best[entry.field] else {
        best[entry.field] = (index, entry.rank)
        continue
      }
      if entry.rank == 0, other.rank == 0 { repeated = repeated ?? (entry.field, names[other.column], names[index]) }
      if entry.rank < other.rank { best[entry.field] = (index, entry.rank) }
    }
    let columns = found.enumerated().map { index, entry in
      Column(field: entry.flatMap { best[$0.field]?.column == index ? $0.field : nil }, name: names[index])
    }
    return (columns, repeated)
  }

  /// A heading as messages quote it. A character of a hostile file can be as long as the file.
  private static func shortName(_ heading: String) -> String {
    let name = heading.trimmingBlanks.unicodeScalars
    let start = name.prefix(60)
    return String(String.UnicodeScalarView(start)) + (start.endIndex == name.endIndex ? "" : "…")
  }
}
