public import Folklore

/// Finds the deities in a temple's 主祀神祇.
///
///     var matcher = try DeityMatcher(deities: catalogue.deities, spellings: spellings)
///     matcher.match("湄州天上聖母").mainKey               // mazu
///     matcher.match("天上聖母、觀世音菩薩").keys           // [mazu, guanyin]
///     matcher.match("石府千歲").mainKey                   // nil: no deity of ours
///
/// It compares the whole text with every name, alias and spelling, then each part between separators. A part made only of known
/// names in a row (天上聖母福德正神) yields each of them. It does not guess from similar names.
public struct DeityMatcher: Sendable {
  private let keys: [DeityName: [String]]
  /// Texts that name no single deity, regardless of their parts.
  private let general: Set<DeityName>
  private let longestName: Int
  /// Cached matches, because registers repeat texts.
  private var known: [String: DeityMatch] = [:]

  /// - Throws: `DeitySpellingError` for a spelling that names no deity, or that belongs to two deities.
  public init(deities: [Deity], spellings: DeitySpellings = DeitySpellings()) throws(DeitySpellingError) {
    general = Set(spellings.general.map { DeityName($0) })
    var spelled: [DeityName: [String]] = [:]
    let deityKeys = Set(deities.map(\.key))
    for spelling in spellings.spellings {
      if let unknown = spelling.deityKeys.first(where: { !deityKeys.contains($0) }) {
        throw .noSuchDeity(unknown, spelling: spelling.text)
      }
      let name = DeityName(spelling.text)
      if let other = spelled.updateValue(spelling.deityKeys, forKey: name), other != spelling.deityKeys {
        throw .claimedTwice(spelling.text, first: other, second: spelling.deityKeys)
      }
    }
    // An alias of two deities is dropped; a name precedes an alias, and the spellings precede both.
    var keys = Dictionary(
      grouping: deities.flatMap { deity in deity.aliases.map { (DeityName($0), deity.key) } }, by: \.0
    )
    .compactMapValues { Set($0.map(\.1)).count == 1 ? [$0[0].1] : nil }
    for deity in deities { keys[DeityName(deity.name.traditionalChinese)] = [deity.key] }
    keys.merge(spelled) { _, spelled in spelled }
    for name in general { keys[name] = nil }
    longestName = keys.keys.map(\.text.count).max() ?? 0
    self.keys = keys
  }

  /// The deities in a text.
  public mutating func match(_ text: String) -> DeityMatch {
    if let match = known[text] { return match }
    let match = found(text)
    // A whole register has some two thousand spellings; the limit bounds the memory for larger input.
    if known.count >= Self.mostKnown { known.removeAll() }
    known[text] = match
    return match
  }

  private static let mostKnown = 10_000

  private func found(_ text: String) -> DeityMatch {
    let name = DeityName(text)
    if general.contains(name) { return DeityMatch(keys: [], mainKey: nil, unknown: [name.text]) }
    if let keys = keys[name] { return DeityMatch(keys: keys, mainKey: keys.first, unknown: []) }
    var found: [String] = []
    var unknown: [String] = []
    var mainKey: String?
    let parts = name.text.unicodeScalars.split { DeityName.separators.contains($0) }.map { String($0) }
    for (index, part) in parts.enumerated() {
      if let keys = self.keys(of: part) {
        if index == 0 { mainKey = keys.first }
        for key in keys where !found.contains(key) { found.append(key) }
      } else {
        unknown.append(part)
      }
    }
    return DeityMatch(keys: found, mainKey: mainKey, unknown: unknown)
  }

  /// The keys of a text without separators.
  private func keys(of part: String) -> [String]? {
    if let keys = keys[DeityName(part)] { return keys }
    if part.hasPrefix(DeityName.homage), let keys = keys[DeityName(String(part.dropFirst(DeityName.homage.count)))] {
      return keys
    }
    return keysInRow(Array(part))
  }

  /// Names of two characters are not searched inside a text, because longer names contain them: 天官 in 天官武財神.
  private static let shortestInRow = 3

  /// The keys of the fewest names that make up a text without gaps.
  private func keysInRow(_ text: [Character]) -> [String]? {
    /// For each position, the start of the last name and the number of names up to there.
    var ways: [(start: Int, names: Int)?] = Array(repeating: nil, count: text.count + 1)
    ways[0] = (0, 0)
    for start in 0..<max(text.count, 1) {
      guard let way = ways[start] else { continue }
      for end in stride(from: start + Self.shortestInRow, through: min(text.count, start + longestName), by: 1) {
        guard keys[DeityName(String(text[start..<end]))] != nil else { continue }
        if way.names + 1 < ways[end]?.names ?? .max { ways[end] = (start, way.names + 1) }
      }
    }
    var names: [DeityName] = []
    var end = text.count
    while end > 0, let way = ways[end] {
      names.insert(DeityName(String(text[way.start..<end])), at: 0)
      end = way.start
    }
    guard end == 0, !names.isEmpty else { return nil }
    return names.flatMap { keys[$0] ?? [] }
  }
}

/// The deities in a text.
public struct DeityMatch: Hashable, Sendable {
  /// Keys of deities, in the order of the text, each once.
  public let keys: [String]
  /// The key of the first deity in the text; nil if that one is unknown, even if another is known.
  public let mainKey: String?
  /// The unknown names, with variant characters unified.
  public let unknown: [String]
}

/// The error in the spellings of deities.
public enum DeitySpellingError: SpokenError, Hashable, Sendable {
  case noSuchDeity(String, spelling: String)
  case claimedTwice(String, first: [String], second: [String])

  public var description: String {
    switch self {
    case .noSuchDeity(let key, let spelling):
      "the spelling \"\(spelling)\" names the deity \"\(key)\", which does not exist"
    case .claimedTwice(let text, let first, let second):
      "the spelling \"\(text)\" is given to \(first.joined(separator: ", ")) and to \(second.joined(separator: ", "))"
    }
  }

  public var chinese: String {
    switch self {
    case .noSuchDeity(let key, let spelling): "寫法「\(spelling)」寫給神明「\(key)」，但沒有這個神明"
    case .claimedTwice(let text, let first, let second):
      "寫法「\(text)」同時寫給 \(first.joined(separator: "、")) 和 \(second.joined(separator: "、"))：請只留一個"
    }
  }

  public var code: String {
    switch self {
    case .noSuchDeity: "spelling_of_no_deity"
    case .claimedTwice: "spelling_claimed_twice"
    }
  }
}
