public import Lunisolar

extension LunarDate {
  /// Month and day in a language: `農曆閏六月十五`, `农历闰六月十五`, `lunar leap 6/15`.
  public func text(in language: Language) -> String {
    switch language {
    case .traditionalChinese: text
    case .simplifiedChinese: "农历" + Self.simplified(Self.monthName(month, isLeap: isLeap)) + Self.dayName(day)
    case .english: "lunar \(isLeap ? "leap " : "")\(month)/\(day)"
    }
  }

  /// The names of months have one character that differs.
  private static func simplified(_ name: String) -> String {
    name.hasPrefix("閏") ? "闰" + name.dropFirst() : name
  }
}
