public import Folklore
public import Geo

/// What the coordinates of a record are worth, and the place that they mean.
public struct CoordinateAssessment: Hashable, Sendable {
  public let quality: CoordinateQuality
  /// The place in degrees; nil where there is none. Of a place that is not to be trusted it is what the register says.
  public let position: Coordinate?
}
