import Ephemeris
import Lunisolar

/// What a reader must know about a date or a year besides its numbers.
enum CalendarNote {
  case beforeTable
  case afterTable
  case followsChinese(CalendarVariant)
  /// The new moon lies so many seconds after (or before) the midnight that decides the month's first day.
  case uncertainMonth(seconds: Int)
  case uncertainTerm(SolarTerm, seconds: Int)
  /// The calendar as issued began the month on another day than the new moon's.
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
    case .uncertainMonth(let seconds): "本月初一尚未能確定：朔在子夜\(Self.chineseSide(seconds)) \(seconds.magnitude) 秒，取決於地球自轉的預測"
    case .uncertainTerm(let term, let seconds):
      "\(term.name)的日期尚未能確定：距子夜\(Self.chineseSide(seconds)) \(seconds.magnitude) 秒，取決於地球自轉的預測"
    case .issuedOtherwise: "本月依當時頒行的曆書；按今日的天文計算，朔不在這一天"
    case .printedOn(let term, let day): "當時的曆書把\(term.name)印在 \(day)"
    }
  }

  private var simplified: String {
    switch self {
    case .beforeTable: "近似值：以今日的规则推算；1645 年以前民间所用的历法另有规则，当时写下的日期可能不同"
    case .afterTable: "近似值：以今日的规则推算；远在表列年份之后，地球自转的变化可能使日期相差一日或更多"
    case .followsChinese(let variant): "\(variant.firstOwnYear) 年以前此历依中国历"
    case .uncertainMonth(let seconds):
      "本月初一尚未能确定：朔在子夜\(Self.chineseSide(seconds, "后")) \(seconds.magnitude) 秒，取决于地球自转的预测"
    case .uncertainTerm(let term, let seconds):
      "\(term.name(in: .simplifiedChinese))的日期尚未能确定：距子夜\(Self.chineseSide(seconds, "后")) \(seconds.magnitude) 秒，取决于地球自转的预测"
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
    case .uncertainMonth(let seconds):
      "the first day of this month is uncertain: the new moon comes \(seconds.magnitude) s \(Self.englishSide(seconds)) midnight, and the Earth's rotation is a forecast"
    case .uncertainTerm(let term, let seconds):
      "the day of \(term.english) is uncertain: it comes \(seconds.magnitude) s \(Self.englishSide(seconds)) midnight, and the Earth's rotation is a forecast"
    case .issuedOtherwise:
      "the month is as the calendar of the time was issued; by today's astronomy the new moon fell on another day"
    case .printedOn(let term, let day): "the calendar of the time printed \(term.english) on \(day)"
    }
  }

  private static func chineseSide(_ seconds: Int, _ after: String = "後") -> String { seconds < 0 ? "前" : after }
  private static func englishSide(_ seconds: Int) -> String { seconds < 0 ? "before" : "after" }
}

extension CalendarNote {
  /// What there is to say of a lunar year as such.
  static func notes(onYear year: LunarYear) -> [CalendarNote] {
    var notes: [CalendarNote] = []
    if year.isApproximate {
      notes.append(year.number < LunisolarCalendar.tableYears.lowerBound ? .beforeTable : .afterTable)
    }
    if year.number < year.variant.firstOwnYear { notes.append(.followsChinese(year.variant)) }
    return notes
  }

  /// What there is to say of the first day of a month. Computed years are marked as a whole, so their months are not.
  static func notes(onStart start: MonthStart, isApproximate: Bool) -> [CalendarNote] {
    guard !isApproximate else { return [] }
    if start.isIssuedOtherwise { return [.issuedOtherwise] }
    return start.margin.isCertain ? [] : [.uncertainMonth(seconds: Int(start.margin.seconds.rounded()))]
  }

  /// What there is to say of the day of a term.
  static func notes(on term: SolarTerm, solarYear: Int, variant: CalendarVariant) -> [CalendarNote] {
    guard (LunisolarCalendar.tableYears.lowerBound...2600).contains(solarYear) else { return [] }
    var notes: [CalendarNote] = []
    let margin = term.margin(inSolarYear: solarYear, variant: variant)
    if !margin.isCertain { notes.append(.uncertainTerm(term, seconds: Int(margin.seconds.rounded()))) }
    if variant == .chinese, let day = term.printedDay(inSolarYear: solarYear) { notes.append(.printedOn(term, day)) }
    return notes
  }
}
