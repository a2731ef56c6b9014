import Folklore
import Foundation

/// Measures the claimed figures, each with its reference in the same run: a table on standard output, a JSON line for each figure.
///
///     bench [FILE.jsonl]
///     bench --reminders       # only these, without a file; likewise --line, --telegram, --postgresql, --api and --almanac
///
/// The status is 1 if a bar is missed.
@main
struct Bench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--sink") { try ReminderBench.sink() }
    if arguments.first == "--settings" { return try ReminderBench.changeSettings(Array(arguments)) }
    if ["--bare", "--worker"].contains(arguments.first) { return try await ReminderBench.send(Array(arguments)) }
    if try await ChatBench.isPart(Array(arguments)) { return }
    if arguments.first == "--api-server", let database = arguments.dropFirst().first {
      return try await APIBenchServer.run(database)
    }
    var report = Report(file: arguments.first { !$0.hasPrefix("--") })
    if (["--reminders", "--postgresql", "--api", "--almanac"] + ChatBench.options).contains(where: arguments.contains) {
      if arguments.contains("--almanac") {
        try ConversionBench.run(&report)
        try OccurrenceBench.run(&report)
      }
      if arguments.contains("--postgresql") { try PostgreSQLBench.run(&report) }
      if arguments.contains("--reminders") { try await ReminderBench.run(&report) }
      for service in ChatService.allCases where arguments.contains("--\(service.rawValue)") {
        try ChatBench.run(service, &report)
      }
      if arguments.contains("--api") { try APIBench.run(&report) }
      return print(report.table)
    }
    try ConversionBench.run(&report)
    try OccurrenceBench.run(&report)
    try NearestBench.run(&report)
    try StartBench.run(&report)
    try StoreBench.run(&report)
    try RegisterBench.run(&report)
    try await ReminderBench.run(&report)
    for service in ChatService.allCases { try ChatBench.run(service, &report) }
    try PostgreSQLBench.run(&report)
    try APIBench.run(&report)
    print(report.table)
    try report.append()
    exit(report.isMet ? 0 : 1)
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
