public import Folklore
public import Lunisolar

/// The weekly opening hours of a temple, in the subset of OpenStreetMap's syntax that temples use.
///
///     let hours = try OpeningHours("Mo-Fr 05:00-22:00; Sa,Su 04:30-23:00; PH 04:00-24:00")
///     hours.state(on: .wednesday, at: noon)          // open
///     hours.description                              // Mo-Fr 05:00-22:00; Sa-Su 04:30-23:00; PH 04:00-24:00
///
/// | text | is |
/// | --- | --- |
/// | `05:00-22:00` | every day; so is `Mo-Su 05:00-22:00` |
/// | `24/7` | always |
/// | `Mo-Fr,Su 05:00-12:00,13:30-21:00` | several days, several times |
/// | `17:00-02:00` | over midnight: the night belongs to the day on which it begins |
/// | `Mo-Su 05:00-22:00; Tu off` | a later rule takes the place of an earlier one on its days |
/// | `05:00-22:00; 12:00-13:00 off` | but `off` with times closes those times only |
/// | `Mo-Fr 05:00-22:00, Sa 08:00-12:00` | a rule behind a comma is added to those before it |
/// | `sunrise-sunset`, `08:00-dusk` | times that depend on the sun: unknown here |
/// | `PH off`, `SH 05:00-24:00` | public and school holidays, which a weekday alone does not tell |
/// | `Apr-Sep 05:00-22:00`, `Dec 25 off`, `Jan 01-Mar 31 off` | parts of the year |
/// | `Su[1] off`, `Sa[2,4] 08:00-12:00`, `Fr[-1] off` | weekdays of the month, counted from its start or its end |
/// | `lunar 1,15 04:00-24:00` | days of the lunar month: a form of our own |
/// | `lunar 12/last-1/5 24/7` | days of the lunar year (除夕至初五): a form of our own |
/// | `17:00+` | an unknown end |
/// | `05:00-22:00 "in winter until 21:00"`, `"by appointment"` | a comment; without times the state is unknown |
/// | `每日 06:00-21:00`, `週一至週五 上午8時至下午5時；週六公休`, `農曆初一、十五 24小時` | the same in Chinese |
/// | `週一公休；08:00-17:00` | in Chinese the exceptions hold wherever they stand |
///
/// The syntax is that of https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification. Weeks, years, `||` and other
/// parts of it are rejected.
public struct OpeningHours: Hashable, Sendable {
  let rules: [Rule]

  public enum State: String, CaseIterable, Hashable, Sendable {
    case open, closed
    /// The state depends on unknown facts: whether the day is a holiday, or when the sun rises.
    case unknown
  }

  /// - Throws: `OpeningHoursError` with the position of the error and the expected form.
  public init(_ text: some StringProtocol) throws(OpeningHoursError) {
    let text = String(text)
    var parser = OpeningHoursParser(text)
    do {
      rules = try parser.rules()
    } catch {
      throw error.asRemark ?? error.asMissingHours ?? error
    }
  }

  /// True if a text that is read has forms of our own, such as `6:00 am`, which programs that read OpenStreetMap's syntax do not know.
  package static func hasOwnForms(_ text: String) -> Bool {
    var parser = OpeningHoursParser(text)
    return (try? parser.rules()) != nil && parser.hasOwnForms
  }

  /// The state at a time of a weekday; unknown if a rule depends on the date.
  ///
  /// - Parameters:
  ///   - isPublicHoliday: true on a public holiday; nil if unknown, and then the state is unknown if it matters.
  ///   - isSchoolHoliday: the same for school holidays.
  public func state(
    on weekday: Weekday, at time: TimeOfDay, isPublicHoliday: Bool? = nil, isSchoolHoliday: Bool? = nil
  ) -> State {
    guard !dependsOnDates else { return .unknown }
    let previous = Weekday(rawValue: weekday.rawValue == 1 ? 7 : weekday.rawValue - 1) ?? .sunday
    let todays = plans(
      for: DayFacts(weekday: weekday, isPublicHoliday: isPublicHoliday, isSchoolHoliday: isSchoolHoliday))
    return state(at: time, todays, plans(for: DayFacts(weekday: previous)))
  }

  /// The state at a time of a day, whose weekday, month and lunar day decide.
  public func state(
    on date: SolarDate, at time: TimeOfDay, isPublicHoliday: Bool? = nil, isSchoolHoliday: Bool? = nil
  ) -> State {
    let todays = plans(for: DayFacts(date, isPublicHoliday: isPublicHoliday, isSchoolHoliday: isSchoolHoliday))
    let yesterdays = plans(for: DayFacts(date.advanced(by: -1), isPublicHoliday: nil, isSchoolHoliday: nil))
    return state(at: time, todays, yesterdays)
  }

  private func state(at time: TimeOfDay, _ todays: [Plan], _ yesterdays: [Plan]) -> State {
    var states: Set<State> = []
    for today in todays {
      for yesterday in yesterdays { states.insert(Self.state(at: time.minutes, today: today, yesterday: yesterday)) }
    }
    return states.count == 1 ? states.first ?? .unknown : .unknown
  }

  /// True if a rule holds on lunar days or in a part of the year, which a weekday does not tell.
  public var dependsOnDates: Bool {
    rules.contains { rule in
      rule.days.lunarDays != 0 || !rule.days.seasons.isEmpty || !rule.days.nth.isEmpty || !rule.days.lunarSpans.isEmpty
    }
  }
  /// True if a rule mentions public holidays.
  public var dependsOnPublicHolidays: Bool { rules.contains { $0.days.publicHolidays } }
  /// True if a rule mentions school holidays.
  public var dependsOnSchoolHolidays: Bool { rules.contains { $0.days.schoolHolidays } }
}

// MARK: - A rule

extension OpeningHours {
  struct Rule: Hashable {
    var days: Days
    var content: Content
    /// True if the rule adds to the rules before it instead of replacing them.
    let isAddition: Bool
    var comment: String?
  }

  /// The days on which a rule holds.
  struct Days: Hashable {
    /// Seven bits; Monday is the lowest.
    var weekdays: UInt8
    var publicHolidays = false
    var schoolHolidays = false
    /// Days of the lunar month, 1 to 30, as bits.
    var lunarDays: UInt32 = 0
    /// Weekdays of the solar month, such as its first Sunday.
    var nth: [NthWeekday] = []
    /// Days of the lunar year, such as 除夕 to 初五.
    var lunarSpans: [LunarSpan] = []
    /// The parts of the year in which the rule holds; the whole year if there are none.
    var seasons: [Season] = []

    static let all = Days(weekdays: 0b111_1111)
    static let none = Days(weekdays: 0)

    mutating func insert(_ weekday: Weekday) { weekdays |= 1 << (weekday.rawValue - 1) }
    func contains(_ weekday: Weekday) -> Bool { weekdays & 1 << (weekday.rawValue - 1) != 0 }
    mutating func insert(lunarDay: Int) { lunarDays |= 1 << lunarDay }
    func contains(lunarDay: Int) -> Bool { lunarDays & 1 << lunarDay != 0 }
    /// True if no weekday, holiday or lunar day is named.
    var isEmpty: Bool {
      weekdays == 0 && lunarDays == 0 && nth.isEmpty && lunarSpans.isEmpty && !publicHolidays && !schoolHolidays
    }
  }

  /// A weekday of each month by its number from 1, or from the month's end by -1.
  struct NthWeekday: Hashable {
    let weekday: Weekday
    let ordinal: Int
  }

  /// Days of the lunar year from one to another, both included; it may go over New Year.
  struct LunarSpan: Hashable {
    let first: LunarPoint
    let last: LunarPoint

    func contains(_ date: LunarDate) -> Bool {
      guard !date.isLeap else { return false }
      let day = LunarPoint(month: date.month, day: date.day)
      let isLast = date.day == date.monthDayCount
      return contains(day) || isLast && contains(LunarPoint(month: date.month, day: LunarPoint.lastDay))
    }

    private func contains(_ day: LunarPoint) -> Bool {
      first <= last ? (first...last).contains(day) : day >= first || day <= last
    }
  }

  struct LunarPoint: Hashable, Comparable {
    /// The day behind every other one: the last of the month.
    static let lastDay = 31

    let month: Int
    let day: Int

    static func < (one: LunarPoint, other: LunarPoint) -> Bool { (one.month, one.day) < (other.month, other.day) }
  }

  /// Days of the year from one to another, both included; from November to February it goes over New Year.
  struct Season: Hashable {
    let first: DayOfYear
    let last: DayOfYear

    func contains(_ day: DayOfYear) -> Bool {
      first <= last ? (first...last).contains(day) : day >= first || day <= last
    }
  }

  struct DayOfYear: Hashable, Comparable {
    let month: Int
    let day: Int

    static func < (one: DayOfYear, other: DayOfYear) -> Bool { (one.month, one.day) < (other.month, other.day) }

    /// February has 29.
    static func lastDay(of month: Int) -> Int { month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31 }
  }

  enum Content: Hashable {
    /// Only a comment, such as "by appointment".
    case unknown
    case open([Span])
    /// Closed at these times, or all day if there are none.
    case off([Span])
  }

  /// A range of minutes of the day; its end may be on the next day.
  struct Span: Hashable {
    let from: Edge
    let to: Edge

    /// The minutes that the span can cover: a sunrise or sunset edge could extend to everything before or after it.
    var minutes: Range<Int> {
      let start = from.minute ?? 0
      return start..<max(to.minute ?? OpeningHours.minutesOfDay, start + 1)
    }

    var isCertain: Bool { from.minute != nil && to.minute != nil }
  }

  enum Edge: Hashable {
    /// Minutes since midnight; from 1,440 on they are on the next day.
    case time(Int)
    case sun(SunEvent)
    /// The end of `17:00+`.
    case unknown

    var minute: Int? {
      if case .time(let minute) = self { minute } else { nil }
    }
  }

  enum SunEvent: String, CaseIterable {
    case dawn, sunrise, sunset, dusk
  }

  static let minutesOfDay = 1_440
}

// MARK: - A day

extension OpeningHours {
  /// The spans of one day with their states; a later span precedes an earlier one.
  private typealias Plan = [(minutes: Range<Int>, state: State)]

  /// What is known of a day.
  private struct DayFacts {
    let weekday: Weekday
    var isPublicHoliday: Bool?
    var isSchoolHoliday: Bool?
    private var day: DayOfYear?
    private var lunarDate: LunarDate?
    /// Which of its weekday in the month the day is, from the start and from the end.
    private var ordinals: [Int] = []

    init(weekday: Weekday, isPublicHoliday: Bool? = nil, isSchoolHoliday: Bool? = nil) {
      (self.weekday, self.isPublicHoliday, self.isSchoolHoliday) = (weekday, isPublicHoliday, isSchoolHoliday)
    }

    init(_ date: SolarDate, isPublicHoliday: Bool?, isSchoolHoliday: Bool?) {
      self.init(weekday: date.weekday, isPublicHoliday: isPublicHoliday, isSchoolHoliday: isSchoolHoliday)
      day = DayOfYear(month: date.month, day: date.day)
      lunarDate = try? LunisolarCalendar.chinese.lunarDate(on: date)
      let rest = SolarDate.dayCount(year: date.year, month: date.month) - date.day
      ordinals = [(date.day - 1) / 7 + 1, -(rest / 7 + 1)]
    }

    func fit(_ days: Days, isPublicHoliday: Bool, isSchoolHoliday: Bool) -> Bool {
      if let day, !days.seasons.isEmpty, !days.seasons.contains(where: { $0.contains(day) }) { return false }
      return days.contains(weekday) || lunarDate.map { days.contains(lunarDay: $0.day) } ?? false
        || days.nth.contains { $0.weekday == weekday && ordinals.contains($0.ordinal) }
        || days.lunarSpans.contains { span in lunarDate.map(span.contains) ?? false }
        || (days.publicHolidays && isPublicHoliday) || (days.schoolHolidays && isSchoolHoliday)
    }
  }

  /// The possible plans of a day, one for each unknown fact.
  private func plans(for facts: DayFacts) -> [Plan] {
    let publicHolidays = facts.isPublicHoliday.map { [$0] } ?? (dependsOnPublicHolidays ? [false, true] : [false])
    let schoolHolidays = facts.isSchoolHoliday.map { [$0] } ?? (dependsOnSchoolHolidays ? [false, true] : [false])
    return publicHolidays.flatMap { isPublic in
      schoolHolidays.map { isSchool in
        plan { facts.fit($0, isPublicHoliday: isPublic, isSchoolHoliday: isSchool) }
      }
    }
  }

  private func plan(_ holds: (Days) -> Bool) -> Plan {
    var plan: Plan = []
    for rule in rules where holds(rule.days) {
      switch rule.content {
      case .unknown: plan = [(0..<Self.minutesOfDay, .unknown)]
      case .off([]): plan = []
      case .off(let spans): plan += spans.map { ($0.minutes, $0.isCertain ? .closed : .unknown) }
      case .open(let spans):
        if !rule.isAddition { plan = [] }
        plan += spans.map { ($0.minutes, $0.isCertain ? .open : .unknown) }
      }
    }
    return plan
  }

  private static func state(at minute: Int, today: Plan, yesterday: Plan) -> State {
    let now = today.last { $0.minutes.contains(minute) }?.state
    // Yesterday's night lasts until its own end, unless today is marked closed.
    let night = yesterday.last { $0.minutes.contains(minute + minutesOfDay) }?.state
    if now == .closed { return .closed }
    if now == .open || night == .open { return .open }
    return now ?? night ?? .closed
  }
}
