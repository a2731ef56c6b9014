import Folklore
import Geo
import Temples
import TestSupport
import Testing

@Suite("coordinates of temples", .timed)
struct CoordinateTests {
  private func row(_ address: String, _ x: String, _ y: String) -> TempleRow {
    var row = TempleRow(name: "試驗宮")
    row.address = address
    row.x = x
    row.y = y
    return row
  }

  @Test(
    "each record by itself",
    arguments: [
      ("彰化縣鹿港鎮", "120.4318", "24.0567", CoordinateQuality.ok), ("臺東縣蘭嶼鄉", "121.55", "22.05", .ok),
      ("彰化縣鹿港鎮", "0", "0", .missing), ("彰化縣鹿港鎮", "0.00139904", "0.00060081", .missing),
      ("彰化縣鹿港鎮", "", "", .missing), ("彰化縣鹿港鎮", "120.4318", "", .missing), ("彰化縣鹿港鎮", "120.4318", "0", .missing),
      ("彰化縣鹿港鎮", "999", "999", .missing),
      ("彰化縣鹿港鎮", "121.5195", "25.0421", .countyMismatch), ("彰化縣鹿港鎮", "139.75", "35.68", .countyMismatch),
      ("某地", "139.75", "35.68", .countyMismatch), ("某地", "121.5195", "25.0421", .ok),
      ("彰化縣鹿港鎮", "24.0567", "120.4318", .swapped), ("臺北市中正區", "24.0567", "120.4318", .countyMismatch),
      ("臺北市信義區", "307056.819", "2769551.837", .projected), ("臺北市信義區", "2769551.837", "307056.819", .projected),
      ("澎湖縣馬公市", "309850.380", "2607027.277", .projected), ("金門縣金湖鎮", "186805.748", "2704925.552", .projected),
      ("連江縣南竿鄉", "344965.395", "2894673.873", .projected), ("高雄市鳳山區", "307056.819", "2769551.837", .countyMismatch),
    ])
  func alone(address: String, x: String, y: String, quality: CoordinateQuality) {
    let assessment = CoordinateSurvey().assess(row(address, x, y))
    #expect(assessment.quality == quality)
    #expect((assessment.position == nil) == (quality == .missing))
    #expect(quality.isUsable == [.ok, .swapped, .projected].contains(quality))
  }

  @Test("swapped coordinates are put right")
  func swapped() throws {
    let assessment = CoordinateSurvey().assess(row("彰化縣鹿港鎮", "24.0567", "120.4318"))
    #expect(assessment.position == (try Coordinate(latitude: 24.0567, longitude: 120.4318)))
  }

  /// Grid coordinates by PyPI's pyproj 3.7.2 (PROJ 9.5.1), from EPSG:3824 (TWD97) to EPSG:3826 (zone 121) and EPSG:3825 (zone 119):
  /// address, easting, northing, latitude, longitude. PROJ computes the projection by another series.
  static let grid: [(String, Double, Double, Double, Double)] = [
    ("臺北市", 307056.8190, 2769551.8369, 25.033, 121.5654), ("臺中市", 216829.4330, 2671419.2878, 24.1477, 120.6736),
    ("高雄市", 178188.5533, 2503182.3669, 22.6273, 120.3014), ("屏東縣", 235327.5638, 2422049.1542, 21.896, 120.858),
    ("新北市", 304043.3820, 2798948.7965, 25.2985, 121.5367), ("臺東縣", 306563.5616, 2438973.1775, 22.048, 121.548),
    ("花蓮縣", 311769.9025, 2652376.3327, 23.9749, 121.607), ("南投縣", 250000.0000, 2599651.3488, 23.5, 121.0),
    ("臺北市", 448617.3179, 2918624.4741, 26.366, 122.99), ("澎湖縣", 309850.3802, 2607027.2770, 23.5655, 119.5863),
    ("金門縣", 186805.7482, 2704925.5518, 24.4493, 118.3767), ("連江縣", 344965.3952, 2894673.8731, 26.1605, 119.9499),
    ("連江縣", 398701.6172, 2918283.5194, 26.369, 120.49), ("金門縣", 295426.9761, 2764745.3105, 24.99, 119.45),
    ("澎湖縣", 294015.3584, 2566495.0584, 23.2, 119.43),
  ]

  @Test("the grid agrees with PROJ to a millimetre", arguments: grid)
  func projection(county: String, easting: Double, northing: Double, latitude: Double, longitude: Double) throws {
    let position = try #require(CoordinateSurvey().assess(row(county, "\(easting)", "\(northing)")).position)
    // 1e-8 degree is 1 mm; the eastings above are rounded to 0.1 mm.
    #expect(abs(position.latitude - latitude) < 1e-8)
    #expect(abs(position.longitude - longitude) < 1e-8)
  }

  @Test("a point shared by temples of several counties is a geocoder's default")
  func defaultPoint() {
    var rows = [
      row("雲林縣口湖鄉", "121.519504", "25.042125"), row("臺南市大內區", "121.519504", "25.042125"),
      row("屏東縣車城鄉", "121.519500732422", "25.0421257019043"), row("臺北市中正區", "121.519504", "25.042125"),
      // Three neighbours of one county, and two temples on either side of a border.
      row("彰化縣鹿港鎮", "120.43", "24.05"), row("彰化縣鹿港鎮", "120.43", "24.05"), row("彰化縣鹿港鎮", "120.43", "24.05"),
      row("嘉義市東區", "120.47", "23.46"), row("嘉義縣水上鄉", "120.47", "23.46"),
    ]
    rows.append(row("彰化縣鹿港鎮", "0", "0"))
    var survey = CoordinateSurvey()
    for row in rows { survey.add(row) }
    #expect(
      rows.map { survey.assess($0).quality } == [
        .defaultPoint, .defaultPoint, .defaultPoint, .defaultPoint, .ok, .ok, .ok, .ok, .ok, .missing,
      ])
  }
}
