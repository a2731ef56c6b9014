/// The reliability of a record's coordinates.
public enum CoordinateQuality: String, CaseIterable, Codable, Hashable, Sendable {
  /// A longitude and a latitude inside the address's county.
  case ok
  /// No position: empty, 0, or numbers outside the valid range.
  case missing
  /// A point shared by temples of several counties, a geocoder's default answer.
  case defaultPoint = "default_point"
  /// Outside the address's county.
  case countyMismatch = "county_mismatch"
  /// Swapped latitude and longitude; corrected.
  case swapped
  /// Metres of the TWD97 grid; converted.
  case projected

  /// True if the position may be shown on a map and searched.
  public var isUsable: Bool {
    switch self {
    case .ok, .swapped, .projected: true
    case .missing, .defaultPoint, .countyMismatch: false
    }
  }
}
