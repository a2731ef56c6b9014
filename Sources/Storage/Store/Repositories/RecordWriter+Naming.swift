internal import Database
import Folklore
import JSON
import Records

// Records that people write down without the key that the database gave them: they are known by what they say, so that the same file can be
// imported twice.
extension RecordWriter {
  /// Drafts with the keys of the records that they are about, where those exist: a user by the mail address; a user's own day by its title and
  /// rule; an activity by its temple, title and time.
  func named(_ drafts: [Draft], of entity: Entity) throws -> [Draft] {
    // Two that are the same are two.
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

  /// The keys of the records that say the same.
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
      // Of a name that several temples bear, checking the draft will tell.
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

  /// The rule as it is kept.
  private func rule(_ draft: Draft) -> SQLValue {
    guard let text = draft.given("rule")?.text?.trimmed, !text.isEmpty else { return .null }
    return .text((try? DateRule(text))?.description ?? text)
  }
}
