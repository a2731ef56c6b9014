import Foundation
import Lunisolar
import TableMaker
import TestSupport
import Testing

@Suite("Generated tables", .timed)
struct GeneratedTableTests {
  @Test("The checked-in table equals the one generated from instants and exceptions")
  func regenerated() throws {
    let csv = try String(contentsOfFile: PackageRoot.path("Tables/issued-exceptions.csv"), encoding: .utf8)
    let checkedIn = try String(
      contentsOfFile: PackageRoot.path("Sources/Foundations/Lunisolar/Years/Generated/PackedYears.swift"),
      encoding: .utf8)
    #expect(try PackedYears(exceptions: IssuedExceptions(csv: csv)).swiftSource == checkedIn)
  }

  @Test("A broken line of the exceptions is named")
  func brokenExceptions() {
    #expect { try IssuedExceptions(csv: "year,month,leap,first\n1645,x,0,1645-06-24\n") } throws: {
      "\($0)".hasPrefix("line 2: expected year,month,leap,first day")
    }
  }
}
