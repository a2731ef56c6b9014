internal import Channels
internal import Folklore
internal import Lunisolar
internal import Store

/// One message to send: a reminder, several reminders of one bundle, or a digest. A class, because copies of a value would count its
/// references at every call.
final class OutgoingMessage: Sendable {
  /// Separate from `others`, because most messages have only one reminder and need no array.
  let first: DueReminder
  /// The other reminders of a digest or a bundle.
  let others: [DueReminder]
  /// The server and user that hold the courier.
  let party: Party

  /// The user, by the way that is to be used.
  let recipient: Recipient
  /// The way that was tried before; nil if this is the user's first.
  let firstWay: FirstWay?

  /// The first way of a message that the second is to take.
  struct FirstWay: Sendable {
    /// The lane of the first way, which holds the message until it has ended.
    let lane: Int
    /// Why the first way does not deliver it.
    let outcome: Outcome
  }

  init(_ reminder: DueReminder, party: Party = .operators) {
    first = reminder
    others = []
    self.party = party
    recipient = reminder.user
    firstWay = nil
  }

  /// - Parameter reminders: at least one.
  init?(_ reminders: some Collection<DueReminder>, party: Party = .operators) {
    guard let first = reminders.first else { return nil }
    self.first = first
    others = Array(reminders.dropFirst())
    self.party = party
    recipient = first.user
    firstWay = nil
  }

  /// The same message by the user's second way.
  init(_ message: OutgoingMessage, to recipient: Recipient, party: Party, after firstWay: FirstWay) {
    (first, others) = (message.first, message.others)
    (self.party, self.recipient, self.firstWay) = (party, recipient, firstWay)
  }

  /// The message of some of its reminders; nil for none.
  func part(_ isIncluded: (DueReminder) -> Bool) -> OutgoingMessage? {
    let part = OutgoingMessage(reminders.filter(isIncluded), party: party)
    guard let firstWay else { return part }
    return part.map { OutgoingMessage($0, to: recipient, party: party, after: firstWay) }
  }

  var reminders: [DueReminder] { [first] + others }
  var count: Int { 1 + others.count }
  /// All of a digest usually have the same count; if one was retried by an operator, the highest counts.
  var retryCount: Int { others.reduce(first.retryCount) { max($0, $1.retryCount) } }

  /// At this instant it must be claimed again.
  var validUntil: Int { others.reduce(first.validUntil) { min($0, $1.validUntil) } }

  func forEach(_ body: (DueReminder) -> Void) {
    body(first)
    others.forEach(body)
  }
}

extension OutgoingMessage {
  /// Groups reminders into messages: digests for users who want them, one message for the events of a bundle (`EventBundles`), otherwise
  /// one each.
  ///
  /// A digest has the same scheduled time and first attempt. Both stay the same for all attempts of a day, so its content and key do too, even
  /// if digests of two days are due in the same second. On a later day it starts anew.
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
    /// Digests by index.
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
    // A second claim may return the rows of a digest in another order.
    for (place, reminders) in digests {
      if let message = OutgoingMessage(reminders.sorted { $0.id < $1.id }, party: messages[place].party) {
        messages[place] = message
      }
    }
    return messages
  }
}
