package import Geo
public import Lunisolar

/// How the twelve branches stand to one another, and what follows from a pillar alone.
enum BranchRelations {
  /// 刑: the branch that a branch punishes: 子卯 one another, 寅 巳 申 and 丑 戌 未 in a circle, 辰 午 酉 亥 themselves.
  static func punished(by branch: EarthlyBranch) -> EarthlyBranch { punishedBranches[branch.rawValue] }

  /// From 子.
  private static let punishedBranches: [EarthlyBranch] = [
    .mao, .xu, .si, .zi, .chen, .shen, .wu, .chou, .yin, .you, .wei, .hai,
  ]

  /// 破: 子酉, 丑辰, 寅亥, 卯午, 巳申, 未戌.
  static func breaks(_ branch: EarthlyBranch, _ other: EarthlyBranch) -> Bool {
    let order = branch.rawValue
    return other == EarthlyBranch(order: order % 2 == 0 ? order - 3 : order + 3)
  }
}

extension StemBranch {
  /// 空亡 (旬空): the two branches that its ten places of the cycle lack, 戌 and 亥 from 甲子 to 癸酉 (協紀辨方書, 卷七 45b).
  public var voidBranches: [EarthlyBranch] {
    let first = 10 - index / 10 * 2
    return [EarthlyBranch(order: first), EarthlyBranch(order: first + 1)]
  }

  /// 沖: the pillar opposite to it, whose stem overcomes or is overcome by its own: 戊午 for 甲子.
  package var clashing: StemBranch { StemBranch(index: index + 54) }

  /// The age of the youngest people born in a year of this pillar, 1 to 60; others are 60 years older.
  ///
  /// - Parameter year: the lunar year in which the age is counted, as 虛歲: 1 in the year of birth, one more at each New Year.
  package func youngestAge(inLunarYear year: Int) -> Int { (StemBranch(ofYear: year).index - index).modulo(60) + 1 }
}

extension EarthlyBranch {
  /// 煞: the direction opposite to the branch's triad: 申子辰 south, 巳酉丑 east, 寅午戌 north, 亥卯未 west.
  package var shaDirection: String { ["南", "東", "北", "西"][rawValue % 4] }

  /// The nearest of eight directions: 子 north, 丑 and 寅 northeast, 卯 east and so on.
  package var direction: CompassPoint { Self.directions[rawValue] }

  private static let directions: [CompassPoint] = [
    .north, .northEast, .northEast, .east, .southEast, .southEast, .south, .southWest, .southWest, .west, .northWest,
    .northWest,
  ]
}
