public import Lunisolar

// Days that a temple or an office announces each year. The rule lists the announced days.

extension DateRule {
  /// An announced day, or window of days.
  public struct AnnouncedDays: Hashable, Sendable {
    let first: SolarDate
    let last: SolarDate
  }

  /// True if the days are announced year by year. A year that the rule does not list is not yet announced, or has no such day.
  public var isAnnounced: Bool {
    if case .announced = pattern { true } else { false }
  }

  /// The years of the announced days, in order, each once; empty for other rules.
  package var announcedYears: [Int] {
    guard case .announced(let days) = pattern else { return [] }
    return Set(days.map(\.first.year)).sorted()
  }

  /// True if the next day is not yet announced: every listed day ends before the given one.
  public func awaitsAnnouncement(from day: SolarDate) -> Bool {
    guard case .announced(let days) = pattern else { return false }
    return days.allSatisfy { $0.last < day }
  }
}

extension DateRuleParser {
  /// The longest announced window, in days; searches for the windows around a day look back this far.
  private static let longestWindow = 60

  /// `2025-04-04..2025-04-13 2026-04-17..2026-04-26`: days or windows in order, each with its year, as people write dates.
  mutating func announcedPattern() throws(DateRuleError) -> DateRule.Pattern {
    var days: [DateRule.AnnouncedDays] = []
    repeat {
      let start = scanner.position
      let found = try announcedDays()
      if let before = days.last, found.first <= before.last {
        throw fault(
          "\(found.first) 不在 \(before.last) 之後：公布的日子要按先後排列",
          "\(found.first) does not come after \(before.last): announced days stand in order", at: start)
      }
      days.append(found)
      if scanner.takeAny(["、", ",", "和", "及"]) == nil { try endOfWord() }
      scanner.skipBlanks()
      // Days begin with a digit or 民國; options do not.
    } while scanner.next.map { $0.isASCII && $0.isNumber || $0 == "民" } ?? false
    return .announced(days)
  }

  private mutating func announcedDays() throws(DateRuleError) -> DateRule.AnnouncedDays {
    let first = try announcedDay(after: nil)
    guard takeUntil() else { return DateRule.AnnouncedDays(first: first, last: first) }
    let start = scanner.position
    let last = try announcedDay(after: first)
    guard last >= first else {
      throw fault(
        "期間在 \(last) 結束，早於開始的 \(first)：請對調",
        "the window ends on \(last), before it begins on \(first)", at: start)
    }
    let length = first.distance(to: last) + 1
    guard length <= Self.longestWindow else {
      throw fault(
        "期間有 \(length) 天，最多 \(Self.longestWindow) 天",
        "the window has \(length) days: \(Self.longestWindow) is the most", at: start)
    }
    return DateRule.AnnouncedDays(first: first, last: last)
  }

  /// `..`, `~` or 至, with or without blanks.
  private mutating func takeUntil() -> Bool {
    let start = scanner.position
    scanner.skipBlanks()
    guard scanner.takeAny(["..", "~", "至", "到"]) != nil else {
      scanner.rewind(to: start)
      return false
    }
    scanner.skipBlanks()
    return true
  }

  /// A day with its year: 2026-04-17, 2026/4/17, 115/4/17, 民國115年4月17日; the last of a window may leave out what is as in the first.
  private mutating func announcedDay(after first: SolarDate?) throws(DateRuleError) -> SolarDate {
    let start = scanner.position
    let isRepublic = scanner.takeAny(["民國", "民国"]) != nil
    var numbers: [Int] = []
    while numbers.count < 3 {
      let place = scanner.position
      // A sign without a number behind it is not of the date: the dots of a window are not.
      if !numbers.isEmpty, scanner.takeAny(["-", "/", ".", "年", "月"]) == nil { break }
      guard let number = scanner.takeNumber() else {
        scanner.rewind(to: place)
        break
      }
      numbers.append(number)
    }
    _ = scanner.takeAny(ChineseWords.day)
    let text = scanner.text(from: start)
    var (year, month, day): (Int, Int, Int)
    switch (numbers.count, first?.components) {
    case (3, _): (year, month, day) = (numbers[0], numbers[1], numbers[2])
    case (2, let first?): (year, month, day) = (first.year, numbers[0], numbers[1])
    case (1, let first?): (year, month, day) = (first.year, first.month, numbers[0])
    case (2, nil):
      throw fault(
        "「\(text)」沒有年份：公布的日子要寫出年份，例如 2026-04-17",
        "\"\(text)\" has no year: an announced day is written with its year, such as 2026-04-17", at: start)
    default:
      scanner.rewind(to: start)
      throw expected("有年份的日期，例如 2026-04-17", "a day with its year, such as 2026-04-17")
    }
    if numbers.count == 3, isRepublic || year < 1_000 { year += 1_911 }
    return try checked(year, month, day, text, at: start)
  }

  private func checked(
    _ year: Int, _ month: Int, _ day: Int, _ text: String, at start: Int
  ) throws(DateRuleError) -> SolarDate {
    do {
      return try SolarDate(year: year, month: month, day: day)
    } catch {
      guard case .noSuchSolarDay(let year, let month, _, let count) = error else {
        throw fault("沒有 \(text) 這一天", error.description, at: start)
      }
      throw fault("沒有 \(text) 這一天：\(year) 年 \(month) 月只有 \(count) 天", error.description, at: start)
    }
  }
}
