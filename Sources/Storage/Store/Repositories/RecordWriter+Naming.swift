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
    let named = try drafts.map { draft in
      let given = draft.given(entity.keyName)?.text?.trimmed ?? ""
      guard given.isEmpty, let key = try keys(draft, entity).first(where: { !taken.contains($0) }) else { return draft }
      taken.insert(key)
      return draft.with(key: key, of: entity)
    }
    return try keyed(named, of: entity)
  }

  /// Drafts of new records with keys: one that nobody gave is made from the English name, or from the name in pinyin, with a number if it is taken.
  func keyed(_ drafts: [Draft], of entity: Entity) throws -> [Draft] {
    guard [.event, .deity, .temple, .group].contains(entity) else { return drafts }
    var taken = Set(drafts.compactMap { $0.given(entity.keyName)?.text })
    return try drafts.map { draft in
      // The keys of users' own days are the store's.
      guard (draft.given(entity.keyName)?.text?.trimmed ?? "").isEmpty, (draft.given("owner") ?? .null) == .null else {
        return draft
      }
      let english = draft.given(entity == .event ? "title_en" : "name_en")?.text
      let name = english.flatMap { $0.trimmed.isEmpty ? nil : $0 } ?? draft.given(entity.nameField)?.text ?? ""
      let base = KeyMaker.key(from: name)
      guard !base.isEmpty else { return draft }
      for number in 1...Self.mostOfOneName {
        let key = number == 1 ? base : "\(base)-\(number)"
        guard try !taken.contains(key) && reader.id(entity, key: key) == nil else { continue }
        taken.insert(key)
        return draft.with(key: key, of: entity)
      }
      return draft
    }
  }

  /// More records of one name need keys of their own.
  private static let mostOfOneName = 1_000

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
      guard case .text(let owner) = text("owner") else { return try sameName(draft, entity) }
      guard let uuid = try reader.uuid(ofUser: owner) else { return [] }
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
    case .deity, .group, .temple: return try sameName(draft, entity)
    case .source: return []
    }
  }

  /// The key of the record with the same name; of temples, which share names, with the same address.
  private func sameName(_ draft: Draft, _ entity: Entity) throws -> [String] {
    guard let name = draft.given(entity.nameField)?.text?.trimmed, !name.isEmpty,
      let key = try? key(entity, named: name), let record = try reader.record(entity, key: key),
      record[entity.nameField].text == name
    else { return [] }
    let given = draft.given("address")?.text?.trimmed ?? ""
    return entity != .temple || given == record["address"].text ?? "" ? [key] : []
  }

  /// The stored form of the rule.
  private func rule(_ draft: Draft) -> SQLValue {
    guard let text = draft.given("rule")?.text?.trimmed, !text.isEmpty else { return .null }
    return .text((try? DateRule(text))?.description ?? text)
  }
}

extension Draft {
  /// The draft with a key in place of the one that it may have.
  fileprivate func with(key: String, of entity: Entity) -> Draft {
    var draft = self
    draft.fields.removeAll { $0.name == entity.keyName }
    draft.fields.append(Given(entity.keyName, .text(key)))
    return draft
  }
}
