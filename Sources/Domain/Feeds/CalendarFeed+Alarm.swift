public import Folklore
public import Lunisolar

extension CalendarFeed {
  /// The time of an alarm.
  public struct Alarm: Hashable, Sendable {
    private let trigger: Trigger

    private enum Trigger: Hashable {
      /// Minutes before the midnight that starts the day, on the reader's clock; negative for after it.
      case minutesBefore(Int)
      /// Seconds of UTC since 1970.
      case instant(Int)
    }

    /// A number of days before the day, at a time of day.
    public init(daysBefore: Int, at time: TimeOfDay) {
      trigger = .minutesBefore(daysBefore * 1_440 - time.minutes)
    }

    /// At an instant that belongs to a day, both on one clock.
    ///
    /// Written relative to the day's midnight if that gives the instant. A duration in hours is exact (RFC 5545, section 3.3.6), so on a day
    /// with a clock change 08:00 is not eight hours after midnight; then the instant itself is written.
    ///
    /// - Parameters:
    ///   - instant: seconds of UTC since 1970.
    /// - day: the day on the same clock.
    public init(at instant: Int, of day: SolarDate, on clock: ZonedClock) {
      let (date, second) = clock.local(at: instant)
      let minutes = date.distance(to: day) * 1_440 - second / 60
      let midnight = clock.instant(on: day, at: TimeOfDay(uncheckedMinutes: 0))
      trigger = midnight - minutes * 60 == instant ? .minutesBefore(minutes) : .instant(instant)
    }

    func addTrigger(to lines: inout ContentLines) {
      switch trigger {
      case .minutesBefore(let minutes): lines.add("TRIGGER", value: Self.duration(minutesBefore: minutes))
      case .instant(let instant): lines.add("TRIGGER;VALUE=DATE-TIME", value: CivilTime.basic(unixTime: instant))
      }
    }

    /// A duration of RFC 5545: `-PT16H`, `PT8H`.
    private static func duration(minutesBefore: Int) -> String {
      let (hours, minutes) = Int(minutesBefore.magnitude).quotientAndRemainder(dividingBy: 60)
      let time = (hours > 0 || minutes == 0 ? "\(hours)H" : "") + (minutes > 0 ? "\(minutes)M" : "")
      return (minutesBefore > 0 ? "-" : "") + "PT" + time
    }
  }
}
