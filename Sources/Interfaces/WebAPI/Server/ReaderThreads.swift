import NIOCore
import NIOPosix

/// Threads for work that may take a while, such as reading what people type: Swift's own threads and the event loops, which are few, answer everybody
/// meanwhile.
///
///     let said = await withTaskExecutorPreference(service.readers) { await reply(to: event) }
final class ReaderThreads: TaskExecutor {
  private let threads: NIOThreadPool

  /// One half of the processors may read.
  init() {
    threads = NIOThreadPool(numberOfThreads: max(1, System.coreCount / 2))
    threads.start()
  }

  deinit { threads.shutdownGracefully { _ in } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // A pool that has been shut down runs what comes where it comes from.
    threads.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
