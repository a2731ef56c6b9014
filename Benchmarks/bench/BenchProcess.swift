import Foundation
import Processes

/// This program in a separate process, to exclude its work and memory from our figures.
struct BenchProcess {
  /// Its first line of output, written when it is ready or done: an address, a port or a figure.
  let firstLine: String
  private let process: pid_t

  struct Failure: Error, CustomStringConvertible {
    let arguments: [String]

    var description: String { "bench \(arguments.joined(separator: " ")) said nothing, or ended before that" }
  }

  /// - Parameters:
  ///   - arguments: such as `--sink`.
  ///   - folder: the folder for its output file.
  init(_ arguments: [String], _ folder: URL) throws {
    let file = folder.appendingPathComponent("\(UUID().uuidString).out").path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, file, O_WRONLY | O_CREAT, 0o600)
    let program = Bundle.main.executablePath ?? ""
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let status = withoutBlockedSignals { posix_spawn(&process, program, &actions, nil, &words, environ) }
    guard status == 0 else { throw Failure(arguments: arguments) }
    self.process = process
    var hasEnded = false
    for _ in 0..<6_000 where !hasEnded {
      // Asked before the file is read, because it may write and end in between.
      var information = siginfo_t()
      waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
      hasEnded = information.si_signo == SIGCHLD
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n") {
        firstLine = text.trimmingCharacters(in: .newlines)
        return
      }
      usleep(10_000)
    }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    throw Failure(arguments: arguments)
  }

  /// Its memory in bytes, from /proc/PID/statm.
  var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }

  func end() {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
