import Foundation

extension JSONEncoder {
  /// Writes the values that the command line prints as well. All of their names are the API's but one: in answers a leap month is
  /// marked by the specification's `isLeap`, everywhere else by `is_leap`.
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
