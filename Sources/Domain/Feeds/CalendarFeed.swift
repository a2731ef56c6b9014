public import Folklore
public import Lunisolar

/// Events as an iCalendar object (RFC 5545, RFC 7986) for subscriptions.
public struct CalendarFeed: Sendable {
  /// The form of recurring days.
  public enum Form: String, CaseIterable, Sendable {
    /// One VEVENT per occurrence; every calendar program shows the right day.
    case dates
    /// `RRULE:RSCALE=CHINESE` (RFC 7529) if the rule allows. Some programs show wrong days or none, so it is not the default.
    case rscale
  }

  private let name: String
  private let language: Language
  private let form: Form
  private let alarms: [Alarm]
  private let refreshHours: Int
  private let site: String?

  /// - Parameters:
  /// - alarms: the alarms of every day.
  /// - refreshHours: the suggested interval of updates; most programs have their own.
  /// - site: scheme, host and port of the server whose pages the entries link to; nil for the app's own scheme.
  public init(
    name: String, language: Language = .traditionalChinese, form: Form = .dates, alarms: [Alarm] = [],
    refreshHours: Int = 24, site: String? = nil
  ) {
    self.name = name
    self.language = language
    self.form = form
    self.alarms = alarms
    self.refreshHours = refreshHours
    self.site = site?.plainLine
  }

  /// The object's text, for events over a range of days.
  ///
  /// Deterministic: the output does not contain the time of writing.
  ///
  /// - Parameter described: the days that have descriptions; the others have their lunar date and what to offer. Nil for all.
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public func text(
    of events: [Event], bundles: EventBundles = .none, in range: ClosedRange<SolarDate>,
    describing described: ClosedRange<SolarDate>? = nil, calendar: some LunarYearSource = LunisolarCalendar.chinese
  ) throws(CalendarError) -> String {
    try text(of: events, bundles: bundles, in: range, describing: described, calendar: calendar) { _, _ in alarms }
  }

  /// The object's text with separate alarms for each day.
  ///
  /// In the form `rscale` the first day's alarms apply to all recurrences, which are described, and bundles are not merged.
  ///
  /// - Throws: `CalendarError.solarDateOutOfRange` if the range is outside the calendar.
  public func text(
    of events: [Event], bundles: EventBundles = .none, in range: ClosedRange<SolarDate>,
    describing described: ClosedRange<SolarDate>? = nil, calendar: some LunarYearSource = LunisolarCalendar.chinese,
    alarms: (Event, Occurrence) -> [Alarm]
  ) throws(CalendarError) -> String {
    var lines = ContentLines()
    Self.addHead(name: name, language: language, to: &lines)
    let refresh = refreshHours == 24 ? "P1D" : "PT\(refreshHours)H"
    lines.add("REFRESH-INTERVAL;VALUE=DURATION", value: refresh)
    lines.add("X-PUBLISHED-TTL", value: refresh)
    var isEmpty = true
    for event in events where event.isEnabled {
      let occurrences = try event.rule.occurrences(in: range, calendar: calendar)
      if occurrences.isEmpty { continue }
      isEmpty = false
      if form == .rscale, let rule = event.rule.recurrenceRule {
        add(event, occurrences[0], recurrence: rule, isDescribed: true, alarms, &lines)
      } else {
        for occurrence in occurrences {
          guard let event = bundles.telling(event, on: occurrence.date) else { continue }
          let isDescribed = described?.contains(occurrence.date) ?? true
          add(event, occurrence, recurrence: nil, isDescribed: isDescribed, alarms, &lines)
        }
      }
    }
    if isEmpty { Self.addUniversalTime(to: &lines) }
    lines.add("END", value: "VCALENDAR")
    return lines.text
  }

  /// The first lines of a calendar, up to its colour.
  package static func addHead(name: String, language: Language, to lines: inout ContentLines) {
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
  }

  /// A calendar must contain a component (RFC 5545, section 3.6); programs do not show a time zone.
  package static func addUniversalTime(to lines: inout ContentLines) {
    lines.add("BEGIN", value: "VTIMEZONE")
    lines.add("TZID", value: "UTC")
    lines.add("BEGIN", value: "STANDARD")
    lines.add("DTSTART", value: "19700101T000000")
    lines.add("TZOFFSETFROM", value: "+0000")
    lines.add("TZOFFSETTO", value: "+0000")
    lines.add("END", value: "STANDARD")
    lines.add("END", value: "VTIMEZONE")
  }

  private func add(
    _ event: Event, _ occurrence: Occurrence, recurrence: String?, isDescribed: Bool,
    _ alarms: (Event, Occurrence) -> [Alarm], _ lines: inout ContentLines
  ) {
    let title = event.title.text(in: language)
    lines.add("BEGIN", value: "VEVENT")
    lines.add("UID", value: (recurrence == nil ? event.identity(of: occurrence) : event.key) + "@folkcal")
    lines.add("DTSTAMP", value: Self.stamp(ofRevision: event.revision))
    lines.add("SEQUENCE", value: "\(event.revision)")
    lines.add("DTSTART;VALUE=DATE", value: occurrence.date.basicText)
    lines.add("DTEND;VALUE=DATE", value: occurrence.lastDate.advanced(by: 1).basicText)
    if let recurrence { lines.add("RRULE", value: recurrence) }
    lines.add("SUMMARY", text: title)
    var description = recurrence == nil ? [occurrence.lunarDate.text(in: language)] : []
    description += event.paragraphs(in: language, isDescribed: isDescribed)
    if !description.isEmpty { lines.add("DESCRIPTION", text: description.joined(separator: "\n")) }
    lines.add("CATEGORIES", text: event.kind.rawValue)
    lines.add("TRANSP", value: "TRANSPARENT")
    // Users' own days have no page for everybody; eclipses have that of their day, and no number.
    let page = event.kind == .custom ? nil : site.map { $0 + (event.path ?? "/day/\(occurrence.date)") }
    let isRecord = event.id != 0 || event.templeID != nil
    if let link = page ?? (isRecord ? event.deepLink : nil) { lines.add("URL", value: link) }
    for alarm in alarms(event, occurrence) {
      lines.add("BEGIN", value: "VALARM")
      lines.add("ACTION", value: "DISPLAY")
      lines.add("DESCRIPTION", text: title)
      alarm.addTrigger(to: &lines)
      lines.add("END", value: "VALARM")
    }
    lines.add("END", value: "VEVENT")
  }

  /// The timestamp of a revision: the day of the first data plus one second per revision.
  package static func stamp(ofRevision revision: Int) -> String {
    CivilTime.basic(unixTime: 1_795_219_200 + revision)
  }
}

extension SolarDate {
  /// `20250420`.
  package var basicText: String { description.filter { $0 != "-" } }
}

extension CivilTime {
  /// An instant of UTC in the form of RFC 5545: `20261121T000000Z`.
  static func basic(unixTime: Int) -> String { iso(unixTime: unixTime).filter { $0 != "-" && $0 != ":" } }
}
