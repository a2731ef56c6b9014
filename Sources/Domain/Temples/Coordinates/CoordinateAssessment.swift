public import Folklore
public import Geo

/// The quality of a record's coordinates, and their place.
public struct CoordinateAssessment: Hashable, Sendable {
  public let quality: CoordinateQuality
  /// The place in degrees; nil if there is none. For an untrusted place it is the register's value.
  public let position: Coordinate?
}
