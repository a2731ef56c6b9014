public import ArgumentParser
import FolkData
public import Folklore

/// The events to include.
struct SelectionOptions: ParsableArguments {
  @Option(help: "Only events of a type: festival, deity or custom.")
  var kind: Event.Kind?

  @Option(help: ArgumentHelp("Only events of a group.", valueName: "key"))
  var group: String?

  @Option(help: ArgumentHelp("Only the days of a deity, by key, name or alias.", valueName: "媽祖"))
  var deity: String?

  @Option(
    help: ArgumentHelp(
      "Only events with this in a name, an alias, the deity or the key; 臺 or 台, Simplified forms and pinyin match.",
      valueName: "媽祖"))
  var search: String?

  @OptionGroup var place: RegionOptions

  /// The selected events of a catalogue: those of Taiwan unless a region, a group, a deity or a search is given.
  ///
  /// - Throws: `Failure` with status 3 for an unknown group or deity.
  func events(of catalogue: Catalogue) throws -> [Event] {
    let isNamed = group != nil || deity != nil || search != nil
    let region = place.region ?? (isNamed ? .all : .taiwan)
    var events = catalogue.events.filter(region.contains)
    if let kind { events = events.filter { $0.kind == kind } }
    if let group {
      guard let group = catalogue.group(group) else {
        let keys = catalogue.groups.map(\.key).joined(separator: ", ")
        throw Failure.notFound("group \"\(group)\" does not exist; groups are \(keys)")
      }
      let keys = Set(group.eventKeys)
      events = events.filter { keys.contains($0.key) }
    }
    let finder = CatalogueSearch(catalogue)
    if let deity {
      let keys = Set(finder.deities(named: deity).map(\.key))
      guard !keys.isEmpty else {
        throw Failure.notFound("no deity is called \"\(deity)\"; try folkcal upcoming --search \(deity)")
      }
      events = events.filter { $0.deityKey.map(keys.contains) ?? false }
    }
    if let search { events = finder.events(events, matching: search) }
    return events
  }
}

extension Event.Kind: ExpressibleByArgument {}
