package import JSON

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

extension Field {
  /// True if CSV exports include the field. Tokens, devices and accounts are secret; only the JSON export, which can restore everything, has
  /// them.
  public var isInCSV: Bool {
    if case .objects(let fields) = kind { return !fields.contains(where: \.isSecret) }
    return !isSecret
  }

  /// A value for a CSV export, without secret members.
  package func withoutSecrets(_ value: JSON) -> JSON {
    guard case .object(let fields) = kind, case .object(let members) = value else { return value }
    let secret = Set(fields.filter(\.isSecret).map(\.name))
    return .object(members.filter { !secret.contains($0.name) })
  }

  /// A value from a cell, with its secret members restored.
  package func restoringSecrets(of old: JSON, in value: JSON, _ cell: JSON) -> JSON {
    guard case .object(let fields) = kind, case .object(let members) = value, let json = cell.text,
      let given = try? JSON(storedJSON: json)
    else { return value }
    let names = Set(given.members.map(\.name))
    let missing = Set(fields.filter { $0.isSecret && !names.contains($0.name) }.map(\.name))
    return .object(members.map { missing.contains($0.name) ? JSON.Member($0.name, old[$0.name]) : $0 })
  }
}
