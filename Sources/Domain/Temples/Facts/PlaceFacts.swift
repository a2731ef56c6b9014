public import Geo

/// What an open data set says of a place that may be a temple: when it is open, its telephone, a text.
public struct PlaceFacts: Hashable, Sendable {
  public let place: RegisterPlace
  /// The names of the place; not empty.
  public let names: [String]
  public let coordinate: Coordinate
  /// As the data set writes them: OpenStreetMap's syntax, or words. Empty values are missing.
  public let hours: String
  public let phone: String
  public let introduction: String
}

/// Where facts about places come from, and the words that its licence asks for.
public enum FactsSource: String, Hashable, Sendable {
  /// 觀光資訊資料庫, data.gov.tw 7777.
  case tourism = "MOTC-TOURISM"
  case openStreetMap = "OSM"

  /// The title of the source.
  public var title: String {
    switch self {
    case .tourism: "交通部觀光署的景點資料（政府資料開放授權條款－第1版）"
    case .openStreetMap: "© OpenStreetMap contributors（ODbL 1.0）"
    }
  }

  public var url: String {
    switch self {
    case .tourism: "https://data.gov.tw/dataset/7777"
    case .openStreetMap: "https://www.openstreetmap.org/copyright"
    }
  }
}
