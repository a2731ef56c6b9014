import Lunisolar

/// A god of an hour (時神煞) by 協紀辨方書, 卷七 and the table of the sixty days' hours in 卷三十二 (六十日時辰定局).
///
/// `isGood` says on which side the book lists it. The order is that of the data the rule was compared with.
public enum HourGod: Int, CaseIterable, Hashable, Sendable {
  /// 日合: the branch that combines with the day's (六合).
  case combination
  /// 日害: the branch that harms the day's (六害).
  case harm
  /// 日建: the day's own branch.
  case establishment
  /// 日馬: the post horse (驛馬) of the day's triad: 申子辰 寅, 巳酉丑 亥, 寅午戌 申, 亥卯未 巳.
  case postHorse
  /// 日破: the branch opposite to the day's.
  case opposition
  /// 日刑: the branch that the day's punishes.
  case punishment
  /// 天乙貴人: the two nobles of the day's stem in the book's school (`NobleSchool.xieji`).
  case heavenlyNoble
  /// 日祿: the salary of the day's stem: 甲寅 乙卯 丙戊巳 丁己午 庚申 辛酉 壬亥 癸子.
  case salary
  /// 喜神: the hour of the direction of joy: 甲己寅 乙庚戌 丙辛申 丁壬午 戊癸辰.
  case joy
  /// 五不遇: the hour's stem overcomes the day's, and both are yang or both yin: 庚 on a 甲 day.
  case fiveMisses
  /// 天官貴人: 甲酉 乙申 丙子 丁亥 戊卯 己寅 庚午 辛巳 壬丑未 癸辰戌.
  case officialNoble
  /// 福星貴人: the hour's stem is the second after the day's: 丙 on a 甲 day.
  case fortuneNoble
  /// 路空 (截路空亡): the hour's stem is 壬 or 癸.
  case emptyRoad
  /// 旬空: a branch that the ten days of the day's pillar lack.
  case emptyBranch

  /// True of the gods that the book lists as 吉, false of those that it lists as 凶.
  public var isGood: Bool {
    switch self {
    case .combination, .establishment, .postHorse, .heavenlyNoble, .salary, .joy, .officialNoble, .fortuneNoble: true
    case .harm, .opposition, .punishment, .fiveMisses, .emptyRoad, .emptyBranch: false
    }
  }

  /// As the book writes it; the English name is a gloss.
  public var name: LocalizedName { Self.names[rawValue] }

  /// True if this god stands in an hour.
  ///
  /// - Parameters:
  ///   - hour: the hour's pillar.
  ///   - day: the pillar of its day.
  func isPresent(in hour: StemBranch, of day: StemBranch) -> Bool {
    let (branch, own) = (hour.branch.rawValue, day.branch.rawValue)
    let stem = day.stem.rawValue
    return switch self {
    case .combination: (branch + own) % 12 == 1
    case .harm: (branch + own) % 12 == 7
    case .establishment: branch == own
    case .postHorse: branch == (9 * own + 2) % 12
    case .opposition: (branch + 6) % 12 == own
    case .punishment: hour.branch == BranchRelations.punished(by: day.branch)
    case .heavenlyNoble:
      hour.branch == NobleSchool.xieji.yang(day.stem) || hour.branch == NobleSchool.xieji.yin(day.stem)
    case .salary: hour.branch == Self.salaries[stem]
    case .joy: hour.branch == Self.joys[stem % 5]
    case .fiveMisses: (hour.stem.rawValue - stem).modulo(10) == 6
    case .officialNoble: Self.officials[stem].contains(hour.branch)
    case .fortuneNoble: (hour.stem.rawValue - stem).modulo(10) == 2
    case .emptyRoad: hour.stem == .ren || hour.stem == .gui
    case .emptyBranch: day.voidBranches.contains(hour.branch)
    }
  }

  private static let salaries: [EarthlyBranch] = [.yin, .mao, .si, .wu, .si, .wu, .shen, .you, .hai, .zi]
  private static let joys: [EarthlyBranch] = [.yin, .xu, .shen, .wu, .chen]
  private static let officials: [[EarthlyBranch]] = [
    [.you], [.shen], [.zi], [.hai], [.mao], [.yin], [.wu], [.si], [.chou, .wei], [.chen, .xu],
  ]

  private static let names = [
    LocalizedName("日合", english: "combines with the day"),
    LocalizedName("日害", english: "harms the day"),
    LocalizedName("日建", english: "the day's own branch"),
    LocalizedName("日馬", simplifiedChinese: "日马", english: "the day's post horse"),
    LocalizedName("日破", english: "opposite to the day"),
    LocalizedName("日刑", english: "punished by the day"),
    LocalizedName("天乙貴人", simplifiedChinese: "天乙贵人", english: "noble of heaven"),
    LocalizedName("日祿", simplifiedChinese: "日禄", english: "the day's salary"),
    LocalizedName("喜神", english: "god of joy"),
    LocalizedName("五不遇", english: "the hour overcomes the day"),
    LocalizedName("天官貴人", simplifiedChinese: "天官贵人", english: "noble of office"),
    LocalizedName("福星貴人", simplifiedChinese: "福星贵人", english: "noble of fortune"),
    LocalizedName("路空", english: "empty road"),
    LocalizedName("旬空", english: "empty in its ten days"),
  ]
}
