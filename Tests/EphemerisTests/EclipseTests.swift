import Ephemeris
import Foundation
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Eclipses", .timed)
struct EclipseTests {
  /// The reference's time scale: TT less the leap seconds of the day, and less those of its ends before 1972 and after 2017.
  private static func julianDateTT(_ text: String) throws -> Double {
    let format = Date.ISO8601FormatStyle(timeZoneSeparator: .omitted)
    let unixTime = try format.parse(text).timeIntervalSince1970
    let julianDate = unixTime / 86_400 + 2_440_587.5
    let last = 2_457_755.0
    let first = 2_441_318.0
    return julianDate + DeltaT.current.seconds(atJulianDate: min(max(julianDate, first), last)) / 86_400
  }

  private static func seconds(_ instant: SkyInstant, _ text: String) throws -> Double {
    abs(instant.julianDateTT - (try julianDateTT(text))) * 86_400
  }

  private static func all() throws -> [Eclipse] { try Eclipse.all(inYears: Eclipse.years) }

  @Test("The 916 eclipses of 1900-2100 have the canon's type, and their greatest is DE440's within a second")
  func canon() throws {
    let rows = try OracleTable("eclipses_1900_2100.csv").rows
    let ours = try Self.all()
    #expect(rows.count == 916)
    try #require(ours.count == rows.count)
    for (eclipse, row) in zip(ours, rows) {
      let difference = try Self.seconds(eclipse.greatest, row[2])
      #expect(difference < 1, "\(row[2]): \(difference) s")
      switch eclipse {
      case .solar(let solar):
        let kinds: [Character: SolarEclipse.Kind] = ["P": .partial, "A": .annular, "T": .total, "H": .hybrid]
        #expect(
          row[0] == "sun" && row[1].first.flatMap { kinds[$0] } == solar.kind, "\(row[2]): \(row[1]) \(solar.kind)")
        #expect((solar.gamma < 0) == row[8].hasPrefix("-"), "\(row[2])")
        #expect(abs(abs(solar.gamma) - (try row.double(9))) < 0.0002, "\(row[2])")
        #expect(abs(solar.magnitude - (try row.double(10))) < 0.0005, "\(row[2])")
      case .lunar(let lunar):
        // Danjon's rule makes three partial eclipses of the older list penumbral ones.
        let kinds: [String: LunarEclipse.Kind] = ["N": .penumbral, "P": .partial, "T": .total]
        #expect(row[0] == "moon" && kinds[row[15]] == lunar.kind, "\(row[2]): \(row[15]) \(lunar.kind)")
        #expect(abs(lunar.umbralMagnitude - (try row.double(10))) < 0.0005, "\(row[2])")
        #expect(abs(lunar.penumbralMagnitude - (try row.double(11))) < 0.0005, "\(row[2])")
      }
    }
  }

  private static let places: [(name: String, latitude: Double, longitude: Double)] = [
    ("臺北", 25.033, 121.5654), ("花蓮", 23.9872, 121.6016), ("金門", 24.4321, 118.3171), ("馬公", 23.5655, 119.5863),
    ("高雄", 22.6273, 120.3014),
  ]

  @Test("What five places of Taiwan see of 2,028 eclipses is DE440's: contacts, magnitudes and altitudes")
  func taiwan() throws {
    let rows = try OracleTable("eclipses_taiwan_1900_2100.csv").rows
    var expected = Dictionary(grouping: rows) { "\($0[0]) \($0[1]) \($0[2])" }
    #expect(rows.count == 2_028)
    let named = try zip(Self.all(), OracleTable("eclipses_1900_2100.csv").rows)
    func compare(_ name: String, _ instant: SkyInstant?, _ text: String, _ key: String) throws {
      #expect((instant == nil) == text.isEmpty, "\(key): \(name)")
      guard let instant, !text.isEmpty else { return }
      let difference = try Self.seconds(instant, text)
      // The reference turns the Earth by another forecast of Delta-T, 9 s ahead of ours in 2100.
      let isForecast = name.hasPrefix("solar") && instant.julianDateTT > 2_470_000
      #expect(difference < (isForecast || name == "grazing" ? 6 : 3), "\(key): \(name) \(difference) s")
    }
    func compare(_ name: String, _ value: Double, _ text: String, _ limit: Double, _ key: String) throws {
      guard let other = Double(text) else { return }
      #expect(abs(value - other) < limit, "\(key): \(name) \(value) \(other)")
    }
    for (eclipse, list) in named {
      for place in Self.places {
        let here = try SkyPlace(latitude: place.latitude, longitude: place.longitude)
        let key = "\(list[0]) \(list[2]) \(place.name)"
        let row = expected.removeValue(forKey: key)?.first
        switch eclipse {
        case .solar(let solar):
          let local = solar.seen(from: here)
          #expect((local?.isVisible == true) == (row != nil), "\(key): \(String(describing: local?.isVisible))")
          guard let local, let row else { continue }
          #expect(local.kind.rawValue == row[3], "\(key)")
          try compare("solar first", local.first.instant, row[5], key)
          try compare("solar second", local.second?.instant, row[6], key)
          try compare("solar maximum", local.maximum.instant, row[7], key)
          try compare("solar third", local.third?.instant, row[8], key)
          try compare("solar last", local.last.instant, row[9], key)
          try compare("solar magnitude", local.magnitude, row[11], 0.001, key)
          try compare("obscuration", local.obscuration, row[12], 0.001, key)
          try compare("altitude", local.first.altitude, row[13], 0.2, key)
          try compare("altitude", local.maximum.altitude, row[14], 0.2, key)
          try compare("altitude", local.last.altitude, row[15], 0.2, key)
        case .lunar(let lunar):
          #expect(lunar.isVisible(from: here) == (row != nil), "\(key)")
          guard let row else { continue }
          #expect(lunar.kind.rawValue == row[3], "\(key)")
          // A phase of less than a quarter of an hour: a tenth of an arc second of the shadow is seconds then.
          func kind(_ pair: LunarEclipse.ContactPair?) -> String {
            guard let pair else { return "lunar" }
            return pair.end.julianDateTT - pair.begin.julianDateTT < 0.01 ? "grazing" : "lunar"
          }
          try compare(kind(lunar.penumbral), lunar.penumbral?.begin, row[4], key)
          try compare(kind(lunar.partial), lunar.partial?.begin, row[5], key)
          try compare(kind(lunar.total), lunar.total?.begin, row[6], key)
          try compare("lunar", lunar.greatest, row[7], key)
          try compare(kind(lunar.total), lunar.total?.end, row[8], key)
          try compare(kind(lunar.partial), lunar.partial?.end, row[9], key)
          try compare(kind(lunar.penumbral), lunar.penumbral?.end, row[10], key)
          try compare("lunar altitude", here.moonAltitude(at: lunar.greatest), row[14], 0.2, key)
        }
      }
    }
    #expect(expected.isEmpty, "\(expected.keys.sorted())")
  }

  @Test("A year without table is an error that names it and the years with one")
  func years() {
    let error = #expect(throws: EclipseError.self) { try Eclipse.all(inYears: 1899...1901) }
    #expect(error?.description == "1899 to 1901: eclipses are known for 1900 to 2100")
    #expect(throws: EclipseError.self) { try Eclipse.all(inYears: 2100...2101) }
  }
}
