/// The days of an iCalendar file, and the events that no date rule can say.
public struct CalendarContents: Hashable, Sendable {
  /// In the order of the file.
  public let days: [OwnDay]
  public let skipped: [SkippedEvent]

  /// An event that was not taken.
  public struct SkippedEvent: Hashable, Sendable {
    /// Its title, of a long one the start; nil if it has none.
    public let title: String?
    /// The reason, with the line that gives it.
    public let fault: OwnDayFault
  }
}
