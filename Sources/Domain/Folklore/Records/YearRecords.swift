import Ephemeris
public import Lunisolar

/// A solar term of a year, as in `terms --json`.
public struct TermRecord: Encodable, Hashable, Sendable {
  /// 0 (小寒) to 23 (冬至).
  public let index: Int
  public let name: String
  public let pinyin: String
  public let english: String
  public let solar: SolarDate
  /// To the second, with the offset of the calendar's meridian.
  public let instant: String
  public let longitude: Int
  /// Seconds from the nearest midnight of the meridian, negative before it, in steps of 0.1 s.
  public let marginSeconds: Double
  /// True if the day is certain within the standard error of the forecast of the Earth's rotation.
  public let isCertain: Bool
  public let notes: [String]

  enum CodingKeys: String, CodingKey {
    case index, name, pinyin, english, solar, instant, longitude, notes
    case marginSeconds = "margin_seconds"
    case isCertain = "is_certain"
  }

  /// The 24 terms of a solar year, from 小寒 to 冬至.
  ///
  /// - Throws: `CalendarError.solarYearOutOfRange` outside -2000 to 10000.
  public static func records(
    solarYear: Int, variant: CalendarVariant, language: Language
  ) throws(CalendarError) -> [TermRecord] {
    let days = try AstronomicalCalendar(variant).solarTerms(ofSolarYear: solarYear)
    let offset = variant.utcOffsetHours(in: solarYear) * 3_600
    let isApproximate = !(LunisolarCalendar.tableYears.lowerBound...2600).contains(solarYear)
    return SolarTerm.allCases.map { term in
      let margin = term.margin(inSolarYear: solarYear, variant: variant)
      var notes = CalendarNote.notes(on: term, solarYear: solarYear, variant: variant)
      if isApproximate { notes.append(solarYear < 1645 ? .beforeTable : .afterTable) }
      if solarYear < variant.firstOwnYear { notes.append(.followsChinese(variant)) }
      return TermRecord(
        index: term.rawValue, name: term.name(in: language == .english ? .traditionalChinese : language),
        pinyin: term.pinyin, english: term.english, solar: days[term],
        instant: term.instant(inSolarYear: solarYear).iso(offset: offset, on: days[term]), longitude: term.longitude,
        marginSeconds: margin.seconds.roundedToTenth, isCertain: margin.isCertain && !isApproximate,
        notes: notes.map { $0.text(in: language) })
    }
  }
}

/// A lunar year, as in `year --json`.
public struct YearRecord: Encodable, Hashable, Sendable {
  public let year: Int
  public let ganzhi: String
  public let zodiac: String
  @ExplicitNull public internal(set) var leapMonth: Int?
  public let days: Int
  public let months: [Month]
  public let notes: [String]

  public struct Month: Encodable, Hashable, Sendable {
    public let month: Int
    public let isLeap: Bool
    public let first: SolarDate
    public let days: Int
    /// To the second, with the offset of the calendar's meridian.
    public let newMoon: String
    public let marginSeconds: Double
    public let isCertain: Bool
    public let notes: [String]

    enum CodingKeys: String, CodingKey {
      case month, first, days, notes
      case isLeap = "is_leap"
      case newMoon = "new_moon"
      case marginSeconds = "margin_seconds"
      case isCertain = "is_certain"
    }
  }

  enum CodingKeys: String, CodingKey {
    case year, ganzhi, zodiac, days, months, notes
    case leapMonth = "leap_month"
  }

  /// - Throws: `CalendarError.lunarYearOutOfRange` outside -2000 to 9999.
  public init(_ number: Int, variant: CalendarVariant, language: Language) throws(CalendarError) {
    let lunarYear = try AstronomicalCalendar(variant).lunarYear(number)
    let offset = variant.utcOffsetHours(in: number) * 3_600
    year = number
    ganzhi = StemBranch(ofYear: number).name
    zodiac = Zodiac(ofYear: number).name(in: language, of: variant)
    leapMonth = lunarYear.leapMonth
    days = lunarYear.dayCount
    notes = CalendarNote.notes(onYear: lunarYear).map { $0.text(in: language) }
    months = lunarYear.months.map { month in
      let start = MonthStart(of: month, variant: variant)
      return Month(
        month: month.number, isLeap: month.isLeap, first: month.firstDay, days: month.dayCount,
        newMoon: start.newMoon.iso(offset: offset, on: start.isIssuedOtherwise ? nil : month.firstDay),
        marginSeconds: start.margin.seconds.roundedToTenth,
        isCertain: start.margin.isCertain && !lunarYear.isApproximate,
        notes: CalendarNote.notes(onStart: start, isApproximate: lunarYear.isApproximate).map { $0.text(in: language) })
    }
  }
}

extension SkyInstant {
  /// Rounded to the second, but never to the next day: 23:59:59.9 keeps its day.
  fileprivate func iso(offset: Int, on day: SolarDate?) -> String {
    let exact = unixTime()
    let rounded = Int(exact.rounded())
    let isRoundedAway = day.map { CivilTime.local(unixTime: rounded, offset: offset).date != $0 } ?? false
    return CivilTime.iso(unixTime: isRoundedAway ? Int(exact.rounded(.down)) : rounded, offset: offset)
  }
}

extension Double {
  fileprivate var roundedToTenth: Double { (self * 10).rounded() / 10 }
}
