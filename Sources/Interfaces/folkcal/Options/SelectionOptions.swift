public import ArgumentParser
import FolkData
public import Folklore
import Words

/// The events to include.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: .say(
      "只列出這一類：festival（節慶）、deity（神明聖誕）或 custom（自訂）。", "Only events of a type: festival, deity or custom."))
  var kind: Event.Kind?

  @Option(help: .say("只列出這個群組的節日，可用代號或名稱。", "Only events of a group, by key or name.", valueName: "key"))
  var group: String?

  @Option(help: .say("只列出這位神明的日子，可用代號、名稱或別名。", "Only the days of a deity, by key, name or alias.", valueName: "媽祖"))
  var deity: String?

  @Option(
    help: .say(
      "只列出名稱、別名、神明或代號含有這段文字的節日；臺與台、簡體字與拼音都能找到。",
      "Only events with this in a name, an alias, the deity or the key; 臺 or 台, Simplified forms and pinyin match.",
      valueName: "媽祖"))
  var search: String?

  @OptionGroup var place: RegionOptions

  /// True if the events are chosen by name.
  var isNamed: Bool { group != nil || deity != nil || search != nil }

  /// The selected events of a catalogue in the order of lists: those of Taiwan unless a region, a group, a deity or a search is given.
  ///
  /// - Throws: `Failure` with status 3 for an unknown group or deity.
  func events(of catalogue: Catalogue, maxWeight: Int) throws -> [Event] {
    let region = place.region ?? (isNamed ? .all : .taiwan)
    var events = region.events(of: catalogue.events, maxWeight: maxWeight)
    if let kind { events = events.filter { $0.kind == kind } }
    let finder = CatalogueSearch(catalogue)
    if let group {
      guard let group = finder.group(named: group) else {
        throw Failure.noSuchGroup(group, in: catalogue)
      }
      let keys = Set(group.eventKeys)
      events = events.filter { keys.contains($0.key) }
    }
    if let deity {
      let keys = Set(finder.deities(named: deity).map(\.key))
      guard !keys.isEmpty else {
        throw Failure.noSuchDeity(deity, in: catalogue)
      }
      events = events.filter { $0.deityKey.map(keys.contains) ?? false }
    }
    if let search { events = finder.events(events, matching: search) }
    return events
  }
}

extension Event.Kind: ExpressibleByArgument {
  public init?(argument: String) { self.init(typed: argument) }
}

extension Failure {
  static func noSuchGroup(_ key: String, in catalogue: Catalogue) -> Failure {
    let keys = catalogue.groups.map(\.key)
    let (chinese, english) = suggestion(for: key, among: keys)
    return .notFound(
      "沒有「\(key)」這個群組\(chinese)；群組有 \(keys.joined(separator: "、"))",
      "group \"\(key)\" does not exist; groups are \(keys.joined(separator: ", "))\(english)")
  }

  static func noSuchEvent(_ key: String, in catalogue: Catalogue) -> Failure {
    let (chinese, english) = suggestion(for: key, among: catalogue.events.map(\.key))
    return .notFound(
      "沒有「\(key)」這個節日\(chinese)；folkcal upcoming --days 400 會列出代號",
      "event \"\(key)\" does not exist; folkcal upcoming --days 400 lists the keys\(english)")
  }

  static func noSuchDeity(_ name: String, in catalogue: Catalogue) -> Failure {
    let names = catalogue.deities.flatMap { [$0.key, $0.name.traditionalChinese] + $0.aliases }
    let (chinese, english) = suggestion(for: name, among: names)
    guard chinese.isEmpty else {
      return .notFound("沒有叫「\(name)」的神明\(chinese)", "no deity is called \"\(name)\"\(english)")
    }
    // A search that finds nothing is no advice.
    let command =
      CatalogueSearch(catalogue).events(catalogue.events, matching: name).isEmpty
      ? "folkcal upcoming --kind deity --days 400" : "folkcal upcoming --search \(name)"
    return .notFound("沒有叫「\(name)」的神明；可以試 \(command)", "no deity is called \"\(name)\"; try \(command)")
  }

  private static func suggestion(for word: String, among words: [String]) -> (chinese: String, english: String) {
    Similarity.closest(to: word, among: words).map { ("；" + meant($0), "; did you mean \($0)?") } ?? ("", "")
  }
}
