import Foundation
import Processes

/// The total time of one `folkcal convert`, compared with a program that imports Foundation and prints a line.
enum StartBench {
  static func run(_ report: inout Report) throws {
    guard let program = Bundle.main.executablePath else { return }
    let folder = URL(fileURLWithPath: program).deletingLastPathComponent()
    let ours = [folder.appendingPathComponent("folkcal").path, "convert", "2026-11-21"]
    let theirs = [folder.appendingPathComponent("hello").path]
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<60 {
      times.ours.append(try milliseconds(ours))
      times.theirs.append(try milliseconds(theirs))
    }
    let (mine, other) = (median(times.ours), median(times.theirs))
    report.add(
      "one folkcal convert, whole", mine, "ms", reference: "Foundation, prints a line", other, bar: "ratio <= 2",
      isMet: mine <= 2 * other)
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  struct Failure: Error, CustomStringConvertible {
    let command: [String]
    /// As waitpid(2) gives it.
    let status: Int32

    var description: String {
      let code = status >> 8 & 0xFF
      let end = status & 0x7F == 0 ? "status \(code)" : "signal \(status & 0x7F)"
      return "\(command.joined(separator: " ")): \(end)" + (code == 127 ? "; is it installed?" : "")
    }
  }

  /// The time from the start of a process to its end; its output is discarded.
  static func milliseconds(_ command: [String]) throws -> Double {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var arguments = command.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process = pid_t()
    var status: Int32 = 0
    let seconds = shortestSeconds(rounds: 1) {
      status = withoutBlockedSignals { posix_spawn(&process, command[0], &actions, nil, &arguments, environ) }
      if status == 0 { waitpid(process, &status, 0) } else { status = 127 << 8 }
    }
    guard status == 0 else { throw Failure(command: command, status: status) }
    return seconds * 1_000
  }
}
