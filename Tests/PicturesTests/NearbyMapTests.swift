import Folklore
import Foundation
import FoundationXML
import Geo
import Pictures
import TestSupport
import Testing

@Suite("Map of temples on a page", .timed)
struct NearbyMapTests {
  private static func center() throws -> Coordinate { try Coordinate(latitude: 25.0372, longitude: 121.4997) }

  private func places(_ count: Int, within kilometers: Double, seed: UInt64, name: String = "清水巖祖師廟") throws
    -> [TempleMap.Place]
  {
    var generator = SeededGenerator(seed: seed)
    return try (0..<count).map { number in
      TempleMap.Place(
        name: name + "\(number)",
        coordinate: try Self.center().destination(
          bearingDegrees: Double.random(in: 0..<360, using: &generator),
          distance: Radius(kilometers: Double.random(in: 0.01...kilometers, using: &generator))))
    }
  }

  @Test("Tiles lie where their numbers say, and cover the picture")
  func tiles() throws {
    let here = try Self.center()
    let tiles = NearbyMap.Tiles(address: "https://tiles.example/{z}/{x}/{y}.png", credit: "© someone & co")
    let svg = NearbyMap(try places(12, within: 2, seed: 5), around: here, language: .english, tiles: tiles).svg
    #expect(svg.contains("© someone &amp; co"))
    let shape =
      /<foreignObject x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"><img [^>]*src="https:\/\/tiles.example\/([0-9]+)\/([0-9]+)\/([0-9]+).png"/
    var found: [DrawnTile] = []
    for match in svg.matches(of: shape) {
      let numbers = [match.1, match.2, match.3, match.4].map { Double($0) ?? 0 }
      let names = [match.5, match.6, match.7].map { Int($0) ?? 0 }
      found.append(
        DrawnTile(
          left: numbers[0], top: numbers[1], right: numbers[0] + numbers[2], bottom: numbers[1] + numbers[3],
          names: names))
    }
    #expect((1...12).contains(found.count))
    // The tile under the reader, by the formula of OpenStreetMap's wiki (Slippy map tilenames), worked out in Python for zoom 15: 27443, 14028.
    let middle = found.first { $0.covers(180, 150) }
    let names = try #require(middle?.names)
    try #require((11...15).contains(names[0]))
    let steps = 15 - names[0]
    #expect(names[1] == 27_443 >> steps && names[2] == 14_028 >> steps)
    for (x, y) in [(1.0, 1.0), (359.0, 1.0), (1.0, 299.0), (359.0, 299.0)] {
      #expect(found.contains { $0.covers(x, y) })
    }
    #expect(!NearbyMap(try places(3, within: 2, seed: 5), around: here, language: .english).svg.contains("<img"))
  }

  private struct DrawnTile {
    let left: Double
    let top: Double
    let right: Double
    let bottom: Double
    /// Zoom, column, row.
    let names: [Int]

    func covers(_ x: Double, _ y: Double) -> Bool { left <= x && x <= right && top <= y && y <= bottom }
  }

  private struct Text {
    let x: Double
    let y: Double
    let size: Double
    let anchor: String
    let words: String

    /// As wide as the widest letters of a typeface: a Chinese character is a square, other letters are 0.56 of it.
    var box: (left: Double, top: Double, right: Double, bottom: Double) {
      let width = words.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 1 : 0.56) * size }
      let left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x
      return (left, y - size * 0.75, left + width, y + size * 0.2)
    }
  }

  private func texts(_ svg: String) -> [Text] {
    svg.matches(
      of:
        /<text x="([0-9.]+)" y="([0-9.]+)" font-size="([0-9.]+)"[^>]*?(?: text-anchor="(\w+)")?(?: font-weight="700")?(?: fill-opacity="[0-9.]+")?>([^<]*)</
    )
    .map {
      Text(
        x: Double($0.1) ?? .nan, y: Double($0.2) ?? .nan, size: Double($0.3) ?? .nan,
        anchor: $0.4.map(String.init) ?? "start", words: String($0.5))
    }
  }

  @Test("No name overlaps another or leaves the picture, however close the temples are", arguments: 1...30)
  func names(seed: Int) throws {
    let kilometers = [0.05, 0.5, 5, 60][seed % 4]
    let name = seed % 3 == 0 ? "Temple " : "清水巖祖師廟"
    let places = try places(40, within: kilometers, seed: UInt64(seed), name: name)
    for reader in [try Self.center(), nil] {
      let svg = NearbyMap(places, around: reader, language: .traditionalChinese).svg
      let texts = texts(svg)
      let named = texts.filter { $0.words.hasPrefix(name) }
      #expect(named.count >= 3, "seed \(seed)")
      // Each temple is named once: on the map, or with its number in the list below.
      let listed = texts.filter { $0.y > 300 }
      #expect(named.count + listed.count == places.count, "seed \(seed)")
      for index in places.indices where !named.contains(where: { $0.words == name + "\(index)" }) {
        #expect(listed.contains { $0.words == "\(index + 1). \(name)\(index)" }, "seed \(seed), \(index)")
      }
      let points = svg.matches(of: /<circle cx="([0-9.]+)" cy="([0-9.]+)" r="4" fill="var\(--brick, #9D4F4A\)"/).map {
        (x: Double($0.1) ?? 0, y: Double($0.2) ?? 0)
      }
      #expect(points.count == places.count)
      let labels = texts.filter {
        $0.y < 300 && $0.words != "您在這裡" && !$0.words.hasSuffix("公里") && !$0.words.hasSuffix("公尺")
      }
      for label in labels where label.words != "北" {
        let covers = points.contains { point in
          label.box.left < point.x && point.x < label.box.right && label.box.top < point.y && point.y < label.box.bottom
        }
        #expect(!covers, "seed \(seed): \(label.words)")
      }
      for (index, text) in texts.enumerated() {
        #expect(
          text.box.left >= 0 && text.box.right <= 360 && text.box.top >= 0 && (text.box.bottom <= 300 || text.y > 300),
          "seed \(seed)")
        for other in texts[(index + 1)...] {
          let isApart =
            text.box.right <= other.box.left || other.box.right <= text.box.left || text.box.bottom <= other.box.top
            || other.box.bottom <= text.box.top
          #expect(isApart, "seed \(seed): \(text.words) and \(other.words)")
        }
      }
      // Nothing is written twice, and the reader is named only where there is one.
      #expect(Set(texts.map(\.words)).count == texts.count)
      #expect(texts.contains { $0.words == "您在這裡" } == (reader != nil))
    }
  }

  /// Lukang's inhabited part is around 24.06 north, 120.43 east; the border of Changhua and Taichung is the Dadu, north of 24.1.
  @Test("Townships are named on a small map, counties and their borders on a large one; abroad there is no ground")
  func ground() throws {
    let lukang = try Coordinate(latitude: 24.056, longitude: 120.432)
    func map(_ kilometers: Double, around center: Coordinate, _ language: Language = .traditionalChinese) throws
      -> NearbyMap
    {
      let place = TempleMap.Place(
        name: "廟", coordinate: try center.destination(bearingDegrees: 10, distance: Radius(kilometers: kilometers)))
      return NearbyMap([place], around: center, language: language)
    }
    let small = try map(8, around: lukang)
    #expect(small.hasGround && small.svg.contains(">福興鄉<") && !small.svg.contains("<polyline"))
    #expect(try map(8, around: lukang, .english).svg.contains(">Fuxing<"))
    let wide = try map(60, around: lukang)
    #expect(wide.svg.contains(">臺中市<") && !wide.svg.contains(">福興鄉<") && wide.svg.contains(">Natural Earth<"))
    #expect(wide.svg.matches(of: /<polyline [^>]*stroke-width="0.6"/).count > 3)
    #expect(wide.svg.matches(of: /<polyline [^>]*stroke-width="0.9"/).count >= 1)
    // Vancouver has a temple of Tianhou.
    #expect(try !map(60, around: Coordinate(latitude: 49.27, longitude: -123.1)).hasGround)
  }

  @Test("Points lie in true proportion to the scale, north up")
  func proportion() throws {
    let center = try Self.center()
    let places = try [(0.0, 2.0), (90, 4), (180, 1), (270, 3)].map { bearing, kilometers in
      TempleMap.Place(
        name: "\(Int(bearing))",
        coordinate: try center.destination(bearingDegrees: bearing, distance: Radius(kilometers: kilometers)))
    }
    let svg = NearbyMap(places, around: center, language: .english).svg
    let points = svg.matches(of: /<circle cx="([0-9.]+)" cy="([0-9.]+)" r="4" fill="var\(--brick, #9D4F4A\)"/)
      .reversed().map {
        (x: (Double($0.1) ?? 0) - 180, y: 150 - (Double($0.2) ?? 0))
      }
    let bar = try #require(svg.firstMatch(of: /<line x1="12" y1="[0-9.]+" x2="([0-9.]+)"/))
    // The bar of a kilometre, measured.
    #expect(svg.contains(">2 km<"))
    let kilometer = ((Double(bar.1) ?? 0) - 12) / 2
    for (point, (x, y)) in zip(points, [(0.0, 2.0), (4, 0), (0, -1), (-3, 0)]) {
      #expect(abs(point.x - x * kilometer) < 0.5 && abs(point.y - y * kilometer) < 0.5)
    }
    #expect(points.count == 4 && svg.contains(">N<"))
  }

  @Test("One temple, none, and names with markup")
  func edges() throws {
    let center = try Self.center()
    for places in [[], [TempleMap.Place(name: "<b>&\"", coordinate: center)]] {
      for reader in [center, nil] {
        let svg = NearbyMap(places, around: reader, language: .simplifiedChinese).svg
        #expect(try XMLDocument(xmlString: svg).rootElement()?.name == "svg")
        #expect(!svg.contains("nan") && !svg.contains("inf") && !svg.contains("<b>"))
      }
    }
  }

  @Test("A wide map shows the coast within its edges, a narrow one and one with tiles do not")
  func coast() throws {
    let places = try places(8, within: 60, seed: 3)
    let here = try Self.center()
    let svg = NearbyMap(places, around: here, language: .traditionalChinese).svg
    let corners = svg.matches(of: /([-0-9.]+),([-0-9.]+)[ "]/).map { (Double($0.1) ?? .nan, Double($0.2) ?? .nan) }
    #expect(svg.contains("<polyline") && corners.allSatisfy { (0...360).contains($0.0) && (0...300).contains($0.1) })
    #expect(
      !NearbyMap(try self.places(8, within: 2, seed: 3), around: here, language: .english).svg.contains("<polyline"))
    let tiles = NearbyMap.Tiles(address: "https://tiles.example/{z}/{x}/{y}.png", credit: "someone")
    #expect(!NearbyMap(places, around: here, language: .english, tiles: tiles).svg.contains("<polyline"))
  }
}
