internal import Addresses
internal import Channels
public import Store
internal import Transfer

/// Sends what is due: claims reminders in batches, hands each message to its channel, and writes down how it went.
///
///     let worker = DeliveryWorker(
///       queue: ReminderQueue(store), channels: ChannelTable([.webhook: Route(toOwnTargets: webhook)]),
///       writer: MessageWriter(templates), clock: clock)
///     try await worker.run(.untilNothingIsDue)
///
/// Any number of workers may run, in one process or in many. A reminder is held by a lease; a worker that dies loses it, and another sends
/// the same message with the same idempotency key. So a message is sent at least once, and twice only where a worker dies between the
/// sending and the writing down, or cannot write it down for longer than its lease lasts.
public struct DeliveryWorker: Sendable {
  private let held: HeldReminders
  private let queue: AsyncReminderQueue
  private let channels: ChannelTable
  private let configuration: Configuration
  private let clock: DeliveryClock
  private let report: @Sendable (DeliveryReport) -> Void

  public struct Configuration: Sendable {
    /// How many reminders are claimed at once. Each channel holds at most about two such batches.
    public var batchSize = 2_000
    public var leaseSeconds = 60
    /// How often the worker asks whether what waits in its hands is still to be sent: an operator may have cancelled it.
    public var checkSeconds = 1.0
    /// How long what is under way may take when the worker stops.
    public var graceSeconds = 10.0
    /// What has ended is written down when there is so much of it, or after a fortieth of a second.
    public var acknowledgementBatch = 2_000
    /// The longest that the worker sleeps: others plan.
    public var longestRestSeconds = 30.0
    /// For how many tries in a row the database may refuse before the worker gives up.
    public var mostTrouble = 10

    public init() {}
  }

  /// How long a worker works.
  public enum Mode: Sendable {
    case untilNothingIsDue
    case untilStopped
  }

  /// - Parameters:
  ///   - channels: which way reminders go.
  ///   - writer: what it throws ends the reminders of one message, and no others.
  ///   - random: numbers from 0 up to 1, for the spread of later attempts.
  ///   - report: hears what is done. Many tasks call it.
  public init(
    queue: ReminderQueue, channels: ChannelTable, writer: MessageWriter,
    configuration: Configuration = Configuration(), clock: DeliveryClock,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    report: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
  ) {
    // It is written into every row that is claimed, so it is short. 64 bits: of a million processes no two have the same, but for a chance
    // of one in 37 million.
    let owner = String(UInt64.random(in: .min ... .max), radix: 36)
    self.queue = AsyncReminderQueue(queue, owner: owner)
    held = HeldReminders(configuration, clock, RetryPolicy(random: random), channels, writer)
    self.channels = channels
    self.configuration = configuration
    self.clock = clock
    self.report = report
  }

  /// Ends `run` in good order: claims no more, lets what is under way finish within the grace period, and gives back the rest.
  public func stop() async {
    await held.stop()
  }

  /// Works. Call it once. A cancelled task stops without a grace period.
  ///
  /// - Throws: what the database threw again and again. What could not be written down is due again when its lease runs out.
  public func run(_ mode: Mode) async throws {
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup { group in
        group.addTask { try await acknowledgeAll() }
        let failure = await work(mode)
        await held.close()
        do { try await group.waitForAll() } catch { throw failure ?? error }
        if let failure { throw failure }
      }
    } onCancel: {
      Task { await held.stop() }
    }
  }

  /// Everything but the acknowledgements, which end last.
  private func work(_ mode: Mode) async -> (any Error)? {
    await withTaskGroup(of: (any Error)?.self) { group in
      for lane in channels.routes.indices {
        for _ in 0..<channels.routes[lane].courierCount {
          group.addTask {
            await deliver(lane)
            return nil
          }
        }
      }
      group.addTask {
        do { try await claim(mode) } catch {
          await held.stop()
          return error
        }
        return nil
      }
      group.addTask {
        await maintain()
        return nil
      }
      var failure: (any Error)?
      for await error in group {
        failure = failure ?? error
        if await held.isGraceOver { group.cancelAll() }
      }
      return failure
    }
  }
}

// MARK: - Claiming

extension DeliveryWorker {
  private func claim(_ mode: Mode) async throws {
    var trouble = DatabaseRetries(configuration.mostTrouble)
    /// When what is forgotten is looked for next.
    var sweepAt = -Double.infinity
    var places: [Set<String>?: Place] = [:]
    while let next = await held.nextClaim() {
      switch next {
      case .claim(let channels, let lanes):
        do {
          let now = clock.now()
          if now >= sweepAt || now < sweepAt - Self.sweepSeconds {
            await held.add(expired: try await queue.expireForgotten(now: Int(now)))
            sweepAt = now + Self.sweepSeconds
          }
          places[channels] = try await claim(channels, lanes, from: places[channels])
          trouble.isOver()
        } catch {
          report(.trouble("nothing could be claimed: \(error)"))
          await clock.sleep(try trouble.pause(error))
        }
      case .rest(let until):
        if mode == .untilNothingIsDue { return await held.stop() }
        await rest(until - clock.now())
      }
    }
  }

  /// So often a worker looks for what no worker has claimed while it was of use.
  private static let sweepSeconds = 3_600.0

  /// Where the last claim ended, and until when the next one may begin there: what has come to be due before it waits for no longer.
  private struct Place {
    let position: ClaimPosition
    let end: Int
  }

  /// - Returns: where the next claim may begin; nil for the beginning.
  private func claim(_ channels: Set<String>?, _ lanes: [Int], from place: Place?) async throws -> Place? {
    let now = Int(clock.now())
    // Not longer either where the clock was set back.
    let place = place.flatMap { now < $0.end && $0.end <= now + configuration.leaseSeconds ? $0 : nil }
    let writeCount = await held.writeCount
    let claim = try await queue.claim(
      configuration.batchSize, leaseSeconds: configuration.leaseSeconds, channels: channels, from: place?.position,
      now: now)
    await held.add(claim, leasedUntil: now + configuration.leaseSeconds)
    // Whoever changed the event may have been killed before all was planned anew.
    if claim.isHeldBack {
      while try await queue.completeSomeReplans(now: Int(clock.now())), await !held.isStopped {}
    }
    // Nothing more is due only where the beginning has been looked at.
    if claim.count < configuration.batchSize, place == nil {
      let next = try await queue.nextDue(channels, now: now)
      let longest = clock.now() + configuration.longestRestSeconds
      // Not at once: where something is due and yet was not claimed, somebody else is claiming it.
      await held.exhausted(
        lanes, nextAt: min(max(next.map(Double.init) ?? longest, Double(now + 1)), longest), writeCount: writeCount)
    }
    if let news = await held.news() { report(.progress(news)) }
    return claim.end.map { end in
      Place(position: end, end: place?.end ?? now + configuration.leaseSeconds)
    }
  }

  private func rest(_ seconds: Double) async {
    await withTaskGroup { group in
      group.addTask { await clock.sleep(min(max(seconds, 0.01), configuration.longestRestSeconds)) }
      group.addTask { await held.stopped() }
      await group.next()
      group.cancelAll()
    }
  }
}

// MARK: - Sending

extension DeliveryWorker {
  /// One of a fixed number of couriers of a lane: takes a message, sends it, takes the next.
  private func deliver(_ lane: Int) async {
    let send = channels.routes[lane].send
    var done: (message: OutgoingMessage, outcome: Outcome, seconds: Double)?
    var hasWaited = false
    while let errand = await held.next(lane, done: done, hasWaited: hasWaited) {
      (done, hasWaited) = (nil, false)
      switch errand {
      case .wait(let seconds):
        await clock.sleep(seconds)
        hasWaited = true
      case .send(let outgoing, let message, let addressLimit, let host):
        let start = clock.now()
        let share = addressLimit.map { limit in
          AddressShare(owner: ObjectIdentifier(held), limit: limit, known: host) { [held] network in
            Task { await held.connecting(outgoing, lane, to: network.description) }
          }
        }
        let outcome = await AddressShare.$current.withValue(share) { await send(message, outgoing.recipient) }
        done = (outgoing, outcome, clock.now() - start)
      }
    }
  }
}

// MARK: - Upkeep

extension DeliveryWorker {
  /// Forty times a second, while something is held: has what ended acknowledged, prolongs leases, and looks for what was withdrawn. Ends
  /// with the grace period.
  private func maintain() async {
    while await held.isBusy() {
      // What a worker that is killed has sent within that time is sent again.
      await clock.sleep(0.025)
      let upkeep = await held.upkeep()
      if upkeep.isGraceOver { return }
      if !upkeep.leases.isEmpty { await renew(upkeep.leases) }
      if !upkeep.waiting.isEmpty { await check(upkeep.waiting) }
      if let news = await held.news() { report(.progress(news)) }
    }
  }

  private func renew(_ leases: [Int: Int]) async {
    let now = Int(clock.now())
    let until = now + configuration.leaseSeconds
    do {
      let kept = try await queue.renew(leases.keys.sorted(), until: until, now: now)
      await held.renewed(leases, kept: kept, until: until)
    } catch {
      report(.trouble("leases could not be prolonged: \(error)"))
      await held.renewAgain()
    }
  }

  private func check(_ waiting: [Int]) async {
    do {
      await held.lose(try await queue.unsendable(of: waiting, now: Int(clock.now())))
    } catch {
      report(.trouble("nobody could say whether what waits is still to be sent: \(error)"))
    }
  }

  private func acknowledgeAll() async throws {
    while let finished = await held.nextFinished() {
      var trouble = DatabaseRetries(configuration.mostTrouble)
      var tally: DeliveryTally?
      while tally == nil {
        do {
          tally = try await acknowledge(finished)
        } catch {
          report(.trouble("what was sent could not be written down: \(error)"))
          await held.acknowledgingFailed()
          do { await clock.sleep(try trouble.pause(error)) } catch {
            // Nothing would end otherwise: the others wait for the acknowledgements.
            await held.stop()
            await held.acknowledged(finished, DeliveryTally())
            throw error
          }
        }
      }
      await held.acknowledged(finished, tally ?? DeliveryTally())
    }
    if let news = await held.news() { report(.progress(news)) }
  }

  /// Writes down how messages ended, all of it in one transaction, so that a digest is never half sent.
  private func acknowledge(_ finished: [HeldReminders.FinishedMessage]) async throws -> DeliveryTally {
    var acknowledgements: [Acknowledgement] = []
    var released: [Int] = []
    var tally = DeliveryTally()
    for one in finished {
      let count = one.message.count
      switch one.ending {
      case .acknowledge(let result):
        one.message.forEach { acknowledgements.append(Acknowledgement($0.id, result)) }
        switch result {
        case .sent: tally.sent += count
        case .failed: tally.failed += count
        case .gaveUp: tally.gaveUp += count
        case .deferred: tally.deferred += count
        }
      case .release:
        one.message.forEach { released.append($0.id) }
        tally.released += count
      case .drop:
        one.message.forEach { released.append($0.id) }
        tally.lost += count
      }
    }
    let touched = try await queue.acknowledge(acknowledgements, now: Int(clock.now()))
    tally.lost += acknowledgements.count - touched
    if !released.isEmpty { try await queue.release(released) }
    return tally
  }
}

/// Counts how often in a row the database has refused.
private struct DatabaseRetries {
  private let most: Int
  private var count = 0

  init(_ most: Int) { self.most = most }

  /// How long to wait before the next try.
  ///
  /// - Throws: the error, where it has been tried often enough.
  mutating func pause(_ error: any Error) throws -> Double {
    count += 1
    guard count < most else { throw error }
    return min(0.1 * Double(1 << min(count, 8)), 5)
  }

  mutating func isOver() { count = 0 }
}
