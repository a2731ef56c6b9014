public import Lunisolar

extension SolarDate {
  /// Month and day in a language: `4月20日`, `20 April`.
  public func text(in language: Language) -> String {
    let (_, month, day) = components
    return language == .english ? "\(day) \(Self.englishMonthNames[month - 1])" : "\(month)月\(day)日"
  }

  /// `January` to `December`.
  public static let englishMonthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
}
