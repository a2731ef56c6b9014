/// The turns that a lane has taken for its messages, at a rate that all workers share (`ReminderQueue.takeTurns`).
///
/// It takes those of a tenth of a second at a time, at least one, so that a slow rate costs one small transaction for each message and a fast one
/// ten in a second.
struct Turns: Sendable {
  let perSecond: Double
  /// How many to take at a time.
  let batch: Int
  /// The instant of the next turn that is left, in seconds since 1970.
  private var next = 0.0
  private var count = 0

  init(perSecond: Double) {
    self.perSecond = perSecond
    batch = max(Int(perSecond / 10), 1)
  }

  enum Step: Hashable {
    /// A message may start; its turn is used.
    case send
    case wait(seconds: Double)
    /// None is left.
    case take
  }

  /// Turns that were not used in time are wasted; otherwise messages that come later would go out all at once.
  private static let usableSeconds = 1.0
  /// A turn so far ahead is of a clock that was set back since.
  private static let longestSeconds = 3_700.0

  /// A batch of turns was taken.
  mutating func grant(from first: Double) { (next, count) = (first, batch) }

  mutating func step(at now: Double) -> Step {
    guard count > 0, next <= now + Self.longestSeconds else { return .take }
    if next > now { return .wait(seconds: next - now) }
    guard next >= now - Self.usableSeconds else {
      count = 0
      return .take
    }
    count -= 1
    next += 1 / perSecond
    return .send
  }
}
