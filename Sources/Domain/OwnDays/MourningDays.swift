internal import Folklore
public import Lunisolar
internal import Records

/// The days after a death that families in Taiwan count.
///
///     let days = try MourningDays(after: SolarDate(iso: "2026-01-10"), of: "阿嬤").days
///     days.first?.title.traditionalChinese   // "阿嬤 頭七"
///     days.first?.date                       // 2026-01-16
///
/// The day of death is the first day: 頭七 is the 7th day, 滿七 the 49th, 百日 the 100th. Some places hold 百日 earlier, and many families move
/// the rites to a weekend; the days here are those of the count.
///
/// Sources, as undertakers and local histories publish the customs:
/// - 百日 from the day of death, 對年 a month earlier if a leap month lies in between, 忌日 on the date of death whatever the leap months:
///   錫安京典, https://www.555-angel.com.tw/wiki-custom/wiki05/
/// - 百日 on the 100th day, and places that hold it earlier: 楊士賢, 《臺南喪葬禮俗研究》 (2019), pages 322-327,
///   https://nanying.pixnet.net/blog/post/47280765
/// - 三年 after three years by the old rite, usually in the month after 對年 today: 《馬公市各里人文鄉土叢書》 15 (2006),
///   https://penghu.info/OB3FA3E28D5E006F266A
public struct MourningDays: Hashable, Sendable {
  /// 頭七 to 滿七, 百日, 對年, 三年 if it is kept, and 忌日, in this order.
  public let days: [MourningDay]

  /// The longest name of a person: the name of a day follows it in the title.
  public static let nameLimit = 150

  /// - Parameters:
  ///   - death: the day of death; the caller decides whether a death after 23:00 (子時) belongs to the next day.
  ///   - person: the name in the titles: 「阿嬤」.
  /// - Throws: `OwnDayProblem` for a name that makes no title, or a day outside the calendar's table.
  public init(
    after death: SolarDate, of person: String, custom: MourningCustom = MourningCustom()
  ) throws(OwnDayProblem) {
    let person = try Self.checkedName(person)
    let lunar: LunarMonths
    let (first, third): (SolarDate, SolarDate?)
    do {
      lunar = try LunarMonths(of: death)
      (first, third) = try Self.anniversaries(lunar, custom)
    } catch {
      throw .date(death.description, error)
    }
    var days: [MourningDay] = []
    func add(_ kind: MourningDay.Kind, on date: SolarDate) throws(OwnDayProblem) {
      days.append(MourningDay(kind, of: person, on: date, rule: try DateRule(only: date)))
    }
    for number in 1...7 { try add(.week(number), on: death.advanced(by: 7 * number - 1)) }
    try add(.hundredthDay, on: death.advanced(by: 99))
    try add(.firstAnniversary, on: first)
    if let third { try add(.thirdYear, on: third) }
    let yearly = try Self.yearlyRule(lunar.date, custom)
    // With short=omit the first day may come years later; without any in the table there is no such day.
    if let day = yearly.firstDay(onOrAfter: first.advanced(by: -60)) {
      days.append(MourningDay(.yearly, of: person, on: day, rule: yearly))
    }
    self.days = days
  }

  private static func checkedName(_ person: String) throws(OwnDayProblem) -> String {
    let name = try OwnDay.checkedTitle(person)
    let count = name.unicodeScalars.count
    guard count <= nameLimit else {
      throw .text("is \(count) characters long: \(nameLimit) at most", chinese: "有 \(count) 個字，最多 \(nameLimit) 個字")
    }
    return name
  }

  private static func anniversaries(
    _ lunar: LunarMonths, _ custom: MourningCustom
  ) throws(CalendarError) -> (first: SolarDate, third: SolarDate?) {
    func day(year number: Int) throws(CalendarError) -> SolarDate {
      switch custom.firstAnniversary {
      case .twelveMonths: try lunar.day(monthsLater: 12 * number, short: custom.short)
      case .sameLunarDate: try lunar.day(yearsLater: number, short: custom.short)
      }
    }
    let first = try day(year: 1)
    switch custom.thirdYear {
    case nil: return (first, nil)
    case .secondAnniversary: return (first, try day(year: 2))
    case .monthAfterFirstAnniversary:
      // From the month of 對年, not from its day: a 30th that moved to the next month does not move the month.
      let months = custom.firstAnniversary == .twelveMonths ? 12 : try lunar.months(toYearsLater: 1)
      return (first, try lunar.day(monthsLater: months + 1, short: custom.short))
    }
  }

  /// `lunar 6/15 leap=leap short=omit from=2026`: every lunar year after that of the death.
  private static func yearlyRule(_ date: LunarDate, _ custom: MourningCustom) throws(OwnDayProblem) -> DateRule {
    let short = date.day == 30 ? " short=\(custom.short.rawValue)" : ""
    return try DateRule(
      checking: "lunar \(date.month)/\(date.day) leap=\(custom.leap.rawValue)\(short) from=\(date.year + 1)")
  }
}
