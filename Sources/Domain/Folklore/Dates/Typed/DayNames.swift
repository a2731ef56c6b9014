internal import Words

/// The days that a catalogue names, for dates and rules that people type: 媽祖生, 鬼門開, 土地公生日, Birthday of Mazu.
///
/// A deity's birthday is found by each name of the deity: 媽祖生日, 天上聖母聖誕, 媽祖生.
public struct DayNames: Sendable {
  /// The rules of each folded name, of the weightiest day first.
  private var rules: [String: [DateRule]] = [:]
  /// The most characters of a name.
  private var longest = 0
  /// The names as they are written, for suggestions.
  private var written: [String] = []

  /// No names.
  public static let none = DayNames()

  private init() {}

  /// The names of all days that a catalogue shows.
  public init(_ catalogue: Catalogue) {
    let deities = Dictionary(catalogue.deities.map { ($0.key, $0) }) { first, _ in first }
    let events = catalogue.events.filter { $0.isEnabled && $0.kind != .custom }.sorted { $0.weight < $1.weight }
    var named: [(name: String, rule: DateRule)] = []
    for event in events {
      named += (Self.texts(event.title) + event.aliases).map { ($0, event.rule) }
    }
    for event in events where event.observance == .birth {
      guard let deity = event.deityKey.flatMap({ deities[$0] }) else { continue }
      for name in Self.texts(deity.name) + deity.aliases where name.count > 1 {
        let isEnglish = name.allSatisfy(\.isASCII)
        named += (isEnglish ? Self.englishBirthdays : Self.birthdays).map { (name + $0, event.rule) }
        if isEnglish { named.append(("birthday of " + name, event.rule)) }
      }
    }
    let folded = Self.folded(named.map(\.name))
    for (name, (text, rule)) in zip(folded, named) where name.count > 1 {
      written.append(text)
      longest = max(longest, name.count)
      if rules[name]?.contains(rule) != true { rules[name, default: []].append(rule) }
    }
  }

  private static let birthdays = ["生日", "聖誕", "誕辰", "千秋", "聖誕千秋", "壽誕", "佛誕", "誕", "生", "的生日"]
  private static let englishBirthdays = ["'s birthday", " birthday"]

  private static func texts(_ name: LocalizedName) -> [String] {
    [name.traditionalChinese, name.simplifiedChinese, name.english].compactMap(\.self)
  }

  /// Texts in the form in which names are compared, by one transform for all of them.
  private static func folded(_ texts: [String]) -> [String] {
    let lines = SearchFolding.folded(texts.map { $0.filter { !$0.isNewline } }.joined(separator: "\u{1F}"))
    return lines.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Finding

  /// Consumes the longest name that comes next.
  ///
  /// - Returns: the rules of the days with that name, the weightiest first; nil, with nothing consumed, if no name comes next.
  func take(_ scanner: inout TextScanner) -> [DateRule]? {
    guard !rules.isEmpty else { return nil }
    let rest = scanner.rest.prefix(longest)
    let characters = Self.folded(rest.map(String.init))
    for count in stride(from: characters.count, to: 1, by: -1) {
      guard let found = rules[characters[..<count].joined()] else { continue }
      for _ in 0..<count { _ = scanner.takeCharacter() }
      return found
    }
    return nil
  }

  /// The name that somebody may have meant: one that sounds the same (媽袓生日), or one of whose characters one differs.
  func nearest(to text: String) -> String? {
    guard (3...20).contains(text.count), !rules.isEmpty else { return nil }
    let sounds = Transliteration.pinyin((written + [text]).joined(separator: "\n")).split(
      separator: "\n", omittingEmptySubsequences: false)
    if sounds.count == written.count + 1, text.contains(where: { !$0.isASCII }),
      let place = sounds.dropLast().firstIndex(of: sounds[written.count])
    {
      return written[place]
    }
    return written.first { EditDistance.between(text.lowercased(), $0.lowercased(), limit: 1) != nil }
  }
}
