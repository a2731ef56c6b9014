internal import JSON
import Lunisolar

extension DateRecord {
  /// Appends the record as JSON, with the same bytes as `JSONEncoder` with sorted keys and unescaped slashes (a test compares them). Streams of
  /// dates use it because it is faster.
  public func appendJSON(to bytes: inout [UInt8]) {
    var writer = JSONWriter()
    // The writer appends to the given bytes without a copy.
    swap(&writer.bytes, &bytes)
    defer { swap(&writer.bytes, &bytes) }
    writer.raw("{\"ganzhi\":{\"day\":")
    writer.string(ganzhi.day)
    writer.raw(",\"month\":")
    writer.string(ganzhi.month)
    writer.raw(",\"year\":")
    writer.string(ganzhi.year)
    writer.raw("},\"lunar\":{\"day\":")
    writer.number(lunar.day)
    if lunar.isLeap { writer.raw(",\"is_leap\":true") } else { writer.raw(",\"is_leap\":false") }
    writer.raw(",\"month\":")
    writer.number(lunar.month)
    writer.raw(",\"month_days\":")
    writer.number(lunar.monthDays)
    writer.raw(",\"text\":")
    writer.string(lunar.text)
    writer.raw(",\"year\":")
    writer.number(lunar.year)
    writer.raw("},\"notes\":[")
    for (index, note) in notes.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string(note)
    }
    writer.raw("],\"solar\":")
    writer.string(solar.description)
    writer.raw(",\"solar_term\":")
    writer.string(solarTerm)
    writer.raw(",\"weekday\":")
    writer.number(weekday)
    writer.raw(",\"zodiac\":")
    writer.string(zodiac)
    writer.raw("}")
  }
}
