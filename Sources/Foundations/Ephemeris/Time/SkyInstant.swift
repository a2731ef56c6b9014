/// An astronomical instant in Terrestrial Time, which does not depend on the Earth's rotation.
public struct SkyInstant: Hashable, Comparable, Sendable {
  /// Julian date in Terrestrial Time.
  public let julianDateTT: Double

  public init(julianDateTT: Double) {
    self.julianDateTT = julianDateTT
  }

  /// The instant at seconds of UTC since 1970-01-01T00:00:00Z, without leap seconds.
  ///
  /// - Parameters:
  ///   - unixTime: seconds of UTC since 1970.
  ///   - deltaT: the lead of Terrestrial Time; for future dates it is a forecast.
  public init(unixTime: Double, _ deltaT: DeltaT = .current) {
    let civil = unixTime / 86_400 + 2_440_587.5
    julianDateTT = civil + deltaT.seconds(atJulianDate: civil) / 86_400
  }

  public static func < (left: SkyInstant, right: SkyInstant) -> Bool {
    left.julianDateTT < right.julianDateTT
  }

  /// Seconds of UTC since 1970-01-01T00:00:00Z, without leap seconds.
  ///
  /// - Parameter deltaT: the lead of Terrestrial Time; for future dates it is a forecast.
  public func unixTime(_ deltaT: DeltaT = .current) -> Double {
    (julianDateTT - 2_440_587.5) * 86_400 - deltaT.seconds(atJulianDate: julianDateTT)
  }

  /// The Julian day number of the instant's civil day, in a zone given in hours ahead of UTC.
  package func dayNumber(utcOffsetHours: Int, _ deltaT: DeltaT = .current) -> Int {
    let local = unixTime(deltaT) + Double(utcOffsetHours) * 3_600
    return Int((local / 86_400).rounded(.down)) + 2_440_588
  }
}
