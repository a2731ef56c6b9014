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
