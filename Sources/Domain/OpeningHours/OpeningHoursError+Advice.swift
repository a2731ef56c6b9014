extension OpeningHoursError {
  /// Two or three texts that are read and come near to what was meant.
  public var suggestions: [String] {
    switch kind {
    case .noHours: ["24/7", "05:00-22:00"]
    case .remark: [commented()]
    case .lunarMonth: [Self.lunar, commented(behind: "05:00-22:00 ")]
    case .syntax: fitting(lunar: Self.lunar, closed: "08:00-17:00; Mo off", twice: Self.twice, among: Self.examples)
    }
  }

  /// The same in the Chinese of Taiwan.
  public var chineseSuggestions: [String] {
    switch kind {
    case .noHours: ["24/7", "每日 05:00-22:00"]
    case .remark: [commented()]
    case .lunarMonth: [Self.chineseLunar, commented(behind: "每日 05:00-22:00 ")]
    case .syntax:
      fitting(
        lunar: Self.chineseLunar, closed: "每日 08:00-17:00；週一公休", twice: "每日 " + Self.twice, among: Self.chineseExamples)
    }
  }

  private static let lunar = "05:00-22:00; lunar 1,15 04:00-24:00"
  private static let chineseLunar = "每日 05:00-22:00；初一、十五 04:00-24:00"
  private static let seasons = "Apr-Sep 05:00-22:00; Oct-Mar 06:00-21:00"
  private static let twice = "06:00-12:00,14:00-18:00"

  private func fitting(lunar: String, closed: String, twice: String, among examples: [String]) -> [String] {
    let lowercased = text.lowercased()
    func mentions(_ words: [String]) -> Bool { words.contains(where: lowercased.contains) }
    var suggestions: [String] = []
    if mentions(["夏季", "冬季", "夏令", "冬令", "summer", "winter"]) { suggestions.append(Self.seasons) }
    if mentions(["初", "農曆", "农历", "lunar"]) { suggestions.append(lunar) }
    if mentions(["休", "關", "关", "off", "closed"]) { suggestions.append(closed) }
    if text.count(where: { ":：點点時时".contains($0) }) > 2 { suggestions.append(twice) }
    return suggestions.isEmpty ? examples : suggestions + examples.prefix(max(1, 3 - suggestions.count) - 1)
  }

  /// The text without quotation marks, for a comment.
  private var unquoted: String { text.filter { !"\"“”「」＂".contains($0) }.trimmingBlanks() }
}

// MARK: - Remarks

extension OpeningHoursError {
  /// Words that tell of no hours. As part of a longer text they are the beginning of a remark.
  private static let remarks = [
    "不定", "不一定", "電洽", "电洽", "電話", "洽", "公告", "通知", "預約", "预约", "另行", "視", "依", "未定", "待定", "待查", "不詳",
    "不明", "隨時", "appointment", "call", "varies", "tbd",
  ]
  private static let nothing: Set<String> = ["無", "无", "沒有", "没有", "none", "n/a", "na", "-", "?", "？"]

  /// The same error as advice to write the remark as a comment; nil if the text holds none.
  var asRemark: OpeningHoursError? {
    guard kind == .syntax, let start = Self.remarkStart(in: text) else { return nil }
    return OpeningHoursError(
      text: text, column: text.distance(from: text.startIndex, to: start) + 1,
      problem: "is a remark, not hours: leave it out, or write it as a comment in quotation marks",
      chineseProblem: "這是說明，不是時間；請省略，或加上引號寫成註解", kind: .remark)
  }

  private static func remarkStart(in text: String) -> String.Index? {
    let trimmed = text.trimmingBlanks()
    if nothing.contains(trimmed.lowercased()) { return text.firstIndex { !$0.isWhitespace } }
    let clauses = text.split { separators.contains($0) }
    return clauses.first { clause in
      let clause = clause.lowercased()
      return remarks.contains(where: clause.contains)
    }?.startIndex
  }

  /// `08:00-17:00 "依廟方公告"`: the clause at the column as a comment behind the hours before it.
  ///
  /// - Parameter hours: What stands before the comment if there are no hours before it.
  private func commented(behind hours: String = "") -> String {
    let whole = hours + "\"\(unquoted)\""
    if Self.nothing.contains(unquoted.lowercased()) { return "\"請電洽\"" }
    let column = text.index(text.startIndex, offsetBy: column - 1)
    let start = text[..<column].lastIndex(where: Self.separators.contains).map(text.index(after:)) ?? text.startIndex
    let before = text[..<start].trimmingBlanks(and: Self.separators)
    let remark = text[start...].filter { !"\"“”「」＂（）()".contains($0) }.trimmingBlanks()
    return ["\(before) \"\(remark)\"", whole].first { candidate in
      guard !candidate.hasPrefix(" ") else { return false }
      var parser = OpeningHoursParser(candidate)
      return (try? parser.rules()) != nil
    } ?? "\"請電洽\""
  }

  private static let separators = "，,；;。 　（("
}

// MARK: - Missing hours

extension OpeningHoursError {
  /// The same error with the advice to add hours, for 每日開放; nil if the text holds a number or says nothing of being open.
  var asMissingHours: OpeningHoursError? {
    guard kind == .syntax, !text.contains(where: \.isNumber),
      ["開放", "开放", "營業", "营业", "無休", "无休"].contains(where: text.contains)
    else { return nil }
    return OpeningHoursError(
      text: text, column: column, problem: problem, chineseProblem: chineseProblem, kind: .noHours)
  }
}

extension StringProtocol {
  /// The text without blanks, and some other characters, at its ends.
  fileprivate func trimmingBlanks(and others: String = "") -> String {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace || others.contains(first) { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace || others.contains(last) { rest = rest.dropLast() }
    return String(rest)
  }
}
