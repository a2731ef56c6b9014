// The C maths library, under whichever name the platform gives it. Nothing else is imported from outside.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(Android)
  import Android
#endif

/// Sine of an angle in degrees.
func sine(degrees: Double) -> Double { sin(degrees * .pi / 180) }

/// Cosine of an angle in degrees.
func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Cosine of an angle in radians.
func cosine(radians: Double) -> Double { cos(radians) }

/// An angle in degrees brought to -180 ..< 180.
func signedDegrees(_ angle: Double) -> Double {
  let turned = (angle + 180).truncatingRemainder(dividingBy: 360)
  return (turned < 0 ? turned + 360 : turned) - 180
}

/// A polynomial by Horner's rule, constant term first.
func polynomial(_ x: Double, _ coefficients: Double...) -> Double {
  coefficients.reversed().reduce(0) { $0 * x + $1 }
}
