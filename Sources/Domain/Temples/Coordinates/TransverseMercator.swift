internal import Foundation
import Geo

/// Converts Taiwan's two-degree transverse Mercator grid of the datum TWD97, in metres, to latitude and longitude.
///
/// The inverse series of Krüger in the third flattening n, to the order n³, from K. Kawase, "A general formula for calculating
/// meridian arc length and its application to coordinate conversion in the Gauss-Krüger projection", Bulletin of the Geospatial
/// Information Authority of Japan 59 (2011), 1-13. C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers",
/// Journal of Geodesy 85 (2011), 475-485, equations 10, 11 and 36, has the same series to the order n⁸. The error of the order n³
/// is below 0.1 mm within the zones.
///
/// The grid (EPSG:3826, and EPSG:3825 for the islands): ellipsoid GRS80, scale 0.9999 on the meridian of 121° or 119°, which has the
/// easting 250,000 m; northings from the equator. TWD97 and WGS84 agree within a metre, which is enough for temples.
struct TransverseMercator {
  /// The zone's central meridian in degrees.
  enum Zone: Double {
    case main = 121
    /// 澎湖, 金門, 馬祖.
    case islands = 119
  }

  let zone: Zone

  private static let equatorialRadius = 6_378_137.0
  private static let flattening = 1 / 298.257222101
  private static let scale = 0.9999
  private static let falseEasting = 250_000.0

  /// The place of grid coordinates in metres.
  func position(easting: Double, northing: Double) -> Coordinate? {
    let n = Self.flattening / (2 - Self.flattening)
    let n2 = n * n
    let n3 = n2 * n
    let meridianRadius = Self.equatorialRadius / (1 + n) * (1 + n2 / 4 + n2 * n2 / 64)
    let xi = northing / (Self.scale * meridianRadius)
    let eta = (easting - Self.falseEasting) / (Self.scale * meridianRadius)

    let beta = [n / 2 - 2 * n2 / 3 + 37 * n3 / 96, n2 / 48 + n3 / 15, 17 * n3 / 480]
    var xiPrime = xi
    var etaPrime = eta
    for (index, coefficient) in beta.enumerated() {
      let order = Double(2 * (index + 1))
      xiPrime -= coefficient * sin(order * xi) * cosh(order * eta)
      etaPrime -= coefficient * cos(order * xi) * sinh(order * eta)
    }
    let conformal = asin(sin(xiPrime) / cosh(etaPrime))

    let delta = [2 * n - 2 * n2 / 3 - 2 * n3, 7 * n2 / 3 - 8 * n3 / 5, 56 * n3 / 15]
    var latitude = conformal
    for (index, coefficient) in delta.enumerated() {
      latitude += coefficient * sin(Double(2 * (index + 1)) * conformal)
    }
    let longitude = atan2(sinh(etaPrime), cos(xiPrime))
    return try? Coordinate(
      latitude: latitude * 180 / .pi, longitude: zone.rawValue + longitude * 180 / .pi)
  }
}
