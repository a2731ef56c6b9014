public import Channels
internal import Dispatch
public import Store
internal import Transfer

extension Route {
  /// Sends to all active devices of a user: browsers by Web Push, phones by FCM.
  ///
  /// The message is delivered if one device accepted it. Otherwise, if a device asked to wait or an operator's service is unreachable, the
  /// message waits without counting an attempt; a temporary failure counts as one; a service that is closed to us comes last; otherwise no device
  /// is left. Dead devices are deactivated. A
  /// device whose service is not configured counts as a failure, because the operator can fix that and use `remind retry`.
  ///
  /// - Parameters:
  /// - web: nil if Web Push has no key.
  /// - phones: nil if FCM has no service account.
  ///   - now: seconds of UTC since 1970.
  public static func toDevices(
    of queue: ReminderQueue, web: (any Channel)?, phones: (any Channel)?, now: @escaping @Sendable () -> Int
  ) -> Route {
    let watch = ServiceWatch()
    let delivery = DeviceDelivery(queue: queue, web: web, phones: phones, watch: watch, now: now)
    return Route(
      pauseKey: { _ in nil }, party: { Party(server: .operators, user: $0.id) }, servicesNotedIn: watch
    ) { message, recipient in
      await delivery.send(message, to: recipient)
    }
  }
}

/// One message to all devices of one user.
private struct DeviceDelivery: Sendable {
  let queue: ReminderQueue
  let web: (any Channel)?
  let phones: (any Channel)?
  let watch: ServiceWatch
  let now: @Sendable () -> Int
  private let pauses = PauseBoard()
  /// As in `AsyncReminderQueue`: SQLite blocks the thread that calls it.
  private let line = DispatchQueue(label: "folkcal.devices")

  init(
    queue: ReminderQueue, web: (any Channel)?, phones: (any Channel)?, watch: ServiceWatch,
    now: @escaping @Sendable () -> Int
  ) {
    self.queue = queue
    self.web = web
    self.phones = phones
    self.watch = watch
    self.now = now
  }

  func send(_ message: Message, to recipient: Recipient) async -> Outcome {
    let devices: [(token: String, platform: String)]
    do {
      devices = try await line.perform { [queue] in try queue.devices(of: recipient.id) }
    } catch {
      return .failed(reason: "the user's devices cannot be read: \(error)".failureReason)
    }
    guard !devices.isEmpty else { return .rejected(reason: "no active device") }
    var outcomes: [Outcome] = []
    for device in devices {
      let outcome = await send(message, to: device)
      if case .gone = outcome {
        // If this fails, the next message finds the dead device again.
        try? await line.perform { [queue, now] in try queue.switchOff(device: device.token, now: now()) }
      }
      outcomes.append(outcome)
    }
    return Self.sum(outcomes)
  }

  private func send(_ message: Message, to device: (token: String, platform: String)) async -> Outcome {
    let (channel, key): ((any Channel)?, String)
    /// A delivery to one service says nothing of another.
    var service = "fcm"
    // All users share the push services of Google, Mozilla, Apple and Microsoft, so these may hold all couriers. Any other endpoint is a host
    // that a user has named: the message leaves the couriers of those services.
    var share: AddressShare?
    switch device.platform {
    case "web":
      let subscription = try? PushSubscription(json: device.token, allowsPlainHTTP: true)
      channel = web
      key = subscription?.origin ?? "none"
      if subscription?.browsersService == nil { share = .current }
      service = subscription?.browsersService ?? "web"
    default: (channel, key) = (phones, "")
    }
    guard let channel else {
      let missing = device.platform == "web" ? "Web Push is not configured" : "FCM is not configured"
      return .failed(reason: "\(missing), and the user has a device of the platform \(device.platform)")
    }
    if let outcome = await pauses.outcome(key, now: now()) { return outcome }
    if let share {
      guard share.limit > 0 else { return .deferred(reason: "many push services do not answer", retryAfterSeconds: 1) }
      share.connecting(Party.host(key))
    }
    let start = now()
    let outcome = await AddressShare.$current.withValue(share) { await channel.send(message, to: device.token) }
    watch.note(outcome, of: service, now: start)
    await pauses.note(outcome, after: Double(now() - start), from: key, now: now())
    return outcome
  }

  /// The outcome of a message from the outcomes of its devices.
  private static func sum(_ outcomes: [Outcome]) -> Outcome {
    var failure: Outcome?
    var unavailable: Outcome?
    var closed: Outcome?
    var wait: Outcome?
    var reasons: [String] = []
    var isOneAlive = false
    for outcome in outcomes {
      switch outcome {
      case .delivered: return .delivered
      case .deferred(_, let seconds):
        if case .deferred(_, let least)? = wait, least <= seconds { continue }
        wait = outcome
      case .unavailable, .withheld: unavailable = unavailable ?? outcome
      case .closed: closed = closed ?? outcome
      case .failed: failure = failure ?? outcome
      case .rejected(let reason):
        reasons.append(reason)
        isOneAlive = true
      case .gone(let reason): reasons.append(reason)
      }
    }
    // A device that may come back by itself is waited for.
    if let outcome = wait ?? unavailable ?? failure ?? closed { return outcome }
    let what = isOneAlive ? "no device took it" : "no active device"
    return .rejected(reason: "\(what): \(reasons.joined(separator: "; "))".failureReason)
  }
}

/// Push services that are paused. FCM's key is empty.
private actor PauseBoard {
  private var pauses = ServerPauses()

  func outcome(_ key: String, now: Int) -> Outcome? { pauses.outcome(key, now: now) }

  func note(_ outcome: Outcome, after seconds: Double, from key: String, now: Int) {
    // FCM is one server for all; a browser's push service is chosen by its user.
    pauses.note(
      outcome, after: seconds, from: key, longest: key.isEmpty ? .max : ServerPauses.longestForOthers, now: now)
  }
}
