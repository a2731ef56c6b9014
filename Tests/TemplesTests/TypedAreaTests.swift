import Geo
import Temples
import TestSupport
import Testing

@Suite("areas as people type them", .timed)
struct TypedAreaTests {
  @Test(
    "one area",
    arguments: [
      ("台中", "臺中市"), ("臺中市", "臺中市"), ("台中市", "臺中市"), ("西屯", "臺中市西屯區"), ("西屯區", "臺中市西屯區"), ("台中西屯", "臺中市西屯區"),
      ("台中市 西屯區", "臺中市西屯區"), ("西屯區台中市", "臺中市西屯區"), ("板橋", "新北市板橋區"), ("鹿港", "彰化縣鹿港鎮"), ("鹿港鎮", "彰化縣鹿港鎮"),
      ("員林鎮", "彰化縣員林市"), ("員林", "彰化縣員林市"), ("頭份鎮", "苗栗縣頭份市"), ("台中縣豐原市", "臺中市豐原區"), ("豐原市", "臺中市豐原區"),
      ("桃園縣", "桃園市"), ("桃園縣中壢市", "桃園市中壢區"), ("高雄縣鳳山市", "高雄市鳳山區"), ("高雄縣", "高雄市"), ("台北縣", "新北市"),
      ("台北縣板橋市", "新北市板橋區"), ("台南縣新營市", "臺南市新營區"), ("新竹縣新竹市", "新竹市"), ("嘉義縣嘉義市西區", "嘉義市西區"),
      ("新竹東區", "新竹市東區"), ("嘉義民雄", "嘉義縣民雄鄉"), ("宜蘭", "宜蘭縣"), ("宜蘭市", "宜蘭縣宜蘭市"), ("屏東東港", "屏東縣東港鎮"),
      ("台南中區", "臺南市中西區"), ("三民鄉", "高雄市那瑪夏區"), ("木柵", "臺北市文山區"), ("景美區", "臺北市文山區"), ("馬祖", "連江縣"),
      ("小琉球", "屏東縣琉球鄉"), ("阿里山", "嘉義縣阿里山鄉"), ("那瑪夏", "高雄市那瑪夏區"), ("台中市东势区", "臺中市東勢區"), ("卢洲", nil),
      ("芦洲", "新北市蘆洲區"), ("后里", "臺中市后里區"), ("后壁", "臺南市後壁區"), ("后龙", "苗栗縣後龍鎮"), ("台灣台中市西屯區", "臺中市西屯區"),
      ("Taichung", "臺中市"), ("TAICHUNG CITY", "臺中市"), ("Xitun", "臺中市西屯區"), ("Xitun District, Taichung City", "臺中市西屯區"),
      ("Situn", "臺中市西屯區"), ("Hsi-tun", "臺中市西屯區"), ("Kaohsiung", "高雄市"), ("Gaoxiong", "高雄市"), ("Hsinchu City", "新竹市"),
      ("Hsinchu County", "新竹縣"), ("Chiayi County", "嘉義縣"), ("Lukang", "彰化縣鹿港鎮"), ("Lugang", "彰化縣鹿港鎮"),
      ("Tamsui", "新北市淡水區"),
      ("Danshui", "新北市淡水區"), ("Banqiao", "新北市板橋區"), ("Panchiao", "新北市板橋區"), ("New Taipei", "新北市"),
      ("Taipei County", "新北市"),
      ("Keelung", "基隆市"), ("Kinmen", "金門縣"), ("Matsu", "連江縣"), ("Sanchong", "新北市三重區"), ("Changzhi", "屏東縣長治鄉"),
      ("Pingtung City", "屏東縣屏東市"), ("Xinyi Dist., Taipei City 110, Taiwan", "臺北市信義區"), ("Hualien", "花蓮縣"),
    ] as [(String, String?)])
  func one(text: String, area: String?) {
    let found = TypedArea(text)
    #expect(found?.areas.map(\.description) == area.map { [$0] })
    #expect(found?.rest ?? "" == "")
  }

  @Test(
    "a road is left over, and does not become a township",
    arguments: [
      ("407台中市西屯區台灣大道三段99號", "臺中市西屯區", "台灣大道三段99號"), ("台中市西屯路二段", "臺中市", "西屯路二段"),
      ("彰化縣鹿港鎮玉順里3鄰中山路430號", "彰化縣鹿港鎮", "玉順里3鄰中山路430號"), ("台北大安森林公園", "臺北市大安區", "森林公園"),
      ("(505) 彰化縣鹿港鎮中山路", "彰化縣鹿港鎮", "中山路"), ("台北車站", "臺北市中正區", ""),
      ("No. 99, Sec. 3, Taiwan Blvd., Xitun Dist., Taichung City 407", "臺中市西屯區", "no 99 sec 3 taiwan blvd"),
      ("Zhongshan Rd., Banqiao, New Taipei", "新北市板橋區", "zhongshan rd"),
    ])
  func rest(text: String, area: String, rest: String) {
    #expect(TypedArea(text)?.areas.map(\.description) == [area])
    #expect(TypedArea(text)?.rest == rest)
  }

  @Test(
    "several areas, and each name that is offered names one",
    arguments: [
      ("信義區", ["臺北市信義區", "基隆市信義區"]), ("信義", ["臺北市信義區", "南投縣信義鄉", "基隆市信義區"]),
      ("中正區", ["臺北市中正區", "基隆市中正區"]), ("東區", ["臺中市東區", "臺南市東區", "新竹市東區", "嘉義市東區"]),
      ("大安", ["臺北市大安區", "臺中市大安區"]), ("新竹", ["新竹縣", "新竹市"]), ("嘉義", ["嘉義縣", "嘉義市"]),
      ("Xinyi", ["臺北市信義區", "南投縣信義鄉", "基隆市信義區"]), ("Hsinchu", ["新竹縣", "新竹市"]),
      ("Taoyuan District", ["桃園市桃園區", "高雄市桃源區"]),
    ])
  func several(text: String, areas: [String]) {
    #expect(TypedArea(text)?.areas.map(\.description) == areas)
    for area in areas { #expect(TypedArea(area)?.areas.map(\.description) == [area]) }
  }

  @Test("no area", arguments: ["", "月球", "中山路", "東京都千代田區", "大安森林公園", "石門水庫", "Paris", "123", "鎮瀾宮"])
  func none(text: String) {
    #expect(TypedArea(text) == nil)
  }

  @Test(
    "a slip of the hand is answered with areas that are read",
    arguments: [("西囤區", "臺中市西屯區"), ("台中市西囤區", nil), ("Taichong", "臺中市"), ("Kaohsiong", "高雄市"), ("大安森林公園", "臺北市大安區")]
      as [(String, String?)])
  func similar(text: String, area: String?) {
    let similar = TypedArea.similar(to: text).map(\.description)
    if let area { #expect(similar.contains(area)) }
    for area in similar { #expect(TypedArea(area)?.areas.map(\.description) == [area]) }
  }

  @Test("each area is read by its name, in Chinese and in Latin letters, and its middle lies in its county")
  func all() throws {
    for township in Township.all {
      let name = township.county.name + township.name
      let area = try #require(TypedArea(name)?.areas.first)
      #expect(area.description == name)
      let middle = try #require(area.middle)
      #expect(township.county.extent.contains(middle), "\(name) \(middle)")
    }
    for township in Township.all where township.name.count > 2 {
      let stem = String(township.name.dropLast())
      // 宜蘭 is the county first, and the city with its 市.
      guard !County.allCases.contains(where: { $0.name.dropLast() == stem }) else { continue }
      #expect(TypedArea(stem)?.areas.contains { $0.township == township } == true, "\(stem)")
    }
    for county in County.allCases {
      #expect(TypedArea(county.name)?.areas.map(\.description) == [county.name])
      #expect(TypedArea(String(county.name.dropLast()))?.areas.contains { $0.county == county } == true)
    }
  }
}
