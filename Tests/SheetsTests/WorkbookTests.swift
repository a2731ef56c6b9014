import CZlib
import Sheets
import TestSupport
import Testing

private enum Field: Hashable { case name, date }
private let headings = Headings<Field>([(.name, ["name"], []), (.date, ["date"], [])])

/// Raw deflate, as archives hold it.
private func deflated(_ bytes: [UInt8]) -> [UInt8] {
  var stream = z_stream()
  guard folkcal_deflate_init(&stream, 6, -15) == Z_OK else { return [] }
  defer { deflateEnd(&stream) }
  var input = bytes
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
    }
  }
  return Array(output.prefix(count))
}

private func read(_ bytes: [UInt8]) throws -> (SheetTable<Field>, [SheetRow]) {
  var table = try SheetTable(SheetFile(bytes), headings)
  var rows: [SheetRow] = []
  while let row = try table.next() { rows.append(row) }
  return (table, rows)
}

private let header =
  #"<row r="2"><c r="A2" t="inlineStr"><is><t>name</t></is></c><c r="B2" t="inlineStr"><is><t>date</t></is></c></row>"#

/// The texts of the column B of a sheet.
private func dates(_ cells: [String], formats: [String], uses1904: Bool = false, strings: [String] = []) throws
  -> [String]
{
  let rows = cells.enumerated().map { "<row r=\"\($0 + 3)\"><c r=\"A\($0 + 3)\"><v>1</v></c>\($1)</row>" }.joined()
  let entries = SmallWorkbook.entries(rows: header + rows, strings: strings, formats: formats, uses1904: uses1904)
  return try read(SmallWorkbook.archive(entries)).1.map { $0.cells[1] }
}

@Suite("workbooks", .timed)
struct WorkbookTests {
  @Test("cells of each kind, by their stored values")
  func kinds() throws {
    let cells = [
      #"<c t="s"><v>0</v></c>"#, #"<c t="s"><v>1</v></c>"#,
      #"<c t="inlineStr"><is><r><t>甲</t></r><r><t xml:space="preserve"> 乙</t></r></is></c>"#,
      #"<c><v>1234</v></c>"#, #"<c><v>1.2340000000000001E2</v></c>"#, #"<c><v>120.52150000000001</v></c>"#,
      #"<c t="b"><v>1</v></c>"#,
      #"<c t="str"><f>A1&amp;"x"</f><v>丙x</v></c>"#, #"<c t="e"><v>#N/A</v></c>"#,
      #"<c t="d"><v>2027-04-29T00:00:00</v></c>"#,
      #"<c><f>SUM(A1)</f></c>"#, #"<c/>"#, #"<c><v>-0.5</v></c>"#,
    ]
    let strings = ["<t>媽祖</t><rPh sb=\"0\" eb=\"1\"><t>まそ</t></rPh>", "<r><t>一_x000D_</t></r><r><t>二</t></r>"]
    #expect(
      try dates(cells, formats: ["0"], strings: strings) == [
        "媽祖", "一\r二", "甲 乙", "1234", "123.4", "120.5215", "true", "丙x", "#N/A", "2027-04-29", "", "", "-0.5",
      ])
  }

  @Test(
    "dates by their number format, since 1900",
    arguments: [
      ("20162", "14", "1955-03-14"), ("20162", "yyyy/m/d", "1955-03-14"),
      ("20162", "[$-404]e&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@", "1955-03-14"),
      ("46506.791666666664", "22", "2027-04-29 19:00"), ("0.791666666666667", "h:mm", "19:00"),
      ("59", "14", "1900-02-28"),
      ("61", "14", "1900-03-01"), ("1", "14", "1900-01-01"), ("20162", "31", "1955-03-14"),
      ("20162", "58", "1955-03-14"),
      ("20162", "0", "20162"), ("20162", "General", "20162"), ("20162", "#,##0_);[Red]\\(#,##0\\)", "20162"),
      ("20162", "0.00E+00", "20162"), ("20162", "&quot;day &quot;0", "20162"),
      ("912345678", "0000000000", "0912345678"),
      ("46506.5000115", "yyyy-mm-dd hh:mm:ss", "2027-04-29 12:00:01"),
    ])
  func dates1900(value: String, format: String, expected: String) throws {
    #expect(try dates(["<c s=\"1\"><v>\(value)</v></c>"], formats: ["0", format]) == [expected])
  }

  @Test("dates since 1904, as old Macintosh programs store them")
  func dates1904() throws {
    #expect(try dates([#"<c s="0"><v>18700</v></c>"#], formats: ["14"], uses1904: true) == ["1955-03-14"])
  }

  @Test("rows have the sheet's numbers, gaps are empty cells, and notes tell what is left out")
  func layout() throws {
    let rows =
      #"<row r="5"><c r="B5"><v>7</v></c></row><row r="9"/><row r="10"><c r="A10"><v>8</v></c><c r="D10"><f>X</f></c></row>"#
    let entries = SmallWorkbook.entries(rows: header + rows)
    for file in [SmallWorkbook.archive(entries), SmallWorkbook.archive(entries, deflate: deflated)] {
      let (table, rows) = try read(file)
      #expect(rows.map(\.line) == [5, 10] && rows.map(\.cells) == [["", "7"], ["8", ""]])
      #expect(table.notes == [.formulasWithoutValue(1)] && table.encoding == nil)
    }
  }

  @Test("the first visible sheet is read, and the others are named")
  func sheets() throws {
    var entries = SmallWorkbook.entries(rows: header)
    let workbook = String(decoding: entries[1].bytes, as: UTF8.self).replacing(
      "<sheets>", with: #"<sheets><sheet name="舊" sheetId="9" r:id="r9" state="hidden"/>"#
    ).replacing("</sheets>", with: #"<sheet name="其他" sheetId="2" r:id="r9"/></sheets>"#)
    entries[1].bytes = Array(workbook.utf8)
    #expect(try read(SmallWorkbook.archive(entries)).0.notes == [.otherSheets(read: "名單", others: ["其他"])])
  }
}

@Suite("files that are refused", .timed)
struct RefusedFileTests {
  private func failure(_ bytes: [UInt8]) -> SheetError? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return error as? SheetError
    }
  }

  @Test("old workbooks, passwords and other formats get advice in both languages")
  func formats() throws {
    let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 0, count: 600)
    #expect(failure(compound) == .oldWorkbook)
    #expect(failure(compound + "EncryptedPackage".utf16Bytes()) == .protected)
    #expect(failure(SmallWorkbook.archive(SmallWorkbook.entries(rows: header), flags: 1)) == .protected)
    #expect(failure(SmallWorkbook.archive([("content.xml", [])])) == .otherFormat("OpenDocument (.ods)"))
    #expect(failure(SmallWorkbook.archive([("a.txt", [])])) == .otherFormat("ZIP (.zip)"))
    #expect(failure(Array("%PDF-1.7".utf8)) == .otherFormat("PDF"))
    #expect(failure(Array("\u{FEFF} <html><table>".utf8)) == .otherFormat("HTML"))
    for error in [
      SheetError.oldWorkbook, .protected, .otherFormat("PDF"), .broken(part: "x"), .tooLarge(unpackedBytes: 1 << 20),
    ] {
      #expect(error.description.contains("CSV UTF-8") && error.chinese.contains("CSV UTF-8"), "\(error)")
    }
  }

  @Test("a document type declaration is refused, so no entity is declared or opened")
  func entities() {
    for part in 0..<6 {
      var entries = SmallWorkbook.entries(rows: header, formats: ["0"])
      let declaration = #"<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>"#
      entries[part].bytes = Array(declaration.utf8) + entries[part].bytes
      #expect(failure(SmallWorkbook.archive(entries)) == .broken(part: entries[part].name + ": DOCTYPE"))
    }
  }

  @Test("a small file that unpacks to more than 20 MB is refused before it is unpacked", .timeLimit(.minutes(1)))
  func bombs() {
    var entries = SmallWorkbook.entries(rows: header)
    entries[5].bytes = Array(repeating: 0x20, count: 30 << 20)
    let file = SmallWorkbook.archive([entries[0], entries[1], entries[2], entries[5]], deflate: deflated) {
      UInt32(truncatingIfNeeded: crc32(0, $0, UInt32($0.count)))
    }
    #expect(file.count < 100_000 && failure(file) == .tooLarge(unpackedBytes: 20 << 20))
  }

  @Test("rows, cells and texts have limits, however small the file is", .timeLimit(.minutes(1)))
  func limits() {
    func file(_ rows: String, strings: [String] = []) -> [UInt8] {
      SmallWorkbook.archive(SmallWorkbook.entries(rows: header + rows, strings: strings), deflate: deflated)
    }
    let row = #"<row><c t="b"><v>1</v></c></row>"#
    #expect(failure(file(String(repeating: row, count: 99_999))) == nil)
    #expect(failure(file(String(repeating: row, count: 100_000))) == .tooManyRows(limit: 100_000))
    let wide = #"<row><c r="XFD1"><v>1</v></c></row>"#
    #expect(failure(file(String(repeating: wide, count: 200))) == .tooManyCells(limit: 2_000_000))
    let long = #"<row><c t="s"><v>0</v></c></row>"#
    #expect(
      failure(
        file(String(repeating: long, count: 10_000), strings: ["<t>" + String(repeating: "a", count: 10_000) + "</t>"]))
        == .tooLarge(unpackedBytes: 64 << 20))
  }

  @Test("a file that is cut off or changed anywhere is read or refused", .timeLimit(.minutes(1)))
  func fuzzed() throws {
    let rows = header + #"<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" s="1"><v>20162</v></c></row>"#
    let entries = SmallWorkbook.entries(rows: rows, strings: ["<t>媽祖</t>"], formats: ["0", "yyyy/m/d"])
    for file in [SmallWorkbook.archive(entries), SmallWorkbook.archive(entries, deflate: deflated)] {
      #expect(try read(file).1.map(\.cells) == [["媽祖", "1955-03-14"]])
      for end in file.indices.dropFirst(4) { #expect(failure(Array(file[..<end])) != nil, "\(end)") }
      var generator = SeededGenerator(seed: 43)
      for round in 0..<20_000 {
        var changed = file
        for _ in 0...(round % 4) {
          changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if let (_, rows) = try? read(changed) { #expect(rows.count <= 2) }
      }
      // Each byte, turned around and with one bit changed.
      for index in file.indices {
        for mask: UInt8 in [0xFF, 0x01, 0x80] {
          var changed = file
          changed[index] ^= mask
          _ = try? read(changed)
        }
      }
    }
  }
}
