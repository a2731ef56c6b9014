public import Ephemeris
public import Lunisolar

/// An eclipse, and what a place sees of it, as in `eclipses --json` and the API.
public struct EclipseRecord: Encodable, Hashable, Sendable {
  /// `sun` or `moon`.
  public let body: Body
  /// Of the sun `partial`, `annular`, `total` or `hybrid`; of the moon `penumbral`, `partial` or `total`.
  public let kind: String
  /// The day of the greatest eclipse in the zone.
  public let date: SolarDate
  /// The greatest eclipse on the whole Earth, with the offset of the zone.
  public let greatest: String
  /// Of the sun: the covered part of its diameter, or of a central eclipse the moon's diameter in the sun's. Of the moon: the part of
  /// its diameter in the full shadow; negative outside it.
  public let magnitude: Double
  /// The part of the moon's diameter in the half shadow; null for the sun.
  @ExplicitNull public internal(set) var penumbralMagnitude: Double?
  public let place: ViewpointRecord
  /// True if some of it is seen from the place: the body is above the horizon.
  public let isVisible: Bool
  /// What the place sees; null where the moon passes the sun by.
  @ExplicitNull public internal(set) var local: Local?
  /// A sentence about the eyes; null for the moon, which harms nobody.
  @ExplicitNull public internal(set) var warning: String?

  public enum Body: String, Encodable, Hashable, Sendable {
    case sun, moon
  }

  public struct Local: Encodable, Hashable, Sendable {
    /// What the place sees: `partial` of an eclipse that is total elsewhere.
    public let kind: String
    /// The covered part of the sun's diameter; of the moon as for the whole Earth.
    public let magnitude: Double
    /// The covered part of the sun's disc, 0 to 1; null for the moon.
    @ExplicitNull public internal(set) var obscuration: Double?
    /// In order of time.
    public let contacts: [Contact]
  }

  public struct Contact: Encodable, Hashable, Sendable {
    public let phase: Phase
    public let time: String
    /// Degrees of the body's centre above the horizon, in steps of 0.1; negative below it.
    public let altitude: Double
  }

  /// The phases in their order.
  public enum Phase: String, CaseIterable, Encodable, Hashable, Sendable {
    case penumbralBegin = "penumbral_begin"
    case partialBegin = "partial_begin"
    case totalBegin = "total_begin"
    case annularBegin = "annular_begin"
    case maximum
    case totalEnd = "total_end"
    case annularEnd = "annular_end"
    case partialEnd = "partial_end"
    case penumbralEnd = "penumbral_end"
  }

  enum CodingKeys: String, CodingKey {
    case body, kind, date, greatest, magnitude, place, local, warning
    case isVisible = "is_visible"
    case penumbralMagnitude = "penumbral_magnitude"
  }
}

// MARK: - Making

extension EclipseRecord {
  /// The years of the table.
  public static let years = Eclipse.years

  /// The eclipses whose greatest falls in some years of the viewpoint's zone.
  ///
  /// - Throws: `EclipseError.noTable` outside 1900-2100.
  public static func records(
    in years: ClosedRange<Int>, at viewpoint: Viewpoint, language: Language
  ) throws(EclipseError) -> [EclipseRecord] {
    guard Eclipse.years.contains(years.lowerBound), Eclipse.years.contains(years.upperBound) else {
      throw .noTable(years: years)
    }
    let first = SolarDate(uncheckedYear: years.lowerBound, month: 1, day: 1)
    let last = SolarDate(uncheckedYear: years.upperBound, month: 12, day: 31)
    return records(on: first...last, at: viewpoint, language: language)
  }

  /// The eclipses whose greatest falls on some days of the viewpoint's zone; days outside 1900-2100 have none.
  ///
  /// Only these are computed for the place, so that a single day is quick.
  public static func records(
    on days: ClosedRange<SolarDate>, at viewpoint: Viewpoint, language: Language
  ) -> [EclipseRecord] {
    // A zone's day begins up to 14 hours before or after the day of universal time.
    let around = days.lowerBound.julianDayNumber - 1..<days.upperBound.julianDayNumber + 2
    return Eclipse.all(inDays: around).filter { days.contains(date(of: $0, viewpoint)) }.map {
      EclipseRecord($0, at: viewpoint, language: language)
    }
  }

  private static func date(of eclipse: Eclipse, _ viewpoint: Viewpoint) -> SolarDate {
    viewpoint.clock.local(at: Int(eclipse.greatest.unixTime().rounded())).date
  }

  package init(_ eclipse: Eclipse, at viewpoint: Viewpoint, language: Language) {
    let here = viewpoint.skyPlace
    date = Self.date(of: eclipse, viewpoint)
    greatest = Self.iso(eclipse.greatest, viewpoint)
    place = ViewpointRecord(viewpoint, language)
    switch eclipse {
    case .solar(let solar):
      let seen = solar.seen(from: here)
      body = .sun
      kind = solar.kind.rawValue
      magnitude = Self.rounded(solar.magnitude, 10_000)
      penumbralMagnitude = nil
      isVisible = seen?.isVisible ?? false
      local = seen.map { Local($0, viewpoint) }
      warning = Self.warning(of: .sun, in: language)
    case .lunar(let lunar):
      let contacts = Self.contacts(lunar).map { phase, instant in
        Contact(
          phase: phase, time: Self.iso(instant, viewpoint),
          altitude: Self.rounded(here.moonAltitude(at: instant), 10))
      }
      body = .moon
      kind = lunar.kind.rawValue
      magnitude = Self.rounded(lunar.umbralMagnitude, 10_000)
      penumbralMagnitude = Self.rounded(lunar.penumbralMagnitude, 10_000)
      isVisible = lunar.isVisible(from: here)
      local = Local(
        kind: lunar.kind.rawValue, magnitude: magnitude, obscuration: nil, contacts: contacts)
      warning = Self.warning(of: .moon, in: language)
    }
  }

  private static func contacts(_ eclipse: LunarEclipse) -> [(Phase, SkyInstant)] {
    let all: [(Phase, SkyInstant?)] = [
      (.penumbralBegin, eclipse.penumbral?.begin), (.partialBegin, eclipse.partial?.begin),
      (.totalBegin, eclipse.total?.begin), (.maximum, eclipse.greatest), (.totalEnd, eclipse.total?.end),
      (.partialEnd, eclipse.partial?.end), (.penumbralEnd, eclipse.penumbral?.end),
    ]
    return all.compactMap { phase, instant in instant.map { (phase, $0) } }
  }

  fileprivate static func iso(_ instant: SkyInstant, _ viewpoint: Viewpoint) -> String {
    let second = Int(instant.unixTime().rounded())
    return CivilTime.iso(unixTime: second, offset: viewpoint.clock.offset(at: second))
  }

  fileprivate static func rounded(_ value: Double, _ steps: Double) -> Double { (value * steps).rounded() / steps }
}

extension EclipseRecord.Local {
  fileprivate init(_ seen: LocalSolarEclipse, _ viewpoint: Viewpoint) {
    kind = seen.kind.rawValue
    magnitude = EclipseRecord.rounded(seen.magnitude, 10_000)
    obscuration = EclipseRecord.rounded(seen.obscuration, 10_000)
    let isTotal = seen.kind == .total
    let all: [(EclipseRecord.Phase, LocalSolarEclipse.Contact?)] = [
      (.partialBegin, seen.first), (isTotal ? .totalBegin : .annularBegin, seen.second), (.maximum, seen.maximum),
      (isTotal ? .totalEnd : .annularEnd, seen.third), (.partialEnd, seen.last),
    ]
    contacts = all.compactMap { phase, contact in
      contact.map {
        EclipseRecord.Contact(
          phase: phase, time: EclipseRecord.iso($0.instant, viewpoint),
          altitude: EclipseRecord.rounded($0.altitude, 10))
      }
    }
  }
}

extension EclipseError: SpokenError {
  public var chinese: String {
    switch self {
    case .noTable(let years): "\(years.lowerBound) 到 \(years.upperBound) 年：日月食資料只有 1900 到 2100 年"
    }
  }
  public var code: String { "no_eclipse_table" }
}
