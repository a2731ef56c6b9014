internal import MathLibrary

/// An eclipse of the sun, on the whole Earth; ``seen(from:deltaT:)`` tells what a place sees.
///
/// The kind follows the canon of F. Espenak and J. Meeus, "Five Millennium Canon of Solar Eclipses" (NASA/TP-2006-214141): the shadow's axis and
/// cones against the ellipsoid, the moon's radius 0.272281 of the Earth's for the umbra (its valleys), the sun's 959.63 arc seconds at
/// one astronomical unit. In 1900-2100 instants are within a second of JPL's DE440.
public struct SolarEclipse: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// Nowhere more than a part of the sun is covered.
    case partial
    /// A ring remains where the moon is centred.
    case annular
    case total
    /// Total where the Earth is nearest to the moon, annular at the ends of the track.
    case hybrid
  }

  public let kind: Kind
  /// The instant at which the shadow's axis passes nearest to the Earth's centre.
  public let greatest: SkyInstant
  /// The distance of the axis from the Earth's centre at the greatest, in equatorial radii; positive north of it.
  public let gamma: Double
  /// At the greatest: the moon's apparent diameter in the sun's where the axis meets the Earth; elsewhere the covered part of the sun's
  /// diameter at the place nearest to the axis.
  public let magnitude: Double

  let track: EclipseTrack

  /// Nil for a new moon without an eclipse.
  init?(_ correction: EclipseCorrection) {
    track = EclipseTrack(correction)
    let track = track
    let middle = leastTime(of: { Axis(track, $0).squaredDistance }, near: 0, step: 1_800)
    let axis = Axis(track, middle)
    guard let meeting = axis.meeting else { return nil }
    greatest = track.instant(middle)
    gamma = (axis.nearest.z < 0 ? -1 : 1) * axis.squaredDistance.squareRoot()
    magnitude = meeting.magnitude
    kind = meeting.kind { Self.umbraAtEnds(track, middle) }
  }

  public static func == (left: SolarEclipse, right: SolarEclipse) -> Bool { left.greatest == right.greatest }
  public func hash(into hasher: inout Hasher) { hasher.combine(greatest) }

  /// The larger radius of the umbra's cone where the central track begins and ends, in equatorial radii; negative if it is total there.
  private static func umbraAtEnds(_ track: EclipseTrack, _ middle: Double) -> Double {
    let ends = track.contacts(middle) { Axis(track, $0).discriminant > 0 ? -1 : 1 }
    return [ends?.first, ends?.last].compactMap(\.self).map { Axis(track, $0).umbraOnLimb }.max() ?? 0
  }
}

/// The axis of the moon's shadow at an instant, in equatorial radii of the Earth.
private struct Axis {
  /// The point of the axis that is nearest to the Earth's centre.
  let nearest: SIMD3<Double>
  /// The direction to the sun.
  private let direction: SIMD3<Double>
  /// The moon's distance from the nearest point, along the axis.
  private let moonAhead: Double
  /// Half the angles of the cones: penumbra, and umbra of the canon's moon.
  private let outerTangent: Double
  private let innerTangent: Double
  /// Radii of the cones at the nearest point; the umbra's is negative where it is total.
  private let outer: Double
  private let inner: Double
  /// The axis in the frame in which the ellipsoid is a sphere of radius 1.
  private let flatDirection: SIMD3<Double>
  private let flatNearest: SIMD3<Double>

  var squaredDistance: Double { nearest.dot(nearest) }

  init(_ track: EclipseTrack, _ seconds: Double) {
    let unit = EarthShape.equatorialKilometers
    let (sun, moon) = (track.sun(seconds) / unit, track.moon(seconds) / unit)
    let distance = (sun - moon).length
    direction = (sun - moon) / distance
    moonAhead = moon.dot(direction)
    nearest = moon - moonAhead * direction
    let sunRadius = Self.canonSun / unit
    let (outerSine, innerSine) = (
      (sunRadius + Self.outerMoon) / distance, (sunRadius - Self.innerMoon) / distance
    )
    outerTangent = outerSine / (1 - outerSine * outerSine).squareRoot()
    innerTangent = innerSine / (1 - innerSine * innerSine).squareRoot()
    outer = (moonAhead + Self.outerMoon / outerSine) * outerTangent
    inner = (moonAhead - Self.innerMoon / innerSine) * innerTangent
    let stretch = SIMD3(1, 1, 1 / (1 - 1 / 298.257223563))
    flatDirection = direction * stretch
    flatNearest = nearest * stretch
  }

  private static let canonSun = 149_597_870.7 * sine(degrees: 959.63 / 3_600)
  private static let innerMoon = 0.272281
  private static let outerMoon = 0.2725076

  private var squaredFlat: Double { flatDirection.dot(flatDirection) }
  private var tilt: Double { flatDirection.dot(flatNearest) }
  /// Positive where the axis meets the Earth.
  var discriminant: Double { tilt * tilt - squaredFlat * (flatNearest.dot(flatNearest) - 1) }

  /// Radius of the umbra where the axis touches the limb.
  var umbraOnLimb: Double { inner + tilt / squaredFlat * innerTangent }

  /// Where the axis meets the Earth, or passes nearest to it.
  struct Meeting {
    let isCentral: Bool
    /// Radii of penumbra and umbra there.
    let outer: Double
    let inner: Double
    /// From the axis to the Earth's surface; 0 where it meets it.
    let gap: Double

    var magnitude: Double { isCentral ? (outer - inner) / (outer + inner) : (outer - gap) / (outer + inner) }

    func kind(umbraAtEnds: () -> Double) -> SolarEclipse.Kind {
      guard isCentral else { return gap > abs(inner) ? .partial : inner > 0 ? .annular : .total }
      return inner > 0 ? .annular : umbraAtEnds() > 0 ? .hybrid : .total
    }
  }

  /// Nil where not even the penumbra reaches the Earth.
  var meeting: Meeting? {
    let isCentral = discriminant > 0
    let height = (-tilt + (isCentral ? discriminant.squareRoot() : 0)) / squaredFlat
    let flatLength = (flatNearest + height * flatDirection).length
    let gap = isCentral ? 0 : (nearest + height * direction).length * (1 - 1 / flatLength)
    let meeting = Meeting(
      isCentral: isCentral, outer: outer - height * outerTangent, inner: inner - height * innerTangent, gap: gap)
    return gap < meeting.outer ? meeting : nil
  }
}
