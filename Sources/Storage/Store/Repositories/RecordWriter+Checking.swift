internal import Database
import Folklore
import JSON
import Records

// Checks before writing.

/// The common state of a call's drafts: existing records, and values taken by earlier drafts.
struct DraftSession {
  let entity: Entity
  /// By key.
  let existing: [String: Record]
  /// True if `existing` has all records, so that no query is needed.
  let isWhole: Bool
  /// The draft that has a value, for each unique field.
  private var uniques: [[String: String]]
  /// The draft that asks for a number.
  private var numbers: [Int: String] = [:]
  /// The key of the record that has a value.
  private var holders: [String: [String: String]] = [:]

  init(entity: Entity, existing: [String: Record], isWhole: Bool, count: Int) {
    self.entity = entity
    uniques = entity.uniqueFields.map { _ in Dictionary(minimumCapacity: count) }
    self.existing = existing
    self.isWhole = isWhole
    guard isWhole else { return }
    for field in entity.uniqueFields {
      for record in existing.values {
        if let value = record[field].text { holders[field, default: [:]][value] = record.key }
      }
    }
  }

  /// The index of a field; cached by position, because all rows of a table have the same fields.
  mutating func index(of name: String, at position: Int) -> Int? {
    if position < columns.count, columns[position].name == name { return columns[position].index }
    guard let index = entity.index(of: name) else { return nil }
    if position == columns.count { columns.append((name, index)) }
    return index
  }

  private var columns: [(name: String, index: Int)] = []

  /// The key of the record with a value; nil if none or not known.
  func holder(of value: String, in field: String) -> String? { holders[field]?[value] }

  /// Records a key or another unique value.
  ///
  /// - Returns: the draft that already has it.
  mutating func take(_ value: String, of field: Int, at place: String) -> String? {
    uniques[field].updateValue(place, forKey: value)
  }

  /// Records the number that a new record asks for.
  ///
  /// - Returns: the draft that already asked for it.
  mutating func take(number: Int, at place: String) -> String? { numbers.updateValue(place, forKey: number) }
}

extension RecordWriter {
  /// Up to this many drafts are looked up one by one.
  static let fewDrafts = 200

  /// The existing records of drafts, by key.
  func existing(
    _ drafts: [Draft], _ entity: Entity, _ mode: Mode, isWhole: Bool
  ) throws -> [String: Record] {
    // One scan for many drafts, single lookups for a few.
    let records: [Record] =
      switch mode {
      case .add: []
      case .edit(let record): [record]
      case .merge where isWhole: try reader.records(entity)
      case .merge:
        try drafts.compactMap {
          try $0.given(entity.keyName)?.text.flatMap { try reader.record(entity, key: entity.key(from: $0)) }
        }
      }
    return Dictionary(records.map { ($0.key, $0) }) { first, _ in first }
  }

  /// The record of a draft, the existing record, and all faults.
  func check(
    _ draft: Draft, _ mode: Mode, _ session: inout DraftSession
  ) throws -> (old: Record?, new: Record, faults: [RecordFault]) {
    let entity = session.entity
    var faults: [RecordFault] = []
    func fault(_ field: String, _ problem: String, _ chinese: String) {
      faults.append(RecordFault(field: field, problem, chinese))
    }

    var old: Record?
    switch mode {
    case .edit(let record): old = record
    case .merge: old = draft.given(entity.keyName)?.text.flatMap { session.existing[entity.key(from: $0)] }
    case .add: break
    }

    var new = old ?? Record(entity: entity, id: nil, values: entity.schema.defaults)
    var failed: Set<String> = []
    for (position, given) in draft.fields.enumerated() {
      if given.name == "id" {
        if let (english, chinese) = checkNumber(given, &new, old) { fault("id", english, chinese) }
        continue
      }
      guard let index = session.index(of: given.name, at: position) else {
        fault(
          given.name,
          "is no field of \(entity.rawValue); there are \(entity.fields.map(\.name).joined(separator: ", "))",
          "\(entity.title(in: .traditionalChinese))沒有這個欄位；欄位有 \(entity.fields.map(\.name).joined(separator: "、"))")
        continue
      }
      let field = entity.fields[index]
      do throws(FieldProblem) {
        var value = try field.kind.checked(given.value, isText: given.isText)
        // A table has no secrets; the record's stay.
        if given.isText, let old { value = field.restoringSecrets(of: old.values[index], in: value, given.value) }
        new.values[index] = value == .null ? field.defaultValue : value
      } catch {
        failed.insert(field.name)
        faults.append(RecordFault(field: field.name, error))
      }
    }
    for problem in old?.problems ?? [] {
      // An unreadable field must be given again.
      if draft.given(problem.field) == nil {
        fault(problem.field, "\(problem.problem); give the field anew", "\(problem.chinese)；請重新填寫這個欄位")
      }
    }
    new.problems = []
    for index in entity.schema.referring where !failed.contains(entity.fields[index].name) {
      guard new.values[index] != old?.values[index] else { continue }
      let (value, problems) = try resolved(new.values[index], entity.fields[index].kind)
      new.values[index] = value
      if !problems.isEmpty { failed.insert(entity.fields[index].name) }
      for problem in problems { fault(entity.fields[index].name, problem.english, problem.chinese) }
    }
    if let old { new.keepRevocations(of: old) }
    try complete(&new, failed)
    faults += new.contradictions(besides: failed)
    faults += new.refusedTargets(change.targets, since: old, besides: failed)
    faults += changedIdentity(new, old).filter { !failed.contains($0.field) }
    faults += try danglingReferences(new, old, failed)
    faults += try taken(new, old, draft.place, &session).filter { !failed.contains($0.field) }
    return (old, new, faults.map { $0.at(draft.place) })
  }

  /// Checks the number that a record asks for, which must be that of the same record elsewhere.
  private func checkNumber(
    _ given: Draft.Given, _ new: inout Record, _ old: Record?
  ) -> (english: String, chinese: String)? {
    let numbers = Entity.askableNumbers
    let value = try? FieldKind.integer(numbers).checked(given.value, isText: given.isText)
    guard let id = value?.integer else {
      return (
        "\(given.value.shown) is not a number from \(numbers.lowerBound) to \(numbers.upperBound)",
        "\(given.value.shown) 不是 \(numbers.lowerBound) 到 \(numbers.upperBound) 的編號"
      )
    }
    if let old, old.id != id {
      return ("is \(old.id ?? 0), which never changes", "是 \(old.id ?? 0)，不能改")
    }
    new.id = id
    return nil
  }

  /// Fills in derived values.
  private func complete(_ record: inout Record, _ failed: Set<String>) throws {
    switch record.entity {
    case .user where record["uuid"] == .null && !failed.contains("uuid"):
      record.set("uuid", .text(RandomText.uuid()))
    case .event:
      if let owner = record["owner"].text, let uuid = try reader.uuid(ofUser: owner) {
        record.set("owner", .text(uuid))
      }
      if record["type"] == .null, !failed.contains("type") {
        record.set("type", .text(record["owner"] != .null ? "custom" : record["deity"] != .null ? "deity" : "festival"))
      }
      if record["observance"] == .null, !failed.contains("observance") {
        let type = record["type"].text
        record.set("observance", .text(type == "deity" ? "birth" : type == "custom" ? "memorial" : "festival"))
      }
      if record["key"] == .null, record["type"] == .text("custom"), !failed.contains("key") {
        record.set("key", .text("custom-" + RandomText.slug()))
      }
      // An operator's events come after the shipped ones.
      if record["position"] == .null { record.set("position", .integer(1_000_000)) }
    case .activity where record["key"] == .null && !failed.contains("key"):
      record.set("key", .text("activity-" + RandomText.slug()))
    case .temple:
      if let county = record["county"].text { record.set("county", .text(Record.countyName(county))) }
      let quality = record["coordinate_quality"]
      if quality == .null || quality == .text("missing") { record.set("coordinate_quality", record.unsaidQuality) }
    default: break
    }
  }

  /// Fields that must never change, because data, feeds and apps use them as keys.
  private func changedIdentity(_ record: Record, _ old: Record?) -> [RecordFault] {
    guard let old else { return [] }
    return ([record.entity.keyName] + (record.entity == .event ? ["owner"] : [])).compactMap { name in
      old[name] == record[name]
        ? nil
        : RecordFault(
          field: name, "is \(old[name].shown), which never changes: add another record instead",
          "原本是\(old[name].chineseShown)不能改：請另外新增一筆")
    }
  }

  /// References to missing records. References that the record already has are valid.
  private func danglingReferences(
    _ record: Record, _ old: Record?, _ failed: Set<String>
  ) throws -> [RecordFault] {
    var faults: [RecordFault] = []
    func check(_ entity: Entity, _ key: String, _ name: String) throws {
      if try id(of: entity, key: key) == nil {
        faults.append(
          RecordFault(
            field: name, "\(entity.rawValue) \"\(key)\" does not exist",
            "沒有叫「\(key)」的\(entity.title(in: .traditionalChinese))"))
      } else if entity == .event, let owner = try owner(ofEvent: key), .text(owner) != record[Entity.user.keyName] {
        faults.append(RecordFault(field: name, "event \"\(key)\" is a user's own", "「\(key)」是使用者自訂的日子"))
      }
    }
    let schema = record.entity.schema
    for index in schema.referring where record.values[index] != .null && record.values[index] != .list([]) {
      let (field, value) = (schema.fields[index], record.values[index])
      if failed.contains(field.name) || value == old?.values[index] { continue }
      if let entity = field.referredEntity {
        for key in value.text.map({ [$0] }) ?? value.texts { try check(entity, key, field.name) }
      }
      for inner in field.kind.innerFields {
        guard let entity = inner.referredEntity else { continue }
        for item in value.list {
          let referred = item[inner.name]
          for key in referred.text.map({ [$0] }) ?? referred.texts { try check(entity, key, field.name) }
        }
      }
    }
    return faults
  }

  /// The UUID of an event's owner; nil for a shared event.
  private func owner(ofEvent key: String) throws -> String? {
    let sql: SQL = "SELECT u.uuid FROM events e JOIN users u ON u.id = e.owner_id WHERE e.key = $1"
    return try connection.first(sql, [.text(key)]) { $0.text(0) } ?? nil
  }

  func id(of entity: Entity, key: String) throws -> Int? {
    if let id = ids[entity]?[key] { return id }
    let id = try reader.id(entity, key: key)
    if let id { ids[entity, default: [:]][key] = id }
    return id
  }

  /// Unique values that another record has.
  private func taken(
    _ record: Record, _ old: Record?, _ place: String, _ session: inout DraftSession
  ) throws -> [RecordFault] {
    var faults: [RecordFault] = []
    let entity = record.entity
    if old == nil, let id = record.id {
      if let other = try reader.record(entity, id: id) {
        faults.append(
          RecordFault(
            field: "id", "\(id) is \(entity.rawValue) \"\(other.key)\"",
            "編號 \(id) 已經是\(entity.title(in: .traditionalChinese))「\(other.key)」的"))
      } else if let other = session.take(number: id, at: place) {
        faults.append(
          RecordFault(
            field: "id", "\(id) is that of \(other.isEmpty ? "another" : other) too",
            "編號 \(id) 和\(Self.chinese(other))的相同：每一筆的編號不能重複"))
      }
    }
    for (field, name) in entity.uniqueFields.enumerated() {
      guard let value = record[name].text else { continue }
      if let other = session.take(value, of: field, at: place) {
        faults.append(
          RecordFault(
            field: name, "\"\(value)\" is that of \(other.isEmpty ? "another" : other) too",
            "「\(value)」和\(Self.chinese(other))的相同：不能重複"))
      } else if old?[name] != record[name] {
        // In a merge, an existing key was found as the record itself.
        if let other = try holder(of: value, in: name, session), other != old?.key {
          faults.append(
            RecordFault(
              field: name, "\"\(value)\" is taken" + (name == entity.keyName ? "" : " by \(other)"),
              "「\(value)」已經有人用了" + (name == entity.keyName ? "" : "：\(other)")))
        }
      }
    }
    if entity == .user {
      for (field, table, column) in [("devices", "devices", "token"), ("tokens", "api_tokens", "token_hash")] {
        for item in record[field].list {
          let sql = SQL("SELECT user_id FROM \(table) WHERE \(column) = $1")
          let owner = try connection.first(sql, [.text(item[column].text ?? "")]) { $0.integer(0) ?? 0 }
          if let owner, owner != old?.id {
            faults.append(
              RecordFault(
                field: field, "\(item[column].shown) belongs to another user", "\(item[column].shown) 屬於另一個使用者"))
          }
        }
      }
    }
    return faults
  }
}

extension RecordWriter {
  /// Another draft of the input in a Chinese sentence.
  private static func chinese(_ place: String) -> String { place.isEmpty ? "另一筆" : InputPlace.chinese(place) }

  /// The key of the record with a unique value.
  private func holder(of value: String, in field: String, _ session: DraftSession) throws -> String? {
    if session.isWhole { return session.holder(of: value, in: field) }
    let entity = session.entity
    let sql = SQL("SELECT \(entity.keyName) FROM \(entity.table) WHERE \(field) = $1")
    return try connection.first(sql, [.text(value)]) { $0.text(0) ?? "" }
  }
}

extension Record {
  /// The stored form of a county's name, with 臺 as the government writes it; searches accept any form.
  static func countyName(_ text: String) -> String { text.replacing("台", with: "臺") }

  /// The default quality of a temple's coordinates.
  var unsaidQuality: JSON { .text(self["lat"] == .null ? "missing" : "ok") }

  /// Keeps revoked tokens revoked when an older export is imported.
  fileprivate mutating func keepRevocations(of old: Record) {
    guard entity == .user else { return }
    let revoked = old["tokens"].list.filter { $0["revoked_at"] != .null }
    guard !revoked.isEmpty else { return }
    let tokens = self["tokens"].list.map { token -> JSON in
      guard token["revoked_at"] == .null, let known = revoked.first(where: { $0["token_hash"] == token["token_hash"] })
      else { return token }
      return .object(token.members.map { $0.name == "revoked_at" ? .init($0.name, known[$0.name]) : $0 })
    }
    set("tokens", .list(tokens))
  }
}

extension Entity {
  /// Normalizes a key; UUIDs become lower case (Apple writes upper case).
  fileprivate func key(from text: String) -> String { self == .user ? text.trimmed.lowercased() : text.trimmed }

  /// The unique fields.
  fileprivate var uniqueFields: [String] {
    switch self {
    case .temple: ["key", "source_ref"]
    case .user: ["uuid", "email", "google_id", "feed_token_hash"]
    default: ["key"]
    }
  }
}
