internal import MathLibrary

extension SIMD3 where Scalar == Double {
  func dot(_ other: SIMD3<Double>) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }

  /// The vector of length 1 in the same direction.
  var direction: SIMD3<Double> { self / length }

  /// The angle to another direction in radians, exact for small angles too.
  func angle(to other: SIMD3<Double>) -> Double {
    arcTangent(y: cross(other).length, x: dot(other)) * .pi / 180
  }
}

/// The time near `guess` at which a smooth curve is least, by parabolas of decreasing width.
///
/// - Parameter step: the width of the first parabola.
func leastTime(of curve: (Double) -> Double, near guess: Double, step: Double) -> Double {
  var (time, width) = (guess, step)
  for _ in 0..<7 {
    let (left, middle, right) = (curve(time - width), curve(time), curve(time + width))
    let bend = left - 2 * middle + right
    guard bend > 0 else { return time }
    time += min(max((left - right) / (2 * bend), -4), 4) * width
    width = max(width / 3, 20)
  }
  return time
}
