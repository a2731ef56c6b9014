/// What people write around a date, taken off: quotation marks, a full stop, 生日：, and a calendar in parentheses at the end.
struct TypedText {
  /// The date itself.
  private(set) var core: Substring
  /// Characters taken off the front.
  private(set) var prefixCount = 0
  /// True for （農曆） at the end, false for （國曆）.
  private(set) var isLunar: Bool?

  init(_ text: String) {
    core = text[...]
    trim()
    dropLabel()
    dropMark()
    trim()
  }

  /// （農曆） or 農曆 at the end.
  private mutating func dropMark() {
    guard let last = core.last, Self.lastCharacters.contains(last) else { return }
    for (end, isLunar) in Self.marks where core.hasSuffix(end) && core.count > end.count {
      core = core.dropLast(end.count)
      self.isLunar = isLunar
      return
    }
  }

  private static let opening: Set<Character> = ["「", "『", "\"", "'", "“", "‘", "《", "＂", "＇"]
  private static let closing: Set<Character> = [
    "」", "』", "\"", "'", "”", "’", "》", "＂", "＇", "。", "．", ".", "!", "！", "?", "？", "，", ",", "；", ";", "、", "~", "～",
  ]

  /// True for digits and ideographs, which are never taken off.
  private static func isPlain(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first?.value else { return false }
    return (0x30...0x39).contains(scalar) || (0x4E00...0x9FFF).contains(scalar)
  }

  private mutating func trim() {
    while let first = core.first, !Self.isPlain(first), first.isWhitespace || Self.opening.contains(first) { drop(1) }
    while let last = core.last, !Self.isPlain(last), last.isWhitespace || Self.closing.contains(last) {
      core = core.dropLast()
    }
    // (2025/3/5), but not 2025/3/5(三) and not (農曆)3/23.
    guard let first = core.first, first == "(" || first == "（", let last = core.last, last == ")" || last == "）",
      core.dropFirst().dropLast().allSatisfy({ !"()（）".contains($0) })
    else { return }
    drop(1)
    core = core.dropLast()
  }

  /// 生日：, 效期, 謹訂於: what the date is about.
  private mutating func dropLabel() {
    if let colon = core.firstIndex(where: { $0 == ":" || $0 == "：" }),
      core[..<colon].allSatisfy({ !$0.isNumber && $0 != "曆" && $0 != "历" })
    {
      drop(core.distance(from: core.startIndex, to: colon) + 1)
    }
    // Birthday of Mazu is a name.
    while let first = core.first, Self.firstCharacters.contains(first) {
      let text = core.lowercased()
      guard let label = Self.labels.first(where: text.hasPrefix), core.count > label.count,
        !core.dropFirst(label.count).hasPrefix(" of ")
      else { break }
      drop(label.count)
    }
    while core.first?.isWhitespace == true { drop(1) }
  }

  private static let labels = [
    "謹訂於", "謹擇於", "謹詹於", "訂於", "擇於", "生於", "卒於", "歿於", "逝於", "於", "出生日期", "出生", "生日", "忌日", "日期", "有效日期", "有效期限",
    "效期", "有效期", "exp", "dob", "date", "birthday",
  ]

  private mutating func drop(_ count: Int) {
    core = core.dropFirst(count)
    prefixCount += count
  }

  private static let firstCharacters = Set(labels.compactMap(\.first) + labels.compactMap { $0.uppercased().first })

  private static let marks: [(String, Bool)] =
    (ChineseWords.lunar.map { ($0, true) } + ChineseWords.solar.map { ($0, false) }).flatMap { mark, isLunar in
      ["(\(mark))", "（\(mark)）", mark].map { ($0, isLunar) }
    } + [("(農)", true), ("(农)", true), ("（農）", true), ("(國)", false), ("（國）", false), ("(国)", false)]
  private static let lastCharacters = Set(marks.compactMap(\.0.last))
}
