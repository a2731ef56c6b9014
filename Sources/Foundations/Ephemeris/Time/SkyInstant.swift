/// An instant of the sky, kept in Terrestrial Time, in which it does not depend on the Earth's rotation.
public struct SkyInstant: Hashable, Comparable, Sendable {
  /// Julian date in Terrestrial Time.
  public let julianDateTT: Double

  public init(julianDateTT: Double) {
    self.julianDateTT = julianDateTT
  }

  public static func < (left: SkyInstant, right: SkyInstant) -> Bool {
    left.julianDateTT < right.julianDateTT
  }

  /// Seconds of UTC since 1970-01-01T00:00:00Z, not counting leap seconds, as civil time does.
  ///
  /// - Parameter deltaT: how far Terrestrial Time runs ahead; after today it is a forecast.
  public func unixTime(_ deltaT: DeltaT = .current) -> Double {
    (julianDateTT - 2_440_587.5) * 86_400 - deltaT.seconds(atJulianDate: julianDateTT)
  }

  /// The Julian day number of the civil day that the instant falls on, so many hours ahead of UTC.
  package func dayNumber(utcOffsetHours: Int, _ deltaT: DeltaT = .current) -> Int {
    let local = unixTime(deltaT) + Double(utcOffsetHours) * 3_600
    return Int((local / 86_400).rounded(.down)) + 2_440_588
  }
}
