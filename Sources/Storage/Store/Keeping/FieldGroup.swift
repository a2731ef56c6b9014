import Records

/// Fields of a record that mean something only together. A merge of sources takes them all or none.
struct FieldGroup {
  let names: [String]
  /// The fields that the others belong to: where another source has given one of them, only a source that gives it too replaces the group.
  let leading: [String]

  /// The groups of a kind of record.
  static func of(_ entity: Entity) -> [FieldGroup] { entity == .temple ? [place, deities] : [] }

  private static let place = FieldGroup(
    names: ["address", "county", "town", "lat", "lng", quality], leading: ["address", "lat", "lng"])
  private static let deities = FieldGroup(
    names: ["main_deity", "deity", "other_deities"], leading: ["main_deity"])

  /// What the coordinates are worth; `missing` where there are none.
  static let quality = "coordinate_quality"
}
