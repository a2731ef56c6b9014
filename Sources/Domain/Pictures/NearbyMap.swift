public import Folklore
internal import Foundation
public import Geo
internal import Words

/// A map of temples for a page: points in true proportion, north up, a scale, and where the reader is.
///
///     NearbyMap(places, around: here, language: .english).svg
///
/// It is drawn for the width of a telephone, in the colours of the page. Names stand where they overlap nothing, those of the first temples
/// before others; the list beside the map has all of them.
public struct NearbyMap: Sendable {
  private let points: [(name: String, x: Double, y: Double)]
  private let hasReader: Bool
  private let pixelsPerKilometer: Double
  private let language: Language
  /// The coordinate in the middle.
  private let center: (north: Double, east: Double, narrowing: Double)
  private let tiles: Tiles?

  /// Pictures of the ground below the points, from a server of map tiles (Web Mercator, 256 pixels).
  public struct Tiles: Sendable {
    let address: String
    let credit: String

    /// - Parameters:
    ///   - address: `https://tile.openstreetmap.org/{z}/{x}/{y}.png`
    ///   - credit: whom the map names.
    public init(address: String, credit: String) {
      self.address = address
      self.credit = credit
    }
  }

  private static let (width, height) = (360.0, 300.0)
  private static let middle = (x: 180.0, y: 150.0)
  private static let margin = 26.0
  /// One temple alone is not magnified further than this.
  private static let shortestKilometers = 0.15
  private static let kilometersPerDegree = 111.195

  private static let red = "var(--brick, #9D4F4A)"
  private static let ink = "currentColor"
  private static let paper = "var(--white, #FFFFFF)"

  /// - Parameters:
  ///   - places: the most important first.
  ///   - reader: the middle of the map; nil to put all places in the middle.
  ///   - tiles: nil for a plain map.
  public init(_ places: [TempleMap.Place], around reader: Coordinate?, language: Language, tiles: Tiles? = nil) {
    self.language = language
    self.tiles = tiles
    hasReader = reader != nil
    let (latitudes, longitudes) = (places.map(\.coordinate.latitude), places.map(\.coordinate.longitude))
    func middle(_ numbers: [Double]) -> Double { ((numbers.min() ?? 0) + (numbers.max() ?? 0)) / 2 }
    let (north, east) = (reader?.latitude ?? middle(latitudes), reader?.longitude ?? middle(longitudes))
    // Flat: within a county of Taiwan the error is less than a point's radius.
    let narrowing = cos(north * .pi / 180)
    center = (north, east, narrowing)
    let offsets = places.map { place in
      (
        place.name, x: (place.coordinate.longitude - east) * narrowing * Self.kilometersPerDegree,
        y: (north - place.coordinate.latitude) * Self.kilometersPerDegree
      )
    }
    let across = max(offsets.map { abs($0.x) }.max() ?? 0, Self.shortestKilometers)
    let down = max(offsets.map { abs($0.y) }.max() ?? 0, Self.shortestKilometers)
    let scale = min((Self.middle.x - Self.margin) / across, (Self.middle.y - Self.margin) / down)
    pixelsPerKilometer = scale
    points = offsets.map { ($0.0, x: Self.middle.x + $0.x * scale, y: Self.middle.y + $0.y * scale) }
  }

  /// The picture. It has no words for a screen reader: the page labels it.
  public var svg: String {
    var writer = SVGWriter()
    writer.rectangle(x: 0, y: 0, width: Self.width, height: Self.height, fill: Self.paper)
    if let tiles { draw(tiles, &writer) }
    if hasReader {
      writer.ring(x: Self.middle.x, y: Self.middle.y, radius: 9, color: Self.ink, width: 1.5, opacity: 1)
      writer.point(x: Self.middle.x, y: Self.middle.y, radius: 4, fill: Self.ink, opacity: 1)
    }
    for point in points.reversed() {
      writer.circle(x: point.x, y: point.y, radius: 4, fill: Self.red, stroke: Self.paper)
    }
    drawNames(&writer)
    drawScale(&writer)
    writer.drawNorth(x: Self.width - 16, y: 20, size: 8, color: Self.ink, language)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))">
      \(writer.body)</svg>
      """
  }

  // MARK: Tiles

  /// The least width of a tile in the picture, so that its names can be read on a telephone.
  private static let leastTile = 180.0
  private static let zooms = 5...17
  private static let equator = 40_075.017

  /// Draws the tiles that the picture needs, at most eight or so. Within a county the flat map and Mercator's differ by less than a pixel.
  private func draw(_ tiles: Tiles, _ writer: inout SVGWriter) {
    func tileWidth(_ zoom: Int) -> Double {
      Self.equator * center.narrowing / Double(1 << zoom) * pixelsPerKilometer
    }
    let zoom = Self.zooms.last { tileWidth($0) >= Self.leastTile } ?? Self.zooms.lowerBound
    let count = Double(1 << zoom)
    let perDegree = pixelsPerKilometer * Self.kilometersPerDegree
    func left(_ column: Int) -> Double {
      Self.middle.x + (Double(column) / count * 360 - 180 - center.east) * perDegree * center.narrowing
    }
    func top(_ row: Int) -> Double {
      let latitude = atan(sinh(.pi * (1 - 2 * Double(row) / count))) * 180 / .pi
      return Self.middle.y + (center.north - latitude) * perDegree
    }
    let radians = center.north * .pi / 180
    let middleColumn = Int((center.east + 180) / 360 * count)
    let middleRow = Int((1 - asinh(tan(radians)) / .pi) / 2 * count)
    let reach = 3
    for row in (middleRow - reach)...(middleRow + reach) where top(row) < Self.height && top(row + 1) > 0 && row >= 0 {
      for column in (middleColumn - reach)...(middleColumn + reach)
      where left(column) < Self.width && left(column + 1) > 0 {
        writer.picture(
          tiles.address.replacing("{z}", with: "\(zoom)").replacing("{x}", with: "\(column)")
            .replacing("{y}", with: "\(row)"),
          x: left(column), y: top(row), width: left(column + 1) - left(column), height: top(row + 1) - top(row))
      }
    }
    writer.text(
      tiles.credit, x: Self.width - 4, y: Self.height - 4, size: 8, color: Self.ink, anchor: .end, weight: 400)
  }

  // MARK: Names

  private static let textSize = 11.0
  private static let columns = 22

  private func drawNames(_ writer: inout SVGWriter) {
    // The scale, the arrow and the reader's mark.
    var fixed = [
      MapBox(left: 0, top: Self.height - 32, right: 130, bottom: Self.height),
      MapBox(left: Self.width - 32, top: 0, right: Self.width, bottom: 44),
    ]
    if hasReader { fixed.append(MapBox(around: Self.middle.x, Self.middle.y, 10)) }
    var taken = fixed + points.map { MapBox(around: $0.x, $0.y, 5) }
    if hasReader {
      let name = language.say("您在這裡", "您在这里", "You are here")
      // It may cover points if they are on all sides.
      for obstacles in [taken, fixed] {
        let box = draw(name, Self.middle.x, Self.middle.y, distance: 13, weight: 700, obstacles, &writer)
        guard let box else { continue }
        taken.append(box)
        break
      }
    }
    for point in points {
      // The name of a temple at the reader's place stands outside of the reader's mark.
      let isHere = hasReader && hypot(point.x - Self.middle.x, point.y - Self.middle.y) < 12
      let name = DisplayWidth.cut(point.name, to: Self.columns)
      let box = draw(name, point.x, point.y, distance: isHere ? 22 : 7, weight: 400, taken, &writer)
      if let box { taken.append(box) }
    }
  }

  /// Writes a name on the first side of its point that is free.
  ///
  /// - Returns: the place that the name takes; nil if no side is free.
  private func draw(
    _ name: String, _ x: Double, _ y: Double, distance: Double, weight: Int, _ taken: [MapBox],
    _ writer: inout SVGWriter
  ) -> MapBox? {
    // Half of a Chinese character a column, and some more for wide Latin letters.
    let width = Double(DisplayWidth.of(name)) * Self.textSize * 0.56
    let baseline = Self.textSize * 0.36
    for (anchor, x, y) in [
      (SVGWriter.Anchor.start, x + distance, y + baseline), (.end, x - distance, y + baseline),
      (.middle, x, y - distance), (.middle, x, y + distance + Self.textSize * 0.8),
    ] {
      let left = anchor == .start ? x : anchor == .end ? x - width : x - width / 2
      let box = MapBox(left: left, top: y - Self.textSize * 0.9, right: left + width, bottom: y + Self.textSize * 0.25)
      guard box.left >= 2, box.right <= Self.width - 2, box.top >= 2, box.bottom <= Self.height - 2,
        !taken.contains(where: box.overlaps)
      else { continue }
      writer.text(name, x: x, y: y, size: Self.textSize, color: Self.ink, anchor: anchor, weight: weight)
      return box
    }
    return nil
  }

  // MARK: The scale

  private func drawScale(_ writer: inout SVGWriter) {
    let lengths = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]
    let length = lengths.last { $0 * pixelsPerKilometer <= 100 } ?? 0.05
    let text =
      length < 1
      ? "\(Int(length * 1_000)) " + language.say("公尺", "米", "m") : "\(Int(length)) " + language.say("公里", "公里", "km")
    let y = Self.height - 12
    writer.line(x1: 12, y1: y, x2: 12 + length * pixelsPerKilometer, y2: y, color: Self.ink, width: 2)
    writer.text(text, x: 12, y: y - 6, size: Self.textSize, color: Self.ink)
  }
}

/// A rectangle of the picture that something takes.
private struct MapBox {
  let left: Double
  let top: Double
  let right: Double
  let bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  init(around x: Double, _ y: Double, _ reach: Double) {
    self.init(left: x - reach, top: y - reach, right: x + reach, bottom: y + reach)
  }

  func overlaps(_ other: MapBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}
