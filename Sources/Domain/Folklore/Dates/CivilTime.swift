public import Lunisolar

/// Instants as text, in whole seconds.
public enum CivilTime {
  /// ISO 8601 with an offset: `2026-01-05T16:23:09+08:00`, and `Z` for UTC.
  ///
  /// - Parameters:
  ///   - unixTime: seconds of UTC since 1970.
  ///   - offset: seconds that the clock is ahead of UTC; whole minutes are shown.
  public static func iso(unixTime: Int, offset: Int = 0) -> String {
    let (date, second) = local(unixTime: unixTime, offset: offset)
    let time = [second / 3_600, second / 60 % 60, second % 60].map { $0.magnitude.padded(to: 2) }.joined(separator: ":")
    guard offset != 0 else { return "\(date)T\(time)Z" }
    let minutes = offset.magnitude / 60
    return "\(date)T\(time)\(offset < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
  }

  /// The civil day and the second of it.
  public static func local(unixTime: Int, offset: Int) -> (date: SolarDate, secondOfDay: Int) {
    let local = unixTime + offset
    let second = local.modulo(86_400)
    return (SolarDate(julianDayNumber: (local - second) / 86_400 + 2_440_588), second)
  }

  /// The instant at which a day begins: seconds of UTC since 1970.
  public static func midnight(of date: SolarDate, offset: Int = 0) -> Int {
    (date.julianDayNumber - 2_440_588) * 86_400 - offset
  }

  /// The instant of an ISO 8601 date and time with its offset: `2025-04-19T08:00:00+08:00`, `2025-04-19T00:00Z`.
  ///
  /// - Throws: `CalendarError` naming the column and what was expected there.
  public static func parse(_ text: String) throws(CalendarError) -> (unixTime: Int, offset: Int) {
    var scanner = TextScanner(text)
    func fail(_ expected: String) -> CalendarError {
      .notADate(text: text, column: scanner.column, expected: expected)
    }
    let date: SolarDate
    do {
      date = try SolarDate(iso: scanner.takeWhile { $0 != "T" && $0 != "t" && $0 != " " })
    } catch .notADate(_, let column, _) {
      throw .notADate(text: text, column: column, expected: "an instant such as 2025-04-19T08:00:00+08:00")
    }
    guard scanner.take("T") || scanner.take("t") || scanner.take(" ") else {
      throw fail("T and a time such as T08:00:00+08:00")
    }
    guard let hour = scanner.takeNumber(), hour < 24, scanner.take(":"), let minute = scanner.takeNumber(), minute < 60
    else { throw fail("a time such as 08:00:00") }
    var second = 0
    if scanner.take(":") {
      guard let given = scanner.takeNumber(), given < 60 else { throw fail("seconds from 00 to 59") }
      second = given
      if scanner.take(".") { _ = scanner.takeWhile { $0.isASCII && $0.isNumber } }
    }
    let offset: Int
    if scanner.take("Z") || scanner.take("z") {
      offset = 0
    } else {
      let isAhead = scanner.take("+")
      guard isAhead || scanner.take("-") else { throw fail("an offset such as Z or +08:00") }
      guard let hours = scanner.takeNumber(), hours < 24, scanner.take(":"), let minutes = scanner.takeNumber(),
        minutes < 60
      else { throw fail("an offset such as +08:00") }
      offset = (isAhead ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }
    guard scanner.isAtEnd else { throw fail("the end of the time") }
    return (midnight(of: date, offset: offset) + hour * 3_600 + minute * 60 + second, offset)
  }
}
