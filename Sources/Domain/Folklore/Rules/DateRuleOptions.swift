/// The options after a rule's pattern. Each may occur once, and only if it applies to the pattern.
struct DateRuleOptions {
  private(set) var leap: DateRule.LeapPolicy?
  private(set) var short: DateRule.ShortMonthPolicy?
  private(set) var offset: Int?
  private(set) var beginsOnEve = false
  private(set) var firstYear: Int?
  private(set) var lastYear: Int?

  /// Reads options up to the end of the text.
  init(_ parser: inout DateRuleParser, pattern: DateRule.Pattern) throws(DateRuleError) {
    var seen: Set<String> = []
    parser.scanner.skipBlanks()
    while !parser.scanner.isAtEnd {
      let start = parser.scanner.position
      let name = parser.scanner.takeWhile { !$0.isWhitespace && $0 != "=" }
      guard seen.insert(name).inserted else {
        throw parser.fault("選項 \(name) 寫了兩次，請只寫一次", "option \(name) is given twice", at: start)
      }
      if name != "eve", !parser.scanner.take("=") {
        parser.scanner.rewind(to: start)
        throw parser.expected(
          "選項：leap=、short=、offset=、eve、from= 或 to=", "an option: leap=, short=, offset=, eve, from= or to=")
      }
      try read(name, &parser, pattern: pattern, start: start)
      try parser.endOfWord()
    }
    if let firstYear, let lastYear, firstYear > lastYear {
      throw parser.fault(
        "from=\(firstYear) 比 to=\(lastYear) 晚：要由早到晚", "from=\(firstYear) comes after to=\(lastYear)")
    }
  }

  private mutating func read(
    _ name: String, _ parser: inout DateRuleParser, pattern: DateRule.Pattern, start: Int
  ) throws(DateRuleError) {
    if case .announced = pattern, ["offset", "from", "to"].contains(name) {
      throw parser.fault(
        "公布的日子不能加 \(name)=：規則已經列出每一個日子",
        "\(name)= does not go with announced days: the rule lists the days themselves", at: start)
    }
    switch name {
    case "leap":
      guard pattern.hasRegularMonth else {
        throw parser.fault(
          "只有寫平月（不是閏月）的農曆規則可以加 leap=",
          "leap= goes with a rule that names regular lunar months", at: start)
      }
      leap = try Self.choice(&parser)
    case "short":
      guard pattern.canBeShort else {
        throw parser.fault(
          "只有農曆月的日子和 2 月 29 日可以加 short=",
          "short= goes with days of lunar months and with 29 February", at: start)
      }
      short = try Self.choice(&parser)
    case "offset": offset = try parser.number("位移天數", "offset", in: -366...366)
    case "eve": beginsOnEve = true
    case "from": firstYear = try parser.number("年份", "year", in: -2000...9999)
    case "to": lastYear = try parser.number("年份", "year", in: -2000...9999)
    default:
      throw parser.fault(
        "沒有選項「\(name)」：選項有 leap=、short=、offset=、eve、from=、to=",
        "\"\(name)\" is no option: leap=, short=, offset=, eve, from= and to= are", at: start)
    }
  }

  /// A value of a policy.
  private static func choice<Policy: RawRepresentable<String> & CaseIterable>(
    _ parser: inout DateRuleParser
  ) throws(DateRuleError) -> Policy {
    let start = parser.scanner.position
    let word = parser.scanner.takeWord()
    guard let policy = Policy(rawValue: word) else {
      parser.scanner.rewind(to: start)
      let words = Policy.allCases.map(\.rawValue)
      throw parser.expected(
        "\(words.joined(separator: "、")) 其中一個", words.joined(separator: ", "))
    }
    return policy
  }
}

extension DateRule.Pattern {
  /// True if a leap policy has an effect. `*` includes leap months already.
  fileprivate var hasRegularMonth: Bool {
    switch self {
    case .lunarDays(let parts): parts.contains { $0.months != 0 }
    case .lunarWindow(let first, let last): !first.isLeap || !last.isLeap
    default: false
    }
  }

  /// True if a month can lack the day.
  fileprivate var canBeShort: Bool {
    switch self {
    case .lunarDays, .lunarWindow: true
    case .solarDay(let month, let day): month == 2 && day == 29
    default: false
    }
  }
}
