/// A source of a day by name.
public struct SourceReference: Encodable, Hashable, Sendable {
  public let title: String
  public let kind: Source.Kind
  /// Omitted if the source has no web address.
  public let url: String?

  public init(_ source: Source) {
    self.init(title: source.title, kind: source.kind, url: source.url)
  }

  fileprivate init(title: String, kind: Source.Kind, url: String?) {
    (self.title, self.kind, self.url) = (title, kind, url)
  }
}

extension [SourceReference] {
  /// The sources as readers want them: who vouches for the day by name, and behind them all lists together, which only repeat dates.
  public func forReaders(in language: Language) -> [SourceReference] {
    let named = filter { !$0.kind.repeatsDates }
    let lists = count - named.count
    guard lists > 0 else { return named }
    let title = language.say(
      "\(lists) 份節日表", "\(lists) 份节日表", lists == 1 ? "a list of days" : "\(lists) lists of days")
    return named + [SourceReference(title: title, kind: .list, url: nil)]
  }
}

extension Source.Kind {
  /// True for lists and copies, whose authors do not say where a date is from.
  public var repeatsDates: Bool { self == .list || self == .scrape }
}
