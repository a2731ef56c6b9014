/// The sun and the moon for eight hours around a new or full moon, in seconds from its table's middle.
struct EclipseTrack {
  /// Julian date in Terrestrial Time of the middle.
  let julianDate: Double
  private let sunTrack: VectorTrack
  private let moonTrack: VectorTrack

  /// Seconds before and after the middle: the partial phase of no eclipse lasts longer than 3.3 hours from its greatest.
  static let reach = 14_400.0

  init(_ correction: EclipseCorrection) {
    julianDate = correction.candidate.julianDate
    let start = julianDate - Self.reach / 86_400
    var suns: [SIMD3<Double>] = []
    let moons = VectorTrack(seconds: 2 * Self.reach, intervals: 4) { seconds in
      let positions = correction.positions(julianDate: start + seconds / 86_400)
      suns.append(positions.sun)
      return positions.moon
    }
    moonTrack = moons
    var next = suns.makeIterator()
    sunTrack = VectorTrack(seconds: 2 * Self.reach, intervals: 4) { _ in next.next() ?? SIMD3() }
  }

  func sun(_ seconds: Double) -> SIMD3<Double> { sunTrack(seconds + Self.reach) }
  func moon(_ seconds: Double) -> SIMD3<Double> { moonTrack(seconds + Self.reach) }

  func instant(_ seconds: Double) -> SkyInstant { SkyInstant(julianDateTT: julianDate + seconds / 86_400) }

  /// The turn of the Earth, for seconds from the middle.
  func turn(_ deltaT: DeltaT) -> EarthTurn {
    EarthTurn(
      terrestrial: julianDate,
      universal: julianDate - deltaT.seconds(atJulianDate: julianDate) / 86_400)
  }

  /// The times at which a quantity that is least near `middle` crosses a limit before and after it; nil if it stays above.
  func contacts(
    _ middle: Double, limit: (Double) -> Double
  ) -> (first: Double, last: Double)? {
    guard limit(middle) < 0 else { return nil }
    func crossing(_ direction: Double) -> Double {
      var (inside, outside) = (middle, middle)
      repeat {
        inside = outside
        outside += direction * 600
      } while limit(outside) < 0 && abs(outside - middle) < Self.reach
      for _ in 0..<20 {
        let half = (inside + outside) / 2
        if limit(half) < 0 { inside = half } else { outside = half }
      }
      return (inside + outside) / 2
    }
    return (crossing(-1), crossing(1))
  }
}
