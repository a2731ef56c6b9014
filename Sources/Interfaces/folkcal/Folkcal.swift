import ArgumentParser
import Foundation

/// The program: parses the command line, runs one command, and reports errors with message and status.
///
///     folkcal convert 2026-11-21
@main
struct Folkcal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folkcal",
    abstract: "The lunar folk calendar of Taiwan: dates, solar terms, coming festivals and reminders.",
    discussion: """
      Exit status: 0 done; 1 a failure while doing it; 2 the command line or the input was wrong, and nothing was done; \
      3 not found.
      """,
    version: version,
    subcommands: commands(for: CommandLine.arguments.dropFirst().first))

  private static let commands: KeyValuePairs<String, any ParsableCommand.Type> = [
    "convert": ConvertCommand.self, "terms": TermsCommand.self, "year": YearCommand.self, "day": DayCommand.self,
    "month": MonthCommand.self, "days-off": DaysOffCommand.self, "upcoming": UpcomingCommand.self,
    "near": NearCommand.self, "feed": FeedCommand.self,
    "remind": RemindCommand.self, "serve": ServeCommand.self, "init": InitCommand.self, "admin": AdminCommand.self,
    "data": DataCommand.self,
  ]

  /// The command named by the first word, or all. Passing only one saves a fifth of the time of a conversion.
  private static func commands(for word: String?) -> [any ParsableCommand.Type] {
    let named = commands.filter { $0.key == word }
    return (named.isEmpty ? Array(commands) : named).map(\.value)
  }

  static let version = "0.1.0"

  static func main() {
    do {
      try checkHelp(CommandLine.arguments.dropFirst())
      var command = try parseAsRoot()
      try command.run()
      OpenStores.closeAll()
      try StandardOutput.finish()
    } catch {
      OpenStores.closeAll()
      if let failure = Failure(error) {
        StandardError.note(failure.message)
        Foundation.exit(failure.status.rawValue)
      }
      // The parser treats help and version as errors; they go to standard output.
      let status = exitCode(for: error)
      guard status != .success else { exit(withError: error) }
      let isUsage = status == .validationFailure
      StandardError.write((isUsage ? usage(error) : "folkcal: \(error)") + "\n")
      Foundation.exit((isUsage ? Failure.Status.wrongInput : .failed).rawValue)
    }
  }

  /// Rejects `help` of an unknown command, for which the parser would show other help.
  private static func checkHelp(_ words: ArraySlice<String>) throws {
    guard words.first == "help" else { return }
    var known = commands.map { (name: $0.key, type: $0.value) }
    var named = "folkcal"
    for word in words.dropFirst() where !word.hasPrefix("-") && word != "help" {
      guard let command = known.first(where: { $0.name == word }) else {
        throw Failure.wrongInput("\"\(word)\" is no command of \(named): \(known.map(\.name).joined(separator: ", "))")
      }
      named += " " + word
      known = command.type.configuration.subcommands.map { ($0.configuration.commandName ?? "", $0) }
    }
  }

  private static func usage(_ error: any Error) -> String {
    let text = fullMessage(for: error)
    return text.hasPrefix("Error: ") ? "folkcal: " + text.dropFirst("Error: ".count) : text
  }
}
