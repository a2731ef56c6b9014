import Ephemeris
public import Lunisolar

/// 宜忌 of a day, as in `day --json` and the API.
public struct XiejiRecord: Encodable, Hashable, Sendable {
  /// The book by whose rule it is: 欽定協紀辨方書.
  public let book: String
  /// How the gods of the day were weighed: 從忌不從宜.
  public let grade: XiejiVerdict.Grade
  public let gradeText: String
  /// What the day is good and bad for in today's words, what most people ask about first.
  public let good: [String]
  public let bad: [String]
  /// The same in the book's words, with what officials did.
  public let goodItems: [String]
  public let badItems: [String]
  /// True if everything else is bad too.
  public let isRestBad: Bool
  /// 吉神 and 凶神 of the day in the book's names.
  public let goodGods: [String]
  public let badGods: [String]
  /// The things that most people ask about, of `good` and `bad`.
  private let shown: (good: [String], bad: [String])
  /// All things, those of officials too.
  private let whole: (good: [String], bad: [String])

  enum CodingKeys: String, CodingKey {
    case book, grade, good, bad
    case gradeText = "grade_text"
    case goodItems = "good_items"
    case badItems = "bad_items"
    case isRestBad = "is_rest_bad"
    case goodGods = "good_gods"
    case badGods = "bad_gods"
  }

  /// - Throws: `CalendarError` if the day or a neighbouring year is outside the calendar.
  init(
    on date: SolarDate, in book: XiejiBook, calendar: some LunarYearSource, language: Language
  ) throws(CalendarError) {
    let day = try XiejiDay(on: date, calendar: calendar)
    self.init(book.verdict(of: day), of: day, in: book, language: language)
  }

  init(_ verdict: XiejiVerdict, of day: XiejiDay, in book: XiejiBook, language: Language) {
    self.book = language.say("欽定協紀辨方書", "钦定协纪辨方书", "欽定協紀辨方書")
    grade = verdict.grade
    gradeText = verdict.grade.name(in: language)
    func words(_ use: XiejiBook.Use) -> (good: [String], bad: [String]) {
      (book.goodWords(verdict.good, upTo: use, in: language), book.badWords(verdict.bad, upTo: use, in: language))
    }
    shown = words(.common)
    let peoples = words(.people)
    whole = words(.officials)
    (good, bad) = peoples
    (goodItems, badItems) = (book.names(of: verdict.good), book.names(of: verdict.bad))
    isRestBad = verdict.isRestBad
    (goodGods, badGods) = book.gods(of: day)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.grade == right.grade && left.goodItems == right.goodItems && left.badItems == right.badItems
      && left.good == right.good && left.goodGods == right.goodGods && left.badGods == right.badGods
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(goodItems)
    hasher.combine(badItems)
  }
}

// MARK: - For people

extension XiejiRecord {
  /// `祭祀、祈福、嫁娶`; 諸事不宜 on a day for nothing.
  ///
  /// - Parameter all: also what officials did.
  public func goodText(all: Bool, in language: Language) -> String {
    if grade == .allBad { return gradeText }
    return Self.list(all ? whole.good : good, in: language)
  }

  public func badText(all: Bool, in language: Language) -> String {
    if grade == .allBad { return language.say("諸事", "诸事", "everything") }
    if isRestBad { return language.say("其餘諸事", "其余诸事", "everything else") }
    return Self.list(all ? whole.bad : bad, in: language)
  }

  /// The things that most people ask about: a line for small places.
  public func short(in language: Language) -> (good: String, bad: String) {
    if grade == .allBad { return (gradeText, badText(all: false, in: language)) }
    return (
      Self.list(shown.good, in: language),
      isRestBad ? language.say("其餘諸事", "其余诸事", "everything else") : Self.list(shown.bad, in: language)
    )
  }

  private static func list(_ words: [String], in language: Language) -> String {
    words.isEmpty ? language.say("無", "无", "nothing") : words.joined(separator: language.say("、", "、", ", "))
  }

  /// The sentence that must stand beside 宜 and 忌.
  public static func caveat(in language: Language) -> String {
    language.say(
      "宜忌依《欽定協紀辨方書》（1741）推算；市售農民曆各有家傳，常與此不同。",
      "宜忌依《钦定协纪辨方书》（1741）推算；市售农民历各有家传，常与此不同。",
      "宜 and 忌 follow 欽定協紀辨方書 (1741); almanacs that are sold have schools of their own and often differ.")
  }
}

/// Why a thing is good or bad on a day, as in `day --explain`.
public struct XiejiReasonsRecord: Encodable, Hashable, Sendable {
  public let date: SolarDate
  public let purpose: String
  public let items: [String]
  public let status: XiejiReasons.Status
  public let book: String
  public let gradeText: String
  /// The gods that make it good, then those that make it bad.
  public let gods: [God]
  /// The rules that changed it afterwards.
  public let rules: [Rule]

  public struct God: Encodable, Hashable, Sendable {
    public let name: String
    public let isFor: Bool
    @ExplicitNull public internal(set) var outcome: String?
    /// The leaf of the book: `10-33b` is 卷十, leaf 33, side b.
    public let leaf: String

    enum CodingKeys: String, CodingKey {
      case name, outcome, leaf
      case isFor = "is_for"
    }
  }

  public struct Rule: Encodable, Hashable, Sendable {
    public let name: String
    public let leaf: String
    public let status: XiejiReasons.Status
  }

  enum CodingKeys: String, CodingKey {
    case date, purpose, items, status, book, gods, rules
    case gradeText = "grade_text"
  }

  /// - Throws: `CalendarError` if the day is outside the calendar.
  public init(
    _ purpose: XiejiPurpose, on date: SolarDate, in book: XiejiBook, variant: CalendarVariant = .chinese,
    language: Language
  ) throws(CalendarError) {
    let day = try XiejiDay(on: date, calendar: AstronomicalCalendar(variant))
    let verdict = book.verdict(of: day)
    let reasons = book.reasons(for: purpose.items, on: day)
    self.date = date
    self.purpose = purpose.name.text(in: language)
    items = book.names(of: purpose.items)
    self.book = XiejiBook.title(in: language)
    gradeText = verdict.grade.name(in: language)
    status =
      verdict.grade == .allBad || !verdict.bad.isDisjoint(with: purpose.items)
      ? .bad : verdict.good.isSuperset(of: purpose.items) ? .good : .neither
    gods = (reasons.gods.filter(\.isFor) + reasons.gods.filter { !$0.isFor }).map {
      God(name: $0.name, isFor: $0.isFor, outcome: $0.outcome?.text(in: language), leaf: $0.leaf)
    }
    rules = reasons.steps.map { Rule(name: $0.rule.text(in: language), leaf: $0.leaf, status: $0.status) }
  }

  /// The lines for people: what the day says, the gods for and against it, the rules, each with its leaf.
  public func lines(in language: Language) -> [SkyRecord.Line] {
    func word(_ status: XiejiReasons.Status) -> String {
      switch status {
      case .good: language.say("宜", "宜", "good (宜)")
      case .bad: language.say("忌", "忌", "bad (忌)")
      case .neither: language.say("不註宜亦不註忌", "不注宜亦不注忌", "neither good nor bad")
      }
    }
    func leaf(_ leaf: String) -> String { language.say("（卷 \(leaf)）", "（卷 \(leaf)）", " (卷 \(leaf))") }
    let comma = language.say("、", "、", ", ")
    let none = language.say("無", "无", "none")
    func list(_ gods: [God]) -> String {
      gods.isEmpty
        ? none
        : gods.map { god in
          god.name + (god.outcome.map { language.say("：\($0)", "：\($0)", ": \($0)") } ?? "") + leaf(god.leaf)
        }.joined(separator: comma)
    }
    return [
      SkyRecord.Line(name: purpose, value: word(status)),
      SkyRecord.Line(name: language.say("宜的神", "宜的神", "Gods for it"), value: list(gods.filter(\.isFor))),
      SkyRecord.Line(name: language.say("忌的神", "忌的神", "Gods against it"), value: list(gods.filter { !$0.isFor })),
    ]
      + rules.map {
        SkyRecord.Line(
          name: language.say("條例", "条例", "Rule"),
          value: $0.name + leaf($0.leaf) + " → " + word($0.status))
      } + [
        SkyRecord.Line(name: language.say("當日", "当日", "The day"), value: gradeText),
        SkyRecord.Line(name: language.say("依據", "依据", "By"), value: book),
      ]
  }
}

extension XiejiReasons.Status: Encodable {}
extension XiejiVerdict.Grade: Encodable {}
