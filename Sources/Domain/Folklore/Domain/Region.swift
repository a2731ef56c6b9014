/// A region that keeps days: a code of ISO 3166-1. Only regions of which the shipped data has days are offered; a test says so.
public enum Region: String, CaseIterable, Codable, Hashable, Sendable {
  case taiwan = "TW"
  case hongKong = "HK"
  case macao = "MO"
  case china = "CN"
  case malaysia = "MY"
  case singapore = "SG"
  case vietnam = "VN"
  case korea = "KR"

  /// A region by its code or its name in any of the languages: hk, 香港, Hong Kong, 台灣; nil for others.
  public init?(typed text: String) {
    let name = text.lowercased().replacing("臺", with: "台").filter { !$0.isWhitespace && $0 != "-" }
    let found = Self.allCases.first { region in
      let names = [region.rawValue] + Language.allCases.map(region.name) + (region == .macao ? ["Macau"] : [])
      return names.contains { $0.lowercased().replacing("臺", with: "台").filter { !$0.isWhitespace } == name }
    }
    guard let found else { return nil }
    self = found
  }

  /// The name in a language: 臺灣, 台湾, Taiwan.
  public func name(in language: Language) -> String {
    switch self {
    case .taiwan: language.say("臺灣", "台湾", "Taiwan")
    case .hongKong: language.say("香港", "香港", "Hong Kong")
    case .macao: language.say("澳門", "澳门", "Macao")
    case .china: language.say("中國", "中国", "China")
    case .malaysia: language.say("馬來西亞", "马来西亚", "Malaysia")
    case .singapore: language.say("新加坡", "新加坡", "Singapore")
    case .vietnam: language.say("越南", "越南", "Vietnam")
    case .korea: language.say("韓國", "韩国", "Korea")
    }
  }
}
