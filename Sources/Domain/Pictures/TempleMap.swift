public import Folklore
internal import Foundation
public import Geo
internal import Words

/// A map of the temples around a place: points in their directions, rings of 1, 5 and 10 km, names for the ten nearest.
///
/// Directions are true; the distance from the middle is the square root of the real distance, so that near temples do not overlap.
/// The rings show distances. Nearer points are larger. Below them lies the `BaseMap`, bent like the distances.
public struct TempleMap: Sendable {
  private let places: [Place]
  private let center: Coordinate
  private let title: String
  private let language: Language
  private let extentKilometers: Double

  /// A temple on the map.
  public struct Place: Sendable {
    let name: String
    let coordinate: Coordinate

    public init(name: String, coordinate: Coordinate) {
      self.name = name
      self.coordinate = coordinate
    }
  }

  /// - Parameters:
  ///   - places: nearest first.
  ///   - radius: the radius of the search. The map is no larger than this, and smaller if the last place is much nearer.
  public init(around center: Coordinate, _ places: [Place], radius: Radius, title: String, language: Language) {
    self.center = center
    self.places = places
    self.title = title
    self.language = language
    let furthest = places.map { center.distanceKilometers(to: $0.coordinate) }.max() ?? 0
    extentKilometers = min(radius.kilometers, max(10, furthest * 1.05))
  }

  private static let width = 1_000.0
  private static let middle = (x: 360.0, y: 400.0)
  private static let reach = 310.0
  private static let legendLeft = 710.0
  private static let legendWidth = 248.0
  /// Names are cut only where smaller letters could not be read.
  private static let legendColumns = 40
  private static let named = 10
  private static let rings = [1.0, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000]

  private static let red = "#9D4F4A"
  private static let ink = "#2F2B27"
  private static let paper = "#F7F3E8"

  /// The picture as SVG.
  public var svg: String {
    var writer = SVGWriter()
    writer.text(title, x: 40, y: 52, size: 26, color: Self.ink, weight: 700)
    drawLines(&writer)
    let points = places.map(point)
    let marks = points.map { MapBox(around: $0.x, $0.y, $0.radius) }
    let ringLabels = drawRings(avoiding: marks, &writer)
    writer.drawNorth(x: 60, y: 110, size: 18, color: Self.ink, language)
    // Draws the far ones first, so that the near ones are on top.
    for (index, point) in points.enumerated().reversed() {
      writer.point(
        x: point.x, y: point.y, radius: point.radius, fill: Self.red, opacity: index < Self.named ? 0.9 : 0.45)
    }
    drawNumbers(points, avoiding: ringLabels, &writer)
    writer.circle(x: Self.middle.x, y: Self.middle.y, radius: 4, fill: Self.ink, stroke: Self.paper)
    drawLegend(&writer)
    writer.text("folkcal", x: Self.width - 40, y: 770, size: 13, color: Self.ink, anchor: .end, opacity: 0.5)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800" width="1000" height="800" \
      font-family="'Noto Sans CJK TC', 'Noto Sans TC', 'Noto Serif CJK TC', sans-serif">
      <title>\(SVGWriter.escaped(title))</title>
      <rect width="1000" height="800" fill="\(Self.paper)"/>
      \(writer.body)</svg>

      """
  }

  /// The distance from the middle of the picture for a real distance.
  private func reach(_ kilometers: Double) -> Double {
    Self.reach * (max(0, kilometers) / extentKilometers).squareRoot()
  }

  /// - Returns: what the distances of the rings take.
  private func drawRings(avoiding marks: [MapBox], _ writer: inout SVGWriter) -> [MapBox] {
    var boxes: [MapBox] = []
    for ring in Self.rings.reversed() where ring <= extentKilometers {
      let radius = reach(ring)
      writer.ring(x: Self.middle.x, y: Self.middle.y, radius: radius, color: Self.ink, width: 1, opacity: 0.25)
      let text = "\(Int(ring)) " + (language == .english ? "km" : "公里")
      let half = TextFit.width(text) * 6 + 2
      func box(_ degrees: Double) -> MapBox {
        let (x, y) = place(degrees)
        return MapBox(left: x - half, top: y - 11, right: x + half, bottom: y + 3)
      }
      func place(_ degrees: Double) -> (x: Double, y: Double) {
        let radians = degrees * .pi / 180
        return (
          Self.middle.x + radius * sin(radians), Self.middle.y - radius * cos(radians) + (degrees == 180 ? 15 : 4)
        )
      }
      // Below the ring, else on it where no point is.
      let free = [180.0, 160, 200, 140, 220, 120, 240, 100, 260, 0, 40, 320].first { degrees in
        !(boxes + marks).contains(where: box(degrees).overlaps)
      }
      // The distances of inner rings of a wide map would overlap.
      guard free != nil || !boxes.contains(where: box(180).overlaps) else { continue }
      let (x, y) = place(free ?? 180)
      boxes.append(box(free ?? 180))
      writer.text(text, x: x, y: y, size: 12, color: Self.ink, anchor: .middle, opacity: 0.7)
    }
    return boxes
  }

  private typealias Point = (x: Double, y: Double, radius: Double)

  private func point(_ place: Place) -> Point {
    let (x, y) = position(place.coordinate)
    // From 9 in the middle to 4 at the edge.
    let share = min(1, center.distanceKilometers(to: place.coordinate) / extentKilometers)
    return (x, y, 9 - 5 * share.squareRoot())
  }

  private func position(_ coordinate: Coordinate) -> (x: Double, y: Double) {
    let distance = reach(center.distanceKilometers(to: coordinate))
    let direction = center.bearingDegrees(to: coordinate) * .pi / 180
    return (Self.middle.x + distance * sin(direction), Self.middle.y - distance * cos(direction))
  }

  /// Numbers the temples of the legend: beside the point, else farther away with a line to it.
  private func drawNumbers(_ points: [Point], avoiding ringLabels: [MapBox], _ writer: inout SVGWriter) {
    let marks = points.map { MapBox(around: $0.x, $0.y, $0.radius) }
    var labels = MapLabels(
      within: MapBox(left: 10, top: 70, right: Self.legendLeft - 30, bottom: 760),
      taken: ringLabels + marks + [
        MapBox(around: Self.middle.x, Self.middle.y, 5), MapBox(left: 42, top: 84, right: 78, bottom: 146),
      ])
    for (index, point) in points.prefix(Self.named).enumerated() {
      let number = "\(index + 1)"
      for farther in [0.0, 12, 24, 40, 60, 90] {
        let place = labels.place(
          number, size: Self.numberSize, x: point.x, y: point.y, distance: point.radius + 3 + farther)
        guard let place else { continue }
        if farther > 0 {
          // To the middle of the side that faces the point.
          let x = min(max(point.x, place.box.left), place.box.right)
          let y = min(max(point.y, place.box.top), place.box.bottom)
          writer.line(x1: point.x, y1: point.y, x2: x, y2: y, color: Self.ink, width: 0.8, opacity: 0.6)
        }
        writer.text(
          number, x: place.x, y: place.y, size: Self.numberSize, color: Self.ink, anchor: place.anchor, weight: 700)
        break
      }
    }
    drawGroundNames(&labels, &writer)
  }

  private static let numberSize = 14.0

  // MARK: The ground

  private var hasLines: Bool { extentKilometers * 2 >= BaseMap.leastKilometers }

  /// Draws coast and borders as far as the map extends, bent like the distances of the map.
  private func drawLines(_ writer: inout SVGWriter) {
    guard hasLines else { return }
    for layer in BaseMap.layers {
      for line in layer.lines { draw(line, layer, &writer) }
    }
    writer.text(BaseMap.credit, x: 40, y: 770, size: 13, color: Self.ink, opacity: 0.5)
  }

  /// Writes the names of counties or townships, each once, where points, numbers and rings leave room.
  private func drawGroundNames(_ labels: inout MapLabels, _ writer: inout SVGWriter) {
    var written: Set<String> = []
    for (name, place) in BaseMap.names(across: extentKilometers * 2, in: language) where !written.contains(name) {
      guard center.distanceKilometers(to: place) <= extentKilometers else { continue }
      let (x, y) = position(place)
      guard let found = labels.placeCentered(name, size: Self.groundSize, x: x, y: y) else { continue }
      written.insert(name)
      writer.text(
        name, x: found.x, y: found.y, size: Self.groundSize, color: Self.ink, anchor: found.anchor, opacity: 0.55)
    }
  }

  private static let groundSize = 14.0

  private func draw(_ line: BaseMap.Line, _ layer: BaseMap.Layer, _ writer: inout SVGWriter) {
    var run: [(x: Double, y: Double)] = []
    func finish(_ writer: inout SVGWriter) {
      if run.count > 1 {
        writer.polyline(run, color: Self.ink, width: layer.width * 1.4, opacity: layer.opacity)
      }
      run = []
    }
    for (start, end) in zip(line, line.dropFirst()) {
      // A straight line bends on this map: it is drawn in steps of about half a kilometre.
      let steps = max(1, Int(hypot(end.longitude - start.longitude, end.latitude - start.latitude) / 0.005))
      for step in 0...steps {
        let share = Double(step) / Double(steps)
        let coordinate = try? Coordinate(
          latitude: start.latitude + (end.latitude - start.latitude) * share,
          longitude: start.longitude + (end.longitude - start.longitude) * share)
        guard let coordinate, center.distanceKilometers(to: coordinate) <= extentKilometers else {
          finish(&writer)
          continue
        }
        run.append(position(coordinate))
      }
    }
    finish(&writer)
  }

  // MARK: The legend

  private func drawLegend(_ writer: inout SVGWriter) {
    var y = 120.0
    for (index, place) in places.prefix(Self.named).enumerated() {
      writer.text("\(index + 1)", x: Self.legendLeft, y: y, size: 16, color: Self.red, anchor: .end, weight: 700)
      let name = DisplayWidth.cut(place.name, to: Self.legendColumns)
      writer.text(
        name, x: Self.legendLeft + 12, y: y, size: min(16, Self.legendWidth / TextFit.width(name)), color: Self.ink)
      writer.text(distance(to: place), x: Self.legendLeft + 12, y: y + 20, size: 13, color: Self.ink, opacity: 0.65)
      y += 56
    }
    let rest = places.count - Self.named
    guard rest > 0 else { return }
    let text = language == .english ? "and \(rest) more" : "另有 \(rest) 座"
    writer.text(text, x: Self.legendLeft + 12, y: y, size: 13, color: Self.ink, opacity: 0.65)
  }

  /// `0.52 公里`.
  private func distance(to place: Place) -> String {
    let hundredths = Int((center.distanceKilometers(to: place.coordinate) * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    return "\(whole).\(rest < 10 ? "0" : "")\(rest) " + (language == .english ? "km" : "公里")
  }
}
