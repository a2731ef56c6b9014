import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite("Starting a child", .timed)
struct StartTests {
  /// The signals that a child blocks: its line of /proc/self/status (proc(5)).
  private static func blocked() throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sed")
    process.arguments = ["-n", "s/^SigBlk:[[:blank:]]*//p", "/proc/self/status"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test("A child blocks no signals, whatever the thread blocks that starts it; that thread blocks them afterwards too")
  func mask() async throws {
    let (child, isBlocked) = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        let result = Result {
          let child = try Self.blocked()
          var mask = sigset_t()
          pthread_sigmask(SIG_SETMASK, nil, &mask)
          return (child, sigismember(&mask, SIGALRM) == 1)
        }
        continuation.resume(with: result)
      }
    }
    #expect(child == String(repeating: "0", count: 16) && isBlocked)
  }

  @Test("A child's alarm clock rings: it was started by a task")
  func alarm() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["perl", "-e", "alarm 1; sleep 60"]
    try process.start()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGALRM)
  }
}
