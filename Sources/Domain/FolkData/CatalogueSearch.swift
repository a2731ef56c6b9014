public import Folklore
internal import Words

/// Searches a catalogue by text that users type. The names are prepared once, so that a search takes a part of a millisecond.
public struct CatalogueSearch: Sendable {
  private let catalogue: Catalogue
  private let deityKeys: [[SearchKey]]
  /// The keys of each event's names, with those of its deity.
  private let eventKeys: [String: [SearchKey]]

  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
    let (deities, events) = (catalogue.deities, catalogue.events)
    let folding = SearchFolding(
      [deities.flatMap(Self.names(of:)), events.flatMap(Self.names(of:))].joined())
    deityKeys = deities.map { Self.names(of: $0).map(folding.key) }
    let ofDeities = Dictionary(zip(deities.map(\.key), deityKeys)) { first, _ in first }
    eventKeys = Dictionary(
      events.map { event in
        (event.key, Self.names(of: event).map(folding.key) + (event.deityKey.flatMap { ofDeities[$0] } ?? []))
      }
    ) { first, _ in first }
  }

  /// The given events of the catalogue whose title, alias, deity or key contains a text.
  public func events(_ events: [Event], matching text: String) -> [Event] {
    let wanted = SearchKey.Query(text)
    return events.filter { eventKeys[$0.key]?.contains { $0.contains(wanted) } ?? false }
  }

  /// The deities with that key, name or alias; if there are none, those whose name contains the text.
  public func deities(named text: String) -> [Deity] {
    let wanted = SearchKey.Query(text)
    let found = zip(catalogue.deities, deityKeys).filter { deity, keys in
      deity.key == text || keys.contains { $0.contains(wanted) }
    }
    let exact = found.filter { deity, keys in
      deity.key == text
        || zip(Self.names(of: deity), keys).contains { $0.count == text.count && $1.contains(wanted) }
    }
    return (exact.isEmpty ? found : exact).map(\.0)
  }

  /// The group with that key or name; of names that contain the text, the only one.
  public func group(named text: String) -> Group? {
    if let group = catalogue.group(text) { return group }
    let wanted = SearchKey.Query(text)
    let found = catalogue.groups.filter { group in Self.names(group.name).contains { SearchKey($0).contains(wanted) } }
    return found.first { Self.names($0.name).contains { $0.count == text.count } }
      ?? (found.count == 1 ? found[0] : nil)
  }

  /// True if a name contains a text.
  public static func isFound(_ text: String, in names: [String]) -> Bool {
    let (wanted, folding) = (SearchKey.Query(text), SearchFolding(names))
    return names.contains { folding.key($0).contains(wanted) }
  }

  private static func names(of event: Event) -> [String] { names(event.title) + event.aliases + [event.key] }

  private static func names(of deity: Deity) -> [String] { names(deity.name) + deity.aliases }

  private static func names(_ name: LocalizedName) -> [String] {
    [name.traditionalChinese] + [name.english].compactMap { $0 }
  }
}
