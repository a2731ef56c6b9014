public import Feeds
public import Folklore
public import Lunisolar

/// Own days as an iCalendar file (RFC 5545, RFC 7529), which `CalendarReader` reads back exactly.
///
/// One event for each day: with a recurrence rule if RFC 7529 can say the day's rule, else with the dates of ten years (`RDATE`). The property
/// `X-FOLKCAL-RULE` carries the date rule, `X-FOLKCAL-ADVANCE` the days before. A window shows as many days as the shortest of its
/// dates, because `RDATE` has no lengths of days.
public struct OwnDayCalendar: Sendable {
  static let ruleProperty = "X-FOLKCAL-RULE"
  static let advanceProperty = "X-FOLKCAL-ADVANCE"

  private let name: String
  private let language: Language
  private let form: CalendarFeed.Form

  /// - Parameters:
  ///   - name: the name that calendar programs show.
  ///   - form: `dates` for programs that do not know RFC 7529: lunar days are then written as `RDATE` too.
  public init(name: String, language: Language = .traditionalChinese, form: CalendarFeed.Form = .rscale) {
    self.name = name
    self.language = language
    self.form = form
  }

  /// The file's text. It does not contain the time of writing.
  ///
  /// - Parameters:
  ///   - days: each with a key that never changes; the UID is made of it.
  ///   - today: the first day from which recurrences are written. A day that has passed is written on its last date.
  public func text(of days: [(key: String, day: OwnDay)], from today: SolarDate) -> String {
    var lines = ContentLines()
    CalendarFeed.addHead(name: name, language: language, to: &lines)
    if days.isEmpty { CalendarFeed.addUniversalTime(to: &lines) }
    for (key, day) in days { add(day, key: key, from: today, to: &lines) }
    lines.add("END", value: "VCALENDAR")
    return lines.text
  }

  private func add(_ day: OwnDay, key: String, from today: SolarDate, to lines: inout ContentLines) {
    let dates = CalendarDates(of: day.rule, from: today, form: form)
    lines.add("BEGIN", value: "VEVENT")
    lines.add("UID", value: key.plainLine + "@folkcal")
    lines.add("DTSTAMP", value: CalendarFeed.stamp(ofRevision: 0))
    lines.add("SEQUENCE", value: "0")
    lines.add("DTSTART;VALUE=DATE", value: dates.first.basicText)
    lines.add("DTEND;VALUE=DATE", value: dates.first.advanced(by: dates.dayCount).basicText)
    if let recurrence = dates.recurrence { lines.add("RRULE", value: recurrence) }
    if !dates.others.isEmpty {
      lines.add("RDATE;VALUE=DATE", value: dates.others.map(\.basicText).joined(separator: ","))
    }
    lines.add("SUMMARY", text: day.title)
    if let note = day.note { lines.add("DESCRIPTION", text: note) }
    lines.add("CATEGORIES", text: day.observance.rawValue)
    lines.add("TRANSP", value: "TRANSPARENT")
    lines.add(Self.ruleProperty, text: day.rule.description)
    if let advance = day.advanceDays { lines.add(Self.advanceProperty, value: "\(advance)") }
    lines.add("END", value: "VEVENT")
  }
}
