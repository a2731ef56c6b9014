extension Catalogue {
  /// The events among some whose title, alias, deity or key has a text in it. Case does not count, nor whether one writes 臺 or 台.
  public func events(_ events: [Event], matching text: String) -> [Event] {
    let wanted = Self.folded(text)
    return events.filter { event in
      let deity = event.deityKey.flatMap { self.deity($0) }
      let names =
        Self.names(event.title) + event.aliases + [event.key] + (deity.map { Self.names($0.name) + $0.aliases } ?? [])
      return names.contains { Self.folded($0).contains(wanted) }
    }
  }

  private static func names(_ name: LocalizedName) -> [String] {
    Language.allCases.map { name.text(in: $0) }
  }

  private static func folded(_ text: String) -> String {
    text.lowercased().replacing("台", with: "臺")
  }
}
