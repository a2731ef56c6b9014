internal import MathLibrary

/// Sun or moon, seen from the Earth's centre.
enum SkyBody {
  case sun, moon

  /// Radius in kilometres: the sun of the IAU (2015), the moon's mean radius.
  var radiusKilometers: Double { self == .sun ? 695_700 : 1_737.4 }

  /// Kilometres from the Earth's centre in the true equator and equinox of date.
  ///
  /// - Parameter julianDate: Julian date in Terrestrial Time.
  func kilometers(julianDate: Double) -> SIMD3<Double> {
    let earth = EarthOrientation(julianDate: julianDate)
    switch self {
    case .sun:
      return earth.equatorial(
        longitude: SunLongitude.apparentDegrees(julianDate: julianDate), latitude: 0,
        distance: SunLongitude.kilometers(julianDate: julianDate))
    case .moon:
      let moon = MoonPosition.at(julianDate: julianDate)
      return earth.equatorial(
        longitude: moon.longitude + earth.nutation, latitude: moon.latitude, distance: moon.kilometers)
    }
  }
}

/// A vector that changes with time, interpolated by Newton's divided differences between equal steps.
struct VectorTrack {
  private let step: Double
  private let differences: [SIMD3<Double>]

  /// - Parameters:
  ///   - seconds: the length of the span; the track can be asked for a little more.
  ///   - intervals: one less than the number of times at which `vector` is asked.
  ///   - vector: the vector at seconds since the start.
  init(seconds: Double, intervals: Int, _ vector: (Double) -> SIMD3<Double>) {
    step = seconds / Double(intervals)
    var values = [SIMD3<Double>]()
    values.reserveCapacity(intervals + 1)
    for node in 0...intervals { values.append(vector(Double(node) * step)) }
    for order in 1...intervals {
      for node in stride(from: intervals, through: order, by: -1) {
        values[node] = (values[node] - values[node - 1]) / Double(order)
      }
    }
    differences = values
  }

  /// The vector at seconds since the start.
  func callAsFunction(_ seconds: Double) -> SIMD3<Double> {
    let position = seconds / step
    var node = differences.count - 1
    var vector = differences[node]
    while node > 0 {
      node -= 1
      vector = differences[node] + (position - Double(node)) * vector
    }
    return vector
  }
}

/// The frame that turns with the Earth, during a span.
struct EarthTurn {
  /// Sidereal degrees at the start.
  private let start: Double

  /// - Parameters:
  ///   - terrestrial: Julian date in Terrestrial Time of the start.
  ///   - universal: the same instant in universal time.
  init(terrestrial: Double, universal: Double) {
    start = EarthOrientation(julianDate: terrestrial).siderealDegrees(universalJulianDate: universal)
  }

  /// A vector of the true equator and equinox in the frame that turns with the Earth, at seconds since the start.
  func turned(_ vector: SIMD3<Double>, _ seconds: Double) -> SIMD3<Double> {
    let angle = start + EarthOrientation.degreesPerSecond * seconds
    let (sin, cos) = (sine(degrees: angle), cosine(degrees: angle))
    return SIMD3(vector.x * cos + vector.y * sin, vector.y * cos - vector.x * sin, vector.z)
  }
}

/// The way of a body over a place during a span of up to two days.
///
/// The body is computed at three (sun) or five (moon) times: between them the sun stays within 0.02 arc second of its series in 26 hours,
/// the moon within 0.01.
struct BodyTrack {
  private let body: SkyBody
  private let zenith: SIMD3<Double>
  private let observer: SIMD3<Double>
  private let turn: EarthTurn
  private let track: VectorTrack

  /// - Parameters:
  ///   - start: seconds of UTC since 1970.
  ///   - seconds: the length of the span.
  init(of body: SkyBody, over place: SkyPlace, from start: Double, seconds: Double, deltaT: DeltaT) {
    self.body = body
    zenith = place.zenith
    observer = place.kilometersFromCenter
    let terrestrial = SkyInstant(unixTime: start, deltaT).julianDateTT
    turn = EarthTurn(terrestrial: terrestrial, universal: start / 86_400 + 2_440_587.5)
    track = VectorTrack(seconds: max(seconds, 3_600), intervals: body == .sun ? 2 : 4) {
      body.kilometers(julianDate: terrestrial + $0 / 86_400)
    }
  }

  /// The vector from the place to the body, in kilometres, in the frame that turns with the Earth.
  private func ray(_ seconds: Double) -> SIMD3<Double> { turn.turned(track(seconds), seconds) - observer }

  /// Degrees of the body's centre above the horizon, without refraction.
  ///
  /// - Parameter seconds: seconds since the start of the span.
  func altitude(_ seconds: Double) -> Double {
    let ray = ray(seconds)
    return arcSine(ray.dot(zenith) / ray.length) * 180 / .pi
  }

  /// Degrees of the body's upper limb above a horizon that refraction lifts by 34 arc minutes.
  func upperLimb(_ seconds: Double) -> Double {
    let ray = ray(seconds)
    let distance = ray.length
    return (arcSine(ray.dot(zenith) / distance) + arcSine(body.radiusKilometers / distance)) * 180 / .pi
      + 34.0 / 60
  }
}
