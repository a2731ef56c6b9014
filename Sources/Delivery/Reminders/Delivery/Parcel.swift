internal import Store

/// One message that is to be sent: a reminder, or the digest of several.
///
/// It goes from hand to hand, and each hand that holds a copy would count the references in it: so there is one of it.
final class Parcel: Sendable {
  /// Most are of one reminder, and there is one for each message: so it is not in an array of its own.
  let first: DueReminder
  /// What else is in a digest, all of one recipient.
  let others: [DueReminder]

  init(_ reminder: DueReminder) {
    first = reminder
    others = []
  }

  /// - Parameter reminders: at least one.
  init?(_ reminders: some Collection<DueReminder>) {
    guard let first = reminders.first else { return nil }
    self.first = first
    others = Array(reminders.dropFirst())
  }

  var reminders: [DueReminder] { [first] + others }
  var count: Int { 1 + others.count }
  var recipient: Recipient { first.user }
  /// Of one digest all have failed as often; where somebody put one back, the others still end with it.
  var retryCount: Int { others.reduce(first.retryCount) { max($0, $1.retryCount) } }

  /// From this instant on it is to be claimed anew.
  var validUntil: Int { others.reduce(first.validUntil) { min($0, $1.validUntil) } }

  func forEach(_ body: (DueReminder) -> Void) {
    body(first)
    others.forEach(body)
  }
}

extension Parcel {
  /// Sorts reminders into messages: those of a user who wants a digest that fell due together, and every other by itself.
  ///
  /// Together means: scheduled for the same instant and first tried at the same one. Both stay as they are from attempt to attempt of
  /// one day, so a digest is the same, with the same key, whoever sends it again: also when a digest of yesterday and one of today,
  /// after a failure, come to be due in the same second. On a later day the whole of it begins anew.
  static func parcels(of reminders: [DueReminder]) -> [Parcel] {
    struct Digest: Hashable {
      let user: Int
      let scheduledAt: Int
      let firstAttemptAt: Int
    }
    var parcels: [Parcel] = []
    parcels.reserveCapacity(reminders.count)
    var places: [Digest: Int] = [:]
    /// Those of several reminders, by their place.
    var digests: [Int: [DueReminder]] = [:]
    for reminder in reminders {
      if reminder.user.wantsDigest {
        let digest = Digest(
          user: reminder.user.id, scheduledAt: reminder.scheduledAt, firstAttemptAt: reminder.firstAttemptAt)
        if let place = places[digest] {
          digests[place, default: [parcels[place].first]].append(reminder)
          continue
        }
        places[digest] = parcels.count
      }
      parcels.append(Parcel(reminder))
    }
    // A second claim may give the rows of a digest in another order than the first.
    for (place, reminders) in digests {
      if let parcel = Parcel(reminders.sorted { $0.id < $1.id }) { parcels[place] = parcel }
    }
    return parcels
  }
}

/// First in, first out.
struct Line<Element> {
  private var elements: [Element] = []
  private var start = 0

  var isEmpty: Bool { start == elements.count }
  var count: Int { elements.count - start }
  var first: Element? { isEmpty ? nil : elements[start] }

  mutating func append(_ element: Element) { elements.append(element) }

  func forEach(_ body: (Element) -> Void) { elements[start...].forEach(body) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    let element = elements[start]
    start += 1
    if start == elements.count {
      elements.removeAll(keepingCapacity: true)
      start = 0
    } else if start >= 1_024 {
      elements.removeFirst(start)
      start = 0
    }
    return element
  }

  mutating func removeAll() -> [Element] {
    defer { (elements, start) = ([], 0) }
    return Array(elements[start...])
  }
}
