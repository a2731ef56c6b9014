private import Ephemeris
public import Lunisolar

/// A day as the book sees it: a month, a place in the cycle of sixty, and what depends on the date.
public struct XiejiDay: Hashable, Sendable {
  /// The branch of the month, which begins with the day of a 節.
  public let month: EarthlyBranch
  public let pillar: StemBranch
  /// What depends on the lunar date, the year and the term; nil for the pure function of month and pillar.
  package let date: Dated?

  /// One of the 720 cases of the book's tables (月表), without what depends on the date.
  public init(month: EarthlyBranch, pillar: StemBranch) {
    self.month = month
    self.pillar = pillar
    date = nil
  }

  /// - Throws: `CalendarError` if the day or a neighbouring year is outside the calendar.
  public init(on date: SolarDate, calendar: some LunarYearSource) throws(CalendarError) {
    let (term, terms) = try calendar.lastTerm(onOrBefore: date)
    month = StemBranch(ofMonthBeginningWith: term, solarYear: terms.number).branch
    pillar = StemBranch(ofDay: date)
    self.date = try Dated(date, term, terms, calendar)
  }

  /// 0 (寅) to 11 (丑).
  package var monthFromTiger: Int { (month.rawValue + 10) % 12 }

  /// What depends on the lunar date, the year and the term.
  package struct Dated: Hashable, Sendable {
    package let solar: SolarDate
    package let lunar: LunarDate
    package let isLastOfMonth: Bool
    /// The stem of the year from 立春.
    package let yearStem: HeavenlyStem
    /// The branch of the lunar month's first day.
    package let firstBranch: EarthlyBranch
    package let utcOffsetHours: Int
    private let parts: Parts

    struct Parts: OptionSet, Hashable, Sendable {
      let rawValue: UInt16
      static let parting = Parts(rawValue: 1)
      static let ending = Parts(rawValue: 2)
      static let earthReigns = Parts(rawValue: 4)
      static let isHunted = Parts(rawValue: 8)
      static let isFished = Parts(rawValue: 16)
      static let isFelled = Parts(rawValue: 32)
      static let outgoing = Parts(rawValue: 64)
      static let dogDay = Parts(rawValue: 128)
      static let altarDay = Parts(rawValue: 256)
    }

    /// 四離: the day before a solstice or an equinox (06-73b).
    package var isParting: Bool { parts.contains(.parting) }
    /// 四絕: the day before the beginning of a season (06-73b).
    package var isEnding: Bool { parts.contains(.ending) }
    /// 土王用事: the 18 days before the beginning of a season.
    package var earthReigns: Bool { parts.contains(.earthReigns) }
    /// From 霜降 to 立春.
    package var isHunted: Bool { parts.contains(.isHunted) }
    /// From 雨水 to 立夏.
    package var isFished: Bool { parts.contains(.isFished) }
    /// From 立冬 to 立春.
    package var isFelled: Bool { parts.contains(.isFelled) }
    /// 氣往亡: a number of days after a 節 (09-34a).
    package var isOutgoing: Bool { parts.contains(.outgoing) }
    /// 伏: 初伏, 中伏 or 末伏.
    package var isDogDay: Bool { parts.contains(.dogDay) }
    /// 社日: the fifth 戊 day after 立春 or 立秋.
    package var isAltarDay: Bool { parts.contains(.altarDay) }
    /// 上朔, by the year's stem from 立春.
    package var isUpperNewMoon: Bool {
      StemBranch(ofDay: solar).index == Self.upperNewMoons[yearStem.rawValue]
    }
    /// 長星 or 短星 (09-33b).
    package var isLongOrShortStar: Bool {
      !lunar.isLeap && Self.stars[lunar.month - 1].contains(lunar.day)
    }
    /// 反支, by the branch of the month's first day (09-33b).
    package var isReversedBranch: Bool {
      lunar.day == 6 - firstBranch.rawValue / 2
    }

    /// 月忌: the 5th, 14th and 23rd (06-74b).
    package var isMonthTaboo: Bool { DayCaution.yuejiDays.contains(lunar.day) }

    /// True on the days of the new moon, the quarters and the full moon, and on the 15th.
    package var isPhase: Bool {
      if lunar.day == 1 || lunar.day == 15 { return true }
      guard (6...10).contains(lunar.day) || (13...18).contains(lunar.day) || (20...25).contains(lunar.day) else {
        return false
      }
      return !MoonOfDay.principalPhases(in: solar...solar, utcOffsetHours: utcOffsetHours).isEmpty
    }

    /// 癸亥 己巳 乙亥 辛巳 丁亥 癸巳 己亥 乙巳 辛亥 丁巳, from 甲 years.
    private static let upperNewMoons = [59, 5, 11, 17, 23, 29, 35, 41, 47, 53]

    /// 長星 and 短星 of the lunar months, by the usual list; the eighth month was compared with the book's text. Other lists have the 23rd in
    /// the eleventh month.
    private static let stars: [[Int]] = [
      [7, 21], [4, 19], [1, 16], [9, 25], [15, 25], [10, 20], [8, 22], [2, 5, 18, 19], [3, 4, 16, 17], [1, 14],
      [12, 22], [9, 25],
    ]

    /// 氣往亡: the day counted from the day of each 節 as the first, from 立春.
    private static let outgoingDays = [7, 14, 21, 8, 16, 24, 9, 18, 27, 10, 20, 30]

    fileprivate init(
      _ date: SolarDate, _ term: SolarTerm, _ terms: SolarTermYear, _ calendar: some LunarYearSource
    ) throws(CalendarError) {
      solar = date
      let year = try calendar.lunarYear(containing: date)
      lunar = year.lunarDate(onJulianDay: date.julianDayNumber)
      isLastOfMonth = try calendar.lunarDate(on: date.advanced(by: 1)).day == 1
      yearStem = StemBranch(ofYear: term.springYear(solarYear: terms.number)).stem
      firstBranch = StemBranch(ofDay: date.advanced(by: 1 - lunar.day)).branch
      utcOffsetHours = calendar.variant.utcOffsetHours(in: date.year)
      parts = try Self.parts(date, term, terms, calendar)
    }

    private static func parts(
      _ date: SolarDate, _ term: SolarTerm, _ terms: SolarTermYear, _ calendar: some LunarYearSource
    ) throws(CalendarError) -> Parts {
      var parts: Parts = []
      // The next 節 or 中氣.
      let following =
        term == .winterSolstice
        ? (term: SolarTerm.minorCold, date: try calendar.solarTerms(ofSolarYear: terms.number + 1)[.minorCold])
        : (term: SolarTerm(order: term.rawValue + 1), date: terms[SolarTerm(order: term.rawValue + 1)])
      if following.date == date.advanced(by: 1) {
        switch DayCaution.onEve(of: following.term) {
        case .sili: parts.insert(.parting)
        case .sijue: parts.insert(.ending)
        default: break
        }
      }
      let next = DayCaution.seasons.map { terms[$0] }.first { $0 > date }
      if let next, date.distance(to: next) <= 18 { parts.insert(.earthReigns) }
      let order = term.rawValue
      if order >= SolarTerm.frostDescent.rawValue || order < SolarTerm.startOfSpring.rawValue {
        parts.insert(.isHunted)
      }
      if order >= SolarTerm.startOfWinter.rawValue || order < SolarTerm.startOfSpring.rawValue {
        parts.insert(.isFelled)
      }
      if (SolarTerm.rainWater.rawValue..<SolarTerm.startOfSummer.rawValue).contains(order) { parts.insert(.isFished) }
      // The 節 that began the month.
      let section = order % 2 == 0 ? terms[term] : terms[SolarTerm(order: order - 1)]
      if section.distance(to: date) + 1 == outgoingDays[(order / 2 + 11) % 12] { parts.insert(.outgoing) }
      if isDogDay(date, terms) { parts.insert(.dogDay) }
      if date.isDay(5, ofStem: .wu, from: terms[.startOfSpring])
        || date.isDay(5, ofStem: .wu, from: terms[.startOfAutumn])
      {
        parts.insert(.altarDay)
      }
      return parts
    }

    /// 初伏 and 中伏 are the third and the fourth 庚 day from 夏至, 末伏 the first from 立秋.
    private static func isDogDay(_ date: SolarDate, _ terms: SolarTermYear) -> Bool {
      date.isDay(3, ofStem: .geng, from: terms[.summerSolstice])
        || date.isDay(4, ofStem: .geng, from: terms[.summerSolstice])
        || date.isDay(1, ofStem: .geng, from: terms[.startOfAutumn])
    }
  }
}

extension SolarDate {
  /// True if this is the n-th day with a stem on or after another day.
  fileprivate func isDay(_ ordinal: Int, ofStem stem: HeavenlyStem, from first: SolarDate) -> Bool {
    let days = first.distance(to: self)
    return StemBranch(ofDay: self).stem == stem && days >= 0 && days / 10 == ordinal - 1
  }
}
