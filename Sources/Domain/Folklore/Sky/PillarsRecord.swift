import Ephemeris
public import Lunisolar

/// The four pillars of a birth by both conventions of 23:00, as in `pillars --json` and the API.
public struct PillarsRecord: Encodable, Hashable, Sendable {
  /// The instant, with the offset that the clock had.
  public let clock: String
  /// True if the clock showed summer time, which is taken off.
  public let isSummerTime: Bool
  public let place: ViewpointRecord
  /// The time that day and hour are counted by: `standard` or `solar`.
  public let countedBy: CountedBy
  /// The day and the time of it that give the pillars of day and hour: `1990-05-04T23:30:00`.
  public let counted: String
  /// The day begins at 23:00 (子初換日).
  public let dayFrom23: Pillars
  /// The day begins at midnight; the hour from 23:00 is that of the next day (夜子時).
  public let dayFromMidnight: Pillars
  /// True if both are the same: all day but from 23:00 to midnight.
  public let isAgreed: Bool
  /// The 節 that began the month, and the next one.
  public let section: Section
  public let nextSection: Section
  public let notes: [String]

  /// The time that day and hour are counted by.
  public enum CountedBy: String, Encodable, Hashable, Sendable {
    /// The zone's standard time, without summer time.
    case standard
    /// The true solar time of the place.
    case solar
  }

  public struct Pillars: Encodable, Hashable, Sendable {
    public let year: String
    public let month: String
    public let day: String
    public let hour: String

    init(_ pillars: BirthPillars) {
      (year, month) = (pillars.year.name, pillars.month.name)
      (day, hour) = (pillars.day.name, pillars.hour.name)
    }

    /// `庚午 庚辰 己巳 甲子`
    public var text: String { [year, month, day, hour].joined(separator: " ") }
  }

  public struct Section: Encodable, Hashable, Sendable {
    public let name: String
    public let instant: String
  }

  enum CodingKeys: String, CodingKey {
    case clock, place, counted, section, notes
    case isSummerTime = "is_summer_time"
    case countedBy = "counted_by"
    case dayFrom23 = "day_from_23"
    case dayFromMidnight = "day_from_midnight"
    case isAgreed = "is_agreed"
    case nextSection = "next_section"
  }

  /// - Throws: `CalendarError` if the day is outside the calendar.
  public init(
    of moment: ClockMoment, at viewpoint: Viewpoint, by countedBy: CountedBy, language: Language
  ) throws(CalendarError) {
    let calendar = AstronomicalCalendar(.chinese)
    let solarOffset = viewpoint.skyPlace.solarOffsetSeconds(atUnixTime: Double(moment.unixTime))
    let offset = countedBy == .solar ? Int(solarOffset.rounded()) : moment.standardOffset
    func pillars(_ day: FourPillars.Conventions.DayBoundary) throws(CalendarError) -> BirthPillars {
      try BirthPillars(
        atUnixTime: moment.unixTime, clockOffsetSeconds: offset, calendar: calendar,
        conventions: .init(year: .startOfSpring, month: .instantOfTerm, day: day))
    }
    let (early, late) = (try pillars(.hourOfRat), try pillars(.midnight))
    clock = CivilTime.iso(unixTime: moment.unixTime, offset: moment.offset)
    isSummerTime = moment.isSummerTime
    place = ViewpointRecord(viewpoint, language)
    self.countedBy = countedBy
    counted = String(CivilTime.iso(unixTime: moment.unixTime + offset).dropLast())
    (dayFrom23, dayFromMidnight) = (Pillars(early), Pillars(late))
    isAgreed = early == late
    let around = Self.sections(around: moment.unixTime, year: moment.date.year)
    func record(_ section: (term: SolarTerm, unixTime: Double)) -> Section {
      let second = Int(section.unixTime.rounded())
      return Section(
        name: section.term.name(in: language),
        instant: CivilTime.iso(unixTime: second, offset: viewpoint.clock.offset(at: second)))
    }
    (section, nextSection) = (record(around.last), record(around.next))
    var notes: [String] = []
    if moment.isSummerTime {
      let minutes = (moment.offset - moment.standardOffset) / 60
      notes.append(
        language.say(
          "當時是夏令時間（日光節約時間），已減去 \(minutes) 分鐘", "当时是夏令时间，已减去 \(minutes) 分钟",
          "summer time: \(minutes) minutes were taken off the clock"))
    }
    if !isAgreed {
      notes.append(
        language.say(
          "23:00 到午夜之間，各派的日柱不同：兩種都列出", "23:00 到午夜之间，各派的日柱不同：两种都列出",
          "from 23:00 to midnight the schools differ in the day's pillar: both are shown"))
    }
    let distance = min(
      Double(moment.unixTime) - around.last.unixTime, around.next.unixTime - Double(moment.unixTime))
    if distance < 900 {
      notes.append(
        language.say(
          "離交節不到 15 分鐘：請核對時鐘，月柱（立春時還有年柱）取決於這幾分鐘", "离交节不到 15 分钟：请核对时钟，月柱（立春时还有年柱）取决于这几分钟",
          "less than 15 minutes from a 節: the month's pillar, and at 立春 the year's, hangs on them"))
    }
    self.notes = notes + [viewpoint.zoneRemark(at: moment.unixTime, in: language)].compactMap(\.self)
  }

  /// The last 節 at or before an instant, and the first after it.
  private static func sections(
    around unixTime: Int, year: Int
  ) -> (last: (term: SolarTerm, unixTime: Double), next: (term: SolarTerm, unixTime: Double)) {
    var last = (term: SolarTerm.minorCold, unixTime: -Double.infinity)
    for solarYear in year - 1...year + 1 {
      for term in SolarTerm.allCases where term.rawValue % 2 == 0 {
        let instant = term.instant(inSolarYear: solarYear).unixTime()
        if instant > Double(unixTime) { return (last, (term, instant)) }
        last = (term, instant)
      }
    }
    return (last, last)
  }
}

// MARK: - For people

extension PillarsRecord {
  /// The pillars by each convention that gives others; one row where they agree.
  public func rows(in language: Language) -> [(name: String, pillars: Pillars)] {
    if isAgreed { return [(language.say("四柱", "四柱", "Pillars"), dayFrom23)] }
    return [
      (language.say("23:00 換日", "23:00 换日", "day from 23:00"), dayFrom23),
      (language.say("午夜換日（夜子時）", "午夜换日（夜子时）", "day from midnight"), dayFromMidnight),
    ]
  }

  /// What the pillars were counted from.
  public func lines(in language: Language) -> [SkyRecord.Line] {
    func plain(_ text: String) -> String { String(text.prefix(16).replacing("T", with: " ")) }
    let counted = plain(counted)
    return [
      SkyRecord.Line(
        name: language.say("出生時刻", "出生时刻", "Clock"), value: plain(clock) + " " + clock.suffix(6)),
      SkyRecord.Line(
        name: language.say("地點", "地点", "Place"),
        value: place.text(in: language)),
      SkyRecord.Line(
        name: language.say("日時依據", "日时依据", "Counted by"),
        value: countedBy == .solar
          ? language.say("真太陽時 \(counted)", "真太阳时 \(counted)", "true solar time \(counted)")
          : language.say("標準時間 \(counted)", "标准时间 \(counted)", "standard time \(counted)")),
      SkyRecord.Line(
        name: language.say("月令", "月令", "Month"),
        value: language.say(
          "\(section.name) \(plain(section.instant)) 起，到\(nextSection.name) \(plain(nextSection.instant))",
          "\(section.name) \(plain(section.instant)) 起，到\(nextSection.name) \(plain(nextSection.instant))",
          "\(section.name) from \(plain(section.instant)) to \(nextSection.name) \(plain(nextSection.instant))")),
    ]
  }
}
