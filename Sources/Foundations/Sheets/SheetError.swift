/// The reason why a file cannot be read as a table, and what would be right.
public enum SheetError: Error, Hashable, Sendable {
  case empty
  /// Bytes that are not text in the expected encoding, or in none that is read.
  case notText(line: Int, TextEncoding?)
  case unclosedQuote(line: Int)
  /// A cell longer than a number of bytes.
  case cellTooLong(line: Int, limit: Int)
  /// A workbook of Excel 2003 or older (.xls).
  case oldWorkbook
  /// A workbook that opens with a password.
  case protected
  /// A file of another format, by its name.
  case otherFormat(String)
  /// A workbook that is cut off or damaged, with its faulty part.
  case broken(part: String)
  case noSheet
  case tooLarge(unpackedBytes: Int)
  case tooManyRows(limit: Int)
  case tooManyCells(limit: Int)
}

extension SheetError: CustomStringConvertible {
  /// The sentence in English.
  public var description: String { sentences.english }
  /// The sentence in Traditional Chinese.
  public var chinese: String { sentences.chinese }

  /// A short name that never changes.
  public var code: String {
    switch self {
    case .empty: "empty_file"
    case .notText: "not_text"
    case .unclosedQuote: "unclosed_quote"
    case .cellTooLong: "cell_too_long"
    case .oldWorkbook: "old_workbook"
    case .protected: "protected_workbook"
    case .otherFormat: "not_a_table"
    case .broken: "broken_workbook"
    case .noSheet: "no_sheet"
    case .tooLarge: "workbook_too_large"
    case .tooManyRows: "too_many_rows"
    case .tooManyCells: "too_many_cells"
    }
  }

  /// The line of the fault; nil for the whole file.
  public var line: Int? {
    switch self {
    case .notText(let line, _), .unclosedQuote(let line), .cellTooLong(let line, _): line
    default: nil
    }
  }

  private static let saveAs = (
    english: "open it in a spreadsheet program and save it as an Excel workbook (.xlsx) or as \"CSV UTF-8\"",
    chinese: "請用試算表開啟，再「另存新檔」成「Excel 活頁簿（.xlsx）」或「CSV UTF-8」"
  )

  /// The sentences without the line.
  private var sentences: (english: String, chinese: String) {
    switch self {
    case .empty: ("the file is empty", "檔案是空的")
    case .notText(_, nil):
      (
        "bytes that are neither UTF-8 nor Big5: save the file as UTF-8",
        "這裡既不是 UTF-8 也不是 Big5：請另存成 UTF-8"
      )
    case .notText(_, .utf8?):
      (
        "bytes that are not UTF-8: is the file written in another encoding?",
        "這裡不是 UTF-8：檔案是不是用別的編碼？"
      )
    case .notText(_, let encoding?):
      (
        "bytes that are not \(encoding.rawValue): save the file as UTF-8",
        "這裡不是 \(encoding.rawValue)：請另存成 UTF-8"
      )
    case .unclosedQuote: ("the quote that opens here is never closed", "這裡開始的引號沒有結束")
    case .cellTooLong(_, let limit):
      (
        "a field longer than \(limit) bytes: is a quote missing that should close it?",
        "有一個欄位超過 \(limit) 個位元組：是不是少了結束的引號？"
      )
    case .oldWorkbook:
      (
        "the file is a workbook of Excel 2003 or older (.xls): \(Self.saveAs.english)",
        "檔案是 Excel 2003 以前的活頁簿（.xls）：\(Self.saveAs.chinese)"
      )
    case .protected:
      (
        "the workbook opens only with a password: remove the password (File > Info > Protect Workbook), or save it as \"CSV UTF-8\"",
        "活頁簿設了密碼，無法讀取：請移除密碼（檔案 > 資訊 > 保護活頁簿），或另存成「CSV UTF-8」"
      )
    case .otherFormat(let name):
      (
        "the file is \(name), not a table: \(Self.saveAs.english)",
        "檔案是 \(name)，不是可以讀的表格：\(Self.saveAs.chinese)"
      )
    case .broken(let part):
      (
        "the workbook is damaged or cut off (\(part)): send the whole file, or \(Self.saveAs.english)",
        "活頁簿損壞或不完整（\(part)）：請重新取得完整的檔案；或\(Self.saveAs.chinese)"
      )
    case .noSheet:
      ("the workbook has no visible sheet of cells", "活頁簿裡沒有看得見的工作表")
    case .tooLarge(let bytes):
      (
        "the workbook is larger than \(bytes >> 20) MB when unpacked: divide it, or save the sheet as \"CSV UTF-8\"",
        "活頁簿解開後超過 \(bytes >> 20) MB：請分成幾個檔案，或把工作表另存成「CSV UTF-8」"
      )
    case .tooManyRows(let limit):
      ("the sheet has more than \(limit) rows: divide it", "工作表超過 \(limit) 列：請分成幾個檔案")
    case .tooManyCells(let limit):
      (
        "the sheet has more than \(limit) cells: delete what is not needed, or save it as \"CSV UTF-8\"",
        "工作表超過 \(limit) 格：請刪掉用不到的欄和列，或另存成「CSV UTF-8」"
      )
    }
  }
}
