internal import Channels
internal import Store

/// What a worker holds: the messages that wait, the leases of their reminders, and what has ended and is not yet written down.
///
/// All tasks of a worker meet here. None of its methods waits for the database or the network, so none holds up another for long.
actor Depot {
  let configuration: DeliveryWorker.Configuration
  let clock: DeliveryClock
  let policy: RetryPolicy
  let channels: ChannelTable
  /// Remembers the words that many users share.
  private var messages: MessageWriter

  var lanes: [Lane]
  /// The reminders that are held, and until when they are leased; a lease that has gone to another is `lost`, and what is being written
  /// down has none any more (`writing`).
  var leases: [Int: Int] = [:]
  static let lost = Int.min
  static let writing = Int.min + 1
  var endings: [Ending] = []
  /// Reminders that were claimed while they were being written down: their leases had run out, and the claim came first.
  var claimedAgain: Set<Int> = []
  /// What has been written down since the claim that is under way was asked for: nil while there is none. The claim may be the older of the two.
  var writtenSinceClaim: Set<Int>?
  /// Whether the database refuses to have it written down what has ended: nothing more is sent then than what is under way.
  var isRefused = false
  /// How often something was written down.
  var writeCount = 0
  var renewalAt: Double?
  /// When the database is asked next whether what waits is still to be sent.
  var checkAt: Double?
  var tally = DeliveryTally()
  var toldAt = -Double.infinity

  /// When somebody asked the worker to stop.
  var stoppedAt: Double?
  /// Whether nothing comes any more that would have to be written down.
  var isClosed = false
  /// Whether what has ended is to be written down although it is little.
  var wantsWriting = false

  // Who waits for what. One task of each kind.
  var claimer: CheckedContinuation<Void, Never>?
  var rester: CheckedContinuation<Void, Never>?
  var keeper: CheckedContinuation<Void, Never>?
  var writer: CheckedContinuation<Void, Never>?

  init(
    _ configuration: DeliveryWorker.Configuration, _ clock: DeliveryClock, _ policy: RetryPolicy,
    _ channels: ChannelTable, _ messages: MessageWriter
  ) {
    self.configuration = configuration
    self.clock = clock
    self.policy = policy
    self.channels = channels
    self.messages = messages
    lanes = channels.routes.map(Lane.init)
  }

  /// One way out, and what waits for it.
  struct Lane {
    let route: Route
    var waiting = Line<Parcel>()
    /// Reminders, from the claim until they are written down.
    var heldCount = 0
    /// Nothing is due for it before then.
    var barrenUntil = -Double.infinity
    var pauses = Pauses()
    var pacer: Pacer?
    /// Whether a courier waits for the pacer; the others need not.
    var isGateTaken = false
    var idle: [CheckedContinuation<Void, Never>] = []

    init(_ route: Route) {
      self.route = route
      pacer = route.perSecond.map(Pacer.init)
    }

    /// Wakes couriers that have nothing to do.
    mutating func wake(_ count: Int) {
      for continuation in idle.suffix(count) { continuation.resume() }
      idle.removeLast(min(count, idle.count))
    }
  }

  /// How a message ended.
  struct Ending {
    let lane: Int
    let parcel: Parcel
    let ending: RetryPolicy.Ending
  }

  var isStopped: Bool { stoppedAt != nil }
  /// Whether nothing is held at all.
  var isEmpty: Bool { leases.isEmpty }
  var now: Int { Int(clock.now()) }
  private var renewalSeconds: Double { Double(configuration.leaseSeconds) / 3 }
}

// MARK: - Claims

extension Depot {
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
        lanes[index].heldCount <= configuration.batchSize && !isBarren(lanes[index], now)
      }
      if !ready.isEmpty {
        writtenSinceClaim = []
        return .claim(channels.channels(at: ready), lanes: ready)
      }
      if isEmpty { return .rest(until: lanes.map(\.barrenUntil).min() ?? now) }
      await withCheckedContinuation { claimer = $0 }
    }
    return nil
  }

  /// Whether nothing is due for a lane. Nothing is said for longer than the longest rest: if it seems so, the clock was set back.
  private func isBarren(_ lane: Lane, _ now: Double) -> Bool {
    now < lane.barrenUntil && lane.barrenUntil <= now + configuration.longestRestSeconds + 1
  }

  /// Takes what was claimed.
  func add(_ claim: Claim, leasedUntil end: Int) {
    tally.expired += claim.expired
    tally.quieted += claim.quieted
    tally.gaveUp += claim.failed
    if renewalAt == nil { renewalAt = clock.now() + renewalSeconds }
    if checkAt == nil { checkAt = clock.now() + configuration.checkSeconds }
    // What ran out of its lease while we were not looking, and is still here, has now been leased to us again: it is not sent twice.
    var known: Set<Int> = []
    for reminder in claim.reminders {
      if writtenSinceClaim?.contains(reminder.id) == true {
        known.insert(reminder.id)
        if let parcel = Parcel([reminder]), let lane = channels.place(of: parcel.recipient) { giveBack(parcel, lane) }
        continue
      }
      guard let old = leases.updateValue(end, forKey: reminder.id) else { continue }
      known.insert(reminder.id)
      if old == Self.writing {
        leases[reminder.id] = old
        claimedAgain.insert(reminder.id)
      }
    }
    writtenSinceClaim = nil
    let new = known.isEmpty ? claim.reminders : claim.reminders.filter { !known.contains($0.id) }
    var added = [Int](repeating: 0, count: lanes.count)
    for parcel in Parcel.parcels(of: new) {
      guard let lane = channels.place(of: parcel.recipient) else {
        // It was not asked for; its lease runs out.
        parcel.forEach { leases[$0.id] = nil }
        continue
      }
      lanes[lane].heldCount += parcel.count
      if isStopped {
        finish(parcel, lane, .release)
      } else {
        lanes[lane].waiting.append(parcel)
        added[lane] += 1
      }
    }
    for (lane, count) in added.enumerated() where count > 0 { lanes[lane].wake(count) }
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
    for lane in lanes { self.lanes[lane].barrenUntil = nextAt }
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

extension Depot {
  enum Errand {
    case send(Parcel, Message)
    case wait(seconds: Double)
  }

  /// What a courier does next; nil when the worker stops. Waits where there is nothing to do.
  ///
  /// - Parameters:
  ///   - done: how the courier's last message ended, and after how many seconds. It is told here, so that a message costs one visit.
  ///   - hasWaited: whether the courier was told to wait.
  func next(
    _ lane: Int, done: (parcel: Parcel, outcome: Outcome, seconds: Double)?, hasWaited: Bool
  ) async -> Errand? {
    if let done { end(done.parcel, lane, done.outcome, after: done.seconds) }
    if hasWaited { lanes[lane].isGateTaken = false }
    while !isStopped {
      let now = clock.now()
      dropUnsendable(lane, Int(now))
      guard !lanes[lane].waiting.isEmpty, !lanes[lane].isGateTaken, !isRefused else {
        await withCheckedContinuation { lanes[lane].idle.append($0) }
        continue
      }
      if let seconds = lanes[lane].pacer?.take(at: now), seconds > 0 {
        lanes[lane].isGateTaken = true
        // Not longer, so that a worker that stops does not wait for a slow pacer.
        return .wait(seconds: min(seconds, 0.5))
      }
      guard let parcel = lanes[lane].waiting.popFirst() else { continue }
      if lanes[lane].pacer != nil, !lanes[lane].waiting.isEmpty { lanes[lane].wake(1) }
      do {
        return .send(parcel, try messages.message(of: parcel))
      } catch {
        finish(parcel, lane, .acknowledge(.gaveUp(reason: "the message cannot be written: \(error)".asReason)))
      }
    }
    return nil
  }

  /// Takes away what stands first and must not be sent: what is not ours any more, what has waited for so long that it has to be looked at
  /// anew, and what is for a server that asked to wait.
  private func dropUnsendable(_ lane: Int, _ now: Int) {
    while let parcel = lanes[lane].waiting.first {
      if !isOurs(parcel, now) {
        forget(parcel, lane, now)
      } else if parcel.validUntil <= now {
        finish(parcel, lane, .release)
      } else if let pause = pause(of: parcel, lane, now) {
        let until = policy.deferral(until: pause.end, now: now)
        finish(parcel, lane, .acknowledge(.deferred(reason: pause.reason, until: until)))
      } else {
        return
      }
      _ = lanes[lane].waiting.popFirst()
    }
  }

  private func isOurs(_ parcel: Parcel, _ now: Int) -> Bool {
    leases[parcel.first.id, default: Self.lost] > now
      && parcel.others.allSatisfy { leases[$0.id, default: Self.lost] > now }
  }

  private func pause(of parcel: Parcel, _ lane: Int, _ now: Int) -> (end: Int, reason: String)? {
    guard !lanes[lane].pauses.isEmpty, let key = lanes[lane].route.pauseKey(parcel.recipient) else { return nil }
    return lanes[lane].pauses.end(key, now: now).map { ($0, lanes[lane].pauses.reason(key)) }
  }

  /// Reminders whose lease has gone or run out are nobody's, or another's; what else their digest holds is given back.
  private func forget(_ parcel: Parcel, _ lane: Int, _ now: Int) {
    let ours = parcel.reminders.filter { leases[$0.id, default: Self.lost] > now }
    let gone = parcel.reminders.filter { leases[$0.id, default: Self.lost] <= now }
    if let gone = Parcel(gone) { finish(gone, lane, .drop) }
    if let ours = Parcel(ours) { finish(ours, lane, .release) }
  }

  private func end(_ parcel: Parcel, _ lane: Int, _ outcome: Outcome, after seconds: Double) {
    let now = now
    if outcome != .delivered || !lanes[lane].pauses.isAllAnswering {
      let route = lanes[lane].route
      lanes[lane].pauses.note(
        outcome, after: seconds, from: route.pauseKey(parcel.recipient), longest: route.longestPause, now: now)
    }
    finish(
      parcel, lane,
      policy.ending(
        outcome, retryCount: parcel.retryCount, firstAttemptAt: parcel.first.firstAttemptAt, now: now))
  }

  private func finish(_ parcel: Parcel, _ lane: Int, _ ending: RetryPolicy.Ending) {
    endings.append(Ending(lane: lane, parcel: parcel, ending: ending))
    if endings.count >= configuration.acknowledgementBatch { wakeWriter() }
  }
}

// MARK: - Writing down

extension Depot {
  /// What has ended, all of it; waits until it is much, or has waited long enough. Nil when no more comes.
  func nextEndings() async -> [Ending]? {
    while endings.count < configuration.acknowledgementBatch, !(wantsWriting && !endings.isEmpty) {
      if isClosed, endings.isEmpty { return nil }
      if isClosed { break }
      await withCheckedContinuation { writer = $0 }
    }
    wantsWriting = false
    let taken = endings
    endings.removeAll(keepingCapacity: true)
    for ending in taken { ending.parcel.forEach { leases[$0.id] = Self.writing } }
    return taken
  }

  /// - Parameter tally: what became of them.
  func wrote(_ taken: [Ending], _ tally: DeliveryTally) {
    self.tally += tally
    writeCount += 1
    if isRefused {
      isRefused = false
      for lane in lanes.indices { lanes[lane].wake(.max) }
    }
    for ending in taken {
      ending.parcel.forEach {
        leases[$0.id] = nil
        writtenSinceClaim?.insert($0.id)
      }
      lanes[ending.lane].heldCount -= ending.parcel.count
      releaseAgain(ending)
      switch ending.ending {
      case .acknowledge(.failed(_, let next)), .acknowledge(.deferred(_, let next)):
        lanes[ending.lane].barrenUntil = min(lanes[ending.lane].barrenUntil, Double(next))
      case .release, .drop: lanes[ending.lane].barrenUntil = -.infinity
      case .acknowledge: break
      }
    }
    wakeClaimer()
    wakeKeeper()
  }

  /// What may be due again and was claimed again meanwhile: nobody here has it, so it is given back once more.
  private func releaseAgain(_ ending: Ending) {
    guard !claimedAgain.isEmpty else { return }
    var isClaimed = false
    ending.parcel.forEach { isClaimed = claimedAgain.remove($0.id) != nil || isClaimed }
    switch ending.ending {
    // It is over, whichever came first.
    case .acknowledge(.sent), .acknowledge(.gaveUp): break
    // A later attempt is due by now where the writing has taken long.
    case .acknowledge(.failed), .acknowledge(.deferred), .release, .drop:
      if isClaimed { giveBack(ending.parcel, ending.lane) }
    }
  }

  /// Gives back what was claimed and is not to be sent.
  private func giveBack(_ parcel: Parcel, _ lane: Int) {
    parcel.forEach { leases[$0.id] = Self.lost }
    lanes[lane].heldCount += parcel.count
    finish(parcel, lane, .release)
  }

  /// The database refuses to have it written down; it is tried again.
  func couldNotWrite() { isRefused = true }

  /// Nothing comes any more.
  func close() {
    isClosed = true
    wakeWriter()
  }
}

// MARK: - Keeping

extension Depot {
  /// What the keeper has to do at a beat of its clock.
  struct Beat {
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

  func beat() -> Beat {
    let now = clock.now()
    // A clock that was set back does not make the grace period longer, nor put off what is done now and then.
    if let stoppedAt { self.stoppedAt = min(stoppedAt, now) }
    renewalAt = renewalAt.map { min($0, now + renewalSeconds) }
    checkAt = checkAt.map { min($0, now + configuration.checkSeconds) }
    if !endings.isEmpty { wakeWriter() }
    wakeClaimer()
    var beat = Beat()
    if let renewalAt, renewalAt <= now {
      self.renewalAt = now + renewalSeconds
      // What has run out by the clock may be another's in a moment, and is not sent.
      beat.leases = leases.filter { Double($0.value) > now }
    }
    if let checkAt, checkAt <= now {
      self.checkAt = now + configuration.checkSeconds
      for lane in lanes {
        lane.waiting.forEach { parcel in parcel.forEach { beat.waiting.append($0.id) } }
      }
    }
    beat.isGraceOver = isGraceOver
    return beat
  }

  /// - Parameters:
  ///   - asked: what was to be prolonged, and until when it was leased when that was asked.
  ///   - kept: what is still ours.
  func renewed(_ asked: [Int: Int], kept: Set<Int>, until end: Int) {
    for (id, until) in asked where leases[id] == until { leases[id] = kept.contains(id) ? end : Self.lost }
  }

  /// Some of what waited is not to be sent any more, or not by us. What is under way meanwhile is sent, and written down as such.
  func lose(_ ids: Set<Int>) {
    for id in ids where leases[id, default: Self.writing] != Self.writing { leases[id] = Self.lost }
  }

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

extension Depot {
  /// Claims no more, begins no more, and gives back what waits.
  func stop() {
    guard !isStopped else { return }
    stoppedAt = clock.now()
    for lane in lanes.indices {
      for parcel in lanes[lane].waiting.removeAll() { finish(parcel, lane, .release) }
      lanes[lane].wake(.max)
    }
    if !endings.isEmpty { wakeWriter() }
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
