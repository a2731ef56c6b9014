public import Lunisolar

/// The days off of a year in Taiwan, as in `days-off --json`.
public struct DaysOffRecord: Encodable, Hashable, Sendable {
  public let year: Int
  /// True if the government has announced the year; otherwise the days follow from the law alone.
  public let isAnnounced: Bool
  /// The reference of the announcing letter, if known.
  @ExplicitNull public internal(set) var document: String?
  /// The number of days off, including weekends.
  public let dayOffCount: Int
  /// All days except ordinary workdays and weekends.
  public let days: [Day]

  public struct Day: Encodable, Hashable, Sendable {
    public let solarDate: SolarDate
    /// ISO 8601: Monday is 1, Sunday is 7.
    public let weekday: Int
    public let isDayOff: Bool
    /// `holiday`, `in_lieu` (補假), `adjusted` (調整放假) or `made_up_workday` (補行上班).
    public let kind: String
    public let name: String

    enum CodingKeys: String, CodingKey {
      case weekday, kind, name
      case solarDate = "solar_date"
      case isDayOff = "is_day_off"
    }
  }

  enum CodingKeys: String, CodingKey {
    case year, document, days
    case isAnnounced = "is_announced"
    case dayOffCount = "day_off_count"
  }

  /// The record of a year; nil if there is no data for it.
  public init?(_ year: Int, of daysOff: DaysOff, language: Language) {
    guard let office = daysOff.year(year) else { return nil }
    self.year = year
    isAnnounced = office.isAnnounced
    let first = SolarDate(uncheckedYear: year, month: 1, day: 1)
    let dates = (0..<first.distance(to: SolarDate(uncheckedYear: year + 1, month: 1, day: 1))).map {
      first.advanced(by: $0)
    }
    dayOffCount = dates.count { office[$0].isDayOff }
    days = dates.compactMap { date in
      let day = office[date]
      return day.name(in: language).map { name in
        Day(
          solarDate: date, weekday: date.weekday.rawValue, isDayOff: day.isDayOff, kind: day.kind.rawValue, name: name)
      }
    }
    document = daysOff.announcement(of: year)?.document
  }
}
