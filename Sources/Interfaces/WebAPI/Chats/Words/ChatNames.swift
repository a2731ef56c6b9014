import Folklore
import Words

/// What people can name in a chat: days, deities and groups, each by its names, aliases and key.
struct ChatNames: Sendable {
  /// Something that has a name.
  enum Thing: Hashable, Sendable {
    case event(Event)
    case deity(Deity)
    case group(Group)
  }

  private struct Entry: Sendable {
    let thing: Thing
    let names: [Name]
  }

  private struct Name: Sendable {
    let text: String
    /// In the form in which whole names are compared.
    let plain: String
    let key: SearchKey
  }

  private var entries: [Entry]
  private var events: [Event]
  let catalogue: Catalogue

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    events = catalogue.events.filter { $0.isEnabled && $0.kind != .custom }
    entries = Self.entries(
      catalogue.deities.map { (.deity($0), Self.texts($0.name) + $0.aliases + [$0.key]) }
        + events.map { (.event($0), Self.texts($0.title) + $0.aliases + [$0.key]) }
        + catalogue.groups.filter(\.isEnabled).map { (.group($0), Self.texts($0.name)) })
  }

  /// The same with days of somebody's own, which can be asked about as well.
  func adding(_ own: [Event]) -> ChatNames {
    guard !own.isEmpty else { return self }
    var names = self
    names.events += own
    names.entries += Self.entries(own.map { (.event($0), [$0.title.traditionalChinese]) })
    return names
  }

  private static func entries(_ named: [(Thing, [String])]) -> [Entry] {
    let folding = SearchFolding(named.lazy.flatMap(\.1))
    // One transform of all names takes milliseconds, one of each name a hundred times as long.
    let texts = named.flatMap(\.1).map { $0.filter { !$0.isNewline } }
    let folded = SpokenText.fold(texts.joined(separator: "\n")).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { SpokenText.join(String($0)) }
    var rest = folded[...]
    return named.map { thing, names in
      defer { rest = rest.dropFirst(names.count) }
      return Entry(
        thing: thing,
        names: zip(names, rest).map { Name(text: $0, plain: $1, key: folding.key($0)) })
    }
  }

  private static func texts(_ name: LocalizedName) -> [String] {
    [name.traditionalChinese, name.simplifiedChinese, name.english].compactMap(\.self)
  }

  // MARK: Finding

  /// What has exactly this name. 媽祖生日 names the birthdays of 媽祖, and `#88` a day by its number, `#mazu` a group by its key.
  func named(_ text: String) -> [Thing] {
    if text.first == "#" { return numbered(text.dropFirst()) }
    let wanted = Self.plain(text)
    guard !wanted.isEmpty else { return [] }
    let found = entries.filter { $0.names.contains { $0.plain == wanted } }.map(\.thing)
    guard found.isEmpty else { return Self.narrowed(found) }
    return birthdays(wanted)
  }

  /// What has this text in a name; nothing for a single character, which is in half of them.
  func containing(_ text: String) -> [Thing] {
    // Two letters, as in ok, are in half of the English names.
    guard text.count > (text.allSatisfy(\.isASCII) ? 2 : 1), text.first != "#" else { return [] }
    let wanted = SearchKey.Query(text)
    return Self.narrowed(entries.filter { $0.names.contains { $0.key.contains(wanted) } }.map(\.thing))
  }

  /// Exactly this name, or if there is none, what contains it.
  func find(_ text: String) -> [Thing] {
    let exact = named(text)
    return exact.isEmpty ? containing(text) : exact
  }

  private func numbered(_ text: Substring) -> [Thing] {
    if let number = Int(text) { return events.first { $0.id == number }.map { [.event($0)] } ?? [] }
    return catalogue.group(String(text)).map { [.group($0)] } ?? []
  }

  /// The birthdays of a deity: 媽祖生日, 土地公千秋.
  private func birthdays(_ text: String) -> [Thing] {
    guard let end = Self.birthdayWords.first(where: { text.hasSuffix($0) && text.count > $0.count }) else { return [] }
    let name = String(text.dropLast(end.count))
    func deities(_ isMeant: (Name) -> Bool) -> Set<String> {
      Set(
        entries.compactMap { entry -> String? in
          guard case .deity(let deity) = entry.thing else { return nil }
          return entry.names.contains(where: isMeant) ? deity.key : nil
        })
    }
    var keys = deities { $0.plain == name }
    // 觀音 is 觀音佛祖; 佛祖 are several, and all are shown.
    if keys.isEmpty, name.count > 1 {
      let wanted = SearchKey.Query(name)
      keys = deities { $0.key.contains(wanted) }
    }
    return events.filter { $0.observance == .birth && $0.deityKey.map(keys.contains) == true }.map { .event($0) }
  }

  private static let birthdayWords = ["生日", "誕辰", "聖誕", "千秋", "壽誕", "佛誕", "的生日", "生", "誕"].map(plain).sorted {
    $0.count > $1.count
  }

  /// A deity stands for its days, so that a name of both is the deity's.
  private static func narrowed(_ found: [Thing]) -> [Thing] {
    let deities = Set(found.compactMap { if case .deity(let deity) = $0 { deity.key } else { nil } })
    guard !deities.isEmpty else { return found }
    return found.filter { thing in
      if case .event(let event) = thing { event.deityKey.map(deities.contains) != true } else { true }
    }
  }

  private static func plain(_ text: String) -> String { SpokenText.join(SpokenText.fold(text)) }

  // MARK: Days of things

  /// The days that things stand for, each once.
  func days(of things: [Thing]) -> [Event] {
    var seen: Set<String> = []
    return things.flatMap { thing in
      switch thing {
      case .event(let event): [event]
      case .deity(let deity): events.filter { $0.deityKey == deity.key }
      case .group(let group): group.eventKeys.compactMap { catalogue.event($0) }.filter(\.isEnabled)
      }
    }.filter { seen.insert($0.key).inserted }
  }

  // MARK: Naming

  /// How a day is named in a suggestion: by its title if that names it alone and is short, otherwise by its number.
  func handle(_ event: Event, _ language: Language, room: Int) -> String {
    let title = event.title.text(in: language)
    return title.count <= room && named(title) == [.event(event)] ? title : "#\(event.id)"
  }

  func handle(_ group: Group, _ language: Language, room: Int) -> String {
    let name = group.name.text(in: language)
    return name.count <= room && named(name) == [.group(group)] ? name : "#\(group.key)"
  }

  /// The name that somebody may have meant: one that sounds the same (媽租), or one with a letter or two that differ.
  func similar(to text: String) -> String? {
    guard text.count > 1, text.count <= 20 else { return nil }
    if text.contains(where: { !$0.isASCII }) {
      let sound = Transliteration.pinyin(text).filter { !$0.isWhitespace }
      if let found = containing(sound).first { return Self.name(found) }
    }
    let names = entries.flatMap { entry in entry.names.map { ($0.text, entry.thing) } }.filter { $0.0.count > 2 }
    // Two characters with one in common are not similar.
    guard text.count > 2 else { return nil }
    return Similarity.closest(to: text, among: names.map(\.0))
  }

  private static func name(_ thing: Thing) -> String {
    switch thing {
    case .event(let event): event.title.traditionalChinese
    case .deity(let deity): deity.aliases.first ?? deity.name.traditionalChinese
    case .group(let group): group.name.traditionalChinese
    }
  }
}
