package import Folklore

/// The names of deities inside longer texts, such as the names of temples. It is for checks of the data, which a person reads: `DeityMatcher`
/// reads registers and must not guess.
///
///     let mentions = DeityMentions(deities: catalogue.deities, spellings: spellings)
///     mentions.names(in: "鹿港天后宮")          // [天后]
///     mentions.isName("天后", of: "mazu")       // true
package struct DeityMentions: Sendable {
  /// The names, aliases and spellings of each deity, by key.
  private let namesOfKey: [String: [String]]
  private let names: Set<String>
  /// Names that several deities share do not say which one is meant.
  private let general: Set<String>

  package init(deities: [Deity], spellings: DeitySpellings) {
    var namesOfKey: [String: [String]] = [:]
    for deity in deities {
      namesOfKey[deity.key] = ([deity.name.traditionalChinese] + deity.aliases).map { DeityName($0).text }
    }
    for spelling in spellings.spellings where spelling.deityKeys.count == 1 {
      namesOfKey[spelling.deityKeys[0], default: []].append(DeityName(spelling.text).text)
    }
    self.namesOfKey = namesOfKey
    names = Set(namesOfKey.values.joined()).filter { $0.count > 1 }
    general = Set(spellings.general.map { DeityName($0).text })
  }

  /// The names inside a text, without those that are part of a longer one.
  package func names(in text: String) -> [String] {
    let text = Array(DeityName(text).text)
    let longest = names.map(\.count).max() ?? 0
    var found: [String] = []
    var start = 0
    while start < text.count {
      let ends = stride(from: min(text.count, start + longest), to: start + 1, by: -1)
      let name = ends.lazy.map { String(text[start..<$0]) }.first(where: names.contains)
      if let name, !general.contains(name) { found.append(name) }
      start += name?.count ?? 1
    }
    return found
  }

  /// True if a deity has the name, or a longer or shorter form of it or of another name of the deity that the name means: 嘉義城隍 is a 城隍,
  /// who is also called 城隍爺.
  package func isName(_ name: String, of key: String) -> Bool {
    let meant = [name] + namesOfKey.values.filter { $0.contains(name) }.joined().filter { $0.count > 1 }
    return namesOfKey[key, default: []].contains { own in name.contains(own) || meant.contains(where: own.contains) }
  }
}
