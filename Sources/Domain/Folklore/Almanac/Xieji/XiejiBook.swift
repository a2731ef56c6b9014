import Lunisolar

/// The tables of 欽定協紀辨方書 (1741), by which a day is good or bad for something (宜忌).
///
///     let verdict = book.verdict(of: XiejiDay(month: .yin, pillar: pillar))
///     book.words(of: verdict.good, among: .common, in: .traditionalChinese)      // ["祭祀", "祈福", …]
///
/// The tables are data under `data/xieji/`, with the leaf of the book for each row; `10-33b` is 卷十, leaf 33, side b. The rule that
/// reads them is `XiejiBook.verdict(of:)`. Other books and printed almanacs often differ.
public struct XiejiBook: Sendable {
  /// In the order of the book's list.
  package let gods: [God]
  /// For each god, its outcomes; the first that fits a day counts. Good gods have none.
  package let outcomes: [[Outcome]]
  /// The book's names of the things that it speaks of (用事), in the order of their bits.
  package let items: [String]
  /// 百忌日 by stem, from 甲, and by branch, from 子.
  package let taboosOfStem: [XiejiItems]
  package let taboosOfBranch: [XiejiItems]
  package let companions: [Companion]
  package let rules: XiejiRules
  /// The gods of each of the 720 cases, by month from 寅 and place in the cycle.
  private let godsOfCase: [XiejiGods]
  /// The words that the items are printed in: one word for each item or for several.
  package let words: [Word]
  /// What people ask for and the book does not have.
  package let others: [Other]

  /// A god and what it makes good and bad.
  package struct God: Sendable {
    package let name: String
    package let luck: Luck
    /// The days on which it is present.
    package let days: XiejiCases
    package let good: XiejiItems
    package let bad: XiejiItems
    package let leaf: String

    /// 吉神, 凶神, one of 建除十二神, or one of the five sorts of days (寶義制專伐).
    package enum Luck: String, Sendable { case good, bad, officer, sort }

    package init(name: String, luck: Luck, days: XiejiCases, good: XiejiItems, bad: XiejiItems, leaf: String) {
      self.name = name
      self.luck = luck
      self.days = days
      self.good = good
      self.bad = bad
      self.leaf = leaf
    }
  }

  /// What becomes of the things that a bad god forbids.
  package struct Outcome: Sendable {
    package let cases: XiejiCases
    /// One of these gods must be present; nil without this condition.
    package let anyOf: XiejiGods?
    package let kind: Kind
    /// The things concerned.
    package let items: XiejiItems
    package let leaf: String

    package init(cases: XiejiCases, anyOf: XiejiGods?, kind: Kind, items: XiejiItems, leaf: String) {
      self.cases = cases
      self.anyOf = anyOf
      self.kind = kind
      self.items = items
      self.leaf = leaf
    }

    package enum Kind: Hashable, Sendable {
      /// 諸事皆忌: nothing is good.
      case allBad
      /// 如常例, 從忌不從宜: what it forbids is bad, and not good.
      case normal
      /// 所忌者不註宜，所宜者不註忌: what it forbids and a good god allows is neither.
      case cancel
      /// 止忌: only the things named are bad.
      case only
      /// 不忌: nothing is bad by it.
      case lifted
      /// 德猶忌: bad whatever good god meets it.
      case kept
      /// 不忌亦不註宜: its things are neither good nor bad by it.
      case neither
      /// Its things are struck from the good ones.
      case strike
      /// Another god stands for it on these days.
      case standsFor(god: Int)
      /// It goes with another god: lifted where that one is lifted or forbids only some things, cancelled where it is cancelled, else kept.
      case goesWith(god: Int)
    }
  }

  /// The word for items in today's language.
  package struct Word: Sendable {
    package let items: XiejiItems
    package let name: LocalizedName
    package let use: Use
    /// Other words for it, as people say them.
    package let said: [String]

    package init(items: XiejiItems, name: LocalizedName, use: Use, said: [String]) {
      self.items = items
      self.name = name
      self.use = use
      self.said = said
    }
  }

  /// What people ask for and the book does not have: an item that is used for it, or items that come near.
  package struct Other: Sendable {
    package let said: [String]
    package let uses: XiejiItems
    package let near: XiejiItems

    package init(said: [String], uses: XiejiItems, near: XiejiItems) {
      self.said = said
      self.uses = uses
      self.near = near
    }
  }

  /// Who does such things: the fifteen that most people ask about, people at all, or officials of the empire.
  public enum Use: String, CaseIterable, Comparable, Hashable, Sendable {
    case common, people, officials

    public static func < (left: Self, right: Self) -> Bool {
      allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
    }
  }

  /// 鋪註條例: where a cancelled thing is allowed, things like it are allowed too.
  package struct Companion: Sendable {
    /// These things must all be good, or else all not bad.
    package let when: XiejiItems
    package let mustBeGood: Bool
    /// Not on the day of this god.
    package let unless: Int?
    package let lifts: XiejiItems
    package let leaf: String

    package init(when: XiejiItems, mustBeGood: Bool, unless: Int?, lifts: XiejiItems, leaf: String) {
      self.when = when
      self.mustBeGood = mustBeGood
      self.unless = unless
      self.lifts = lifts
      self.leaf = leaf
    }
  }

  package init(
    gods: [God], outcomes: [[Outcome]], items: [String], words: [Word], others: [Other],
    taboosOfStem: [XiejiItems],
    taboosOfBranch: [XiejiItems], companions: [Companion], rules: XiejiRules
  ) {
    self.gods = gods
    var cases = [XiejiGods](repeating: XiejiGods(), count: 720)
    for (index, god) in gods.enumerated() {
      for month in 0..<12 {
        var days = god.days[month]
        while days != 0 {
          cases[month * 60 + days.trailingZeroBitCount].insert(index)
          days &= days - 1
        }
      }
    }
    godsOfCase = cases
    self.outcomes = outcomes
    self.items = items
    self.words = words
    self.others = others
    self.taboosOfStem = taboosOfStem
    self.taboosOfBranch = taboosOfBranch
    self.companions = companions
    self.rules = rules
  }

  package func present(on day: XiejiDay) -> XiejiGods { godsOfCase[day.monthFromTiger * 60 + day.pillar.index] }

  /// The book's name with its year, in a language.
  public static func title(in language: Language) -> String {
    language.say("欽定協紀辨方書（1741）", "钦定协纪辨方书（1741）", "欽定協紀辨方書 (1741)")
  }
}

// MARK: - Names

extension XiejiBook {
  /// The items' names as the book has them, in the order of `data/xieji/items.csv`.
  public func names(of items: XiejiItems) -> [String] { items.indices.map { self.items[$0] } }

  /// Today's words for things that are good: a word of several items needs all of them.
  public func goodWords(_ items: XiejiItems, upTo use: Use, in language: Language) -> [String] {
    words.filter { $0.use <= use && items.isSuperset(of: $0.items) }.map { $0.name.text(in: language) }
  }

  /// Today's words for things that are bad: one item of a word is enough.
  public func badWords(_ items: XiejiItems, upTo use: Use, in language: Language) -> [String] {
    words.filter { $0.use <= use && !items.isDisjoint(with: $0.items) }.map { $0.name.text(in: language) }
  }
}
