import Ephemeris
import Lunisolar

/// A remark on a date or a year, besides its numbers.
enum CalendarNote {
  case beforeTable
  case afterTable
  case followsChinese(CalendarVariant)
  /// The new moon of the day's month is close to the midnight that decides the first day.
  case uncertainMonth(Closeness)
  /// On the last day of a month: the same for the next month.
  case uncertainNextMonth(Closeness)
  case uncertainTerm(SolarTerm, Closeness)
  /// The issued calendar began the month on another day than the new moon's.
  case issuedOtherwise
  case printedOn(SolarTerm, SolarDate)

  func text(in language: Language) -> String {
    switch language {
    case .traditionalChinese: traditional
    case .simplifiedChinese: simplified
    case .english: english
    }
  }

  private var traditional: String {
    switch self {
    case .beforeTable: "近似值：以今日的規則推算；1645 年以前民間所用的曆法另有規則，當時寫下的日期可能不同"
    case .afterTable: "近似值：以今日的規則推算；遠在表列年份之後，地球自轉的變化可能使日期相差一日或更多"
    case .followsChinese(let variant): "\(variant.firstOwnYear) 年以前此曆依中國曆"
    case .uncertainMonth(let closeness): "本月初一尚未能確定：朔\(closeness.traditional)"
    case .uncertainNextMonth(let closeness):
      "\(closeness.isBefore ? "本月是否多一日" : "本日是否為下月初一")尚未能確定：下月的朔\(closeness.traditional)"
    case .uncertainTerm(let term, let closeness):
      "\(term.name)的日期\(closeness.isForecast ? "尚未能確定" : "無法完全確定")：交節\(closeness.traditional)"
    case .issuedOtherwise: "本月依當時頒行的曆書；按今日的天文計算，朔不在這一天"
    case .printedOn(let term, let day): "當時的曆書把\(term.name)印在 \(day)"
    }
  }

  private var simplified: String {
    switch self {
    case .beforeTable: "近似值：以今日的规则推算；1645 年以前民间所用的历法另有规则，当时写下的日期可能不同"
    case .afterTable: "近似值：以今日的规则推算；远在表列年份之后，地球自转的变化可能使日期相差一日或更多"
    case .followsChinese(let variant): "\(variant.firstOwnYear) 年以前此历依中国历"
    case .uncertainMonth(let closeness): "本月初一尚未能确定：朔\(closeness.simplified)"
    case .uncertainNextMonth(let closeness):
      "\(closeness.isBefore ? "本月是否多一日" : "本日是否为下月初一")尚未能确定：下月的朔\(closeness.simplified)"
    case .uncertainTerm(let term, let closeness):
      "\(term.name(in: .simplifiedChinese))的日期\(closeness.isForecast ? "尚未能确定" : "无法完全确定")：交节\(closeness.simplified)"
    case .issuedOtherwise: "本月依当时颁行的历书；按今日的天文计算，朔不在这一天"
    case .printedOn(let term, let day): "当时的历书把\(term.name(in: .simplifiedChinese))印在 \(day)"
    }
  }

  private var english: String {
    switch self {
    case .beforeTable:
      "approximate: computed by today's rule; before 1645 the people's calendar followed other rules, and the date then written may differ"
    case .afterTable:
      "approximate: computed by today's rule; so far ahead the Earth's rotation can move a date by a day or more"
    case .followsChinese(let variant): "before \(variant.firstOwnYear) this calendar follows the Chinese one"
    case .uncertainMonth(let closeness):
      "the first day of this month is uncertain: the new moon comes \(closeness.english)"
    case .uncertainNextMonth(let closeness):
      "\(closeness.isBefore ? "the last day of this month is uncertain" : "this day may be the first of the next month"): the next new moon comes \(closeness.english)"
    case .uncertainTerm(let term, let closeness):
      "the day of \(term.english) is uncertain: it comes \(closeness.english)"
    case .issuedOtherwise:
      "the month is as the calendar of the time was issued; by today's astronomy the new moon fell on another day"
    case .printedOn(let term, let day): "the calendar of the time printed \(term.english) on \(day)"
    }
  }
}

extension CalendarNote {
  /// The distance of an instant from the midnight that decides its day, and the reason why the day is uncertain.
  struct Closeness {
    /// Seconds from midnight; negative before it.
    let seconds: Double
    /// True after the last year with a known rotation of the Earth; earlier years rest on old observations.
    let isForecast: Bool

    init(_ margin: Margin, year: Int) {
      seconds = margin.seconds
      isForecast = year > DeltaT.current.lastKnownYear
    }

    init(of start: MonthStart) {
      self.init(start.margin, year: SolarDate(julianDayNumber: Int(start.newMoon.julianDateTT.rounded())).year)
    }

    var isBefore: Bool { seconds < 0 }

    var traditional: String {
      "在子夜\(isBefore ? "前" : "後")\(chineseLength)，\(isForecast ? "取決於地球自轉的預測" : "當時的地球自轉沒有這麼精確的紀錄")"
    }

    var simplified: String {
      "在子夜\(isBefore ? "前" : "后")\(chineseLength)，\(isForecast ? "取决于地球自转的预测" : "当时的地球自转没有这么精确的记录")"
    }

    var english: String {
      "\(wholeSeconds == 0 ? "less than 1 s" : "\(wholeSeconds) s") \(isBefore ? "before" : "after") midnight, and "
        + (isForecast
          ? "the Earth's rotation is a forecast" : "the Earth's rotation of that time is not known so exactly")
    }

    private var wholeSeconds: Int { Int(seconds.magnitude.rounded()) }
    private var chineseLength: String { wholeSeconds == 0 ? "不到 1 秒" : " \(wholeSeconds) 秒" }
  }
}

extension CalendarNote {
  /// The notes on a lunar year.
  static func notes(onYear year: LunarYear) -> [CalendarNote] {
    var notes: [CalendarNote] = []
    if year.isApproximate {
      notes.append(year.number < LunisolarCalendar.tableYears.lowerBound ? .beforeTable : .afterTable)
    }
    if year.number < year.variant.firstOwnYear { notes.append(.followsChinese(year.variant)) }
    return notes
  }

  /// The notes on the first day of a month; none in computed years, because the year has a note already.
  static func notes(onStart start: MonthStart, isApproximate: Bool) -> [CalendarNote] {
    guard !isApproximate else { return [] }
    if start.isIssuedOtherwise { return [.issuedOtherwise] }
    return start.margin.isCertain ? [] : [.uncertainMonth(Closeness(of: start))]
  }

  /// The notes on the last day of a month, from the start of the next.
  static func notes(onNextStart start: MonthStart, isApproximate: Bool) -> [CalendarNote] {
    guard !isApproximate, !start.isIssuedOtherwise, !start.margin.isCertain else { return [] }
    return [.uncertainNextMonth(Closeness(of: start))]
  }

  /// The notes on the day of a term.
  static func notes(on term: SolarTerm, solarYear: Int, variant: CalendarVariant) -> [CalendarNote] {
    guard (LunisolarCalendar.tableYears.lowerBound...2600).contains(solarYear) else { return [] }
    var notes: [CalendarNote] = []
    let margin = term.margin(inSolarYear: solarYear, variant: variant)
    if !margin.isCertain { notes.append(.uncertainTerm(term, Closeness(margin, year: solarYear))) }
    if variant == .chinese, let day = term.printedDay(inSolarYear: solarYear) { notes.append(.printedOn(term, day)) }
    return notes
  }
}
