/// A status code of RFC 3463: `5.1.1`.
public struct EnhancedStatus: Hashable, Sendable, CustomStringConvertible {
  /// 2 for success, 4 for a failure that may pass, 5 for one that stays.
  public let kind: Int
  /// What it is about: 1 the address, 2 the mailbox, 3 the mail system, 4 the network, 5 the protocol, 6 the content, 7 a policy.
  public let subject: Int
  public let detail: Int

  /// The first code in a text: `5.1.1`, `5.1.1 (no such user)`, `550 5.1.1 <kai@example.org>… User unknown`; nil if there is none.
  public init?(firstIn text: String) {
    for word in text.unicodeScalars.split(whereSeparator: { !("0"..."9").contains($0) && $0 != "." }) {
      let numbers = word.split(separator: ".", omittingEmptySubsequences: false).map { Int(String($0)) ?? -1 }
      // An IPv4 address has four.
      guard numbers.count == 3, [2, 4, 5].contains(numbers[0]), (0...999).contains(numbers[1]),
        (0...999).contains(numbers[2])
      else { continue }
      (kind, subject, detail) = (numbers[0], numbers[1], numbers[2])
      return
    }
    return nil
  }

  public var description: String { "\(kind).\(subject).\(detail)" }
}
