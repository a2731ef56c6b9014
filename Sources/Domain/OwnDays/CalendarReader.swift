/// Reads own days from an iCalendar file (RFC 5545, RFC 7529).
///
///     let contents = try CalendarReader.read(bytes)
///     contents.days        // yearly days, lunar days, single days
///     contents.skipped     // "line 12: no date rule can say FREQ=WEEKLY…"
///
/// A file is at most 1 MB with 1,000 events. Time zones and times are not read: the day is the civil day as written, and an instant of UTC (`Z`)
/// is read on the clock of Taiwan.
public enum CalendarReader {
  /// The deepest nesting; RFC 5545 needs three: calendar, event, alarm.
  private static let deepest = 8

  /// True for a file that begins as calendars do.
  public static func isCalendar(_ bytes: some Collection<UInt8>) -> Bool {
    ContactReader.begins(bytes, with: "BEGIN:VCALENDAR")
  }

  /// - Throws: `OwnDayFault` for a file that is no calendar, is cut off, or exceeds a limit; nothing of it is read.
  public static func read(_ bytes: some Collection<UInt8>) throws(OwnDayFault) -> CalendarContents {
    var lines = CalendarLines(try OwnDayBytes.checked(bytes))
    var open: [String] = []
    var event: CalendarEvent?
    var found: [CalendarSeries.Event] = []
    var skipped: [CalendarContents.Note] = []
    var notes: [CalendarContents.Note] = []
    var count = 0
    while let line = try lines.next() {
      switch line.name {
      case "BEGIN":
        let name = componentName(line)
        guard !open.isEmpty || name == "VCALENDAR" else { throw OwnDayFault(line: line.number, .notACalendar) }
        guard open.count < deepest else { throw OwnDayFault(line: line.number, .tooDeep) }
        open.append(name)
        if name == "VEVENT", event == nil {
          count += 1
          guard count <= OwnDayProblem.dayLimit else { throw OwnDayFault(line: line.number, .tooManyDays) }
          event = CalendarEvent(line: line.number, depth: open.count)
        }
      case "END":
        let name = componentName(line)
        guard let expected = open.last else { throw OwnDayFault(line: line.number, .notACalendar) }
        guard name == expected else { throw OwnDayFault(line: line.number, .wrongEnd(name, expected: expected)) }
        if let ended = event, ended.depth == open.count {
          do throws(OwnDayFault) {
            let (day, losses) = try ended.day()
            found.append(CalendarSeries.Event(day, on: ended.singleDay, line: ended.line))
            notes += losses.map { CalendarContents.Note(title: ended.title?.quotedStart, fault: $0) }
          } catch {
            skipped.append(CalendarContents.Note(title: ended.title?.quotedStart, fault: error))
          }
          event = nil
        }
        open.removeLast()
      default:
        guard !open.isEmpty else { throw OwnDayFault(line: line.number, .notACalendar) }
        event?.add(line, in: open)
      }
    }
    if let name = open.last { throw OwnDayFault(.unclosedComponent(name)) }
    let (days, series) = CalendarSeries.joined(found)
    return CalendarContents(days: days, skipped: skipped, notes: notes + series)
  }

  /// A name for the stack and for messages: short and in capitals.
  private static func componentName(_ line: CalendarLine) -> String {
    (line.value ?? "").quotedStart.uppercased().filter { !$0.isWhitespace }
  }
}
