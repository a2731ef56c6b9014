import Foundation

extension JSONEncoder {
  /// Encodes values that the command line prints too. Only the leap month's name differs: the API uses the specification's `isLeap` instead of
  /// `is_leap`.
  static func ofAnswers() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .custom { path in
      guard let name = path.last, name.stringValue == "is_leap" else { return path.last ?? NameInAnswers.isLeap }
      return NameInAnswers.isLeap
    }
    return encoder
  }
}

private enum NameInAnswers: String, CodingKey {
  case isLeap
}
