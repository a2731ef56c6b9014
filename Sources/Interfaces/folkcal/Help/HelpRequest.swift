/// A command line that asks for help: `folkcal help convert`, `folkcal convert --help`, `folkcal convert -h`, `folkcal convert help`.
struct HelpRequest {
  let path: CommandPath

  /// - Returns: nil if the command line asks for something else.
  /// - Throws: `Failure` if it asks for help on an unknown command.
  init?(_ arguments: ArraySlice<String>) throws {
    let options = arguments.prefix { $0 != "--" }
    let hasOption = options.contains { $0 == "--help" || $0 == "-h" }
    guard hasOption || options.contains("help") else { return nil }
    let path = CommandPath(arguments)
    let words = path.rest.filter { !$0.hasPrefix("-") && $0 != "help" }
    // `help` elsewhere is a word like others, such as the text of a message.
    let isNamed =
      CommandPath.isHelp(arguments) || path.rest.elementsEqual(["help"])
      || (path.rest.first == "help" && !path.subcommands.isEmpty)
    guard hasOption || isNamed else { return nil }
    self.path = CommandPath(path.names.dropFirst() + words)
    if !hasOption, !self.path.subcommands.isEmpty, let word = self.path.rest.first {
      throw UnknownCommand(word, self.path).failure
    }
  }
}

extension CommandPath {
  /// True for `folkcal help …`.
  fileprivate static func isHelp(_ arguments: ArraySlice<String>) -> Bool {
    var words = arguments
    while let word = words.first, word.hasPrefix("--lang") {
      words = words.dropFirst(word == "--lang" ? 2 : 1)
    }
    return words.first == "help"
  }
}
