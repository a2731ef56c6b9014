/// A day of the week with its ISO 8601 number: Monday is 1, Sunday is 7.
public enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The Chinese numeral after 星期: 一 to 六, and 日.
  public var chineseName: String {
    switch self {
    case .monday: "一"
    case .tuesday: "二"
    case .wednesday: "三"
    case .thursday: "四"
    case .friday: "五"
    case .saturday: "六"
    case .sunday: "日"
    }
  }

  /// The three-letter English abbreviation in date rules, in lower case: `mon` to `sun`.
  public var abbreviation: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }
}
