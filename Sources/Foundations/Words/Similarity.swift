/// Finds the word that somebody meant to type.
///
///     Similarity.closest(to: "conver", among: ["convert", "terms"])   // "convert"
package enum Similarity {
  /// The most similar of some words, regardless of case; nil if none is similar enough to be meant.
  ///
  /// Chinese that sounds the same comes first: 媽祖 for 馬祖. Else a third of the characters may differ, and at least one; a beginning of three
  /// characters or more is similar as well.
  package static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = word.lowercased()
    if let same = homophone(of: word, among: candidates) { return same }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      guard let distance = distance(word, candidate.lowercased()) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// What is longer is no name.
  private static let longestName = 20

  private static func homophone(of word: String, among candidates: some Sequence<String>) -> String? {
    let count = word.unicodeScalars.count
    guard count > 1, count <= longestName, word.unicodeScalars.contains(where: \.properties.isIdeographic) else {
      return nil
    }
    let sound = Transliteration.pinyin(word)
    return candidates.first { candidate in
      candidate.unicodeScalars.count == count && candidate.unicodeScalars.contains(where: \.properties.isIdeographic)
        && Transliteration.pinyin(candidate) == sound
    }
  }

  private static func distance(_ word: String, _ candidate: String) -> Int? {
    let longest = max(word.count, candidate.count)
    // Two words of one character share nothing when one change makes the other.
    let limit = min(max(1, longest / 3), longest - 1)
    if limit > 0, let distance = EditDistance.between(word, candidate, limit: limit) { return distance }
    return word.count >= 3 && candidate.hasPrefix(word) ? limit : nil
  }
}
