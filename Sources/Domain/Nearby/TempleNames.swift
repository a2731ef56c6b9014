public import Folklore
import Temples
internal import Words

/// The names of temples, prepared for searches.
public struct TempleNames: Sendable {
  private let temples: [Temple]
  /// The keys of each temple's names.
  private let keys: [[SearchKey]]

  public init(_ temples: [Temple]) {
    self.temples = temples
    let folding = SearchFolding(temples.lazy.flatMap(Self.names))
    keys = temples.map { Self.names($0).map(folding.key) }
  }

  /// The same for other temples.
  ///
  /// - Parameters:
  ///   - temples: all of them.
  ///   - ids: the numbers of those that were added, changed or removed.
  public func replacing(_ ids: Set<Int>, with temples: [Temple]) -> TempleNames {
    if temples.count == self.temples.count, zip(temples, self.temples).allSatisfy({ $0.id == $1.id }) {
      var keys = keys
      let folding = SearchFolding(temples.lazy.filter { ids.contains($0.id) }.flatMap(Self.names))
      for (place, temple) in temples.enumerated() where ids.contains(temple.id) {
        keys[place] = Self.names(temple).map(folding.key)
      }
      return TempleNames(temples: temples, keys: keys)
    }
    let known = Dictionary(
      uniqueKeysWithValues: zip(self.temples, keys).lazy.filter { !ids.contains($0.0.id) }.map { ($0.0.id, $0.1) })
    let folding = SearchFolding(temples.lazy.filter { known[$0.id] == nil }.flatMap(Self.names))
    return TempleNames(temples: temples, keys: temples.map { known[$0.id] ?? Self.names($0).map(folding.key) })
  }

  private init(temples: [Temple], keys: [[SearchKey]]) {
    (self.temples, self.keys) = (temples, keys)
  }

  private static func names(_ temple: Temple) -> [String] { [temple.name, temple.englishName].compactMap(\.self) }

  /// The temples with a text in a name.
  public func matching(_ text: String) -> [Temple] {
    found(SearchKey.Query(text)).map { temples[$0] }
  }

  private func found(_ query: SearchKey.Query) -> [Int] {
    keys.indices.filter { keys[$0].contains { $0.contains(query) } }
  }

  /// The only temple of a name.
  func exactly(_ text: String) -> Temple? {
    guard let text = Self.searched(text) else { return nil }
    let query = SearchKey.Query(text)
    let found = found(query).filter { place in
      // Pinyin has other lengths: Dajia is not the whole of 大甲鎮瀾宮.
      zip(Self.names(temples[place]), keys[place]).contains { name, key in
        key.contains(query) && name.count == text.count && name.allSatisfy(\.isASCII) == text.allSatisfy(\.isASCII)
      }
    }
    return found.count == 1 ? temples[found[0]] : nil
  }

  /// - Parameter areas: only temples of these; of any if empty.
  func containing(_ text: String, in areas: [AdministrativeArea] = []) -> [Temple] {
    guard let text = Self.searched(text) else { return [] }
    return matching(text).filter { temple in
      areas.isEmpty
        || areas.contains { area in
          temple.county == area.county.name && (area.township == nil || temple.town == area.township?.name)
        }
    }
  }

  /// The text to search for; nil for one character, which is in half of all names.
  private static func searched(_ text: String) -> String? {
    let text = text.filter { !$0.isWhitespace || $0 == " " }
    return text.count > 1 ? text : nil
  }
}
