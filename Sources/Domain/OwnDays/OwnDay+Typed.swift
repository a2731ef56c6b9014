public import Folklore
internal import Records

extension OwnDay {
  /// The rule of a date as people write it: 農曆三月廿三, 民國46年3月14日, 1957/3/14, 農曆1941年閏六月十五, 冬至. A date with a year is a day of every
  /// year, unless it is still to come and no birthday or memorial.
  ///
  /// - Parameter leap: what is kept in years that repeat the month; nil for what the date says.
  /// - Throws: `OwnDayProblem` for a text that is no date, or whose day never comes.
  public static func rule(
    typed text: String, observance: Event.Observance, leap: DateRule.LeapPolicy? = nil, by reader: DateReader
  ) throws(OwnDayProblem) -> (rule: DateRule, remarks: [OwnDayRemark]) {
    let text = text.trimmed
    guard !text.isEmpty else { throw .missing }
    let read = try OwnDayDate(text, isLunar: nil, for: observance, isEveryYear: true, hasLeap: leap != nil, reader)
    let rule = try DateRule(checking: read.rule + (leap.map { " leap=" + $0.rawValue } ?? ""), reader)
    guard rule.falls else { throw .neverFalls(rule: rule.description) }
    return (rule, read.remarks)
  }
}
