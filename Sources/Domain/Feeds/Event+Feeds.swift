internal import Folklore
internal import Lunisolar

extension Event {
  /// Which of all days one is: `mazu-2026`, `chuyi-2025-6L-1`.
  ///
  /// A function of the event's key and of which recurrence it is, never of title, language or the time of writing: a reader knows the
  /// same day again when it comes anew.
  func identity(of occurrence: Occurrence) -> String {
    var parts = [key, "\(occurrence.ruleYear)"]
    if rule.fallsOftenInAYear {
      let lunar = occurrence.lunarDate
      parts.append("\(lunar.month)\(lunar.isLeap ? "L" : "")-\(lunar.day)")
    }
    return parts.joined(separator: "-")
  }

  /// What is told of the event, and how to worship. Not every shared one has a text in English; a user's own are in the user's words.
  func paragraphs(in language: Language) -> [String] {
    if language == .english, kind != .custom { return [englishDescription, englishWorshipNotes].compactMap(\.self) }
    return [description, worshipNotes].compactMap(\.self)
  }
}
