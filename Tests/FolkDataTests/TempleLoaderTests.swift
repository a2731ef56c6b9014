import FolkData
import Folklore
import Geo
import JSON
import TestSupport
import Testing

@Suite("Bundled temples", .timed)
struct TempleLoaderTests {
  private static let catalogue = Result { try CatalogueLoader(folder: PackageRoot.path("data")).load() }

  @Test("There are at least 100 temples, 30 of them described, all in Taiwan and each only once")
  func shipped() throws {
    let temples = try TempleLoader(folder: PackageRoot.path("data")).load(Self.catalogue.get())
    #expect(temples.count >= 100)
    let described = temples.filter { temple in
      ["introduction", "features", "transportation", "worship_tips"].allSatisfy {
        temple.details[$0].text?.isEmpty == false
      }
    }
    #expect(described.count >= 30)
    #expect(temples.map(\.id) == Array(1...temples.count))
    #expect(Set(temples.map(\.key)).count == temples.count)
    #expect(Set(temples.compactMap(\.sourceReference)).count == temples.compactMap(\.sourceReference).count)
    let taiwan = BoundingBox(south: 21.8, north: 26.5, west: 118, east: 122.1)
    for temple in temples { #expect(temple.trustedCoordinate.map(taiwan.contains) == true, "\(temple.key)") }
    // 鹿港天后宮 stands by 中山路 in 鹿港; the point is that of OpenStreetMap's tourist attraction to about 50 m.
    let lukang = try #require(temples.first { $0.name.contains("鹿港天后宮") })
    let known = try Coordinate(latitude: 24.0593, longitude: 120.4313)
    #expect(try #require(lukang.coordinate).distanceMeters(to: known) < 200)
    #expect(lukang.deityKey == "mazu")
  }

  private func feature(_ properties: String, point: String = "[120.43, 24.05]") -> String {
    """
    {"type": "FeatureCollection", "features": [
     {"type": "Feature", "geometry": {"type": "Point", "coordinates": \(point)},
      "properties": {\(properties)}}]}
    """
  }

  private static let good = """
    "key": "a", "name": "甲宮", "main_deity": "天上聖母", "deity": "mazu", "religion": "道教", "address": "彰化縣鹿港鎮",
      "county": "彰化縣", "town": "鹿港鎮", "sources": ["MOI-TEMPLES"]
    """

  private func fault(_ text: String) throws -> String? {
    let catalogue = try Self.catalogue.get()
    do throws(DataFault) {
      _ = try TempleLoader { text }.load(catalogue)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("A fault names the line, the temple and the field")
  func faults() throws {
    let good = Self.good
    #expect(try fault(feature(good)) == nil)
    #expect(
      try fault(feature(good.replacing("\"mazu\"", with: "\"maza\"")))
        == "temples.geojson:3: features[0].properties.deity: no deity has the key \"maza\"")
    #expect(
      try fault(feature(good.replacing("\"name\": \"甲宮\", ", with: "")))
        == "temples.geojson:3: features[0].properties.name: is missing")
    #expect(
      try fault(feature(good + ", \"founder\": \"某人\""))?.contains("founder: is not a field here") == true)
    #expect(
      try fault(feature(good, point: "[24.05, 120.43]"))
        == "temples.geojson:2: features[0].geometry.coordinates: latitude 120.43 is not between -90 and 90: latitude comes first, did you mean 24.05,120.43?"
    )
    #expect(try fault(feature(good, point: "[120.43]"))?.contains("are not those of a point") == true)
    #expect(try fault("{\"type\": \"Feature\"}")?.contains("type: is not \"FeatureCollection\"") == true)
    #expect(try fault("{\"type\": ")?.contains("is not YAML") == true)
    #expect(try TempleLoader { nil }.load(Self.catalogue.get()) == [])
  }

  @Test("The data check compares place and address and reads the opening hours")
  func check() throws {
    func faults(_ text: String) -> [String] {
      DataCheck(CatalogueLoader(folder: PackageRoot.path("data")), temples: TempleLoader { text }).faults
        .map(\.description)
    }
    #expect(faults(feature(Self.good)) == [])
    #expect(faults(feature(Self.good, point: "[121.5, 25.05]")).first?.contains("lies outside 彰化縣") == true)
    #expect(
      faults(feature(Self.good.replacing("\"town\": \"鹿港鎮\"", with: "\"town\": \"福興鄉\""))).first?.contains(
        "town: is not that of the address: 鹿港鎮") == true)
    #expect(faults(feature(Self.good + ", \"open_time\": \"早上\"")).first?.contains("open_time: opening hours") == true)
    #expect(faults(feature(Self.good + ", \"features\": \"广场\"")).first?.contains("Simplified characters") == true)
  }
}
