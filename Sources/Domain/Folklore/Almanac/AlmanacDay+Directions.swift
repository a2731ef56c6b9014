public import Geo
public import Lunisolar

// What almanacs print about a day besides its officer and mansion.

extension AlmanacDay {
  /// 黃黑道: the god of the day, by the month's branch, which changes on the day of a 節 (協紀辨方書, 卷七 3b). The libraries agree.
  public var dayGod: YellowPathGod { YellowPathGod(of: day.branch, in: month.branch) }

  /// 空亡: the two branches that the day's ten days lack (卷七 45b). The libraries agree.
  public var voidBranches: [EarthlyBranch] { day.voidBranches }

  /// 六曜, by the lunar date.
  public var sixDay: SixDay { SixDay(on: lunarDate) }

  /// The directions of the day's gods, by its stem.
  public var directions: AlmanacDirections { AlmanacDirections(stem: day.stem) }

  /// 沖: the 虛歲 of the youngest people born in a year of `clashingPlace`, 1 to 60, in the lunar year of the day; others are 60 years
  /// older. Taiwan's almanacs print it beside the animal (custom).
  public var clashingAge: Int { clashingPlace.youngestAge(inLunarYear: lunarDate.year) }

  /// 太歲: the direction of the year's branch, from 立春 (卷三); 歲破 is opposite to it. 6tail and tyme agree but in 戌 and 亥 years, where they
  /// have north; of the 24 mountains, 戌 and 亥 are in the northwest (乾).
  public var taiSuiDirection: CompassPoint { year.branch.direction }
}

/// The directions of the gods of a day's stem (吉神方位).
///
/// 喜神 and the nobles are in 協紀辨方書 (卷七); 財神 and 福神 are not, they are custom. Where schools differ, the caller names one.
public struct AlmanacDirections: Hashable, Sendable {
  public let stem: HeavenlyStem

  public init(stem: HeavenlyStem) {
    self.stem = stem
  }

  /// 喜神: 甲己 northeast, 乙庚 northwest, 丙辛 southwest, 丁壬 south, 戊癸 southeast (卷七 21b). The libraries agree.
  public var joy: CompassPoint { Self.joys[stem.rawValue % 5] }

  /// 財神: 甲乙 northeast, 丙丁 southwest, 戊己 north, 庚辛 east, 壬癸 south. Custom: 協紀 does not have it, and no book was found. The
  /// libraries agree; printed almanacs have other lists too.
  public var wealth: CompassPoint { Self.wealths[stem.rawValue / 2] }

  /// 福神, of which there are two lists.
  public func fortune(_ school: FortuneSchool) -> CompassPoint {
    switch school {
    case .a: Self.fortunesA[stem.rawValue]
    case .b: Self.fortunesB[stem.rawValue % 5]
    }
  }

  /// 陽貴: the noble of the day (天乙貴人), by its branch (卷七 13b).
  public func yangNoble(_ school: NobleSchool) -> CompassPoint { school.yang(stem).direction }

  /// 陰貴: the noble of the night (天乙貴人), by its branch (卷七 13b).
  public func yinNoble(_ school: NobleSchool) -> CompassPoint { school.yin(stem).direction }

  private static let joys: [CompassPoint] = [.northEast, .northWest, .southWest, .south, .southEast]
  private static let wealths: [CompassPoint] = [.northEast, .southWest, .north, .east, .south]
  private static let fortunesA: [CompassPoint] = [
    .southEast, .southEast, .east, .east, .north, .south, .southWest, .southWest, .northWest, .west,
  ]
  private static let fortunesB: [CompassPoint] = [.north, .southWest, .northWest, .southEast, .northEast]
}

// MARK: - Schools

/// The list by which 福神 is placed. Neither is in 協紀辨方書; they agree on 庚 days only, one day in ten.
public enum FortuneSchool: String, CaseIterable, Encodable, Hashable, Sendable {
  /// 甲乙 southeast, 丙丁 east, 戊 north, 己 south, 庚辛 southwest, 壬 northwest, 癸 west: the default of 6tail's library and of tyme.
  case a
  /// 甲己 north, 乙庚 southwest, 丙辛 northwest, 丁壬 southeast, 戊癸 northeast: 6tail's second school, and cnlunar.
  case b

  /// The list by its first words, and who prints it.
  public var name: LocalizedName {
    switch self {
    case .a:
      LocalizedName(
        "A 派（甲乙東南；6tail、tyme）", simplifiedChinese: "A 派（甲乙东南；6tail、tyme）",
        english: "school A (甲乙 southeast; 6tail, tyme)")
    case .b:
      LocalizedName(
        "B 派（甲己正北；6tail 第二派、cnlunar）", simplifiedChinese: "B 派（甲己正北；6tail 第二派、cnlunar）",
        english: "school B (甲己 north; 6tail's second, cnlunar)")
    }
  }
}

/// The list of the branches of the two nobles (天乙貴人). The two schools differ on 庚 days only.
public enum NobleSchool: String, CaseIterable, Encodable, Hashable, Sendable {
  /// 協紀辨方書, 卷七 13b: 甲戊庚 have 丑 and 未.
  case xieji
  /// 6tail, tyme and cnlunar: 庚辛 have 午 and 寅, 甲戊 丑 and 未.
  case libraries

  public var name: LocalizedName {
    switch self {
    case .xieji:
      LocalizedName("協紀辨方書（甲戊庚丑未）", simplifiedChinese: "协纪辨方书（甲戊庚丑未）", english: "協紀辨方書 (甲戊庚 丑未)")
    case .libraries:
      LocalizedName(
        "通行程式庫（庚辛午寅；6tail、tyme、cnlunar）", simplifiedChinese: "通行程序库（庚辛午寅；6tail、tyme、cnlunar）",
        english: "the libraries (庚辛 午寅; 6tail, tyme, cnlunar)")
    }
  }

  /// The branch of the noble of the day (陽貴).
  package func yang(_ stem: HeavenlyStem) -> EarthlyBranch {
    self == .libraries && stem == .geng ? .wu : Self.yangs[stem.rawValue]
  }

  /// The branch of the noble of the night (陰貴).
  package func yin(_ stem: HeavenlyStem) -> EarthlyBranch {
    self == .libraries && stem == .geng ? .yin : Self.yins[stem.rawValue]
  }

  private static let yangs: [EarthlyBranch] = [.wei, .shen, .you, .hai, .chou, .zi, .chou, .yin, .mao, .si]
  private static let yins: [EarthlyBranch] = [.chou, .zi, .hai, .you, .wei, .shen, .wei, .wu, .si, .mao]
}

// MARK: - Names

extension CompassPoint {
  /// `東北`, `东北`, `northeast`; with `正` for one of the four: `正東`.
  package func name(in language: Language) -> String {
    switch self {
    case .north: language.say("正北", "正北", "north")
    case .northEast: language.say("東北", "东北", "northeast")
    case .east: language.say("正東", "正东", "east")
    case .southEast: language.say("東南", "东南", "southeast")
    case .south: language.say("正南", "正南", "south")
    case .southWest: language.say("西南", "西南", "southwest")
    case .west: language.say("正西", "正西", "west")
    case .northWest: language.say("西北", "西北", "northwest")
    }
  }
}
