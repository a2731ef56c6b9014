/// A place in the cycle of sixty (干支): a heavenly stem and an earthly branch.
///
///     StemBranch(ofDay: try SolarDate(iso: "2025-04-20")).name    // "己未"
public struct StemBranch: Hashable, Sendable {
  /// 0 (甲子) to 59 (癸亥).
  public let index: Int

  /// The place of any integer, modulo 60.
  public init(index: Int) {
    self.index = index.modulo(60)
  }

  /// The place of a stem and a branch; nil for an impossible pair (an odd stem with an even branch).
  public init?(stem: HeavenlyStem, branch: EarthlyBranch) {
    guard (stem.rawValue - branch.rawValue) % 2 == 0 else { return nil }
    self.init(index: 6 * stem.rawValue - 5 * branch.rawValue)
  }

  /// 甲 to 癸.
  public var stem: HeavenlyStem { HeavenlyStem(order: index) }
  /// 子 to 亥.
  public var branch: EarthlyBranch { EarthlyBranch(order: index) }
  /// Two Chinese characters: `己未`.
  public var name: String { stem.name + branch.name }
}

extension StemBranch {
  /// The place of a lunar year, or of a year that begins at 立春: 1984 was 甲子.
  public init(ofYear year: Int) {
    self.init(index: year - 1984)
  }

  /// The place of a day that begins at midnight: 2000-01-07 was 甲子.
  public init(ofDay date: SolarDate) {
    self.init(index: date.julianDayNumber + 49)
  }

  /// The place of the month that begins with a 節 (any of the twelve terms that are not principal) of a solar year.
  ///
  /// The month of 立春 is 寅; in a 甲 or 己 year it is 丙寅, and the cycle runs on from there (五虎遁).
  public init(ofMonthBeginningWith term: SolarTerm, solarYear: Int) {
    self.init(index: 12 * (solarYear - 1984) + term.rawValue / 2 + 1)
  }
}

/// One of the ten heavenly stems (天干).
public enum HeavenlyStem: Int, CaseIterable, Hashable, Sendable {
  case jia, yi, bing, ding, wu, ji, geng, xin, ren, gui

  package init(order: Int) { self = HeavenlyStem(rawValue: order.modulo(10)) ?? .jia }

  /// The Chinese character.
  public var name: String {
    switch self {
    case .jia: "甲"
    case .yi: "乙"
    case .bing: "丙"
    case .ding: "丁"
    case .wu: "戊"
    case .ji: "己"
    case .geng: "庚"
    case .xin: "辛"
    case .ren: "壬"
    case .gui: "癸"
    }
  }

  /// Pinyin without tones.
  public var pinyin: String {
    switch self {
    case .jia: "jia"
    case .yi: "yi"
    case .bing: "bing"
    case .ding: "ding"
    case .wu: "wu"
    case .ji: "ji"
    case .geng: "geng"
    case .xin: "xin"
    case .ren: "ren"
    case .gui: "gui"
    }
  }
}

/// One of the twelve earthly branches (地支).
public enum EarthlyBranch: Int, CaseIterable, Hashable, Sendable {
  case zi, chou, yin, mao, chen, si, wu, wei, shen, you, xu, hai

  package init(order: Int) { self = EarthlyBranch(rawValue: order.modulo(12)) ?? .zi }

  /// The Chinese character.
  public var name: String {
    switch self {
    case .zi: "子"
    case .chou: "丑"
    case .yin: "寅"
    case .mao: "卯"
    case .chen: "辰"
    case .si: "巳"
    case .wu: "午"
    case .wei: "未"
    case .shen: "申"
    case .you: "酉"
    case .xu: "戌"
    case .hai: "亥"
    }
  }

  /// Pinyin without tones. 午 is written `wu` like the stem 戊.
  public var pinyin: String {
    switch self {
    case .zi: "zi"
    case .chou: "chou"
    case .yin: "yin"
    case .mao: "mao"
    case .chen: "chen"
    case .si: "si"
    case .wu: "wu"
    case .wei: "wei"
    case .shen: "shen"
    case .you: "you"
    case .xu: "xu"
    case .hai: "hai"
    }
  }
}
