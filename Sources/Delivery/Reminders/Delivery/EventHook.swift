public import Channels
internal import Folklore
public import Store

/// The operator's own program, which is told what happened to reminders (`OutboxEvent`). A worker tells it while no reminder is due.
public struct EventHook: Sendable {
  let send: @Sendable (Message) async -> Outcome
  /// What was seen of it, as of a channel; alarms tell of it.
  let watch = ServiceWatch()
  /// Its name among the services.
  static let name = "hook"

  /// - Parameter channel: takes `OutboxMessage.body` as it is.
  public init(_ channel: any Channel, to url: String) {
    send = { await channel.send($0, to: url) }
  }

  func tell(_ message: OutboxMessage, now: Int) async -> Outcome {
    let outcome = await attempt(message)
    watch.note(outcome, now: now)
    return outcome
  }

  /// Sends a message once, without the outbox.
  public func attempt(_ message: OutboxMessage) async -> Outcome {
    await send(
      Message(
        idempotencyKey: message.key, title: "", body: "", link: "", language: .english, scheduledAt: message.createdAt,
        expiresAt: .max, json: Array(message.body.utf8)))
  }
}

extension DeliveryWorker {
  /// Tells the operator's program while no reminder is due. Whatever becomes due meanwhile does not wait for it.
  func tellHook() async {
    guard let hook else { return }
    while await !held.isStopped {
      await clock.sleep(1)
      while await held.isResting, await tellOne(hook) {}
    }
  }

  /// Tells everything that is due, when all reminders have gone out.
  func tellRest() async {
    guard let hook else { return }
    while !Task.isCancelled, await tellOne(hook) {}
  }

  /// - Returns: whether a message was told, so that another may follow at once.
  private func tellOne(_ hook: EventHook) async -> Bool {
    do {
      guard let message = try await queue.claimOutbox(leaseSeconds: Self.hookSeconds, now: Int(clock.now())) else {
        return false
      }
      let outcome = await hook.tell(message, now: Int(clock.now()))
      // The worker ends. The message is due again when its lease is over, with the same key.
      if Task.isCancelled, outcome != .delivered { return false }
      let ending = held.policy.ending(
        outcome, retryCount: message.retryCount, firstAttemptAt: message.firstAttemptAt, now: Int(clock.now()))
      guard case .acknowledge(let result) = ending else { return false }
      if case .gaveUp(let reason) = result { report(.trouble("the hook was not told of some events: \(reason)")) }
      try await queue.end(message, result)
      return outcome == .delivered
    } catch {
      report(.trouble("the hook could not be told: \(error)"))
      return false
    }
  }

  /// Longer than an attempt may take.
  private static let hookSeconds = 120
}
