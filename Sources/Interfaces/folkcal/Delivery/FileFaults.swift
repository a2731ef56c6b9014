import Foundation

/// What ends a worker that reads its database as memory: somebody cut the file short, or the disk cannot be read. SQLite cannot tell it
/// as an error then; the system sends SIGBUS.
enum FileFaults {
  /// Has the program end with status 1 and a sentence, instead of by a signal without a word. What it holds is claimed again after its lease.
  ///
  /// - Parameter path: the file's.
  static func endWithSentence(about path: String) {
    sentence = ContiguousArray(
      "folkcal: the database \(path) was cut short, or its disk cannot be read: folkcal admin check says more; restore a backup with folkcal admin restore FILE\n"
        .utf8)
    signal(SIGBUS) { _ in
      // Only what signal-safety(7) allows.
      FileFaults.sentence.withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      _exit(1)
    }
  }

  /// Written once, before the signal can come.
  private nonisolated(unsafe) static var sentence: ContiguousArray<UInt8> = []
}
