internal import Words

/// An error with a message for people in every language of `Language`, and a code for programs.
///
/// `description` is the English message. A message names the given value, its place, and what would be right.
public protocol SpokenError: Error, CustomStringConvertible {
  /// The message in the Chinese of Taiwan.
  var chinese: String { get }
  /// A short name that never changes, such as `no_such_lunar_day`: programs tell errors apart by it.
  var code: String { get }
}

extension SpokenError {
  /// The message in a language; Simplified Chinese is made from Traditional.
  public func message(in language: Language) -> String {
    switch language {
    case .english: description
    case .traditionalChinese: chinese
    case .simplifiedChinese: Transliteration.simplified(chinese)
    }
  }
}
