import Lunisolar

extension DateRecord {
  /// Appends the record as JSON, byte for byte what `JSONEncoder` gives with sorted keys and plain slashes (a test holds them
  /// together), in a tenth of its time: a stream of a million dates is written with this.
  public func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(
      text: "{\"ganzhi\":{\"day\":\"", ganzhi.day, "\",\"month\":\"", ganzhi.month, "\",\"year\":\"", ganzhi.year)
    bytes.append(text: "\"},\"lunar\":{\"day\":", String(lunar.day), ",\"is_leap\":", lunar.isLeap ? "true" : "false")
    bytes.append(text: ",\"month\":", String(lunar.month), ",\"month_days\":", String(lunar.monthDays), ",\"text\":\"")
    bytes.append(text: lunar.text, "\",\"year\":", String(lunar.year), "},\"notes\":[")
    for (index, note) in notes.enumerated() {
      bytes.append(text: index == 0 ? "\"" : ",\"", note, "\"")
    }
    bytes.append(text: "],\"solar\":\"", solar.description, "\",\"solar_term\":")
    if let solarTerm {
      bytes.append(text: "\"", solarTerm, "\"")
    } else {
      bytes.append(text: "null")
    }
    bytes.append(text: ",\"weekday\":", String(weekday), ",\"zodiac\":\"", zodiac, "\"}")
  }
}

extension [UInt8] {
  /// Texts that hold nothing that JSON escapes: names of the calendar, numbers and our own notes.
  fileprivate mutating func append(text: String...) {
    for part in text { append(contentsOf: part.utf8) }
  }
}
