internal import Channels
internal import Lunisolar
internal import Store

/// The reminders that a worker holds: waiting messages, leases, and results to be recorded. All tasks of a worker share it. Its methods do not
/// wait for database or network.
actor HeldReminders {
  let configuration: DeliveryWorker.Configuration
  let clock: DeliveryClock
  let policy: RetryPolicy
  let channels: ChannelTable
  /// Caches texts that users share.
  private var messages: MessageWriter

  private(set) var lanes: [Lane]
  /// The idle couriers of each lane.
  private var idleCouriers: [[CheckedContinuation<Void, Never>]]
  private var leases = Leases()
  /// The first and the last day of the reminders that are held; nil for none.
  private var days: ClosedRange<SolarDate>?
  private(set) var finished: [FinishedMessage] = []
  /// True while the database rejects acknowledgements; no new message starts then.
  private var isRejected = false
  /// True while nothing is held and nothing is due.
  private(set) var isResting = false
  /// The number of acknowledgements made.
  private(set) var writeCount = 0
  private var renewalAt: Double?
  /// The time of the next check whether waiting reminders were cancelled.
  private var checkAt: Double?
  /// The time at which the worker is to show again that it runs.
  private var showAt = -Double.infinity
  private var tally = DeliveryTally()
  private var toldAt = -Double.infinity

  /// The time of the request to stop.
  private var stoppedAt: Double?
  /// True when no further results will come.
  private var isClosed = false
  /// True if results are to be recorded at once, even if few.
  private var wantsWriting = false

  // The waiting tasks, one of each kind.
  private var claimer: CheckedContinuation<Void, Never>?
  private var rester: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?
  /// The tasks that rest while nothing is held.
  private var keepers: [CheckedContinuation<Void, Never>] = []

  init(
    _ configuration: DeliveryWorker.Configuration, _ clock: DeliveryClock, _ policy: RetryPolicy,
    _ channels: ChannelTable, _ messages: MessageWriter
  ) {
    self.configuration = configuration
    self.clock = clock
    self.policy = policy
    self.channels = channels
    self.messages = messages
    lanes = channels.routes.map { Lane($0, configuration, hasSecondWays: channels.hasSecondWays) }
    idleCouriers = channels.routes.map { _ in [] }
  }

  /// How a message ended.
  struct FinishedMessage {
    let lane: Int
    let message: OutgoingMessage
    let ending: RetryPolicy.Ending
  }

  var isStopped: Bool { stoppedAt != nil }
  /// True if nothing is held.
  var isEmpty: Bool { leases.isEmpty }
  private var renewalSeconds: Double { Double(configuration.leaseSeconds) / 3 }
}

// MARK: - Claims

extension HeldReminders {
  enum NextClaim {
    case claim(Set<String>?, lanes: [Int])
    /// Nothing is held, and nothing is due before this time.
    case rest(until: Double)
  }

  /// Waits until there is room for due reminders; nil when the worker stops.
  ///
  /// A lane with a slow server may be full; it is left out of the claim, and its reminders stay in the queue.
  func nextClaim() async -> NextClaim? {
    while !isStopped {
      let now = clock.now()
      let ready = lanes.indices.filter { index in
        lanes[index].heldCount <= configuration.batchSize && lanes[index].emptyUntil(at: now) == nil
      }
      if !ready.isEmpty {
        leases.beginClaim()
        isResting = false
        return .claim(channels.channels(at: ready), lanes: ready)
      }
      if isEmpty {
        isResting = true
        return .rest(until: lanes.compactMap { $0.emptyUntil(at: now) }.min() ?? now)
      }
      await withCheckedContinuation { claimer = $0 }
    }
    return nil
  }

  /// Adds a claim.
  func add(_ claim: Claim, leasedUntil end: Int) {
    let now = clock.now()
    tally.expired += claim.expired
    tally.quieted += claim.quieted
    tally.gaveUp += claim.failed
    if renewalAt == nil { renewalAt = now + renewalSeconds }
    if checkAt == nil { checkAt = now + configuration.checkSeconds }
    var known: Set<Int> = []
    for reminder in claim.reminders {
      switch leases.take(reminder.id, until: end) {
      case .new: continue
      case .known: break
      case .acknowledgedMeanwhile:
        if let lane = channels.place(of: reminder.user) { giveBack(OutgoingMessage(reminder), lane) }
      }
      known.insert(reminder.id)
    }
    leases.endClaim()
    if let new = ReminderQueue.days(claim.reminders.map(\.occurrence.date)) {
      days = days.map { min($0.lowerBound, new.lowerBound)...max($0.upperBound, new.upperBound) } ?? new
    }
    let new = known.isEmpty ? claim.reminders : claim.reminders.filter { !known.contains($0.id) }
    let outgoing = OutgoingMessage.messages(of: new) { recipient in
      channels.place(of: recipient).flatMap { lanes[$0].route.party?(recipient) } ?? .operators
    }
    var added = [Int](repeating: 0, count: lanes.count)
    for message in outgoing {
      guard let lane = channels.place(of: message.recipient) else {
        // It was not asked for.
        message.forEach { leases.forget($0.id) }
        continue
      }
      lanes[lane].heldCount += message.count
      if isStopped {
        finish(message, lane, .release)
      } else if let ending = lanes[lane].add(message, at: now, policy) {
        finish(message, lane, ending)
      } else {
        added[lane] += 1
      }
    }
    for (lane, count) in added.enumerated() where count > 0 { wakeCouriers(lane, count) }
    wakeKeeper()
  }

  /// Counts reminders that nobody claimed in time.
  func add(expired count: Int) { tally.expired += count }

  /// All due reminders of some lanes are claimed; the next is due at `nextAt`.
  ///
  /// - Parameter writeCount: `writeCount` before the claim. Reminders released since then may be due and not claimed.
  func exhausted(_ lanes: [Int], nextAt: Double, writeCount: Int) {
    guard writeCount == self.writeCount else { return }
    for lane in lanes { self.lanes[lane].isEmpty(until: nextAt) }
  }

  /// Something may be due that was not before.
  func newsCame() {
    for lane in lanes.indices { lanes[lane].isDue() }
    // A claim that is under way may have missed it.
    writeCount += 1
    endRest()
  }

  /// Waits until the worker stops or news come, or the task is cancelled.
  func stopped() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if isStopped || Task.isCancelled { continuation.resume() } else { rester = continuation }
      }
    } onCancel: {
      Task { await endRest() }
    }
  }

  private func endRest() {
    rester?.resume()
    rester = nil
  }
}

// MARK: - Couriers

extension HeldReminders {
  /// A courier's next action.
  enum Errand {
    /// - Parameters:
    ///   - addressLimit: how many messages may be under way to an address that is not the host; nil for any number.
    ///   - host: by what the server is counted.
    case send(OutgoingMessage, Message, addressLimit: Int?, host: String?)
    case wait(seconds: Double)
    case takeTurns(Int, perSecond: Double)
  }

  /// A courier's next action; waits if there is none; nil when the worker stops.
  ///
  /// - Parameters:
  /// - done: the courier's last message, its result and duration; combined here to save a call.
  /// - hasWaited: true if the courier waited as told.
  func next(
    _ lane: Int, done: Attempt?, hasWaited: Bool
  ) async -> Errand? {
    if let done { finish(done.message, lane, lanes[lane].end(done, at: clock.now(), policy)) }
    if hasWaited { lanes[lane].hasWaited() }
    while !isStopped {
      var untried: Lane.Untried = []
      let now = clock.now()
      let step = lanes[lane].next(at: now, leases, policy, mayBegin: !isRejected, untried: &untried)
      for (message, ending) in untried { finish(message, lane, ending) }
      switch step {
      case .rest: await withCheckedContinuation { idleCouriers[lane].append($0) }
      case .wait(let seconds): return .wait(seconds: seconds)
      case .takeTurns(let count, let rate): return .takeTurns(count, perSecond: rate)
      case .send(let outgoing):
        // An ended message may allow more than one to start.
        wakeNext(lane)
        do {
          let message = try messages.message(of: outgoing)
          let shares = lanes[lane].shares
          return .send(
            outgoing, message, addressLimit: shares.addressLimit(of: outgoing), host: shares.host(of: outgoing))
        } catch {
          let reason = "the message cannot be written: \(error)".failureReason
          lanes[lane].shares.end(outgoing, after: 0, at: now, .none)
          finish(outgoing, lane, .acknowledge(.gaveUp(reason: reason)))
        }
      }
    }
    return nil
  }

  /// A courier has taken turns, the first at an instant.
  func grant(_ lane: Int, from first: Double) { lanes[lane].grant(from: first) }

  /// A message goes to a host, or its server turned out to be at an address.
  func connecting(_ message: OutgoingMessage, _ lane: Int, to address: String) {
    lanes[lane].shares.connecting(message, to: address, at: clock.now())
    wakeNext(lane)
  }

  /// Counts what has waited long among the messages of slower servers. Call it often.
  func age() {
    for lane in lanes.indices {
      lanes[lane].shares.age(at: clock.now())
      wakeNext(lane)
    }
  }

  /// Wakes a courier if a message may start; the courier wakes the next.
  private func wakeNext(_ lane: Int) {
    if !idleCouriers[lane].isEmpty, lanes[lane].shares.first() != nil { wakeCouriers(lane, 1) }
  }

  private func wakeCouriers(_ lane: Int, _ count: Int) {
    for courier in idleCouriers[lane].suffix(count) { courier.resume() }
    idleCouriers[lane].removeLast(min(count, idleCouriers[lane].count))
  }

  private func finish(_ message: OutgoingMessage, _ lane: Int, _ ending: RetryPolicy.Ending) {
    if case .handOver(let outcome) = ending { return handOver(message, lane, outcome) }
    finished.append(FinishedMessage(lane: message.firstWay?.lane ?? lane, message: message, ending: ending))
    if finished.count >= configuration.acknowledgementBatch { wakeWriter() }
  }

  /// Gives a message to the couriers of its user's second way, whose rate and pauses hold for it as for all others. The lane of the first way goes
  /// on holding it, so that it claims no more than the second way takes.
  private func handOver(_ message: OutgoingMessage, _ lane: Int, _ outcome: Outcome) {
    let name = message.recipient.fallbackChannel ?? ""
    let recipient = Recipient(message.recipient, byFallback: name)
    let place = channels.place(of: recipient)
    let second = OutgoingMessage(
      message, to: recipient, party: place.flatMap { lanes[$0].route.party?(recipient) } ?? .operators,
      after: .init(lane: lane, outcome: outcome))
    let now = clock.now()
    guard let place else {
      let none = Outcome.rejected(reason: "this worker does not send by \(name)")
      return finish(second, lane, policy.ending(none, of: second, hasSecondWays: false, now: Int(now)))
    }
    if isStopped {
      finish(second, place, .release)
    } else if let ending = lanes[place].add(second, at: now, policy) {
      finish(second, place, ending)
    } else {
      wakeCouriers(place, 1)
    }
  }
}

// MARK: - Acknowledging

extension HeldReminders {
  /// All results to record; waits until there are many or enough time has passed. Nil when no more will come.
  func nextFinished() async -> [FinishedMessage]? {
    while finished.count < configuration.acknowledgementBatch, !(wantsWriting && !finished.isEmpty) {
      if isClosed, finished.isEmpty { return nil }
      if isClosed { break }
      await withCheckedContinuation { writer = $0 }
    }
    wantsWriting = false
    let taken = finished
    finished.removeAll(keepingCapacity: true)
    for one in taken { one.message.forEach { leases.beginAcknowledging($0.id) } }
    return taken
  }

  /// - Parameter tally: the counts.
  func acknowledged(_ taken: [FinishedMessage], _ tally: DeliveryTally) {
    self.tally += tally
    writeCount += 1
    if isRejected {
      isRejected = false
      for lane in lanes.indices { wakeCouriers(lane, .max) }
    }
    for one in taken {
      var isClaimedAgain = false
      one.message.forEach { isClaimedAgain = leases.endAcknowledging($0.id) || isClaimedAgain }
      lanes[one.lane].heldCount -= one.message.count
      switch one.ending {
      // It has ended, whichever came first.
      case .acknowledge(.sent), .acknowledge(.gaveUp): continue
      case .acknowledge(.failed(_, let next)), .acknowledge(.deferred(_, let next)):
        lanes[one.lane].isDue(at: Double(next))
      case .release, .drop, .handOver: lanes[one.lane].isDue()
      }
      // The claim took it while it was being recorded, so its lease is released again.
      if isClaimedAgain { giveBack(one.message, one.lane) }
    }
    if isEmpty { days = nil }
    wakeClaimer()
    wakeKeeper()
  }

  /// Releases reminders that were claimed and are not to be sent.
  private func giveBack(_ message: OutgoingMessage, _ lane: Int) {
    message.forEach { leases.giveBack($0.id) }
    lanes[lane].heldCount += message.count
    finish(message, lane, .release)
  }

  /// The database rejects acknowledgements; they are repeated.
  func acknowledgingFailed() { isRejected = true }

  /// No further results will come.
  func close() {
    isClosed = true
    wakeWriter()
  }
}

// MARK: - Maintenance

extension HeldReminders {
  /// Periodic work.
  struct Upkeep {
    /// Leases to renew, with their ends.
    var leases: [Int: Int] = [:]
    /// Waiting reminders to check for cancellation.
    var waiting: [Int] = []
    /// The first and the last day of all of them; nil if nothing is held.
    var days: ClosedRange<SolarDate>?
    var isGraceOver = false
    /// As `HeldReminders.isToShow()` says.
    var isToShow = false
  }

  /// True once a minute: the worker is to show that it runs.
  func isToShow() -> Bool {
    let now = clock.now()
    guard now >= showAt || now < showAt - Self.showSeconds else { return false }
    showAt = now + Self.showSeconds
    return true
  }

  private static let showSeconds = 60.0

  /// Waits until something is held; false when the worker has stopped and holds nothing.
  func isBusy() async -> Bool {
    while isEmpty {
      if isStopped { return false }
      await withCheckedContinuation { keepers.append($0) }
    }
    return true
  }

  func upkeep() -> Upkeep {
    let now = clock.now()
    // If the clock was set back, deadlines move back too.
    if let stoppedAt { self.stoppedAt = min(stoppedAt, now) }
    renewalAt = renewalAt.map { min($0, now + renewalSeconds) }
    checkAt = checkAt.map { min($0, now + configuration.checkSeconds) }
    var upkeep = Upkeep(days: days)
    if let renewalAt, renewalAt <= now {
      self.renewalAt = now + renewalSeconds
      upkeep.leases = leases.renewable(at: now)
    }
    let isToCheck = checkAt.map { $0 <= now } ?? false
    if isToCheck { checkAt = now + configuration.checkSeconds }
    for lane in lanes.indices where isToCheck || lanes[lane].isFull {
      for (message, ending) in lanes[lane].removeExcess(at: now, policy) { finish(message, lane, ending) }
      guard isToCheck else { continue }
      lanes[lane].shares.forEachWaiting { message in message.forEach { upkeep.waiting.append($0.id) } }
    }
    if !finished.isEmpty { wakeWriter() }
    wakeClaimer()
    upkeep.isGraceOver = isGraceOver
    upkeep.isToShow = isToShow()
    return upkeep
  }

  /// - Parameters:
  /// - asked: the leases to renew, with their former ends.
  /// - kept: the leases that are still ours.
  func renewed(_ asked: [Int: Int], kept: Set<Int>, until end: Int) {
    leases.renew(asked, kept: kept, until: end)
  }

  /// Some waiting reminders were cancelled or taken. Running ones are sent and recorded.
  func lose(_ ids: Set<Int>) { leases.lose(ids) }

  /// True if the grace period is over.
  var isGraceOver: Bool { stoppedAt.map { clock.now() >= $0 + configuration.graceSeconds } ?? false }

  /// The renewal failed; it is repeated after a second.
  func renewAgain() { renewalAt = clock.now() + 1 }

  /// The counts to report, once a second and at the end; nil if there are none.
  func news() -> DeliveryTally? {
    let now = clock.now()
    guard !tally.isEmpty, isEmpty || now >= toldAt + 1 || now < toldAt else { return nil }
    toldAt = now
    defer { tally = DeliveryTally() }
    return tally
  }
}

// MARK: - Stopping

extension HeldReminders {
  /// Claims no more, starts no more, and releases waiting reminders.
  func stop() {
    guard !isStopped else { return }
    stoppedAt = clock.now()
    for lane in lanes.indices {
      for message in lanes[lane].shares.removeAll() { finish(message, lane, .release) }
      wakeCouriers(lane, .max)
    }
    if !finished.isEmpty { wakeWriter() }
    wakeClaimer()
    wakeKeeper()
    endRest()
  }

  private func wakeClaimer() {
    claimer?.resume()
    claimer = nil
  }

  private func wakeKeeper() {
    for keeper in keepers { keeper.resume() }
    keepers = []
  }

  private func wakeWriter() {
    wantsWriting = true
    writer?.resume()
    writer = nil
  }
}
