public import Folklore
public import Temples

/// The reason why a typed place is not known, with ways to write it.
public enum TypedPlaceError: Error, Hashable, Sendable {
  /// `信義區` in three places.
  case severalAreas(String, [AdministrativeArea])
  case severalTemples(String, [Temple])
  /// Neither a place nor a temple; the areas have similar names.
  case unknown(String, [AdministrativeArea], onlyAreas: Bool)
  case noCoordinates(Temple)
  /// A city or country beyond Taiwan, where folkcal knows no temple.
  case outsideTaiwan(String)
  /// A plus code without its leading digits, and without a place that tells them.
  case shortPlusCode(String, [AdministrativeArea])

  /// Ways to write what may have been meant; each of them is read.
  public var suggestions: [String] {
    switch self {
    case .severalAreas(_, let areas): areas.map(\.description)
    case .severalTemples(_, let temples): temples.prefix(5).map(\.key)
    case .unknown(_, let areas, let onlyAreas):
      areas.isEmpty
        ? (onlyAreas ? ["臺中市西屯區", "臺中市"] : ["24.1477,120.6736", "臺中市西屯區"]) : areas.map(\.description)
    case .noCoordinates(let temple): Self.area(of: temple).map { [$0] } ?? ["24.1477,120.6736", "臺中市西屯區"]
    case .outsideTaiwan: ["24.1477,120.6736", "臺中市西屯區"]
    case .shortPlusCode(let text, let areas):
      areas.isEmpty
        ? [Self.code(text) + " 臺中市西屯區", "7QP2" + Self.code(text)] : areas.map { Self.code(text) + " " + $0.description }
    }
  }

  private static func code(_ text: String) -> String {
    String(text.prefix { !$0.isWhitespace && $0 != "," && $0 != "，" })
  }

  private static func area(of temple: Temple) -> String? {
    AdministrativeArea(address: (temple.county ?? "") + (temple.town ?? ""))?.description
  }
}

extension TypedPlaceError: SpokenError {
  public var description: String {
    switch self {
    case .severalAreas(let text, let areas):
      "\"\(text)\" is \(areas.map(\.description).joined(separator: ", ")): write one of them"
    case .severalTemples(let text, let temples):
      "\"\(text)\" is in the names of \(temples.count) temples: give the key of one, such as "
        + temples.prefix(5).map { "\($0.key) (\($0.name))" }.joined(separator: ", ")
    case .unknown(let text, let areas, let onlyAreas):
      if areas.isEmpty {
        onlyAreas
          ? "\"\(text)\" names no county or township of Taiwan, such as 臺中市西屯區 or 臺中市"
          : "\"\(text)\" is no place or temple that folkcal knows: write coordinates such as 24.1477,120.6736, or a county or township such as 臺中市西屯區"
      } else {
        "\"\(text)\" names no county or township of Taiwan: did you mean \(suggestions.joined(separator: " or "))?"
      }
    case .noCoordinates(let temple):
      "temple \"\(temple.key)\" (\(temple.name)) has no coordinates that can be trusted: write \(suggestions.joined(separator: " or "))"
    case .outsideTaiwan(let text):
      "\"\(text)\" is outside Taiwan, where folkcal knows no temples: write a place in Taiwan such as 臺中市西屯區"
    case .shortPlusCode(let text, _):
      "\"\(text)\" is a short plus code, which needs a place: write \(suggestions.joined(separator: " or "))"
    }
  }

  public var chinese: String {
    switch self {
    case .severalAreas(let text, let areas):
      "「\(text)」可以是\(areas.map(\.description).joined(separator: "、"))：請寫其中一個"
    case .severalTemples(let text, let temples):
      "「\(text)」在 \(temples.count) 間廟宇的名稱裡：請寫其中一間的代號，例如 "
        + temples.prefix(5).map { "\($0.key)（\($0.name)）" }.joined(separator: "、")
    case .unknown(let text, let areas, let onlyAreas):
      if areas.isEmpty {
        onlyAreas
          ? "「\(text)」不是臺灣的縣市或鄉鎮市區：請寫成臺中市西屯區或臺中市這樣"
          : "「\(text)」不是 folkcal 知道的地方或廟宇：請寫座標，例如 24.1477,120.6736，或縣市、鄉鎮市區，例如臺中市西屯區"
      } else {
        "「\(text)」不是臺灣的縣市或鄉鎮市區；您是不是要找：\(suggestions.joined(separator: "、"))"
      }
    case .noCoordinates(let temple):
      "廟宇「\(temple.key)」（\(temple.name)）沒有可信的座標：請改寫 \(suggestions.joined(separator: " 或 "))"
    case .outsideTaiwan(let text): "「\(text)」不在臺灣，folkcal 只知道臺灣的廟宇：請寫臺灣的地方，例如臺中市西屯區"
    case .shortPlusCode(let text, _):
      "「\(text)」是簡短的 Plus Code，需要加上地名：請寫 \(suggestions.joined(separator: " 或 "))"
    }
  }

  public var code: String {
    switch self {
    case .severalAreas: "several_areas"
    case .severalTemples: "several_temples"
    case .unknown: "unknown_place"
    case .noCoordinates: "temple_without_coordinates"
    case .outsideTaiwan: "outside_taiwan"
    case .shortPlusCode: "short_plus_code"
    }
  }
}
