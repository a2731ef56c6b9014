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

/// Sine of an angle in radians.
func sine(radians: Double) -> Double { sin(radians) }

/// Cosine of an angle in radians.
func cosine(radians: Double) -> Double { cos(radians) }

/// The angle in radians, -pi/2 to pi/2, whose sine this is.
func arcSine(_ sine: Double) -> Double { asin(sine) }

/// The direction in degrees, -180 to 180, of a way that goes so far along x and so far along y.
func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }
