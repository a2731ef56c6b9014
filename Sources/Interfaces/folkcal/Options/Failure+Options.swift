/// Failures that several options share.
extension Failure {
  /// - Parameters:
  ///   - option: the option with its dashes.
  ///   - value: the given value.
  static func outOfRange(_ option: String, _ value: String, _ first: String, _ last: String) -> Failure {
    .wrongInput(
      "\(option) 的 \(value) 不在 \(first) 到 \(last) 之間", "\(option) \(value) is not between \(first) and \(last)")
  }

  /// - Parameter choices: all words that the option takes.
  static func wrongChoice(_ option: String, _ value: String, _ choices: [String]) -> Failure {
    .wrongInput(
      "\(option) 的「\(value)」不能用；可用的值：\(choices.joined(separator: "、"))",
      "\(option) \"\(value)\" is not one of \(choices.joined(separator: ", "))")
  }

  /// The Chinese of "did you mean", which is the same in every message.
  static func meant(_ word: String) -> String { "您是不是要找：\(word)" }

  static func noTime(_ option: String, _ text: String) -> Failure {
    .wrongInput(
      "\(option) 的「\(text)」不是 00:00 到 23:59 的時間", "\(option) \"\(text)\" is not a time from 00:00 to 23:59")
  }
}

extension Double {
  /// The number without `.0`, for messages.
  var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int(self)) : "\(self)" }
}
