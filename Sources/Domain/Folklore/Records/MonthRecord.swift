import Ephemeris
public import Lunisolar

/// A month of the solar calendar by day, for `month --json`, the API and pictures.
public struct MonthRecord: Encodable, Hashable, Sendable {
  public let year: Int
  public let month: Int
  /// The lunar months in it, in order.
  public let lunarMonths: [LunarSpan]
  public private(set) var days: [Day]
  /// True if the government has announced the year's days off; nil in years without data.
  @ExplicitNull public internal(set) var daysOffAnnounced: Bool?
  /// Sun and moon of each day over a place, if one was asked for; nil outside 1600-2600.
  public let sky: [SkyRecord]?
  /// The eclipses that the place sees, if one was asked for.
  public let eclipses: [EclipseRecord]?

  public struct LunarSpan: Encodable, Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let isLeap: Bool
    public let ganzhi: String
    public let zodiac: String

    /// `閏六月`, `闰六月`, `leap month 6`.
    public func name(in language: Language) -> String {
      let name = LunarDate.monthName(month, isLeap: isLeap)
      return language.say(name, name.replacing("閏", with: "闰"), "\(isLeap ? "leap " : "")month \(month)")
    }

    enum CodingKeys: String, CodingKey {
      case year, month, ganzhi, zodiac
      case isLeap = "is_leap"
    }
  }

  public struct Day: Encodable, Hashable, Sendable {
    public let solarDate: SolarDate
    /// ISO 8601: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let lunar: UpcomingRecord.Lunar
    /// The text under the solar day: the lunar day's name, or the month's on 初一.
    public let label: String
    @ExplicitNull public internal(set) var solarTerm: String?
    /// 朔, 上弦, 望 or 下弦 on the day of that phase.
    @ExplicitNull public internal(set) var moon: String?
    public let isToday: Bool
    /// True if the offices of Taiwan are closed; nil in years without data.
    @ExplicitNull public internal(set) var isDayOff: Bool?
    /// The holiday, 補假, 調整放假 or 補行上班; nil on ordinary workdays and weekends.
    @ExplicitNull public internal(set) var dayOff: String?
    /// 宜忌 of the day, if the book was given.
    public let xieji: XiejiRecord?
    /// The mark in a cell beside the events: 補假, 調整放假 or 補行上班.
    public let dayOffMark: String?
    /// In the order of the events (`RegionFilter.events`). A window such as 鬼月 appears on its first day only.
    public fileprivate(set) var events: [DayTitle]

    enum CodingKeys: String, CodingKey {
      case weekday, lunar, label, moon, events, xieji
      case solarDate = "solar_date"
      case solarTerm = "solar_term"
      case isToday = "is_today"
      case isDayOff = "is_day_off"
      case dayOff = "day_off"
    }
  }

  /// An event in a calendar cell.
  public struct DayTitle: Encodable, Hashable, Sendable {
    public let key: String
    public let id: Int
    public let type: Event.Kind
    public let observance: Event.Observance
    public let title: String
    /// `Event.weight`, in the region that was asked for.
    public let weight: Int
    public let sourceCount: Int

    enum CodingKeys: String, CodingKey {
      case key, id, type, observance, title, weight
      case sourceCount = "source_count"
    }
  }

  enum CodingKeys: String, CodingKey {
    case year, month, days, sky, eclipses
    case lunarMonths = "lunar_months"
    case daysOffAnnounced = "days_off_announced"
  }

  /// - Parameters:
  ///   - month: 1 to 12.
  ///   - today: the day to mark.
  ///   - daysOff: the days off of Taiwan; by default none are known.
  ///   - xieji: the book of 宜忌; without it they are left out.
  ///   - viewpoint: where the sky is seen; by default it is left out.
  /// - Throws: `CalendarError` if the month does not exist or is outside the calendar.
  public init(
    year: Int, month: Int, events: [Event], daysOff: DaysOff = DaysOff(), xieji: XiejiBook? = nil,
    viewpoint: Viewpoint? = nil, today: SolarDate? = nil, variant: CalendarVariant = .chinese,
    language: Language
  ) throws(CalendarError) {
    let calendar = AstronomicalCalendar(variant)
    let first = try SolarDate(year: year, month: month, day: 1)
    let range = first...first.advanced(by: SolarDate.dayCount(year: year, month: month) - 1)
    let titles = try Self.titles(of: events, in: range, language: language)
    let terms = try (
      year: calendar.solarTerms(ofSolarYear: year), lastDay: calendar.solarTerms(around: range.upperBound)
    )
    let moons = MoonOfDay.principalPhases(in: range, utcOffsetHours: variant.utcOffsetHours(in: year))
    let offices = daysOff.year(year)
    var days: [Day] = []
    var spans: [LunarSpan] = []
    var date = first
    while date <= range.upperBound {
      let lunar = try calendar.lunarDate(on: date)
      if spans.last.map({ ($0.year, $0.month, $0.isLeap) != (lunar.year, lunar.month, lunar.isLeap) }) ?? true {
        spans.append(
          LunarSpan(
            year: lunar.year, month: lunar.month, isLeap: lunar.isLeap, ganzhi: StemBranch(ofYear: lunar.year).name,
            zodiac: Zodiac(ofYear: lunar.year).name(in: language, of: variant)))
      }
      let office = offices?[date]
      let almanac = try xieji.map { book throws(CalendarError) in
        try XiejiRecord(on: date, in: book, calendar: calendar, language: language)
      }
      days.append(
        Day(
          solarDate: date, weekday: date.weekday.rawValue,
          lunar: UpcomingRecord.Lunar(lunar), label: lunar.label(in: language),
          solarTerm: (terms.year.term(on: date) ?? terms.lastDay.term(on: date))?.name(in: language), moon: moons[date],
          isToday: date == today, isDayOff: office?.isDayOff, dayOff: office?.name(in: language),
          xieji: almanac, dayOffMark: office?.shortName(in: language), events: titles[date] ?? []))
      date = date.advanced(by: 1)
    }
    self.year = year
    self.month = month
    lunarMonths = spans
    daysOffAnnounced = offices?.isAnnounced
    self.days = days
    eclipses = viewpoint.map { place in
      EclipseRecord.records(on: range, at: place, language: language).filter(\.isVisible)
    }
    sky = viewpoint.flatMap { place in
      SkyRecord.years.contains(year)
        ? days.map { SkyRecord(on: $0.solarDate, at: place, language: language) } : nil
    }
  }

  /// The events of each day.
  private static func titles(
    of events: [Event], in range: ClosedRange<SolarDate>, language: Language
  ) throws(CalendarError) -> [SolarDate: [DayTitle]] {
    let range = try OccurrenceRange(range)
    var titles: [SolarDate: [DayTitle]] = [:]
    for event in events where event.isEnabled {
      try range.forEachOccurrence(of: event.rule) { occurrence in
        titles[occurrence.date, default: []].append(
          DayTitle(
            key: event.key, id: event.id, type: event.kind, observance: event.observance,
            title: event.title.text(in: language), weight: event.weight, sourceCount: event.sources.count))
      }
    }
    return titles
  }
}

extension MonthRecord {
  /// The month without events that weigh less, that is, have a greater number.
  public func limited(to maxWeight: Int) -> MonthRecord {
    var month = self
    for day in month.days.indices { month.days[day].events.removeAll { $0.weight > maxWeight } }
    return month
  }
}

extension MonthRecord.Day {
  /// The events for a small cell. It omits 初一, 十五 and the event of the solar term, which have their own labels.
  public var highlights: [MonthRecord.DayTitle] {
    events.filter { ![.newMoon, .fullMoon].contains($0.observance) && $0.title != solarTerm }
  }
}

extension MonthRecord.DayTitle {
  /// True for a festival; false for a custom, a fast or a deity's day.
  public var isFestival: Bool { observance == .festival }

  /// The title without the ending 聖誕 or 千秋 of most deities' days, for small cells.
  public var shortTitle: String {
    for ending in ["聖誕", "圣诞", "千秋"] where type == .deity && title.hasSuffix(ending) {
      return String(title.dropLast(ending.count))
    }
    return title
  }
}

extension LunarDate {
  /// The day's name, or the month's on its first day: `廿三`, `閏六月`, `3/1`.
  fileprivate func label(in language: Language) -> String {
    switch language {
    case .english: return day == 1 ? "\(isLeap ? "leap " : "")\(month)/1" : "\(day)"
    case .traditionalChinese: return day == 1 ? Self.monthName(month, isLeap: isLeap) : Self.dayName(day)
    case .simplifiedChinese:
      return day == 1 ? (isLeap ? "闰" : "") + Self.monthName(month, isLeap: false) : Self.dayName(day)
    }
  }
}
