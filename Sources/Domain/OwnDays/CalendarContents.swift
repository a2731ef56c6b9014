public import Folklore

/// The days of a calendar or of contacts, and what could not be kept of them.
public struct CalendarContents: Hashable, Sendable {
  /// In the order of the file.
  public let days: [OwnDay]
  /// The events that no date rule can say.
  public let skipped: [Note]
  /// What days were kept without.
  public let notes: [Note]

  /// An event that was not taken, or a part of one.
  public struct Note: Hashable, Sendable {
    /// The event's title, of a long one the start; nil if it has none.
    public let title: String?
    /// The reason, with the line that gives it.
    public let fault: OwnDayFault

    /// The sentence for readers: the title and the reason.
    public func text(in language: Language) -> String {
      (title.map { $0 + language.say("：", "：", ": ") } ?? "") + fault.text(in: language)
    }
  }
}
