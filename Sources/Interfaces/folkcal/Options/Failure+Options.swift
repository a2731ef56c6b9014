/// Failures that several options share.
extension Failure {
  /// - Parameters:
  ///   - option: the option with its dashes.
  ///   - value: the given value.
  static func outOfRange(_ option: String, _ value: String, _ first: String, _ last: String) -> Failure {
    .wrongInput(
      "\(option) 的 \(value) 不在 \(first) 到 \(last) 之間", "\(option) \(value) is not between \(first) and \(last)")
  }

  static func noTime(_ option: String, _ text: String) -> Failure {
    .wrongInput(
      "\(option) 的「\(text)」不是 00:00 到 23:59 的時間", "\(option) \"\(text)\" is not a time from 00:00 to 23:59")
  }
}
