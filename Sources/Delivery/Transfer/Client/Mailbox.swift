internal import CCurl
internal import Foundation
internal import Synchronization

/// Identifies a transfer, and holds whether it was cancelled.
final class Ticket: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}

/// Passes commands from callers' tasks to the client's thread. It uses a lock and not an actor, because the thread waits in libcurl's poll and
/// cannot await.
final class Mailbox: Sendable {
  enum Command: Sendable {
    case begin(Job, Ticket, Job.Waiter)
    /// Cancelled; the transfer may have ended or not have started.
    case end(Ticket)
  }

  /// The multi handle, only to wake its thread.
  ///
  /// Unchecked because a pointer is not Sendable: curl_multi_wakeup(3) may be called from any thread while the handle lives, and the thread
  /// removes the handle from the state under the lock before it frees it.
  struct Bell: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    fileprivate func ring() { _ = ccurl_multi_wakeup(multi) }
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var bell: Bell?
    var hasThread = false
    var isClosed = false
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private let configuration: TransferClient.Configuration
  private let state = Mutex(State())

  init(_ configuration: TransferClient.Configuration) {
    self.configuration = configuration
  }
}

// MARK: - For callers' tasks

extension Mailbox {
  func begin(_ job: Job, _ ticket: Ticket, _ waiter: Job.Waiter) {
    let isTaken = post(.begin(job, ticket, waiter))
    if !isTaken { waiter.resume(returning: .failure(.closed)) }
  }

  /// The mark is set before the command: a transfer that starts later sees the mark, a running one gets the command.
  func cancel(_ ticket: Ticket) {
    ticket.cancel()
    _ = post(.end(ticket))
  }

  func close(_ closer: CheckedContinuation<Void, Never>? = nil) {
    let isOver = state.withLock { state in
      state.isClosed = true
      state.bell?.ring()
      if state.hasThread, let closer { state.closers.append(closer) }
      return !state.hasThread
    }
    if isOver { closer?.resume() }
  }

  /// False if the client is closed.
  private func post(_ command: Command) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      if !state.hasThread {
        state.hasThread = true
        Thread.detachNewThread { [self, configuration] in TransferLoop.run(self, configuration) }
      }
      // Only the first command wakes the thread; it takes all.
      if state.commands.isEmpty { state.bell?.ring() }
      state.commands.append(command)
      return true
    }
  }
}

// MARK: - For the client's thread

extension Mailbox {
  func hang(_ bell: Bell) {
    state.withLock { $0.bell = bell }
  }

  func take() -> (commands: [Command], isClosed: Bool) {
    state.withLock { state in
      defer { state.commands.removeAll(keepingCapacity: true) }
      return (state.commands, state.isClosed)
    }
  }

  /// After this the thread is not woken.
  func removeBell() {
    state.withLock { $0.bell = nil }
  }

  /// The last call of the thread, after `closed`.
  func end() {
    let closers = state.withLock { state in
      state.hasThread = false
      defer { state.closers = [] }
      return state.closers
    }
    for closer in closers { closer.resume() }
  }
}
