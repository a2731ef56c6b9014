internal import Database
import JSON
import Records
internal import Words

extension RecordReader {
  private static let mostSimilar = 3

  /// The error for an unknown key or name, with similar ones but not those of users' own days.
  ///
  /// Spelling mistakes come first, then keys that begin with the text: `mazuu` finds mazu, 媽祖聖誔 finds mazu (媽祖聖誕). If there are none, keys
  /// that contain the beginning of the text.
  func missing(_ entity: Entity, _ text: String) throws -> RecordError {
    let near = try misspelt(entity, text)
    let longer = try keys(entity, like: text, before: "").filter { !near.contains($0) }
    var similar = Array((near + longer).prefix(Self.mostSimilar))
    if similar.isEmpty { similar = try keys(entity, like: String(text.prefix(3)), before: "%") }
    return .noSuchRecord(entity, key: text, similar: similar)
  }

  /// The keys nearest to a misspelt key or name; a key found by a name has the name with it. Users are left out: their names are private.
  private func misspelt(_ entity: Entity, _ text: String) throws -> [String] {
    let limit = text.count < 5 ? 1 : 2
    // Nothing that long is a name, and the work grows with the length.
    guard entity != .user, (2...100).contains(text.count) else { return [] }
    let fields = entity.nameFields
    let sql = SQL(
      """
      SELECT key, \(fields.joined(separator: ", "))
      FROM \(entity.table) t
      \(entity.isShared.map { "WHERE \($0)" } ?? "")
      ORDER BY id
      """)
    var found: [(distance: Int, words: String)] = []
    try connection.forEachRow(sql, []) { row in
      let key = row.text(0) ?? ""
      let texts = fields.indices.compactMap { row.text($0 + 1) }
      let names = texts.flatMap { $0.hasPrefix("[") ? (try? JSON(storedJSON: $0).texts) ?? [] : [$0] }
      let nearest = ([key] + names).compactMap { name -> (distance: Int, words: String)? in
        EditDistance.between(text, name, limit: limit).map { ($0, name == key ? key : "\(key) (\(name))") }
      }
      if let nearest = nearest.min(by: { $0.distance < $1.distance }) { found.append(nearest) }
    }
    guard let best = found.map(\.distance).min() else { return [] }
    return found.filter { $0.distance == best }.prefix(Self.mostSimilar).map(\.words)
  }

  /// The keys that begin with a text, or with `%` before it contain it.
  private func keys(_ entity: Entity, like text: String, before: String) throws -> [String] {
    let start = text.filter { $0 != "%" && $0 != "_" }
    guard start.count > 1 else { return [] }
    let sql = SQL(
      """
      SELECT \(entity.keyName)
      FROM \(entity.table) t
      WHERE \(entity.keyName) LIKE $1 \(entity.isShared.map { "AND \($0)" } ?? "")
      ORDER BY \(entity.keyName)
      LIMIT \(Self.mostSimilar)
      """)
    return try connection.all(sql, [.text("\(before)\(start)%")]) { $0.text(0) ?? "" }
  }
}
