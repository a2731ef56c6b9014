internal import Channels
internal import Store

/// The reminders that a worker holds: the messages that wait, the leases, and what has ended and is not yet acknowledged.
///
/// All tasks of a worker meet here. None of its methods waits for the database or the network, so none holds up another for long.
actor HeldReminders {
  let configuration: DeliveryWorker.Configuration
  let clock: DeliveryClock
  let policy: RetryPolicy
  let channels: ChannelTable
  /// Remembers the words that many users share.
  private var messages: MessageWriter

  private(set) var lanes: [Lane]
  /// The couriers of each lane that have nothing to do.
  private var idleCouriers: [[CheckedContinuation<Void, Never>]]
  private var leases = Leases()
  private(set) var finished: [FinishedMessage] = []
  /// True while the database rejects acknowledgements: nothing more is sent then than what is under way.
  private var isRejected = false
  /// How often something was acknowledged.
  private(set) var writeCount = 0
  private var renewalAt: Double?
  /// When the database is asked next whether what waits is still to be sent.
  private var checkAt: Double?
  private var tally = DeliveryTally()
  private var toldAt = -Double.infinity

  /// When somebody asked the worker to stop.
  private var stoppedAt: Double?
  /// True when nothing comes any more that would have to be acknowledged.
  private var isClosed = false
  /// True when what has ended is to be acknowledged although it is little.
  private var wantsWriting = false

  // The tasks that wait, one of each kind.
  private var claimer: CheckedContinuation<Void, Never>?
  private var rester: CheckedContinuation<Void, Never>?
  private var keeper: CheckedContinuation<Void, Never>?
  private var writer: CheckedContinuation<Void, Never>?

  init(
    _ configuration: DeliveryWorker.Configuration, _ clock: DeliveryClock, _ policy: RetryPolicy,
    _ channels: ChannelTable, _ messages: MessageWriter
  ) {
    self.configuration = configuration
    self.clock = clock
    self.policy = policy
    self.channels = channels
    self.messages = messages
    lanes = channels.routes.map { Lane($0, configuration) }
    idleCouriers = channels.routes.map { _ in [] }
  }

  /// How a message ended.
  struct FinishedMessage {
    let lane: Int
    let message: OutgoingMessage
    let ending: RetryPolicy.Ending
  }

  var isStopped: Bool { stoppedAt != nil }
  /// Whether nothing is held at all.
  var isEmpty: Bool { leases.isEmpty }
  private var renewalSeconds: Double { Double(configuration.leaseSeconds) / 3 }
}

// MARK: - Claims

extension HeldReminders {
  enum NextClaim {
    case claim(Set<String>?, lanes: [Int])
    /// Nothing is held, and nothing is due before then.
    case rest(until: Double)
  }

  /// Waits until there is room for reminders that may be due; nil when the worker stops.
  ///
  /// A lane whose server is slow is full, and the others are claimed for without it: what is due for it stays in the queue.
  func nextClaim() async -> NextClaim? {
    while !isStopped {
      let now = clock.now()
      let ready = lanes.indices.filter { index in
        lanes[index].heldCount <= configuration.batchSize && lanes[index].emptyUntil(at: now) == nil
      }
      if !ready.isEmpty {
        leases.beginClaim()
        return .claim(channels.channels(at: ready), lanes: ready)
      }
      if isEmpty { return .rest(until: lanes.compactMap { $0.emptyUntil(at: now) }.min() ?? now) }
      await withCheckedContinuation { claimer = $0 }
    }
    return nil
  }

  /// Takes what was claimed.
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
    let new = known.isEmpty ? claim.reminders : claim.reminders.filter { !known.contains($0.id) }
    let outgoing = OutgoingMessage.messages(of: new) { recipient in
      channels.place(of: recipient).map { lanes[$0].route.party(recipient) } ?? .operators
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

  /// Takes note of what nobody has claimed in time.
  func add(expired count: Int) { tally.expired += count }

  /// All that was due for some lanes has been claimed; the next is due then.
  ///
  /// - Parameter writeCount: what `writeCount` was before the claim. What has been written since, such as what was given back, may be due
  ///   and was not claimed.
  func exhausted(_ lanes: [Int], nextAt: Double, writeCount: Int) {
    guard writeCount == self.writeCount else { return }
    for lane in lanes { self.lanes[lane].isEmpty(until: nextAt) }
  }

  /// Waits until the worker stops, or the task is cancelled.
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
  /// What a courier is to do.
  enum Errand {
    /// - Parameters:
    ///   - addressLimit: how many messages may be under way to an address that is not the host; nil for any number.
    ///   - host: by what the server is counted.
    case send(OutgoingMessage, Message, addressLimit: Int?, host: String?)
    case wait(seconds: Double)
  }

  /// What a courier does next; nil when the worker stops. Waits where there is nothing to do.
  ///
  /// - Parameters:
  ///   - done: how the courier's last message ended, and after how many seconds. It is told here, so that a message costs one visit.
  ///   - hasWaited: whether the courier was told to wait.
  func next(
    _ lane: Int, done: (message: OutgoingMessage, outcome: Outcome, seconds: Double)?, hasWaited: Bool
  ) async -> Errand? {
    if let done { end(done.message, lane, done.outcome, after: done.seconds) }
    if hasWaited { lanes[lane].hasWaited() }
    while !isStopped {
      var untried: Lane.Untried = []
      let now = clock.now()
      let step = lanes[lane].next(at: now, leases, policy, mayBegin: !isRejected, untried: &untried)
      for (message, ending) in untried { finish(message, lane, ending) }
      switch step {
      case .rest: await withCheckedContinuation { idleCouriers[lane].append($0) }
      case .wait(let seconds): return .wait(seconds: seconds)
      case .send(let outgoing):
        // What has ended may let more than one begin.
        if !idleCouriers[lane].isEmpty, lanes[lane].shares.first() != nil { wakeCouriers(lane, 1) }
        do {
          let message = try messages.message(of: outgoing)
          let shares = lanes[lane].shares
          return .send(
            outgoing, message, addressLimit: shares.addressLimit(of: outgoing), host: shares.host(of: outgoing))
        } catch {
          let reason = "the message cannot be written: \(error)".asReason
          lanes[lane].shares.end(outgoing, after: 0, at: now, isAnswer: false)
          finish(outgoing, lane, .acknowledge(.gaveUp(reason: reason)))
        }
      }
    }
    return nil
  }

  /// The server of a message turned out to be at an address.
  func connecting(_ message: OutgoingMessage, _ lane: Int, to address: String) {
    lanes[lane].shares.connecting(message, to: address, at: clock.now())
    if !idleCouriers[lane].isEmpty, lanes[lane].shares.first() != nil { wakeCouriers(lane, 1) }
  }

  private func wakeCouriers(_ lane: Int, _ count: Int) {
    for courier in idleCouriers[lane].suffix(count) { courier.resume() }
    idleCouriers[lane].removeLast(min(count, idleCouriers[lane].count))
  }

  private func end(_ message: OutgoingMessage, _ lane: Int, _ outcome: Outcome, after seconds: Double) {
    finish(message, lane, lanes[lane].end(message, outcome, after: seconds, at: clock.now(), policy))
  }

  private func finish(_ message: OutgoingMessage, _ lane: Int, _ ending: RetryPolicy.Ending) {
    finished.append(FinishedMessage(lane: lane, message: message, ending: ending))
    if finished.count >= configuration.acknowledgementBatch { wakeWriter() }
  }
}

// MARK: - Acknowledging

extension HeldReminders {
  /// What has ended, all of it; waits until it is much, or has waited long enough. Nil when no more comes.
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

  /// - Parameter tally: what became of them.
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
      // It is over, whichever came first.
      case .acknowledge(.sent), .acknowledge(.gaveUp): continue
      case .acknowledge(.failed(_, let next)), .acknowledge(.deferred(_, let next)):
        lanes[one.lane].isDue(at: Double(next))
      case .release, .drop: lanes[one.lane].isDue()
      }
      // What is due again was claimed while it was acknowledged: nobody here has it, so it is given back once more.
      if isClaimedAgain { giveBack(one.message, one.lane) }
    }
    wakeClaimer()
    wakeKeeper()
  }

  /// Gives back what was claimed and is not to be sent.
  private func giveBack(_ message: OutgoingMessage, _ lane: Int) {
    message.forEach { leases.giveBack($0.id) }
    lanes[lane].heldCount += message.count
    finish(message, lane, .release)
  }

  /// The database rejects acknowledgements; they are tried again.
  func acknowledgingFailed() { isRejected = true }

  /// Nothing comes any more.
  func close() {
    isClosed = true
    wakeWriter()
  }
}

// MARK: - Upkeep

extension HeldReminders {
  /// What is to be done now and then.
  struct Upkeep {
    /// What is to be prolonged, and until when it is leased.
    var leases: [Int: Int] = [:]
    /// What waits, where the database is to be asked whether it is still to be sent.
    var waiting: [Int] = []
    var isGraceOver = false
  }

  /// Waits until something is held; false when the worker has stopped and nothing is.
  func isBusy() async -> Bool {
    while isEmpty {
      if isStopped { return false }
      await withCheckedContinuation { keeper = $0 }
    }
    return true
  }

  func upkeep() -> Upkeep {
    let now = clock.now()
    // A clock that was set back does not make the grace period longer, nor put off what is done now and then.
    if let stoppedAt { self.stoppedAt = min(stoppedAt, now) }
    renewalAt = renewalAt.map { min($0, now + renewalSeconds) }
    checkAt = checkAt.map { min($0, now + configuration.checkSeconds) }
    var upkeep = Upkeep()
    if let renewalAt, renewalAt <= now {
      self.renewalAt = now + renewalSeconds
      upkeep.leases = leases.renewable(at: now)
    }
    if let checkAt, checkAt <= now {
      self.checkAt = now + configuration.checkSeconds
      for lane in lanes.indices {
        for (message, ending) in lanes[lane].removeExcess(at: now, policy) { finish(message, lane, ending) }
        lanes[lane].shares.forEachWaiting { message in message.forEach { upkeep.waiting.append($0.id) } }
      }
    }
    if !finished.isEmpty { wakeWriter() }
    wakeClaimer()
    upkeep.isGraceOver = isGraceOver
    return upkeep
  }

  /// - Parameters:
  ///   - asked: what was to be prolonged, and until when it was leased when that was asked.
  ///   - kept: what is still ours.
  func renewed(_ asked: [Int: Int], kept: Set<Int>, until end: Int) {
    leases.renew(asked, kept: kept, until: end)
  }

  /// Some of what waited is not to be sent any more, or not by us. What is under way meanwhile is sent, and acknowledged as such.
  func lose(_ ids: Set<Int>) { leases.lose(ids) }

  /// Whether what is under way has had its time.
  var isGraceOver: Bool { stoppedAt.map { clock.now() >= $0 + configuration.graceSeconds } ?? false }

  /// The renewal could not be written: it is tried again in a second.
  func renewAgain() { renewalAt = clock.now() + 1 }

  /// What there is to tell, once a second or when the last is done; nil where there is nothing.
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
  /// Claims no more, begins no more, and gives back what waits.
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
    keeper?.resume()
    keeper = nil
  }

  private func wakeWriter() {
    wantsWriting = true
    writer?.resume()
    writer = nil
  }
}
