import Lunisolar

/// What a user was told of the days of one event in one year, as the log has it. A reminder tells its day. A correction takes back its day and tells
/// another, or that none is announced.
struct ToldDays {
  /// A row of the log.
  struct Entry {
    let day: SolarDate
    let isCorrection: Bool
    /// The day that a correction told when it was sent.
    var newDay: SolarDate?
    /// True if a correction told that no day is announced.
    var tellsNone = false
    /// The day that a correction is telling.
    var comingDay: SolarDate?
    /// True if it waits.
    var isQueued = false
    /// When it was sent; nil if it never was.
    var sentAt: Int?
    /// The end of its lease, if a worker holds it.
    var leasedUntil: Int?

    fileprivate var toldDay: SolarDate? { isCorrection ? newDay : day }
  }

  let entries: [Entry]
  /// The event's present days of that year.
  let current: Set<SolarDate>

  /// What becomes of a correction that is due.
  enum Verdict: Hashable {
    /// - Parameter toldAt: when the user was told what it corrects; so each correction is another message, even if a day moves twice the same way.
    case send(toldAt: Int)
    /// The user may be being told of the day just now; it depends on how that ends.
    case wait(until: Int)
    /// The user believes nothing that is wrong.
    case drop
  }

  /// - Parameters:
  ///   - day: the day that the correction takes back.
  ///   - now: seconds of UTC since 1970.
  func verdict(on day: SolarDate, now: Int) -> Verdict {
    let underWay = entries.filter { ($0.isCorrection ? $0.comingDay : $0.day) == day }.compactMap(\.leasedUntil).max()
    if let underWay { return .wait(until: underWay) }
    guard let toldAt = wrongWord(about: day) else { return .drop }
    // The log has seconds; so the order of what was told stays known.
    return toldAt < now ? .send(toldAt: toldAt) : .wait(until: toldAt + 1)
  }

  /// When the user was told what the correction of a day corrects; nil if nothing.
  private func wrongWord(about day: SolarDate) -> Int? {
    if !current.contains(day), let toldAt = believed(day) { return isToldByAnother(day, toldAt) ? nil : toldAt }
    return current.isEmpty ? nil : believedUnannounced(since: day)
  }

  /// The day that an event has in place of another; nil if none is announced.
  func successor(of day: SolarDate) -> SolarDate? {
    current.contains(day) ? day : Self.nearest(current, to: day)
  }

  static func nearest(_ days: some Sequence<SolarDate>, to day: SolarDate) -> SolarDate? {
    days.min { (abs(day.distance(to: $0)), $0) < (abs(day.distance(to: $1)), $1) }
  }

  /// When the user was last told of a day that was not taken back since; nil if it was, or never told. A day is never taken back in the second in
  /// which it was told, so of two words of one second it is told last.
  private func believed(_ day: SolarDate) -> Int? {
    let takenBack = entries.filter { $0.isCorrection && $0.day == day }.compactMap(\.sentAt).max() ?? .min
    return entries.filter { $0.toldDay == day }.compactMap(\.sentAt).filter { $0 >= takenBack }.max()
  }

  /// True if a later word about another wrong day leads to the same correction: one is enough.
  private func isToldByAnother(_ day: SolarDate, _ toldAt: Int) -> Bool {
    entries.contains { other in
      guard other.isCorrection, other.isQueued, other.day != day, !current.contains(other.day),
        successor(of: other.day) == successor(of: day), let at = believed(other.day)
      else { return false }
      return (at, other.day) > (toldAt, day)
    }
  }

  /// When the correction of a day said that none is announced, if that was the last word; otherwise nil.
  private func believedUnannounced(since day: SolarDate) -> Int? {
    let word = entries.first { $0.isCorrection && $0.day == day && $0.tellsNone }
    guard let at = word?.sentAt else { return nil }
    return entries.contains { $0.toldDay != nil && ($0.sentAt ?? .min) >= at } ? nil : at
  }
}
