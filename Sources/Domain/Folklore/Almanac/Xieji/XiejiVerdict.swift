import Lunisolar

/// What a day is good and bad for by 欽定協紀辨方書.
public struct XiejiVerdict: Hashable, Sendable {
  public let good: XiejiItems
  public let bad: XiejiItems
  public let grade: Grade
  /// 其餘諸事皆忌: everything that is not named is bad too, on 四離, 四絕, 上朔 and 月忌; `bad` has it all.
  public let isRestBad: Bool

  /// How the good and the bad gods of the day were weighed.
  public enum Grade: String, CaseIterable, Hashable, Sendable {
    /// 諸事不宜: nothing is good.
    case allBad = "all_bad"
    /// 從忌不從宜: what is forbidden is bad, whatever makes it good.
    case badFirst = "bad_first"
    /// 不註宜亦不註忌: what is forbidden and allowed at once is neither.
    case cancelled
    /// 從宜不從忌: the good gods lift most of what is forbidden.
    case goodFirst = "good_first"
    /// 諸事不忌: nothing is bad.
    case nothingBad = "nothing_bad"
  }
}

/// Why a thing is good or bad on a day.
public struct XiejiReasons: Hashable, Sendable {
  /// The gods that make it good, and those that make it bad with what became of it.
  public internal(set) var gods: [God] = []
  /// The rules that changed it afterwards, in their order.
  public internal(set) var steps: [Step] = []

  public struct God: Hashable, Sendable {
    public let name: String
    public let isFor: Bool
    /// What became of the god's word: nil of a good god.
    public let outcome: LocalizedName?
    public let leaf: String
  }

  public struct Step: Hashable, Sendable {
    public let rule: LocalizedName
    public let leaf: String
    public let status: Status
  }

  public enum Status: String, Hashable, Sendable { case good, bad, neither }
}

// MARK: - The rule

extension XiejiBook {
  /// What a day is good and bad for.
  ///
  /// The steps are those of 卷十: the gods of the day, what they make good, what the bad ones forbid by their grades (10-33b),
  /// 百忌日 (10-72a), 鋪註條例 (10-73b to 77a), and what depends on the date (10-68b to 72a). 無祿日 (10-67a) is left out.
  public func verdict(of day: XiejiDay) -> XiejiVerdict {
    var weighing = Weighing(self, day)
    return weighing.verdict()
  }

  /// Why a thing is good, bad or neither on a day.
  ///
  /// - Parameter items: the items of one word.
  public func reasons(for items: XiejiItems, on day: XiejiDay) -> XiejiReasons {
    var weighing = Weighing(self, day)
    weighing.watched = items
    _ = weighing.verdict()
    return weighing.reasons
  }

  /// The names of a day's gods in the book's order: 吉神 and 凶神, without 建除十二神 and 寶義制專伐.
  public func gods(of day: XiejiDay) -> (good: [String], bad: [String]) {
    let present = present(on: day).indices.map { gods[$0] }
    return (present.filter { $0.luck == .good }.map(\.name), present.filter { $0.luck == .bad }.map(\.name))
  }
}

/// The work on one day.
struct Weighing {
  private let book: XiejiBook
  private let day: XiejiDay
  private let rules: XiejiRules
  private let month: Int
  private let gods: XiejiGods
  private let isVirtueVoid: Bool
  private let isNothingBad: Bool

  private var good: XiejiItems = []
  private var bad: XiejiItems = []
  /// What some god makes good, before anything falls.
  private var wanted: XiejiItems = []
  private var normal: XiejiItems = []
  private var cancelled: XiejiItems = []
  private var kept: XiejiItems = []
  private var only: XiejiItems = []
  /// Bad by a cancel alone, which companions can lift.
  private var liftable: XiejiItems = []
  private var neither: XiejiItems = []
  private var struck: XiejiItems = []
  private var hasNormal = false
  private var hasCancel = false
  private var hasNeither = false
  private var hasGradedNormal = false
  private var isAllBad = false
  private var isRestBad = false

  /// The items whose story is told.
  var watched: XiejiItems = []
  private(set) var reasons = XiejiReasons()

  init(_ book: XiejiBook, _ day: XiejiDay) {
    self.book = book
    self.day = day
    rules = book.rules
    month = day.monthFromTiger
    gods = book.present(on: day)
    isVirtueVoid = rules.virtueIsVoid.contains(month: month, day: day.pillar.index)
    isNothingBad = rules.nothingIsBad.contains(month: month, day: day.pillar.index)
  }

  private func has(_ any: XiejiGods) -> Bool { gods.intersects(any) }

  mutating func verdict() -> XiejiVerdict {
    collectGood()
    hearBadGods()
    if isAllBad && !isNothingBad {
      if !watched.isEmpty {
        reasons.steps.append(XiejiReasons.Step(rule: Self.nothingGood, leaf: "10-33b", status: .bad))
      }
      return XiejiVerdict(good: [], bad: [], grade: .allBad, isRestBad: true)
    }
    weigh()
    if !isNothingBad {
      easeByVirtue()
      liftCompanions()
    }
    good.subtract(neither)
    good.subtract(bad)
    applyRules()
    if let date = day.date { applyDate(date) }
    let grade: XiejiVerdict.Grade =
      isNothingBad ? .nothingBad : hasNormal ? .badFirst : hasCancel || hasNeither ? .cancelled : .goodFirst
    return XiejiVerdict(good: good, bad: bad, grade: grade, isRestBad: isRestBad)
  }

  // MARK: Good gods

  /// Steps 1 and 2: what the gods make good.
  private mutating func collectGood() {
    let (g, t) = (rules.gods, rules.things)
    for index in gods.indices where !(isVirtueVoid && g.voidable.contains(index)) {
      let god = book.gods[index]
      good.formUnion(god.good)
      if !god.good.isDisjoint(with: watched) {
        reasons.gods.append(XiejiReasons.God(name: god.name, isFor: true, outcome: nil, leaf: god.leaf))
      }
    }
    var together: XiejiItems = []
    if has(g.grace), has(g.graceHorses) { together.formUnion([t.edict, t.announcing]) }
    if has(g.seasonVirtues), has(g.horses) { together.formUnion(t.summoning) }
    if has(g.gatherers), has(g.seasonVirtues) { together.formUnion(t.storing) }
    if has(g.granaries), has(g.seasonGraces) { together.formUnion(t.storing) }
    if has(g.heavenlyHorse), month == 9 && has(g.auspicious) || month == 4 && has(g.joy) {
      together.formUnion(t.summoning)
    }
    let branch = day.pillar.branch
    if has(g.triad) {
      if [.yin, .shen, .si, .hai].contains(branch) { together.formUnion(book.gods[g.motherStore].good) }
      if [.zi, .wu, .mao, .you].contains(branch) { together.formUnion(book.gods[g.king].good) }
    }
    if branch == .hai || branch == .zi { together.formUnion(t.bathing) }
    if let date = day.date {
      // By season: 執, 危 and 收 days for hunting and fishing, 危, 午 and 申 days for felling.
      if date.isHunted, has(g.hunterOfficers) { together.formUnion(t.hunting) }
      if date.isFished, has(g.hunterOfficers) { together.formUnion(t.fishing) }
      if date.isFelled, has(g.danger) || branch == .wu || branch == .shen { together.formUnion(t.felling) }
      // After 土王 巳 and 午 days are 母倉 too (05-26b).
      if date.earthReigns, branch == .si || branch == .wu { together.formUnion(book.gods[g.motherStore].good) }
    }
    let before = good
    good.formUnion(together)
    tell(Self.together, "10-9b..24", from: before)
  }

  // MARK: Bad gods

  /// Step 3: what becomes of each bad god's word.
  private mutating func hearBadGods() {
    for index in gods.indices {
      guard let outcome = outcome(of: index) else { continue }
      var kind = outcome.kind
      // 大時 and 天吏 are heavier on 四廢, 歲薄 and 逐陣 (10-73b to 77a).
      if kind == .only, rules.gods.aggravated.contains(index), has(rules.gods.aggravating) { kind = .normal }
      let items = kind == .normal && outcome.kind == .only ? book.gods[index].bad : outcome.items
      let isGraded = rules.gods.graded.contains(index)
      switch kind {
      case .allBad: isAllBad = true
      case .normal:
        normal.formUnion(items)
        hasNormal = true
        if isGraded { hasGradedNormal = true }
      case .cancel:
        cancelled.formUnion(items)
        hasCancel = true
      case .only: only.formUnion(items)
      case .kept: kept.formUnion(items)
      case .neither:
        neither.formUnion(items)
        hasNeither = true
      case .strike: struck.formUnion(items)
      case .lifted, .standsFor, .goesWith: break
      }
      if case .standsFor = kind { continue }
      if !items.isDisjoint(with: watched) || kind == .allBad {
        reasons.gods.append(
          XiejiReasons.God(
            name: book.gods[index].name, isFor: false, outcome: kind.name, leaf: outcome.leaf))
      }
    }
    for index in gods.indices where rules.gods.hunters.contains(index) {
      let hunting = book.gods[index].bad.subtracting(rules.things.graves)
      normal.formUnion(hunting)
      if !hunting.isDisjoint(with: watched) {
        reasons.gods.append(
          XiejiReasons.God(
            name: book.gods[index].name, isFor: false, outcome: XiejiBook.Outcome.Kind.normal.name,
            leaf: book.gods[index].leaf))
      }
    }
    let taboos = book.taboosOfStem[day.pillar.stem.rawValue].union(book.taboosOfBranch[day.pillar.branch.rawValue])
    kept.formUnion(taboos)
    if !taboos.isDisjoint(with: watched) {
      reasons.gods.append(
        XiejiReasons.God(name: "百忌日", isFor: false, outcome: XiejiBook.Outcome.Kind.kept.name, leaf: "10-72a"))
    }
  }

  /// The first outcome that fits; nil of a good god.
  private func outcome(of index: Int) -> XiejiBook.Outcome? {
    let effective = isVirtueVoid ? gods.subtracting(rules.gods.voidable) : gods
    guard
      let row = book.outcomes[index].first(where: { row in
        row.cases.contains(month: month, day: day.pillar.index) && (row.anyOf.map(effective.intersects) ?? true)
      })
    else { return nil }
    guard case .goesWith(let other) = row.kind else { return row }
    let kind: XiejiBook.Outcome.Kind =
      switch final(of: other)?.kind {
      case .only?, .lifted?: .lifted
      case .cancel?: .cancel
      default: .kept
      }
    return XiejiBook.Outcome(cases: row.cases, anyOf: row.anyOf, kind: kind, items: row.items, leaf: row.leaf)
  }

  /// The outcome of a god, or of the one that stands for it.
  private func final(of index: Int) -> XiejiBook.Outcome? {
    let found = outcome(of: index)
    guard case .standsFor(let other)? = found?.kind else { return found }
    return final(of: other)
  }

  /// The heaviest word for each thing counts (從重論).
  private mutating func weigh() {
    if isNothingBad {
      (normal, cancelled, kept, only, neither, struck) = ([], [], [], [], [], [])
      return
    }
    var before = good
    good.subtract(struck)
    tell(Self.struckByDisgust, "10-48b", from: before)
    wanted = good
    bad = normal.union(kept).union(only)
    liftable = cancelled.subtracting(wanted)
    before = good
    good.subtract(cancelled)
    bad.formUnion(liftable)
    tell(Self.cancelling, "10-32a", from: before)
  }

  // MARK: 鋪註條例

  private mutating func easeByVirtue() {
    guard !hasGradedNormal, has(isVirtueVoid ? rules.gods.easing.subtracting(rules.gods.voidable) : rules.gods.easing)
    else { return }
    let eased = rules.things.eased.intersection(bad).subtracting(kept)
    let before = status
    bad.subtract(eased)
    liftable.subtract(eased)
    tell(Self.virtue, Self.notes, from: before)
  }

  private mutating func liftCompanions() {
    guard hasCancel else { return }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for companion in book.companions {
        if let god = companion.unless, gods.contains(god) { continue }
        guard companion.mustBeGood ? good.isSuperset(of: companion.when) : bad.isDisjoint(with: companion.when) else {
          continue
        }
        let lifted = companion.lifts.intersection(liftable).intersection(bad).subtracting(normal)
          .subtracting(kept).subtracting(only)
        guard !lifted.isEmpty else { continue }
        let before = status
        bad.subtract(lifted)
        tell(Self.companion, companion.leaf, from: before)
        hasChanged = true
      }
    }
  }

  /// Rules that one thing sets on another (10-73b to 77a).
  private mutating func applyRules() {
    let (g, t) = (rules.gods, rules.things)
    if good.contains(t.announcing) { strike(t.carryingOut, Self.displaced, Self.notes) }
    if good.contains(t.palace) { strike(t.house, Self.displaced, Self.notes) }
    guard !isNothingBad else { return }
    if bad.contains(t.worship) { strike(t.prayers, Self.likeWorship, Self.notes) }
    let (stem, branch) = (day.pillar.stem, day.pillar.branch)
    let taboo = Self.tabooOfDay
    if branch == .mao { strike(t.channel, taboo, Self.notes) }
    if stem == .ren { strike(t.well, taboo, Self.notes) }
    if branch == .si { strike(t.armies, taboo, Self.notes) }
    if branch == .you { strike(t.gifts, taboo, Self.notes) }
    if stem == .ding { strike(t.grooming, taboo, Self.notes) }
    if !bad.isDisjoint(with: t.summoning) { strike(t.granting.union(t.inheriting), Self.alike, Self.notes) }
    if !bad.isDisjoint(with: t.granting) { strike(t.summoning, Self.alike, Self.notes) }
    if has(g.outgoing) { strike(t.announcing, Self.outgoing, Self.notes) }
    if has(g.disgust), !bad.isDisjoint(with: t.travelling) {
      let before = good
      if good.contains(t.announcing) { good.formUnion(t.carryingOut) }
      good.subtract(t.announcing)
      good.subtract([t.edict, t.granting, t.summoning, t.inheriting])
      tell(Self.disgust, Self.notes, from: before)
    }
    if has(g.earth), bad.contains(t.walls) { strike(t.holes, Self.earth, Self.notes) }
    if has(g.open) { strike(t.graves, Self.openDay, Self.notes) }
    if has(g.quarterTaboos) { strike(t.groundAndBones, Self.quarterTaboos, Self.notes) }
  }

  // MARK: By date

  /// Step 6: what depends on the lunar date, the year and the term (10-68b to 72a); nothing lifts it.
  private mutating func applyDate(_ date: XiejiDay.Dated) {
    let t = rules.things
    if date.earthReigns { forbid(book.gods[rules.gods.earthLord].bad, Self.earthReigns, Self.dated) }
    if date.isPhase { forbid(t.doctor, Self.phase, Self.dated) }
    if [12, 15].contains(date.lunar.day) { forbid(t.shaving, Self.lunarDay, Self.dated) }
    if [1, 6, 15, 19, 21, 23].contains(date.lunar.day) { forbid(t.nails, Self.lunarDay, Self.dated) }
    if date.isLongOrShortStar { forbid(t.starTaboos, Self.stars, "09-33b") }
    if date.isOutgoing { forbid(book.gods[rules.gods.outgoingIndex].bad, Self.termOutgoing, "09-34a") }
    if date.isReversedBranch { forbid(t.petitions, Self.reversedBranch, "09-33b") }
    if date.isDogDay || date.isAltarDay { forbid(t.bathing, Self.dogDay, Self.dated) }
    if date.isParting || date.isEnding || date.isUpperNewMoon {
      leave(t.partingDays, date.isParting ? Self.parting : date.isEnding ? Self.ending : Self.upperNewMoon, Self.dated)
    }
    if date.isMonthTaboo { leave(t.monthTabooDays, Self.monthTaboo, Self.dated) }
    if date.isLastOfMonth {
      let before = status
      good.formIntersection(t.partingDays)
      bad.formIntersection(t.partingDays)
      tell(Self.lastDay, "10-69b", from: before)
    }
  }

  private mutating func forbid(_ items: XiejiItems, _ rule: LocalizedName, _ leaf: String) {
    bad.formUnion(items)
    good.subtract(items)
    if !items.isDisjoint(with: watched) { tell(rule, leaf) }
  }

  /// Only some things may stand; the rest is bad.
  private mutating func leave(_ items: XiejiItems, _ rule: LocalizedName, _ leaf: String) {
    bad.formUnion(rules.things.all.subtracting(items))
    good.formIntersection(items)
    isRestBad = true
    if !items.isSuperset(of: watched) { tell(rule, leaf) }
  }

  private mutating func strike(_ items: XiejiItems, _ rule: LocalizedName, _ leaf: String) {
    let before = status
    good.subtract(items)
    tell(rule, leaf, from: before)
  }

  // MARK: The story

  private var status: XiejiReasons.Status {
    guard !watched.isEmpty else { return .neither }
    if !bad.isDisjoint(with: watched) { return .bad }
    return good.isSuperset(of: watched) ? .good : .neither
  }

  private mutating func tell(_ rule: LocalizedName, _ leaf: String) {
    reasons.steps.append(XiejiReasons.Step(rule: rule, leaf: leaf, status: status))
  }

  private mutating func tell(_ rule: LocalizedName, _ leaf: String, from before: XiejiReasons.Status) {
    guard !watched.isEmpty, before != status else { return }
    tell(rule, leaf)
  }

  /// - Parameter before: the good things before the rule.
  private mutating func tell(_ rule: LocalizedName, _ leaf: String, from before: XiejiItems) {
    guard !watched.isEmpty, before.isSuperset(of: watched) != good.isSuperset(of: watched) else { return }
    tell(rule, leaf)
  }
}
