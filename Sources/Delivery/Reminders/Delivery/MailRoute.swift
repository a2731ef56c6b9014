public import Channels
internal import Dispatch
public import Store

extension Route {
  /// To each recipient's mail address, unless mails came back from it.
  ///
  /// A server that says at once that there is no such mailbox is believed as a report of failed delivery is (`folkcal mail bounces`): the address
  /// is marked.
  ///
  /// - Parameters:
  ///   - now: seconds of UTC since 1970.
  ///   - send: sends a message to a recipient's address.
  public static func toMailAddresses(
    of queue: ReminderQueue, now: @escaping @Sendable () -> Int,
    send: @escaping @Sendable (_ message: Message, _ recipient: Recipient, _ address: String) async -> Outcome
  ) -> Route {
    // As in `AsyncReminderQueue`: SQLite blocks the thread that calls it.
    let line = DispatchQueue(label: "folkcal.bounces")
    return Route(pauseKey: { _ in "" }) { message, recipient in
      guard let address = recipient.mailAddress else { return .rejected(reason: "the user has no mail address") }
      guard !recipient.isMailBounced else { return .rejected(reason: Self.bounced) }
      let outcome = await send(message, recipient, address)
      if case .gone(let reason) = outcome {
        // If this fails, the next message finds the dead address again.
        try? await line.perform { try queue.noteBounce(of: recipient, reason: reason, now: now()) }
      }
      return outcome
    }
  }

  /// The same words for everybody, so that failures are counted together.
  private static let bounced =
    "mails to this address came back, so none is sent there until the user or an operator says that it works"
}
