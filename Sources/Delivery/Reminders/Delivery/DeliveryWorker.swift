internal import Addresses
internal import Channels
internal import Lunisolar
public import Store
internal import Transfer

/// Sends due reminders: claims them in batches, hands each message to its channel, and records the result.
///
///     let worker = DeliveryWorker(
///       queue: ReminderQueue(store), channels: ChannelTable([.webhook: Route(toOwnTargets: webhook)]),
///       writer: MessageWriter(templates), clock: clock)
///     try await worker.run(.untilNothingIsDue)
///
/// Any number of workers may run, in one process or several. A lease holds a reminder; if a worker dies, another sends the same message with the
/// same idempotency key. So each message is sent at least once, and twice only if a worker dies before recording the result or cannot record it
/// within the lease.
public struct DeliveryWorker: Sendable {
  let held: HeldReminders
  let queue: AsyncReminderQueue
  private let channels: ChannelTable
  let hook: EventHook?
  private let configuration: Configuration
  let clock: DeliveryClock
  let report: @Sendable (DeliveryReport) -> Void

  public struct Configuration: Sendable {
    /// Reminders per claim. Each channel holds at most about two batches.
    public var batchSize = 2_000
    public var leaseSeconds = 60
    /// Seconds between checks whether waiting reminders were cancelled.
    public var checkSeconds = 1.0
    /// Seconds for running messages when the worker stops.
    public var graceSeconds = 10.0
    /// Results are recorded when this many have ended, or after 25 ms.
    public var acknowledgementBatch = 2_000
    /// The longest sleep, because other programs may plan reminders.
    public var longestRestSeconds = 30.0
    /// The number of consecutive database errors after which the worker gives up.
    public var mostTrouble = 10

    public init() {}
  }

  /// Many workers may ask a server often, and a notification may be lost.
  private static let longestRestSecondsOnServer = 1.0

  /// When the worker ends.
  public enum Mode: Sendable {
    case untilNothingIsDue
    case untilStopped
  }

  /// - Parameters:
  /// - channels: the routes.
  /// - writer: an error of it ends only the reminders of that message.
  ///   - hook: the operator's own program, which is told what happened; nil for none.
  /// - random: numbers from 0 up to 1, to spread later attempts.
  /// - report: called by several tasks.
  public init(
    queue: ReminderQueue, channels: ChannelTable, writer: MessageWriter, hook: EventHook? = nil,
    configuration: Configuration = Configuration(), clock: DeliveryClock,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    report: @escaping @Sendable (DeliveryReport) -> Void = { _ in }
  ) {
    // It is written into every claimed row, so it is short: 64 random bits.
    var configuration = configuration
    if queue.isOnServer {
      configuration.longestRestSeconds = min(configuration.longestRestSeconds, Self.longestRestSecondsOnServer)
    }
    let owner = String(UInt64.random(in: .min ... .max), radix: 36)
    self.queue = AsyncReminderQueue(queue, owner: owner)
    held = HeldReminders(configuration, clock, RetryPolicy(random: random), channels, writer)
    self.channels = channels
    self.hook = hook
    self.configuration = configuration
    self.clock = clock
    self.report = report
  }

  /// Stops `run`: claims no more, finishes running messages within the grace period, and releases the rest.
  public func stop() async {
    await held.stop()
  }

  /// Runs the worker. Call it once. Cancelling the task stops it without a grace period.
  ///
  /// - Throws: a database error that persists. Unrecorded reminders are due again when their leases end.
  public func run(_ mode: Mode) async throws {
    try await withTaskCancellationHandler {
      try await withThrowingTaskGroup { group in
        group.addTask { try await acknowledgeAll() }
        let failure = await work(mode)
        await note(mode)
        await held.close()
        do { try await group.waitForAll() } catch { throw failure ?? error }
        if let failure { throw failure }
        if mode == .untilNothingIsDue { await tellRest() }
      }
    } onCancel: {
      Task { await held.stop() }
    }
  }

  /// Everything but recording results, which ends last.
  private func work(_ mode: Mode) async -> (any Error)? {
    await withTaskGroup(of: (any Error)?.self) { group in
      for lane in channels.routes.indices {
        for _ in 0..<channels.routes[lane].taskCount {
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
        await maintain(mode)
        return nil
      }
      // Apart from maintenance, which waits for the database.
      group.addTask {
        while await held.isBusy(), await !held.isGraceOver {
          await clock.sleep(0.025)
          await held.age()
        }
        return nil
      }
      let news = Task {
        for await _ in queue.news { await held.newsCame() }
      }
      defer { news.cancel() }
      let telling = Task { if mode == .untilStopped { await tellHook() } }
      var failure: (any Error)?
      for await error in group {
        failure = failure ?? error
        if await held.isGraceOver { group.cancelAll() }
      }
      // What the hook has not taken by now is told later.
      telling.cancel()
      await telling.value
      return failure
    }
  }
}

// MARK: - Claiming

extension DeliveryWorker {
  private func claim(_ mode: Mode) async throws {
    var trouble = DatabaseRetries(configuration.mostTrouble)
    /// The time of the next sweep for forgotten reminders.
    var sweepAt = -Double.infinity
    var places: [Set<String>?: Place] = [:]
    while let next = await held.nextClaim() {
      if await held.isToShow() { await note(mode) }
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

  /// Seconds between sweeps for reminders that no worker claimed in time.
  private static let sweepSeconds = 3_600.0

  /// The end of the last claim, and how long the next may start there; reminders that become due before that place wait until then.
  private struct Place {
    let position: ClaimPosition
    let end: Int
  }

  /// - Returns: the start of the next claim; nil for the beginning.
  private func claim(_ channels: Set<String>?, _ lanes: [Int], from place: Place?) async throws -> Place? {
    let now = Int(clock.now())
    // If the clock was set back, the place is too far in the future and is ignored.
    let place = place.flatMap { now < $0.end && $0.end <= now + configuration.leaseSeconds ? $0 : nil }
    let writeCount = await held.writeCount
    let claim = try await queue.claim(
      configuration.batchSize, leaseSeconds: configuration.leaseSeconds, channels: channels, from: place?.position,
      now: now)
    await held.add(claim, leasedUntil: now + configuration.leaseSeconds)
    // The program that changed the event may have been killed before replanning all.
    if claim.isHeldBack {
      while try await queue.completeSomeReplans(now: Int(clock.now())), await !held.isStopped {}
      // What was held is due now.
      return nil
    }
    // Nothing more is due only if the claim started at the beginning.
    if claim.count < configuration.batchSize, place == nil {
      let next = try await queue.nextDue(channels, now: now)
      let longest = clock.now() + configuration.longestRestSeconds
      // Waits, because a due reminder that was not claimed is another worker's.
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

// MARK: - Couriers

extension DeliveryWorker {
  /// One of a lane's couriers: takes messages and sends them, one at a time.
  private func deliver(_ lane: Int) async {
    let route = channels.routes[lane]
    var done: Attempt?
    var hasWaited = false
    while let errand = await held.next(lane, done: done, hasWaited: hasWaited) {
      (done, hasWaited) = (nil, false)
      switch errand {
      case .wait(let seconds):
        await clock.sleep(seconds)
        hasWaited = true
      case .takeTurns(let count, let rate):
        await takeTurns(count, lane, perSecond: rate)
        hasWaited = true
      case .send(let outgoing, let message, let addressLimit, let host):
        let start = clock.now()
        let share = addressLimit.map { limit in
          AddressShare(owner: ObjectIdentifier(held), limit: limit, known: host) { [held] host in
            Task { await held.connecting(outgoing, lane, to: host) }
          }
        }
        let outcome = await AddressShare.$current.withValue(share) {
          await route.deliver(message, outgoing.recipient, now: Int(start))
        }
        done = Attempt(message: outgoing, outcome: outcome, seconds: clock.now() - start)
      }
    }
  }
}

extension DeliveryWorker {
  private func takeTurns(_ count: Int, _ lane: Int, perSecond rate: Double) async {
    do {
      let first = try await queue.takeTurns(count, of: channels.name(at: lane), perSecond: rate, now: clock.now())
      await held.grant(lane, from: first)
    } catch {
      report(.trouble("no turn could be taken for the next message: \(error)"))
      await clock.sleep(1)
    }
  }
}

// MARK: - Maintenance

extension DeliveryWorker {
  /// Every 25 ms while reminders are held: records results, renews leases, and looks for cancelled reminders. Ends with the grace period.
  private func maintain(_ mode: Mode) async {
    while await held.isBusy() {
      // If the worker is killed, messages of that time are sent again.
      await clock.sleep(0.025)
      let upkeep = await held.upkeep()
      if upkeep.isGraceOver { return }
      if upkeep.isToShow { await note(mode) }
      if let days = upkeep.days {
        if !upkeep.leases.isEmpty { await renew(upkeep.leases, of: days) }
        if !upkeep.waiting.isEmpty { await check(upkeep.waiting, of: days) }
      }
      if let news = await held.news() { report(.progress(news)) }
    }
  }

  /// Shows that the worker runs, and what it has seen of the services; alarms look at both.
  ///
  /// A worker that ends when nothing is due does not show itself, because nobody misses it then.
  private func note(_ mode: Mode) async {
    var news = channels.serviceNews()
    if let hook { news.add(hook.watch.news(), of: EventHook.name) }
    guard mode == .untilStopped || !news.troubles.isEmpty || !news.available.isEmpty else { return }
    do {
      try await queue.noteWorker(
        isAlive: mode == .untilStopped, troubles: news.troubles, available: news.available, now: Int(clock.now()))
    } catch {
      channels.forgetServiceNews()
      hook?.watch.forgetNews()
      report(.trouble("that the worker runs could not be written down: \(error)"))
    }
  }

  private func renew(_ leases: [Int: Int], of days: ClosedRange<SolarDate>) async {
    let now = Int(clock.now())
    let until = now + configuration.leaseSeconds
    do {
      let kept = try await queue.renew(leases.keys.sorted(), days: days, until: until, now: now)
      await held.renewed(leases, kept: kept, until: until)
    } catch {
      report(.trouble("leases could not be prolonged: \(error)"))
      await held.renewAgain()
    }
  }

  private func check(_ waiting: [Int], of days: ClosedRange<SolarDate>) async {
    do {
      await held.lose(try await queue.unsendable(of: waiting, days: days, now: Int(clock.now())))
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
            // The other tasks wait for the recording and would not end.
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

  /// Records how messages ended in one transaction, so a digest is never half sent.
  private func acknowledge(_ finished: [HeldReminders.FinishedMessage]) async throws -> DeliveryTally {
    var acknowledgements: [Acknowledgement] = []
    var released: [DueReminder] = []
    var tally = DeliveryTally()
    for one in finished {
      let count = one.message.count
      switch one.ending {
      case .acknowledge(let result):
        let way = result == .sent && one.message.firstWay == nil ? nil : one.message.recipient.channel
        one.message.forEach { acknowledgements.append(Acknowledgement($0, result, way: way)) }
        switch result {
        case .sent: tally.sent += count
        case .failed: tally.failed += count
        case .gaveUp: tally.gaveUp += count
        case .deferred: tally.deferred += count
        }
      case .release:
        one.message.forEach { released.append($0) }
        tally.released += count
      // A message that is handed over has not ended.
      case .drop, .handOver:
        one.message.forEach { released.append($0) }
        tally.lost += count
      }
    }
    let touched = try await queue.acknowledge(acknowledgements, now: Int(clock.now()))
    tally.lost += acknowledgements.count - touched
    if !released.isEmpty { try await queue.release(released) }
    return tally
  }
}

/// Counts consecutive database errors.
private struct DatabaseRetries {
  private let most: Int
  private var count = 0

  init(_ most: Int) { self.most = most }

  /// Seconds to wait before the next try.
  ///
  /// - Throws: the error, after too many tries.
  mutating func pause(_ error: any Error) throws -> Double {
    count += 1
    guard count < most else { throw error }
    return min(0.1 * Double(1 << min(count, 8)), 5)
  }

  mutating func isOver() { count = 0 }
}
