public import Folklore
internal import Foundation
public import Geo
internal import Words

/// A map of temples for a page: points in true proportion, north up, a scale, and where the reader is.
///
///     NearbyMap(places, around: here, language: .english).svg
///
/// It is drawn for the width of a telephone, in the colours of the page. Names stand where they overlap nothing, those of the first temples
/// before others; the temples whose names find no place are numbered and listed below the map. Below the points lies the `BaseMap`, or tiles.
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
    if let tiles { draw(tiles, &writer) } else { drawLines(&writer) }
    if hasReader {
      writer.ring(x: Self.middle.x, y: Self.middle.y, radius: 9, color: Self.ink, width: 1.5, opacity: 1)
      writer.point(x: Self.middle.x, y: Self.middle.y, radius: 4, fill: Self.ink, opacity: 1)
    }
    for point in points.reversed() {
      writer.circle(x: point.x, y: point.y, radius: 4, fill: Self.red, stroke: Self.paper)
    }
    let listed = drawNames(&writer)
    drawScale(&writer)
    let listHeight = drawList(listed, &writer)
    writer.drawNorth(x: Self.width - 16, y: 20, size: 8, color: Self.ink, language)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(Self.height + listHeight))">
      \(writer.body)</svg>
      """
  }

  // MARK: The ground

  private static let view = MapBox(left: 0, top: 0, right: width, bottom: height)

  /// The kilometres from the left edge to the right one.
  private var kilometersAcross: Double { Self.width / pixelsPerKilometer }

  private var hasLines: Bool { tiles == nil && kilometersAcross >= BaseMap.leastKilometers }

  /// False if nothing lies below the points: without tiles, outside of Taiwan, or where the map is so small that it has no name. Such a picture says no
  /// more than the list beside it.
  public var hasGround: Bool {
    tiles != nil || !groundNames.isEmpty || hasLines && BaseMap.layers.contains { !runs($0).isEmpty }
  }

  private func position(_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double) {
    let perDegree = pixelsPerKilometer * Self.kilometersPerDegree
    return (
      x: Self.middle.x + (longitude - center.east) * center.narrowing * perDegree,
      y: Self.middle.y + (center.north - latitude) * perDegree
    )
  }

  private func runs(_ layer: BaseMap.Layer) -> [[(x: Double, y: Double)]] {
    layer.lines.flatMap { line in
      BaseMap.clipped(line.map { position($0.longitude, $0.latitude) }, to: Self.view)
    }
  }

  /// Draws coast and borders on a map without tiles that is wide enough for them.
  private func drawLines(_ writer: inout SVGWriter) {
    guard hasLines else { return }
    for layer in BaseMap.layers {
      for run in runs(layer) { writer.polyline(run, color: Self.ink, width: layer.width, opacity: layer.opacity) }
    }
    writer.text(
      BaseMap.credit, x: Self.width - 4, y: Self.height - 4, size: 8, color: Self.ink, anchor: .end, opacity: 0.6)
  }

  /// The names of the base map that lie in the picture.
  private var groundNames: [(name: String, x: Double, y: Double)] {
    guard tiles == nil else { return [] }
    let room = MapBox(left: 20, top: 12, right: Self.width - 20, bottom: Self.height - 12)
    return BaseMap.names(across: kilometersAcross, in: language).compactMap { name, place in
      let (x, y) = position(place.longitude, place.latitude)
      return room.contains(MapBox(around: x, y, 0)) ? (name, x, y) : nil
    }
  }

  private static let groundSize = 10.0

  /// Writes the names of counties or townships, each once, where the temples leave room.
  private func drawGroundNames(_ labels: inout MapLabels, _ writer: inout SVGWriter) {
    var written: Set<String> = []
    for (name, x, y) in groundNames where !written.contains(name) {
      guard let place = labels.placeCentered(name, size: Self.groundSize, x: x, y: y) else { continue }
      written.insert(name)
      writer.text(
        name, x: place.x, y: place.y, size: Self.groundSize, color: Self.ink, anchor: place.anchor, opacity: 0.6)
    }
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

  /// Writes the names that find a place.
  ///
  /// - Returns: the numbers and names of the temples that find none. A number stands at the point if there is room for it.
  private func drawNames(_ writer: inout SVGWriter) -> [(number: Int, name: String)] {
    // The scale, the arrow, the reader's mark and the credit.
    var fixed = [
      MapBox(left: 0, top: Self.height - 32, right: 130, bottom: Self.height),
      MapBox(left: Self.width - 32, top: 0, right: Self.width, bottom: 44),
    ]
    if tiles != nil {
      fixed.append(MapBox(left: Self.width - 190, top: Self.height - 14, right: Self.width, bottom: Self.height))
    }
    if hasReader { fixed.append(MapBox(around: Self.middle.x, Self.middle.y, 10)) }
    if hasLines {
      fixed.append(MapBox(left: Self.width - 64, top: Self.height - 14, right: Self.width, bottom: Self.height))
    }
    let view = MapBox(left: 2, top: 2, right: Self.width - 2, bottom: Self.height - 2)
    let marks = points.map { MapBox(around: $0.x, $0.y, 5) }
    var labels = MapLabels(within: view, taken: fixed + marks)
    if hasReader {
      let name = language.say("您在這裡", "您在这里", "You are here")
      // It may cover points if they are on all sides.
      var withoutPoints = MapLabels(within: view, taken: fixed)
      func place(_ labels: inout MapLabels) -> MapLabels.Place? {
        labels.place(name, size: Self.textSize, x: Self.middle.x, y: Self.middle.y, distance: 13)
      }
      if let place = place(&labels) ?? place(&withoutPoints) {
        labels.take(place.box)
        draw(name, place, weight: 700, &writer)
      }
    }
    var listed: [(number: Int, name: String)] = []
    for (index, point) in points.enumerated() {
      // The name of a temple at the reader's place stands outside of the reader's mark.
      let isHere = hasReader && hypot(point.x - Self.middle.x, point.y - Self.middle.y) < 12
      let distance = isHere ? 22.0 : 7
      let name = DisplayWidth.cut(point.name, to: Self.columns)
      if let place = labels.place(name, size: Self.textSize, x: point.x, y: point.y, distance: distance) {
        draw(name, place, weight: 400, &writer)
        continue
      }
      let number = "\(index + 1)"
      listed.append((index + 1, point.name))
      if let place = labels.place(number, size: Self.numberSize, x: point.x, y: point.y, distance: distance - 1) {
        draw(number, place, size: Self.numberSize, weight: 700, &writer)
      }
    }
    drawGroundNames(&labels, &writer)
    return listed
  }

  private static let numberSize = 9.0

  private func draw(
    _ name: String, _ place: MapLabels.Place, size: Double = textSize, weight: Int, _ writer: inout SVGWriter
  ) {
    writer.text(name, x: place.x, y: place.y, size: size, color: Self.ink, anchor: place.anchor, weight: weight)
  }

  // MARK: The list below the map

  private static let listSize = 10.0
  private static let listSpacing = 14.0

  /// Writes the names without a place below the map, in two columns.
  ///
  /// - Returns: the height that they take.
  private func drawList(_ listed: [(number: Int, name: String)], _ writer: inout SVGWriter) -> Double {
    guard !listed.isEmpty else { return 0 }
    let rows = (listed.count + 1) / 2
    let height = Double(rows) * Self.listSpacing + 8
    writer.rectangle(x: 0, y: Self.height, width: Self.width, height: height, fill: Self.paper)
    for (index, entry) in listed.enumerated() {
      let (column, row) = (index / rows, index % rows)
      writer.text(
        "\(entry.number). " + DisplayWidth.cut(entry.name, to: 22), x: 12 + Double(column) * Self.width / 2,
        y: Self.height + 14 + Double(row) * Self.listSpacing, size: Self.listSize, color: Self.ink)
    }
    return height
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
