package import JSON

/// Keeps texts in a CSV file from being formulas in a spreadsheet: `=HYPERLINK(…)` becomes `'=HYPERLINK(…)`.
///
/// A cell is a formula by its first character (OWASP, "CSV Injection": `=`, `+`, `-`, `@`, tab, carriage return, line feed, and the
/// full-width forms). An apostrophe before it makes it text everywhere. A text that already begins with apostrophes before such a character
/// gets one more, so that reading takes away exactly what writing added.
enum FormulaGuard {
  private static let mark: Unicode.Scalar = "'"
  private static let starts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]

  static func added(to cell: String) -> String { isGuarded(cell, from: 0) ? "'" + cell : cell }

  static func removed(from cell: String) -> String {
    isGuarded(cell, from: 1) ? String(String.UnicodeScalarView(cell.unicodeScalars.dropFirst())) : cell
  }

  /// Whether a cell is so many apostrophes at least, and then what begins a formula.
  private static func isGuarded(_ cell: String, from least: Int) -> Bool {
    let rest = cell.unicodeScalars.drop { $0 == mark }
    guard let first = rest.first, starts.contains(first) else { return false }
    return cell.unicodeScalars.count - rest.count >= least
  }
}

extension Field {
  /// Whether a CSV export has the field. Tokens, devices and accounts elsewhere let somebody in, or write to a phone: only the JSON export,
  /// from which everything can be restored, has them.
  public var isInCSV: Bool {
    if case .objects(let fields) = kind { return !fields.contains(where: \.isSecret) }
    return !isSecret
  }

  /// A value as a CSV export has it: the members of an object that are secret are not there.
  package func withoutSecrets(_ value: JSON) -> JSON {
    guard case .object(let fields) = kind, case .object(let members) = value else { return value }
    let secret = Set(fields.filter(\.isSecret).map(\.name))
    return .object(members.filter { !secret.contains($0.name) })
  }

  /// A value read from a cell, with the secret members that the cell does not have as they were.
  package func restoringSecrets(of old: JSON, in value: JSON, _ cell: JSON) -> JSON {
    guard case .object(let fields) = kind, case .object(let members) = value, let json = cell.text,
      let given = try? JSON(storedJSON: json)
    else { return value }
    let names = Set(given.members.map(\.name))
    let missing = Set(fields.filter { $0.isSecret && !names.contains($0.name) }.map(\.name))
    return .object(members.map { missing.contains($0.name) ? JSON.Member($0.name, old[$0.name]) : $0 })
  }
}
