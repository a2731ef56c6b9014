public import Geo

/// The county, and if known the township, of an address.
///
///     AdministrativeArea(address: "505彰化縣鹿港鎮中山路430號")      // 彰化縣, 鹿港鎮
///     AdministrativeArea(address: "台北縣板橋市府中路1號")           // 新北市, 板橋區: counties and towns of before 2010
public struct AdministrativeArea: Hashable, Sendable {
  public let county: County
  public let township: Township?

  /// Reads the beginning of an address. Postal code, province, blanks and full-width forms are ignored; 台 is 臺. An address without
  /// a county takes that of `area`, the record's 行政區, or the county of its township if that name is unique in the country.
  ///
  /// - Returns: nil if neither names a county.
  public init?(address: String, area: String = "") {
    let address = Self.scalars(address)
    if let found = Self.county(address) {
      self.init(county: found.county, township: Self.township(found.rest, in: found.county))
      return
    }
    let area = Self.scalars(area)
    if let found = Self.county(area) {
      let township = Self.township(address, in: found.county) ?? Self.township(found.rest, in: found.county)
      self.init(county: found.county, township: township)
      return
    }
    guard let township = Self.first(of: address, in: Self.onlyTownships) ?? Self.first(of: area, in: Self.onlyTownships)
    else { return nil }
    self.init(county: township.county, township: township)
  }

  init(county: County, township: Township?) {
    self.county = county
    self.township = township
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  private static func text(_ scalars: Scalars) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The longest beginning of a text that is in a table.
  private static func first<Value>(of text: Scalars, in table: [String: Value]) -> Value? {
    for length in [4, 3, 2] where text.count >= length {
      if let value = table[Self.text(text.prefix(length))] { return value }
    }
    return nil
  }
}

// MARK: - Counties

extension AdministrativeArea {
  private static func county(_ text: Scalars) -> (county: County, rest: Scalars)? {
    guard text.count >= 3, let county = County.named[Self.text(text.prefix(3))] else { return nil }
    let rest = text.dropFirst(3)
    // 新竹市 and 嘉義市 were towns of their counties until 1982.
    if county == .hsinchuCounty, Self.text(rest.prefix(3)) == "新竹市" { return (.hsinchu, rest.dropFirst(3)) }
    if county == .chiayiCounty, Self.text(rest.prefix(3)) == "嘉義市" { return (.chiayi, rest.dropFirst(3)) }
    return (county, rest)
  }

  /// A name with 臺 for 台 and without blanks.
  static func plain(_ name: String) -> String { text(scalars(name)) }

  /// The normalized beginning of a text after postal code and province. No place name is longer than this.
  private static func scalars(_ text: String) -> Scalars {
    var plain: [Unicode.Scalar] = []
    plain.reserveCapacity(longestBeginning)
    for scalar in text.unicodeScalars {
      guard plain.count < longestBeginning else { break }
      switch scalar {
      case "台": plain.append("臺")
      case "峯": plain.append("峰")
      case "恒": plain.append("恆")
      case "塩": plain.append("鹽")
      case "0"..."9", "０"..."９", "(", ")", "（", "）", "[", "]", "-", "－", ",", "，", "、":
        // Before the first name these are part of a postal code.
        if !plain.isEmpty { plain.append(scalar) }
      default:
        if !scalar.properties.isWhitespace { plain.append(scalar) }
      }
    }
    var rest = plain[...]
    for province in ["中華民國", "臺灣省", "福建省", "臺灣"] where rest.starts(with: province.unicodeScalars) {
      rest = rest.dropFirst(province.unicodeScalars.count)
    }
    return rest
  }

  private static let longestBeginning = 24
}

// MARK: - Townships

extension AdministrativeArea {
  private static func township(_ text: Scalars, in county: County) -> Township? {
    townships[county].flatMap { first(of: text, in: $0) }
  }

  /// The townships of each county by their present and former names.
  private static let townships: [County: [String: Township]] = Dictionary(
    uniqueKeysWithValues: County.allCases.map { county in (county, names(in: county)) })

  static func names(in county: County) -> [String: Township] {
    var names: [String: Township] = [:]
    for township in county.townships {
      let stem = township.name.dropLast()
      // 板橋市 became 板橋區, 頭份鎮 became 頭份市. The stems 東 and 中 are not names.
      if stem.count > 1 {
        for kind in "鄉鎮市區" { names["\(stem)\(kind)"] = township }
      }
      names[township.name] = township
    }
    for (name, today) in renamed[county] ?? [] {
      names[name] = county.townships.first { $0.name == today }
    }
    return names
  }

  /// Former names, and common typos.
  static let renamed: [County: [(name: String, today: String)]] = [
    // The sixteen districts of before 1990.
    .taipei: [
      ("城中區", "中正區"), ("古亭區", "中正區"), ("龍山區", "萬華區"), ("雙園區", "萬華區"), ("延平區", "大同區"), ("建成區", "大同區"),
      ("木柵區", "文山區"), ("景美區", "文山區"),
    ],
    // 中區 and 西區 merged in 2004.
    .tainan: [("中區", "中西區"), ("西區", "中西區")],
    // 高雄縣三民鄉 was renamed 那瑪夏 in 2008; 高雄市三民區 is another place.
    .kaohsiung: [("三民鄉", "那瑪夏區"), ("茄定鄉", "茄萣區"), ("茄定區", "茄萣區")],
    .hsinchuCounty: [("峨嵋鄉", "峨眉鄉")],
    .miaoli: [("苑里鎮", "苑裡鎮")],
    .chiayiCounty: [("吳鳳鄉", "阿里山鄉")],
    .pingtung: [("三地鄉", "三地門鄉")],
  ]

  /// Townships with a full name that is unique in the country.
  private static let onlyTownships: [String: Township] =
    Dictionary(grouping: Township.all, by: \.name).compactMapValues { $0.count == 1 ? $0[0] : nil }
}

// MARK: - The name and the middle

extension AdministrativeArea: CustomStringConvertible {
  /// `臺中市西屯區`, which reads as the same area.
  public var description: String { county.name + (township?.name ?? "") }

  /// The middle of the township, or of the county's townships.
  public var middle: Coordinate? {
    if let township { return township.middle }
    return Coordinate.center(of: county.townships.compactMap(\.middle))
  }
}
