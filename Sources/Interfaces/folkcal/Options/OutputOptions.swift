public import ArgumentParser
public import Folklore
import Foundation

/// Output options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print JSON for programs.")
  var json = false

  @Option(help: "The language: zh-Hant, zh-Hans or en. By default from LC_ALL and LANG; JSON is zh-Hant by default.")
  var lang: Language?

  @Flag(name: .customLong("no-color"), help: "Print without colour, even on a terminal (as NO_COLOR does).")
  var noColor = false

  /// The output language.
  var language: Language {
    if let lang { return lang }
    guard !json else { return .traditionalChinese }
    return Speech.ofLocale ?? .traditionalChinese
  }

  /// True if standard output is a terminal that allows colour.
  var useColor: Bool {
    !noColor && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty && isatty(STDOUT_FILENO) == 1
  }

  /// Prints one JSON document.
  func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    try StandardOutput.write(try encoder.encode(value) + Data("\n".utf8))
  }
}

extension Language: ExpressibleByArgument {}
