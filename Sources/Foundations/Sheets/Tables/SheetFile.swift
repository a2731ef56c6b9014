/// A file of a table, told by its content: a text with separated cells, or a workbook.
package enum SheetFile {
  /// A text in UTF-8 without a byte order mark, and the encoding that it had.
  case text([UInt8], TextEncoding)
  case workbook(Workbook)

  /// A workbook's sheet.
  package struct Workbook {
    let sheet: WorkbookSheet
  }

  /// - Parameter encoding: the encoding of a text; nil to detect it.
  /// - Throws: `SheetError` for a file that is neither.
  package init(_ bytes: [UInt8], encoding: TextEncoding? = nil) throws(SheetError) {
    if ZipArchive.begins(bytes) {
      self = .workbook(Workbook(sheet: try WorkbookSheet(bytes)))
      return
    }
    try Self.refuseOthers(bytes)
    let (text, found) = try TextDecoder.decode(whole: bytes, encoding)
    self = .text(text, found)
  }

  /// True if a file begins like a workbook, new or old, and not like a text.
  package static func beginsAsWorkbook(_ bytes: some Collection<UInt8>) -> Bool {
    ZipArchive.begins(bytes) || bytes.starts(with: oldMark)
  }

  /// The beginning of a compound file (MS-CFB 2.2): an old workbook, or one with a password.
  private static let oldMark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

  private static func refuseOthers(_ bytes: [UInt8]) throws(SheetError) {
    if bytes.starts(with: oldMark) {
      // The name of the stream of an encrypted workbook (MS-OFFCRYPTO 2.3.4), in UTF-16.
      let name = Array("EncryptedPackage".utf8.map { [$0, 0] as [UInt8] }.joined())
      throw bytes.indices.contains { bytes[$0] == name[0] && bytes[$0...].starts(with: name) }
        ? .protected : .oldWorkbook
    }
    // The first record of a workbook of Excel 2 to 4.
    if bytes.starts(with: [0x09, 0x00, 0x04, 0x00]) || bytes.starts(with: [0x09, 0x08]) { throw .oldWorkbook }
    if bytes.starts(with: "%PDF-".utf8) { throw .otherFormat("PDF") }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      throw .otherFormat("PNG/JPEG")
    }
    let start = String(decoding: bytes.prefix(1_000), as: UTF8.self).lowercased().trimmingBlanks
    if ["<html", "<!doctype html", "<table", "<meta", "<head"].contains(where: start.hasPrefix) {
      throw .otherFormat("HTML")
    }
    if start.hasPrefix("<?xml"), start.contains("urn:schemas-microsoft-com:office:spreadsheet") {
      throw .otherFormat("XML Spreadsheet 2003")
    }
    if start.hasPrefix("{\\rtf") { throw .otherFormat("RTF") }
  }
}
