internal import Database
import Records

/// Rows of another table that are part of a record: the items of a group, the devices of a user.
final class PartTable: Sendable {
  let name: String
  /// The column that names the record.
  let owner: String
  let part: Part
  /// Reads the items of one record in their order.
  let select: SQL
  /// Reads the items of all records, with the record's number first.
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
    // Without an order of its own, the table is ordered by the first column of its items.
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
  /// True if there is at most one row, given as an object.
  var isSingle: Bool { part.isSingle }
  /// True if a column `position` keeps the order of the items.
  var isOrdered: Bool { part.isOrdered }
  var isBare: Bool { part.isBare }
}
