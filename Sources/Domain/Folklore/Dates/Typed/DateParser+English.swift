import Lunisolar

// English dates: April 20, 2025; 20 April 2025; Apr 20; 20-Apr-2025.

extension DateParser {
  mutating func englishDate() throws(DateReadingError) -> TypedDate? {
    let start = scanner.position
    let weekday = WeekdayWords.takeEnglish(&scanner)
    if weekday != nil {
      _ = scanner.take(",")
      scanner.skipBlanks()
    }
    var year: Int?
    var day: Int?
    let first = scanner.takeDigits()
    if first.count == 4 { year = Int(first) } else { day = Int(first) }
    if day != nil { takeOrdinal() }
    takeBreak()
    guard isLunar != true, era == nil, let month = takeMonthName() else {
      scanner.rewind(to: start)
      return nil
    }
    takeBreak()
    if day == nil {
      let digits = scanner.takeDigits()
      guard digits.count <= 2, let number = Int(digits) else {
        guard let number = Int(digits) ?? year, number >= 1_000, scanner.isAtEnd else {
          if scanner.isAtEnd {
            throw failure(.notADay(year: today.year, month: month), advice: daysOfMonth(today.year, month))
          }
          throw notADate()
        }
        throw failure(.notADay(year: number, month: month), advice: daysOfMonth(number, month))
      }
      day = number
      takeOrdinal()
    }
    let end = scanner.position
    takeBreak()
    if year == nil {
      let digits = scanner.takeDigits()
      let isTime = scanner.next == ":"
      if digits.count == 4 {
        year = Int(digits)
      } else if digits.count == 2, !isTime, let short = Int(digits) {
        // 05-MAR-25
        year = Self.otherYear(short)
      } else {
        scanner.rewind(to: end)
      }
    }
    guard let day else { throw notADate() }
    let found: TypedDate
    if let year { found = try solar(year, month, day) } else { found = try dayOfYear(month, day) }
    if let weekday, case .solar(let date) = found.date { try check(weekday, of: date) }
    return found
  }

  private mutating func takeOrdinal() {
    _ = scanner.takeWord(of: ["st", "nd", "rd", "th"])
  }

  /// Blanks, commas, hyphens, slashes, and "of".
  private mutating func takeBreak() {
    _ = scanner.takeWhile { $0.isWhitespace || ",-/.".contains($0) }
    if scanner.takeWord(of: ["of"]) != nil { scanner.skipBlanks() }
  }

  mutating func takeMonthName() -> Int? {
    scanner.takeWord(in: Self.months)
  }

  private static let months = Dictionary(
    [("sept", 9)]
      + SolarDate.englishMonthNames.enumerated().flatMap { index, name in
        [name.lowercased(), String(name.lowercased().prefix(3))].map { ($0, index + 1) }
      }
  ) { first, _ in first }
}
