// The C maths library under its name on each platform: the only outside import of the calendar and the places.
#if canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Darwin)
  public import Darwin
#elseif canImport(WASILibc)
  public import WASILibc
#elseif canImport(Android)
  public import Android
#endif

// Inlinable, because distances and solar longitudes call these often.

/// Sine of an angle in degrees.
@inlinable package func sine(degrees: Double) -> Double { sin(degrees * .pi / 180) }

/// Cosine of an angle in degrees.
@inlinable package func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Sine of an angle in radians.
@inlinable package func sine(radians: Double) -> Double { sin(radians) }

/// Cosine of an angle in radians.
@inlinable package func cosine(radians: Double) -> Double { cos(radians) }

/// The angle in radians, -pi/2 to pi/2, with this sine.
@inlinable package func arcSine(_ sine: Double) -> Double { asin(sine) }

/// The direction of the vector (x, y) in degrees, -180 to 180.
@inlinable package func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }
