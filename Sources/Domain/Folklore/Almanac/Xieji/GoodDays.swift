public import Lunisolar

/// A search for days that are good for a purpose by 欽定協紀辨方書.
public struct GoodDays: Sendable {
  /// The days found, in order.
  public private(set) var days: [Day] = []
  /// The days that the book calls good for the purpose but that were left out, by the reason.
  public private(set) var leftOut: [Reason: Int] = [:]

  public struct Day: Hashable, Sendable {
    public let date: SolarDate
    public let verdict: XiejiVerdict
    public let cautions: [DayCaution]
  }

  /// Why a day that is good for the purpose was left out.
  public enum Reason: String, CaseIterable, Hashable, Sendable {
    case zodiac, birth, weekday, strict
  }

  /// What is asked.
  public struct Wishes: Hashable, Sendable {
    public var purpose: XiejiPurpose
    /// Days that clash with this animal are left out.
    public var avoidedZodiac: Zodiac?
    /// Days that clash with the year of this birth, from 立春, are left out.
    public var birth: SolarDate?
    /// Only Saturdays and Sundays.
    public var onlyWeekends = false
    /// Days with a caution of `DayCaution.isForStrictSearch` are left out.
    public var isStrict = false

    public init(for purpose: XiejiPurpose) {
      self.purpose = purpose
    }
  }

  /// How many days after its first one a search ends, if nobody says when.
  public static let usualDays = 180
  /// The longest range in years.
  public static let longestYears = 20

  /// - Throws: `CalendarError` if the range leaves the calendar.
  public init(
    _ wishes: Wishes, in range: ClosedRange<SolarDate>, book: XiejiBook, calendar: some LunarYearSource,
    limit: Int? = nil
  ) throws(CalendarError) {
    let birthBranch = try wishes.birth.map { date throws(CalendarError) in
      let (term, terms) = try calendar.lastTerm(onOrBefore: date)
      return StemBranch(ofYear: term.springYear(solarYear: terms.number)).branch
    }
    var date = range.lowerBound
    while date <= range.upperBound, limit.map({ days.count < $0 }) ?? true {
      defer { date = date.advanced(by: 1) }
      let verdict = book.verdict(of: try XiejiDay(on: date, calendar: calendar))
      guard verdict.good.isSuperset(of: wishes.purpose.items) else { continue }
      let clashing = EarthlyBranch(order: StemBranch(ofDay: date).branch.rawValue + 6)
      let cautions = try DayCaution.of(date: date, calendar: calendar)
      let reason: Reason? =
        if let zodiac = wishes.avoidedZodiac, Zodiac(branch: clashing) == zodiac {
          .zodiac
        } else if clashing == birthBranch {
          .birth
        } else if wishes.onlyWeekends, date.weekday.rawValue < 6 {
          .weekday
        } else if wishes.isStrict, cautions.contains(where: \.isForStrictSearch) {
          .strict
        } else {
          nil
        }
      if let reason {
        leftOut[reason, default: 0] += 1
      } else {
        days.append(Day(date: date, verdict: verdict, cautions: cautions))
      }
    }
  }
}
