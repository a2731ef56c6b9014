import Words

/// What somebody typed, in the form that the words of chats are compared in.
///
/// 全形 letters are 半形, Traditional and Simplified Chinese are one, and what is only polite is gone:
///
///     SpokenText("請問，今天是什麼日子呢？").folded     // 今天是什么日子
struct SpokenText: Hashable, Sendable {
  /// The text without politeness, as it was typed: what names and dates are read from.
  let plain: String
  /// The same in lower case and Simplified characters, with 台 for 臺.
  let folded: String
  /// `folded` without blanks and marks between words: 初一、十五 is 初一十五.
  let joined: String
  /// `joined` with less and less politeness, because 哈囉 and 謝謝您 end like polite words; the last is `joined` itself.
  let forms: [String]

  init(_ text: String) {
    var plain = Self.trimmed(Self.halfWidth(text).filter { !Self.isPicture($0) })
    var folded = Self.fold(plain)
    var forms = [Self.join(folded)]
    for _ in 0..<Self.mostPoliteWords {
      // Folding, which takes long, keeps the number of characters, so both are cut at the same places.
      guard plain.count == folded.count, let (start, end) = Self.politeness(of: folded) else { break }
      (plain, folded) = (plain.cut(start, end), folded.cut(start, end))
      forms.append(Self.join(folded))
    }
    self.plain = plain
    self.forms = forms
    self.folded = folded
    joined = Self.join(folded)
  }

  /// The text behind one of some words, which are folded; nil if it does not begin with one. The longest word counts.
  func after(_ words: [String]) -> String? {
    let word = words.filter { folded.hasPrefix($0) && Self.endsWord($0, folded.dropFirst($0.count).first) }.max {
      $0.count < $1.count
    }
    guard let word else { return nil }
    return Self.trimmed(part(from: word.count, to: folded.count))
  }

  /// The text before one of some words, which are folded; nil if it does not end with one. The longest word counts.
  func before(_ words: [String]) -> String? {
    let word = words.filter { folded.hasSuffix($0) }.max { $0.count < $1.count }
    guard let word else { return nil }
    return Self.trimmed(part(from: 0, to: folded.count - word.count))
  }

  /// What is to be converted to another calendar: 農曆八月十五 of 把農曆八月十五換算成國曆是哪一天; nil if the text asks for no calendar at its end.
  var converted: String? {
    var rest = folded.filter { !$0.isWhitespace }[...]
    rest = rest.without(end: Self.questionsForDays).without(end: Self.links)
    let asked = rest.without(end: Self.calendars)
    guard asked != rest else { return nil }
    rest = asked.without(end: Self.links).without(end: Self.conversions).without(end: Self.links)
    if let first = rest.first, "把将".contains(first) { rest = rest.dropFirst() }
    return rest.isEmpty ? nil : Self.trimmed(String(rest))
  }

  private static let questionsForDays = ["几月几号", "几月几日", "几号", "几日", "哪一天", "哪天", "什么时候", "何时", "日期", "初几"]
  private static let links = ["的", "是"]
  private static let calendars = ["国历", "阳历", "西历", "新历", "公历", "农历", "阴历", "旧历"]
  private static let conversions = ["换算成", "换算为", "换算", "转换成", "转换", "换成", "转成", "换", "转"]

  /// Some of the characters, as they were typed if folding has kept their number.
  private func part(from start: Int, to end: Int) -> String {
    let source = plain.count == folded.count ? plain : folded
    return String(source.dropFirst(start).prefix(end - start))
  }

  /// False inside a word of Latin letters: `nextel` does not begin with `next`.
  private static func endsWord(_ word: String, _ next: Character?) -> Bool {
    guard let last = word.last, last.isASCII, last.isLetter, let next else { return true }
    return !(next.isASCII && next.isLetter)
  }

  // MARK: Forms

  static func fold(_ text: String) -> String {
    // 帳號 is 账号 on the mainland, but 帐号 by the transform.
    Transliteration.simplified(halfWidth(text)).lowercased().replacing("臺", with: "台").replacing("账", with: "帐")
  }

  static func join(_ text: String) -> String { text.filter { !$0.isWhitespace && !marksBetween.contains($0) } }

  /// 全形 letters, digits and marks as 半形 (Unicode, Halfwidth and Fullwidth Forms), and the ideographic space as a space.
  private static func halfWidth(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x3000: " "
          case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
          default: scalar
          }
        }))
  }

  /// True for emoji; digits and ＃ are no pictures alone.
  private static func isPicture(_ character: Character) -> Bool {
    character.unicodeScalars.first?.properties.isEmojiPresentation == true
      || character.unicodeScalars.dropFirst().contains { $0.value == 0xFE0F }
  }

  private static let marksBetween: Set<Character> = ["、", ",", "，", "・", "·", "。", ":", "："]
  /// What stands around words and means nothing.
  private static let marksAround: Set<Character> = [
    "。", "，", ",", "、", "!", "！", "~", "～", "…", ":", "：", ";", "；", "「", "」", "『", "』", "\"", "'", "“", "”", "‘", "’",
    "《",
    "》", ".", "．",
  ]

  fileprivate static func trimmed(_ text: String) -> String {
    func isEmpty(_ character: Character) -> Bool { character.isWhitespace || marksAround.contains(character) }
    var text = text.drop(while: isEmpty)
    while let last = text.last, isEmpty(last) { text = text.dropLast() }
    // A question mark alone asks for help.
    let asked = text
    while let last = text.last, last == "?" || isEmpty(last) { text = text.dropLast() }
    return String(text.isEmpty ? asked.prefix(1) : text)
  }

  // MARK: Politeness

  /// Nobody is politer, and each word costs another comparison with all of them.
  private static let mostPoliteWords = 6

  /// The characters of a polite word at the beginning or at the end; nil if there is none.
  private static func politeness(of folded: String) -> (start: Int, end: Int)? {
    // 那吒 is a god.
    for word in polite.before where folded.hasPrefix(word) && folded.count > word.count && !folded.hasPrefix("那吒") {
      return (word.count, 0)
    }
    // 謝謝 alone is thanks.
    for word in polite.after where folded.hasSuffix(word) && folded.count > word.count { return (0, word.count) }
    return nil
  }

  private static let polite: (before: [String], after: [String]) = (
    [
      "請問一下", "我想請問", "想請問", "請問", "那麼", "那", "欸", "請幫我", "麻煩幫我", "可以幫我", "幫我", "麻煩", "不好意思", "我想知道", "我想問", "想問一下",
      "想問", "我想要", "我想", "我要",
      "please ", "i want to ", "could you ", "可以",
    ].map(fold),
    [
      "謝謝你", "謝謝您", "謝謝", "感謝", "好嗎", "可以嗎", "嗎", "呢", "啊", "阿", "呀", "吧", "喔", "哦", "耶", "啦", "嘛", "唷", "囉", " please",
      " thanks",
    ].map(fold)
  )
}

extension Substring {
  /// The text without the first of some words, the longest first, that it ends with.
  fileprivate func without(end words: [String]) -> Substring {
    words.first(where: hasSuffix).map { dropLast($0.count) } ?? self
  }
}

extension String {
  /// The text without some characters at its ends, and without what then stands around it.
  fileprivate func cut(_ start: Int, _ end: Int) -> String {
    SpokenText.trimmed(String(dropFirst(start).dropLast(end)))
  }
}
