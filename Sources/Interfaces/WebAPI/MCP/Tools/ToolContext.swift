import FolkData
import Folklore
import Geo
import JSON
import Lunisolar
import Nearby
import Records

/// What the arguments of a tool are read with.
struct ToolContext: Sendable {
  let data: PublicData
  let moment: Moment
  /// The language that was asked for; else the user's, if there is one.
  let language: Language?
  /// The zone that was asked for, else the user's; nil for that of the server.
  let zone: Zone?
  /// The calendar of lunar dates.
  let variant: CalendarVariant
  /// Charges the caller for a search among so many names.
  let charge: @Sendable (_ search: String, _ names: Int) throws -> Void

  struct Zone: Sendable {
    let name: String
    let clock: ZonedClock

    /// Nil for an unknown zone, which must not hide data.
    init?(_ name: String) {
      guard let clock = try? ZonedClock(identifier: name) else { return nil }
      (self.name, self.clock) = (name, clock)
    }
  }

  var today: SolarDate { zone?.clock.local(at: moment.now).date ?? moment.today }

  /// The language of texts; that of the API's answers if none is known.
  var textLanguage: Language { language ?? .traditionalChinese }

  var reader: DateReader {
    DateReader(today: today, variant: variant, clock: zone?.clock ?? moment.clock) { [data] in data.dayNames }
  }

  // MARK: Names

  /// The key or number of what a text names.
  ///
  /// - Parameter argument: the name of the argument, for the problem.
  func key(_ text: String, _ kind: ToolArgument.NamedKind, _ argument: String) throws -> String {
    switch kind {
    case .event: try event(text, argument)
    case .deity: try deity(text, argument)
    case .group: try group(text, argument)
    }
  }

  private func event(_ text: String, _ argument: String) throws -> String {
    if data.event(text) != nil { return text }
    let events = data.catalogue.events.filter(\.isEnabled)
    try charge(text, events.count)
    let found = data.search.events(events, matching: text)
    let named = found.filter { event in
      Language.allCases.contains { event.title.text(in: $0) == text } || event.aliases.contains(text)
    }
    return try only(named.isEmpty ? found : named, text, argument, .event) { ($0.key, $0.title.text(in: $1)) }
  }

  private func deity(_ text: String, _ argument: String) throws -> String {
    if data.deity(text) != nil { return text }
    try charge(text, data.deities.count)
    return try only(data.search.deities(named: text), text, argument, .deity) { ($0.key, $0.name.text(in: $1)) }
  }

  private func group(_ text: String, _ argument: String) throws -> String {
    if data.groupKey(text) != nil { return text }
    let found = data.groups.filter { group in
      group["is_enabled"] == .flag(true) && Language.allCases.contains { group.name(in: $0) == text }
    }
    if found.isEmpty {
      try charge(text, data.temples.count)
      let temples = data.templeNames.matching(text)
      if !temples.isEmpty {
        return try only(temples, text, argument, .group) { (TempleGroup.key(of: $0), $0.name(in: $1)) }
      }
    }
    return try only(found, text, argument, .group) { ($0.key, $0.name(in: $1)) }
  }

  /// The key of the only record found.
  private func only<Item>(
    _ found: [Item], _ text: String, _ argument: String, _ kind: Problem.RecordKind,
    _ named: (Item, Language) -> (key: String, name: String)
  ) throws -> String {
    if let item = found.first, found.count == 1 { return named(item, textLanguage).key }
    guard !found.isEmpty else {
      throw Problem.field(
        argument, .noSuchRecord, "\(kind.chinese)「\(text)」不存在；可用工具 search 尋找",
        "\(kind.rawValue) \"\(text)\" does not exist; the tool search finds them")
    }
    let wording = Wording { language in
      let names = found.prefix(10).map { named($0, language) }.map { "\($0.key) (\($0.name))" }
      let list = names.joined(separator: language.say("、", "、", ", "))
      return language.say(
        "「\(text)」可以是 \(list)：請寫其中一個代號", "「\(text)」可以是 \(list)：请写其中一个代号",
        "\"\(text)\" can be \(list): give one of the keys")
    }
    throw Problem.field(argument, .conflictingValues, wording)
  }

  // MARK: Places

  /// A typed place, and what it was understood as.
  func place(_ text: String, _ argument: String) throws -> (place: Coordinate, name: String) {
    // Names of temples are searched.
    try charge(text, data.directory.all.count)
    do {
      let found = try data.directory.place(text, names: data.templeNames)
      return (found.coordinate, name(of: found))
    } catch {
      throw Problem.field(
        argument, code: (error as? any SpokenError)?.code ?? Problem.Code.invalidValue.rawValue, Wording(of: error))
    }
  }

  private func name(of place: TypedPlace) -> String {
    let language = textLanguage
    switch place {
    case .coordinate(let typed): return "\(typed.coordinate.latitude), \(typed.coordinate.longitude)"
    case .temple(let temple, _): return temple.name(in: language)
    case .area(let area, _, let rest):
      let middle = language.say("\(area)的中心", "\(area)的中心", "the middle of \(area)")
      guard !rest.isEmpty else { return middle }
      return middle + language.say("（沒有用到「\(rest)」）", "（没有用到「\(rest)」）", " (\"\(rest)\" is not used)")
    }
  }
}
