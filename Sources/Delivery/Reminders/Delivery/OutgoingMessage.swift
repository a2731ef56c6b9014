internal import Folklore
internal import Lunisolar
internal import Store

/// One message that is to be sent: a reminder, several that are told as one, or a digest.
///
/// It goes from hand to hand, and each hand that holds a copy would count the references in it: so there is one of it.
final class OutgoingMessage: Sendable {
  /// Most are of one reminder, and there is one for each message: so it is not in an array of its own.
  let first: DueReminder
  /// What else is told with it, all of one recipient.
  let others: [DueReminder]
  /// Who holds the courier that sends it.
  let party: Party

  init(_ reminder: DueReminder, party: Party = .operators) {
    first = reminder
    others = []
    self.party = party
  }

  /// - Parameter reminders: at least one.
  init?(_ reminders: some Collection<DueReminder>, party: Party = .operators) {
    guard let first = reminders.first else { return nil }
    self.first = first
    others = Array(reminders.dropFirst())
    self.party = party
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

extension OutgoingMessage {
  /// Sorts reminders into messages: those of a user who wants a digest that fell due together, those of one bundle of events
  /// (`EventBundles`) that fell due together, and every other by itself.
  ///
  /// Together means: scheduled for the same instant and first tried at the same one. Both stay as they are from attempt to attempt of
  /// one day, so a digest is the same, with the same key, whoever sends it again: also when a digest of yesterday and one of today,
  /// after a failure, come to be due in the same second. On a later day the whole of it begins anew.
  static func messages(
    of reminders: [DueReminder], party: (Recipient) -> Party = { _ in .operators }
  ) -> [OutgoingMessage] {
    struct Digest: Hashable {
      let user: Int
      let scheduledAt: Int
      let firstAttemptAt: Int
      /// Nil in a digest, which holds all.
      let bundle: Bundle?
    }
    struct Bundle: Hashable {
      let key: String
      let day: Int
      let kind: ReminderKind
    }
    var messages: [OutgoingMessage] = []
    messages.reserveCapacity(reminders.count)
    var places: [Digest: Int] = [:]
    /// Those of several reminders, by their place.
    var digests: [Int: [DueReminder]] = [:]
    for reminder in reminders {
      let occurrence = reminder.occurrence
      if reminder.user.wantsDigest || !occurrence.companions.isEmpty {
        let bundle = Bundle(key: occurrence.bundle, day: occurrence.date.julianDayNumber, kind: reminder.kind)
        let digest = Digest(
          user: reminder.user.id, scheduledAt: reminder.scheduledAt, firstAttemptAt: reminder.firstAttemptAt,
          bundle: reminder.user.wantsDigest ? nil : bundle)
        if let place = places[digest] {
          digests[place, default: [messages[place].first]].append(reminder)
          continue
        }
        places[digest] = messages.count
      }
      messages.append(OutgoingMessage(reminder, party: party(reminder.user)))
    }
    // A second claim may give the rows of a digest in another order than the first.
    for (place, reminders) in digests {
      if let message = OutgoingMessage(reminders.sorted { $0.id < $1.id }, party: messages[place].party) {
        messages[place] = message
      }
    }
    return messages
  }
}
