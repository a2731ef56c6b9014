import Folklore
import Foundation
import Lunisolar
import Words

/// A word in the place of a command that is none, and what may have been meant.
///
///     folkcal conver 2026-11-21    // did you mean: folkcal convert 2026-11-21
///     folkcal 2026-11-21           // did you mean: folkcal convert 2026-11-21
///     folkcal 媽祖                  // did you mean: folkcal upcoming --search 媽祖
struct UnknownCommand {
  private let word: String
  private let path: CommandPath

  init(_ word: String, _ path: CommandPath) {
    self.word = word
    self.path = path
  }

  /// - Returns: nil if the command line names a command that does something.
  init?(_ path: CommandPath) {
    guard !path.subcommands.isEmpty, let word = path.rest.first, !word.hasPrefix("-") else { return nil }
    self.init(word, path)
  }

  var failure: Failure {
    let names = path.subcommands.map(\.name)
    let (chinese, english) = suggestion.map { ("您是不是要用：\($0)\n", "Did you mean: \($0)\n") } ?? ("", "")
    return .wrongInput(
      """
      「\(word)」不是 \(path.text) 的指令。
      \(chinese)可用的指令：\(names.joined(separator: "、"))
      用「\(path.text) --help」查看說明。
      """,
      """
      "\(word)" is no command of \(path.text): \(names.joined(separator: ", "))
      \(english)See '\(path.text) --help' for more information.
      """)
  }

  /// A command line that works, at least as far as its command and the given words go.
  private var suggestion: String? {
    let others = path.rest.dropFirst().map(Self.quoted)
    if let name = Similarity.closest(to: word, among: path.subcommands.map(\.name)) {
      return ([path.text, name] + others).joined(separator: " ")
    }
    // Somebody may leave out the command above, as in `folkcal plan`.
    for parent in path.subcommands {
      let below = CommandPath([String](path.names.dropFirst()) + [parent.name])
      if below.subcommands.contains(where: { $0.name == word }) {
        return ([below.text, word] + others).joined(separator: " ")
      }
    }
    guard path.names.count == 1 else { return nil }
    let words = path.rest.prefix { !$0.hasPrefix("-") }
    let today = CivilTime.local(unixTime: Int(Date().timeIntervalSince1970), offset: 8 * 3_600).date
    if (try? DateReader(today: today).read(word)) != nil {
      return "folkcal convert " + words.map(Self.quoted).joined(separator: " ")
    }
    if word.unicodeScalars.contains(where: \.properties.isIdeographic) {
      return "folkcal upcoming --search " + Self.quoted(words.joined(separator: " "))
    }
    return nil
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_.,:/=@+%".contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
