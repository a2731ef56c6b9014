import Folklore
import Geo

/// Assesses the coordinates of a register.
///
/// A geocoder's default point is recognized only by the many records that share it, so add the whole register before you
/// assess the first record:
///
///     var survey = CoordinateSurvey()
///     for row in rows { survey.add(row) }
///     let assessments = rows.map { survey.assess($0) }
///
/// Its memory grows with the number of points, not of records.
public struct CoordinateSurvey: Sendable {
  private var company: [Cell: Company] = [:]

  /// A square of 0.0001 degree, about 11 m.
  private struct Cell: Hashable {
    let latitude: Int32
    let longitude: Int32

    init(_ position: Coordinate) {
      latitude = Int32((position.latitude * 10_000).rounded())
      longitude = Int32((position.longitude * 10_000).rounded())
    }
  }

  /// The temples at a point.
  private struct Company {
    private var temples = 0
    private var first: County?
    private var hasSeveralCounties = false

    mutating func add(_ county: County) {
      temples += 1
      if let first, first != county { hasSeveralCounties = true }
      first = first ?? county
    }

    /// At least three temples in at least two counties: two neighbours on either side of a border may share a point.
    var isDefaultPoint: Bool { temples >= 3 && hasSeveralCounties }
  }

  public init() {}

  /// Adds a record to the survey.
  public mutating func add(_ row: TempleRow) {
    add(row, in: AdministrativeArea(address: row.address, area: row.area))
  }

  /// - Parameter area: the area of the record's address.
  public mutating func add(_ row: TempleRow, in area: AdministrativeArea?) {
    guard let county = area?.county, let position = Self.read(row, in: county).position else { return }
    company[Cell(position), default: Company()].add(county)
  }

  /// The quality and the place of a record's coordinates.
  public func assess(_ row: TempleRow) -> CoordinateAssessment {
    assess(row, in: AdministrativeArea(address: row.address, area: row.area))
  }

  /// - Parameter area: the area of the record's address; nil if unknown, and then no place counts as wrong.
  public func assess(_ row: TempleRow, in area: AdministrativeArea?) -> CoordinateAssessment {
    let (position, quality) = Self.read(row, in: area?.county)
    guard let position else { return CoordinateAssessment(quality: .missing, position: nil) }
    if company[Cell(position)]?.isDefaultPoint == true {
      return CoordinateAssessment(quality: .defaultPoint, position: position)
    }
    let isOutside = area.map { !$0.county.extent.contains(position) } ?? !Self.taiwan.contains(position)
    return CoordinateAssessment(quality: isOutside ? .countyMismatch : quality, position: position)
  }
}

// MARK: - Reading the numbers

extension CoordinateSurvey {
  /// All counties, with the sea around them.
  private static let taiwan = BoundingBox(south: 20, north: 27, west: 117.5, east: 123)
  /// Eastings and northings of both zones in the same region.
  private static let eastings = 50_000.0...480_000.0
  private static let northings = 2_200_000.0...3_000_000.0

  /// The place of a record's coordinates, by their size: degrees in Taiwan, degrees in reverse order, or metres of the grid.
  private static func read(
    _ row: TempleRow, in county: County?
  ) -> (position: Coordinate?, quality: CoordinateQuality) {
    // Nothing was measured if a latitude or a longitude of Taiwan is near 0.
    guard let given = row.coordinate, abs(given.x) >= 1, abs(given.y) >= 1 else { return (nil, .missing) }
    let position = try? Coordinate(latitude: given.y, longitude: given.x)
    if let position, taiwan.contains(position) { return (position, .ok) }
    if let swapped = try? Coordinate(latitude: given.x, longitude: given.y), taiwan.contains(swapped) {
      return (swapped, .swapped)
    }
    if eastings.contains(given.x), northings.contains(given.y) {
      return (gridPosition(easting: given.x, northing: given.y, in: county), .projected)
    }
    if eastings.contains(given.y), northings.contains(given.x) {
      return (gridPosition(easting: given.y, northing: given.x, in: county), .projected)
    }
    // Elsewhere on the Earth, or invalid.
    return (position, .ok)
  }

  /// The place of grid coordinates in the county's zone, or in the other zone if only that place lies in the county: data sets of the whole
  /// country give the islands in the zone of the main island.
  private static func gridPosition(easting: Double, northing: Double, in county: County?) -> Coordinate? {
    let own = county?.gridZone ?? .main
    let position = TransverseMercator(zone: own).position(easting: easting, northing: northing)
    guard let county, let position, !county.extent.contains(position) else { return position }
    let other = TransverseMercator(zone: own == .main ? .islands : .main).position(easting: easting, northing: northing)
    return other.flatMap { county.extent.contains($0) ? $0 : nil } ?? position
  }
}
