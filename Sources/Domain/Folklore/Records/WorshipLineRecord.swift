/// A line of the structured note on worship, in a reader's language.
public struct WorshipLineRecord: Encodable, Hashable, Sendable {
  public let part: WorshipLine.Part
  public let text: String
  /// How much an ordinary household takes; absent if it is free.
  public let amount: Int?
  public let unit: String?
  /// The amount grows with the number of people, and is for so many.
  public let people: Int?
  public let diet: WorshipLine.Diet?
  /// Who keeps the custom.
  public let among: WorshipLine.Custom?
  /// Keys of sources.
  public let sources: [String]

  public init(_ line: WorshipLine, in language: Language) {
    self.init(
      line.part, line.text(in: language), amount: line.amount, unit: line.unit(in: language), people: line.people,
      diet: line.diet, among: line.custom, sources: line.sources)
  }

  /// A line that is in the reader's language already.
  public init(
    _ part: WorshipLine.Part, _ text: String, amount: Int?, unit: String?, people: Int?, diet: WorshipLine.Diet?,
    among: WorshipLine.Custom?, sources: [String]
  ) {
    self.part = part
    self.text = text
    self.amount = amount
    self.unit = unit
    self.people = people
    self.diet = diet
    self.among = among
    self.sources = sources
  }
}

extension WorshipLine.Part {
  /// The heading of lines of this part.
  public func title(in language: Language) -> String {
    switch self {
    case .when: language.say("時間", "时间", "When")
    case .offering: language.say("供品", "供品", "What to offer")
    case .paper: language.say("金紙", "金纸", "Joss paper")
    case .step: language.say("怎麼拜", "怎么拜", "How")
    case .taboo: language.say("不要做的事", "不要做的事", "What not to do")
    case .custom: language.say("各地不同", "各地不同", "Where customs differ")
    case .ask: language.say("先問廟方", "先问庙方", "Ask the temple first")
    }
  }
}

extension WorshipLine.Diet {
  public func name(in language: Language) -> String {
    switch self {
    case .meat: language.say("葷", "荤", "with meat")
    case .vegetarian: language.say("素", "素", "vegetarian")
    }
  }
}

extension WorshipLine.Custom {
  public func name(in language: Language) -> String {
    switch self {
    case .north: language.say("北部", "北部", "the north")
    case .central: language.say("中部", "中部", "central Taiwan")
    case .south: language.say("南部", "南部", "the south")
    case .east: language.say("東部", "东部", "the east")
    case .islands: language.say("離島", "离岛", "the islands")
    case .zhangzhou: language.say("漳州籍", "漳州籍", "people from Zhangzhou")
    case .quanzhou: language.say("泉州籍", "泉州籍", "people from Quanzhou")
    case .hakka: language.say("客家", "客家", "the Hakka")
    case .temples: language.say("有的廟", "有的庙", "some temples")
    case .homes: language.say("有的人家", "有的人家", "some homes")
    case .shops: language.say("店家", "店家", "shops")
    case .buddhist: language.say("佛教徒", "佛教徒", "Buddhists")
    case .overseas: language.say("海外", "海外", "overseas")
    case .farmers: language.say("農家", "农家", "farmers")
    case .fishers: language.say("討海人", "讨海人", "fishers")
    }
  }
}

extension WorshipLineRecord {
  /// The line as it is shown below its part's title: `壽桃 6 個`, `三牲 1 副（葷）`, `客家：……`.
  ///
  /// - Parameter people: how many eat; the household of the note by default.
  public func shown(in language: Language, people: Int? = nil) -> String {
    switch part {
    case .offering, .paper:
      let amount = amountText(for: people).map { " " + $0 } ?? ""
      let diet = diet.map {
        language.say("（\($0.name(in: language))）", "（\($0.name(in: language))）", " (\($0.name(in: language)))")
      }
      return text + amount + (diet ?? "")
    case .custom: return (among.map { $0.name(in: language) + language.say("：", "：", ": ") } ?? "") + text
    case .when, .step, .taboo, .ask: return text
    }
  }

  /// The amount for a number of people: 4 碗; nil if it is free.
  public func amountText(for people: Int? = nil) -> String? {
    guard let amount else { return nil }
    var count = amount
    if let base = self.people, let people { count = (amount * people + base - 1) / base }
    return unit.map { "\(count) \($0)" } ?? "\(count)"
  }
}

extension WorshipLine.Part {
  /// What stands between lines of this part in one line of text.
  public func separator(in language: Language) -> String {
    switch self {
    case .offering, .paper: language.say("、", "、", ", ")
    case .when, .step, .taboo, .custom, .ask: language.say("", "", " ")
    }
  }
}

extension [WorshipLineRecord] {
  /// The lines by part, in the order in which people need them; parts without lines are left out.
  public var parts: [(part: WorshipLine.Part, lines: [WorshipLineRecord])] {
    WorshipLine.Part.allCases.compactMap { part in
      let lines = filter { $0.part == part }
      return lines.isEmpty ? nil : (part, lines)
    }
  }

  /// A line of text for each part: 供品：壽桃 6 個、壽麵.
  public func paragraphs(in language: Language) -> [String] {
    parts.map { part, lines in
      part.title(in: language) + language.say("：", "：", ": ")
        + lines.map { $0.shown(in: language) }.joined(separator: part.separator(in: language))
    }
  }
}

extension WorshipLine {
  /// What to offer, as `offerings(in:)` lists it, in a line of its own: 準備：壽桃、壽麵、鮮花；壽金、刈金.
  public static func offeringsLine(_ offerings: String, in language: Language) -> String {
    language.say("準備：", "准备：", "To offer: ") + offerings
  }
}

extension [WorshipLine] {
  /// What to offer in a line of its own; nil if nothing is offered.
  public func offeringsLine(in language: Language) -> String? {
    offerings(in: language).map { WorshipLine.offeringsLine($0, in: language) }
  }
}

extension Catalogue {
  /// How to worship on an event's day: its own note, else that of its deity.
  public func worshipGuide(of event: Event) -> [WorshipLine] {
    event.worshipGuide.isEmpty ? event.deityKey.flatMap { deity($0) }?.worshipGuide ?? [] : event.worshipGuide
  }
}
