public import Lunisolar

/// The fields of an almanac (農民曆) that follow by rule from the 干支, the solar term or the count of days.
///
/// 宜忌 are those of `XiejiBook`, because they follow the rule of one book.
public struct AlmanacDay: Hashable, Sendable {
  /// The pillar of the day, which begins at midnight here; its hours begin at 23:00 of the day before (`AlmanacHour`).
  public let day: StemBranch
  /// The pillar of the month, from the day of its 節.
  public let month: StemBranch
  /// The pillar of the year, from the day of 立春.
  public let year: StemBranch
  public let lunarDate: LunarDate
  private let julianDayNumber: Int
  private let term: SolarTerm
  private let daysSinceTerm: Int

  /// - Throws: `CalendarError` if the day or the year before it is outside the calendar.
  public init(on date: SolarDate, calendar: some LunarYearSource) throws(CalendarError) {
    day = StemBranch(ofDay: date)
    lunarDate = try calendar.lunarDate(on: date)
    julianDayNumber = date.julianDayNumber
    let terms: SolarTermYear
    (term, terms) = try calendar.lastTerm(onOrBefore: date)
    daysSinceTerm = terms[term].distance(to: date)
    month = StemBranch(ofMonthBeginningWith: term, solarYear: terms.number)
    year = StemBranch(ofYear: term.springYear(solarYear: terms.number))
  }

  /// 納音: the sound of the pair of days, such as 天上火.
  public var naYin: String { AlmanacTables.naYin[day.index / 2] }

  /// 建除十二神: counted from the day whose branch is the month's (協紀辨方書, 卷四).
  public var officer: String {
    AlmanacTables.officers[(day.branch.rawValue - month.branch.rawValue).modulo(12)]
  }

  /// 二十八宿, one for each day; 房虛昴星 are always on Sundays.
  public var mansion: String { AlmanacTables.mansions[(julianDayNumber + 11).modulo(28)] }

  /// 沖: the animal of the branch opposite to the day's branch.
  public var clashingZodiac: Zodiac { Zodiac(branch: EarthlyBranch(order: day.branch.rawValue + 6)) }

  /// 沖: the stem and branch opposed to the day's.
  public var clashingPlace: StemBranch { StemBranch(index: day.index + 54) }

  /// 煞: the direction, by the day's triad of branches (申子辰 south, 巳酉丑 east, 寅午戌 north, 亥卯未 west).
  public var shaDirection: String { ["南", "東", "北", "西"][day.branch.rawValue % 4] }

  /// 彭祖百忌: the warnings of the day's stem and of its branch.
  public var pengZu: (stem: String, branch: String) {
    (AlmanacTables.pengZuStems[day.stem.rawValue], AlmanacTables.pengZuBranches[day.branch.rawValue])
  }

  /// 胎神: the place of the unborn child's spirit: things by stem and by branch, and a side of the house.
  public var fetalSpirit: String {
    let byStem = AlmanacTables.fetalThingsOfStem[day.stem.rawValue % 5]
    let byBranch = AlmanacTables.fetalThingsOfBranch[day.branch.rawValue % 6]
    // If both name the same thing, the text names it once.
    let things =
      switch (byStem, byBranch) {
      case ("占門", "門"): "占大門"
      case ("碓磨", "碓"): "占碓磨"
      case ("房床", "床"): "占房床"
      default: byStem + byBranch
      }
    let side = AlmanacTables.fetalSides.last { day.index >= $0.from }?.side ?? ""
    return things + side
  }

  /// 七十二候: three to a solar term, five days each from the term's day (逸周書, 時訓解).
  public var pentad: (name: String, ordinal: Int) {
    let ordinal = min(daysSinceTerm / 5, 2)
    return (AlmanacTables.pentads[term.rawValue * 3 + ordinal], ordinal + 1)
  }
}
