internal import Words

/// The counties and townships that a typed text can mean.
///
///     TypedArea("西屯")?.areas                            // [臺中市西屯區]
///     TypedArea("407台中市西屯區台灣大道三段99號")?.rest      // 台灣大道三段99號
///     TypedArea("信義區")?.areas                          // 臺北市信義區, 基隆市信義區
///     TypedArea("Xitun, Taichung")?.areas                // [臺中市西屯區]
///
/// `AdministrativeArea(address:)` reads the addresses of registers; this reads what people type: short names, Simplified
/// characters, Latin letters.
public struct TypedArea: Hashable, Sendable {
  /// One, or several if the text does not tell which.
  public let areas: [AdministrativeArea]
  /// What else the text has, such as a road.
  public let rest: String

  /// - Returns: nil for a text without a county or township.
  public init?(_ text: String) {
    guard Self.isShort(text) else { return nil }
    if let area = PopularPlace.area(of: text) {
      (areas, rest) = ([area], "")
      return
    }
    // 左營高鐵站 is read by its township.
    let station = PopularPlace.stationName(AreaNames.folded(text.filter { !$0.isWhitespace }))
    if let station, let found = ChineseArea(station.name)?.found(), found.rest.isEmpty {
      (areas, rest) = (found.areas, "")
      return
    }
    guard let found = ChineseArea(text)?.found() ?? LatinArea(text)?.found() else { return nil }
    (areas, rest) = found
  }

  typealias Found = (areas: [AdministrativeArea], rest: String)

  /// False for a text that is longer than any address.
  private static func isShort(_ text: String) -> Bool { text.unicodeScalars.count <= 200 }

  /// Up to three areas whose names differ little from a text.
  public static func similar(to text: String) -> [AdministrativeArea] {
    guard isShort(text) else { return [] }
    let (folded, latin) = (AreaNames.folded(text), LatinArea.letters(text))
    var found: [AdministrativeArea] = []
    func consider(_ area: AdministrativeArea, _ names: [String], _ wanted: String, most: Int) {
      guard wanted.count > 2, !found.contains(area) else { return }
      if names.contains(where: { EditDistance.between($0, wanted, limit: most) != nil }) { found.append(area) }
    }
    if latin.count >= 4 {
      let most = latin.count >= 7 ? 2 : 1
      for county in County.allCases {
        consider(AdministrativeArea(county: county, township: nil), county.latinNames, latin, most: most)
      }
      for township in Township.all {
        consider(AdministrativeArea(county: township.county, township: township), township.latinNames, latin, most: 1)
      }
    } else {
      for county in County.allCases {
        consider(
          AdministrativeArea(county: county, township: nil), [AreaNames.folded(county.name)], folded, most: 1)
      }
      for township in Township.all {
        let names = [township.name, township.county.name + township.name].map(AreaNames.folded)
        consider(AdministrativeArea(county: township.county, township: township), names, folded, most: 1)
      }
    }
    // 大安森林公園 begins with the name of a town, which may or may not be the place.
    for length in [3, 2] where found.isEmpty && folded.count > length {
      for township in AreaNames.stems[String(folded.prefix(length))] ?? [] {
        found.append(AdministrativeArea(county: township.county, township: township))
      }
    }
    return Array(found.prefix(3))
  }
}

// MARK: - Names

/// All names of counties and townships, folded to Simplified characters.
enum AreaNames {
  /// Present and former names, and names without 縣 and 市, each with what it can be.
  static let counties: [String: [County]] = {
    var names: [String: [County]] = [:]
    for county in County.allCases {
      names[folded(county.name), default: []].append(county)
      names[folded(String(county.name.dropLast())), default: []].append(county)
    }
    for (name, county) in County.named where county.name != name { names[folded(name)] = [county] }
    for (name, county) in [("馬祖", County.lienchiang), ("北市", .taipei), ("桃市", .taoyuan), ("中市", .taichung)] {
      names[folded(name)] = [county]
    }
    return names
  }()

  struct Name: Hashable {
    let township: Township
    /// True for the present name; false for a former one.
    let isPresent: Bool
  }

  /// Names with 鄉, 鎮, 市, 區.
  static let townships: [String: [Name]] = {
    // One call of ICU for all names.
    var all: [(text: String, name: Name)] = []
    for county in County.allCases {
      for (text, township) in AdministrativeArea.names(in: county) {
        all.append((text, Name(township: township, isPresent: text == township.name)))
      }
    }
    for (text, county, name) in [("小琉球", County.pingtung, "琉球鄉"), ("小金門", .kinmen, "烈嶼鄉")] {
      if let township = county.townships.first(where: { $0.name == name }) {
        all.append((text, Name(township: township, isPresent: true)))
      }
    }
    let texts = folded(all.map(\.text).joined(separator: "\n")).split(separator: "\n").map(String.init)
    var names: [String: [Name]] = [:]
    for (text, entry) in zip(texts, all) { names[text, default: []].append(entry.name) }
    return names
  }()

  /// Names without 鄉, 鎮, 市, 區: 西屯, 鹿港; former ones too: 木柵. 東區 and its like have none.
  static let stems: [String: [Township]] = {
    var stems: [String: [Township]] = [:]
    for (text, names) in townships where text.count > 2 {
      let stem = "乡镇市区".contains(text.last ?? " ") ? String(text.dropLast()) : text
      for name in names where !(stems[stem]?.contains(name.township) ?? false) {
        stems[stem, default: []].append(name.township)
      }
    }
    return stems.mapValues { found in found.sorted { order($0) < order($1) } }
  }()

  static func order(_ township: Township) -> Int { positions[township] ?? 0 }

  private static let positions: [Township: Int] = Dictionary(
    uniqueKeysWithValues: Township.all.enumerated().map { ($1, $0) })

  static func folded(_ text: String) -> String {
    let plain = String(text.map { variants[$0] ?? $0 })
    return Transliteration.simplified(plain)
  }

  private static let variants: [Character: Character] = ["峯": "峰", "恒": "恆", "塩": "鹽", "裏": "裡", "臺": "台", "巿": "市"]
}

// MARK: - Chinese

/// Reads an area from the beginning of a Chinese text.
private struct ChineseArea {
  /// The text without blanks and postal code.
  private let text: [Character]
  /// The same, folded.
  private let folded: [Character]

  init?(_ text: String) {
    var plain = text.filter { !$0.isWhitespace && !"，,、；;".contains($0) }[...]
    while let first = plain.first, "0123456789０１２３４５６７８９()（）[]-－〒".contains(first) { plain.removeFirst() }
    var folded = AreaNames.folded(String(plain))[...]
    for province in ["中华民国", "台湾省", "福建省", "台湾"] where folded.hasPrefix(province) && folded.count > province.count {
      folded = folded.dropFirst(province.count)
      plain = plain.dropFirst(province.count)
    }
    guard let first = folded.first, !first.isASCII else { return nil }
    (self.text, self.folded) = (Array(plain), Array(folded))
  }

  func found() -> TypedArea.Found? {
    if let counties = county(at: 0, lengths: [3]) { return inside(counties, from: 3) }
    if let (townships, end) = townshipByName(at: 0) {
      // 西屯區臺中市, as a map writes a plus code.
      for length in [3, 2] {
        guard let counties = county(at: end, lengths: [length]) else { continue }
        let inside = townships.filter { counties.contains($0.county) }
        if !inside.isEmpty { return result(inside, from: end + length) }
      }
      return result(townships, from: end)
    }
    if let counties = county(at: 0, lengths: [2]) { return inside(counties, from: 2) }
    return stem(at: 0) { Self.vague.contains(String($0)) || Self.stations.contains(String($0)) }
  }

  /// What people add to the name of a town.
  private static let vague: Set<String> = ["", "附近", "一带", "市区", "地区"]
  private static let stations: Set<String> = ["车站", "火车站"]

  private func county(at start: Int, lengths: [Int]) -> [County]? {
    for length in lengths where start + length <= folded.count {
      if let counties = AreaNames.counties[String(folded[start..<start + length])] { return counties }
    }
    return nil
  }

  private func townshipByName(at start: Int) -> (townships: [Township], end: Int)? {
    for length in [4, 3, 2] where start + length <= folded.count {
      guard let names = AreaNames.townships[String(folded[start..<start + length])] else { continue }
      let present = names.filter(\.isPresent)
      let townships = (present.isEmpty ? names : present).map(\.township)
      return (Set(townships).sorted { AreaNames.order($0) < AreaNames.order($1) }, start + length)
    }
    return nil
  }

  /// - Parameter accepts: whether a text may follow the stem.
  private func stem(at start: Int, accepts: (ArraySlice<Character>) -> Bool) -> TypedArea.Found? {
    for length in [3, 2] where start + length <= folded.count {
      let rest = folded[(start + length)...]
      guard let townships = AreaNames.stems[String(folded[start..<start + length])], accepts(rest) else { continue }
      return result(townships, from: start + length)
    }
    return nil
  }

  /// The township in one of several counties, or the counties alone.
  private func inside(_ counties: [County], from given: Int) -> TypedArea.Found {
    // 台中市407西屯區, 台中市-西屯區
    let start = folded[given...].firstIndex { !$0.isASCII } ?? given
    // 新竹市 and 嘉義市 were towns of their counties until 1982.
    if counties.count == 1, let city = county(at: start, lengths: [3])?.first,
      [County.hsinchuCounty, .chiayiCounty].contains(counties[0]), city.name.dropLast() == counties[0].name.dropLast()
    {
      return inside([city], from: start + 3)
    }
    for length in [4, 3, 2] where start + length <= folded.count {
      let names = AreaNames.townships[String(folded[start..<start + length])] ?? []
      let townships = names.filter { counties.contains($0.township.county) }.map(\.township)
      if !townships.isEmpty { return result(townships, from: start + length) }
    }
    for length in [3, 2] where start + length <= folded.count {
      let townships = (AreaNames.stems[String(folded[start..<start + length])] ?? []).filter {
        counties.contains($0.county)
      }
      if !townships.isEmpty, !Self.isRoad(folded[(start + length)...]) {
        return result(townships, from: start + length)
      }
    }
    let alone = counties.map { AdministrativeArea(county: $0, township: nil) }
    // 台北市西屯區: one of both is wrong.
    if let (others, end) = townshipByName(at: start), folded[end - 1] != "市" || end - start > 2 {
      return (others.map { AdministrativeArea(county: $0.county, township: $0) } + alone, rest(from: end))
    }
    return (alone, rest(from: start))
  }

  /// True if the name before belongs to a road: 西屯路, 西屯東路, 中山一路, 臺灣大道.
  private static func isRoad(_ rest: ArraySlice<Character>) -> Bool {
    rest.prefix(2).contains { "路街".contains($0) } || rest.starts(with: "大道")
  }

  private func result(_ townships: [Township], from end: Int) -> TypedArea.Found {
    (townships.map { AdministrativeArea(county: $0.county, township: $0) }, rest(from: end))
  }

  private func rest(from start: Int) -> String {
    let rest = String((text.count == folded.count ? text : folded).dropFirst(start))
    return Self.vague.contains(AreaNames.folded(rest)) ? "" : rest
  }
}

// MARK: - Latin letters

/// Reads an area from a text in Latin letters, in the order of English addresses.
struct LatinArea {
  private let parts: [[String]]

  init?(_ text: String) {
    guard text.contains(where: { $0.isASCII && $0.isLetter }),
      !text.contains(where: { $0.isLetter && !Self.isLatin($0) })
    else { return nil }
    parts = text.lowercased().split { $0 == "," || $0 == ";" }.map { part in
      part.split { $0 == " " || $0 == "." }.map { word in String(word.filter { $0.isLetter || $0.isNumber }) }
        .filter { !$0.isEmpty }
    }
  }

  private static func isLatin(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.value < 0x250 || (0x300...0x36F).contains($0.value) }
  }

  /// The letters of a text without the words for kinds of areas.
  static func letters(_ text: String) -> String {
    guard let area = LatinArea(text) else { return "" }
    return area.parts.joined().filter { kinds[$0] == nil && !ignored.contains($0) }.joined()
  }

  /// What a word says about the names: their last characters.
  private static let kinds: [String: Set<Character>] = [
    "city": ["市"], "county": ["縣"], "district": ["區"], "dist": ["區"], "township": ["鄉", "鎮"], "town": ["鄉", "鎮"],
  ]
  private static let ignored: Set<String> = ["taiwan", "roc", "republic", "of", "china", "the"]
  private static let roads: Set<String> = [
    "road", "rd", "street", "st", "boulevard", "blvd", "avenue", "ave", "lane", "ln", "alley", "section", "sec", "no",
    "village", "vil",
  ]

  func found() -> TypedArea.Found? {
    var counties: [County]?
    var townships: [Township]?
    var rest: [String] = []
    for words in parts {
      if words.contains(where: Self.roads.contains) {
        rest.append(words.joined(separator: " "))
        continue
      }
      var index = 0
      while index < words.count {
        guard let (name, end) = Self.longest(words, from: index) else {
          if !Self.ignored.contains(words[index]), Self.kinds[words[index]] == nil, Int(words[index]) == nil {
            rest.append(words[index])
          }
          index += 1
          continue
        }
        let kind = end < words.count ? Self.kinds[words[end]] : nil
        var (someCounties, someTownships) = (Self.counties[name] ?? [], Self.townships[name] ?? [])
        if let kind {
          someCounties = someCounties.filter { $0.name.last.map(kind.contains) ?? false }
          // A county-administered city is a town of its county: Changhua City.
          someTownships = someTownships.filter { $0.name.last.map(kind.contains) ?? false }
          if words[end] == "county", name == "taipei" { someCounties = [.newTaipei] }
        }
        let isTown = kind != nil && !someTownships.isEmpty && someCounties.isEmpty || counties != nil
        if !someCounties.isEmpty, !isTown {
          counties = someCounties
        } else if !someTownships.isEmpty, townships == nil {
          townships = someTownships
        } else if !someCounties.isEmpty, counties == nil {
          counties = someCounties
        } else {
          rest.append(name)
        }
        index = end
      }
    }
    return Self.result(counties, townships, rest.joined(separator: " "))
  }

  private static func result(_ counties: [County]?, _ townships: [Township]?, _ rest: String) -> TypedArea.Found? {
    guard let townships else {
      return counties.map { ($0.map { AdministrativeArea(county: $0, township: nil) }, rest) }
    }
    let inside = counties.map { counties in townships.filter { counties.contains($0.county) } } ?? townships
    guard !inside.isEmpty else {
      return counties.map { ($0.map { AdministrativeArea(county: $0, township: nil) }, rest) }
    }
    return (inside.map { AdministrativeArea(county: $0.county, township: $0) }, rest)
  }

  private static func longest(_ words: [String], from start: Int) -> (name: String, end: Int)? {
    for length in [3, 2, 1] where start + length <= words.count {
      let name = words[start..<start + length].joined()
      if counties[name] != nil || townships[name] != nil { return (name, start + length) }
    }
    return nil
  }

  private static let counties: [String: [County]] = {
    var names: [String: [County]] = [:]
    for county in County.allCases { for name in county.latinNames { names[name, default: []].append(county) } }
    return names
  }()

  /// Names of one syllable, such as East, are too short to be certain.
  private static let townships: [String: [Township]] = {
    var names: [String: [Township]] = [:]
    for township in Township.all where township.name.count > 2 {
      for name in Set(township.latinNames) { names[name, default: []].append(township) }
    }
    for (name, chinese) in [("east", "東區"), ("west", "西區"), ("south", "南區"), ("north", "北區"), ("central", "中區")] {
      names[name] = Township.all.filter { $0.name == chinese }
    }
    names["westcentral"] = Township.all.filter { $0.name == "中西區" }
    return names
  }()
}
