// The order of rules in Chinese.
//
// People write the exception before or after the general rule: 週一公休；08:00-17:00 means the same as 08:00-17:00；週一公休. In OpenStreetMap's
// syntax a later rule takes the place of an earlier one, so that the first form would open the temple on Monday. Here the general
// rules move to the front. Texts in OpenStreetMap's syntax keep their order.

extension OpeningHours {
  /// The rules with the times that they take from others: 初一十五至22:00 begins as other days do, and 國定假日照常 has their times.
  static func completed(_ rules: [Rule]) -> [Rule] {
    let ordinary = rules.lazy.compactMap { rule -> [Span]? in
      guard case .open(let spans) = rule.content, let first = spans.first, first.from.minute != nil else { return nil }
      return spans
    }.first
    return rules.map { rule in
      guard case .open(let spans) = rule.content, spans.isEmpty || spans[0].from == .unknown else { return rule }
      var rule = rule
      if let ordinary, spans.isEmpty {
        rule.content = .open(ordinary)
      } else if let first = ordinary?.first, let last = spans.first {
        rule.content = .open([Span(from: first.from, to: last.to)])
      } else {
        rule.content = .unknown
        rule.comment = spans.isEmpty ? "照常開放" : "至 " + (spans[0].to.shown)
      }
      return rule
    }
  }

  /// - Parameter ordinaryDays: The positions of the rules on 平日.
  static func inChineseOrder(_ rules: [Rule], ordinaryDays: Set<Int>) -> [Rule] {
    let rules = merged(withOrdinaryDays(ordinaryDays, in: rules))
    return rules.enumerated()
      .sorted { ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset) }
      .map(\.element)
  }

  /// Beside lunar days 平日 is each other day, unless another rule says when the weekend is open.
  private static func withOrdinaryDays(_ ordinaryDays: Set<Int>, in rules: [Rule]) -> [Rule] {
    guard rules.contains(where: { $0.days.lunarDays != 0 }), !rules.contains(where: { $0.opensOnWeekends }) else {
      return rules
    }
    return rules.enumerated().map { position, rule in
      guard ordinaryDays.contains(position) else { return rule }
      var rule = rule
      rule.days.weekdays = Days.all.weekdays
      return rule
    }
  }

  /// 平日 08:00-12:00；平日 13:00-17:00 is one rule with two times.
  private static func merged(_ rules: [Rule]) -> [Rule] {
    var merged: [Rule] = []
    for rule in rules {
      guard case .open(let spans) = rule.content, rule.comment == nil,
        let position = merged.firstIndex(where: {
          $0.days == rule.days && $0.comment == nil && $0.isOpen(outside: spans)
        }),
        case .open(let earlier) = merged[position].content
      else {
        merged.append(rule)
        continue
      }
      let all = (earlier + spans).sorted { $0.minutes.lowerBound < $1.minutes.lowerBound }
      merged[position].content = .open(all)
    }
    return merged
  }
}

extension OpeningHours.Rule {
  var isOff: Bool {
    if case .off = content { true } else { false }
  }

  /// True if the rule closes at some times of its days.
  var closesHours: Bool { isOff && content != .off([]) }

  fileprivate var opensOnWeekends: Bool {
    !isOff && days.weekdays & 0b110_0000 != 0
  }

  fileprivate func isOpen(outside spans: [OpeningHours.Span]) -> Bool {
    guard case .open(let own) = content else { return false }
    return !own.contains { span in spans.contains { span.minutes.overlaps($0.minutes) } }
  }

  /// A rule of a higher precedence holds over one of a lower.
  ///
  /// Closed weekdays stand behind the months: 週一公休；4月至9月 05:00-22:00 is closed on each Monday. So do closed hours such as
  /// 12:00-13:00 休息.
  fileprivate var precedence: Int {
    if !days.lunarSpans.isEmpty { return isOff ? 13 : 12 }
    if days.lunarDays != 0 { return isOff ? 11 : 10 }
    if !days.nth.isEmpty { return isOff ? 7 : 6 }
    if days.seasons.contains(where: { !$0.isWholeMonths }) { return isOff ? 9 : 8 }
    if days.seasons.isEmpty, days.weekdays == 0 { return isOff ? 7 : 6 }
    if days == .all, content == .off([]) { return 1 }
    if isOff { return 5 }
    if !days.seasons.isEmpty { return 4 }
    if days == .all { return 0 }
    return days.publicHolidays || days.schoolHolidays ? 3 : 2
  }
}

extension OpeningHours.Season {
  fileprivate var isWholeMonths: Bool { first.day == 1 && last.day == OpeningHours.DayOfYear.lastDay(of: last.month) }
}
