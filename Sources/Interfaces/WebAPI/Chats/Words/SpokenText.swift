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
    var forms = [Self.join(Self.fold(plain))]
    while let shorter = Self.withoutPoliteness(plain) {
      plain = shorter
      forms.append(Self.join(Self.fold(plain)))
    }
    self.plain = plain
    self.forms = forms
    folded = Self.fold(plain)
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
    let pattern =
      #/(?:把|将)?(.+?)(?:的|是)?(?:换算成|换算为|换算|转换成|转换|换成|转成|换|转)?(?:的|是)?(?:国历|阳历|西历|新历|公历|农历|阴历|旧历)(?:的|是)?(?:几月几号|几月几日|几号|几日|哪一天|哪天|什么时候|何时|日期|初几)?/#
    guard let match = folded.filter({ !$0.isWhitespace }).wholeMatch(of: pattern) else { return nil }
    return Self.trimmed(String(match.1))
  }

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

  private static func trimmed(_ text: String) -> String {
    func isEmpty(_ character: Character) -> Bool { character.isWhitespace || marksAround.contains(character) }
    var text = text.drop(while: isEmpty)
    while let last = text.last, isEmpty(last) { text = text.dropLast() }
    // A question mark alone asks for help.
    while text.count > 1, let last = text.last, last == "?" || isEmpty(last) { text = text.dropLast() }
    return String(text)
  }

  // MARK: Politeness

  private static func withoutPoliteness(_ text: String) -> String? {
    let folded = fold(text)
    guard folded.count == text.count else { return nil }
    // 那吒 is a god.
    for word in polite.before where folded.hasPrefix(word) && folded.count > word.count && !folded.hasPrefix("那吒") {
      return trimmed(String(text.dropFirst(word.count)))
    }
    for word in polite.after where folded.hasSuffix(word) && folded.count > word.count {
      // 謝謝 alone is thanks.
      return trimmed(String(text.dropLast(word.count)))
    }
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
