public import Folklore
internal import Foundation
public import Geo

/// A map of the temples around a place: points in their directions, rings of 1, 5 and 10 km, names for the ten nearest.
///
/// Directions are true; the distance from the middle is the square root of the real distance, so that near temples do not overlap.
/// The rings show distances. Nearer points are larger.
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
  private static let named = 10
  private static let rings = [1.0, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000]

  private static let red = "#9D4F4A"
  private static let ink = "#2F2B27"
  private static let paper = "#F7F3E8"

  /// The picture as SVG.
  public var svg: String {
    var writer = SVGWriter()
    writer.text(title, x: 40, y: 52, size: 26, color: Self.ink, weight: 700)
    drawRings(&writer)
    writer.drawNorth(x: 60, y: 110, size: 18, color: Self.ink, language)
    // Draws the far ones first, so that the near ones are on top.
    for (index, place) in places.enumerated().reversed() { draw(place, number: index + 1, &writer) }
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

  private func drawRings(_ writer: inout SVGWriter) {
    for ring in Self.rings.reversed() where ring <= extentKilometers {
      let radius = reach(ring)
      writer.ring(x: Self.middle.x, y: Self.middle.y, radius: radius, color: Self.ink, width: 1, opacity: 0.25)
      writer.text(
        "\(Int(ring)) " + (language == .english ? "km" : "公里"),
        x: Self.middle.x, y: Self.middle.y + radius + 15, size: 12, color: Self.ink, anchor: .middle, opacity: 0.6)
    }
  }

  private func draw(_ place: Place, number: Int, _ writer: inout SVGWriter) {
    let kilometers = center.distanceKilometers(to: place.coordinate)
    let direction = center.bearingDegrees(to: place.coordinate) * .pi / 180
    let (east, north) = (sin(direction), cos(direction))
    let x = Self.middle.x + reach(kilometers) * east
    let y = Self.middle.y - reach(kilometers) * north
    // From 9 in the middle to 4 at the edge.
    let size = 9 - 5 * min(1, kilometers / extentKilometers).squareRoot()
    writer.point(x: x, y: y, radius: size, fill: Self.red, opacity: number <= Self.named ? 0.9 : 0.45)
    guard number <= Self.named else { return }
    let isLeft = east < 0
    writer.text(
      "\(number)", x: x + (isLeft ? -size - 3 : size + 3), y: y + 5, size: 14, color: Self.ink,
      anchor: isLeft ? .end : .start, weight: 700)
  }

  private func drawLegend(_ writer: inout SVGWriter) {
    var y = 120.0
    for (index, place) in places.prefix(Self.named).enumerated() {
      writer.text("\(index + 1)", x: Self.legendLeft, y: y, size: 16, color: Self.red, anchor: .end, weight: 700)
      let name = place.name.count > 14 ? place.name.prefix(13) + "…" : place.name[...]
      writer.text(String(name), x: Self.legendLeft + 12, y: y, size: 16, color: Self.ink)
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
