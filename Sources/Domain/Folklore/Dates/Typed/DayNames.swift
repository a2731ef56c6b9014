internal import Synchronization
internal import Words

/// The days that a catalogue names, for dates and rules that people type: 媽祖生, 鬼門開, 土地公生日, Birthday of Mazu.
///
/// A deity's birthday is found by each name of the deity: 媽祖生日, 天上聖母聖誕, 媽祖生.
public struct DayNames: Sendable {
  /// The rules of each folded name, of the weightiest day first.
  private var rules: [[Character]: [DateRule]] = [:]
  /// The most characters of a name.
  private var longest = 0
  /// Each name as it is written, without the forms of birthdays, by its sound.
  private var written: [String: String] = [:]
  /// The names by their length, for suggestions.
  private var byLength: [Int: [String]] = [:]
  private let letters: Letters

  /// No names.
  public static let none = DayNames()

  private init() {
    letters = Letters([])
  }

  /// The names of all days that a catalogue shows.
  public init(_ catalogue: Catalogue) {
    let deities = Dictionary(catalogue.deities.map { ($0.key, $0) }) { first, _ in first }
    let events = catalogue.events.filter { $0.isEnabled && $0.kind != .custom }.sorted { $0.weight < $1.weight }
    letters = Letters(events.flatMap(Self.names) + catalogue.deities.flatMap(Self.names))
    for event in events { for name in Self.names(event) { add(name, event.rule, isShown: true) } }
    for event in events where event.observance == .birth {
      guard let deity = event.deityKey.flatMap({ deities[$0] }) else { continue }
      for name in Self.names(deity) where name.count > 1 {
        if name.allSatisfy(\.isASCII) {
          for form in [name + "'s birthday", name + " birthday", "birthday of " + name] { add(form, event.rule) }
        } else {
          for ending in Self.birthdays { add(name + ending, event.rule, isShown: ending == Self.birthdays[0]) }
        }
      }
    }
  }

  private static let birthdays = ["生日", "聖誕", "誕辰", "千秋", "聖誕千秋", "壽誕", "佛誕", "誕", "生", "的生日"]

  private static func names(_ event: Event) -> [String] { texts(event.title) + event.aliases }
  private static func names(_ deity: Deity) -> [String] { texts(deity.name) + deity.aliases }

  private static func texts(_ name: LocalizedName) -> [String] {
    [name.traditionalChinese, name.simplifiedChinese, name.english].compactMap(\.self)
  }

  /// - Parameter isShown: true for a name that is suggested.
  private mutating func add(_ name: String, _ rule: DateRule, isShown: Bool = false) {
    let folded = letters.folded(name)
    guard folded.count > 1 else { return }
    longest = max(longest, folded.count)
    if rules[folded]?.contains(rule) != true { rules[folded, default: []].append(rule) }
    guard isShown else { return }
    let sound = letters.sound(name)
    if !sound.isEmpty, written[sound] == nil { written[sound] = name }
    byLength[name.count, default: []].append(name)
  }

  // MARK: Finding

  /// Consumes the longest name that comes next.
  ///
  /// - Returns: the rules of the days with that name, the weightiest first; nil, with nothing consumed, if no name comes next.
  func take(_ scanner: inout TextScanner) -> [DateRule]? {
    guard !rules.isEmpty else { return nil }
    let characters = letters.folded(scanner.ahead(longest))
    for count in stride(from: characters.count, to: 1, by: -1) {
      guard let found = rules[Array(characters[..<count])] else { continue }
      for _ in 0..<count { _ = scanner.takeCharacter() }
      return found
    }
    return nil
  }

  /// The name that somebody may have meant: one that sounds the same (媽袓生日), or one of whose characters one differs.
  package func nearest(to text: String) -> String? {
    guard (3...20).contains(text.count), !rules.isEmpty else { return nil }
    if text.contains(where: { !$0.isASCII }), let name = written[letters.sound(text)] { return name }
    let word = text.lowercased()
    let near = (text.count - 1...text.count + 1).lazy.flatMap { byLength[$0] ?? [] }
    return near.first { EditDistance.between(word, $0.lowercased(), limit: 1) != nil }
  }
}

/// The folded form and the sound of each character of some names, by one transform for all of them.
private struct Letters: Sendable {
  private let folds: [Character: Character]
  private let sounds: [Character: String]

  init(_ names: [String]) {
    let list = Array(Set(names.joined()).union("生日聖誕辰千秋壽佛的的")).filter { !$0.isNewline }
    let joined = list.map(String.init).joined(separator: "\n")
    let folded = SearchFolding.folded(joined.replacing("\n", with: ""))
    // A transform that joins or splits characters would shift them: then each stands for itself.
    folds =
      folded.count == list.count ? Dictionary(zip(list, folded)) { first, _ in first } : [:]
    let latin = Transliteration.pinyin(joined).split(separator: "\n", omittingEmptySubsequences: false)
    sounds =
      latin.count == list.count ? Dictionary(zip(list, latin.map { $0.filter(\.isLetter) })) { first, _ in first } : [:]
  }

  /// A text in the form in which names are compared, character by character.
  func folded(_ text: String) -> [Character] {
    text.map { folds[$0] ?? ($0.isASCII ? Character($0.lowercased()) : $0) }
  }

  /// How a text sounds, in Latin letters.
  func sound(_ text: String) -> String {
    var sound = ""
    for character in text { sound += sounds[character] ?? Transliteration.pinyin(String(character)).filter(\.isLetter) }
    return sound
  }
}

/// The names of a catalogue, prepared when they are first asked for: it takes some 40 ms, and most texts need none.
public final class LazyDayNames: Sendable {
  private let catalogue: Catalogue
  private let made = Mutex<DayNames?>(nil)

  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  public var names: DayNames {
    made.withLock { made in
      if let made { return made }
      let names = DayNames(catalogue)
      made = names
      return names
    }
  }
}
