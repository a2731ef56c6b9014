internal import Lunisolar

/// One user's reminder settings. The defaults are the schema's.
public struct NotificationSettings: Hashable, Sendable {
  /// The master switch.
  public var isEnabled = true
  /// Days from the main reminder to the occurrence, 0 to 30.
  public var advanceDays = 1
  /// The local time of reminders.
  public var notifyTime = TimeOfDay(uncheckedMinutes: 8 * 60)
  /// The IANA name of the user's time zone.
  public var timeZone = "Asia/Taipei"
  /// 初一 and 十五.
  public var newMoon = true
  public var fullMoon = true
  /// The user's own events.
  public var custom = true
  /// The reminder three days before.
  public var early = true
  /// The reminder on the day itself.
  public var dayOf = true
  /// Days from the reminder to prepare to a day that most people keep, 1 to 30; nil for none.
  public var prepareDays: Int?
  /// Reminders between these times wait until the end.
  public var quietHours: QuietHours?

  public init() {}

  /// The range of `advanceDays`.
  public static let advanceDayRange = 0...30
  /// The range of `prepareDays`.
  public static let prepareDayRange = 1...30
  /// The days that the settings suggest to whoever wants to prepare.
  public static let suggestedPrepareDays = 3
  /// Days from an early reminder to the occurrence.
  public static let earlyDays = 3
}

/// A local time of day, to the minute.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Minutes since midnight, 0 to 1,439.
  public let minutes: Int

  /// Requires a valid time.
  package init(uncheckedMinutes minutes: Int) {
    self.minutes = minutes
  }

  /// A time such as `08:00`; nil for other forms and invalid times.
  public init?(_ text: some StringProtocol) {
    var scanner = ByteScanner(text)
    guard let hour = scanner.number(digits: 1...2), scanner.take(UInt8(ascii: ":")),
      let minute = scanner.number(digits: 2...2), scanner.isAtEnd, hour < 24, minute < 60
    else { return nil }
    minutes = hour * 60 + minute
  }

  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }

  /// `08:00`.
  public var description: String {
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
  }
}

/// Hours without reminders; they cross midnight if the end is earlier than the start.
public struct QuietHours: Hashable, Sendable {
  public let from: TimeOfDay
  public let to: TimeOfDay

  /// - Returns: nil if both times are equal, which would be ambiguous.
  public init?(from: TimeOfDay, to: TimeOfDay) {
    guard from != to else { return nil }
    self.from = from
    self.to = to
  }

  /// True if a time is within them. The end is excluded: a reminder at `to` is sent.
  public func contains(_ time: TimeOfDay) -> Bool {
    from < to ? from <= time && time < to : from <= time || time < to
  }
}
