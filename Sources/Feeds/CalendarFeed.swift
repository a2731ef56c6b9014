public import Folklore
public import Lunisolar

/// Folk days as an iCalendar object (RFC 5545, RFC 7986), for programs and phones that subscribe to it.
public struct CalendarFeed: Sendable {
  /// How a recurring day is written.
  public enum Form: String, CaseIterable, Sendable {
    /// One VEVENT for each occurrence: every reader shows the right day.
    case dates
    /// `RRULE:RSCALE=CHINESE` (RFC 7529) where the rule can be said so. Some readers show wrong days or none; ask for it knowingly.
    case rscale
  }

  /// When a reader's own alarm goes off.
  public struct Alarm: Hashable, Sendable {
    let minutesBefore: Int

    /// So many days before the day, at a time of day.
    public init(daysBefore: Int, at time: TimeOfDay) {
      minutesBefore = daysBefore * 1_440 - time.minutes
    }

    /// The offset from the midnight that begins the day, as a duration of RFC 5545: `-PT16H`, `PT8H`.
    var trigger: String {
      let (hours, minutes) = Int(minutesBefore.magnitude).quotientAndRemainder(dividingBy: 60)
      let time = (hours > 0 || minutes == 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
      return (minutesBefore > 0 ? "-" : "") + "PT" + time
    }
  }

  private let name: String
  private let language: Language
  private let form: Form
  private let alarm: Alarm?

  public init(name: String, language: Language = .traditionalChinese, form: Form = .dates, alarm: Alarm? = nil) {
    self.name = name
    self.language = language
    self.form = form
    self.alarm = alarm
  }

  /// The object's text, for events over a range of days.
  ///
  /// The same input gives the same bytes: nothing in it depends on the time of writing.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` when the calendar does not reach the range.
  public func text(
    of events: [Event], in range: ClosedRange<SolarDate>, calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) -> String {
    var lines = ContentLines()
    addHead(&lines)
    for event in events where event.isEnabled {
      let occurrences = try event.rule.occurrences(in: range, calendar: calendar)
      if form == .rscale, let rule = event.rule.recurrenceRule {
        if let first = occurrences.first { add(event, first, recurrence: rule, &lines) }
      } else {
        for occurrence in occurrences { add(event, occurrence, recurrence: nil, &lines) }
      }
    }
    lines.add("END", value: "VCALENDAR")
    return lines.text
  }

  private func addHead(_ lines: inout ContentLines) {
    lines.add("BEGIN", value: "VCALENDAR")
    lines.add("VERSION", value: "2.0")
    lines.add("PRODID", value: "-//folkcal//folkcal//\(language == .english ? "EN" : "ZH")")
    lines.add("CALSCALE", value: "GREGORIAN")
    lines.add("METHOD", value: "PUBLISH")
    lines.add("NAME", text: name)
    lines.add("X-WR-CALNAME", text: name)
    // RFC 7986 takes CSS colour names only; the exact colour of our pages is #9D4F4A.
    lines.add("COLOR", value: "brown")
    lines.add("X-APPLE-CALENDAR-COLOR", value: "#9D4F4A")
    lines.add("REFRESH-INTERVAL;VALUE=DURATION", value: "P1D")
    lines.add("X-PUBLISHED-TTL", value: "P1D")
  }

  private func add(_ event: Event, _ occurrence: Occurrence, recurrence: String?, _ lines: inout ContentLines) {
    let title = event.title.text(in: language)
    lines.add("BEGIN", value: "VEVENT")
    lines.add("UID", value: Self.identifier(of: event, recurrence == nil ? occurrence : nil))
    lines.add("DTSTAMP", value: Self.stamp(ofRevision: event.revision))
    lines.add("SEQUENCE", value: "\(event.revision)")
    lines.add("DTSTART;VALUE=DATE", value: occurrence.date.basicText)
    lines.add("DTEND;VALUE=DATE", value: occurrence.lastDate.advanced(by: 1).basicText)
    if let recurrence { lines.add("RRULE", value: recurrence) }
    lines.add("SUMMARY", text: title)
    var description = recurrence == nil ? [occurrence.lunarDate.text(in: language)] : []
    if language != .english { description += [event.description, event.worshipNotes].compactMap { $0 } }
    if !description.isEmpty { lines.add("DESCRIPTION", text: description.joined(separator: "\n")) }
    lines.add("CATEGORIES", text: event.kind.rawValue)
    lines.add("TRANSP", value: "TRANSPARENT")
    lines.add("URL", value: "folklore://event/\(event.id)")
    if let alarm {
      lines.add("BEGIN", value: "VALARM")
      lines.add("ACTION", value: "DISPLAY")
      lines.add("DESCRIPTION", text: title)
      lines.add("TRIGGER", value: alarm.trigger)
      lines.add("END", value: "VALARM")
    }
    lines.add("END", value: "VEVENT")
  }

  /// A function of the event's key and of which recurrence it is, never of title, language or the time of writing: a reader knows the
  /// same day again when it comes anew.
  private static func identifier(of event: Event, _ occurrence: Occurrence?) -> String {
    guard let occurrence else { return "\(event.key)@folkcal" }
    var parts = [event.key, "\(occurrence.ruleYear)"]
    if event.rule.fallsOftenInAYear {
      let lunar = occurrence.lunarDate
      parts.append("\(lunar.month)\(lunar.isLeap ? "L" : "")-\(lunar.day)")
    }
    return parts.joined(separator: "-") + "@folkcal"
  }

  /// The time of a revision: a second later for each, from the day of the first data.
  private static func stamp(ofRevision revision: Int) -> String {
    CivilTime.iso(unixTime: 1_795_219_200 + revision).filter { $0 != "-" && $0 != ":" }
  }
}

extension SolarDate {
  /// `20250420`.
  fileprivate var basicText: String { description.filter { $0 != "-" } }
}
