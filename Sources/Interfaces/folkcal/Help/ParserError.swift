import ArgumentParser
import Words

/// An error of the parser in the reader's language: what is wrong, the option's help, the usage of the command.
///
///     folkcal: --kind 的值「dety」不能用；可用的值：festival、deity、custom。您是不是要找：deity
struct ParserError {
  private let error: any Error
  private let path: CommandPath

  init(_ error: any Error, _ path: CommandPath) {
    self.error = error
    self.path = path
  }

  /// The text without the program's name.
  var text: String {
    // The parser gives its own message, then the help of the option, then the usage.
    let full = Folkcal.fullMessage(for: error)
    let help = full.split(separator: "\n").first { $0.hasPrefix("Help:  ") }?.dropFirst("Help:  ".count)
    let message = Self.withoutFarGuess(Folkcal.message(for: error))
    var lines = [Speech.say(Self.chinese(message), message) + (Self.choice(in: message) ?? "")]
    if let help {
      let text = Speech.say("說明：", "Help:  ") + HelpWords.usage(String(help))
      lines += LineWrapping.lines(of: text, width: 80)
    }
    lines.append(HelpScreen.usage(of: path, width: 80, heading: Speech.say("用法：", "Usage: ")))
    lines.append(
      Speech.say("用「\(path.text) --help」查看詳細說明。", "  See '\(path.text) --help' for more information."))
    return lines.joined(separator: "\n")
  }

  /// The message without a guess that is too far from what was typed; the parser always makes one.
  private static func withoutFarGuess(_ message: String) -> String {
    guard let match = message.wholeMatch(of: #/(Unknown option '-*(.+?)')\. Did you mean '-*(.+?)'\?/#),
      Similarity.closest(to: String(match.2), among: [String(match.3)]) == nil
    else { return message }
    return String(match.1)
  }

  /// What may have been meant by the value of an option with choices.
  private static func choice(in message: String) -> String? {
    guard
      let match = message.firstMatch(
        of: #/^The value '(.*?)' is invalid for '(?s:.*)Please provide one of (.*)$/#.dotMatchesNewlines())
    else { return nil }
    let choices = choices(in: String(match.2))
    return Similarity.closest(to: String(match.1), among: choices).map {
      Speech.say(Failure.meant($0), " Did you mean '\($0)'?")
    }
  }

  /// The words of `'festival', 'deity' or 'custom'.`, or of a list with a line each.
  private static func choices(in text: String) -> [String] {
    let quoted = text.matches(of: #/'([^']*)'/#).map { String($0.1) }
    return quoted.isEmpty ? text.matches(of: #/  - (.+)/#).map { String($0.1) } : quoted
  }

  // MARK: Chinese

  /// The Chinese of a message, by the texts of `ErrorMessageGenerator` in swift-argument-parser 1.6; a message of ours stays as it is.
  private static func chinese(_ message: String) -> String {
    if let match = message.wholeMatch(of: #/Unknown option '(.+?)'(?:\. Did you mean '(.+?)'\?)?/#) {
      return "沒有 \(match.1) 這個選項。" + (match.2.map { Failure.meant(String($0)) } ?? "")
    }
    if let match = message.wholeMatch(of: #/Missing value for '(.+?)'/#) {
      return "\(HelpWords.usage(String(match.1))) 少了值。"
    }
    if let match = message.wholeMatch(of: #/The option '(.+?)' does not take any value, but '(.*)' was specified\./#) {
      return "選項 \(match.1) 不需要值，但給了「\(match.2)」。"
    }
    if let match = message.wholeMatch(of: #/Unexpected argument '(.*)'/#.dotMatchesNewlines()) {
      return "多了「\(match.1)」，這裡不需要。"
    }
    if let match = message.wholeMatch(of: #/(\d+) unexpected arguments: '(.*)'/#.dotMatchesNewlines()) {
      let words = match.2.split(separator: "', '").map { "「\($0)」" }.joined(separator: "、")
      return "多了 \(match.1) 個詞，這裡不需要：\(words)。"
    }
    if let match = message.wholeMatch(of: #/Missing expected argument '(.+?)'/#) {
      return "少了 \(HelpWords.usage(String(match.1)))。"
    }
    if let match = message.wholeMatch(of: #/Missing one of: '(.+)'/#) {
      return "少了其中一個：\(match.1.split(separator: "', '").joined(separator: "、"))。"
    }
    if let match = message.wholeMatch(of: #/Value to be set with flag '(.+?)' had already been set with flag '(.+?)'/#)
    {
      return "\(match.1) 與 \(match.2) 只能給一個。"
    }
    if message == "Missing required subcommand." { return "少了指令。" }
    return chineseOfInvalidValue(message) ?? message
  }

  private static func chineseOfInvalidValue(_ message: String) -> String? {
    let pattern = #/The value '(.*?)' is invalid for '([^']+)'(.*)/#.dotMatchesNewlines()
    guard let match = message.wholeMatch(of: pattern) else { return nil }
    let place = HelpWords.usage(String(match.2))
    let reason =
      match.3.hasPrefix(". Please provide one of")
      ? "可用的值：\(choices(in: String(match.3)).joined(separator: "、"))。"
      : match.3.isEmpty ? expected(at: String(match.2)) : String(match.3.trimmingPrefix(": "))
    return "\(place) 的值「\(match.1)」不能用" + (reason.isEmpty ? "。" : "；" + reason)
  }
  /// What stands in a place whose type alone was wrong; the parser does not say it.
  private static func expected(at place: String) -> String {
    switch place.prefix(while: { $0 != " " }) {
    case "--years": "請寫一個年份或範圍，例如 2025..2030，起年要在迄年之前"
    case "--radius", "--rate": "請寫數字"
    case "--region": "請寫地區代碼，例如 TW，或 all"
    default: "請寫整數"
    }
  }
}
