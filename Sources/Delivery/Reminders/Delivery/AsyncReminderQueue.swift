internal import Dispatch
internal import Store

/// The queue as a worker's tasks see it.
///
/// SQLite blocks the thread that calls it, for as long as another program writes. There are as many threads for tasks as cores, and they
/// have messages to send: so the calls are made on a queue of their own, one after another.
struct AsyncReminderQueue: Sendable {
  let queue: ReminderQueue
  /// Random for each process: a worker that dies and comes back is another one, whose leases its own claims wait for.
  let owner: String
  private let line = DispatchQueue(label: "folkcal.queue")

  init(_ queue: ReminderQueue, owner: String) {
    self.queue = queue
    self.owner = owner
  }

  func claim(
    _ limit: Int, leaseSeconds: Int, channels: Set<String>?, from position: ClaimPosition?, now: Int
  ) async throws -> Claim {
    try await perform {
      try $0.claim(
        limit, owner: owner, leaseSeconds: leaseSeconds, channels: channels, from: position, now: now)
    }
  }

  func renew(_ ids: [Int], until: Int, now: Int) async throws -> Set<Int> {
    try await perform { try $0.renew(ids, owner: owner, until: until, now: now) }
  }

  func unsendable(of ids: [Int], now: Int) async throws -> Set<Int> {
    try await perform { try $0.unsendable(of: ids, owner: owner, now: now) }
  }

  func expireForgotten(now: Int) async throws -> Int {
    try await perform { try $0.expireForgotten(now: now) }
  }

  /// Plans some users' reminders anew where a change has left that to do.
  ///
  /// - Returns: whether anything is left.
  func completeSomeReplans(now: Int) async throws -> Bool {
    try await perform { try $0.completeSomeReplans(now: now) }
  }

  func acknowledge(_ acknowledgements: [Acknowledgement], now: Int) async throws -> Int {
    try await perform { try $0.acknowledge(acknowledgements, owner: owner, now: now) }
  }

  func release(_ ids: [Int]) async throws {
    try await perform { try $0.release(ids, owner: owner) }
  }

  func nextDue(_ channels: Set<String>?, now: Int) async throws -> Int? {
    try await perform { try $0.nextDue(channels: channels, now: now) }
  }

  private func perform<Result: Sendable>(
    _ body: @escaping @Sendable (ReminderQueue) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      line.async { continuation.resume(with: Swift.Result { try body(queue) }) }
    }
  }
}
