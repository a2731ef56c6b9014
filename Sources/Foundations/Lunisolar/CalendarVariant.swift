/// Whose reckoning of the lunisolar calendar: the rule is the same, the meridian is not.
public enum CalendarVariant: UInt8, CaseIterable, Hashable, Sendable {
  /// China and Taiwan: UTC+8.
  case chinese
  /// Vietnam: UTC+7 from lunar year 1968; the Chinese calendar before.
  case vietnamese
  /// Korea: UTC+9 from lunar year 1912; the Chinese calendar before.
  case korean

  /// Hours that the civil day of the variant is ahead of UTC.
  public var utcOffsetHours: Int {
    switch self {
    case .chinese: 8
    case .vietnamese: 7
    case .korean: 9
    }
  }

  /// The first lunar year that the variant reckons itself; before it, it follows the Chinese calendar.
  public var firstOwnYear: Int {
    switch self {
    case .chinese: Int.min
    case .vietnamese: 1968
    case .korean: 1912
    }
  }

  /// The meridian whose midnight decides in a year: 8 where the variant still follows the Chinese calendar.
  public func utcOffsetHours(in year: Int) -> Int {
    year >= firstOwnYear ? utcOffsetHours : CalendarVariant.chinese.utcOffsetHours
  }

  /// The name in lower case, as used on the command line and in JSON.
  public var name: String {
    switch self {
    case .chinese: "chinese"
    case .vietnamese: "vietnamese"
    case .korean: "korean"
    }
  }
}
