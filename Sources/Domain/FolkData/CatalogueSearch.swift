public import Folklore
internal import Words

/// Searches a catalogue by text that users type.
public struct CatalogueSearch: Sendable {
  private let catalogue: Catalogue

  public init(_ catalogue: Catalogue) {
    self.catalogue = catalogue
  }

  /// The given events whose title, alias, deity or key contains a text.
  public func events(_ events: [Event], matching text: String) -> [Event] {
    let wanted = SearchKey.Query(text)
    let named = events.map { event in
      let deity = event.deityKey.flatMap { catalogue.deity($0) }
      return (event, names: Self.names(event.title) + event.aliases + [event.key] + (deity.map(Self.names(of:)) ?? []))
    }
    let folding = SearchFolding(named.lazy.flatMap(\.names))
    return named.filter { $0.names.contains { folding.key($0).contains(wanted) } }.map(\.0)
  }

  /// The deities with that key, name or alias; if there are none, those whose name contains the text.
  public func deities(named text: String) -> [Deity] {
    let wanted = SearchKey.Query(text)
    let folding = SearchFolding(catalogue.deities.lazy.flatMap(Self.names(of:)))
    let exact = catalogue.deities.filter { deity in
      deity.key == text
        || Self.names(of: deity).contains { $0.count == text.count && folding.key($0).contains(wanted) }
    }
    guard exact.isEmpty else { return exact }
    return catalogue.deities.filter { Self.names(of: $0).contains { folding.key($0).contains(wanted) } }
  }

  /// True if a name contains a text.
  public static func isFound(_ text: String, in names: [String]) -> Bool {
    let (wanted, folding) = (SearchKey.Query(text), SearchFolding(names))
    return names.contains { folding.key($0).contains(wanted) }
  }

  private static func names(of deity: Deity) -> [String] { names(deity.name) + deity.aliases }

  private static func names(_ name: LocalizedName) -> [String] {
    [name.traditionalChinese] + [name.english].compactMap { $0 }
  }
}
