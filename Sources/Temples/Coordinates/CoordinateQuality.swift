/// How far the coordinates of a record can be trusted.
public enum CoordinateQuality: String, CaseIterable, Hashable, Sendable {
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

/// What the coordinates of a record are worth, and the place that they mean.
public struct CoordinateAssessment: Hashable, Sendable {
  public let quality: CoordinateQuality
  /// The place in degrees; nil where there is none. Of a place that is not to be trusted it is what the register says.
  public let position: WGS84Position?
}
