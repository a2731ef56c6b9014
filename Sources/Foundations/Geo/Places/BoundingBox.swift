internal import MathLibrary

/// A piece of the map between parallels and meridians. Around a circle on the Earth it is the least that holds it: what a
/// database can look up before distances are measured.
///
///     let box = BoundingBox(around: place, radius: try Radius(kilometers: 10))
///     // … WHERE lat BETWEEN $1 AND $2 AND (lng BETWEEN $3 AND $4 OR lng BETWEEN $5 AND $6)
///
/// A circle over the antimeridian has two ranges of longitude, one over a pole all of them. Every place within the
/// radius by `distanceKilometers(to:)` is inside: the box is a hair larger than the circle (0.1 mm, or more close to a
/// pole) to make up for rounding. Not every place inside is within the radius.
public struct BoundingBox: Hashable, Sendable {
  /// Degrees, within -90 to 90.
  public let latitudes: ClosedRange<Double>
  /// Degrees, one range or two, each within -180 to 180, from west to east.
  public let longitudes: [ClosedRange<Double>]

  public init(around center: Coordinate, radius: Radius) {
    let angle = radius.kilometers / EarthSphere.radiusKilometers
    // Towards the antipode the arc sine of a distance turns rounding into decimetres: there the box is the whole Earth.
    let height = angle < 3 ? angle * 180 / .pi + Self.hair : 180
    let (south, north) = (center.latitude - height, center.latitude + height)
    latitudes = max(-90, south)...min(90, north)
    guard south > -90, north < 90 else {
      longitudes = [-180...180]
      return
    }
    // The circle's radius meets its outermost meridian at a right angle; so by Napier's rule sin Δλ = sin δ / cos φ.
    // Where the arc sine is steep, rounding counts for more: hence a second margin, on the sine.
    let sine = MathLibrary.sine(radians: angle) / cosine(degrees: center.latitude) * (1 + 1e-12)
    let width = arcSine(min(1, sine)) * 180 / .pi + Self.hair
    longitudes = Self.ranges(from: center.longitude - width, to: center.longitude + width)
  }

  /// What lies between two parallels and two meridians, in degrees; it does not reach over the antimeridian.
  public init(south: Double, north: Double, west: Double, east: Double) {
    latitudes = south...max(south, north)
    longitudes = [west...max(west, east)]
  }

  public func contains(_ place: Coordinate) -> Bool {
    latitudes.contains(place.latitude) && longitudes.contains { $0.contains(place.longitude) }
  }

  private static let hair = 1e-9

  /// West and east brought into -180 to 180. A place on the antimeridian has longitude 180, so a range that ends at
  /// -180 needs its other side.
  private static func ranges(from west: Double, to east: Double) -> [ClosedRange<Double>] {
    if west <= -180 { return [-180...east, (west + 360)...180] }
    if east > 180 { return [-180...(east - 360), west...180] }
    return [west...east]
  }
}
