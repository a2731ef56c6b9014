internal import Words

/// A temple's name in the form in which data sets are compared.
enum TempleName {
  /// Without blanks, simplified, in small letters.
  static func folded(_ name: String) -> String { SearchFolding.folded(name.filter { !$0.isWhitespace }) }

  /// Without what registers put before a name: 財團法人台灣省屏東縣東港東隆宮 is 東港東隆宮.
  static func core(_ name: String) -> String {
    var name = name.filter { !$0.isWhitespace }
    for part in [/^財團法人/, /^[臺台]灣省/, /^..[縣市]/] {
      let rest = name.replacing(part, with: "", maxReplacements: 1)
      if rest.count >= 3 { name = rest }
    }
    return folded(name)
  }

  /// True if one of the names contains the other: 東隆宮 and 東港東隆宮.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let (one, other) = (core(left), core(right))
    return one.contains(other) || other.contains(one)
  }
}
