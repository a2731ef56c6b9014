internal import Folklore
internal import Lunisolar

/// The HTTP date formats (RFC 9110, section 5.6.7): one to write and three to read.
package enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, of an instant in seconds of UTC since 1970.
  ///
  /// - Parameter zone: mails write UTC as `+0000` (RFC 5322, section 3.3).
  package static func text(_ instant: Int, zone: String = "GMT") -> String {
    let (day, second) = CivilTime.local(unixTime: instant, offset: 0)
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    // Julian day 0 was a Monday.
    let weekday = names[day.julianDayNumber.modulo(7)]
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = [second / 3_600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    let year = String(repeating: "0", count: max(4 - String(day.year).count, 0)) + String(day.year)
    return "\(weekday), \(two(day.day)) \(months[day.month - 1]) \(year) \(time) \(zone)"
  }

  /// The instant, in seconds of UTC since 1970, of any of:
  ///
  ///     Sun, 06 Nov 1994 08:49:37 GMT
  ///     Sunday, 06-Nov-94 08:49:37 GMT
  ///     Sun Nov  6 08:49:37 1994
  ///
  /// The weekday is ignored.
  static func parse(_ text: String) -> Int? {
    guard text.utf8.count <= 64 else { return nil }
    let parts = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    guard parts.count == 5 || parts.count == 6 && parts[5] == "GMT" else { return nil }
    let isOfC = parts.count == 5
    let (day, month, year, clock) =
      isOfC ? (parts[2], parts[1], parts[4], parts[3]) : (parts[1], parts[2], parts[3], parts[4])
    let time = clock.split(separator: ":", omittingEmptySubsequences: false).map(number)
    guard
      let monthIndex = months.firstIndex(of: month), let day = number(day[...]), var year = number(year[...]),
      time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    // Two-digit years as in cookies (RFC 6265, section 5.1.1), so no clock is needed.
    if year < 100 { year += year < 70 ? 2_000 : 1_900 }
    guard let date = try? SolarDate(year: year, month: monthIndex + 1, day: day) else { return nil }
    return CivilTime.midnight(of: date) + hour * 3_600 + minute * 60 + second
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
