public import Lunisolar

/// A time that the clock of a zone showed, known to be one instant.
///
///     let moment = try ClockMoment("1990-05-04T23:30", in: taipei, reader: reader)
///     moment.unixTime           // 641835000
///
/// The date is read as every date that people type; a time follows. An offset (`+09:00`) tells apart the two hours that a clock
/// shows when summer time ends.
public struct ClockMoment: Hashable, Sendable {
  public let date: SolarDate
  public let time: TimeOfDay
  /// Seconds of UTC since 1970.
  public let unixTime: Int
  /// Seconds that the clock was ahead of UTC.
  public let offset: Int
  /// Seconds that the zone's standard time, without summer time, was ahead of UTC.
  public let standardOffset: Int
  /// What was decided about the date's meaning.
  public let remarks: [DateRemark]

  /// True if the clock showed summer time.
  public var isSummerTime: Bool { offset != standardOffset }

  /// - Throws: `ClockMomentError`, or `DateReadingError` for a wrong date.
  public init(_ text: String, in viewpoint: Viewpoint, reader: DateReader) throws {
    guard text.unicodeScalars.count <= DateReader.longestText,
      let match = text.wholeMatch(of: #/\s*(.*?\S)(:\d{2}\.\d+)?\s*(Z|[+-]\d{2}:\d{2})?\s*/#)
    else { throw ClockMomentError.notAMoment(String(text.prefix(DateReader.longestText))) }
    if let wrong = match.1.firstMatch(of: #/\d{1,2}:\d{2}/#), TimeOfDay(wrong.output) == nil {
      throw ClockMomentError.notATime(text, String(wrong.output))
    }
    // 23:30 alone
    guard match.1.wholeMatch(of: #/\d{1,2}:\d{2}(:\d{2})?/#) == nil else { throw ClockMomentError.notAMoment(text) }
    let typed = reader.dated(try reader.read(match.1))
    guard let time = typed.time else { throw ClockMomentError.notAMoment(text) }
    let date = try reader.lunarDate(of: typed).solarDate
    let remarks = typed.remarks.filter { $0 != DateParser.withoutTime }
    let clock = viewpoint.clock
    let instants = clock.instants(on: date, at: time)
    guard !instants.isEmpty else {
      let next = clock.instant(on: date, at: time)
      throw ClockMomentError.skipped(
        Self.iso(date, time), zone: viewpoint.timeZone, next: Self.iso(next, clock),
        last: Self.iso(next - 60, clock))
    }
    let choices = instants.map { CivilTime.iso(unixTime: $0, offset: clock.offset(at: $0)) }
    var instant = instants[0]
    if let given = match.3 {
      let offset = try Self.offset(String(given), text)
      guard let found = instants.first(where: { clock.offset(at: $0) == offset }) else {
        throw ClockMomentError.wrongOffset(String(given), zone: viewpoint.timeZone, choices: choices)
      }
      instant = found
    } else if instants.count > 1 {
      throw ClockMomentError.repeated(Self.iso(date, time), zone: viewpoint.timeZone, choices: choices)
    }
    self.date = date
    self.time = time
    unixTime = instant
    offset = clock.offset(at: instant)
    standardOffset = clock.standardOffset(at: instant)
    self.remarks = remarks
  }

  private static func iso(_ date: SolarDate, _ time: TimeOfDay) -> String { "\(date)T\(time)" }

  private static func iso(_ instant: Int, _ clock: ZonedClock) -> String {
    iso(clock.local(at: instant).date, clock.time(at: instant))
  }

  private static func offset(_ text: String, _ whole: String) throws(ClockMomentError) -> Int {
    if text == "Z" { return 0 }
    let parts = text.dropFirst().split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, parts[0] < 24, parts[1] < 60 else { throw .notAMoment(whole) }
    return (text.hasPrefix("-") ? -1 : 1) * (parts[0] * 3_600 + parts[1] * 60)
  }
}

/// A clock time that is no instant, with those that are.
public enum ClockMomentError: SpokenError, Hashable {
  case notAMoment(String)
  case notATime(String, String)
  /// The clock was put forward over this time.
  case skipped(String, zone: String, next: String, last: String)
  /// The clock was put back over this time and showed it twice.
  case repeated(String, zone: String, choices: [String])
  /// The clock did not have this offset at the time.
  case wrongOffset(String, zone: String, choices: [String])

  public var description: String {
    switch self {
    case .notAMoment(let text): "\"\(text)\" is not a date and a time: write for example 1990-05-04T23:30"
    case .notATime(let text, let time): "\"\(text)\": \(time) is not a time from 00:00 to 23:59"
    case .skipped(let text, let zone, let next, let last):
      "\(text) did not exist in \(zone): the clock was put forward from \(last) to \(next); write a time before or after"
    case .repeated(let text, let zone, let choices):
      "\(text) was shown twice in \(zone), when the clock was put back: write \(choices.joined(separator: " or "))"
    case .wrongOffset(let offset, let zone, let choices):
      "the clock of \(zone) was not at \(offset) then: write \(choices.joined(separator: " or "))"
    }
  }

  public var chinese: String {
    switch self {
    case .notAMoment(let text): "「\(text)」不是日期加時間：請寫 1990-05-04T23:30 這樣"
    case .notATime(let text, let time): "「\(text)」：\(time) 不是 00:00 到 23:59 的時間"
    case .skipped(let text, let zone, let next, let last):
      "\(zone) 沒有 \(text)：當時時鐘從 \(last) 撥快到 \(next)；請寫之前或之後的時間"
    case .repeated(let text, let zone, let choices):
      "\(zone) 的時鐘撥慢時，\(text) 出現兩次：請寫 \(choices.joined(separator: " 或 "))"
    case .wrongOffset(let offset, let zone, let choices):
      "\(zone) 的時鐘當時不是 \(offset)：請寫 \(choices.joined(separator: " 或 "))"
    }
  }

  public var code: String {
    switch self {
    case .notAMoment: "not_a_moment"
    case .notATime: "not_a_time"
    case .skipped: "skipped_time"
    case .repeated: "repeated_time"
    case .wrongOffset: "wrong_offset"
    }
  }
}
