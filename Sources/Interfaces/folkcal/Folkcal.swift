import ArgumentParser
import Foundation

/// The program: parses the command line, runs one command, and reports errors with message and status.
///
///     folkcal convert 2026-11-21
@main
struct Folkcal: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folkcal",
    abstract: Speech.say(
      "臺灣農曆民俗：日期轉換、節氣、近期節日與提醒。",
      "The lunar folk calendar of Taiwan: dates, solar terms, coming festivals and reminders."),
    discussion: Speech.say(
      "結束代碼：0 完成；1 執行失敗；2 指令或輸入有誤，什麼都沒有做；3 找不到。",
      """
      Exit status: 0 done; 1 a failure while doing it; 2 the command line or the input was wrong, and nothing was done; \
      3 not found.
      """),
    version: version,
    subcommands: commands(for: arguments.first))

  static let commands: KeyValuePairs<String, any ParsableCommand.Type> = [
    "convert": ConvertCommand.self, "terms": TermsCommand.self, "year": YearCommand.self, "day": DayCommand.self,
    "month": MonthCommand.self, "days-off": DaysOffCommand.self, "upcoming": UpcomingCommand.self,
    "near": NearCommand.self, "who": WhoCommand.self, "pillars": PillarsCommand.self, "eclipses": EclipsesCommand.self,
    "days": DaysCommand.self, "hours": HoursCommand.self, "zodiac": ZodiacCommand.self,
    "feed": FeedCommand.self, "today": TodayCommand.self,
    "remind": RemindCommand.self, "serve": ServeCommand.self, "mcp": MCPCommand.self, "init": InitCommand.self,
    "admin": AdminCommand.self, "mail": MailCommand.self, "data": DataCommand.self,
  ]

  /// The command named by the first word, or all. Passing only one saves a fifth of the time of a conversion.
  private static func commands(for word: String?) -> [any ParsableCommand.Type] {
    let named = commands.filter { $0.key == word }
    return (named.isEmpty ? Array(commands) : named).map(\.value)
  }

  static let version = "0.1.0"

  /// The words of the command line. A `--lang` before the command stands behind it here, because it is an option of the commands.
  private static let arguments: [String] = {
    var words = CommandLine.arguments.dropFirst()
    var language: [String] = []
    while let word = words.first, word == "--lang" || word.hasPrefix("--lang=") {
      let count = word == "--lang" ? 2 : 1
      language += words.prefix(count)
      words = words.dropFirst(count)
    }
    let options = words.prefix { $0 != "--" }
    let all = options + language + words.dropFirst(options.count)
    // `folkcal` alone, or with options of `today`, shows today.
    let isToday =
      all.first.map { first in first.hasPrefix("--") && !ownOptions.contains { first.hasPrefix($0) } } ?? true
    return (isToday ? ["today"] : []) + all
  }()

  /// Options that stand without a command.
  private static let ownOptions = ["--help", "--version", "--generate-completion-script", "--experimental-dump-help"]

  static func main() {
    do {
      if let request = try HelpRequest(arguments[...]) { return try show(HelpScreen(request.path)) }
      var command = try parseAsRoot(arguments)
      try command.run()
      OpenStores.closeAll()
      try StandardOutput.finish()
    } catch {
      OpenStores.closeAll()
      if let failure = Failure(error) { stop(failure) }
      let path = CommandPath(arguments)
      let isGroup = !path.subcommands.isEmpty && path.rest.isEmpty
      // The parser treats help and version as errors; they go to standard output.
      let status = exitCode(for: error)
      if isGroup, let screen = try? HelpScreen(path) { return show(screen) }
      guard status != .success else { exit(withError: error) }
      if let unknown = UnknownCommand(path) { stop(unknown.failure) }
      let isUsage = status == .validationFailure
      StandardError.note(isUsage ? ParserError(error, path).text : "\(error)")
      Foundation.exit((isUsage ? Failure.Status.wrongInput : .failed).rawValue)
    }
  }

  private static func show(_ screen: HelpScreen) {
    do {
      try StandardOutput.write(Array(screen.text.utf8))
      try StandardOutput.finish()
    } catch {
      if let failure = Failure(error) { stop(failure) }
    }
  }

  private static func stop(_ failure: Failure) -> Never {
    StandardError.note(failure.message)
    Foundation.exit(failure.status.rawValue)
  }
}
