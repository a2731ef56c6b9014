/// One of the 24 solar terms (節氣): the instant when the sun's apparent longitude is a multiple of 15 degrees.
///
/// The raw value is the order within a solar year, from 小寒 (0, about 6 January) to 冬至 (23, about 22 December).
public enum SolarTerm: Int, CaseIterable, Hashable, Sendable {
  case minorCold, majorCold, startOfSpring, rainWater, awakeningOfInsects, springEquinox
  case pureBrightness, grainRain, startOfSummer, grainBuds, grainInEar, summerSolstice
  case minorHeat, majorHeat, startOfAutumn, endOfHeat, whiteDew, autumnEquinox
  case coldDew, frostDescent, startOfWinter, minorSnow, majorSnow, winterSolstice

  /// The term with an order number from 0 to 23.
  package init(order: Int) {
    self = SolarTerm(rawValue: order.modulo(24)) ?? .minorCold
  }

  /// The sun's apparent longitude in degrees: 285 at 小寒, 0 at the March equinox.
  public var longitude: Int { (285 + 15 * rawValue) % 360 }

  /// The number of the year from 立春 to which a day belongs whose last term is this one of a solar year.
  package func springYear(solarYear: Int) -> Int {
    rawValue < SolarTerm.startOfSpring.rawValue ? solarYear - 1 : solarYear
  }

  /// True for the twelve principal terms (中氣), which number the months; the others (節) divide the months of the 干支.
  public var isPrincipal: Bool { rawValue % 2 == 1 }
}

// MARK: - Names

extension SolarTerm {
  /// The name in Traditional Chinese: `清明`.
  public var name: String { names.chinese }
  /// The name in pinyin without tones, joined: `qingming`.
  public var pinyin: String { names.pinyin }
  /// The English name of the Hong Kong Observatory and Taiwan's Central Weather Administration, in the form of the
  /// Chinese national standard's translation: `Pure Brightness`.
  public var english: String { names.english }

  /// Finds a term by name: Chinese (Traditional or Simplified), pinyin or English; case, blanks and hyphens are ignored.
  public init?(named text: some StringProtocol) {
    let wanted = Self.folded(text)
    let simplified = Self.simplifiedNames.first { $0.simplified == wanted }?.term
    guard
      let term = simplified
        ?? Self.allCases.first(where: {
          $0.name == wanted || $0.pinyin == wanted || Self.folded($0.english) == wanted
        })
    else { return nil }
    self = term
  }

  private static let simplifiedNames: [(simplified: String, term: SolarTerm)] = [
    ("惊蛰", .awakeningOfInsects), ("谷雨", .grainRain), ("小满", .grainBuds), ("芒种", .grainInEar), ("处暑", .endOfHeat),
  ]

  /// ASCII letters in lower case, without blanks and hyphens.
  private static func folded(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars where scalar != " " && scalar != "-" {
      let isCapital = (65...90).contains(scalar.value)
      result.unicodeScalars.append(isCapital ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar)
    }
    return result
  }

  private var names: (chinese: String, pinyin: String, english: String) {
    switch self {
    case .minorCold: ("小寒", "xiaohan", "Minor Cold")
    case .majorCold: ("大寒", "dahan", "Major Cold")
    case .startOfSpring: ("立春", "lichun", "Start of Spring")
    case .rainWater: ("雨水", "yushui", "Rain Water")
    case .awakeningOfInsects: ("驚蟄", "jingzhe", "Awakening of Insects")
    case .springEquinox: ("春分", "chunfen", "Spring Equinox")
    case .pureBrightness: ("清明", "qingming", "Pure Brightness")
    case .grainRain: ("穀雨", "guyu", "Grain Rain")
    case .startOfSummer: ("立夏", "lixia", "Start of Summer")
    case .grainBuds: ("小滿", "xiaoman", "Grain Buds")
    case .grainInEar: ("芒種", "mangzhong", "Grain in Ear")
    case .summerSolstice: ("夏至", "xiazhi", "Summer Solstice")
    case .minorHeat: ("小暑", "xiaoshu", "Minor Heat")
    case .majorHeat: ("大暑", "dashu", "Major Heat")
    case .startOfAutumn: ("立秋", "liqiu", "Start of Autumn")
    case .endOfHeat: ("處暑", "chushu", "End of Heat")
    case .whiteDew: ("白露", "bailu", "White Dew")
    case .autumnEquinox: ("秋分", "qiufen", "Autumn Equinox")
    case .coldDew: ("寒露", "hanlu", "Cold Dew")
    case .frostDescent: ("霜降", "shuangjiang", "Frost's Descent")
    case .startOfWinter: ("立冬", "lidong", "Start of Winter")
    case .minorSnow: ("小雪", "xiaoxue", "Minor Snow")
    case .majorSnow: ("大雪", "daxue", "Major Snow")
    case .winterSolstice: ("冬至", "dongzhi", "Winter Solstice")
    }
  }
}
