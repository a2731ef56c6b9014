internal import MathLibrary

/// A piece of the map between parallels and meridians. Around a circle it is the smallest such piece: a database can
/// look it up before distances are measured.
///
///     let box = BoundingBox(around: place, radius: try Radius(kilometers: 10))
///     // … WHERE lat BETWEEN $1 AND $2 AND (lng BETWEEN $3 AND $4 OR lng BETWEEN $5 AND $6)
///
/// A circle over the antimeridian has two ranges of longitude, one over a pole has all of them. Every place within the
/// radius by `distanceKilometers(to:)` is inside: the box is slightly larger than the circle (0.1 mm, more near a pole)
/// to allow for rounding. Some places inside are outside the radius.
public struct BoundingBox: Hashable, Sendable {
  /// Degrees, within -90 to 90.
  public let latitudes: ClosedRange<Double>
  /// Degrees, one range or two, each within -180 to 180, from west to east.
  public let longitudes: [ClosedRange<Double>]

  public init(around center: Coordinate, radius: Radius) {
    let angle = radius.kilometers / EarthSphere.radiusKilometers
    // Near the antipode the arc sine turns rounding into decimetres: there the box is the whole Earth.
    let height = angle < 3 ? angle * 180 / .pi + Self.hair : 180
    let (south, north) = (center.latitude - height, center.latitude + height)
    latitudes = max(-90, south)...min(90, north)
    guard south > -90, north < 90 else {
      longitudes = [-180...180]
      return
    }
    // The circle's radius meets its outermost meridian at a right angle; by Napier's rule sin Δλ = sin δ / cos φ.
    // A steep arc sine magnifies rounding: hence a second margin, on the sine.
    let sine = MathLibrary.sine(radians: angle) / cosine(degrees: center.latitude) * (1 + 1e-12)
    let width = arcSine(min(1, sine)) * 180 / .pi + Self.hair
    longitudes = Self.ranges(from: center.longitude - width, to: center.longitude + width)
  }

  /// The box between two parallels and two meridians, in degrees; it cannot cross the antimeridian.
  public init(south: Double, north: Double, west: Double, east: Double) {
    latitudes = south...max(south, north)
    longitudes = [west...max(west, east)]
  }

  public func contains(_ place: Coordinate) -> Bool {
    latitudes.contains(place.latitude) && longitudes.contains { $0.contains(place.longitude) }
  }

  private static let hair = 1e-9

  /// Reduces west and east to -180 to 180. A place on the antimeridian has longitude 180, so a range that ends at -180
  /// needs the other side too.
  private static func ranges(from west: Double, to east: Double) -> [ClosedRange<Double>] {
    if west <= -180 { return [-180...east, (west + 360)...180] }
    if east > 180 { return [-180...(east - 360), west...180] }
    return [west...east]
  }
}
