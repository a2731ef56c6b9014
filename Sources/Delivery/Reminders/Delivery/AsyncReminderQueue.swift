internal import Dispatch
internal import Lunisolar
internal import Store

/// The queue for a worker's tasks. SQLite blocks its thread while another program writes, so the calls run on a serial queue of their own and
/// never block the task threads.
struct AsyncReminderQueue: Sendable {
  let queue: ReminderQueue
  /// Random for each process, so a restarted worker waits for its former leases to end.
  let owner: String
  private let line = DispatchQueue(label: "folkcal.queue")

  init(_ queue: ReminderQueue, owner: String) {
    self.queue = queue
    self.owner = owner
  }

  var news: AsyncStream<Void> { queue.news() }

  func claim(
    _ limit: Int, leaseSeconds: Int, channels: Set<String>?, from position: ClaimPosition?, now: Int
  ) async throws -> Claim {
    try await perform {
      try $0.claim(
        limit, owner: owner, leaseSeconds: leaseSeconds, channels: channels, from: position, now: now)
    }
  }

  func renew(_ ids: [Int], days: ClosedRange<SolarDate>, until: Int, now: Int) async throws -> Set<Int> {
    try await perform { try $0.renew(ids, days: days, owner: owner, until: until, now: now) }
  }

  func unsendable(of ids: [Int], days: ClosedRange<SolarDate>, now: Int) async throws -> Set<Int> {
    try await perform { try $0.unsendable(of: ids, days: days, owner: owner, now: now) }
  }

  func expireForgotten(now: Int) async throws -> Int {
    try await perform { try $0.expireForgotten(now: now) }
  }

  /// Replans some users' reminders if a change requires it.
  ///
  /// - Returns: whether anything is left.
  func completeSomeReplans(now: Int) async throws -> Bool {
    try await perform { try $0.completeSomeReplans(now: now) }
  }

  func acknowledge(_ acknowledgements: [Acknowledgement], now: Int) async throws -> Int {
    try await perform { try $0.acknowledge(acknowledgements, owner: owner, now: now) }
  }

  func release(_ reminders: [DueReminder]) async throws {
    try await perform { try $0.release(reminders, owner: owner) }
  }

  func takeTurns(_ count: Int, of channel: String, perSecond: Double, now: Double) async throws -> Double {
    try await perform { try $0.takeTurns(count, of: channel, perSecond: perSecond, now: now) }
  }

  func claimOutbox(leaseSeconds: Int, now: Int) async throws -> OutboxMessage? {
    try await perform { try $0.claimOutbox(owner: owner, leaseSeconds: leaseSeconds, now: now) }
  }

  func end(_ message: OutboxMessage, _ result: Acknowledgement.Result) async throws {
    try await perform { try $0.end(message, result, owner: owner) }
  }

  func nextDue(_ channels: Set<String>?, now: Int) async throws -> Int? {
    try await perform { try $0.nextDue(channels: channels, now: now) }
  }

  func noteWorker(isAlive: Bool, troubles: [ServiceTrouble], available: [String], now: Int) async throws {
    try await perform { try $0.noteWorker(isAlive: isAlive, troubles: troubles, available: available, now: now) }
  }

  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ReminderQueue) throws -> Result
  ) async throws -> Result {
    try await line.perform { try body(queue) }
  }
}
