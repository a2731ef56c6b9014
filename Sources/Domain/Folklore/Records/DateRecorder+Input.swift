public import Lunisolar

extension DateRecorder {
  /// The record of a typed date with a year.
  ///
  /// - Throws: `CalendarError`, also for a lunar date without a year.
  public mutating func record(_ input: DateInput) throws(CalendarError) -> DateRecord {
    switch input {
    case .solar(let date): return try record(on: date)
    case .lunar(let year, let month, let isLeap, let day):
      guard let year else {
        throw .notADate(text: "\(month)-\(day)", column: 1, expected: "a year, as in 2025-\(month)-\(day)")
      }
      return try record(of: LunarDate(year: year, month: month, isLeap: isLeap, day: day, in: source))
    }
  }
}
