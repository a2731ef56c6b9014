internal import MathLibrary

/// Squares of chords, the straight lines between places through a sphere of radius 1, with their error bounds.
///
/// A chord grows with the distance and needs no trigonometry: it is the length of the difference of two unit vectors.
/// Its rounding differs from that of the distance of record, so every comparison of chords that decides about
/// distances leaves a margin.
///
/// **Size of the margin.** Degrees become radians with a relative error of 2 ulp, which moves a place by at most 8e-16
/// radii; the sines and cosines of its vector add as much again. With two places and the subtraction, the error of a
/// computed chord is below 5e-15. The haversine uses the same radians; the chord of a distance of record,
/// `2 sin(d / 2 R)`, is within 5e-15 of the true one, also near the antipode: there the distance is accurate only to
/// decimetres, but the chord changes little with it. So if two computed chords differ by more than 2e-14 (0.13 µm on
/// the ground), the distances of record have the same order.
///
/// `widened` leaves at least 3e-14, because (c + 3e-14)² <= c² (1 + 5e-8) + 1.8e-20 + 9e-28: twice the product of two
/// numbers is at most the sum of their squares, here of √5e-8 c and 3e-14 / √5e-8. The rest of its 2.5e-7 covers two
/// squares rounded to `Float`, 6e-8 each.
@usableFromInline
enum Chord {
  /// A square larger than any chord that differs from this one only by rounding.
  @inlinable @inline(__always)
  static func widened(_ squared: Double) -> Double { squared * (1 + 2.5e-7) + 2e-20 }

  /// An upper bound for the squared chord of every place whose distance of record is within this limit in kilometres.
  @usableFromInline
  static func squaredLimit(kilometers: Double) -> Double {
    let half = kilometers / EarthSphere.radiusKilometers / 2
    let chord = half < .pi / 2 ? 2 * sine(radians: half) : 2
    return widened(chord * chord)
  }

  /// The margin to subtract from a lower bound computed from numbers up to 4: its rounding error is below 1e-14, that
  /// of the compared chord below 4e-14.
  @inlinable @inline(__always)
  static var margin: Double { 1e-13 }
}
