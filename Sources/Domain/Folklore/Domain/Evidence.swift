/// The evidence for an event's date.
public struct Evidence: Encodable, Hashable, Sendable {
  public let key: String
  public let title: String
  public let rule: String
  /// The kind of the strongest source.
  public let kind: Source.Kind
  /// Titles of the sources, the strongest first.
  public let sources: [String]
  /// The number of other dates from other sources.
  public let disagreements: Int

  /// The evidence of a catalogue's events, the weakest first, then in the order of the data.
  public static func of(_ catalogue: Catalogue, language: Language) -> [Evidence] {
    let sources = Dictionary(catalogue.sources.map { ($0.key, $0) }) { first, _ in first }
    return catalogue.events.map { event in
      // The sort is stable: sources of one kind stay in the order of the entry.
      let named = event.sources.compactMap { sources[$0] }.sorted { $0.kind < $1.kind }
      return Evidence(
        key: event.key, title: event.title.text(in: language), rule: event.rule.description,
        kind: named.first?.kind ?? .list, sources: named.map(\.title), disagreements: event.disagreements.count)
    }
    .sorted { $0.kind > $1.kind || $0.kind == $1.kind && $0.kind == .list && $0.sources.count < $1.sources.count }
  }
}
