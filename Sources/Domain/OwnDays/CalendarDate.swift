internal import Lunisolar

/// Dates and times of RFC 5545: `20250420`, `20250420T080000`, `20250419T230000Z`.
enum CalendarDate {
  /// The civil day. UTC is read on the clock of Taiwan, where the day begins at 16:00 of the day before.
  ///
  /// - Throws: `OwnDayProblem.date`.
  static func read(_ text: String) throws(OwnDayProblem) -> SolarDate {
    var scanner = ByteScanner(text)
    guard text.utf8.count <= 16, let digits = scanner.number(digits: 8...8) else { throw .date(text.quotedStart, nil) }
    var isNextDay = false
    if scanner.take(UInt8(ascii: "T")) {
      guard let time = scanner.number(digits: 6...6), time / 10_000 < 24, time / 100 % 100 < 60, time % 100 <= 60 else {
        throw .date(text.quotedStart, nil)
      }
      isNextDay = scanner.take(UInt8(ascii: "Z")) && time / 10_000 >= 16
    }
    guard scanner.isAtEnd else { throw .date(text.quotedStart, nil) }
    do {
      let date = try SolarDate(year: digits / 10_000, month: digits / 100 % 100, day: digits % 100)
      return isNextDay ? date.advanced(by: 1) : date
    } catch {
      guard case .noSuchSolarDay = error else { throw .date(text, nil) }
      throw .date(text, error)
    }
  }

  /// The minutes of the day of a date with a time; nil for a date alone.
  static func minutes(_ text: String) -> Int? {
    let digits = text.split(separator: "T", omittingEmptySubsequences: false)
    guard digits.count == 2, let time = Int(digits[1].prefix(4)) else { return nil }
    return time / 100 * 60 + time % 100
  }
}
