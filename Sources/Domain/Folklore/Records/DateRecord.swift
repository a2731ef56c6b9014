public import Ephemeris
public import Lunisolar

/// A day in both calendars, as in `convert --json` and the API.
public struct DateRecord: Encodable, Hashable, Sendable {
  public let solar: SolarDate
  /// ISO 8601: Monday is 1, Sunday is 7.
  public let weekday: Int
  public let lunar: Lunar
  public let ganzhi: Ganzhi
  public let zodiac: String
  /// The solar term that falls on the day.
  @ExplicitNull public internal(set) var solarTerm: String?
  public internal(set) var notes: [String]
  /// The fields of the almanac, if they were asked for.
  public internal(set) var almanac: DayRecord.Almanac?

  public struct Lunar: Encodable, Hashable, Sendable {
    public let year: Int
    public let month: Int
    public let day: Int
    public let isLeap: Bool
    public let monthDays: Int
    public let text: String

    enum CodingKeys: String, CodingKey {
      case year, month, day, text
      case isLeap = "is_leap"
      case monthDays = "month_days"
    }
  }

  /// The 干支 of a wall calendar: the year from New Year, the month from the day of its term, the day from midnight.
  public struct Ganzhi: Encodable, Hashable, Sendable {
    public let year: String
    public let month: String
    public let day: String
  }

  enum CodingKeys: String, CodingKey {
    case solar, weekday, lunar, ganzhi, zodiac, notes, almanac
    case solarTerm = "solar_term"
  }
}

/// Creates records of days. One value serves many dates, because it caches data that neighbouring dates share.
public struct DateRecorder: Sendable {
  private let calendar: AstronomicalCalendar
  let language: Language
  private let book: XiejiBook?
  private var monthNotes: (firstDay: Int, notes: [String])?
  private var terms: SolarTermYear?
  private var year: LunarYear?

  /// - Parameter almanac: the book of 宜忌, if the almanac's fields are to be in the records.
  public init(variant: CalendarVariant, language: Language, almanac: XiejiBook? = nil) {
    calendar = AstronomicalCalendar(variant)
    self.language = language
    book = almanac
  }

  /// The calendar of the dates.
  public var source: AstronomicalCalendar { calendar }

  /// - Throws: `CalendarError.solarDateOutOfRange` outside lunar years -2000 to 9999.
  public mutating func record(on date: SolarDate) throws(CalendarError) -> DateRecord {
    try record(of: lunarYear(containing: date).lunarDate(onJulianDay: date.julianDayNumber))
  }

  /// - Throws: `CalendarError` if the terms of the date's year are outside the calendar.
  public mutating func record(of lunar: LunarDate) throws(CalendarError) -> DateRecord {
    let date = lunar.solarDate
    let terms = try solarTerms(around: date)
    let term = terms.term(on: date)
    var notes = try notes(onMonthOf: lunar)
    if lunar.day == lunar.monthDayCount { notes += try nextMonthNotes(after: lunar) }
    if let term {
      notes += CalendarNote.notes(on: term, solarYear: terms.number, variant: calendar.variant).map {
        $0.text(in: language)
      }
    }
    let yearPlace = StemBranch(ofYear: lunar.year)
    let almanac = try book.map { book throws(CalendarError) in
      try DayRecord.Almanac(on: date, calendar, book, AlmanacSchools(), in: language)
    }
    return DateRecord(
      solar: date, weekday: date.weekday.rawValue,
      lunar: DateRecord.Lunar(
        year: lunar.year, month: lunar.month, day: lunar.day, isLeap: lunar.isLeap, monthDays: lunar.monthDayCount,
        text: lunar.text(in: language)),
      ganzhi: DateRecord.Ganzhi(
        year: yearPlace.name, month: Self.monthPlace(on: date, terms: terms).name, day: StemBranch(ofDay: date).name),
      zodiac: Zodiac(branch: yearPlace.branch).name(in: language, of: calendar.variant),
      solarTerm: term?.name(in: language), notes: notes, almanac: almanac)
  }

  /// The month of the last 節, in the cycle of sixty.
  private static func monthPlace(on date: SolarDate, terms: SolarTermYear) -> StemBranch {
    guard let term = terms.lastTerm(onOrBefore: date) else {
      return StemBranch(ofMonthBeginningWith: .majorSnow, solarYear: terms.number - 1)
    }
    return StemBranch(ofMonthBeginningWith: term, solarYear: terms.number)
  }

  // MARK: What neighbours share

  private mutating func lunarYear(containing date: SolarDate) throws(CalendarError) -> LunarYear {
    if let year, year.firstDay <= date, date <= year.lastDay { return year }
    let found = try calendar.lunarYear(containing: date)
    year = found
    return found
  }

  private mutating func solarTerms(around date: SolarDate) throws(CalendarError) -> SolarTermYear {
    if let terms, terms.number == date.year, !date.mayBeginTerms { return terms }
    let found = try calendar.solarTerms(around: date)
    terms = found
    return found
  }

  private mutating func notes(onMonthOf lunar: LunarDate) throws(CalendarError) -> [String] {
    let firstDay = lunar.solarDate.julianDayNumber - lunar.day + 1
    if let monthNotes, monthNotes.firstDay == firstDay { return monthNotes.notes }
    let year = try lunarYear(containing: lunar.solarDate)
    let month = try year.month(lunar.month, isLeap: lunar.isLeap)
    let start = MonthStart(of: month, variant: calendar.variant)
    let all = CalendarNote.notes(onYear: year) + CalendarNote.notes(onStart: start, isApproximate: year.isApproximate)
    let notes = all.map { $0.text(in: language) }
    monthNotes = (firstDay, notes)
    return notes
  }

  /// The notes on the last day of a month, if the next month may begin on this day or a day later than computed.
  private func nextMonthNotes(after lunar: LunarDate) throws(CalendarError) -> [String] {
    let firstDay = lunar.solarDate.advanced(by: 1)
    // The calendar's last day has no next day.
    guard calendar.years.contains(firstDay.year) else { return [] }
    let next = try calendar.lunarDate(on: firstDay)
    let year = try calendar.lunarYear(next.year)
    let start = MonthStart(of: try year.month(next.month, isLeap: next.isLeap), variant: calendar.variant)
    return CalendarNote.notes(onNextStart: start, isApproximate: year.isApproximate).map { $0.text(in: language) }
  }
}
