public import Lunisolar

extension Zodiac {
  /// The animal that somebody typed: 羊, 屬羊, 未, goat, sheep; nil for anything else.
  public init?(typed text: some StringProtocol) {
    var wanted = text.lowercased().filter { !$0.isWhitespace }
    for prefix in ["屬", "属", "生肖", "肖"] where wanted.hasPrefix(prefix) { wanted.removeFirst(prefix.count) }
    let others: [String: Zodiac] = [
      "sheep": .goat, "ram": .goat, "cow": .ox, "bull": .ox, "hare": .rabbit, "mouse": .rat, "cock": .rooster,
      "chicken": .rooster, "boar": .pig, "老鼠": .rat, "老虎": .tiger, "兔子": .rabbit, "猴子": .monkey, "犬": .dog,
    ]
    let found = Zodiac.allCases.first { zodiac in
      wanted == zodiac.name || wanted == zodiac.english.lowercased()
        || wanted == zodiac.name(in: .simplifiedChinese, of: .chinese)
        || wanted == EarthlyBranch(order: zodiac.rawValue).name
    }
    guard let zodiac = found ?? others[wanted] else { return nil }
    self = zodiac
  }
}
