internal import Database
import Records

/// Rows of another table that are part of a record: the items of a group, the devices of a user.
final class PartTable: Sendable {
  let name: String
  /// The column that names the record.
  let owner: String
  let part: Part
  /// Reads the items of one record, in their order.
  let select: SQL
  /// Reads the items of all records, each behind the number of its record.
  let selectAll: SQL

  init(_ part: Part, of entity: Entity, _ field: String) {
    self.part = part
    name =
      switch (entity, field) {
      case (.group, "events"): "group_items"
      case (.user, "settings"): "notification_settings"
      case (.user, "devices"): "devices"
      case (.user, "tokens"): "api_tokens"
      default: "\(entity.rawValue)_\(field)"
      }
    owner = "\(entity.rawValue)_id"
    // A table without an order of its own is ordered by what its items name.
    let order = part.isOrdered ? "position" : part.isSingle ? owner : part.fields[0].column
    let columns = part.fields.map(\.selected).joined(separator: ", ")
    select = SQL(
      """
      SELECT \(columns)
      FROM \(name) t
      WHERE t.\(owner) = $1
      ORDER BY t.\(order)
      """)
    selectAll = SQL(
      """
      SELECT t.\(owner), \(columns)
      FROM \(name) t
      ORDER BY t.\(owner), t.\(order)
      """)
  }

  var fields: [Field] { part.fields }
  /// One row at most, given as an object; else a list.
  var isSingle: Bool { part.isSingle }
  /// Whether the order of the items is kept in a column `position`.
  var isOrdered: Bool { part.isOrdered }
  var isBare: Bool { part.isBare }
}
