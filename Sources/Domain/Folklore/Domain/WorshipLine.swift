internal import Words

/// A line of the structured note on worship of an event, a deity or a temple: when, what to offer, which paper, a step of the rite, what not to
/// do. The lines are in the order in which people need them; beside them stands prose.
public struct WorshipLine: Hashable, Sendable {
  public let part: Part
  /// Traditional Chinese. The bare name of what is offered or burned, because reminders list the names; otherwise a sentence or two.
  public let text: String
  public let englishText: String?
  /// How much an ordinary household takes, 1 or more, in `unit`; nil if it is free.
  public let amount: Int?
  public let unit: String?
  public let englishUnit: String?
  /// The amount is for so many people and grows with them; nil if it does not.
  public let people: Int?
  public let diet: Diet?
  /// Who keeps a custom that not all keep.
  public let custom: Custom?
  /// Keys of the sources that say it.
  public let sources: [String]

  public enum Part: String, CaseIterable, Codable, Hashable, Sendable {
    case when, offering, paper, step, taboo, custom, ask
  }

  public enum Diet: String, CaseIterable, Codable, Hashable, Sendable {
    /// With meat, fish or egg.
    case meat
    /// It must be without.
    case vegetarian
  }

  /// Those who keep a custom: a part of Taiwan, people by their origin, or by what they do.
  public enum Custom: String, CaseIterable, Codable, Hashable, Sendable {
    case north, central, south, east, islands
    case zhangzhou, quanzhou, hakka
    case temples, homes, shops, buddhist, overseas, farmers, fishers
  }

  public init(
    _ part: Part, _ text: String, english: String? = nil, amount: Int? = nil, unit: String? = nil,
    englishUnit: String? = nil, people: Int? = nil, diet: Diet? = nil, custom: Custom? = nil, sources: [String] = []
  ) {
    self.part = part
    self.text = text
    englishText = english
    self.amount = amount
    self.unit = unit
    self.englishUnit = englishUnit
    self.people = people
    self.diet = diet
    self.custom = custom
    self.sources = sources
  }

  public static let amounts = 1...10_000
  public static let peopleRange = 1...1_000
  /// The most characters of what is offered or burned.
  public static let nameLimit = 12
  /// The household of `people` when a page is first shown.
  public static let usualPeople = 4

  /// The kinds of joss paper (金紙, 銀紙) that a line may name.
  public static let papers = [
    "天公金", "頂極金", "太極金", "大箔壽金", "壽金", "刈金", "福金", "盆金", "九金", "中金", "四方金", "天金", "尺金", "補運金", "大銀", "小銀",
    "經衣", "金白錢", "黃高錢", "長錢", "甲馬", "雲馬總馬", "太歲金", "壽生錢", "庫錢", "往生錢", "蓮花金", "床母衣", "婆姐衣", "七娘媽亭", "高錢",
    "虎爺金", "財神金", "金元寶", "燈座", "七娘媽衣", "灶君衣", "發財金", "白錢", "普渡金", "補財庫金", "墓紙",
  ]

  /// True for the name of a Buddhist day or deity, on which nothing with meat is offered. 濟公活佛 is worshipped with wine and meat in places.
  public static func isBuddhist(_ name: String) -> Bool {
    !name.contains("活佛") && ["佛", "菩薩", "觀音", "如來", "盂蘭盆", "羅漢"].contains { name.contains($0) }
  }
}

extension WorshipLine {
  /// The text in a language; Chinese if missing.
  public func text(in language: Language) -> String {
    switch language {
    case .traditionalChinese: text
    case .simplifiedChinese: Transliteration.simplified(text)
    case .english: englishText ?? text
    }
  }

  /// The unit of the amount in a language; nil if things are counted without one.
  public func unit(in language: Language) -> String? {
    switch language {
    case .traditionalChinese: unit
    case .simplifiedChinese: unit.map(Transliteration.simplified)
    case .english: englishUnit
    }
  }
}

extension [WorshipLine] {
  /// What to prepare, as reminders list it: 壽桃、壽麵、鮮花；壽金、刈金. Nil if nothing is offered.
  public func offerings(in language: Language) -> String? {
    func names(_ part: WorshipLine.Part) -> String? {
      let names = filter { $0.part == part }.map { $0.text(in: language) }
      return names.isEmpty ? nil : names.joined(separator: language.say("、", "、", ", "))
    }
    let parts = [names(.offering), names(.paper)].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: language.say("；", "；", "; "))
  }
}
