import Sheets
import Temples

/// A register of invented temples, in each of the formats.
enum SmallRegister {
  static let csv = """
    編號,寺廟名稱,主祀神祇,行政區,地址,教別,登記別,WGS84X,WGS84Y
    9000001,試驗宮,天上聖母,彰化縣,彰化縣鹿港鎮某路1號,道教,正式登記,120.4318,24.0567
    9000002,"雙""引""寺",釋迦牟尼佛,臺中市,"臺中市西區,某街2號",佛教,補辦登記,120.66,24.14
    9000003,無座標廟,福德正神,金門縣,金門縣金湖鎮某村3號,道教,正式登記,0,0

    """

  static let xml = """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- invented -->
    <ArrayOfOpenData_3 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <OpenData_3>
        <編號>9000001</編號>
        <寺廟名稱>試驗宮</寺廟名稱>
        <主祀神祇>天上聖母</主祀神祇>
        <行政區>彰化縣</行政區>
        <地址>彰化縣鹿港鎮某路1號</地址>
        <教別>道教</教別>
        <登記別>正式登記</登記別>
        <統一編號>12345678</統一編號>
        <電話 />
        <負責人>某人</負責人>
        <其他></其他>
        <WGS84X>120.4318</WGS84X>
        <WGS84Y>24.0567</WGS84Y>
      </OpenData_3>
      <OpenData_3>
        <編號>9000002</編號><寺廟名稱>雙&quot;引&#x22;寺</寺廟名稱><主祀神祇><![CDATA[釋迦牟尼佛]]></主祀神祇>
        <行政區>臺中市</行政區><地址> 臺中市西區,某街2號
        </地址><教別>佛教</教別><登記別>補辦登記</登記別><WGS84X>120.66</WGS84X><WGS84Y>24.14</WGS84Y>
      </OpenData_3>
      <OpenData_3>
        <編號>9000003</編號><寺廟名稱>無座標廟</寺廟名稱><主祀神祇>福德正神</主祀神祇>
        <行政區>金門縣</行政區><地址>金門縣金湖鎮某村3號</地址><教別>道教</教別><登記別>正式登記</登記別>
        <WGS84X>0</WGS84X><WGS84Y>0</WGS84Y>
      </OpenData_3>
    </ArrayOfOpenData_3>

    """

  static let geoJSON = """
    {"type": "FeatureCollection", "name": "試驗 {[\\"", "crs": {"a": [1, 2, {"b": "}"}]}, "count": 3,
     "features": [
      {"type": "Feature", "properties": {"編號": 9000001, "名稱": "試驗宮", "主祀神祇": "天上聖母", "行政區": "彰化縣",
        "地址": "彰化縣鹿港鎮某路1號", "教別": "道教", "登記別": "正式登記", "負責人": "某人", "電話": null},
       "geometry": {"type": "Point", "coordinates": [120.4318, 24.0567]}},
      {"type": "Feature", "geometry": {"type": "Point", "coordinates": [120.66, 24.14, 88.5]},
       "properties": {"source_ref": "9000002", "name": "雙\\"引\\u0022寺", "main_deity": "釋迦牟尼佛", "county": "臺中市",
        "address": "臺中市西區,某街2號", "religion": "佛教", "registration": "補辦登記"}},
      {"type": "Feature", "geometry": null,
       "properties": {"編號": "9000003", "寺廟名稱": "無座標廟", "主祀神祇": "福德正神", "行政區": "金門縣",
        "地址": "金門縣金湖鎮某村3號", "教別": "道教", "登記別": "正式登記", "WGS84X": 0, "WGS84Y": "0"}}
     ]
    }

    """

  static let rows: [TempleRow] = {
    var first = TempleRow(name: "試驗宮")
    first.sourceReference = "9000001"
    first.mainDeity = "天上聖母"
    first.area = "彰化縣"
    first.address = "彰化縣鹿港鎮某路1號"
    first.religion = "道教"
    first.registration = "正式登記"
    first.x = "120.4318"
    first.y = "24.0567"
    var second = TempleRow(name: "雙\"引\"寺")
    second.sourceReference = "9000002"
    second.mainDeity = "釋迦牟尼佛"
    second.area = "臺中市"
    second.address = "臺中市西區,某街2號"
    second.religion = "佛教"
    second.registration = "補辦登記"
    second.x = "120.66"
    second.y = "24.14"
    var third = TempleRow(name: "無座標廟")
    third.sourceReference = "9000003"
    third.mainDeity = "福德正神"
    third.area = "金門縣"
    third.address = "金門縣金湖鎮某村3號"
    third.religion = "道教"
    third.registration = "正式登記"
    third.x = "0"
    third.y = "0"
    return [first, second, third]
  }()
}

func read(
  _ text: String, name: String = "r", chunk: Int = 1 << 17, encoding: TextEncoding? = nil
) throws -> RegisterContents {
  try RegisterReader(.bytes(Array(text.utf8), name: name, chunk: chunk), encoding: encoding).readAll()
}

/// The message of what reading a text throws; nil where it throws nothing.
func failure(_ text: String, name: String = "r") -> String? {
  do {
    _ = try read(text, name: name)
    return nil
  } catch {
    return "\(error)"
  }
}
