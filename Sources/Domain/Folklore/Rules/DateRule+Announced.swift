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

  /// `2025-04-04..2025-04-13 2026-04-17..2026-04-26`: days or windows in order, each with its year.
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
      try endOfWord()
      // Days begin with a digit; options do not.
    } while scanner.next.map { $0.isASCII && $0.isNumber } ?? false
    return .announced(days)
  }

  private mutating func announcedDays() throws(DateRuleError) -> DateRule.AnnouncedDays {
    let first = try announcedDay()
    guard scanner.take("..") else { return DateRule.AnnouncedDays(first: first, last: first) }
    let start = scanner.position
    let last = try announcedDay()
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

  private mutating func announcedDay() throws(DateRuleError) -> SolarDate {
    let start = scanner.position
    let word = scanner.takeWhile { $0.isASCII && ($0.isNumber || $0 == "-" || $0 == "/") }
    let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    if parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) }) {
      throw fault(
        "「\(word)」沒有年份：公布的日子要寫出年份，例如 2026-04-17",
        "\"\(word)\" has no year: an announced day is written with its year, such as 2026-04-17", at: start)
    }
    do {
      return try SolarDate(iso: word)
    } catch {
      if case .noSuchSolarDay(let year, let month, _, let count) = error {
        throw fault(
          "沒有 \(word) 這一天：\(year) 年 \(month) 月只有 \(count) 天", error.description, at: start)
      }
      guard case .notADate = error else { throw fault("沒有 \(word) 這一天", error.description, at: start) }
      scanner.rewind(to: start)
      throw expected("有年份的日期，例如 2026-04-17", "a day with its year, such as 2026-04-17")
    }
  }
}
