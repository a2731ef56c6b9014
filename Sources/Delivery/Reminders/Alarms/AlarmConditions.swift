internal import Records
public import Store

/// The conditions of alarms, each with its one definition.
public struct AlarmConditions: Sendable {
  /// What the database cannot tell.
  public struct Surroundings: Sendable {
    /// When certificates end, in seconds of UTC since 1970, by host or file. One that could not be read is absent, and its alarm stays as it is.
    public var certificateEnds: [String: Int] = [:]
    /// Free megabytes on the disk of the database; nil if this machine does not have it.
    public var freeMegabytes: Int?

    public init() {}
  }

  /// The conditions that hold.
  public private(set) var sightings: [AlarmSighting] = []
  private var unassessed: Set<AlarmKind> = []
  private let certificates: Set<String>
  private let now: Int

  /// Looks at all conditions.
  ///
  /// - Throws: the error of the database.
  public init(_ store: Store, _ limits: AlarmLimits, _ surroundings: Surroundings, now: Int) throws {
    self.now = now
    certificates = Set(surroundings.certificateEnds.keys)
    let queue = ReminderQueue(store)
    let state = try store.serviceState(now: now)
    try lookAtWorker(state, queue, limits.worker)
    lookAtPlanner(state, limits.planner)
    try lookAtFailures(queue, limits)
    try lookAtServices(queue, limits.channel)
    try lookAtBackups(store, limits.backup)
    lookAtDisk(surroundings.freeMegabytes, limits.disk)
    try lookAtEnds(store, surroundings.certificateEnds, limits.ends)
  }

  /// False for an alarm whose condition could not be looked at.
  public func isAssessed(_ alarm: Alarm) -> Bool {
    if alarm.kind == .certificateEnds { return alarm.sighting.subject.map(certificates.contains) ?? true }
    return !unassessed.contains(alarm.kind)
  }

  private mutating func add(_ sighting: AlarmSighting, _ change: (inout AlarmSighting) -> Void = { _ in }) {
    var sighting = sighting
    change(&sighting)
    sightings.append(sighting)
  }

  // MARK: Planner and worker

  private mutating func lookAtWorker(_ state: ServiceState, _ queue: ReminderQueue, _ limit: Int?) throws {
    guard let limit else { return }
    if state.isWorkerSilent(for: limit) {
      add(AlarmSighting(.workerSilent, since: state.workerSeenAt ?? now)) { $0.moment = state.workerSeenAt }
      // Without a worker everything is late, which needs no second alarm, nor that the other one ends.
      unassessed.insert(.remindersLate)
    } else if state.lagSeconds > limit {
      let due = try queue.dueCounts(now: now).filter { $0.value > 0 }
      add(AlarmSighting(.remindersLate, since: now - state.lagSeconds)) {
        $0.count = due.values.reduce(0, +)
        $0.reason = due.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      }
    }
  }

  private mutating func lookAtPlanner(_ state: ServiceState, _ limit: Int?) {
    guard let limit, state.planner(within: limit) == .behind else { return }
    add(AlarmSighting(.plannerSilent, since: state.lastPlanned ?? now)) { $0.moment = state.lastPlanned }
  }

  // MARK: Delivery

  private mutating func lookAtFailures(_ queue: ReminderQueue, _ limits: AlarmLimits) throws {
    guard let percent = limits.failures else { return }
    let recent = try queue.recentFailures(seconds: AlarmLimits.failureSeconds, now: now)
    let total = recent.sent + recent.failed
    guard total >= limits.failuresOf ?? 0, recent.failed * 100 > total * percent else { return }
    add(AlarmSighting(.deliveriesFailing, since: now)) {
      ($0.count, $0.total, $0.reason) = (recent.failed, total, recent.reason)
    }
  }

  private mutating func lookAtServices(_ queue: ReminderQueue, _ limit: Int?) throws {
    guard let limit else { return }
    for trouble in try queue.troubles() where now - trouble.since >= limit {
      // Nobody has tried for long: the channel is not used any more, or has nobody to send to.
      guard now - trouble.lastAt <= Self.unusedSeconds else { continue }
      add(AlarmSighting(.channelUnavailable, id: trouble.name, since: trouble.since)) {
        ($0.subject, $0.reason, $0.moment) = (trouble.name, trouble.reason, trouble.lastAt)
      }
    }
  }

  /// Reminders of some users come on two days of a lunar month.
  private static let unusedSeconds = 30 * 86_400

  // MARK: The machine

  private mutating func lookAtBackups(_ store: Store, _ limit: Int?) throws {
    guard let limit, let state = try store.backupState() else { return }
    if let failure = state.failure {
      add(AlarmSighting(.backupMissing, since: failure.at)) {
        ($0.reason, $0.moment) = (failure.reason, state.succeededAt)
      }
    } else if let last = state.succeededAt, now - last > limit {
      add(AlarmSighting(.backupMissing, since: last)) { $0.moment = last }
    }
  }

  private mutating func lookAtDisk(_ megabytes: Int?, _ limit: Int?) {
    guard let megabytes else {
      unassessed.insert(.diskNearlyFull)
      return
    }
    guard let limit, megabytes < limit else { return }
    add(AlarmSighting(.diskNearlyFull, since: now)) { $0.count = megabytes }
  }

  // MARK: What ends

  private mutating func lookAtEnds(_ store: Store, _ certificates: [String: Int], _ limit: Int?) throws {
    guard let limit else { return }
    for (name, end) in certificates.sorted(by: { $0.key < $1.key }) where end - now < limit {
      add(AlarmSighting(.certificateEnds, id: name, since: now)) { ($0.subject, $0.moment) = (name, end) }
    }
    for token in try store.tokens() where token.role != .user && token.revokedAt == nil {
      // A token that was made for a shorter time is meant to end. One that has ended is not used any more after a week.
      guard let end = token.expiresAt, end - token.createdAt >= 2 * limit, end - now < limit,
        now - end < Store.forgottenAfterSeconds
      else { continue }
      add(AlarmSighting(.tokenEnds, id: "\(token.id)", since: now)) { ($0.subject, $0.moment) = (token.name, end) }
    }
  }
}
