internal import Folklore
internal import Lunisolar

/// The messages of LINE's month that are kept for the reminders of the day itself: one for each that waits for its day in this month. Reminders of
/// days ahead (`Message.isOfDayAhead`) take only what is left beyond them.
///
/// LINE is asked every five minutes while such reminders go out. If it does not tell its quota, nothing is kept, and messages go out until LINE
/// refuses them. Each worker counts for itself, so several together may take a few more.
public actor LineReserve {
  private let line: LineClient
  private let waiting: @Sendable (_ limit: Int, _ monthEnd: Int) async -> Int
  private var left: Left?
  private var askedAt: Int?
  /// The question that is under way.
  private var question: Task<Void, Never>?

  /// What is left of the month; nil if LINE has no limit, or does not tell it.
  private struct Left {
    var count: Int
    /// Those beyond the ones that are kept.
    var spare: Int
  }

  private static let periodSeconds = 300
  /// LINE's days are those of Japan.
  private static let offset = 9 * 3_600

  /// - Parameter waiting: how many reminders of the day itself are due by LINE before an instant, counted up to a limit.
  public init(_ line: LineClient, waiting: @escaping @Sendable (_ limit: Int, _ monthEnd: Int) async -> Int) {
    self.line = line
    self.waiting = waiting
  }

  /// Takes one message of the month for a reminder of a day ahead.
  ///
  /// - Parameter now: seconds of UTC since 1970.
  /// - Returns: nil if it may be sent; otherwise how many messages are left, all of them kept.
  func take(now: Int) async -> Int? {
    if askedAt.map({ now < $0 || $0 + Self.periodSeconds <= now }) ?? true {
      let question = question ?? Task { await ask(now) }
      self.question = question
      await question.value
    }
    // When none is left, LINE itself says so.
    guard let left, left.count > 0 else { return nil }
    guard left.spare > 0 else { return left.count }
    self.left = Left(count: left.count - 1, spare: left.spare - 1)
    return nil
  }

  private func ask(_ now: Int) async {
    var answer: Left?
    if let quota = await line.quota(), let limit = quota.limit {
      let count = max(limit - quota.used, 0)
      answer = Left(count: count, spare: count - (await waiting(count, Self.monthEnd(after: now))))
    }
    (left, askedAt, question) = (answer, now, nil)
  }

  /// The end of the month of an instant.
  static func monthEnd(after now: Int) -> Int {
    let day = CivilTime.local(unixTime: now, offset: offset).date
    let next = SolarDate(
      uncheckedYear: day.month == 12 ? day.year + 1 : day.year, month: day.month == 12 ? 1 : day.month + 1, day: 1)
    return CivilTime.midnight(of: next, offset: offset)
  }
}
