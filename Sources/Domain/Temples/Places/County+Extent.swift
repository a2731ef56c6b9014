public import Geo

extension County {
  /// The bounding box of the county's inhabited land, with about 2 km more on each side.
  ///
  /// The extents come from common knowledge, accurate to about 0.01 degree. They were compared with the ministry's register of
  /// 2026-08-21, county by county: the ends, and the 0.5 and 99.5 percentiles where an end is a wrong point. Of its 11,915 points all but
  /// seven lie in the box of their county: six on a geocoder's default point, one in the sea, 0.4 degree south of its island.
  ///
  /// An extent includes islands with residents or visitors (小琉球, 綠島, 蘭嶼, 龜山島, 基隆嶼, 七美, 烏坵, 東引), and excludes
  /// islands that only belong to a county by law: 高雄's 東沙 and 南沙, 宜蘭's 釣魚臺, 基隆's 彭佳嶼. A box is not a border: it detects a
  /// point in another part of the country, not one in the next township.
  public var extent: BoundingBox {
    let degrees: (south: Double, north: Double, west: Double, east: Double) =
      switch self {
      case .taipei: (24.96, 25.21, 121.45, 121.67)
      case .newTaipei: (24.67, 25.30, 121.28, 122.01)
      case .taoyuan: (24.58, 25.13, 120.98, 121.48)
      case .taichung: (24.00, 24.45, 120.45, 121.46)
      case .tainan: (22.88, 23.42, 120.02, 120.66)
      case .kaohsiung: (22.47, 23.48, 120.17, 121.05)
      case .yilan: (24.30, 25.00, 121.31, 121.97)
      case .hsinchuCounty: (24.42, 24.95, 120.90, 121.42)
      case .miaoli: (24.28, 24.75, 120.61, 121.27)
      case .changhua: (23.78, 24.20, 120.23, 120.69)
      case .nantou: (23.43, 24.25, 120.61, 121.35)
      case .yunlin: (23.49, 23.84, 120.02, 120.74)
      case .chiayiCounty: (23.21, 23.64, 120.04, 120.96)
      case .pingtung: (21.89, 22.89, 120.34, 120.91)
      case .taitung: (21.93, 23.45, 120.73, 121.62)
      case .hualien: (23.09, 24.38, 120.98, 121.78)
      case .penghu: (23.18, 23.80, 119.30, 119.73)
      case .keelung: (25.05, 25.20, 121.62, 121.82)
      case .hsinchu: (24.71, 24.86, 120.87, 121.04)
      case .chiayi: (23.44, 23.52, 120.38, 120.52)
      case .kinmen: (24.38, 25.00, 118.20, 119.47)
      case .lienchiang: (25.93, 26.39, 119.90, 120.51)
      }
    return BoundingBox(
      south: degrees.south - Self.margin, north: degrees.north + Self.margin, west: degrees.west - Self.margin,
      east: degrees.east + Self.margin)
  }

  private static let margin = 0.02

  /// The zone of the two-degree transverse Mercator grid for the county's surveys: 119 for the islands in the strait, else 121.
  var gridZone: TransverseMercator.Zone {
    switch self {
    case .penghu, .kinmen, .lienchiang: .islands
    default: .main
    }
  }
}
