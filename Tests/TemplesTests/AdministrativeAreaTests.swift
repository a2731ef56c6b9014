import Geo
import Temples
import TestSupport
import Testing

@Suite("counties and townships", .timed)
struct AdministrativeAreaTests {
  /// The Ministry of the Interior's statistics since 2015: 368 townships, of which 170 districts (158 in the six special
  /// municipalities, 12 in the three cities), 14 county-administered cities, 38 urban and 146 rural townships.
  @Test("Taiwan has 22 counties and cities with 368 townships")
  func count() {
    #expect(County.allCases.count == 22)
    #expect(Township.all.count == 368)
    #expect(Set(Township.all).count == 368)
    let kinds = Dictionary(grouping: Township.all) { $0.name.last }.mapValues(\.count)
    #expect(kinds == ["區": 170, "市": 14, "鎮": 38, "鄉": 146])
  }

  @Test(
    "an address is read from its beginning",
    arguments: [
      ("彰化縣鹿港鎮中山路430號", "", "彰化縣", "鹿港鎮"), ("505彰化縣鹿港鎮中山路430號", "", "彰化縣", "鹿港鎮"),
      ("(505-42) 彰化縣 鹿港鎮中山路", "", "彰化縣", "鹿港鎮"), ("１００台北市中正區", "", "臺北市", "中正區"),
      ("臺灣省雲林縣台西鄉", "", "雲林縣", "臺西鄉"), ("福建省金門縣烏坵鄉", "", "金門縣", "烏坵鄉"),
      ("台北縣板橋市府中路1號", "", "新北市", "板橋區"), ("臺北縣烏來鄉", "", "新北市", "烏來區"),
      ("桃園縣桃園市中正路", "", "桃園市", "桃園區"), ("桃園縣復興鄉", "", "桃園市", "復興區"),
      ("臺中縣豐原市", "", "臺中市", "豐原區"), ("台南縣新市鄉", "", "臺南市", "新市區"), ("臺南市中區", "", "臺南市", "中西區"),
      ("高雄縣三民鄉", "", "高雄市", "那瑪夏區"), ("高雄市三民區", "", "高雄市", "三民區"), ("高雄縣鳳山市", "", "高雄市", "鳳山區"),
      ("嘉義縣嘉義市東區", "", "嘉義市", "東區"), ("嘉義縣吳鳳鄉", "", "嘉義縣", "阿里山鄉"), ("苗栗縣頭份鎮", "", "苗栗縣", "頭份市"),
      ("彰化縣員林鎮", "", "彰化縣", "員林市"), ("屏東縣恒春鎮", "", "屏東縣", "恆春鎮"), ("屏東縣霧台鄉", "", "屏東縣", "霧臺鄉"),
      ("屏東縣三地鄉", "", "屏東縣", "三地門鄉"), ("臺中市東勢區", "", "臺中市", "東勢區"), ("臺中市東區", "", "臺中市", "東區"),
      ("臺中市大安區", "", "臺中市", "大安區"), ("新竹市香山區", "", "新竹市", "香山區"), ("臺東縣太麻里鄉", "", "臺東縣", "太麻里鄉"),
      ("鹿港鎮中山路", "彰化縣", "彰化縣", "鹿港鎮"), ("中正路1號", "基隆市", "基隆市", nil), ("", "台東縣", "臺東縣", nil),
      ("中山路", "彰化縣鹿港鎮", "彰化縣", "鹿港鎮"), ("鹿港鎮中山路", "", "彰化縣", "鹿港鎮"),
      ("宜蘭縣某路", "基隆市", "宜蘭縣", nil),
    ] as [(String, String, String, String?)])
  func addresses(address: String, area: String, county: String, township: String?) throws {
    let found = try #require(AdministrativeArea(address: address, area: area))
    #expect(found.county.name == county)
    #expect(found.township?.name == township)
    #expect(found.township.map { $0.county == found.county } ?? true)
  }

  @Test("no county is guessed", arguments: ["", "中正區中正路", "東京都千代田區", "中山路", "縣", "台"])
  func nowhere(address: String) {
    #expect(AdministrativeArea(address: address) == nil)
  }

  @Test("every county and township is found by its own name")
  func all() {
    for township in Township.all {
      let found = AdministrativeArea(address: township.county.name + township.name + "某路1號")
      #expect(found?.county == township.county && found?.township == township)
    }
    #expect(County.allCases.allSatisfy { County(name: $0.name) == $0 })
    #expect(County(name: "台北縣") == .newTaipei)
    #expect(County(name: "臺灣") == nil)
  }

  /// Places as any map shows them, to about 0.01 degree: seats of counties, capes, summits, islands.
  @Test(
    "the boxes hold the seats of the counties and the islands that belong to them",
    arguments: [
      (County.taipei, 25.03, 121.56), (.newTaipei, 25.01, 121.46), (.taoyuan, 24.99, 121.30),
      (.taichung, 24.15, 120.67),
      (.tainan, 22.99, 120.20), (.kaohsiung, 22.62, 120.30), (.yilan, 24.75, 121.75), (.hsinchuCounty, 24.83, 121.01),
      (.miaoli, 24.56, 120.82), (.changhua, 24.08, 120.54), (.nantou, 23.91, 120.69), (.yunlin, 23.71, 120.54),
      (.chiayiCounty, 23.46, 120.29), (.pingtung, 22.68, 120.49), (.taitung, 22.76, 121.14), (.hualien, 23.99, 121.60),
      (.penghu, 23.57, 119.58), (.keelung, 25.13, 121.74), (.hsinchu, 24.80, 120.97), (.chiayi, 23.48, 120.45),
      (.kinmen, 24.43, 118.32), (.lienchiang, 26.16, 119.95),
      // 鵝鑾鼻, 小琉球, 綠島, 蘭嶼, 龜山島, 基隆嶼, 七美, 目斗嶼, 花嶼, 烏坵, 東引, 莒光, 三貂角, 富貴角, 玉山
      (.pingtung, 21.90, 120.85), (.pingtung, 22.34, 120.37), (.taitung, 22.66, 121.49), (.taitung, 22.04, 121.55),
      (.yilan, 24.84, 121.95), (.keelung, 25.19, 121.78), (.penghu, 23.20, 119.43), (.penghu, 23.78, 119.60),
      (.penghu, 23.40, 119.32), (.kinmen, 24.99, 119.45), (.lienchiang, 26.37, 120.49), (.lienchiang, 25.96, 119.94),
      (.newTaipei, 25.01, 122.00), (.newTaipei, 25.30, 121.54), (.nantou, 23.47, 120.96), (.kaohsiung, 23.47, 120.95),
    ])
  func extents(county: County, latitude: Double, longitude: Double) throws {
    let position = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(county.extent.contains(position))
    #expect(county.extent.latitudes.upperBound - county.extent.latitudes.lowerBound < 1.7)
    #expect(county.extent.longitudes.allSatisfy { $0.upperBound - $0.lowerBound < 1.4 })
  }
}
