public import Channels
internal import Dispatch
public import Store
internal import Transfer

extension Route {
  /// To all active devices of a user: browsers by Web Push, phones by FCM.
  ///
  /// It is delivered where one device took it. Where none did: one that asked to wait, or a service of the operator's that cannot be
  /// reached, is waited for, without counting an attempt; else a failure that may pass counts as one; else there is nobody to send to. A device that is dead is switched off. A device whose service
  /// is not configured counts as a failure: an operator can still set that right, and `remind retry` sends what was given up.
  ///
  /// - Parameters:
  ///   - web: nil where there is no key for Web Push.
  ///   - phones: nil where there is no service account for FCM.
  ///   - now: seconds of UTC since 1970.
  public static func toDevices(
    of queue: ReminderQueue, web: (any Channel)?, phones: (any Channel)?, now: @escaping @Sendable () -> Int
  ) -> Route {
    let delivery = DeviceDelivery(queue: queue, web: web, phones: phones, now: now)
    return Route(pauseKey: { _ in nil }, party: { Party(server: .operators, user: $0.id) }) { message, recipient in
      await delivery.send(message, to: recipient)
    }
  }
}

/// One message to all devices of one user.
private struct DeviceDelivery: Sendable {
  let queue: ReminderQueue
  let web: (any Channel)?
  let phones: (any Channel)?
  let now: @Sendable () -> Int
  private let pauses = PauseBoard()
  /// As `AsyncReminderQueue`'s: SQLite blocks the thread that calls it.
  private let line = DispatchQueue(label: "folkcal.devices")

  init(queue: ReminderQueue, web: (any Channel)?, phones: (any Channel)?, now: @escaping @Sendable () -> Int) {
    self.queue = queue
    self.web = web
    self.phones = phones
    self.now = now
  }

  func send(_ message: Message, to recipient: Recipient) async -> Outcome {
    let devices: [(token: String, platform: String)]
    do {
      devices = try await perform { try $0.devices(of: recipient.id) }
    } catch {
      return .failed(reason: "the user's devices cannot be read: \(error)".asReason)
    }
    guard !devices.isEmpty else { return .rejected(reason: "no active device") }
    var outcomes: [Outcome] = []
    for device in devices {
      let outcome = await send(message, to: device)
      if case .gone = outcome {
        // Where that fails, the next message finds the device dead again.
        try? await perform { [now] in try $0.switchOff(device: device.token, now: now()) }
      }
      outcomes.append(outcome)
    }
    return Self.sum(outcomes)
  }

  private func send(_ message: Message, to device: (token: String, platform: String)) async -> Outcome {
    let (channel, key): ((any Channel)?, String)
    // All users share the push services of Google, Mozilla, Apple and Microsoft, so these may hold all couriers. Any other endpoint is a host
    // that a user has named: as everywhere, its address holds an eighth.
    var share: AddressShare?
    switch device.platform {
    case "web":
      let subscription = try? PushSubscription(json: device.token, allowsPlainHTTP: true)
      channel = web
      key = subscription?.origin ?? "none"
      if subscription?.isAtBrowsersService == false { share = .current }
    default: (channel, key) = (phones, "")
    }
    guard let channel else {
      let missing = device.platform == "web" ? "Web Push is not configured" : "FCM is not configured"
      return .failed(reason: "\(missing), and the user has a device of the platform \(device.platform)")
    }
    if let pause = await pauses.pause(key, now: now()) {
      return .deferred(reason: pause.reason, retryAfterSeconds: pause.end - now())
    }
    let start = now()
    let outcome = await AddressShare.$current.withValue(share) { await channel.send(message, to: device.token) }
    await pauses.note(outcome, after: Double(now() - start), from: key, now: now())
    return outcome
  }

  /// What became of a message of which each device has its own outcome.
  private static func sum(_ outcomes: [Outcome]) -> Outcome {
    var failure: Outcome?
    var unavailable: Outcome?
    var wait: Outcome?
    var reasons: [String] = []
    var isOneAlive = false
    for outcome in outcomes {
      switch outcome {
      case .delivered: return .delivered
      case .deferred(_, let seconds):
        if case .deferred(_, let least)? = wait, least <= seconds { continue }
        wait = outcome
      case .unavailable: unavailable = unavailable ?? outcome
      case .failed: failure = failure ?? outcome
      case .rejected(let reason):
        reasons.append(reason)
        isOneAlive = true
      case .gone(let reason): reasons.append(reason)
      }
    }
    if let outcome = wait ?? unavailable ?? failure { return outcome }
    let what = isOneAlive ? "no device took it" : "no active device"
    return .rejected(reason: "\(what): \(reasons.joined(separator: "; "))".asReason)
  }

  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ReminderQueue) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      line.async { [queue] in continuation.resume(with: Swift.Result { try body(queue) }) }
    }
  }
}

/// Which push services are not spoken to for a while. FCM's key is empty.
private actor PauseBoard {
  private var pauses = ServerPauses()

  func pause(_ key: String, now: Int) -> (end: Int, reason: String)? {
    pauses.end(key, now: now).map { ($0, pauses.reason(key)) }
  }

  func note(_ outcome: Outcome, after seconds: Double, from key: String, now: Int) {
    // FCM is one server for all; a browser's push service is what its user says it is.
    pauses.note(
      outcome, after: seconds, from: key, longest: key.isEmpty ? .max : ServerPauses.longestForOthers, now: now)
  }
}
