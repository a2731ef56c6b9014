/// The 22 counties and cities of Taiwan, from the capital southwards in the ministry's order.
public enum County: String, CaseIterable, Hashable, Sendable {
  case taipei, newTaipei = "new-taipei", taoyuan, taichung, tainan, kaohsiung
  case yilan, hsinchuCounty = "hsinchu-county", miaoli, changhua, nantou, yunlin, chiayiCounty = "chiayi-county"
  case pingtung, taitung, hualien, penghu
  case keelung, hsinchu, chiayi
  case kinmen, lienchiang

  /// The name in Traditional Chinese, with 臺 as in government texts.
  public var name: String {
    switch self {
    case .taipei: "臺北市"
    case .newTaipei: "新北市"
    case .taoyuan: "桃園市"
    case .taichung: "臺中市"
    case .tainan: "臺南市"
    case .kaohsiung: "高雄市"
    case .yilan: "宜蘭縣"
    case .hsinchuCounty: "新竹縣"
    case .miaoli: "苗栗縣"
    case .changhua: "彰化縣"
    case .nantou: "南投縣"
    case .yunlin: "雲林縣"
    case .chiayiCounty: "嘉義縣"
    case .pingtung: "屏東縣"
    case .taitung: "臺東縣"
    case .hualien: "花蓮縣"
    case .penghu: "澎湖縣"
    case .keelung: "基隆市"
    case .hsinchu: "新竹市"
    case .chiayi: "嘉義市"
    case .kinmen: "金門縣"
    case .lienchiang: "連江縣"
    }
  }

  /// Finds a county by its present name, with 臺 or 台, or its name before 2010 (臺北縣, 臺中縣, 臺南縣, 高雄縣) or 2014 (桃園縣).
  public init?(name: String) {
    let name = AdministrativeArea.plain(name)
    guard let county = County.named[name] else { return nil }
    self = county
  }

  /// Present and former names; 臺 only.
  static let named: [String: County] =
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    .merging(
      [
        "臺北縣": .newTaipei, "桃園縣": .taoyuan, "臺中縣": .taichung, "臺南縣": .tainan, "高雄縣": .kaohsiung,
      ], uniquingKeysWith: { today, _ in today })
}
