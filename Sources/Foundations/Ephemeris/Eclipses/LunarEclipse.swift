internal import MathLibrary

/// An eclipse of the moon: everyone who sees the moon sees it at the same instants.
///
/// The Earth's shadow is enlarged for the air by a hundredth of the moon's parallax (A. Danjon's rule, J. Meeus and H. Mucke, "Canon of
/// Lunar Eclipses", 1979), with the equatorial radius; the moon's radius is 0.2725076 of the Earth's, the sun's 695,700 km. In
/// 1900-2100 instants are within a second of JPL's DE440.
public struct LunarEclipse: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// The moon passes through the half shadow only, and is hardly dimmed.
    case penumbral
    case partial, total
  }

  public let kind: Kind
  /// The instant at which the moon is nearest to the shadow's axis.
  public let greatest: SkyInstant
  /// The part of the moon's diameter in the full shadow, at the greatest; negative where the moon stays out of it.
  public let umbralMagnitude: Double
  /// The part of the moon's diameter in the half shadow, at the greatest.
  public let penumbralMagnitude: Double
  /// The moon enters and leaves the half shadow; nil for three grazing eclipses of 1900-2100 that the canon's larger shadow counts
  /// (a fiftieth of its radius): 1951-02-21, 2016-08-18 and 2042-10-28.
  public let penumbral: ContactPair?
  /// The moon enters and leaves the full shadow; nil for a penumbral eclipse.
  public let partial: ContactPair?
  /// The moon is wholly in the full shadow; nil if it never is.
  public let total: ContactPair?

  /// The beginning and the end of a phase.
  public struct ContactPair: Hashable, Sendable {
    public let begin: SkyInstant
    public let end: SkyInstant
  }

  /// True if some of the eclipse is seen from a place: the moon's upper limb is above the horizon, as ``SkyOfDay`` defines its rise,
  /// while it is in the half shadow.
  public func isVisible(from place: SkyPlace, deltaT: DeltaT = .current) -> Bool {
    guard let penumbral else { return false }
    let start = penumbral.begin.unixTime(deltaT)
    let seconds = penumbral.end.unixTime(deltaT) - start
    let track = BodyTrack(of: .moon, over: place, from: start, seconds: seconds, deltaT: deltaT)
    return stride(from: 0, through: 1, by: 1.0 / 64).contains { track.upperLimb($0 * seconds) > 0 }
  }

  /// Nil for a full moon without an eclipse.
  init?(_ correction: EclipseCorrection) {
    let track = EclipseTrack(correction)
    let middle = leastTime(of: { Shadow(track, $0).squaredSeparation }, near: 0, step: 1_800)
    let shadow = Shadow(track, middle)
    umbralMagnitude = (shadow.umbra + shadow.moon - shadow.separation) / (2 * shadow.moon)
    penumbralMagnitude = (shadow.penumbra + shadow.moon - shadow.separation) / (2 * shadow.moon)
    func pair(_ limit: (Shadow) -> Double) -> ContactPair? {
      track.contacts(middle) { limit(Shadow(track, $0)) }.map {
        ContactPair(begin: track.instant($0.first), end: track.instant($0.last))
      }
    }
    guard shadow.separation < shadow.canonPenumbra + shadow.moon else { return nil }
    penumbral = pair { $0.separation - $0.penumbra - $0.moon }
    partial = pair { $0.separation - $0.umbra - $0.moon }
    total = pair { $0.separation - $0.umbra + $0.moon }
    kind = total != nil ? .total : partial != nil ? .partial : .penumbral
    greatest = track.instant(middle)
  }

  /// Angles in radians, seen from the Earth's centre.
  private struct Shadow {
    /// From the shadow's axis to the moon's centre.
    let separation: Double
    /// Radii.
    let umbra: Double
    let penumbra: Double
    /// The penumbra of the canon: of the Earth at 45 degrees of latitude, a fiftieth larger.
    let canonPenumbra: Double
    let moon: Double

    var squaredSeparation: Double { separation * separation }

    init(_ track: EclipseTrack, _ seconds: Double) {
      let (sunVector, moonVector) = (track.sun(seconds), track.moon(seconds))
      let (sunDistance, moonDistance) = (sunVector.length, moonVector.length)
      separation = (-sunVector).angle(to: moonVector)
      let parallax = arcSine(EarthShape.equatorialKilometers / moonDistance)
      let sunParallax = arcSine(EarthShape.equatorialKilometers / sunDistance)
      let sunRadius = arcSine(EclipseRadii.sun / sunDistance)
      moon = arcSine(EclipseRadii.moon / moonDistance)
      umbra = 1.01 * parallax + sunParallax - sunRadius
      penumbra = 1.01 * parallax + sunParallax + sunRadius
      canonPenumbra = 1.02 * (0.99834 * parallax + sunParallax + sunRadius)
    }
  }
}

/// Radii in kilometres that eclipses are computed with.
enum EclipseRadii {
  /// The IAU's nominal solar radius (2015).
  static let sun = 695_700.0
  /// 0.2725076 of the Earth's equatorial radius (IAU 1982), the moon's mean radius with its mountains.
  static let moon = 0.2725076 * EarthShape.equatorialKilometers
}
