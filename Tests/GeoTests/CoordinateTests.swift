import Geo
import TestSupport
import Testing

@Suite("Coordinates", .timed)
struct CoordinateTests {
  @Test(
    "The edges of the globe are valid; the antimeridian and zero have one spelling",
    arguments: [
      (90.0, 180.0, "90.0,180.0"), (-90, -180, "-90.0,180.0"), (-0.0, -0.0, "0.0,0.0"),
      (24.1477, 120.6736, "24.1477,120.6736"),
      (.leastNonzeroMagnitude, -179.99999999999997, "5e-324,-179.99999999999997"),
    ] as [(Double, Double, String)])
  func edges(latitude: Double, longitude: Double, text: String) throws {
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(place.description == text)
    #expect(try Coordinate(parsing: text) == place)
  }

  @Test("Equal places are equal")
  func equality() throws {
    #expect(try Coordinate(latitude: 10, longitude: -180) == Coordinate(latitude: 10, longitude: 180))
    #expect(try Coordinate(latitude: 0, longitude: 0) == Coordinate(latitude: -0.0, longitude: -0.0))
  }

  @Test(
    "Invalid numbers are rejected with a hint",
    arguments: [
      (Double.nan, 0.0, "latitude \"nan\" is not a finite number: expected degrees such as 24.1477"),
      (0, -.infinity, "longitude \"-inf\" is not a finite number: expected degrees such as 120.6736"),
      (90.00000000000001, 180, "latitude 90.00000000000001 is not between -90 and 90"),
      (0, -180.00000000000003, "longitude -180.00000000000003 is not between -180 and 180"),
      (91, 181, "latitude 91.0 is not between -90 and 90"),
      (121.5, 25.03, "latitude 121.5 is not between -90 and 90: latitude comes first, did you mean 25.03,121.5?"),
      (-180, -90, "latitude -180.0 is not between -90 and 90: latitude comes first, did you mean -90.0,-180.0?"),
      (
        250_000, 2_700_000,
        "250000.0,2700000.0 is no latitude and longitude: these look like TWD97 metres; give WGS84 degrees such as 24.1477,120.6736"
      ),
      (
        2_919_551.2, 178_400,
        "2919551.2,178400.0 is no latitude and longitude: these look like TWD97 metres; give WGS84 degrees such as 24.1477,120.6736"
      ),
    ] as [(Double, Double, String)])
  func refused(latitude: Double, longitude: Double, message: String) {
    #expect {
      try Coordinate(latitude: latitude, longitude: longitude)
    } throws: {
      "\($0)" == message
    }
  }

  @Test("A radius is between 0 and 20,037.6 km")
  func radii() throws {
    #expect(try Radius(kilometers: 0).kilometers == 0)
    #expect(try Radius(kilometers: 20_037.6) == .everywhere)
    for wrong in [-1, 20_037.61, .nan, .infinity] {
      #expect(throws: CoordinateError.self) { try Radius(kilometers: wrong) }
    }
    #expect("\(CoordinateError.radiusOutOfRange(-1))" == "radius -1.0 km is not between 0 and 20037.6 km")
  }
}

@Suite("Coordinates as people type them", .timed)
struct CoordinateTextTests {
  @Test(
    "A pair of decimal degrees is read",
    arguments: [
      ("24.1477,120.6736", 24.1477, 120.6736), ("24.1477, 120.6736", 24.1477, 120.6736),
      ("  -33.87 ,\t+151.21\n", -33.87, 151.21), ("0,0", 0, 0), ("90,-180", 90, 180), (".5,5.", 0.5, 5),
      ("1e-7,2E1", 1e-7, 20),
    ] as [(String, Double, Double)])
  func understood(text: String, latitude: Double, longitude: Double) throws {
    #expect(try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("A printed place is read back unchanged")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let place = try Coordinate(
        latitude: .random(in: -90...90, using: &generator), longitude: .random(in: -180...180, using: &generator))
      #expect(try Coordinate(parsing: "\(place)") == place)
    }
  }

  private static let expected = "expected latitude, comma, longitude, such as 24.1477,120.6736"
  private static let projected =
    "is no latitude and longitude: these look like TWD97 metres; give WGS84 degrees such as 24.1477,120.6736"

  @Test(
    "Other texts are errors with a hint",
    arguments: [
      ("", "\"\" has no latitude: \(expected)"),
      ("   ", "\"   \" has no latitude: \(expected)"),
      (",", "\",\" has no latitude: \(expected)"),
      (",121.5", "\",121.5\" has no latitude: \(expected)"),
      ("25.03", "\"25.03\" has no longitude: \(expected)"),
      ("25.03,", "\"25.03,\" has no longitude: \(expected)"),
      ("25.03 121.5", "\"25.03 121.5\" has no longitude: \(expected)"),
      ("NaN,121.5", "latitude \"NaN\" is not a finite number: expected degrees such as 24.1477"),
      ("25.03,nan(0x7)", "longitude \"nan(0x7)\" is not a finite number: expected degrees such as 120.6736"),
      ("inf,0", "latitude \"inf\" is not a finite number: expected degrees such as 24.1477"),
      ("0,-Infinity", "longitude \"-Infinity\" is not a finite number: expected degrees such as 120.6736"),
      ("1e309,0", "latitude \"1e309\" is not a finite number: expected degrees such as 24.1477"),
      ("0,-1e309", "longitude \"-1e309\" is not a finite number: expected degrees such as 120.6736"),
      ("91,95", "latitude 91.0 is not between -90 and 90"),
      ("0,180.5", "longitude 180.5 is not between -180 and 180"),
      ("121.5,25.03", "latitude 121.5 is not between -90 and 90: latitude comes first, did you mean 25.03,121.5?"),
      ("250000,2700000", "250000.0,2700000.0 \(projected)"),
      ("2770533.8,302391.4", "2770533.8,302391.4 \(projected)"),
      ("25,03,121,5", "\"25,03,121,5\" has commas within numbers: did you mean 25.03,121.5?"),
      ("-25,03, 121,5", "\"-25,03, 121,5\" has commas within numbers: did you mean -25.03,121.5?"),
      ("25,03;121,5", "\"25,03;121,5\" has commas within numbers: did you mean 25.03,121.5?"),
      ("25,03 121,5", "\"25,03 121,5\" has commas within numbers: did you mean 25.03,121.5?"),
      (
        "95,03,221,5", "\"95,03,221,5\" has commas within numbers: write decimal points, such as 24.1477,120.6736"
      ),
      ("２５.０３,１２１.５", "\"２５.０３,１２１.５\" has full-width characters: did you mean 25.03,121.5?"),
      ("25.03，121.5", "\"25.03，121.5\" has full-width characters: did you mean 25.03,121.5?"),
      ("25.03、121.5", "\"25.03、121.5\" has full-width characters: did you mean 25.03,121.5?"),
      ("−33.87,151.21", "\"−33.87,151.21\" has full-width characters: did you mean -33.87,151.21?"),
      ("25.03　,121.5", "\"25.03　,121.5\" has full-width characters: did you mean 25.03,121.5?"),
      (
        "北緯２５度", "\"北緯２５度\" has full-width characters: write ASCII digits and marks, such as 24.1477,120.6736"
      ),
      (
        "25.03,121.5,10",
        "\"25.03,121.5,10\" has more than a latitude and a longitude: expected two numbers such as 24.1477,120.6736"
      ),
      (
        "25.03,121.5,",
        "\"25.03,121.5,\" has more than a latitude and a longitude: expected two numbers such as 24.1477,120.6736"
      ),
      ("25.03,121.5x", notANumber("longitude", "121.5x", "120.6736")),
      ("25.03,121.5 10", notANumber("longitude", "121.5 10", "120.6736")),
      ("25.03N,121.5E", notANumber("latitude", "25.03N", "24.1477")),
      ("25°02'N,121°30'E", notANumber("latitude", "25°02'N", "24.1477")),
      ("0x19,121.5", notANumber("latitude", "0x19", "24.1477")),
      ("1_0,121.5", notANumber("latitude", "1_0", "24.1477")),
      ("٢٥,121.5", notANumber("latitude", "٢٥", "24.1477")),
      ("--5,121.5", notANumber("latitude", "--5", "24.1477")),
      ("- 5,121.5", notANumber("latitude", "- 5", "24.1477")),
      ("2.5.0,121.5", notANumber("latitude", "2.5.0", "24.1477")),
      ("taipei,101", notANumber("latitude", "taipei", "24.1477")),
      ("25.03\u{0},121.5", notANumber("latitude", "25.03\\0", "24.1477")),
      ("\u{1B}[31m,0", notANumber("latitude", "\\u{1B}[31m", "24.1477")),
      ("5\u{202E},0", notANumber("latitude", "5\\u{202E}", "24.1477")),
    ])
  func refused(text: String, message: String) {
    #expect {
      try Coordinate(parsing: text)
    } throws: {
      "\($0)" == message
    }
  }

  private static func notANumber(_ part: String, _ text: String, _ example: String) -> String {
    "\(part) \"\(text)\" is not a decimal number: expected degrees such as \(example), nothing before or after"
  }

  @Test("The message stays short for any input")
  func longText() {
    #expect {
      try Coordinate(parsing: String(repeating: "9", count: 1_000_000) + "x,0")
    } throws: {
      "\($0)".count < 200
    }
  }
}
