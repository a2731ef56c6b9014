internal import Words

/// The place of a record in an input, as a message in Chinese names it.
///
/// Readers of a table or a list write the place in English (`row 17`, `entry 3`), because reports and the API keep it as data. Paths such as
/// `events[3]` and keys are the same in every language.
package enum InputPlace {
  /// `第 17 列` for `row 17`, `第 3 筆` for `entry 3`, `第 4 行` for `line 4`; other places unchanged.
  package static func chinese(_ place: String) -> String {
    place.split(separator: ", ", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), let counter = counters[words[0]] else { return String(part) }
      return "第 \(number) \(counter)"
    }.joined(separator: "，")
  }

  /// The same in Simplified Chinese.
  package static func simplifiedChinese(_ place: String) -> String { Transliteration.simplified(chinese(place)) }

  private static let counters: [Substring: String] = ["row": "列", "entry": "筆", "line": "行"]
}
