internal import MathLibrary

/// An eclipse of the sun as a place sees it, whether the sun is up or not.
public struct LocalSolarEclipse: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case partial, annular, total
  }

  /// An instant, and the sun's altitude in degrees then, without refraction; negative below the horizon.
  public struct Contact: Hashable, Sendable {
    public let instant: SkyInstant
    public let altitude: Double
  }

  public let kind: Kind
  /// The moon's edge touches the sun's.
  public let first: Contact
  /// The ring or the totality begins; nil for a partial eclipse.
  public let second: Contact?
  /// The moon's centre is nearest to the sun's.
  public let maximum: Contact
  /// The ring or the totality ends; nil for a partial eclipse.
  public let third: Contact?
  /// The moon's edge leaves the sun's.
  public let last: Contact
  /// The covered part of the sun's diameter at the maximum: 0 to 1, a little more in a total eclipse.
  public let magnitude: Double
  /// The covered part of the sun's disc at the maximum, 0 to 1.
  public let obscuration: Double
  /// True if some of the eclipse is seen: the sun is up, as ``SkyOfDay`` defines its rise, at some time of it.
  public let isVisible: Bool
}

extension SolarEclipse {
  /// What a place sees of the eclipse; nil if the moon passes the sun by.
  ///
  /// - Parameters:
  ///   - place: any place, the poles too.
  ///   - deltaT: the lead of Terrestrial Time, which turns the Earth under the shadow.
  public func seen(from place: SkyPlace, deltaT: DeltaT = .current) -> LocalSolarEclipse? {
    let view = LocalView(track: track, turn: track.turn(deltaT), place: place)
    let guess = (greatest.julianDateTT - track.julianDate) * 86_400
    let coarse = stride(from: guess - 10_800, through: guess + 10_800, by: 600).min {
      view.discs($0).gap < view.discs($1).gap
    }
    let middle = leastTime(of: { view.discs($0).squaredGap }, near: coarse ?? guess, step: 600)
    guard let outer = track.contacts(middle, limit: { view.discs($0).gap - view.discs($0).sum }) else { return nil }
    let inner = track.contacts(middle) { view.discs($0).gap - abs(view.discs($0).difference) }
    let discs = view.discs(middle)
    func contact(_ seconds: Double) -> LocalSolarEclipse.Contact {
      LocalSolarEclipse.Contact(instant: track.instant(seconds), altitude: view.altitude(seconds))
    }
    let isVisible = stride(from: 0, through: 1, by: 1.0 / 64).contains {
      view.altitude(outer.first + $0 * (outer.last - outer.first)) > -50.0 / 60
    }
    return LocalSolarEclipse(
      kind: inner == nil ? .partial : discs.difference > 0 ? .total : .annular, first: contact(outer.first),
      second: inner.map { contact($0.first) }, maximum: contact(middle), third: inner.map { contact($0.last) },
      last: contact(outer.last), magnitude: (discs.sum - discs.gap) / (2 * discs.sun),
      obscuration: discs.obscuration, isVisible: isVisible)
  }
}

/// The discs of sun and moon over a place.
private struct LocalView {
  let track: EclipseTrack
  let turn: EarthTurn
  let place: SkyPlace

  /// Angles in radians.
  struct Discs {
    /// Between the centres.
    let gap: Double
    /// Radii.
    let sun: Double
    let moon: Double

    var squaredGap: Double { gap * gap }
    var sum: Double { sun + moon }
    var difference: Double { moon - sun }

    /// The covered part of the sun's disc: two segments of circles.
    var obscuration: Double {
      if gap >= sum { return 0 }
      if gap <= abs(difference) { return difference > 0 ? 1 : moon * moon / (sun * sun) }
      func corner(_ own: Double, _ other: Double) -> Double {
        let cosine = (gap * gap + own * own - other * other) / (2 * gap * own)
        return arcTangent(y: max(0, 1 - cosine * cosine).squareRoot(), x: cosine) * .pi / 180
      }
      let (atSun, atMoon) = (corner(sun, moon), corner(moon, sun))
      func segment(_ radius: Double, _ angle: Double) -> Double {
        radius * radius * (angle - sine(radians: angle) * cosine(radians: angle))
      }
      return (segment(sun, atSun) + segment(moon, atMoon)) / (.pi * sun * sun)
    }
  }

  private func ray(_ vector: SIMD3<Double>, _ seconds: Double) -> SIMD3<Double> {
    turn.turned(vector, seconds) - place.kilometersFromCenter
  }

  func discs(_ seconds: Double) -> Discs {
    let (sun, moon) = (ray(track.sun(seconds), seconds), ray(track.moon(seconds), seconds))
    return Discs(
      gap: sun.angle(to: moon), sun: arcSine(EclipseRadii.sun / sun.length),
      moon: arcSine(EclipseRadii.moon / moon.length))
  }

  func altitude(_ seconds: Double) -> Double {
    let sun = ray(track.sun(seconds), seconds)
    return arcSine(sun.dot(place.zenith) / sun.length) * 180 / .pi
  }
}
