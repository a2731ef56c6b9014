/// The first sheet of an Excel workbook (`.xlsx`, ECMA-376) as a CSV text, which every reader of tables takes.
///
///     if Spreadsheet.isWorkbook(bytes) { text = try Spreadsheet.csv(bytes) }
///
/// Stored values are read, no formulas. Numbers in the format of a date are dates: 2027-04-29, 2027-04-29 19:00.
public enum Spreadsheet {
  /// The most bytes of all parts together.
  public static let longest = 20_000_000
  /// The most rows of the sheet, and the most cells of a row.
  public static let mostRows = 100_000
  static let mostColumns = 1_000

  /// True for a file that begins as archives do, as `.xlsx` is one.
  public static func isWorkbook(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04])
  }

  /// True for an old workbook (`.xls`), and for one with a password.
  public static func isOldWorkbook(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
  }

  /// The first sheet as CSV in UTF-8 (RFC 4180). Empty rows at its end are left out; others stay, so that lines are rows.
  ///
  /// - Throws: `SpreadsheetError` for a file that is no workbook, is damaged, or exceeds a limit.
  public static func csv(_ bytes: [UInt8]) throws(SpreadsheetError) -> [UInt8] {
    let archive = try ZipArchive(bytes)
    var budget = longest
    func part(_ name: String) throws(SpreadsheetError) -> [UInt8]? { try archive.contents(of: name, &budget) }
    guard let workbook = try part("xl/workbook.xml") else { throw .noWorkbook }
    let book = WorkbookPart(try XMLEvents.read(workbook))
    let relations = RelationsPart(try XMLEvents.read(try part("xl/_rels/workbook.xml.rels") ?? []))
    let name = book.firstSheet.flatMap { relations.targets[$0] } ?? "xl/worksheets/sheet1.xml"
    guard let sheet = try part(name) else { throw .noSheet }
    let strings = SharedStringsPart(try XMLEvents.read(try part("xl/sharedStrings.xml") ?? []))
    let styles = StylesPart(try XMLEvents.read(try part("xl/styles.xml") ?? []))
    var reader = SheetPart(strings: strings.texts, dateStyles: styles.dateStyles, countsFrom1904: book.countsFrom1904)
    try reader.read(sheet)
    return Array(reader.text.utf8)
  }
}

/// The reason why a workbook is not read.
public enum SpreadsheetError: Error, Hashable, Sendable {
  case damaged
  /// An archive of something else, or a workbook of another program.
  case noWorkbook
  case noSheet
  /// More than `Spreadsheet.longest` bytes in its parts.
  case tooLarge
  case tooManyRows

  /// What is wrong and what is right, in English.
  public var description: String {
    switch self {
    case .damaged:
      "the workbook is damaged: open it in a spreadsheet and save it again, or save the sheet as \"CSV UTF-8\""
    case .noWorkbook: "the file is an archive without an Excel workbook: save the sheet as .xlsx or as \"CSV UTF-8\""
    case .noSheet: "the workbook has no sheet"
    case .tooLarge:
      "the workbook has more than \(Spreadsheet.longest / 1_000_000) MB unpacked: save the sheet as \"CSV UTF-8\""
    case .tooManyRows: "the sheet has more than \(Spreadsheet.mostRows) rows: divide it"
    }
  }

  /// The same in Traditional Chinese.
  public var chinese: String {
    switch self {
    case .damaged: "活頁簿檔案損壞：請用試算表打開再存一次，或另存成「CSV UTF-8」"
    case .noWorkbook: "這是壓縮檔，裡面沒有 Excel 活頁簿：請把工作表存成 .xlsx 或「CSV UTF-8」"
    case .noSheet: "活頁簿裡沒有工作表"
    case .tooLarge: "活頁簿解開後超過 \(Spreadsheet.longest / 1_000_000) MB：請把工作表另存成「CSV UTF-8」"
    case .tooManyRows: "工作表超過 \(Spreadsheet.mostRows) 列：請分成幾個檔案"
    }
  }

  /// What is said of an old workbook, or of one with a password: in English and in Traditional Chinese.
  public static let oldWorkbook = (
    english: "is an old workbook (.xls) or has a password: save it as .xlsx without one, or as \"CSV UTF-8\"",
    chinese: "是舊的 .xls 活頁簿，或設了密碼：請另存成沒有密碼的 .xlsx，或「CSV UTF-8」"
  )
}
