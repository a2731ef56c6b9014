public import Lunisolar

/// 六曜 (rokuyō): six names that follow one another through a lunar month, printed on Japan's calendars.
///
/// The first day of the first month is 先勝, that of the second 友引, and so on; a leap month counts as the month that it repeats. Source:
/// Japan's custom since the nineteenth century. The libraries agree.
public enum SixDay: Int, CaseIterable, Hashable, Sendable {
  case earlyWins, friendPulls, lateWins, buddhaPerishes, greatPeace, redMouth

  public init(on date: LunarDate) {
    self = Self(rawValue: (date.month + date.day - 2) % 6) ?? .earlyWins
  }

  public var name: LocalizedName {
    switch self {
    case .earlyWins: LocalizedName("先勝", simplifiedChinese: "先胜", english: "senshō")
    case .friendPulls: LocalizedName("友引", english: "tomobiki")
    case .lateWins: LocalizedName("先負", simplifiedChinese: "先负", english: "senbu")
    case .buddhaPerishes: LocalizedName("佛滅", simplifiedChinese: "佛灭", english: "butsumetsu")
    case .greatPeace: LocalizedName("大安", english: "taian")
    case .redMouth: LocalizedName("赤口", english: "shakkō")
    }
  }
}
