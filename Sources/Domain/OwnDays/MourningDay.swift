public import Folklore
public import Lunisolar

/// One of the days that a family counts after a death.
public struct MourningDay: Hashable, Sendable {
  public let kind: Kind
  /// The day; for the yearly day, the first one.
  public let date: SolarDate
  public let rule: DateRule
  /// The person and the day: 「阿嬤 百日」.
  public let title: LocalizedName

  init(_ kind: Kind, of person: String, on date: SolarDate, rule: DateRule) {
    self.kind = kind
    self.date = date
    self.rule = rule
    let name = kind.name
    title = LocalizedName(
      "\(person) \(name.traditionalChinese)", simplifiedChinese: "\(person) \(name.text(in: .simplifiedChinese))",
      english: "\(person): \(name.text(in: .english))")
  }

  /// The day for a user's list, with its title in a language.
  ///
  /// - Throws: `OwnDayProblem` for a number of days outside 0 to 30.
  public func ownDay(in language: Language, advanceDays: Int? = nil) throws(OwnDayProblem) -> OwnDay {
    try OwnDay(title: title.text(in: language), rule: rule, observance: .memorial, advanceDays: advanceDays)
  }

  /// The day that is kept.
  public enum Kind: Hashable, Sendable {
    /// 頭七 (1) to 滿七 (7).
    case week(Int)
    /// 百日.
    case hundredthDay
    /// 對年.
    case firstAnniversary
    /// 三年.
    case thirdYear
    /// 忌日, every year.
    case yearly
  }
}

extension MourningDay.Kind {
  /// The name of the day.
  public var name: LocalizedName {
    switch self {
    case .week(let number): Self.weeks[min(max(number, 1), Self.weeks.count) - 1]
    case .hundredthDay: LocalizedName("百日", simplifiedChinese: "百日", english: "hundredth day")
    case .firstAnniversary: LocalizedName("對年", simplifiedChinese: "对年", english: "first anniversary rite")
    case .thirdYear: LocalizedName("三年", simplifiedChinese: "三年", english: "third-year rite")
    case .yearly: LocalizedName("忌日", simplifiedChinese: "忌日", english: "day of death")
    }
  }

  private static let weeks = [
    LocalizedName("頭七", simplifiedChinese: "头七", english: "first seventh day"),
    LocalizedName("二七", simplifiedChinese: "二七", english: "second seventh day"),
    LocalizedName("三七", simplifiedChinese: "三七", english: "third seventh day"),
    LocalizedName("四七", simplifiedChinese: "四七", english: "fourth seventh day"),
    LocalizedName("五七", simplifiedChinese: "五七", english: "fifth seventh day"),
    LocalizedName("六七", simplifiedChinese: "六七", english: "sixth seventh day"),
    LocalizedName("滿七", simplifiedChinese: "满七", english: "last seventh day"),
  ]
}
