/// An angle in degrees reduced to -180 ..< 180.
func signedDegrees(_ angle: Double) -> Double {
  let turned = (angle + 180).truncatingRemainder(dividingBy: 360)
  return (turned < 0 ? turned + 360 : turned) - 180
}

/// A polynomial by Horner's rule, constant term first.
func polynomial(_ x: Double, _ coefficients: Double...) -> Double {
  coefficients.reversed().reduce(0) { $0 * x + $1 }
}
