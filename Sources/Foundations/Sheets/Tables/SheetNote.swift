internal import Words

/// What a reader of a table left out or decided, for the person who sent it.
package enum SheetNote: Hashable, Sendable {
  /// Columns that were not read, by their headings, and the number of further ones.
  case ignoredColumns([String], more: Int)
  /// Lines above the line of headings.
  case linesAbove(first: Int, last: Int)
  case otherEncoding(TextEncoding)
  /// The sheet that was read, and the others of the workbook.
  case otherSheets(read: String, others: [String])
  case formulasWithoutValue(Int)
  /// Rows of contacts that have no date.
  case rowsWithoutDate(Int)

  /// The sentence in English.
  package var english: String { sentences.english }
  /// The sentence in Traditional Chinese.
  package var chinese: String { sentences.chinese }
  /// The sentence in Simplified Chinese; the names of columns stay as they are in the file.
  package var simplifiedChinese: String { Transliteration.simplified(sentences.chinese) }

  private var sentences: (english: String, chinese: String) {
    switch self {
    case .ignoredColumns(let names, let more):
      (
        "columns that are not read: " + names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : ""),
        "沒有讀取的欄位：" + names.joined(separator: "、") + (more > 0 ? "，另外還有 \(more) 欄" : "")
      )
    case .linesAbove(let first, let last):
      (
        first == last
          ? "line \(first) stands above the headings and is not read"
          : "lines \(first) to \(last) stand above the headings and are not read",
        first == last ? "第 \(first) 行在欄位名稱之上，沒有讀取" : "第 \(first) 到 \(last) 行在欄位名稱之上，沒有讀取"
      )
    case .otherEncoding(let encoding): ("read as \(encoding.rawValue)", "以 \(encoding.rawValue) 編碼讀取")
    case .otherSheets(let read, let others):
      (
        "only the sheet \"\(read)\" is read, not " + others.map { "\"\($0)\"" }.joined(separator: ", "),
        "只讀取工作表「\(read)」，沒有讀取" + others.map { "「\($0)」" }.joined(separator: "、")
      )
    case .rowsWithoutDate(let count): ("\(count) rows without a date are passed over", "略過沒有日期的 \(count) 列")
    case .formulasWithoutValue(let count):
      (
        "\(count) formulas have no stored value and are read as empty: open the file in a spreadsheet program and save it",
        "有 \(count) 格公式沒有存結果，當作空白：請用試算表開啟檔案，再存檔一次"
      )
    }
  }
}
