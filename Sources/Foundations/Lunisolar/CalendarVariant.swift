/// The country variant of the lunisolar calendar: the rule is the same, the meridian differs.
public enum CalendarVariant: UInt8, CaseIterable, Hashable, Sendable {
  /// China and Taiwan: UTC+8.
  case chinese
  /// Vietnam: UTC+7 from lunar year 1968; the Chinese calendar before.
  case vietnamese
  /// Korea: UTC+9 from lunar year 1912; the Chinese calendar before.
  case korean

  /// Hours from UTC to the civil time of the variant.
  public var utcOffsetHours: Int {
    switch self {
    case .chinese: 8
    case .vietnamese: 7
    case .korean: 9
    }
  }

  /// The first lunar year with the variant's own meridian; earlier years follow the Chinese calendar.
  public var firstOwnYear: Int {
    switch self {
    case .chinese: Int.min
    case .vietnamese: 1968
    case .korean: 1912
    }
  }

  /// The meridian used in a year, in hours ahead of UTC: 8 while the variant follows the Chinese calendar.
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
