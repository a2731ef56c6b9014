internal import Sheets

/// Reads a register from a table with a line of headings: CSV (RFC 4180) or the first sheet of a workbook. Columns that are no fields are ignored
/// and named.
struct CSVRegister {
  private let file: String
  private var table: SheetTable<TempleField>
  private var builder = RowBuilder()

  /// - Returns: the fields that have a column, and what is not read.
  static func read(
    _ sheet: SheetFile, named file: String, _ sink: RecordSink
  ) throws -> (fields: Set<TempleField>, notes: [SheetNote]) {
    var reader = try CSVRegister(sheet, named: file)
    while let row = try reader.next() { try sink(reader.record(of: row)) }
    return (Set(reader.table.columns.compactMap(\.field)), reader.table.notes)
  }

  private init(_ sheet: SheetFile, named file: String) throws(RegisterFault) {
    self.file = file
    do throws(SheetError) {
      table = try SheetTable(sheet, TempleField.headings, longestCell: RowBuilder.longestField)
    } catch {
      throw RegisterFault(error, in: file)
    }
    guard let line = table.headerLine else {
      throw RegisterFault(file: file, place: .file, "沒有欄位名稱的那一列", "has no line of field names")
    }
    func refuse(_ chinese: String, _ english: String) -> RegisterFault {
      RegisterFault(file: file, place: .line(line), chinese, english)
    }
    if let quote = table.misplacedQuote, !quote.isBehindQuotes { throw refuse(Self.quoteInside.0, Self.quoteInside.1) }
    if let quote = table.misplacedQuote, quote.isBehindQuotes { throw refuse(Self.quoteBehind.0, Self.quoteBehind.1) }
    guard table.columns.contains(where: { $0.field == .name }) else {
      throw refuse(
        "沒有「寺廟名稱」這一欄；欄位有 \(table.headingNames.joined(separator: "、"))",
        "no column is called 寺廟名稱; the columns are \(table.headingNames.joined(separator: ", "))")
    }
    if let (_, first, second) = table.repeated {
      throw refuse(
        "有兩欄是同一個欄位：\(first) 和 \(second)，請只留一欄", "two columns give the same field: \(first) and \(second)")
    }
  }

  private static let quoteInside = (
    "引號在欄位中間：請把整個欄位放進引號", "a quote in the middle of a field: put the whole field in quotes"
  )
  private static let quoteBehind = (
    "結束的引號後面還有文字：引號裡的引號要寫兩次", "text behind the closing quote: write a quote inside quotes as two"
  )

  private mutating func next() throws(RegisterFault) -> SheetRow? {
    do throws(SheetError) {
      return try table.next()
    } catch {
      throw RegisterFault(error, in: file)
    }
  }

  private mutating func record(of row: SheetRow) -> Result<RegisterRecord, RegisterFault>? {
    let place = RegisterPlace.line(row.line)
    if let quote = row.misplacedQuote {
      let (chinese, english) = quote.isBehindQuotes ? Self.quoteBehind : Self.quoteInside
      let column = table.columns.indices.contains(quote.column) ? table.columns[quote.column].name : nil
      return .failure(RegisterFault(file: file, place: place, field: column, chinese, english))
    }
    let filled = (row.cells.lastIndex { !$0.trimmingBlanks.isEmpty } ?? -1) + 1
    guard row.cells.count >= table.columns.count, filled <= table.columns.count else {
      let count = max(filled, min(row.cells.count, table.columns.count))
      return .failure(
        RegisterFault(
          file: file, place: place, "有 \(count) 個欄位，第一列卻有 \(table.columns.count) 個",
          "has \(count) fields where the first line names \(table.columns.count)"))
    }
    for (column, cell) in zip(table.columns, row.cells) {
      if let field = column.field { builder.set(field, cell, label: column.name) }
    }
    return builder.finish(file: file, place: place)
  }
}
