public import Geo
public import Lunisolar

/// How the twelve animals stand to a year, by the customs that almanacs and temples follow.
///
///     ZodiacYear(2027).relations(of: .ox)       // [.clash, .punishment]
///
/// The year is that of 立春; temples commonly count from lunar New Year. 太歲 is the year's branch (協紀辨方書, 卷三); that a person offends it by
/// the animal of the birth year is custom, and customs differ: `relations(of:)` is the widespread one, `templeClash(of:)` that of many
/// temples in Taiwan.
public struct ZodiacYear: Hashable, Sendable {
  /// The number of the solar year in which it begins, at 立春.
  public let year: Int

  public init(_ year: Int) {
    self.year = year
  }

  public var pillar: StemBranch { StemBranch(ofYear: year) }
  public var zodiac: Zodiac { Zodiac(ofYear: year) }

  /// 太歲: the direction of the year's branch (卷三).
  public var taiSuiDirection: CompassPoint { pillar.branch.direction }
  /// 歲破: the branch opposite to the year's (卷三).
  public var brokenBranch: EarthlyBranch { EarthlyBranch(order: pillar.branch.rawValue + 6) }
  public var brokenDirection: CompassPoint { brokenBranch.direction }

  /// The years of birth of an animal, the latest first: this year or the last one before it, then each twelve years earlier.
  public func birthYears(of zodiac: Zodiac, count: Int = 8) -> [Int] {
    (0..<count).map { year - stepsBack(to: zodiac) - 12 * $0 }
  }

  /// Years from the animal's last year to this one, 0 to 11.
  private func stepsBack(to zodiac: Zodiac) -> Int { (pillar.branch.rawValue - zodiac.rawValue).modulo(12) }
}

// MARK: - 犯太歲

extension ZodiacYear {
  /// What an animal has to do with 太歲, by the widespread custom.
  public enum Relation: String, CaseIterable, Encodable, Hashable, Sendable {
    /// 值: the year's own animal.
    case own
    /// 沖: the opposite animal.
    case clash
    /// 刑: 子卯, 寅巳申 and 丑戌未 with one another, 辰 午 酉 亥 with themselves.
    case punishment
    /// 害 (六害): 子未, 丑午, 寅巳, 卯辰, 申亥, 酉戌.
    case harm
    /// 破: 子酉, 丑辰, 寅亥, 卯午, 巳申, 未戌.
    case breaking = "break"
  }

  /// The relations of an animal to the year, in the order of `Relation`; most have none.
  public func relations(of zodiac: Zodiac) -> [Relation] {
    let (here, other) = (pillar.branch, EarthlyBranch(order: zodiac.rawValue))
    return Relation.allCases.filter { relation in
      switch relation {
      case .own: here == other
      case .clash: other == brokenBranch
      case .punishment: BranchRelations.punished(by: here) == other || BranchRelations.punished(by: other) == here
      case .harm: (here.rawValue + other.rawValue) % 12 == 7
      case .breaking: BranchRelations.breaks(here, other)
      }
    }
  }

  /// 正沖 and 偏沖, as many temples in Taiwan post them.
  public enum TempleClash: String, CaseIterable, Encodable, Hashable, Sendable {
    /// 正沖: the year's own animal and the opposite one.
    case main
    /// 偏沖: three animals before and three after.
    case side
  }

  /// The temples' word for an animal; nil for eight of the twelve.
  public func templeClash(of zodiac: Zodiac) -> TempleClash? {
    switch stepsBack(to: zodiac) {
    case 0, 6: .main
    case 3, 9: .side
    default: nil
    }
  }
}

// MARK: - 十二歲君

extension ZodiacYear {
  /// 十二歲君, the twelve gods of a year in their order: 四利三元 in 協紀辨方書, 卷三, after 選擇宗鏡. The book calls 太陽 太陰 龍德 福德 吉, the
  /// directions of the others 凶.
  public enum Lord: Int, CaseIterable, Hashable, Sendable {
    case greatYear, sun, mourning, moon, fiveGhosts, deathTally, yearBroken, dragonVirtue, whiteTiger, blessing,
      heavenlyDog, illness

    /// The book's name, which is another for two: 官符 for the temples' 五鬼, 弔客 for their 天狗.
    public var bookName: LocalizedName {
      switch self {
      case .fiveGhosts: LocalizedName("官符", english: "Officer's Tally, also 五鬼")
      case .heavenlyDog: LocalizedName("弔客", simplifiedChinese: "吊客", english: "Mourning Guest, also 天狗")
      default: name
      }
    }

    /// The name in temples' lists, which vary: some have 小耗 for 死符 and 大耗 for 歲破.
    ///
    /// The English name is a gloss.
    public var name: LocalizedName {
      switch self {
      case .greatYear: LocalizedName("太歲", simplifiedChinese: "太岁", english: "Great Year")
      case .sun: LocalizedName("太陽", simplifiedChinese: "太阳", english: "Sun")
      case .mourning: LocalizedName("喪門", simplifiedChinese: "丧门", english: "Mourning Gate")
      case .moon: LocalizedName("太陰", simplifiedChinese: "太阴", english: "Moon")
      case .fiveGhosts: LocalizedName("五鬼", english: "Five Ghosts")
      case .deathTally: LocalizedName("死符", english: "Death Tally")
      case .yearBroken: LocalizedName("歲破", simplifiedChinese: "岁破", english: "Year Broken")
      case .dragonVirtue: LocalizedName("龍德", simplifiedChinese: "龙德", english: "Dragon Virtue")
      case .whiteTiger: LocalizedName("白虎", english: "White Tiger")
      case .blessing: LocalizedName("福德", english: "Blessing")
      case .heavenlyDog: LocalizedName("天狗", english: "Heavenly Dog")
      case .illness: LocalizedName("病符", english: "Illness Tally")
      }
    }
  }

  /// The god on an animal's branch: 太歲 on the year's, 太陽 on the next one, and so on to 病符, last year's 太歲 (協紀辨方書, 卷三).
  public func lordByBranch(of zodiac: Zodiac) -> Lord {
    Lord(rawValue: (12 - stepsBack(to: zodiac)) % 12) ?? .greatYear
  }

  /// The god of an animal's ages: 一太歲, 二太陽, 三喪門, by 虛歲, and again every twelve years, as temples in Taiwan post it (custom; no dated
  /// list was compared). It goes the other way round, so only 太歲 and 歲破 are the same in both.
  public func lordByAge(of zodiac: Zodiac) -> Lord { Lord(rawValue: stepsBack(to: zodiac)) ?? .greatYear }
}

// MARK: - For people

extension ZodiacYear.Relation {
  /// The English name has the character with a gloss.
  public var name: LocalizedName {
    switch self {
    case .own: LocalizedName("值", english: "值 own year")
    case .clash: LocalizedName("沖", simplifiedChinese: "冲", english: "沖 clash")
    case .punishment: LocalizedName("刑", english: "刑 punish")
    case .harm: LocalizedName("害", english: "害 harm")
    case .breaking: LocalizedName("破", english: "破 break")
    }
  }
}

extension ZodiacYear.TempleClash {
  /// The English name has the term with a gloss.
  public var name: LocalizedName {
    switch self {
    case .main: LocalizedName("正沖", simplifiedChinese: "正冲", english: "正沖 main clash")
    case .side: LocalizedName("偏沖", simplifiedChinese: "偏冲", english: "偏沖 side clash")
    }
  }
}
