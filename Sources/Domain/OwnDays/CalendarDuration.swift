/// Durations of RFC 5545, section 3.3.6: `-P3D`, `-PT15H`, `P1W`, `-P3DT0H0M0S`.
enum CalendarDuration {
  /// The minutes of a duration, negative for one before; nil for other texts and for more than ten years.
  static func minutes(_ text: String) -> Int? {
    var rest = text.uppercased().filter { !$0.isWhitespace }[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    guard rest.first == "P" else { return nil }
    rest = rest.dropFirst()
    var minutes = 0
    var isTime = false
    var count = 0
    while let first = rest.first {
      if first == "T" {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard digits.count <= 7, let number = Int(digits), let unit = rest.first else { return nil }
      rest = rest.dropFirst()
      count += 1
      switch (unit, isTime) {
      case ("W", false): minutes += number * 7 * 1_440
      case ("D", false): minutes += number * 1_440
      case ("H", true): minutes += number * 60
      case ("M", true): minutes += number
      case ("S", true): minutes += number / 60
      default: return nil
      }
    }
    guard count > 0, minutes <= 3_660 * 1_440 else { return nil }
    return isNegative ? -minutes : minutes
  }
}
