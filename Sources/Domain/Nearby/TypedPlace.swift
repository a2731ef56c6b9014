public import Folklore
public import Geo
public import Temples
private import Words

/// The start of a search as a person types it.
public enum TypedPlace: Hashable, Sendable {
  case coordinate(TypedCoordinate)
  /// A temple, and where it stands.
  case temple(Temple, Coordinate)
  /// The middle of a county or township; `rest` is what else the text has and folkcal does not know, such as a road.
  case area(AdministrativeArea, middle: AreaMiddle, rest: String)

  public var coordinate: Coordinate {
    switch self {
    case .coordinate(let typed): typed.coordinate
    case .temple(_, let place): place
    case .area(_, let middle, _): middle.place
    }
  }
}

extension TypedPlace {
  /// The name for readers: 行天宮, 臺中市西屯區, 24.1477,120.6736.
  public var name: LocalizedName {
    switch self {
    case .coordinate(let typed): LocalizedName(typed.coordinate.description)
    case .temple(let temple, _):
      LocalizedName(
        temple.name(in: .traditionalChinese), simplifiedChinese: temple.name(in: .simplifiedChinese),
        english: temple.name(in: .english))
    case .area(let area, _, _):
      LocalizedName(area.description, simplifiedChinese: Transliteration.simplified(area.description))
    }
  }
}

/// The middle of a county or township.
public struct AreaMiddle: Hashable, Sendable {
  public let place: Coordinate
  /// The number of temples of which it is the middle; nil if the area has too few, and it is the middle of the area itself.
  public let temples: Int?
}

extension TempleDirectory {
  /// Reads a place: coordinates, else the key of a temple, else a county or township, else the name of a temple.
  ///
  ///     try directory.place("24°8'51.7\"N 120°40'25\"E")
  ///     try directory.place("鎮瀾宮")
  ///     try directory.place("台中市西屯區台灣大道三段99號")     // the middle of 西屯區
  ///
  /// - Parameters:
  ///   - onlyAreas: true to read neither coordinates nor temples.
  ///   - names: the names of the temples, if many places are read.
  /// - Throws: `CoordinateError`, or `TypedPlaceError` for a text that is unknown or has several meanings.
  public func place(_ given: String, onlyAreas: Bool = false, names: TempleNames? = nil) throws -> TypedPlace {
    guard given.unicodeScalars.count <= Self.longestText else {
      throw TypedPlaceError.unknown(given.prefix(20) + "…", [], onlyAreas: onlyAreas)
    }
    let text = Self.withoutLabel(given)
    let code = PlusCode(PlusCode.halfWidth(text))
    if !onlyAreas {
      if let code, !code.isFull { return try place(code, text) }
      if let grid = MapGrid.place(text) { return .coordinate(TypedCoordinate(at: grid)) }
      if let typed = try TypedCoordinate(text) { return .coordinate(typed) }
      if let temple = temple(key: text.lowercased()) { return try Self.place(temple) }
    }
    let names = onlyAreas ? nil : names ?? TempleNames(all)
    if let temple = names?.exactly(text) { return try Self.place(temple) }
    let area = TypedArea(text)
    if let area, area.rest.isEmpty { return try place(area, text) }
    // 台北行天宮, 大甲鎮瀾宮: a temple with its place before it.
    if let names {
      var found = names.containing(text)
      if found.isEmpty { found = names.containing(area?.rest ?? "", in: area?.areas ?? []) }
      if let temple = found.first, found.count == 1 { return try Self.place(temple) }
      if found.count > 1, area == nil { throw TypedPlaceError.severalTemples(text, found) }
    }
    if let area { return try place(area, text) }
    if Self.isAbroad(text) { throw TypedPlaceError.outsideTaiwan(text) }
    throw TypedPlaceError.unknown(text, TypedArea.similar(to: text), onlyAreas: onlyAreas)
  }

  /// Cities and countries where many from Taiwan live or travel.
  private static func isAbroad(_ text: String) -> Bool {
    let name = text.lowercased().filter { !$0.isWhitespace }
    return abroad.contains(name) || abroad.contains { name.hasPrefix($0) && $0.count > 2 }
  }

  private static let abroad: Set<String> = [
    "東京", "大阪", "京都", "日本", "沖繩", "首爾", "韓國", "香港", "澳門", "九龍", "中國", "北京", "上海", "廣州", "深圳", "廈門", "福州", "泉州", "莆田",
    "湄洲", "新加坡", "馬來西亞", "吉隆坡", "檳城", "泰國", "曼谷", "越南", "河內", "胡志明市", "菲律賓", "馬尼拉", "印尼", "美國", "紐約", "洛杉磯", "舊金山",
    "加拿大", "溫哥華", "多倫多", "英國", "倫敦", "法國", "巴黎", "德國", "澳洲", "雪梨", "墨爾本", "紐西蘭",
    "tokyo", "osaka", "kyoto", "japan", "seoul", "korea", "hongkong", "macau", "macao", "china", "beijing", "shanghai",
    "singapore", "malaysia", "kualalumpur", "penang", "bangkok", "thailand", "vietnam", "hanoi", "manila", "usa",
    "newyork", "losangeles", "sanfrancisco", "canada", "vancouver", "toronto", "london", "paris", "sydney", "melbourne",
  ]

  /// The most characters of a place: links of maps are long.
  private static let longestText = 1_000

  /// Takes off what stands around a place: 地址：, 我在, a pin, blanks, and the height behind coordinates.
  private static func withoutLabel(_ given: String) -> String {
    var text = given.trimmingPrefix { $0.isWhitespace || $0 == "📍" }
    for label in ["地址", "位置", "地點", "經緯度", "我在", "在"] where text.hasPrefix(label) {
      text = text.dropFirst(label.count).trimmingPrefix { $0.isWhitespace || $0 == "：" || $0 == ":" }
    }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    guard !text.isEmpty else { return given }
    if let match = text.wholeMatch(of: #/(-?\d+\.\d+\s*,\s*-?\d+\.\d+)\s*,\s*-?\d+(\.\d+)?/#) { return String(match.1) }
    return String(text)
  }

  private func place(_ code: PlusCode, _ text: String) throws -> TypedPlace {
    let rest = text.drop { !$0.isWhitespace && $0 != "," && $0 != "，" }
    guard let area = TypedArea(String(rest)), let one = area.areas.first, area.areas.count == 1 else {
      throw TypedPlaceError.shortPlusCode(text, TypedArea(String(rest))?.areas ?? [])
    }
    return .coordinate(TypedCoordinate(at: code.place(near: middle(of: one)?.place)))
  }

  private static func place(_ temple: Temple) throws(TypedPlaceError) -> TypedPlace {
    guard let place = temple.trustedCoordinate else { throw .noCoordinates(temple) }
    return .temple(temple, place)
  }

  private func place(_ area: TypedArea, _ text: String) throws(TypedPlaceError) -> TypedPlace {
    guard let one = area.areas.first, area.areas.count == 1 else { throw .severalAreas(text, area.areas) }
    guard let middle = middle(of: one) else { throw .unknown(text, [], onlyAreas: true) }
    return .area(one, middle: middle, rest: area.rest)
  }

  /// The middle of an area's temples, or of the area itself if it has less than three.
  public func middle(of area: AdministrativeArea) -> AreaMiddle? {
    if let (place, temples) = center(county: area.county.name, town: area.township?.name), temples >= 3 {
      return AreaMiddle(place: place, temples: temples)
    }
    return area.middle.map { AreaMiddle(place: $0, temples: nil) }
  }
}
