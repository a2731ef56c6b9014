internal import Folklore
internal import Lunisolar
internal import Sheets

/// Reads the date of a row, as spreadsheets and families write it.
///
///     1955/3/14, 民國44年3月14日, 20162 (a spreadsheet's number)    solar 3/14
///     農曆1955年三月十五, 農曆 3/15                                  lunar 3/15
///     農曆三月廿三, 清明, lunar 3/23 from=1990                       the rule itself
///
/// A date with a year is a day of every year, because people keep lists of birthdays and memorials so; only a date that is still to come, of another
/// observance, is a single day.
struct OwnDayDate {
  /// The text of a rule.
  var rule: String
  /// True if the text is the rule itself.
  var isRule: Bool
  var remarks: [OwnDayRemark] = []

  /// - Parameters:
  ///   - isLunar: the calendar that the column names for a date without one.
  ///   - observance: what is kept; birthdays and memorials are of every year.
  ///   - isEveryYear: true if a birthday in a leap month is one of every year; otherwise its text is the rule itself.
  ///   - hasLeap: true if another column says what happens in leap months.
  init(
    _ text: String, isLunar: Bool?, for observance: Event.Observance, isEveryYear: Bool = false, hasLeap: Bool,
    _ reader: DateReader
  ) throws(OwnDayProblem) {
    let mayBeSingle = ![.birthday, .memorial].contains(observance)
    let text = Self.withoutMidnight(text.withoutZeroFraction)
    rule = text
    isRule = true
    let word = text.prefix { $0.isLetter && $0.isASCII }.lowercased()
    let beginsAsRule = ["lunar", "solar", "term", "cycle", "announced"].contains(word)
    if beginsAsRule, (try? DateRule(checking: text, reader)) != nil { return }
    defer { isRule = rule == text }
    let typed = Self.typed(text, isLunar: isLunar, reader)
    switch typed {
    case .solar(let date, hasYear: true)?:
      if isLunar == true, !Self.saysSolar(text) {
        rule = Self.lunar(date.components.month, date.components.day)
      } else {
        setDay(date, mayBeSingle: mayBeSingle, reader.today)
      }
      return
    case .lunar(let year?, let month, let isLeap, let day)?:
      try setLunar(year, month, isLeap, day, mayBeSingle: mayBeSingle, hasLeap: hasLeap, reader.today)
      return
    case .lunar(nil, let month, true, let day)? where isEveryYear && !mayBeSingle && !hasLeap && !beginsAsRule:
      // Who was born in a leap month has a birthday every year.
      rule = Self.lunar(month, day) + " leap=leap"
      remarks = [.leapMonth]
      return
    case .lunar(nil, let month, let isLeap, let day)? where isLunar == true && !beginsAsRule:
      rule = Self.lunar(month, day, isLeap: isLeap)
      return
    default: break
    }
    do throws(OwnDayProblem) {
      _ = try DateRule(checking: text, reader)
    } catch {
      switch typed {
      case .solar(let date, hasYear: false)?:
        let (_, month, day) = date.components
        rule = "solar \(month)/\(day)"
        if isLunar == nil, !Self.saysSolar(text) { remarks = [.readAsSolar(month: month, day: day)] }
      case .lunar(nil, let month, let isLeap, let day)?: rule = Self.lunar(month, day, isLeap: isLeap)
      default: throw error
      }
    }
  }

  private static func lunar(_ month: Int, _ day: Int, isLeap: Bool = false) -> String {
    "lunar \(month)\(isLeap ? "L" : "")/\(day)"
  }

  private mutating func setDay(_ date: SolarDate, mayBeSingle: Bool, _ today: SolarDate) {
    let (year, month, day) = date.components
    rule = "solar \(month)/\(day)"
    guard mayBeSingle, date >= today else { return }
    rule += " from=\(year) to=\(year)"
    remarks = [.single]
  }

  private mutating func setLunar(
    _ year: Int, _ month: Int, _ isLeap: Bool, _ day: Int, mayBeSingle: Bool, hasLeap: Bool, _ today: SolarDate
  ) throws(OwnDayProblem) {
    let date: LunarDate
    do {
      date = try LunarDate(year: year, month: month, isLeap: isLeap, day: day, in: LunisolarCalendar.chinese)
    } catch {
      throw .text(error.description, chinese: error.chinese)
    }
    if mayBeSingle, date.solarDate >= today { return setDay(date.solarDate, mayBeSingle: true, today) }
    rule = Self.lunar(month, day)
    guard isLeap, !hasLeap else { return }
    rule += " leap=leap"
    remarks = [.leapMonth]
  }

  // MARK: Reading

  private enum Typed {
    case solar(SolarDate, hasYear: Bool)
    case lunar(year: Int?, month: Int, isLeap: Bool, day: Int)
  }

  /// Two days: what a text means on both does not depend on the day when the table is read, as 下週三 does.
  private static let days = [SolarDate(julianDayNumber: 2_451_911), SolarDate(julianDayNumber: 2_460_477)]

  private static func typed(_ text: String, isLunar: Bool?, _ reader: DateReader) -> Typed? {
    guard text.utf8.count <= 400 else { return nil }
    if text.utf8.count == 5, let serial = Int(text), let date = SpreadsheetDate.day(serial) {
      return .solar(date, hasYear: true)
    }
    let inputs = days.compactMap { day -> DateInput? in
      let reader = reader.on(day)
      return switch isLunar {
      case true?: ((try? reader.read(lunar: text)) ?? (try? reader.read(text)))?.date
      case false?: ((try? reader.read("國曆" + text)) ?? (try? reader.read(text)))?.date
      case nil: (try? reader.read(text))?.date
      }
    }
    guard inputs.count == days.count else { return nil }
    switch (inputs[0], inputs[1]) {
    case (.solar(let first), .solar(let second)):
      let (one, other) = (first.components, second.components)
      guard one.month == other.month, one.day == other.day else { return nil }
      if one.year == other.year { return .solar(first, hasYear: true) }
      // 明年3月1日 is of one year, 每年3月1日 of none.
      return text.contains("年") && !text.contains("每年") ? nil : .solar(first, hasYear: false)
    case (
      .lunar(let year, let month, let isLeap, let day), .lunar(let other, let otherMonth, let otherLeap, let otherDay)
    ):
      guard month == otherMonth, isLeap == otherLeap, day == otherDay else { return nil }
      return .lunar(year: year == other ? year : nil, month: month, isLeap: isLeap, day: day)
    default: return nil
    }
  }

  private static func saysSolar(_ text: String) -> Bool {
    ["國", "国历", "陽曆", "阳历", "西曆", "新曆", "公曆", "民國", "solar"].contains { text.lowercased().hasPrefix($0) }
  }

  /// The date of a date and time that is the beginning of a day, as spreadsheets write dates: `1955/3/14 00:00:00`.
  private static func withoutMidnight(_ text: String) -> String {
    guard let blank = text.firstIndex(of: " ") else { return text }
    let time = text[text.index(after: blank)...].trimmingPrefix { $0 == " " }
    let midnights = ["0:00", "00:00", "0:00:00", "00:00:00", "上午 12:00:00", "上午12:00:00", "上午 12:00", "12:00:00 AM"]
    return midnights.contains(String(time)) ? String(text[..<blank]) : text
  }
}
