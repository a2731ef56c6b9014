public import Lunisolar

/// A list of days on which a book or a custom warns of beginnings: weddings, moving, building, openings.
///
///     try DayCaution.of(date: day, calendar: LunisolarCalendar.chinese)      // [.yueji]
///
/// Each is by a plain rule of the lunar date, the solar term or the stem of the day. Books disagree about some, and `about` says so.
public enum DayCaution: String, CaseIterable, Encodable, Hashable, Sendable {
  /// 三娘煞: 3, 7, 13, 18, 22 and 27 of each lunar month, leap months included. Custom; 協紀辨方書 does not have it.
  case sanniang
  /// 月忌: 5, 14 and 23 of each lunar month, leap months included (協紀辨方書, 卷六 74b).
  case yueji
  /// 楊公忌: thirteen days of the year, 28 days apart by the months' numbers; a leap month has none. 協紀辨方書, 卷三十六 50b, rejects it.
  case yanggong
  /// 四離: the day before an equinox or a solstice (卷六 73b).
  case sili
  /// 四絕: the day before 立春, 立夏, 立秋 or 立冬 (卷六 73b).
  case sijue
  /// 戊日 (明戊): each day with the stem 戊. Daoist custom: no incense and no rites. The hidden days (暗戊) by months are left out.
  case wu

  /// The cautions of a day, in the order of `allCases`.
  ///
  /// - Throws: `CalendarError` if the day or the next one is outside the calendar.
  public static func of(date: SolarDate, calendar: some LunarYearSource) throws(CalendarError) -> [DayCaution] {
    let lunar = try calendar.lunarDate(on: date)
    let next = date.advanced(by: 1)
    let term = try calendar.solarTerms(around: next).term(on: next)
    var found: [DayCaution] = []
    if sanniangDays.contains(lunar.day) { found.append(.sanniang) }
    if yuejiDays.contains(lunar.day) { found.append(.yueji) }
    if !lunar.isLeap, yanggongDays[lunar.month - 1].contains(lunar.day) { found.append(.yanggong) }
    if let caution = term.flatMap(onEve) { found.append(caution) }
    if StemBranch(ofDay: date).stem == .wu { found.append(.wu) }
    return found
  }

  /// True of those that a strict search for a day leaves out: all but 戊日, which is about rites only.
  public var isForStrictSearch: Bool { self != .wu }

  /// What the day before a term is: 四離, 四絕, or neither.
  static func onEve(of term: SolarTerm) -> DayCaution? {
    if seasons.contains(term) { return .sijue }
    return [.springEquinox, .summerSolstice, .autumnEquinox, .winterSolstice].contains(term) ? .sili : nil
  }

  /// The terms with which the seasons begin.
  static let seasons: [SolarTerm] = [.startOfSpring, .startOfSummer, .startOfAutumn, .startOfWinter]

  private static let sanniangDays: Set = [3, 7, 13, 18, 22, 27]
  static let yuejiDays: Set = [5, 14, 23]
  /// By lunar month.
  private static let yanggongDays: [[Int]] = [
    [13], [11], [9], [7], [5], [3], [1, 29], [27], [25], [23], [21], [19],
  ]
}

// MARK: - For people

extension DayCaution {
  /// The English name has the term with a gloss.
  public var name: LocalizedName {
    switch self {
    case .sanniang: LocalizedName("三娘煞", english: "三娘煞 days of the Three Ladies")
    case .yueji: LocalizedName("月忌", english: "月忌 taboo days of the month")
    case .yanggong: LocalizedName("楊公忌", simplifiedChinese: "杨公忌", english: "楊公忌 taboo days of Master Yang")
    case .sili: LocalizedName("四離", simplifiedChinese: "四离", english: "四離 Four Partings")
    case .sijue: LocalizedName("四絕", simplifiedChinese: "四绝", english: "四絕 Four Endings")
    case .wu: LocalizedName("戊日", english: "戊日 days of the stem 戊")
    }
  }

  /// What it is and whose, in a sentence.
  public var about: LocalizedName {
    switch self {
    case .sanniang:
      LocalizedName(
        "農曆每月初三、初七、十三、十八、廿二、廿七，民間忌嫁娶；《協紀辨方書》沒有這一條。",
        simplifiedChinese: "农历每月初三、初七、十三、十八、廿二、廿七，民间忌嫁娶；《协纪辨方书》没有这一条。",
        english: "Lunar 3, 7, 13, 18, 22 and 27: custom avoids weddings. 協紀辨方書 does not have it.")
    case .yueji:
      LocalizedName(
        "農曆每月初五、十四、廿三；《協紀辨方書》卷六列為月忌日。",
        simplifiedChinese: "农历每月初五、十四、廿三；《协纪辨方书》卷六列为月忌日。",
        english: "Lunar 5, 14 and 23: 協紀辨方書, 卷六, lists them as taboo days.")
    case .yanggong:
      LocalizedName(
        "每年十三天，正月十三起，每月提前兩日，閏月不計，民間忌興工、嫁娶；《協紀辨方書》卷三十六不採此說。",
        simplifiedChinese: "每年十三天，正月十三起，每月提前两日，闰月不计，民间忌兴工、嫁娶；《协纪辨方书》卷三十六不采此说。",
        english:
          "Thirteen days a year from lunar 1/13, two days earlier each month, none in a leap month: custom avoids building and weddings. 協紀辨方書, 卷三十六, rejects it."
      )
    case .sili:
      LocalizedName(
        "春分、夏至、秋分、冬至的前一天；《協紀辨方書》卷六。",
        simplifiedChinese: "春分、夏至、秋分、冬至的前一天；《协纪辨方书》卷六。",
        english: "The day before an equinox or a solstice: 協紀辨方書, 卷六.")
    case .sijue:
      LocalizedName(
        "立春、立夏、立秋、立冬的前一天；《協紀辨方書》卷六。",
        simplifiedChinese: "立春、立夏、立秋、立冬的前一天；《协纪辨方书》卷六。",
        english: "The day before a season begins: 協紀辨方書, 卷六.")
    case .wu:
      LocalizedName(
        "天干為戊的日子（明戊），道教習俗不燒香、不行法事；按月另計的暗戊不列。",
        simplifiedChinese: "天干为戊的日子（明戊），道教习俗不烧香、不行法事；按月另计的暗戊不列。",
        english:
          "Days of the stem 戊 (明戊): Daoist custom burns no incense and holds no rites. The hidden days (暗戊) of each month are not listed."
      )
    }
  }
}
