public import Folklore
internal import JSON
internal import Records

/// A day that a user keeps: a birthday, a memorial day, a day of the family's own.
///
///     try OwnDay(title: "阿嬤生日", rule: DateRule("農曆三月廿三"), observance: .birthday, advanceDays: 3)
public struct OwnDay: Hashable, Sendable {
  /// One line of at most 200 characters.
  public let title: String
  public let rule: DateRule
  public let observance: Event.Observance
  /// Days from the main reminder to the day, 0 to 30; nil for the user's setting.
  public let advanceDays: Int?
  /// Text of at most 20,000 characters.
  public let note: String?

  /// - Throws: `OwnDayProblem` for a title, note or number that cannot be kept. A blank note is none.
  public init(
    title: String, rule: DateRule, observance: Event.Observance = .custom, advanceDays: Int? = nil,
    note: String? = nil
  ) throws(OwnDayProblem) {
    self.title = try Self.checkedTitle(title)
    self.rule = rule
    self.observance = observance
    self.advanceDays = try Self.checkedAdvance(advanceDays)
    self.note = try Self.checkedNote(note)
  }
}

// The limits are those of an event in the database.

extension OwnDay {
  static func checkedTitle(_ title: String) throws(OwnDayProblem) -> String {
    try checked(title, FieldKind.text(limit: 200, isProse: false))
  }

  static func checkedNote(_ note: String?) throws(OwnDayProblem) -> String? {
    guard let note, !note.trimmed.isEmpty else { return nil }
    return try checked(note, FieldKind.text(limit: 20_000, isProse: true))
  }

  static func checkedAdvance(_ days: Int?) throws(OwnDayProblem) -> Int? {
    guard let days, !NotificationSettings.advanceDayRange.contains(days) else { return days }
    throw .advanceDays("\(days)")
  }

  private static func checked(_ text: String, _ kind: FieldKind) throws(OwnDayProblem) -> String {
    do {
      return try kind.checked(.text(text), isText: false).text ?? ""
    } catch {
      throw .text(error.text, chinese: error.chinese)
    }
  }
}
