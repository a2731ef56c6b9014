internal import Folklore
internal import Records
public import Store
public import Temples
internal import Words

/// Gives temples the rites that they have registered: each becomes the temple's own day, or is left out and named.
///
///     let rites = try RitesReader(.file("rites.csv"), today: reader).read().rites
///     let result = try RitesImport(store, matcher).write(rites, change)
///
/// A rite for a deity's birthday is the temple's own date of the event, so it goes before the general one; one on a folk day of ours links the temple to it; all others are
/// activities of every year.
public struct RitesImport {
  private let store: Store
  private var matcher: DeityMatcher
  private let temples: [Temple]
  private let byNumber: [String: Int]
  private let byName: [String: [Int]]
  private let events: [Event]
  private let eventsOfDeity: [String: [Event]]

  /// What an import did.
  public struct Result: Sendable {
    public let report: RitesReport
    /// Rites that are the general days of their deities, so that nothing had to be written.
    public let general: Int
    public let leftOut: [(rite: Rite, problem: RiteProblem)]
    /// Rites of several days, of which the first counts.
    public let firstOfSeveral: [Rite]
  }

  /// Reads the temples and the events.
  public init(_ store: Store, _ matcher: DeityMatcher) throws {
    self.store = store
    self.matcher = matcher
    temples = try store.temples()
    byNumber = Dictionary(
      temples.enumerated().compactMap { index, temple in temple.sourceReference.map { ($0, index) } }
    ) { first, _ in first }
    byName = Dictionary(
      grouping: temples.indices.flatMap { [temples] index in
        Set([TempleName.folded(temples[index].name), TempleName.core(temples[index].name)]).map { ($0, index) }
      }, by: \.0
    ).mapValues { $0.map(\.1) }
    events = try store.catalogue().events.filter { $0.isEnabled && $0.kind != .custom }
    eventsOfDeity = Dictionary(grouping: events.filter { $0.deityKey != nil }) { $0.deityKey ?? "" }
  }

  /// Matches and writes.
  ///
  /// - Throws: the error of the database; then nothing was written.
  public mutating func write(_ rites: [Rite], _ change: Change, isRehearsal: Bool = false) throws -> Result {
    var days: [String: TempleRites] = [:]
    var (leftOut, several): ([(rite: Rite, problem: RiteProblem)], [Rite]) = ([], [])
    var general = 0
    for rite in rites {
      do throws(RiteProblem) {
        let temple = temples[try temple(of: rite)]
        var one = days[temple.key] ?? TempleRites(temple: temple.key)
        let (day, isFirst) = try self.day(of: rite, at: temple)
        switch day {
        case .general: general += 1
        case .event(let key, let rule): one.days[key] = .some(rule)
        case .activity(let rule): add(rite, rule, to: &one)
        }
        days[temple.key] = one
        if isFirst { several.append(rite) }
      } catch {
        leftOut.append((rite, error))
      }
    }
    let report = try store.mergeRites(
      days.values.sorted { $0.temple < $1.temple }, change, isRehearsal: isRehearsal)
    return Result(report: report, general: general, leftOut: leftOut, firstOfSeveral: several)
  }

  // MARK: Temples

  private func temple(of rite: Rite) throws(RiteProblem) -> Int {
    if let index = byNumber[rite.number], !rite.number.isEmpty {
      guard rite.temple.isEmpty || TempleName.isSame(rite.temple, temples[index].name), fits(rite.area, temples[index])
      else {
        throw .otherTemple(number: rite.number, name: temples[index].name)
      }
      return index
    }
    let named = byName[TempleName.folded(rite.temple)] ?? byName[TempleName.core(rite.temple)] ?? []
    let fitting = named.filter { fits(rite.area, temples[$0]) }
    guard let first = fitting.first else { throw .noTemple }
    guard fitting.count > 1 else { return first }
    if rite.area == nil, Set(fitting.map { temples[$0].county }).count > 1 { throw .noCounty }
    throw .severalTemples(fitting.count)
  }

  /// Never across counties; the township counts where both are known.
  private func fits(_ area: AdministrativeArea?, _ temple: Temple) -> Bool {
    guard let area else { return true }
    guard temple.county == area.county.name else { return false }
    guard let town = area.township?.name, let own = temple.town else { return true }
    return town == own
  }

  // MARK: Days

  private enum Day {
    /// The general day of an event that the temple keeps anyway.
    case general
    case event(String, rule: String?)
    case activity(rule: String)
  }

  private mutating func day(of rite: Rite, at temple: Temple) throws(RiteProblem) -> (Day, isFirstOfSeveral: Bool) {
    let deity = birthdayDeity(rite.title, temple)
    let ofDeity = deity.flatMap { eventsOfDeity[$0] } ?? []
    let (rule, isFirst): (DateRule, Bool)
    switch try rite.date.get() {
    case .rule(let given, let isFirstOfSeveral): (rule, isFirst) = (given, isFirstOfSeveral)
    case .unknownCalendar(let month, let day):
      // Only what is a known day of the deity, or of the event of that name, says which calendar it is in.
      let known = (ofDeity + (event(named: rite.title).map { [$0] } ?? [])).map(\.rule)
      guard let lunar = try? DateRule("lunar \(month)/\(day)"), known.contains(lunar) else {
        throw .noCalendar(rite.written)
      }
      (rule, isFirst) = (lunar, false)
    }
    if deity != nil {
      if ofDeity.contains(where: { $0.rule == rule }) {
        return (deity == temple.deityKey ? .general : keeping(ofDeity.first { $0.rule == rule }, temple), isFirst)
      }
      // The main birthday, which stands first in the data.
      if let birthday = ofDeity.first(where: { Self.isBirthday($0.title.traditionalChinese) }) ?? ofDeity.first {
        return (.event(birthday.key, rule: "\(rule)"), isFirst)
      }
    } else if let event = event(named: rite.title) {
      if event.rule == rule { return (keeping(event, temple), isFirst) }
      return (.event(event.key, rule: "\(rule)"), isFirst)
    }
    return (.activity(rule: "\(rule)"), isFirst)
  }

  /// A temple keeps the days of its deities; another event is linked to it.
  private func keeping(_ event: Event?, _ temple: Temple) -> Day {
    guard let event else { return .general }
    return event.deityKey.map(temple.serves) == true ? .general : .event(event.key, rule: nil)
  }

  /// The words for a god's birthday.
  private static let birthdays = ["聖誕", "千秋", "誕辰", "聖壽", "壽誕", "佛誕", "生日", "萬壽", "寶誕", "祝壽", "誕"]

  private static func isBirthday(_ title: String) -> Bool { birthdays.contains(where: title.contains) }

  /// The deity whose birthday a rite is; nil if it is another rite.
  private mutating func birthdayDeity(_ title: String, _ temple: Temple) -> String? {
    guard Self.isBirthday(title) else { return nil }
    var name = title
    for word in Self.birthdays + ["紀念日", "慶典", "祭典", "法會", "暨", "大典", "日", "恭祝", "慶祝"] {
      name = name.replacing(word, with: "")
    }
    // 聖誕千秋 alone, and 主神聖誕, are of the temple's own deity.
    if name.count < 2 || ["主神", "主祀神", "本宮主神", "本廟主神", "神明"].contains(name) { return temple.deityKey }
    return matcher.match(name).mainKey
  }

  private func event(named title: String) -> Event? {
    let title = TempleName.folded(title)
    return events.first { event in
      event.deityKey == nil
        && ([event.title.traditionalChinese] + event.aliases).contains { TempleName.folded($0) == title }
    }
  }

  private func add(_ rite: Rite, _ rule: String, to temple: inout TempleRites) {
    // The same at each import, and another for another rite of the temple.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in rite.title.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let key = "\(temple.temple)-rite-\(String(hash & 0xFFFF_FFFF, radix: 16))"
    temple.activities[key] = .init(title: rite.title, rule: rule, note: String(rite.note.prefix(500)))
  }
}
