import FolkData
import Folklore
import Foundation
import Lunisolar
import Nearby
import Temples
import Words

/// A word in the place of a command that is none, and what may have been meant.
///
///     folkcal conver 2026-11-21    // did you mean: folkcal convert 2026-11-21
///     folkcal 2026-11-21           // did you mean: folkcal convert 2026-11-21
///     folkcal 2027                 // did you mean: folkcal year 2027
///     folkcal 媽祖                  // did you mean: folkcal upcoming --search 媽祖
///     folkcal 西屯                  // did you mean: folkcal near 西屯
///     folkcal remind send          // did you mean: folkcal remind deliver
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
    let (chinese, english) = suggestion.map { (Failure.meant($0) + "\n", "Did you mean: \($0)\n") } ?? ("", "")
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
    if let name = Self.synonyms[word]?.first(where: { name in path.subcommands.contains { $0.name == name } }) {
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
    let given = words.map(Self.quoted).joined(separator: " ")
    let today = CivilTime.local(unixTime: Int(Date().timeIntervalSince1970), offset: 8 * 3_600).date
    if (try? DateReader(today: today).read(word)) != nil { return "folkcal convert \(given)" }
    if (try? DateReader(today: today).year(word)) != nil { return "folkcal year \(given)" }
    let text = words.joined(separator: " ")
    if (try? MonthInput(text, today: today)) != nil { return "folkcal month \(given)" }
    // 媽祖 聖誕 is 媽祖聖誕 in the data.
    for text in [text, text.filter { $0 != " " }] {
      if let command = Self.search(for: text) { return "folkcal \(command) \(Self.quoted(text))" }
    }
    return nil
  }

  /// Names of commands that other programs have, and ours for the same.
  private static let synonyms = [
    "send": ["deliver"], "new": ["add"], "create": ["add", "init"], "delete": ["remove"], "rm": ["remove"],
    "ls": ["list"], "update": ["edit"], "search": ["upcoming", "list"], "find": ["upcoming", "list"],
  ]

  /// The command that finds something by a name: a place, a folk day or a temple of the shipped data; nil if none does.
  private static func search(for text: String) -> String? {
    if let area = TypedArea(text), area.rest.isEmpty { return "near" }
    guard text.unicodeScalars.contains(where: \.properties.isIdeographic) else { return nil }
    guard let folder = try? DataOptions.folder(given: nil), let catalogue = try? CatalogueLoader(folder: folder).load()
    else {
      return "upcoming --search"
    }
    if !CatalogueSearch(catalogue).events(catalogue.events, matching: text).isEmpty { return "upcoming --search" }
    guard let temples = try? TempleLoader(folder: folder).load(catalogue) else { return nil }
    let directory = TempleDirectory(temples: temples, activities: [], events: catalogue.events)
    do {
      _ = try directory.place(text, onlyAreas: false)
      return "near"
    } catch TypedPlaceError.severalAreas, TypedPlaceError.severalTemples {
      return "near"
    } catch {
      return nil
    }
  }

  /// A word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_.,:/=@+%".contains($0) }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}
