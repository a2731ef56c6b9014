import Foundation
import TestSupport
import Testing

/// `admin/example-session.txt`: lines that begin with `$ ` are commands for sh, the lines behind them are what was answered.
@Suite("the operator's example session", .timed)
struct ExampleSessionTests {
  @Test("typed again, every command answers to the letter what the session shows")
  func session() throws {
    let steps = Self.steps(
      of: try String(contentsOfFile: PackageRoot.path("admin/example-session.txt"), encoding: .utf8))
    #expect(steps.count { $0.command.hasPrefix("folkcal ") } > 40)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for step in steps {
      let run = try Program.run(
        [],
        environment: [
          "FOLDER": folder.path, "FOLKCAL_DATABASE": "sqlite:" + folder.appendingPathComponent("folkcal.db").path,
          "DATA": PackageRoot.path("data"),
        ], prefix: ["/bin/sh", "-c", Self.desk + step.command])
      // What follows rests on what this command did.
      try #require(run.output == step.output, "example-session.txt:\(step.line): \(step.command)")
    }
  }

  /// What sh does before a command: both outputs are one, as on a terminal; the program, which is `$0`, is on the PATH.
  private static let desk = """
    exec 2>&1
    PATH="${0%/*}:$PATH"
    cd "$FOLDER" || exit

    """

  /// A command of the session.
  private struct Step {
    /// Its line in the file, from 1.
    let line: Int
    let command: String
    var output = ""
  }

  private static func steps(of text: String) -> [Step] {
    var steps: [Step] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated() {
      if line.hasPrefix("$ ") {
        steps.append(Step(line: index + 1, command: String(line.dropFirst(2))))
      } else if let last = steps.indices.last {
        steps[last].output += "\(line)\n"
      }
    }
    return steps
  }
}
