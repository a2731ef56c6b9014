public import Channels
internal import Dispatch
internal import Folklore
public import Store

/// One that is told of alarms.
public struct AlarmReceiver: Sendable {
  public let target: AlarmTarget
  /// Sends a notice once.
  let send: @Sendable (AlarmNotice) async -> Outcome

  public init(_ target: AlarmTarget, send: @escaping @Sendable (AlarmNotice) async -> Outcome) {
    (self.target, self.send) = (target, send)
  }

  /// Sends a notice once, within `seconds`.
  ///
  /// - Returns: nil if it was delivered; otherwise the reason.
  public func tell(_ notice: AlarmNotice, seconds: Int = AlarmRound.sendSeconds) async -> String? {
    let outcome = await withTaskGroup { group in
      group.addTask { await send(notice) }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return .failed(reason: "no answer within \(seconds) s")
      }
      let first = await group.next() ?? .failed(reason: "stopped")
      group.cancelAll()
      return first
    }
    return outcome == .delivered ? nil : outcome.reason
  }
}

/// One check of the alarms: looks at the conditions, opens and ends alarms, and tells the receivers.
///
///     let report = try await AlarmRound(store: store, limits: limits, receivers: receivers).run(surroundings, now: now)
///
/// Any number of processes may do it at the same time. A message is leased, sent with a key that is the same at every attempt, and then marked.
/// If the process is killed between, it is sent again when the lease is over, with that key.
public struct AlarmRound: Sendable {
  /// The longest time for one message; a user's second way is within it.
  public static let sendSeconds = 100
  /// Longer than a message may take, and than a database may be locked afterwards.
  static let leaseSeconds = 180

  private let store: Store
  private let limits: AlarmLimits
  private let receivers: [AlarmReceiver]
  /// As in `AsyncReminderQueue`: SQLite blocks the thread that calls it.
  private let line = DispatchQueue(label: "folkcal.alarms")

  public init(store: Store, limits: AlarmLimits, receivers: [AlarmReceiver]) {
    (self.store, self.limits, self.receivers) = (store, limits, receivers)
  }

  /// - Parameter now: seconds of UTC since 1970; read again when messages are marked.
  /// - Throws: the error of the database.
  public func run(
    _ surroundings: AlarmConditions.Surroundings, now: @escaping @Sendable () -> Int
  ) async throws -> AlarmReport {
    let keys = receivers.map(\.target.key)
    let owner = String(UInt64.random(in: .min ... .max), radix: 36)
    let errands = try await line.perform { [store, limits] in
      let conditions = try AlarmConditions(store, limits, surroundings, now: now())
      try store.note(
        conditions.sightings, targets: keys, holdSeconds: limits.hold ?? 0, now: now(),
        isAssessed: conditions.isAssessed)
      return try store.claimAlarms(for: keys, owner: owner, leaseSeconds: Self.leaseSeconds, now: now())
    }
    let told = try await withThrowingTaskGroup { group in
      for errand in errands {
        guard let receiver = receivers.first(where: { $0.target.key == errand.target }) else { continue }
        group.addTask {
          let error = await receiver.tell(AlarmNotice(errand))
          // At once: another target may take its time.
          try await line.perform { [store] in _ = try store.mark(errand, error: error, owner: owner, now: now()) }
          return (
            errand.id,
            AlarmReport.Told(
              key: errand.alarm.key, phase: errand.phase.rawValue, target: receiver.target.name, error: error)
          )
        }
      }
      return try await group.reduce(into: [(id: Int, AlarmReport.Told)]()) { $0.append($1) }
    }
    return AlarmReport(
      open: try await line.perform { [store] in try store.alarms() },
      messages: told.sorted { $0.id < $1.id }.map(\.1))
  }
}

/// What a check did.
public struct AlarmReport: Sendable {
  /// The alarms that are open now.
  public let open: [Alarm]
  public let messages: [Told]

  public init(open: [Alarm], messages: [Told]) {
    (self.open, self.messages) = (open, messages)
  }

  /// A message of this check.
  public struct Told: Codable, Hashable, Sendable {
    /// The alarm's key.
    public let key: String
    public let phase: String
    /// The target, of a URL only its host.
    public let target: String
    /// Nil if it was delivered.
    public let error: String?

    public init(key: String, phase: String, target: String, error: String?) {
      (self.key, self.phase, self.target, self.error) = (key, phase, target, error)
    }
  }
}
