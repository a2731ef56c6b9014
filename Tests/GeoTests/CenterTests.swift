import Geo
import TestSupport
import Testing

@Suite("Center of places", .timed)
struct CenterTests {
  private func center(_ places: [(Double, Double)]) throws -> Coordinate? {
    try Coordinate.center(of: places.map { try Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  @Test("The center of two places is halfway on the great circle between them")
  func two() throws {
    let (left, right) = (try Coordinate(latitude: 24, longitude: 120), try Coordinate(latitude: 26, longitude: 122))
    let middle = try #require(Coordinate.center(of: [left, right]))
    #expect(abs(middle.distanceKilometers(to: left) - middle.distanceKilometers(to: right)) < 1e-9)
    #expect(abs(middle.distanceKilometers(to: left) * 2 - left.distanceKilometers(to: right)) < 1e-6)
  }

  @Test("A center is found over the antimeridian and around a pole; the center of one place is that place")
  func edges() throws {
    let over = try #require(try center([(0, 179), (0, -177)]))
    #expect(abs(over.longitude - -179) < 1e-9 && abs(over.latitude) < 1e-9)
    let pole = try #require(try center([(89, 0), (89, 120), (89, -120)]))
    #expect(pole.latitude > 89.999999)
    let one = try #require(try center([(24.1477, 120.6736)]))
    #expect(abs(one.latitude - 24.1477) < 1e-12 && abs(one.longitude - 120.6736) < 1e-12)
  }

  @Test("No places, and places that balance each other, have no center")
  func none() throws {
    #expect(try center([]) == nil)
    #expect(try center([(0, 0), (0, 180)]) == nil)
    #expect(try center([(90, 0), (-90, 0)]) == nil)
  }
}
