/// Small workbooks (`.xlsx`) and zip archives for tests.
public enum SmallWorkbook {
  /// An archive of entries.
  ///
  /// - Parameters:
  ///   - deflate: packs an entry; nil stores it as it is.
  ///   - checksum: the CRC-32 of an entry; the one here is slow.
  public static func archive(
    _ entries: [(name: String, bytes: [UInt8])], deflate: (([UInt8]) -> [UInt8])? = nil, flags: Int = 0,
    checksum: ([UInt8]) -> UInt32 = Self.checksum
  ) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in entries {
      let packed = deflate?(bytes) ?? bytes
      let name = Array(name.utf8)
      let common =
        short(20) + short(flags) + short(deflate == nil ? 0 : 8) + long(0) + long(Int(checksum(bytes)))
        + long(packed.count) + long(bytes.count) + short(name.count) + short(0)
      directory += long(0x0201_4B50) + short(20) + common + short(0) + short(0) + short(0) + long(0) + long(file.count)
      directory += name
      file += long(0x0403_4B50) + common + name + packed
    }
    let end =
      long(0x0605_4B50) + short(0) + short(0) + short(entries.count) + short(entries.count) + long(directory.count)
      + long(file.count) + short(0)
    return file + directory + end
  }

  /// The entries of a workbook with one sheet.
  ///
  /// - Parameters:
  ///   - rows: the content of `sheetData`.
  ///   - strings: the shared strings, each the content of `si`.
  ///   - formats: the formats of the styles 0, 1 and so on: a number, or a code.
  public static func entries(
    rows: String, strings: [String] = [], formats: [String] = [], uses1904: Bool = false
  ) -> [(name: String, bytes: [UInt8])] {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let package = "http://schemas.openxmlformats.org/package/2006/relationships"
    func relationships(_ all: [(String, String, String)]) -> String {
      "<Relationships xmlns=\"\(package)\">"
        + all.map { "<Relationship Id=\"\($0.0)\" Type=\"\(office)/\($0.1)\" Target=\"\($0.2)\"/>" }.joined()
        + "</Relationships>"
    }
    func number(_ format: String) -> Int? { format.count < 4 ? Int(format) : nil }
    let codes = formats.enumerated().filter { number($0.element) == nil }
    let styles =
      "<styleSheet xmlns=\"\(main)\"><numFmts>"
      + codes.map { "<numFmt numFmtId=\"\(164 + $0.offset)\" formatCode=\"\($0.element)\"/>" }.joined()
      + "</numFmts><cellStyleXfs><xf numFmtId=\"14\"/></cellStyleXfs><cellXfs>"
      + formats.enumerated().map { "<xf numFmtId=\"\(number($0.element) ?? 164 + $0.offset)\"/>" }.joined()
      + "</cellXfs></styleSheet>"
    let texts: [(String, String)] = [
      ("_rels/.rels", relationships([("r", "officeDocument", "xl/workbook.xml")])),
      (
        "xl/workbook.xml",
        "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\"><workbookPr date1904=\"\(uses1904 ? 1 : 0)\"/><sheets>"
          + "<sheet name=\"名單\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
      ),
      (
        "xl/_rels/workbook.xml.rels",
        relationships([
          ("r1", "worksheet", "worksheets/sheet1.xml"), ("r2", "sharedStrings", "sharedStrings.xml"),
          ("r3", "styles", "/xl/styles.xml"),
        ])
      ), ("xl/sharedStrings.xml", "<sst xmlns=\"\(main)\">" + strings.map { "<si>\($0)</si>" }.joined() + "</sst>"),
      ("xl/styles.xml", styles),
      ("xl/worksheets/sheet1.xml", "<worksheet xmlns=\"\(main)\"><sheetData>\(rows)</sheetData></worksheet>"),
    ]
    return texts.map { ($0.0, Array($0.1.utf8)) }
  }

  /// A workbook of texts, stored without packing.
  public static func of(_ table: [[String]]) -> [UInt8] {
    let rows = table.map { row in
      "<row>" + row.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
    }
    return archive(entries(rows: rows.joined()))
  }

  private static func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
  private static func long(_ number: Int) -> [UInt8] { short(number & 0xFFFF) + short(number >> 16) }

  /// CRC-32 (ISO 3309), bit by bit.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { rest, byte in
      (0..<8).reduce(rest ^ UInt32(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
