package import Folklore
internal import JSON
package import Records

// Reads what somebody typed.
extension FormValues {
  /// The fields of a record as the form gives them, and what cannot be read. The store checks the rest.
  ///
  /// - Parameter reader: reads dates, times and rules as people type them.
  package func draft(by reader: DateReader) -> (draft: Draft, faults: [RecordFault]) {
    var draft = Draft(fields: [])
    var faults: [RecordFault] = []
    for field in FieldLabels.fields(of: entity) where isGiven(field) {
      do throws(FieldProblem) {
        let value = try value(of: field, named: field.name, reader)
        // The keys of new records may be left to the server.
        if field.name == entity.keyName, value == .null { continue }
        draft.fields.append(Draft.Given(field.name, value))
      } catch {
        faults.append(RecordFault(field: field.name, error))
      }
    }
    return (draft, faults)
  }

  /// True if the form had a control of a field. A list without any item has a hidden one.
  private func isGiven(_ field: Field) -> Bool {
    texts[field.name] != nil || rows(field.name) > 0
  }

  private func value(of field: Field, named name: String, _ reader: DateReader) throws(FieldProblem) -> JSON {
    let text = first(name).trimmed
    switch field.kind {
    case .names, .choices: return .list(items(name).map(JSON.text))
    case .references: return .list(items(name).map { .text(Self.key($0)) })
    case .objects(let members):
      var rows: [JSON] = []
      for row in 0..<self.rows(name) {
        var values: [JSON.Member] = []
        for member in members {
          values.append(JSON.Member(member.name, try value(of: member, named: "\(name).\(row).\(member.name)", reader)))
        }
        // A row with nothing in it is no row.
        if values.contains(where: { $0.value != .null && $0.value != .list([]) }) { rows.append(.object(values)) }
      }
      return .list(rows)
    case .flag: return .flag(text == "on")
    case .numbers where text.isEmpty: return .object([])
    case _ where text.isEmpty: return .null
    case .reference: return .text(Self.key(text))
    case .integer:
      guard let number = Int(text) else { throw notNumber(text) }
      return .integer(number)
    case .real:
      guard let number = Double(text), number.isFinite else { throw notNumber(text) }
      return .real(number)
    case .instant, .dateRule: return field.kind.reading(.text(text), by: reader)
    default: return .text(first(name))
    }
  }

  private func notNumber(_ text: String) -> FieldProblem {
    FieldProblem("\"\(text)\" is not a number", "「\(text)」不是數字")
  }

  private func items(_ name: String) -> [String] { all(name).map(\.trimmed).filter { !$0.isEmpty } }

  /// The key in `靈安尊王（qingshan）`; otherwise the text, which the store takes for a key or a name.
  package static func key(_ text: String) -> String {
    let text = text.trimmed
    guard text.hasSuffix("）"), let open = text.lastIndex(of: "（") else { return text }
    let key = text[text.index(after: open)...].dropLast()
    // A name may end in brackets too; a key is ASCII.
    return !key.isEmpty && key.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? String(key) : text
  }
}
