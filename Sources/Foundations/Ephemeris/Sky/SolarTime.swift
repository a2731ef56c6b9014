internal import MathLibrary

extension SkyPlace {
  /// Seconds that a sundial at the place is ahead of UTC: the true (apparent) solar time, noon when the sun is in the meridian.
  ///
  /// It is four minutes for each degree of longitude, and the equation of time, up to 17 minutes (Meeus, chapter 28). Within a second in
  /// 1900-2100.
  ///
  /// - Parameters:
  ///   - unixTime: seconds of UTC since 1970.
  ///   - deltaT: the lead of Terrestrial Time.
  public func solarOffsetSeconds(atUnixTime unixTime: Double, deltaT: DeltaT = .current) -> Double {
    let terrestrial = SkyInstant(unixTime: unixTime, deltaT).julianDateTT
    let sun = SkyBody.sun.kilometers(julianDate: terrestrial)
    let universal = unixTime / 86_400 + 2_440_587.5
    let sidereal = EarthOrientation(julianDate: terrestrial).siderealDegrees(universalJulianDate: universal)
    // The hour angle at Greenwich, less the mean sun's: the equation of time.
    let hourAngle = sidereal - arcTangent(y: sun.y, x: sun.x)
    let meanHourAngle = (unixTime / 86_400).truncatingRemainder(dividingBy: 1) * 360 - 180
    return signedDegrees(hourAngle - meanHourAngle) * 240 + longitude * 240
  }
}

extension SkyPlace {
  /// Degrees of the sun's centre above the horizon at an instant, without refraction; negative below it.
  public func sunAltitude(at instant: SkyInstant, deltaT: DeltaT = .current) -> Double {
    altitude(of: .sun, at: instant, deltaT)
  }

  /// Degrees of the moon's centre above the horizon at an instant, without refraction; negative below it.
  public func moonAltitude(at instant: SkyInstant, deltaT: DeltaT = .current) -> Double {
    altitude(of: .moon, at: instant, deltaT)
  }

  private func altitude(of body: SkyBody, at instant: SkyInstant, _ deltaT: DeltaT) -> Double {
    let universal = instant.unixTime(deltaT) / 86_400 + 2_440_587.5
    let turn = EarthTurn(terrestrial: instant.julianDateTT, universal: universal)
    let ray = turn.turned(body.kilometers(julianDate: instant.julianDateTT), 0) - kilometersFromCenter
    return arcSine(ray.dot(zenith) / ray.length) * 180 / .pi
  }
}
