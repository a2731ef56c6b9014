import Ephemeris
public import Lunisolar

/// All data of a day, as in `day --json` and the API.
public struct DayRecord: Encodable, Hashable, Sendable {
  public let date: DateRecord
  /// The current term.
  public let term: TermOfDay
  /// The next term; nil if it is after 9999-12-31, the last day with a name.
  @ExplicitNull public internal(set) var nextTerm: TermOfDay?
  public let moon: Moon
  public let almanac: Almanac
  /// True if the offices of Taiwan are closed; nil in years without data.
  @ExplicitNull public internal(set) var isDayOff: Bool?
  /// The holiday, 補假, 調整放假 or 補行上班; nil on ordinary workdays and weekends.
  @ExplicitNull public internal(set) var dayOff: String?
  /// True if the government has announced the year's days off; nil in years without data.
  @ExplicitNull public internal(set) var daysOffAnnounced: Bool?
  /// The day's events, and the windows (such as 鬼月) that include it, in the order of `RegionFilter.events`.
  public let events: [DayEvent]

  /// The sun and the moon over a place, if one was asked for; nil outside 1600-2600.
  public let sky: SkyRecord?
  /// The eclipse of the day, if a place was asked for and there is one.
  public let eclipse: EclipseRecord?

  public struct TermOfDay: Encodable, Hashable, Sendable {
    public let name: String
    public let solar: SolarDate
    /// Days from this day to the term; 0 or less for the current term.
    public let days: Int
  }

  public struct Moon: Encodable, Hashable, Sendable {
    /// 朔, 眉月, 上弦, 盈凸月, 望, 虧凸月, 下弦 or 殘月, the same in every language, for programs.
    public let phase: String
    /// The lit share of the disc at noon, 0 to 1, in steps of 0.01.
    public let illuminated: Double

    /// The phase in a language: `虧凸月`, `亏凸月`, `waning gibbous`.
    public func name(in language: Language) -> String {
      switch (language, phase) {
      case (.simplifiedChinese, "虧凸月"): "亏凸月"
      case (.simplifiedChinese, "殘月"): "残月"
      case (.english, "朔"): "new moon"
      case (.english, "眉月"): "waxing crescent"
      case (.english, "上弦"): "first quarter"
      case (.english, "盈凸月"): "waxing gibbous"
      case (.english, "望"): "full moon"
      case (.english, "虧凸月"): "waning gibbous"
      case (.english, "下弦"): "last quarter"
      case (.english, "殘月"): "waning crescent"
      default: phase
      }
    }
  }

  /// The almanac's fields that follow from the day by rule; `Documentation/almanac.md` names rule, source and school of each.
  public struct Almanac: Encodable, Hashable, Sendable {
    public let naYin: String
    public let officer: String
    public let mansion: String
    public let clash: String
    public let sha: String
    public let pengZu: [String]
    public let fetalSpirit: String
    public let pentad: String
    /// 黃黑道: the god of the day, and 黃道 or 黑道.
    public let dayGod: String
    public let path: String
    /// 沖: the 虛歲 of the youngest that the day clashes with; others are 60 years older.
    public let clashAge: Int
    public let directions: Directions
    /// 空亡: the two branches that the day's ten days lack.
    public let voidBranches: [String]
    /// 六曜, of Japan.
    public let sixDay: String
    public let nineStars: Stars
    /// Days that books or customs warn of: 三娘煞, 月忌, 楊公忌, 四離, 四絕, 戊日.
    public let cautions: [Caution]
    /// 宜忌 by 欽定協紀辨方書; left out where the data folder lacks the book.
    public let xieji: XiejiRecord?

    /// The directions of the gods of the day, with the schools of 福神 and 貴神.
    public struct Directions: Encodable, Hashable, Sendable {
      public let joy: String
      public let wealth: String
      public let fortune: String
      public let fortuneSchool: String
      public let yangNoble: String
      public let yinNoble: String
      public let nobleSchool: String

      enum CodingKeys: String, CodingKey {
        case joy, wealth, fortune
        case fortuneSchool = "fortune_school"
        case yangNoble = "yang_noble"
        case yinNoble = "yin_noble"
        case nobleSchool = "noble_school"
      }
    }

    /// 九星 of the year, the month and the day.
    public struct Stars: Encodable, Hashable, Sendable {
      public let year: String
      public let month: String
      public let day: String
    }

    public struct Caution: Encodable, Hashable, Sendable {
      public let key: DayCaution
      public let name: String
      public let about: String
    }

    enum CodingKeys: String, CodingKey {
      case officer, mansion, clash, sha, pentad, path, directions, cautions, xieji
      case dayGod = "day_god"
      case clashAge = "clash_age"
      case voidBranches = "void_branches"
      case sixDay = "six_day"
      case nineStars = "nine_stars"
      case naYin = "na_yin"
      case pengZu = "peng_zu"
      case fetalSpirit = "fetal_spirit"
    }
  }

  enum CodingKeys: String, CodingKey {
    case date, term, moon, almanac, events, sky, eclipse
    case nextTerm = "next_term"
    case isDayOff = "is_day_off"
    case dayOff = "day_off"
    case daysOffAnnounced = "days_off_announced"
  }

  /// - Parameters:
  ///   - maxWeight: leaves out events of greater numbers.
  ///   - daysOff: the days off of Taiwan; by default none are known.
  ///   - xieji: the book of 宜忌; without it they are left out.
  ///   - schools: whose lists the directions follow.
  ///   - viewpoint: where the sky is seen; by default it is left out.
  /// - Throws: `CalendarError` if the day or a neighbouring year is outside the calendar.
  public init(
    on day: SolarDate, catalogue: Catalogue, region: RegionFilter = .taiwan, maxWeight: Int = Event.weights.upperBound,
    daysOff: DaysOff = DaysOff(), xieji: XiejiBook? = nil, schools: AlmanacSchools = AlmanacSchools(),
    viewpoint: Viewpoint? = nil, variant: CalendarVariant = .chinese, language: Language
  ) throws(CalendarError) {
    let calendar = AstronomicalCalendar(variant)
    var recorder = DateRecorder(variant: variant, language: language)
    date = try recorder.record(on: day)
    (term, nextTerm) = try Self.terms(around: day, calendar: calendar, language: language)
    let moonOfDay = MoonOfDay(on: day, utcOffsetHours: variant.utcOffsetHours(in: day.year))
    moon = Moon(phase: moonOfDay.name, illuminated: (moonOfDay.illuminatedFraction * 100).rounded() / 100)
    almanac = try Almanac(on: day, calendar, xieji, schools, in: language)
    let offices = daysOff.year(day.year)
    isDayOff = offices?[day].isDayOff
    dayOff = offices?[day].name(in: language)
    daysOffAnnounced = offices?.isAnnounced
    let hasSky = SkyRecord.years.contains(day.year)
    eclipse = viewpoint.flatMap { EclipseRecord.records(on: day...day, at: $0, language: language).first }
    sky = hasSky ? viewpoint.map { SkyRecord(on: day, at: $0, language: language) } : nil
    events = try Self.events(
      region.events(of: catalogue.events, maxWeight: maxWeight), on: day, catalogue: catalogue, language: language)
  }

  private static func terms(
    around day: SolarDate, calendar: AstronomicalCalendar, language: Language
  ) throws(CalendarError) -> (TermOfDay, TermOfDay?) {
    func record(_ term: SolarTerm, on date: SolarDate) -> TermOfDay {
      TermOfDay(name: term.name(in: language), solar: date, days: day.distance(to: date))
    }
    let (term, terms) = try calendar.lastTerm(onOrBefore: day)
    let next: (term: SolarTerm, date: SolarDate)
    if term == .winterSolstice {
      next = (.minorCold, try calendar.solarTerms(ofSolarYear: terms.number + 1)[.minorCold])
    } else {
      let following = SolarTerm(order: term.rawValue + 1)
      next = (following, terms[following])
    }
    let hasName = SolarDate.years.contains(next.date.year)
    return (record(term, on: terms[term]), hasName ? record(next.term, on: next.date) : nil)
  }

  /// In days: the data's windows last two lunar months at most, announced ones 60 days.
  private static let longestWindow = 60

  private static func events(
    _ events: [Event], on day: SolarDate, catalogue: Catalogue, language: Language
  ) throws(CalendarError) -> [DayEvent] {
    let range = try OccurrenceRange(through: day, daysBefore: longestWindow)
    var found: [DayEvent] = []
    for event in events where event.isEnabled {
      try range.forEachOccurrence(of: event.rule) { occurrence in
        if occurrence.lastDate >= day {
          found.append(DayEvent(event, occurrence, catalogue: catalogue, language: language))
        }
      }
    }
    return found
  }
}

extension DayRecord.Almanac {
  /// `沖狗（丙戌）22 歲 煞南`
  public func clashText(in language: Language) -> String {
    clash + language.say("\(clashAge) 歲", "\(clashAge) 岁", " age \(clashAge)") + " " + sha
  }
}

/// Whose lists the directions follow, where schools differ.
public struct AlmanacSchools: Hashable, Sendable {
  public var fortune: FortuneSchool
  public var nobles: NobleSchool

  public init(fortune: FortuneSchool = .a, nobles: NobleSchool = .xieji) {
    self.fortune = fortune
    self.nobles = nobles
  }
}

extension DayRecord.Almanac {
  init(
    on date: SolarDate, _ calendar: some LunarYearSource, _ book: XiejiBook?, _ schools: AlmanacSchools,
    in language: Language
  ) throws(CalendarError) {
    func text(_ text: String) -> String { AlmanacTables.text(text, in: language) }
    let day = try AlmanacDay(on: date, calendar: calendar)
    let stars = try NineStars(on: date, calendar: calendar)
    let directions = day.directions
    let xieji = try book.map { book throws(CalendarError) in
      try XiejiRecord(on: date, in: book, calendar: calendar, language: language)
    }
    self.init(
      naYin: text(day.naYin), officer: text(day.officer), mansion: text(day.mansion),
      clash: text("沖\(day.clashingZodiac.name)（\(day.clashingPlace.name)）"), sha: text("煞\(day.shaDirection)"),
      pengZu: [text(day.pengZu.stem), text(day.pengZu.branch)], fetalSpirit: text(day.fetalSpirit),
      pentad: text("\(day.pentad.name)（\(["初候", "二候", "三候"][day.pentad.ordinal - 1])）"),
      dayGod: day.dayGod.name.term(in: language), path: day.dayGod.path(in: language), clashAge: day.clashingAge,
      directions: Directions(
        joy: directions.joy.name(in: language), wealth: directions.wealth.name(in: language),
        fortune: directions.fortune(schools.fortune).name(in: language),
        fortuneSchool: schools.fortune.name.text(in: language),
        yangNoble: directions.yangNoble(schools.nobles).name(in: language),
        yinNoble: directions.yinNoble(schools.nobles).name(in: language),
        nobleSchool: schools.nobles.name.text(in: language)),
      voidBranches: day.voidBranches.map(\.name), sixDay: day.sixDay.name.text(in: language),
      nineStars: Stars(
        year: stars.year.name.text(in: language), month: stars.month.name.text(in: language),
        day: stars.day.name.text(in: language)),
      cautions: try DayCaution.of(date: date, calendar: calendar).map {
        Caution(key: $0, name: $0.name.text(in: language), about: $0.about.text(in: language))
      },
      xieji: xieji)
  }
}

/// An event of a day with all fields of its entry.
public struct DayEvent: Encodable, Hashable, Sendable {
  public let key: String
  public let id: Int
  public let type: Event.Kind
  public let observance: Event.Observance
  public let title: String
  public let deity: String?
  /// The first of the regions that keep it.
  public let region: Region
  public let regions: [Region]
  /// `Event.weight`, in the region that was asked for.
  public let weight: Int
  /// The key of the event that shares its message on a common day.
  public let bundle: String?
  public let solarDate: SolarDate
  public let lastDate: SolarDate
  public let rule: String
  public let description: String?
  public let worshipNotes: String?
  /// How to worship line by line; empty if there is no such note.
  public let worshipGuide: [WorshipLineRecord]
  public let note: String?
  public let sources: [String]
  /// The sources by name and web address.
  public let references: [SourceReference]
  public let disagreements: [DisagreementRecord]

  enum CodingKeys: String, CodingKey {
    case references
    case key, id, type, observance, title, deity, region, regions, weight, bundle, rule, description, note, sources,
      disagreements
    case solarDate = "solar_date"
    case lastDate = "last_date"
    case worshipNotes = "worship_notes"
    case worshipGuide = "worship_guide"
  }

  init(_ event: Event, _ occurrence: Occurrence, catalogue: Catalogue, language: Language) {
    let deity = event.deityKey.flatMap { catalogue.deity($0) }
    key = event.key
    id = event.id
    type = event.kind
    observance = event.observance
    title = event.title.text(in: language)
    self.deity = deity?.name.text(in: language)
    solarDate = occurrence.date
    lastDate = occurrence.lastDate
    rule = event.rule.description
    (region, regions, weight) = (event.region, event.regions, event.weight)
    bundle = event.bundle
    description = event.description(in: language) ?? deity?.description(in: language)
    worshipNotes = event.worshipNotes(in: language) ?? deity?.worshipNotes(in: language)
    worshipGuide = catalogue.worshipGuide(of: event).map { WorshipLineRecord($0, in: language) }
    note = event.note
    sources = event.sources
    references = catalogue.sources(event.sources).map(SourceReference.init)
    disagreements = event.disagreements.map(DisagreementRecord.init)
  }
}

/// Another date for an event, with its source.
public struct DisagreementRecord: Encodable, Hashable, Sendable {
  public let rule: String
  public let sources: [String]
  public let note: String?

  init(_ disagreement: Event.Disagreement) {
    rule = disagreement.rule.description
    sources = disagreement.sources
    note = disagreement.note
  }
}
