/// The state of Taiwan's offices on a day, and the reason.
public struct OfficeDay: Hashable, Sendable {
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case workday
    case weekend
    /// On a weekday or a weekend.
    case holiday
    /// A workday off in lieu of a holiday on a weekend: 補假.
    case inLieu = "in_lieu"
    /// A workday next to a holiday that is off by announcement: 調整放假.
    case adjusted
    /// A weekend day worked for an adjusted one: 補行上班.
    case madeUpWorkday = "made_up_workday"
  }

  public let kind: Kind
  /// The holidays of the day, or the holidays that cause its day off or work.
  public let holidays: [DaysOff.Holiday]

  init(_ kind: Kind, _ holidays: [DaysOff.Holiday] = []) {
    self.kind = kind
    self.holidays = holidays
  }

  public var isDayOff: Bool { kind != .workday && kind != .madeUpWorkday }

  /// The reason for a day off or a worked weekend; nil on ordinary workdays and weekends.
  public func name(in language: Language) -> String? {
    let names = holidays.map { $0.name.text(in: language) }.joined(separator: language == .english ? " / " : "、")
    return switch kind {
    case .workday, .weekend: nil
    case .holiday: names
    case .inLieu: names + language.say("補假", "补假", " (day in lieu)")
    case .adjusted: names + language.say("調整放假", "调整放假", " (adjusted day off)")
    case .madeUpWorkday: language.say("補行上班", "补行上班", "make-up workday")
    }
  }

  /// The short form without the holiday's name; nil on the holiday itself.
  public func shortName(in language: Language) -> String? {
    switch kind {
    case .workday, .weekend, .holiday: nil
    case .inLieu: language.say("補假", "补假", "day in lieu")
    case .adjusted: language.say("調整放假", "调整放假", "day off")
    case .madeUpWorkday: language.say("補行上班", "补行上班", "workday")
    }
  }
}
