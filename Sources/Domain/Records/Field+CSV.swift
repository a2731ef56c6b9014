package import JSON

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
