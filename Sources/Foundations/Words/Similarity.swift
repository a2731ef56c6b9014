/// Finds the word that somebody meant to type.
///
///     Similarity.closest(to: "conver", among: ["convert", "terms"])   // "convert"
public enum Similarity {
  /// The number of single changes between two words: a character inserted, removed or replaced, or two neighbours exchanged (the optimal string
  /// alignment distance).
  public static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 1...first.count {
      var current = [row]
      for column in 1...second.count {
        let isSame = first[row - 1] == second[column - 1]
        var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }

  /// The most similar of some words, regardless of case; nil if none is similar enough to be meant.
  ///
  /// A third of the characters may differ, and at least one; a beginning of three characters or more is similar as well.
  public static func closest(to word: String, among candidates: some Sequence<String>) -> String? {
    let word = word.lowercased()
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let lowercased = candidate.lowercased()
      let isBeginning = word.count >= 3 && lowercased.hasPrefix(word)
      let distance = isBeginning ? 1 : distance(word, lowercased)
      let longest = max(word.count, lowercased.count)
      guard distance < longest, distance <= max(1, longest / 3) else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
  }
}
