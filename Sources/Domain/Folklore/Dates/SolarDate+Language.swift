public import Lunisolar

extension SolarDate {
  /// Month and day in a language: `4月20日`, `20 April`.
  public func text(in language: Language) -> String {
    let (_, month, day) = components
    return language == .english ? "\(day) \(Self.englishMonthNames[month - 1])" : "\(month)月\(day)日"
  }

  /// Year, month, day and weekday: `2026年5月9日 星期六`, `Saturday, 9 May 2026`.
  public func longText(in language: Language) -> String {
    let day = text(in: language)
    let weekday = weekday.name(in: language)
    return language == .english ? "\(weekday), \(day) \(year)" : "\(year)年\(day) \(weekday)"
  }

  /// `January` to `December`.
  public static let englishMonthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
