internal import Folklore
internal import JSON
internal import Lunisolar

extension JSONWriter {
  /// A writer of messages, one line each.
  static func ofMessage(capacity: Int = 0) -> JSONWriter { JSONWriter(capacity: capacity, escaping: .lineBreaks) }

  /// Appends an instant of UTC: `2025-04-19T00:00:00Z`.
  mutating func instant(_ unixTime: Int) {
    let (date, second) = CivilTime.local(unixTime: unixTime, offset: 0)
    let (year, month, day) = date.components
    guard (0...9999).contains(year) else { return raw(CivilTime.iso(unixTime: unixTime).utf8) }
    digits(year / 100)
    digits(year % 100)
    raw("-")
    digits(month)
    raw("-")
    digits(day)
    raw("T")
    digits(second / 3_600)
    raw(":")
    digits(second / 60 % 60)
    raw(":")
    digits(second % 60)
    raw("Z")
  }

  private mutating func digits(_ value: Int) {
    if value < 10 { raw("0") }
    number(value)
  }
}
