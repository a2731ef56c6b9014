public import Lunisolar
internal import MathLibrary

/// The moon of a civil day, as an almanac shows it.
public struct MoonOfDay: Hashable, Sendable {
  /// The principal phase whose instant falls on the day, if any.
  public let principalPhase: PrincipalPhase?
  /// The instant of that phase.
  public let instant: SkyInstant?
  /// The lit fraction of the disc at the day's noon, 0 to 1.
  public let illuminatedFraction: Double
  /// Degrees that the moon is ahead of the sun at the day's noon, 0 to 360: 90 at the first quarter.
  public let elongation: Double

  /// The moon of a day of a time zone, given in hours ahead of UTC.
  public init(on date: SolarDate, utcOffsetHours: Int = 8, deltaT: DeltaT = .current) {
    let noonUTC = Double(date.julianDayNumber) - Double(utcOffsetHours) / 24
    let noon = noonUTC + deltaT.seconds(atJulianDate: noonUTC) / 86_400
    elongation = Self.elongationDegrees(julianDate: noon)
    illuminatedFraction = (1 - cosine(degrees: elongation)) / 2

    let lunation = Int(((noon - 2_451_550.1) / 29.530588861).rounded(.down))
    var found: (phase: PrincipalPhase, instant: SkyInstant)?
    for candidate in (lunation - 1)...(lunation + 1) {
      for phase in PrincipalPhase.allCases {
        let instant = phase.instant(inLunation: candidate)
        if instant.dayNumber(utcOffsetHours: utcOffsetHours, deltaT) == date.julianDayNumber {
          found = (phase, instant)
        }
      }
    }
    principalPhase = found?.phase
    instant = found?.instant
  }

  /// The almanac name of the moon of the day: a principal phase or one of the four phases between them.
  public var name: String {
    principalPhase?.name
      ?? (elongation < 90 ? "眉月" : elongation < 180 ? "盈凸月" : elongation < 270 ? "虧凸月" : "殘月")
  }

  /// Meeus, "Astronomical Algorithms", 2nd edition, formula 48.4: the elongation from the mean arguments, to about 0.3 degree.
  private static func elongationDegrees(julianDate: Double) -> Double {
    let t = (julianDate - 2_451_545) / 36_525
    let d = polynomial(t, 297.8501921, 445_267.1114034, -0.0018819, 1 / 545_868)
    let m = SunLongitude.meanAnomaly(t)
    let mPrime = polynomial(t, 134.9633964, 477_198.8675055, 0.0087414, 1 / 69_699)
    let elongation =
      d + 6.289 * sine(degrees: mPrime) - 2.100 * sine(degrees: m) + 1.274 * sine(degrees: 2 * d - mPrime)
      + 0.658 * sine(degrees: 2 * d) + 0.214 * sine(degrees: 2 * mPrime) + 0.110 * sine(degrees: d)
    let turned = elongation.truncatingRemainder(dividingBy: 360)
    return turned < 0 ? turned + 360 : turned
  }
}

extension MoonOfDay {
  /// The names of the principal phases by the civil day on which they fall: 朔, 上弦, 望, 下弦.
  public static func principalPhases(
    in range: ClosedRange<SolarDate>, utcOffsetHours: Int = 8, deltaT: DeltaT = .current
  ) -> [SolarDate: String] {
    let first = nearestLunation(toJulianDate: Double(range.lowerBound.julianDayNumber)) - 1
    let last = nearestLunation(toJulianDate: Double(range.upperBound.julianDayNumber)) + 1
    var names: [SolarDate: String] = [:]
    for lunation in first...last {
      for phase in PrincipalPhase.allCases {
        let day = phase.instant(inLunation: lunation).dayNumber(utcOffsetHours: utcOffsetHours, deltaT)
        let date = SolarDate(julianDayNumber: day)
        if range.contains(date) { names[date] = phase.name }
      }
    }
    return names
  }
}

extension PrincipalPhase {
  /// The Chinese name.
  public var name: String {
    switch self {
    case .newMoon: "朔"
    case .firstQuarter: "上弦"
    case .fullMoon: "望"
    case .lastQuarter: "下弦"
    }
  }
}
