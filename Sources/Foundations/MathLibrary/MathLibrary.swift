// The C maths library, under whichever name the platform gives it; the only module that the calendar and the places import from outside.
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

// Inlinable, because a distance and a solar longitude are made of a few of these calls each.

/// Sine of an angle in degrees.
@inlinable package func sine(degrees: Double) -> Double { sin(degrees * .pi / 180) }

/// Cosine of an angle in degrees.
@inlinable package func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

/// Sine of an angle in radians.
@inlinable package func sine(radians: Double) -> Double { sin(radians) }

/// Cosine of an angle in radians.
@inlinable package func cosine(radians: Double) -> Double { cos(radians) }

/// The angle in radians, -pi/2 to pi/2, whose sine this is.
@inlinable package func arcSine(_ sine: Double) -> Double { asin(sine) }

/// The direction in degrees, -180 to 180, of a way that goes so far along x and so far along y.
@inlinable package func arcTangent(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }
