import Foundation
import Store
import Synchronization

/// The databases that a command has open. The program closes them at its end, so that a copy of the file alone is complete. They are collected
/// here because a server's tasks may hold a database longer than the command.
enum OpenStores {
  /// The handler of SIGTERM and SIGINT while a database is open.
  enum Stopping {
    /// Transactions are rolled back, databases are closed, and the program ends by the signal.
    case atOnce
    /// The command finishes by itself.
    case byCommand
  }

  private static let stores = Mutex<[Store]>([])
  /// Kept while the program runs.
  private static let signals = Mutex<StopSignals?>(nil)

  static func open(_ url: String, stopping: Stopping = .atOnce) throws -> Store {
    try keep(stopping) { try Store.open(url, onUnreadable: note) }
  }

  static func create(_ url: String, stopping: Stopping = .atOnce) throws -> Store {
    try keep(stopping) { try Store.create(url, onUnreadable: note) }
  }

  private static func note(_ record: UnreadableRecord) {
    StandardError.note("left out, because it cannot be read: \(record)")
  }

  private static func keep(_ stopping: Stopping, _ open: () throws -> Store) throws -> Store {
    // Installed before there is anything to close.
    if stopping == .atOnce {
      signals.withLock { signals in
        if signals == nil { signals = StopSignals { number, before in if before == 0 { stop(by: number) } } }
      }
    }
    // A signal that arrives now waits until the database is open, then closes it.
    return try stores.withLock { stores in
      let store = try open()
      stores.append(store)
      return store
    }
  }

  /// Closes all of them.
  static func closeAll() {
    let open = stores.withLock { stores in
      defer { stores.removeAll() }
      return stores
    }
    for store in open { store.close() }
  }

  /// The longest time for closing; whatever takes longer does not wait for the database.
  private static let closingSeconds = 5.0

  /// Rolls back, closes the databases, and ends the program by the signal.
  private static func stop(by number: Int32) {
    let isClosed = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for store in stores.withLock({ $0 }) { store.interrupt() }
      closeAll()
      isClosed.signal()
    }
    _ = isClosed.wait(timeout: .now() + closingSeconds)
    signal(number, SIG_DFL)
    // The parent process may have blocked the signal.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
