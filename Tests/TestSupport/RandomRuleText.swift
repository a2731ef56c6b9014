import Lunisolar

/// Valid texts of date rules, of every kind and with every allowed option.
public enum RandomRuleText {
  public static func make(using generator: inout some RandomNumberGenerator) -> String {
    let kind = Int.random(in: 0..<9, using: &generator)
    var text = pattern(kind, using: &generator)
    if kind < 3, !text.contains("*"), text.contains(where: \.isNumber), !text.contains("L"),
      Bool.random(using: &generator)
    {
      text += " leap=" + (["regular", "leap", "both"].randomElement(using: &generator) ?? "both")
    }
    if kind < 3, Bool.random(using: &generator) {
      text += " short=" + (["backward", "forward", "omit"].randomElement(using: &generator) ?? "omit")
    }
    if kind != 8, Int.random(in: 0..<4, using: &generator) == 0 {
      text += " offset=\(Int.random(in: -40...40, using: &generator))"
    }
    if Int.random(in: 0..<6, using: &generator) == 0 { text += " eve" }
    if kind != 8, Int.random(in: 0..<6, using: &generator) == 0 {
      let year = Int.random(in: 1900...2050, using: &generator)
      text += " from=\(year) to=\(year + Int.random(in: 0...60, using: &generator))"
    }
    return text
  }

  private static func pattern(_ kind: Int, using generator: inout some RandomNumberGenerator) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let terms = SolarTerm.allCases
    switch kind {
    case 0:
      let month = [
        "\(number(1...12))", "*", "\(number(1...6))..\(number(6...12))", "\(number(1...12)),\(number(1...12))",
      ]
      return "lunar \(month[number(0...3)])/\(day(using: &generator))"
    case 1:
      return "lunar \(number(1...12))/\(number(1...30)) \(number(1...12))/\(number(1...15)),\(number(16...30))"
    case 2:
      let first = number(1...12)
      return
        "lunar \(first)/\(number(1...14))..\(number(first...12))/\(number(0...1) == 0 ? "last" : "\(number(15...30))")"
    case 3: return "lunar \(number(1...12))L/\(day(using: &generator))"
    case 4:
      let weekday = Weekday.allCases[number(0...6)].abbreviation
      return number(0...1) == 0
        ? "solar \(number(1...12))/\(number(1...28))"
        : "solar \(number(1...12))/\(weekday)#\(number(1...5) * (number(0...1) * 2 - 1))"
    case 5:
      let days = number(-120...120)
      return "term \(terms[number(0...23)].name)" + (days == 0 ? "" : days < 0 ? " \(days)" : " +\(days)")
    case 6:
      let name =
        number(0...1) == 0 ? HeavenlyStem.allCases[number(0...9)].name : EarthlyBranch.allCases[number(0...11)].name
      return "term \(terms[number(0...23)].name) \(name)#\(number(1...9))"
    case 7: return "cycle \(StemBranch(index: number(0...59)).name)"
    default: return "announced " + announcedDays(using: &generator).joined(separator: " ")
    }
  }

  /// One to five days or windows of at most 60 days, in order.
  private static func announcedDays(using generator: inout some RandomNumberGenerator) -> [String] {
    var day = SolarDate(
      uncheckedYear: Int.random(in: 1900...2070, using: &generator), month: Int.random(in: 1...12, using: &generator),
      day: Int.random(in: 1...28, using: &generator))
    return (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      let first = day.advanced(by: Int.random(in: 1...400, using: &generator))
      day = first.advanced(by: Bool.random(using: &generator) ? 0 : Int.random(in: 1...59, using: &generator))
      return day == first ? "\(first)" : "\(first)..\(day)"
    }
  }

  private static func day(using generator: inout some RandomNumberGenerator) -> String {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: "last"
    case 1: "30"
    case 2: "\(Int.random(in: 1...14, using: &generator)),\(Int.random(in: 15...30, using: &generator))"
    default: "\(Int.random(in: 1...30, using: &generator))"
    }
  }
}
