public import Folklore
public import Lunisolar
public import Sheets

/// The reason why a day, a line or a file cannot be taken, and what would be right.
public enum OwnDayProblem: Hashable, Sendable {
  // One day.
  /// A title or note that the database would refuse, in English and in Traditional Chinese.
  case text(String, chinese: String)
  case missing
  case rule(DateRuleError)
  /// A day that the calendar's table (1645-2599) does not have, such as a leap month that never comes.
  case neverFalls(rule: String)
  case date(String, CalendarError?)
  case advanceDays(String)
  /// A word of a column that has few words.
  case word(String, choices: [String])

  // A file.
  case tooLarge(bytes: Int)
  case tooManyDays
  case notUTF8
  case empty

  // A table.
  case missingColumn(String, chinese: String)
  case unknownColumn(String, known: [String])
  case columnTwice(String)
  /// A file that cannot be read as a table.
  case sheet(SheetError)
  case tooManyCells(count: Int, columns: Int)
  case unclosedQuote

  // A calendar.
  case notACalendar
  case unclosedComponent(String)
  case wrongEnd(String, expected: String)
  case tooDeep
  case noProperty
  case cancelled
  case changedOccurrence
  case severalRules
  case singleDates(String)
  case otherCalendar(String)
  /// A part of a recurrence rule that no date rule can say.
  case recurrence(String)
  case notARecurrence(String)

  // What a day is kept without.
  /// Days that an event adds or leaves out: the property and its dates.
  case daysLost(String, String)
  case spanLost(days: Int)
  case alarmLost(String)
  /// Events of one a year that became one rule.
  case seriesJoined(count: Int, rule: DateRule)
  /// A contact without a day, or with one that is none.
  case notABirthday(String)
}

extension OwnDayProblem {
  /// The largest file in bytes.
  static let byteLimit = 1_000_000
  /// The most days in a file.
  static let dayLimit = 1_000
}
