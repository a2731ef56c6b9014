public import Folklore
public import Geo
internal import Lunisolar
internal import OpeningHours

/// Whom people ask for something, and how: the deities that answer a need, what to offer them, their next day, and the temples nearest to a place.
public struct NeedRecord: Encodable, Hashable, Sendable {
  /// `exams`
  public let need: Need
  public let name: String
  /// Those whom most people ask come first.
  public let deities: [Answer]

  public struct Answer: Encodable, Hashable, Sendable {
    public let key: String
    public let name: String
    @ExplicitNull public private(set) var role: String?
    /// How to worship the deity on any day; empty if there is no such note.
    public let worshipGuide: [WorshipLineRecord]
    /// What to offer, in a line: 壽桃、壽麵、鮮花；壽金、刈金.
    @ExplicitNull public private(set) var offerings: String?
    /// The deity's next day, within two years.
    @ExplicitNull public private(set) var next: UpcomingRecord?
    /// Keys of the sources that say that the deity is asked for this.
    public let sources: [String]
    /// The nearest temples that serve the deity; empty without a place.
    public let temples: [NearbyRecord]

    enum CodingKeys: String, CodingKey {
      case key, name, role, offerings, next, sources, temples
      case worshipGuide = "worship_guide"
    }
  }

  /// - Parameters:
  ///   - need: what people ask for.
  ///   - directory: the temples.
  ///   - place: where from; nil for no temples.
  ///   - moment: the reader's time.
  /// - Throws: `CalendarError.solarDateOutOfRange` if the calendar ends.
  public init(
    _ need: Need, _ catalogue: Catalogue, _ directory: TempleDirectory, near place: Coordinate?, at moment: LocalMoment,
    language: Language
  ) throws {
    self.need = need
    name = need.name(in: language)
    let days = moment.date...moment.date.advanced(by: Self.daysAhead)
    deities = try catalogue.deities(answering: need).map { deity in
      let events = catalogue.events.filter { $0.deityKey == deity.key }
      var query = NearbyQuery()
      query.deity = .any([deity.key])
      query.limit = Self.templeCount
      query.radius = .everywhere
      return Answer(
        key: deity.key, name: deity.name.text(in: language), role: deity.role,
        worshipGuide: deity.worshipGuide.map { WorshipLineRecord($0, in: language) },
        offerings: deity.worshipGuide.offerings(in: language),
        next: try UpcomingRecord.records(of: events, in: days, language: language).first,
        sources: deity.needs.first { $0.need == need }?.sources ?? [],
        temples: try place.map { place in
          try directory.nearest(to: place, query, at: moment).map { NearbyRecord($0, language: language) }
        } ?? [])
    }
  }

  private static let daysAhead = 730
  /// Temples of each deity.
  private static let templeCount = 3
}
