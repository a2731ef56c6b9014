/// How far the coordinates of a record can be trusted.
public enum CoordinateQuality: String, CaseIterable, Codable, Hashable, Sendable {
  /// A longitude and a latitude in the county of the address.
  case ok
  /// None: empty, 0, or numbers that are no place at all.
  case missing
  /// A point that stands for temples of several counties: what a geocoder answers when it does not know.
  case defaultPoint = "default_point"
  /// Outside the county that the address names.
  case countyMismatch = "county_mismatch"
  /// A latitude and a longitude, in this order; now put right.
  case swapped
  /// Metres of the TWD97 grid; now converted.
  case projected

  /// Whether the position may be shown on a map and searched for.
  public var isUsable: Bool {
    switch self {
    case .ok, .swapped, .projected: true
    case .missing, .defaultPoint, .countyMismatch: false
    }
  }
}
