public import Folklore
public import Lunisolar

/// One reminder: this user, this occurrence, this kind, at this instant.
public struct Reminder: Hashable, Sendable {
  public let user: String
  public let event: Event
  public let occurrence: Occurrence
  public let kind: ReminderKind
  /// Days before the occurrence that the kind asks for: 3 for `early`, the user's advance days for `main`, 0 for `day_of`.
  public let daysBefore: Int
  /// When it falls due: seconds of UTC since 1970.
  public let scheduledAt: Int
  /// The user's civil day at that instant, from which the text counts.
  public let localDate: SolarDate

  /// The natural key: `u42/88/2025-04-20/main`.
  public var key: String {
    "\(user)/\(event.id)/\(occurrence.date)/\(kind.rawValue)"
  }
}

// MARK: - What it says

extension Reminder {
  /// The title of the message: the event's.
  public func title(in language: Language) -> String {
    event.title.text(in: language)
  }

  /// The sentence of the message: `明天是媽祖聖誕（農曆三月廿三）`.
  public func body(in language: Language) -> String {
    let days = localDate.distance(to: occurrence.date)
    let isTonight = kind == .dayOf && event.rule.beginsOnEve && days == 1
    let lunar = occurrence.lunarDate.text(in: language)
    let title = title(in: language)
    switch language {
    case .traditionalChinese: return (isTonight ? "今晚子時起是" : Self.chineseDay(days) + "是") + "\(title)（\(lunar)）"
    case .simplifiedChinese:
      return (isTonight ? "今晚子时起是" : Self.chineseDay(days, "后") + "是") + "\(title)（\(lunar)）"
    case .english: return "\(title) \(isTonight ? "begins tonight at 23:00" : Self.englishDay(days)) (\(lunar))"
    }
  }

  private static func chineseDay(_ days: Int, _ after: String = "後") -> String {
    switch days {
    case 0: "今天"
    case 1: "明天"
    case 2: after + "天"
    default: "\(days) 天" + after
    }
  }

  private static func englishDay(_ days: Int) -> String {
    switch days {
    case 0: "is today"
    case 1: "is tomorrow"
    default: "is in \(days) days"
    }
  }
}
