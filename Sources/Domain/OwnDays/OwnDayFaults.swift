public import Folklore

/// All faults of a table; nothing of it was read.
public struct OwnDayFaults: SpokenError, Hashable, Sendable {
  /// The first faults, at most `limit`, in the order of the lines.
  public let faults: [OwnDayFault]
  /// The number of all faults.
  public let count: Int

  /// The most faults that are reported.
  public static let limit = 20

  package init(_ faults: [OwnDayFault]) {
    self.faults = Array(faults.prefix(Self.limit))
    count = faults.count
  }

  public var description: String { text(in: .english) }
  public var chinese: String { text(in: .traditionalChinese) }
  public var code: String { "bad_own_days" }

  /// One line for each fault, in a reader's language.
  public func text(in language: Language) -> String {
    let rest = count - faults.count
    let more = language.say("另外還有 \(rest) 個問題", "另外还有 \(rest) 个问题", "and \(rest) more")
    return (faults.map { $0.text(in: language) } + (rest > 0 ? [more] : [])).joined(separator: "\n")
  }
}
