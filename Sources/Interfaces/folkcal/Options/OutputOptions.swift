public import ArgumentParser
public import Folklore
import Foundation

/// Output options of every command.
struct OutputOptions: ParsableArguments {
  @Flag(help: .say("輸出 JSON，供程式使用。", "Print JSON for programs."))
  var json = false

  @Option(
    help: .say(
      "語言：zh-Hant（正體中文）、zh-Hans（簡體中文）或 en（英文）。預設依 LC_ALL 與 LANG；JSON 預設是 zh-Hant。",
      "The language: zh-Hant, zh-Hans or en. By default from LC_ALL and LANG; JSON is zh-Hant by default."))
  var lang: Language?

  @Flag(
    name: .customLong("no-color"),
    help: .say("不用色彩，在終端機上也一樣（同 NO_COLOR）。", "Print without colour, even on a terminal (as NO_COLOR does)."))
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

extension Language: ExpressibleByArgument {
  public init?(argument: String) { self.init(typed: argument) }
}
