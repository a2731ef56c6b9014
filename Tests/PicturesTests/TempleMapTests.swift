import Folklore
import Foundation
import FoundationXML
import Geo
import Pictures
import TestSupport
import Testing

@Suite("Map of temples", .timed)
struct TempleMapTests {
  private func map(
    _ count: Int, radius: Double = 10, apart: Double = 1, language: Language = .traditionalChinese, name: String = "廟"
  ) throws -> String {
    let center = try Coordinate(latitude: 24, longitude: 120.5)
    let places = try (1...max(count, 1)).prefix(count).map { number in
      TempleMap.Place(
        name: "\(name)\(number)",
        coordinate: try center.destination(
          bearingDegrees: Double(number) * 30, distance: Radius(kilometers: apart * Double(number))))
    }
    return TempleMap(
      around: center, places, radius: try Radius(kilometers: radius), title: "附近 <&>", language: language
    ).svg
  }

  private func count(_ part: String, in text: String) -> Int { text.components(separatedBy: part).count - 1 }

  @Test("A map has a point for each temple, rings of 1, 5 and 10 km, a north arrow and ten names")
  func parts() throws {
    let svg = try map(12, apart: 0.8)
    let document = try XMLDocument(xmlString: svg)
    #expect(document.rootElement()?.name == "svg")
    #expect(count("fill=\"#9D4F4A\" fill-opacity", in: svg) == 12)
    #expect(count("fill=\"none\"", in: svg) == 3)
    for ring in ["1 公里", "5 公里", "10 公里"] { #expect(svg.contains(">\(ring)<")) }
    #expect(svg.contains("<polygon") && svg.contains(">北<"))
    #expect((1...10).allSatisfy { svg.contains(">廟\($0)<") } && !svg.contains(">廟11<"))
    #expect(svg.contains("另有 2 座"))
    #expect(svg.contains("附近 &lt;&amp;&gt;"))
  }

  @Test("Points lie in their directions, farther temples farther out, all within the picture")
  func points() throws {
    let svg = try map(12, apart: 0.8)
    let found = svg.matches(of: /<circle cx="([0-9.]+)" cy="([0-9.]+)" r="([0-9.]+)" fill="#9D4F4A"/)
    // They are drawn from the far ones to the near ones.
    let points = found.reversed().compactMap { match -> (x: Double, y: Double, r: Double)? in
      guard let x = Double(match.1), let y = Double(match.2), let r = Double(match.3) else { return nil }
      return (x - 360, 400 - y, r)
    }
    #expect(points.count == 12)
    for (index, point) in points.enumerated() {
      let angle = atan2(point.x, point.y) * 180 / .pi
      let expected = Double(index + 1) * 30
      #expect(abs((angle - expected).remainder(dividingBy: 360)) < 0.5, "temple \(index + 1)")
      #expect(hypot(point.x, point.y) <= 311)
    }
    for (near, far) in zip(points, points.dropFirst()) {
      #expect(hypot(near.x, near.y) < hypot(far.x, far.y) && near.r >= far.r)
    }
  }

  @Test("The map extends as far as the search, but not farther than its temples")
  func extent() throws {
    #expect(try map(2, radius: 3).contains(">1 公里<") && !map(2, radius: 3).contains(">5 公里<"))
    #expect(try map(3, radius: 20_000, apart: 100).contains(">100 公里<"))
    #expect(try !map(3, radius: 20_000, apart: 100).contains(">500 公里<"))
    #expect(try map(0).contains("<svg"))
    #expect(try map(1, language: .english).contains(">10 km<") && map(1, language: .english).contains(">N<"))
    #expect(try map(1, name: String(repeating: "長", count: 40)).contains("…<"))
  }

  @Test(
    "Numbers overlap neither each other nor a point, however close the temples are", arguments: [0.0, 0.02, 0.3, 3, 40])
  func numbers(apart: Double) throws {
    let svg = try map(14, radius: 20_000, apart: apart)
    struct Box {
      let left: Double, top: Double, right: Double, bottom: Double
      func overlaps(_ other: Box) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
      }
    }
    let shape =
      /<text x="([-0-9.]+)" y="([-0-9.]+)" font-size="14"[^>]*?(?: text-anchor="(\w+)")? font-weight="700">([0-9]+)</
    let numbers = svg.matches(of: shape).map { match -> Box in
      let (x, y, width) = (Double(match.1) ?? .nan, Double(match.2) ?? .nan, Double(match.4.count) * 7.8)
      let left = match.3 == "end" ? x - width : match.3 == "middle" ? x - width / 2 : x
      return Box(left: left, top: y - 10.5, right: left + width, bottom: y)
    }
    #expect(numbers.count == 10)
    for (index, number) in numbers.enumerated() {
      #expect(!numbers[(index + 1)...].contains(where: number.overlaps))
    }
    for match in svg.matches(of: /<circle cx="([0-9.]+)" cy="([0-9.]+)" r="([0-9.]+)" fill="#9D4F4A"/) {
      let (x, y, r) = (Double(match.1) ?? .nan, Double(match.2) ?? .nan, (Double(match.3) ?? .nan) * 0.9)
      let point = Box(left: x - r, top: y - r, right: x + r, bottom: y + r)
      #expect(!numbers.contains(where: point.overlaps))
    }
  }

  @Test("The coast of Taiwan is on a map that is wide enough, and no farther out than the map")
  func coast() throws {
    let center = try Coordinate(latitude: 24.15, longitude: 120.65)
    func svg(_ kilometers: Double) throws -> String {
      let place = TempleMap.Place(
        name: "廟", coordinate: try center.destination(bearingDegrees: 0, distance: Radius(kilometers: kilometers)))
      return TempleMap(
        around: center, [place], radius: try Radius(kilometers: kilometers + 1), title: "",
        language: .traditionalChinese
      ).svg
    }
    let wide = try svg(100)
    let lines = wide.matches(of: /<polyline points="([^"]+)"/)
    #expect(!lines.isEmpty)
    #expect(try !svg(5).contains("<polyline"))
    let points = lines.flatMap { line in
      line.1.split(separator: " ").map { $0.split(separator: ",").compactMap { Double($0) } }
    }
    #expect(points.allSatisfy { $0.count == 2 && hypot($0[0] - 360, $0[1] - 400) <= 310.1 })
    // The harbour of Taichung, 24.26 north and 120.51 east, is 18 to 20 km to the west-northwest: the coast is there.
    let harbour = try Coordinate(latitude: 24.26, longitude: 120.51)
    let reach = 310 * (center.distanceKilometers(to: harbour) / (100 * 1.05)).squareRoot()
    let bearing = center.bearingDegrees(to: harbour) * .pi / 180
    let (x, y) = (360 + reach * sin(bearing), 400 - reach * cos(bearing))
    #expect(points.contains { hypot($0[0] - x, $0[1] - y) < 20 })
  }
}
