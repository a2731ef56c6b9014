import Folklore
import Store
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

    /// True if the name has a text in it; a Latin name must have it as whole words, because `he` is in half of them.
    func contains(_ wanted: SearchKey.Query, words: [Substring]) -> Bool {
      guard key.contains(wanted) else { return false }
      return words.isEmpty || !text.allSatisfy(\.isASCII) || ChatNames.words(text).contains(words)
    }
  }

  private var entries: [Entry]
  /// The entries of each plain name.
  private var places: [String: [Int]] = [:]
  /// The most characters of a plain name, by the character that it begins with.
  private(set) var longestNames: [Character: Int] = [:]
  private var events: [Event]
  let catalogue: Catalogue
  /// The same names for dates: 明年媽祖生.
  let dayNames: LazyDayNames

  init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    dayNames = LazyDayNames(catalogue)
    events = catalogue.events.filter { $0.isEnabled && $0.kind != .custom }
    entries = Self.entries(
      catalogue.deities.map { (.deity($0), Self.texts($0.name) + $0.aliases + [$0.key]) }
        + events.map { (.event($0), Self.texts($0.title) + $0.aliases + [$0.key]) }
        + catalogue.groups.filter(\.isEnabled).map { (.group($0), Self.texts($0.name)) })
    addPlaces(from: 0)
  }

  /// The same with days of somebody's own and the temples that one follows, which can be asked about as well.
  func adding(_ days: PersonalDays) -> ChatNames {
    guard !days.own.isEmpty || !days.temples.isEmpty else { return self }
    var names = self
    names.events += days.own
    names.entries += Self.entries(days.own.map { (.event($0), [$0.title.traditionalChinese]) })
    names.entries += Self.entries(days.temples.map { (.group($0.group), Self.texts($0.group.name)) })
    names.addPlaces(from: entries.count)
    return names
  }

  private mutating func addPlaces(from start: Int) {
    for place in start..<entries.count {
      for name in Set(entries[place].names.map(\.plain)) where !name.isEmpty {
        places[name, default: []].append(place)
        if let first = name.first { longestNames[first] = max(longestNames[first] ?? 0, name.count) }
      }
    }
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
    let found = things(named: wanted)
    guard found.isEmpty else { return Self.narrowed(found) }
    let marked = marked(wanted)
    return marked.isEmpty ? birthdays(wanted) : marked
  }

  private func things(named plain: String) -> [Thing] { places[plain]?.map { entries[$0].thing } ?? [] }

  /// True if something has exactly this name, in the form in which whole names are compared.
  func isName(_ plain: String) -> Bool { places[plain] != nil }

  /// What has this text in a name; nothing for a single character, which is in half of them.
  func containing(_ text: String) -> [Thing] {
    let isLatin = text.allSatisfy(\.isASCII)
    // Two letters, as in ok, are in half of the English names.
    guard text.count > (isLatin ? 2 : 1), text.first != "#", !Self.everydayWords.contains(text) else { return [] }
    let words = isLatin ? Self.words(text) : []
    guard !isLatin || words.contains(where: { !Self.commonWords.contains(String($0)) }) else { return [] }
    let wanted = SearchKey.Query(text)
    return Self.narrowed(
      entries.filter { $0.names.contains { $0.contains(wanted, words: words) } }.map(\.thing))
  }

  /// The names of things inside a text, the longest first: 媽祖 in 那個媽祖的.
  func inside(_ text: String) -> [Thing] {
    let plain = Array(Self.plain(text))
    var found: [Thing] = []
    var start = 0
    while start < plain.count {
      let longest = longestNames[plain[start]] ?? 0
      let end = stride(from: min(start + longest, plain.count), to: start + 1, by: -1).first {
        isName(String(plain[start..<$0]))
      }
      if let end { found += things(named: String(plain[start..<end])) }
      start = end ?? start + 1
    }
    return Self.narrowed(found)
  }

  private static func words(_ text: String) -> [Substring] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }
  }

  /// Words of every day that are part of a name, as of 馬鳴山吃飯擔.
  private static let everydayWords: Set<String> = ["吃飯", "吃饭", "睡覺", "睡觉", "回家", "上班"]
  private static let commonWords: Set<String> = [
    "the", "of", "and", "a", "an", "for", "in", "on", "to", "is", "it", "at", "day", "days", "what", "who", "how",
    "are",
    "you", "your", "my", "from", "with", "first",
  ]

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
    func deities(_ things: [Thing]) -> Set<String> {
      Set(things.compactMap { if case .deity(let deity) = $0 { deity.key } else { nil } })
    }
    var keys = deities(things(named: name))
    // 觀音 is 觀音佛祖; 佛祖 are several, and all are shown.
    if keys.isEmpty { keys = deities(containing(name)) }
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

  /// How a day is named in a suggestion: by its title, with its date behind if something else has the same name. Nil if that names another day, too.
  func handle(_ event: Event, _ language: Language) -> String? {
    let title = event.title.text(in: language)
    return [title, "\(title) (\(Self.date(of: event)))"].first { shared(named($0)) == [.event(event)] }
  }

  func handle(_ group: Group, _ language: Language) -> String? {
    let name = group.name.text(in: language)
    return [name, "\(name) (\(language.say(Self.groupWords[0], Self.groupWords[1], Self.groupWords[2])))"].first {
      shared(named($0)) == [.group(group)]
    }
  }

  /// Without days of somebody's own, which nobody follows.
  private func shared(_ things: [Thing]) -> [Thing] {
    things.filter { if case .event(let event) = $0 { event.kind != .custom } else { true } }
  }

  private static let groupWords = ["群組", "群组", "group"]

  /// `3/23` of `lunar 3/23`.
  private static func date(of event: Event) -> Substring {
    let words = event.rule.description.split(separator: " ")
    return words.count > 1 ? words[1] : words[0]
  }

  /// What a name with a mark behind it means, as in a suggestion: 天公生 (1/9), 城隍 (群組).
  private func marked(_ plain: String) -> [Thing] {
    guard plain.last == ")", let bracket = plain.lastIndex(of: "(") else { return [] }
    let mark = plain[plain.index(after: bracket)...].dropLast()
    let name = String(plain[..<bracket])
    let found = things(named: name).filter { thing in
      switch thing {
      case .event(let event): Self.plain(String(Self.date(of: event))) == mark
      case .group: Self.groupWords.contains { Self.plain($0) == mark }
      case .deity: false
      }
    }
    // 七娘媽生 is also an alias of 七夕, on the same day.
    let titled = found.filter { thing in
      if case .event(let event) = thing { Self.texts(event.title).contains { Self.plain($0) == name } } else { true }
    }
    return titled.isEmpty ? found : titled
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
