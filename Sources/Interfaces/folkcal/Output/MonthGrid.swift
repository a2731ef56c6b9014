import Folklore
import Lunisolar
import Words

/// A month as a grid for the terminal: solar and lunar days, two lines of terms and festivals, and a list of all events below.
struct MonthGrid {
  private let month: MonthRecord
  private let language: Language
  private let startsOnMonday: Bool
  private static let cellWidth = 11
  private static let titleLines = 2

  init(_ month: MonthRecord, _ language: Language, startsOnMonday: Bool) {
    self.month = month
    self.language = language
    self.startsOnMonday = startsOnMonday
  }

  func text(isColored: Bool) -> String {
    var text = title + "\n\n" + weekdays + "\n"
    let blanks = leadingBlanks
    for start in stride(from: -blanks, to: month.days.count, by: 7) {
      let week = (start..<(start + 7)).map { month.days.indices.contains($0) ? month.days[$0] : nil }
      text += line(week) { day in self.number(day, isColored: isColored) }
      for index in 0..<Self.titleLines {
        text += line(week) { day in (self.padded(index < self.titles(day).count ? self.titles(day)[index] : "")) }
      }
    }
    while text.hasSuffix("\n\n") { text.removeLast() }
    return text + "\n" + listing
  }

  private var leadingBlanks: Int {
    let weekday = month.days.first?.weekday ?? 1
    return startsOnMonday ? weekday - 1 : weekday % 7
  }

  private func line(_ week: [MonthRecord.Day?], _ cell: (MonthRecord.Day) -> String) -> String {
    var text = week.map { $0.map(cell) ?? padded("") }.joined()
    while text.last == " " { text.removeLast() }
    return text + "\n"
  }

  /// ` 21 十三`; today is inverse in colour, otherwise in brackets.
  private func number(_ day: MonthRecord.Day, isColored: Bool) -> String {
    let digits = "\(day.solarDate.day)"
    let number = (digits.count < 2 ? " " : "") + digits
    let mark = day.isToday && !isColored ? "[\(number)]" : " \(number) "
    let cell = padded(mark + day.label)
    guard isColored else { return cell }
    if day.isToday { return "\u{1B}[7m\(cell)\u{1B}[0m" }
    return day.isDayOff ?? (day.weekday == 7) ? "\u{1B}[31m\(cell)\u{1B}[0m" : cell
  }

  /// The mark of a day off such as 補假, the solar term, then the events; 初一 and 十五 have their label.
  private func titles(_ day: MonthRecord.Day) -> [String] {
    return [day.dayOffMark, day.solarTerm].compactMap { $0 } + day.highlights.map(Self.fitting)
  }

  /// The title if it fits into a cell, else its short form, or what stands before its bracket.
  private static func fitting(_ day: MonthRecord.DayTitle) -> String {
    let names = [day.title, day.shortTitle, String(day.title.prefix { $0 != "（" })]
    return names.first { DisplayWidth.of($0) <= cellWidth - 2 } ?? day.shortTitle
  }

  /// A blank and the text, cut or filled with blanks to the width of the cell.
  private func padded(_ text: String) -> String {
    let cut = DisplayWidth.cut(text, to: Self.cellWidth - 2)
    let lead = text.isEmpty || text.first == " " || text.first == "[" ? "" : " "
    let used = DisplayWidth.of(lead + cut)
    return lead + cut + String(repeating: " ", count: max(0, Self.cellWidth - used))
  }

  private var title: String {
    let spans = month.lunarMonths
    let names = spans.map { LunarDate.monthName($0.month, isLeap: $0.isLeap) }.joined(separator: "–")
    let years = spans.reduce(into: [String]()) { if $0.last != $1.ganzhi { $0.append($1.ganzhi) } }.joined(
      separator: "、")
    return language.say(
      "\(language.yearTitle(month.year)) \(month.month) 月　農曆\(years)年 \(names)",
      "\(language.yearTitle(month.year)) \(month.month) 月　农历\(years)年 \(names.replacing("閏", with: "闰"))",
      "\(month.year)-\(month.month < 10 ? "0" : "")\(month.month)"
        + (language.republicanYear(month.year).map { " (\($0))" } ?? "") + "  lunar \(years), "
        + spans.map { "\($0.isLeap ? "leap " : "")\($0.month)" }.joined(separator: "–"))
  }

  private var weekdays: String {
    let order: [Weekday] = startsOnMonday ? Weekday.allCases : [.sunday] + Weekday.allCases.dropLast()
    var line = order.map {
      padded(" " + (language == .english ? String($0.name(in: .english).prefix(3)) : $0.chineseName))
    }
    .joined()
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The events of the month except 初一 and 十五, one day per line.
  private var listing: String {
    var table = Table()
    for day in month.days {
      let titles =
        (day.dayOffMark == nil ? [] : [day.dayOff].compactMap(\.self))
        + day.events.filter { ![.newMoon, .fullMoon].contains($0.observance) }.map(\.title)
      guard !titles.isEmpty else { continue }
      table.add(
        "\(day.solarDate.description.dropFirst(5))", day.label,
        titles.joined(separator: language == .english ? ", " : "、"))
    }
    return table.text(isColored: false)
  }
}
