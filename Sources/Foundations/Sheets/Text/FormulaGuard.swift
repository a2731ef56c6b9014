/// Prevents formulas in a CSV file from running in a spreadsheet: `=HYPERLINK(…)` becomes `'=HYPERLINK(…)`.
///
/// The first character makes a cell a formula (OWASP, "CSV Injection": `=`, `+`, `-`, `@`, tab, carriage return, line feed, and the full-width
/// forms). An apostrophe before it makes it text. A text that already has apostrophes before such a character gets one more, so that reading can
/// undo it exactly.
package enum FormulaGuard {
  private static let mark: Unicode.Scalar = "'"
  private static let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

  package static func added(to cell: String) -> String { isGuarded(cell, from: 0) ? "'" + cell : cell }

  package static func removed(from cell: String) -> String {
    isGuarded(cell, from: 1) ? String(String.UnicodeScalarView(cell.unicodeScalars.dropFirst())) : cell
  }

  /// True if a cell has at least this many apostrophes before a formula character.
  private static func isGuarded(_ cell: String, from least: Int) -> Bool {
    let rest = cell.unicodeScalars.drop { $0 == mark }
    guard let first = rest.first, starts.contains(first) else { return false }
    return cell.unicodeScalars.count - rest.count >= least
  }
}

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
