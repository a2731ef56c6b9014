package import Foundation
internal import Glibc

/// Runs a body that starts a child with an empty mask of blocked signals.
///
/// A child inherits the mask of the thread that starts it (POSIX, `posix_spawn`). Threads of Dispatch, which run all tasks, block most signals:
/// a child of theirs would never see its alarm clock (SIGALRM) or the wish that it ends (SIGTERM). `Process` has no setting for that.
package func withoutBlockedSignals<Result>(_ body: () throws -> Result) rethrows -> Result {
  var (none, before) = (sigset_t(), sigset_t())
  sigemptyset(&none)
  pthread_sigmask(SIG_SETMASK, &none, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}

extension Process {
  /// Starts the child, which blocks no signals. Use it in place of `run()`.
  package func start() throws {
    try withoutBlockedSignals { try run() }
  }
}
