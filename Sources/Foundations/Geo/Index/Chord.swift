internal import MathLibrary

/// Squares of chords, the straight lines between places through a sphere of radius 1, and how far they can be trusted.
///
/// A chord grows with the distance and needs no trigonometry: it is the length of the difference of two unit vectors.
/// But it is rounded in another way than the distance of record; so every comparison of chords that decides about
/// distances leaves a margin.
///
/// **How large.** Degrees become radians with a relative error of 2 ulp, which moves a place by at most 8e-16 radii,
/// and the sines and cosines of its vector by as much again; two places and the subtraction make a computed chord wrong
/// by less than 5e-15. The sines of the haversine come from the same radians; the chord of a distance of record,
/// `2 sin(d / 2 R)`, is within 5e-15 of the true one too, also close to the antipode, where the distance itself is only
/// good to decimetres: there it changes fast with the chord, not the other way round. So if two computed chords differ
/// by more than 2e-14 (0.13 µm on the ground), the distances of record are in the same order.
///
/// `widened` leaves at least 3e-14, because (c + 3e-14)² <= c² (1 + 5e-8) + 1.8e-20 + 9e-28: twice the product of two
/// numbers is at most the sum of their squares, here of √5e-8 c and 3e-14 / √5e-8. The rest of its 2.5e-7 is for two
/// squares that have been rounded to `Float`, to 6e-8 each.
@usableFromInline
enum Chord {
  /// A square that is certainly larger than that of any chord that rounding alone can make of this one.
  @inlinable @inline(__always)
  static func widened(_ squared: Double) -> Double { squared * (1 + 2.5e-7) + 2e-20 }

  /// A square that is not passed by the chord of any place whose distance of record is at most so many kilometres.
  @usableFromInline
  static func squaredLimit(kilometers: Double) -> Double {
    let half = kilometers / EarthSphere.radiusKilometers / 2
    let chord = half < .pi / 2 ? 2 * sine(radians: half) : 2
    return widened(chord * chord)
  }

  /// What is taken off a lower bound for a square, which comes from subtracting numbers up to 4: its own rounding and
  /// that of the chord that it is held against are less than 1e-14 and 4e-14.
  @inlinable @inline(__always)
  static var margin: Double { 1e-13 }
}
