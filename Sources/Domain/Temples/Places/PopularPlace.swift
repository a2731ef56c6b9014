/// Places that people name otherwise than by county and township: old names, quarters, sights and stations, each with its township.
///
/// Old names: 洪敏麟, 臺灣舊地名之沿革; stations: the railways' and metros' own lists, where the township does not follow from the name.
enum PopularPlace {
  /// The township of a place; nil for other texts.
  static func area(of text: String) -> AdministrativeArea? {
    let name = AreaNames.folded(text.filter { !$0.isWhitespace })
    guard name.count <= longest else { return nil }
    if let area = places[name] { return area }
    guard let station = stationName(name) else { return nil }
    return stations[station.kind + station.name] ?? stations[station.name]
  }

  /// The name of a station without 車站 and its like: 左營 of 高鐵左營站; nil for other texts.
  static func stationName(_ folded: String) -> (name: String, kind: String)? {
    var name = folded[...]
    var kind = ""
    for (words, meaning) in kinds {
      for word in words where name.hasPrefix(word) && name.count > word.count {
        name = name.dropFirst(word.count)
        kind = meaning
      }
    }
    guard let end = ends.first(where: { name.hasSuffix($0) && name.count > $0.count }) else {
      return kind.isEmpty ? nil : (String(name), kind)
    }
    if end.hasPrefix("高铁") { kind = "高铁" }
    return (String(name.dropLast(end.count)), kind)
  }

  private static let kinds = [(["高铁", "台湾高铁"], "高铁"), (["台铁", "捷运", "火车", "北捷", "高捷", "中捷"], "")]
  private static let ends = ["高铁车站", "高铁站", "捷运站", "火车站", "转运站", "客运站", "车站", "站"]
  private static let longest = 12

  private static let places: [String: AdministrativeArea] = made([
    ("臺北市萬華區", ["艋舺", "西門町", "西門", "剝皮寮", "龍山寺站", "加蚋仔"]), ("臺北市大同區", ["大稻埕", "迪化街", "圓環"]),
    ("臺北市士林區", ["天母", "芝山岩", "八芝蘭", "士林夜市"]), ("臺北市松山區", ["錫口", "饒河夜市"]),
    ("臺北市信義區", ["臺北101", "101大樓", "象山"]), ("臺北市中正區", ["中正紀念堂", "總統府", "北車"]),
    ("臺北市大安區", ["永康街", "師大", "臺大"]), ("臺北市北投區", ["北投溫泉", "陽明山"]), ("臺北市文山區", ["貓空", "指南宮"]),
    ("新北市淡水區", ["滬尾", "淡水老街", "漁人碼頭"]), ("新北市板橋區", ["枋橋", "江子翠"]), ("新北市三重區", ["三重埔"]),
    ("新北市三峽區", ["三角湧", "三峽老街"]), ("新北市瑞芳區", ["九份", "金瓜石"]), ("新北市平溪區", ["十分"]),
    ("新北市新店區", ["碧潭"]), ("基隆市仁愛區", ["雞籠", "廟口夜市"]), ("桃園市大溪區", ["大嵙崁", "大科崁", "大溪老街"]),
    ("桃園市龜山區", ["林口長庚"]), ("新竹市東區", ["竹塹"]), ("新竹縣新埔鎮", ["枋寮義民廟", "義民廟"]), ("苗栗縣苗栗市", ["貓裏"]),
    ("臺中市豐原區", ["葫蘆墩"]), ("臺中市中區", ["大墩"]), ("臺中市南屯區", ["犁頭店"]), ("臺中市清水區", ["牛罵頭"]),
    ("臺中市東勢區", ["東勢角"]), ("臺中市西屯區", ["逢甲", "逢甲夜市"]), ("臺中市和平區", ["梨山", "谷關"]), ("彰化縣彰化市", ["半線", "八卦山"]),
    ("南投縣竹山鎮", ["林圯埔"]), ("南投縣魚池鄉", ["水沙連", "日月潭"]), ("南投縣仁愛鄉", ["清境", "合歡山"]), ("雲林縣北港鎮", ["笨港"]),
    ("雲林縣斗六市", ["斗六門"]), ("嘉義市東區", ["諸羅"]), ("嘉義縣民雄鄉", ["打貓"]), ("嘉義縣新港鄉", ["麻園寮"]),
    ("臺南市中西區", ["府城", "赤崁", "赤嵌樓", "孔廟"]), ("臺南市安平區", ["安平古堡", "熱蘭遮城"]), ("臺南市鹽水區", ["鹽水港", "月津"]),
    ("臺南市麻豆區", ["蔴荳"]), ("高雄市鹽埕區", ["打狗", "打鼓", "哈瑪星"]), ("高雄市左營區", ["蓮池潭"]),
    ("高雄市大樹區", ["佛光山"]), ("屏東縣屏東市", ["阿猴", "阿緱"]), ("屏東縣恆春鎮", ["瑯嶠", "墾丁"]), ("屏東縣潮州鎮", ["潮庄"]),
    ("宜蘭縣宜蘭市", ["噶瑪蘭", "五圍"]), ("宜蘭縣五結鄉", ["利澤簡"]), ("花蓮縣秀林鄉", ["太魯閣", "天祥"]), ("花蓮縣花蓮市", ["洄瀾"]),
    ("臺東縣臺東市", ["寶桑"]), ("澎湖縣馬公市", ["媽宮"]), ("連江縣南竿鄉", ["南竿", "媽祖巨神像"]), ("金門縣金城鎮", ["後浦"]),
  ])

  private static let stations: [String: AdministrativeArea] = made([
    ("臺北市中正區", ["臺北", "北"]), ("臺北市萬華區", ["龍山寺", "西門"]), ("臺北市中山區", ["行天宮", "圓山"]), ("基隆市仁愛區", ["基隆"]),
    ("桃園市桃園區", ["桃園"]), ("桃園市中壢區", ["高鐵桃園"]), ("新竹市東區", ["新竹"]), ("新竹縣竹北市", ["高鐵新竹"]),
    ("苗栗縣苗栗市", ["苗栗"]), ("苗栗縣後龍鎮", ["高鐵苗栗"]), ("臺中市中區", ["臺中"]), ("臺中市烏日區", ["高鐵臺中", "新烏日"]),
    ("彰化縣彰化市", ["彰化"]), ("彰化縣田中鎮", ["高鐵彰化"]), ("雲林縣虎尾鎮", ["高鐵雲林"]), ("嘉義市西區", ["嘉義"]),
    ("嘉義縣太保市", ["高鐵嘉義"]), ("臺南市北區", ["臺南"]), ("臺南市歸仁區", ["高鐵臺南"]), ("高雄市三民區", ["高雄"]),
    ("高雄市左營區", ["高鐵高雄", "新左營"]), ("屏東縣屏東市", ["屏東"]), ("宜蘭縣宜蘭市", ["宜蘭"]), ("花蓮縣花蓮市", ["花蓮"]),
    ("臺東縣臺東市", ["臺東"]),
  ])

  private static func made(_ list: [(area: String, names: [String])]) -> [String: AdministrativeArea] {
    var made: [String: AdministrativeArea] = [:]
    for (text, names) in list {
      guard let area = AdministrativeArea(address: text) else { continue }
      for name in names { made[AreaNames.folded(name)] = area }
    }
    return made
  }
}
