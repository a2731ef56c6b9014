internal import MathLibrary

// Directions and destinations.

extension Coordinate {
  /// The initial direction of the shortest way to another place: degrees clockwise from north, 0 to less than 360.
  ///
  /// It is 0 to the same place. From a pole it is counted from the meridian of the coordinate.
  public func bearingDegrees(to other: Coordinate) -> Double {
    let turn = other.longitude - longitude
    let cosine = MathLibrary.cosine(degrees: other.latitude)
    let east = sine(degrees: turn) * cosine
    // cos φ₁ sin φ₂ - sin φ₁ cos φ₂ cos Δλ, in a form that avoids cancellation for close places.
    let half = sine(degrees: turn / 2)
    let north = sine(degrees: other.latitude - latitude) + 2 * sine(degrees: latitude) * cosine * half * half
    let bearing = arcTangent(y: east, x: north)
    // A tiny negative angle plus 360 would round to 360.
    return bearing < 0 ? min(bearing + 360, 360.0.nextDown) : bearing
  }

  /// The nearest of the eight compass points towards another place.
  public func compassPoint(to other: Coordinate) -> CompassPoint {
    CompassPoint(bearingDegrees: bearingDegrees(to: other))
  }

  /// The end of a way on a great circle.
  ///
  /// - Parameters:
  ///   - bearingDegrees: its initial direction, clockwise from north; any finite number.
  ///   - distance: its length.
  /// - Throws: `CoordinateError.notFinite`.
  public func destination(bearingDegrees: Double, distance: Radius) throws(CoordinateError) -> Coordinate {
    guard bearingDegrees.isFinite else { throw .notFinite(.bearing, text: "\(bearingDegrees)") }
    let bearing = bearingDegrees.truncatingRemainder(dividingBy: 360)
    let angle = distance.kilometers / EarthSphere.radiusKilometers
    let (sineHere, cosineHere) = (sine(degrees: latitude), cosine(degrees: latitude))
    let (across, along) = (sine(radians: angle), cosine(radians: angle))
    let ahead = across * cosine(degrees: bearing)
    // The place in a frame with x in the equator under this meridian, y to the east, z to the pole.
    let x = cosineHere * along - sineHere * ahead
    let y = across * sine(degrees: bearing)
    let z = sineHere * along + cosineHere * ahead
    let newLatitude = arcTangent(y: z, x: (x * x + y * y).squareRoot())
    var newLongitude = longitude + arcTangent(y: y, x: x)
    if newLongitude > 180 { newLongitude -= 360 }
    if newLongitude < -180 { newLongitude += 360 }
    return Coordinate(checkedLatitude: newLatitude, longitude: newLongitude)
  }
}

/// A direction to the nearest 45 degrees, by its English initials.
public enum CompassPoint: String, CaseIterable, Hashable, Sendable {
  case north = "N"
  case northEast = "NE"
  case east = "E"
  case southEast = "SE"
  case south = "S"
  case southWest = "SW"
  case west = "W"
  case northWest = "NW"

  /// - Parameter bearingDegrees: 0 to 360. Halfway between two points, the clockwise one is chosen.
  init(bearingDegrees: Double) {
    self = Self.clockwise[Int((bearingDegrees / 45).rounded()) % 8]
  }

  /// Stored, because `allCases` builds a new list each time.
  private static let clockwise = allCases
}
