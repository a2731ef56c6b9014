internal import Folklore
internal import Lunisolar

extension Event {
  /// The ID of an occurrence: `mazu-2026`, `chuyi-2025-6L-1`.
  ///
  /// It depends only on the event's key and the recurrence, not on title, language or time, so that a program recognizes the same day.
  func identity(of occurrence: Occurrence) -> String {
    var parts = [key, "\(occurrence.ruleYear)"]
    if rule.fallsOftenInAYear {
      let lunar = occurrence.lunarDate
      parts.append("\(lunar.month)\(lunar.isLeap ? "L" : "")-\(lunar.day)")
    }
    return parts.joined(separator: "-")
  }

  /// The description with worship notes and what to offer, or what to offer alone. Not every shared event has them in English; own events have the user's text.
  func paragraphs(in language: Language, isDescribed: Bool = true) -> [String] {
    let offerings = worshipGuide.offeringsLine(in: language)
    guard isDescribed else { return [offerings].compactMap(\.self) }
    if language == .english, kind != .custom {
      return [englishDescription, englishWorshipNotes, offerings].compactMap(\.self)
    }
    return [description, worshipNotes, offerings].compactMap(\.self)
  }
}
