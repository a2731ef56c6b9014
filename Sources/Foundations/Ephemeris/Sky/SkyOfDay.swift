public import Lunisolar

/// The sun and the moon over a place during a civil day: when they rise and set, and the three twilights.
///
///     let taipei = try SkyPlace(latitude: 25.033, longitude: 121.5654)
///     let sky = SkyOfDay(on: try SolarDate(iso: "2026-05-11"), at: taipei, utcOffsetHours: 8)
///     sky.sun.rises          // [1778447503.3]: 05:11:43
///     sky.moon.sets          // [1778475042.0]: 12:50:42
///
/// The horizon is that of the sea, without hills and weather. The sun rises when its centre is 50 arc minutes below the horizon: 34 of
/// refraction, 16 of its radius. The moon rises when its upper limb is 34 arc minutes below. A twilight begins and ends when the sun's
/// centre is 6, 12 or 18 degrees below. These are the definitions of the Nautical Almanac Office (Explanatory Supplement to the
/// Astronomical Almanac, 3rd edition, section 12.2).
///
/// In 2024-2044 the times are within 2 s of JPL's DE440 up to 60 degrees of latitude, and within 10 s where a body grazes the
/// horizon near the poles. Real refraction varies by half a minute in Taiwan and by minutes near the poles.
public struct SkyOfDay: Hashable, Sendable {
  /// The sun's rise and set; `allDay` where it stays up or down.
  public let sun: HorizonCrossings
  /// Civil twilight: dawn in `rises`, dusk in `sets`. It is up all day where the sun does not sink 6 degrees.
  public let civilTwilight: HorizonCrossings
  /// Nautical twilight: dawn in `rises`, dusk in `sets`, at 12 degrees.
  public let nauticalTwilight: HorizonCrossings
  /// Astronomical twilight: dawn in `rises`, dusk in `sets`, at 18 degrees.
  public let astronomicalTwilight: HorizonCrossings
  /// The moon's rise and set.
  public let moon: HorizonCrossings

  /// The sky of a span, usually from midnight to midnight of a time zone: 23, 24 or 25 hours.
  ///
  /// - Parameters:
  ///   - span: seconds of UTC since 1970, at most two days; of a longer span the first two days.
  ///   - place: where the sky is seen; any place, the poles too.
  ///   - deltaT: the lead of Terrestrial Time; for future days it is a forecast.
  public init(during span: Range<Int>, at place: SkyPlace, deltaT: DeltaT = .current) {
    let start = Double(span.lowerBound)
    let seconds = Double(min(span.count, 2 * 86_400))
    let sun = BodyTrack(of: .sun, over: place, from: start, seconds: seconds, deltaT: deltaT)
    let moon = BodyTrack(of: .moon, over: place, from: start, seconds: seconds, deltaT: deltaT)
    let altitude = AltitudeCurve(seconds: seconds, degrees: sun.altitude)
    func passages(of degrees: Double) -> HorizonCrossings {
      HorizonCrossings(of: altitude, above: degrees, from: start)
    }
    self.sun = passages(of: -50.0 / 60)
    civilTwilight = passages(of: -6)
    nauticalTwilight = passages(of: -12)
    astronomicalTwilight = passages(of: -18)
    self.moon = HorizonCrossings(
      of: AltitudeCurve(seconds: seconds, degrees: moon.upperLimb), above: 0, from: start)
  }

  /// The sky of a civil day of 24 hours in a zone given in hours ahead of UTC.
  public init(on date: SolarDate, at place: SkyPlace, utcOffsetHours: Int, deltaT: DeltaT = .current) {
    let midnight = (date.julianDayNumber - 2_440_588) * 86_400 - utcOffsetHours * 3_600
    self.init(during: midnight..<(midnight + 86_400), at: place, deltaT: deltaT)
  }
}
