import Records

/// Fields that have a meaning only together. A merge takes all or none.
struct FieldGroup {
  let names: [String]
  /// The main fields of the group: if another source has given one, only a source that gives it too replaces the group.
  let leading: [String]

  /// The groups of a kind of record.
  static func of(_ entity: Entity) -> [FieldGroup] { entity == .temple ? [place, deities] : [] }

  private static let place = FieldGroup(
    names: ["address", "county", "town", "lat", "lng", quality], leading: ["address", "lat", "lng"])
  private static let deities = FieldGroup(
    names: ["main_deity", "deity", "other_deities"], leading: ["main_deity"])

  /// The quality of the coordinates; `missing` if there are none.
  static let quality = "coordinate_quality"
}
