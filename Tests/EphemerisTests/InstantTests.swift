import Ephemeris
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("Instants against JPL DE440", .timed)
struct InstantTests {
  @Test("24,024 solar terms of 1600-2600 are within 0.1 s of Terrestrial Time")
  func terms() throws {
    var worst = 0.0
    let rows = try OracleTable("solar_terms_de440_1600_2600.csv").rows
    for fields in rows {
      let term = try SolarTerm.allCases[fields.integer(1)]
      let expected = try fields.double(3)
      let ours = term.instant(inSolarYear: try fields.integer(0))
      worst = max(worst, abs(ours.julianDateTT - expected) * 86_400)
    }
    #expect(rows.count == 24_024)
    #expect(worst < 0.1, "largest difference \(worst) s")
  }

  @Test("12,381 new moons of 1600-2600 are within 0.1 s of Terrestrial Time")
  func newMoons() throws {
    var worst = 0.0
    let rows = try OracleTable("new_moons_de440_1600_2600.csv").rows
    for fields in rows {
      let ours = PrincipalPhase.newMoon.instant(inLunation: try fields.integer(0))
      worst = try max(worst, abs(ours.julianDateTT - fields.double(1)) * 86_400)
    }
    #expect(rows.count == 12_381)
    #expect(worst < 0.1, "largest difference \(worst) s")
  }

  @Test("Delta-T of every instant is within 0.1 s of the reference")
  func civilTime() throws {
    for (name, column) in [("solar_terms_de440_1600_2600.csv", 3), ("new_moons_de440_1600_2600.csv", 1)] {
      for fields in try OracleTable(name).rows {
        let julianDate = try fields.double(column)
        let deltaT = try fields.double(column + 2)
        let ours = DeltaT.current.seconds(atJulianDate: julianDate)
        #expect(abs(ours - deltaT) < 0.1, "\(fields[0]): \(ours), expected \(deltaT)")
      }
    }
  }
}
