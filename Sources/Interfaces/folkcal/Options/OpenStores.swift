import Database
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

  /// - Parameter waits: whether to wait for a server that cannot be reached yet; the machine may have started this program first.
  static func open(_ url: String, stopping: Stopping = .atOnce, waits: Bool = false) throws -> Store {
    var hasSaid = false
    while true {
      do {
        return try keep(stopping) { try Store.open(url, onUnreadable: note) }
      } catch let DatabaseError.unreachable(place, reason) where waits {
        if !hasSaid {
          StandardError.note(
            "連不上資料庫 \(place)，等候中：\(reason)", "waiting for the database \(place), which cannot be reached: \(reason)")
        }
        hasSaid = true
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  static func create(_ url: String, stopping: Stopping = .atOnce) throws -> Store {
    try keep(stopping) { try Store.create(url, onUnreadable: note) }
  }

  private static func note(_ record: UnreadableRecord) {
    StandardError.note("無法讀取，已略過：\(record)", "left out, because it cannot be read: \(record)")
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
      var store = try open()
      if ProcessInfo.processInfo.environment[DeliveryEnvironment.hookVariable].map({ !$0.isEmpty }) ?? false {
        store = store.keepingOutbox()
      }
      stores.append(store)
      return store
    }
  }

  /// Closes all of them.
  static func closeAll() {
    stores.withLock { stores in
      for store in stores { store.close() }
      stores.removeAll()
    }
  }

  /// The longest time for closing; whatever takes longer does not wait for the database.
  private static let closingSeconds = 5.0

  /// Interrupts what runs, closes the databases and ends the program as the signal would have.
  private static func stop(by number: Int32) {
    Thread.detachNewThread {
      stores.withLock { stores in
        for store in stores { store.interrupt() }
        for store in stores { store.close() }
        // With the lock held: the command, which was interrupted, waits to close its databases and does not end the program itself.
        end(by: number)
      }
    }
    Thread.sleep(forTimeInterval: closingSeconds)
    end(by: number)
  }

  /// Ends the program as a signal would have.
  static func end(by number: Int32) {
    signal(number, SIG_DFL)
    // The program may have been started with the signal blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}
