/// The times at which a body comes above an altitude and goes below it, within a span of time.
///
/// A civil day has usually one of each. It has none where the moon rises a little before one midnight and a little after the next, or
/// where the sun stays up; it has two where the clock's day is long or the latitude high.
public struct HorizonCrossings: Hashable, Sendable {
  /// Seconds of UTC since 1970, in order: 0, 1 or 2 times.
  public let rises: [Double]
  /// Seconds of UTC since 1970, in order: 0, 1 or 2 times.
  public let sets: [Double]
  /// True if the body is above the altitude when the span begins.
  public let isUpAtStart: Bool

  /// The state of the whole span if nothing rises or sets in it; nil otherwise.
  public var allDay: AllDay? {
    rises.isEmpty && sets.isEmpty ? (isUpAtStart ? .up : .down) : nil
  }

  /// A span without a crossing.
  public enum AllDay: String, Hashable, Sendable {
    /// Above the altitude for the whole span.
    case up
    /// Below the altitude for the whole span.
    case down
  }
}

/// The curve of an altitude in degrees and its samples, which the crossings of several altitudes share.
struct AltitudeCurve {
  let seconds: Double
  let degrees: (Double) -> Double
  /// The time between samples.
  let step: Double
  /// From one step before the span to one after it.
  let samples: [Double]

  /// - Parameter degrees: the altitude at seconds since the start of the span; continuous.
  init(seconds: Double, degrees: @escaping (Double) -> Double) {
    self.seconds = seconds
    self.degrees = degrees
    let count = max(1, Int((seconds / Self.secondsBetweenSamples).rounded(.up)))
    let step = seconds / Double(count)
    self.step = step
    samples = (-1...count + 1).map { degrees(Double($0) * step) }
  }

  private static let secondsBetweenSamples = 3_600.0
}

extension HorizonCrossings {
  /// Finds the crossings of an altitude in the span of a curve.
  ///
  /// The curve of an altitude has one maximum and one minimum between two transits, so samples of an hour miss no pair of crossings
  /// once the extremum between two samples is looked at.
  ///
  /// - Parameters:
  ///   - curve: the altitude of the body.
  ///   - altitude: degrees.
  ///   - start: seconds of UTC since 1970 at the start of the span.
  init(of curve: AltitudeCurve, above altitude: Double, from start: Double) {
    let (seconds, step) = (curve.seconds, curve.step)
    let count = curve.samples.count - 3
    func height(_ time: Double) -> Double { curve.degrees(time) - altitude }
    var rises: [Double] = []
    var sets: [Double] = []
    func add(_ left: Double, _ right: Double, rising: Bool) {
      let time = Self.zero(of: height, between: left, and: right)
      guard time >= 0, time < seconds else { return }
      if rising { rises.append(start + time) } else { sets.append(start + time) }
    }
    var before = curve.samples[0] - altitude
    var middle = curve.samples[1] - altitude
    isUpAtStart = middle >= 0
    for index in 0...count {
      let time = Double(index) * step
      let after = curve.samples[index + 2] - altitude
      if (middle >= 0) == (before >= 0), (middle >= 0) == (after >= 0),
        abs(middle) <= abs(before), abs(middle) <= abs(after),
        let peak = Self.peak(of: height, around: time, step: step, values: (before, middle, after))
      {
        add(time - step, peak, rising: middle < 0)
        add(peak, time + step, rising: middle >= 0)
      }
      if index < count, (middle >= 0) != (after >= 0) { add(time, time + step, rising: middle < 0) }
      (before, middle) = (middle, after)
    }
    self.rises = rises
    self.sets = sets
  }

  /// A time at which the curve, which turns near `time`, is on the other side of zero; nil if it does not reach it.
  private static func peak(
    of height: (Double) -> Double, around time: Double, step: Double, values: (Double, Double, Double)
  ) -> Double? {
    let side = values.1 >= 0
    var (center, width) = (time, step)
    var (left, middle, right) = values
    // Parabolas through three points, each a quarter as wide as the one before.
    for _ in 0..<4 {
      let bend = left - 2 * middle + right
      guard bend != 0 else { return nil }
      let shift = min(max((left - right) / (2 * bend), -1), 1) * width
      center += shift
      width /= 4
      middle = height(center)
      if (middle >= 0) != side { return center }
      (left, right) = (height(center - width), height(center + width))
      if (left >= 0) != side { return center - width }
      if (right >= 0) != side { return center + width }
    }
    return nil
  }

  /// The zero between two times with different signs, within 0.01 s: false position by the Illinois rule.
  private static func zero(of height: (Double) -> Double, between first: Double, and second: Double) -> Double {
    var (left, right) = (first, second)
    var (low, high) = (height(left), height(right))
    var last = 0
    for _ in 0..<60 where right - left > 0.01 {
      let middle = low == high ? (left + right) / 2 : (left * high - right * low) / (high - low)
      let value = height(middle)
      if abs(value) < 1e-8 { return middle }
      if (value >= 0) == (high >= 0) {
        (right, high) = (middle, value)
        if last == 1 { low /= 2 }
        last = 1
      } else {
        (left, low) = (middle, value)
        if last == -1 { high /= 2 }
        last = -1
      }
    }
    return (left + right) / 2
  }
}
