internal import Database
import Folklore
import JSON
import Records

// Records written without their generated keys are matched by content, so that a file can be imported twice.
extension RecordWriter {
  /// Drafts with the keys of existing records: users by mail address; own days by title and rule; activities by temple, title and time.
  func named(_ drafts: [Draft], of entity: Entity) throws -> [Draft] {
    // Two equal drafts are two records.
    var taken: Set<String> = []
    return try drafts.map { draft in
      let given = draft.given(entity.keyName)?.text?.trimmed ?? ""
      guard given.isEmpty, let key = try keys(draft, entity).first(where: { !taken.contains($0) }) else { return draft }
      taken.insert(key)
      var named = draft
      named.fields.removeAll { $0.name == entity.keyName }
      named.fields.append(Draft.Given(entity.keyName, .text(key)))
      return named
    }
  }

  /// The keys of the records with this content.
  private func keys(_ draft: Draft, _ entity: Entity) throws -> [String] {
    func text(_ name: String) -> SQLValue {
      draft.given(name)?.text.map { $0.trimmed }.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null
    }
    switch entity {
    case .user:
      guard case .text(let email) = text("email") else { return [] }
      return try connection.all("SELECT uuid FROM users WHERE email = $1", [.text(email.lowercased())]) {
        $0.text(0) ?? ""
      }
    case .event:
      guard case .text(let owner) = text("owner"), let uuid = try reader.uuid(ofUser: owner) else { return [] }
      return try connection.all(
        """
        SELECT e.key
        FROM events e
        JOIN users u ON u.id = e.owner_id
        WHERE u.uuid = $1 AND e.title = $2 AND e.rule = $3
        ORDER BY e.id
        """, [.text(uuid), text("title"), rule(draft)]
      ) { $0.text(0) ?? "" }
    case .activity:
      let start = draft.given("start_at")?.unixTime
      var temple = text("temple")
      // An ambiguous name is reported by the check.
      if case .text(let name) = temple, let key = try? key(.temple, named: name) { temple = .text(key) }
      return try connection.all(
        """
        SELECT a.key
        FROM activities a
        JOIN temples t ON t.id = a.temple_id
        WHERE t.key = $1 AND a.title = $2 AND COALESCE(a.rule, '') = COALESCE($3, '')
          AND COALESCE(a.start_at, 0) = COALESCE($4, 0)
        ORDER BY a.id
        """, [temple, text("title"), rule(draft), SQLValue(start)]
      ) { $0.text(0) ?? "" }
    case .source, .deity, .temple, .group: return []
    }
  }

  /// The stored form of the rule.
  private func rule(_ draft: Draft) -> SQLValue {
    guard let text = draft.given("rule")?.text?.trimmed, !text.isEmpty else { return .null }
    return .text((try? DateRule(text))?.description ?? text)
  }
}
