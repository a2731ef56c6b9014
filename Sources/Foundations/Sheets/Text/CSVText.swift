/// Writes tables that spreadsheets open: UTF-8 with a byte order mark, cells separated by commas, lines that end in CR LF.
package enum CSVText {
  /// Tells spreadsheets that the text is UTF-8.
  package static let byteOrderMark = "\u{FEFF}"

  /// A line with its end.
  package static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") + "\r\n" }

  /// A table of texts that people typed, in which no formula runs.
  package static func table(_ rows: [[String]]) -> String {
    byteOrderMark + rows.map { line($0.map(FormulaGuard.added)) }.joined()
  }

  /// A cell as it stands in a CSV text.
  private static func quoted(_ cell: String) -> String {
    let needsQuotes =
      cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } || cell.trimmingBlanks.utf8.count != cell.utf8.count
    return needsQuotes ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
  }
}
