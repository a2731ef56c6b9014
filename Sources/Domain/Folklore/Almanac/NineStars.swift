public import Lunisolar

/// 九星 (紫白): one of the nine stars, 一白 to 九紫.
public struct NineStar: Hashable, Sendable {
  /// 1 (一白) to 9 (九紫).
  public let number: Int

  /// - Parameter order: any integer, modulo 9; 0 is 一白.
  init(order: Int) {
    number = order.modulo(9) + 1
  }

  /// `四綠`, `四绿`, `4 green`
  public var name: LocalizedName { Self.names[number - 1] }

  private static let names = [
    LocalizedName("一白", english: "1 white"),
    LocalizedName("二黑", english: "2 black"),
    LocalizedName("三碧", english: "3 jade"),
    LocalizedName("四綠", simplifiedChinese: "四绿", english: "4 green"),
    LocalizedName("五黃", simplifiedChinese: "五黄", english: "5 yellow"),
    LocalizedName("六白", english: "6 white"),
    LocalizedName("七赤", english: "7 red"),
    LocalizedName("八白", english: "8 white"),
    LocalizedName("九紫", english: "9 purple"),
  ]
}

/// 九星 of the year, the month and the day.
///
/// The year (三元): 一白 in 1864, then one back a year; it begins on the day of 立春. The month: the 寅 month is 八白 in 子午卯酉 years, 五黃 in
/// 辰戌丑未 years, 二黑 in 寅申巳亥 years, then one back a month; it begins on the day of its 節. The day: from the 甲子 nearest 冬至 forwards from
/// 一白, from the 甲子 nearest 夏至 backwards from 九紫; of two 甲子 thirty days off, the later.
public struct NineStars: Hashable, Sendable {
  public let year: NineStar
  public let month: NineStar
  public let day: NineStar
  /// True while the schools differ in the day's star: from the 甲子 nearest 夏至 where the next beginning is 240 days later, not 180
  /// (1985/86, 2008/09, 2031/32, 2042/43). Another school counts back from the next beginning.
  public let isDayDisputed: Bool

  /// - Throws: `CalendarError` if the day or the year before it is outside the calendar.
  public init(on date: SolarDate, calendar: some LunarYearSource) throws(CalendarError) {
    let (term, terms) = try calendar.lastTerm(onOrBefore: date)
    let order = term.rawValue / 2
    let yearNumber = term.springYear(solarYear: terms.number)
    year = NineStar(order: 1_864 - yearNumber)
    // Months from 寅: 小寒 begins the twelfth, 立春 the first.
    let month = (order + 11) % 12
    self.month = NineStar(order: 7 - 3 * StemBranch(ofYear: yearNumber).branch.rawValue - month)
    (day, isDayDisputed) = try Self.star(of: date, calendar)
  }

  private static func star(
    of date: SolarDate, _ calendar: some LunarYearSource
  ) throws(CalendarError) -> (NineStar, isDisputed: Bool) {
    let terms = try calendar.solarTerms(around: date)
    let (summer, winter) = (nearestJiaZi(to: terms[.summerSolstice]), nearestJiaZi(to: terms[.winterSolstice]))
    if date >= winter { return (NineStar(order: winter.distance(to: date)), false) }
    if date >= summer {
      return (NineStar(order: 8 - summer.distance(to: date)), summer.distance(to: winter) > 180)
    }
    let last = try calendar.solarTerms(ofSolarYear: terms.number - 1)
    let lastWinter = nearestJiaZi(to: last[.winterSolstice])
    if date >= lastWinter { return (NineStar(order: lastWinter.distance(to: date)), false) }
    let lastSummer = nearestJiaZi(to: last[.summerSolstice])
    return (NineStar(order: 8 - lastSummer.distance(to: date)), lastSummer.distance(to: lastWinter) > 180)
  }

  /// The 甲子 day at most 30 days after or 29 days before a day.
  private static func nearestJiaZi(to date: SolarDate) -> SolarDate {
    let index = StemBranch(ofDay: date).index
    return date.advanced(by: index > 29 ? 60 - index : -index)
  }
}
