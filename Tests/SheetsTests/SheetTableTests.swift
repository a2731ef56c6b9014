import Sheets
import TestSupport
import Testing

private enum Field: Hashable { case name, date, note }

private let headings = Headings<Field>([
  (.name, ["name", "名稱"], ["姓名", "title"]), (.date, ["date", "日期"], ["生日"]), (.note, ["note"], ["說明（選用）"]),
])

private func table(_ bytes: [UInt8]) throws -> (SheetTable<Field>, [SheetRow]) {
  var table = try SheetTable(SheetFile(bytes), headings)
  var rows: [SheetRow] = []
  while let row = try table.next() { rows.append(row) }
  return (table, rows)
}
private func table(_ text: String) throws -> (SheetTable<Field>, [SheetRow]) { try table(Array(text.utf8)) }

@Suite("tables with a line of headings", .timed)
struct SheetTableTests {
  @Test(
    "the headings tell the separator, and Excel's first line says it",
    arguments: [
      ("姓名,生日\n甲,乙\n", CSVRows.Separator.comma), ("姓名;生日\n甲;乙\n", .semicolon), ("姓名\t生日\n甲\t乙\n", .tab),
      ("姓名，生日\n甲，乙\n", .fullWidthComma), ("sep=;\r\n姓名;生日\r\n甲;乙\r\n", .semicolon),
      ("\"sep=,\"\n姓名,生日\n甲,乙\n", .comma), ("SEP=\t\n姓名\t生日\n甲\t乙\n", .tab), ("姓名|生日\n甲|乙", .bar),
      // The separator is what parts known headings, not what occurs most.
      ("姓名;生日;a,b,c,d,e\n甲;乙;丙\n", .semicolon),
    ])
  func separators(text: String, separator: CSVRows.Separator) throws {
    let (table, rows) = try table(text)
    #expect(table.separator == separator && table.columns.prefix(2).map(\.field) == [.name, .date])
    #expect(rows.map { Array($0.cells.prefix(2)) } == [["甲", "乙"]])
  }

  @Test("lines end in LF, CR LF or CR alone, also inside quotes", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) throws {
    let (_, rows) = try table(["name,note", "甲,\"一\(end)\"\"二\"\"\"", "", ",", "乙,三"].joined(separator: end))
    #expect(rows.map(\.cells) == [["甲", "一\(end)\"二\""], ["乙", "三"]])
    #expect(rows.map(\.line) == [2, 6])
  }

  @Test(
    "headings are known in any case, with blanks, marks and brackets",
    arguments: ["NAME", " Name ", "名稱*", "名稱（必填）", "名稱(必填)", "＊名稱", "\u{FEFF}姓名", "姓　名", "Ｎａｍｅ", "姓名(中文)", "\"name\""])
  func heading(text: String) throws {
    #expect(try table(text + ",x\n").0.columns[0].field == .name)
  }

  @Test("a column that is not read is named, and so is a second one for the same field")
  func ignored() throws {
    let (table, _) = try table("title,電話,姓名,生日,,地址\n")
    // 姓名 goes before title, because its field names it first.
    #expect(table.columns.map(\.field) == [nil, nil, .name, .date, nil, nil])
    #expect(table.notes == [.ignoredColumns(["title", "電話", "地址"], more: 0)])
    #expect(table.notes[0].chinese == "沒有讀取的欄位：title、電話、地址")
    // A main name goes before another, and two main names cannot both count.
    let (main, _) = try SheetsTests.table("姓名,名稱\n")
    #expect(main.columns.map(\.field) == [nil, .name] && main.repeated == nil)
    let (both, _) = try SheetsTests.table("name,名稱\n")
    #expect(both.repeated?.first == "name" && both.repeated?.second == "名稱")
  }

  @Test("titles above the headings are passed over and told")
  func above() throws {
    let (table, rows) = try table("家人生日一覽,,\n製表:小明,,\n姓名,生日,備註\n甲,乙,丙\n")
    #expect(table.headerLine == 3 && rows.map(\.line) == [4])
    #expect(table.notes.contains(.linesAbove(first: 1, last: 2)))
    // A row of data is no title.
    #expect(try SheetsTests.table("甲,乙,丙\n姓名,生日,x\n").0.headerLine == 1)
  }

  @Test("quotes: never closed, and in wrong places")
  func quotes() throws {
    #expect(throws: SheetError.unclosedQuote(line: 3)) { try table("name,date\n甲,乙\n\"丙,丁\n戊,己\n") }
    let (_, rows) = try table("name,date\n\"甲\"乙,丙\n丁\"戊,己\n")
    #expect(rows.map(\.cells) == [["甲乙", "丙"], ["丁\"戊", "己"]])
    #expect(rows.map { $0.misplacedQuote?.isBehindQuotes } == [true, false])
  }

  @Test(
    "what spreadsheets write for nothing is nothing, and a whole number has no fraction",
    arguments: [
      ("NULL", ""), ("NaN", ""), ("N/A", ""), ("#N/A", ""), ("無", ""), ("-", ""), (" － ", ""), ("無極宮", "無極宮"),
      ("-1", "-1"),
    ])
  func placeholders(text: String, expected: String) {
    #expect(text.withoutPlaceholder == expected)
  }

  @Test(
    "1234.0 is 1234",
    arguments: [
      ("1234.0", "1234"), ("1234.00", "1234"), ("-5.0", "-5"), ("1.5", "1.5"), ("1.0.0", "1.0.0"), ("a.0", "a.0"),
      (".0", ".0"),
    ])
  func wholeNumbers(text: String, expected: String) {
    #expect(text.withoutZeroFraction == expected)
  }

  @Test("what is written for spreadsheets is read back, and runs no formula")
  func written() throws {
    let cells = ["=1+1", "a,b", "\"", "一\r\n二", " ", "-"]
    let text = CSVText.table([["name"], ["甲"]] + cells.map { [$0] })
    #expect(text.hasPrefix("\u{FEFF}name\r\n甲\r\n'=1+1\r\n\"a,b\"\r\n"))
    let (_, rows) = try table(text)
    #expect(rows.dropFirst().map { FormulaGuard.removed(from: $0.cells[0]) } == cells.filter { $0 != " " })
  }

  @Test("hostile texts are read in a time that grows with their length", .timeLimit(.minutes(1)))
  func hostile() throws {
    for unit in [",", "\"", "\"\",", ";,\t|", "\n", "\r", "，", "a\"", "名稱,", "(", "sep="] {
      let text = String(repeating: unit, count: 300_000 / unit.utf8.count)
      for start in ["", "name,date\n", "sep=;\n"] { _ = try? table(start + text) }
    }
  }
}
