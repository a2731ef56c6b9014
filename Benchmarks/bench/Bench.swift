import Folklore
import Foundation

/// Measures the claimed figures, each with its reference in the same run: a table on standard output, a JSON line for each figure.
///
///     bench [FILE.jsonl]
///     bench --reminders       # only this part, without a file; see `parts`
///
/// A part that fails says so, and the others follow. The status is 1 if a bar is missed, and 2 if a part failed.
@main
struct Bench {
  static func main() async {
    do { exit(try await run(Array(CommandLine.arguments.dropFirst()))) } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(2)
    }
  }

  private struct Part: Sendable {
    let name: String
    let measure: @Sendable (inout Report) async throws -> Void
  }

  private static let parts: [Part] =
    [
      Part(name: "almanac") { report in
        try ConversionBench.run(&report)
        try OccurrenceBench.run(&report)
        try AlmanacBench.run(&report)
      },
      Part(name: "sky") { try SkyBench.run(&$0) },
      Part(name: "nearest") { try NearestBench.run(&$0) },
      Part(name: "start") { try StartBench.run(&$0) },
      Part(name: "store") { try StoreBench.run(&$0) },
      Part(name: "register") { try RegisterBench.run(&$0) },
      Part(name: "reminders") { try await ReminderBench.run(&$0) },
    ]
    + ChatService.allCases.map { service in Part(name: service.rawValue) { try ChatBench.run(service, &$0) } }
    + [
      Part(name: "postgresql") { try PostgreSQLBench.run(&$0) },
      Part(name: "api") { try APIBench.run(&$0) },
    ]

  /// - Returns: the status.
  private static func run(_ words: [String]) async throws -> Int32 {
    if try await isChild(words) { return 0 }
    let asked = words.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
    let unknown = asked.filter { name in !parts.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let names = parts.map { "--\($0.name)" }.joined(separator: ", ")
      throw UnknownPart(description: "no part --\(unknown[0]): expected \(names)")
    }
    var report = Report(file: asked.isEmpty ? words.first : nil)
    for part in parts where asked.isEmpty || asked.contains(part.name) {
      let start = ContinuousClock.now
      do { try await part.measure(&report) } catch { report.fail(part.name, error) }
      report.note("\(part.name): \((ContinuousClock.now - start).components.seconds) s")
    }
    return report.status
  }

  private struct UnknownPart: Error, CustomStringConvertible {
    let description: String
  }

  /// Does the work of a process that a part has started (`BenchProcess`); false for other words.
  private static func isChild(_ words: [String]) async throws -> Bool {
    switch words.first {
    case "--sink": try ReminderBench.sink()
    case "--settings": try ReminderBench.changeSettings(words)
    case "--bare", "--worker": try await ReminderBench.send(words)
    case "--api-server": try await APIBenchServer.run(words.last ?? "")
    default: return try await ChatBench.isPart(words)
    }
    return true
  }
}

/// The run time of a body in seconds: the shortest of several rounds, because other programs share the machine.
func shortestSeconds(rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var shortest = Double.infinity
  for _ in 0..<rounds {
    let duration = try clock.measure(body)
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    shortest = min(shortest, seconds)
  }
  return shortest
}
