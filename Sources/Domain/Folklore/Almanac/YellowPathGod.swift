public import Lunisolar

/// 黃黑道十二神: the twelve gods of the days of a month and of the hours of a day, six of the yellow path and six of the black.
///
///     YellowPathGod(of: .zi, in: .yin)      // 青龍: on 子 days of a 寅 month, and in the hour of 子 of a 寅 day
///
/// 協紀辨方書, 卷七 3b: 青龍 stands on 子 in 寅 and 申, and two branches on for each next one; the others follow it in order. The book calls
/// the yellow path 吉 and the black path 凶.
public enum YellowPathGod: Int, CaseIterable, Hashable, Sendable {
  case azureDragon, hallOfLight, punishment, vermilionBird, goldenCasket, preciousLight
  case whiteTiger, jadeHall, prison, darkWarrior, controllerOfFate, hookArray

  /// - Parameters:
  ///   - branch: of the day or of the hour.
  ///   - period: the branch of the day's month or of the hour's day.
  public init(of branch: EarthlyBranch, in period: EarthlyBranch) {
    let dragon = 2 * (period.rawValue - EarthlyBranch.yin.rawValue)
    self = Self(rawValue: (branch.rawValue - dragon).modulo(12)) ?? .azureDragon
  }

  /// True of 青龍 明堂 金匱 寶光 玉堂 司命, the gods of the yellow path (黃道).
  public var isYellowPath: Bool {
    switch self {
    case .azureDragon, .hallOfLight, .goldenCasket, .preciousLight, .jadeHall, .controllerOfFate: true
    case .punishment, .vermilionBird, .whiteTiger, .prison, .darkWarrior, .hookArray: false
    }
  }

  /// As the book writes it; the English name is a gloss. 寶光 is 天德 in other books, 元武 is 玄武, whose name an emperor bore.
  public var name: LocalizedName { Self.names[rawValue] }

  /// `黃道` or `黑道`, the same in every language but for the script.
  public func path(in language: Language) -> String {
    isYellowPath ? language.say("黃道", "黄道", "黃道") : "黑道"
  }

  private static let names = [
    LocalizedName("青龍", simplifiedChinese: "青龙", english: "Azure Dragon"),
    LocalizedName("明堂", english: "Hall of Light"),
    LocalizedName("天刑", english: "Heaven's Punishment"),
    LocalizedName("朱雀", english: "Vermilion Bird"),
    LocalizedName("金匱", simplifiedChinese: "金匮", english: "Golden Casket"),
    LocalizedName("寶光", simplifiedChinese: "宝光", english: "Precious Light, also 天德"),
    LocalizedName("白虎", english: "White Tiger"),
    LocalizedName("玉堂", english: "Jade Hall"),
    LocalizedName("天牢", english: "Heaven's Prison"),
    LocalizedName("元武", english: "Dark Warrior, also 玄武"),
    LocalizedName("司命", english: "Controller of Fate"),
    LocalizedName("勾陳", simplifiedChinese: "勾陈", english: "Hook Array"),
  ]
}

extension LocalizedName {
  /// A term of the almanac in Chinese characters, Traditional for English readers too, who get the gloss apart.
  package func term(in language: Language) -> String {
    language == .simplifiedChinese ? text(in: language) : traditionalChinese
  }
}
