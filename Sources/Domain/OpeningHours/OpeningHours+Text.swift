internal import Lunisolar

extension OpeningHours: CustomStringConvertible {
  /// The canonical form, which parses to the same hours: days in week order, times in day order, no days for a rule that holds every
  /// day, `24/7` for always.
  public var description: String {
    var text = ""
    for (index, rule) in rules.enumerated() {
      if index > 0 { text += rule.isAddition ? ", " : "; " }
      text += rule.text
    }
    return text
  }
}

extension OpeningHours.Rule {
  fileprivate var text: String {
    [times, comment.map { "\"\($0)\"" }].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var times: String {
    if days == .all, content == .open([.wholeDay]), !isAddition { return "24/7" }
    // A comma and a time would continue the rule before.
    let days = days == .all && !isAddition ? "" : days.text + " "
    switch content {
    case .unknown: return days.isEmpty ? "" : String(days.dropLast())
    case .open(let spans): return days + Self.text(spans)
    case .off([]): return days + "off"
    case .off(let spans): return days + Self.text(spans) + " off"
    }
  }

  private static func text(_ spans: [OpeningHours.Span]) -> String {
    spans.map { $0.to == .unknown ? "\($0.from.text)+" : "\($0.from.text)-\($0.to.text)" }.joined(separator: ",")
  }
}

extension OpeningHours.Span {
  static let wholeDay = OpeningHours.Span(from: .time(0), to: .time(OpeningHours.minutesOfDay))
}

extension OpeningHours.Days {
  fileprivate var text: String {
    var parts: [String] = []
    var rest = Weekday.allCases[...]
    while let first = rest.first {
      let run = rest.prefix { contains($0) }
      rest = rest.dropFirst(max(run.count, 1))
      guard let last = run.last else { continue }
      parts.append(run.count == 1 ? first.shortName : "\(first.shortName)-\(last.shortName)")
    }
    if publicHolidays { parts.append("PH") }
    if schoolHolidays { parts.append("SH") }
    for weekday in Weekday.allCases {
      let ordinals = nth.filter { $0.weekday == weekday }.map { "\($0.ordinal)" }
      if !ordinals.isEmpty { parts.append("\(weekday.shortName)[\(ordinals.joined(separator: ","))]") }
    }
    parts += lunarSpans.map { "lunar \($0.text)" }
    if lunarDays != 0 {
      let days = (1...30).filter(contains(lunarDay:)).map { "\($0)" }
      parts.append("lunar " + days.joined(separator: ","))
    }
    let days = parts.joined(separator: ",")
    guard !seasons.isEmpty else { return days }
    let season = seasons.map(\.text).joined(separator: ",")
    return days == "Mo-Su" ? season : season + " " + days
  }
}

extension OpeningHours.LunarSpan {
  fileprivate var text: String { first == last ? first.text : "\(first.text)-\(last.text)" }
}

extension OpeningHours.LunarPoint {
  fileprivate var text: String { "\(month)/\(day == Self.lastDay ? "last" : "\(day)")" }
}

extension OpeningHours.Season {
  /// Three letters in OpenStreetMap's syntax.
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  fileprivate var text: String {
    let (from, to) = (Self.months[first.month - 1], Self.months[last.month - 1])
    if first.day == 1, last.day == OpeningHours.DayOfYear.lastDay(of: last.month) {
      return first.month == last.month ? from : "\(from)-\(to)"
    }
    func text(_ month: String, _ day: Int) -> String { month + (day < 10 ? " 0" : " ") + "\(day)" }
    return first == last ? text(from, first.day) : text(from, first.day) + "-" + text(to, last.day)
  }
}

extension OpeningHours.Edge {
  var shown: String { text }

  fileprivate var text: String {
    switch self {
    case .sun(let event): return event.rawValue
    case .unknown: return ""
    case .time(let minute):
      let ofDay = minute > OpeningHours.minutesOfDay ? minute - OpeningHours.minutesOfDay : minute
      let (hour, rest) = ofDay.quotientAndRemainder(dividingBy: 60)
      return (hour < 10 ? "0" : "") + "\(hour):" + (rest < 10 ? "0" : "") + "\(rest)"
    }
  }
}

extension Weekday {
  /// OpenStreetMap's two letters: `Mo` to `Su`.
  var shortName: String { abbreviation.prefix(1).uppercased() + abbreviation.dropFirst().prefix(1) }
}
