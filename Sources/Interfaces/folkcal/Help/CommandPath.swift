import ArgumentParser
import Folklore

/// The command that a command line names.
///
///     CommandPath(["remind", "plan", "--days", "30"]).names   // ["folkcal", "remind", "plan"]
struct CommandPath {
  private(set) var names = ["folkcal"]
  private(set) var type: any ParsableCommand.Type = Folkcal.self
  /// The words after the command's name, without `--lang` and its value.
  private(set) var rest: ArraySlice<String>

  init(_ arguments: some Sequence<String>) {
    rest = Self.withoutLanguage(arguments)[...]
    if rest.first == "help" { rest.removeFirst() }
    while let word = rest.first, let command = subcommands.first(where: { $0.name == word }) {
      names.append(word)
      type = command.type
      rest.removeFirst()
    }
  }

  /// The commands below this one.
  var subcommands: [(name: String, type: any ParsableCommand.Type)] {
    guard names.count > 1 else { return Folkcal.commands.map { ($0.key, $0.value) } }
    return type.configuration.subcommands.compactMap { type in type.configuration.commandName.map { ($0, type) } }
  }

  var text: String { names.joined(separator: " ") }

  private static func withoutLanguage(_ arguments: some Sequence<String>) -> [String] {
    var words: [String] = []
    var isValue = false
    var isAfterTerminator = false
    for argument in arguments {
      if isAfterTerminator {
        words.append(argument)
      } else if isValue {
        isValue = false
      } else if argument == "--lang" {
        isValue = true
      } else if !argument.hasPrefix("--lang=") {
        words.append(argument)
        isAfterTerminator = argument == "--"
      }
    }
    return words
  }
}
