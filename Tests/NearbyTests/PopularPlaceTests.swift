import Folklore
import Geo
import Nearby
import Temples
import TestSupport
import Testing

@Suite("Places as people call them", .timed)
struct PopularPlaceTests {
  private static let directory = TempleDirectory(temples: [], activities: [], events: [])

  private func area(_ text: String) throws -> String {
    guard case .area(let area, _, _) = try Self.directory.place(text) else { return "no area" }
    return area.description
  }

  @Test(
    "Old names, quarters and stations are read by their township",
    arguments: [
      ("艋舺", "臺北市萬華區"), ("大稻埕", "臺北市大同區"), ("西門町", "臺北市萬華區"), ("府城", "臺南市中西區"), ("諸羅", "嘉義市東區"),
      ("滬尾", "新北市淡水區"), ("葫芦墩", "臺中市豐原區"), ("台北車站", "臺北市中正區"), ("高鐵左營站", "高雄市左營區"), ("左營高鐵站", "高雄市左營區"),
      ("新烏日站", "臺中市烏日區"), ("捷運龍山寺站", "臺北市萬華區"), ("花蓮火車站", "花蓮縣花蓮市"), ("高鐵台中站", "臺中市烏日區"), ("板橋車站", "新北市板橋區"),
      ("九份", "新北市瑞芳區"), ("台北縣板橋市", "新北市板橋區"), ("22041新北市板橋區", "新北市板橋區"), ("新北市板橋區文化路一段12號之3", "新北市板橋區"),
    ])
  func townships(text: String, township: String) throws { #expect(try area(text) == township) }

  // 25.0371, 121.5549 is 306000, 2770000 of EPSG:3826, and 24.4401, 118.3187 lies in 金門, whose metres are of EPSG:3825.
  @Test(
    "Metres of TWD97 are read in the zone whose point lies in a county",
    arguments: [
      ("306000,2770000", 25.0371, 121.5549), ("306,000 2,770,000", 25.0371, 121.5549),
      ("E180900 N2704000", 24.44, 118.32),
    ])
  func metres(text: String, latitude: Double, longitude: Double) throws {
    let place = try Self.directory.place(text).coordinate
    #expect(abs(place.latitude - latitude) < 0.01 && abs(place.longitude - longitude) < 0.02, "\(place)")
  }

  @Test(
    "A place beyond Taiwan is said to be outside, and each suggestion is read",
    arguments: ["東京", "香港", "Singapore", "吉隆坡"])
  func abroad(text: String) throws {
    let error = try #require(throws: TypedPlaceError.self) { try Self.directory.place(text) }
    #expect(error == .outsideTaiwan(text) && error.chinese.contains(text))
    for suggestion in error.suggestions { _ = try Self.directory.place(suggestion) }
  }
}
