import Folklore
import Lunisolar
import WebPages

/// The form of one own day, with the dates that it gives: `/settings/days/new`, `/settings/days/7`.
struct PersonalDayPage {
  private let visit: Visit
  private let day: PersonalDay
  private let id: String?
  var faults: [String: String] = [:]
  /// True to say that the dates are those of what is typed, not yet saved.
  var isPreview = false

  /// - Parameter id: the number of the day; nil for a new one.
  init(_ visit: Visit, _ day: PersonalDay, id: String?) {
    self.visit = visit
    self.day = day
    self.id = id
  }

  var page: AppPage {
    let title =
      id == nil
      ? visit.say("加一個日子", "加一个日子", "Add a day")
      : day.title.isEmpty ? visit.say("自己的日子", "自己的日子", "A day of mine") : day.title
    var form = PageBlock(visit.say("這個日子", "这个日子", "The day"))
    form.forms = [
      PageForm(
        "/settings/days/" + (id ?? "new"), fields,
        buttons: [
          PageButton(visit.say("儲存", "保存", "Save"), name: "way", value: "save"),
          PageButton(visit.say("先看日期", "先看日期", "Show the dates"), name: "way", value: "preview", isMain: false),
        ])
    ]
    var blocks = [form]
    if let dates { blocks.insert(dates, at: isPreview ? 0 : 1) }
    if let id {
      var removal = PageBlock(visit.say("刪除", "删除", "Remove"))
      removal.isBare = true
      removal.forms = [
        PageForm(
          "/settings/days/\(id)/remove",
          buttons: [PageButton(visit.say("刪除這個日子", "删除这个日子", "Remove this day"), isMain: false)])
      ]
      blocks.append(removal)
    }
    return AppPage(
      visit.language, title: title, description: "",
      above: visit.aboveSettings + [PageLink(OwnDayPages.title(visit), "/settings/days")], blocks)
  }

  /// The next ten years' dates.
  private var dates: PageBlock? {
    guard isPreview || id != nil, case .success(let rule) = day.made(visit.language) else { return nil }
    var block = PageBlock(
      isPreview
        ? visit.say("十年的日期（還沒有儲存）", "十年的日期（还没有保存）", "Ten years (not saved yet)")
        : visit.say("十年的日期", "十年的日期", "Ten years"))
    block.days = OwnDayForm.next(rule, from: visit.moment.today).map { found in
      DayPages.card(
        found.date, title: found.lunarDate.text(in: visit.language), address: "/day/\(found.date)",
        note: found.date.longText(in: visit.language), visit)
    }
    if block.days.isEmpty {
      block.lines = [visit.say("今後十年沒有這一天。", "今后十年没有这一天。", "It does not come within ten years.")]
    }
    return block
  }

  // MARK: Fields

  private var fields: [PageField] {
    let say = visit.language.say
    var fields = [
      PageField(
        "title", say("名稱", "名称", "Name"), value: day.title,
        hint: say("例如 阿嬤忌日、爸爸生日", "例如 奶奶忌日、爸爸生日", "Such as Grandmother’s day"), fault: faults["title"]),
      PageField(
        "observance", say("種類", "种类", "Kind"),
        .choice(
          ((PersonalDay.observances.contains(day.observance) ? [] : [day.observance]) + PersonalDay.observances).map {
            ($0.rawValue, ObservanceWords.name(of: $0, visit.language))
          }),
        value: day.observance.rawValue),
    ]
    if let rule = day.otherRule {
      fields += [
        PageField("calendar", "", .hidden, value: "other"), PageField("rule", "", .hidden, value: rule.description),
      ]
    } else {
      fields += date
    }
    return fields + [
      PageField(
        "advance_days", say("提前幾天提醒", "提前几天提醒", "Days before"), .number(NotificationSettings.advanceDayRange),
        value: day.advance,
        hint: say("空白就照提醒設定。", "空白就照提醒设置。", "Blank: as your settings say."), fault: faults["advance_days"]),
      PageField("note", say("備註", "备注", "Note"), .area, value: day.note, fault: faults["note"]),
    ]
  }

  private var date: [PageField] {
    let say = visit.language.say
    let converter = Converter(
      visit.language, month: Int(day.month) ?? 1, day: Int(day.day) ?? 1, isLeap: day.isLeap, year: visit.lunarYear,
      lines: [])
    return [
      PageField(
        "calendar", say("用哪種日期", "用哪种日期", "Calendar"),
        .choice([("lunar", say("農曆", "农历", "Lunar")), ("solar", say("國曆", "公历", "Solar"))]),
        value: day.isLunar ? "lunar" : "solar"),
      PageField(
        "year", say("西元年（可空白）", "公元年（可空白）", "Year (may be blank)"), value: day.year,
        hint: say(
          "出生或過世的那一年，例如 1943；農曆也填西元的年。", "出生或过世的那一年，例如 1943；农历也填公元的年。",
          "The year of birth or death, such as 1943, also for a lunar date."), fault: faults["year"]),
      PageField(
        "month", say("月", "月", "Month"),
        .choice((1...12).map { ("\($0)", visit.language == .english ? "\($0)" : "\($0) 月") }), value: day.month,
        fault: faults["month"]),
      PageField(
        "day", say("日", "日", "Day"),
        .choice(
          (1...31).map { number in
            let lunar = number <= 30 && visit.language != .english ? "（\(converter.days[number - 1].name)）" : ""
            return ("\(number)", "\(number)" + lunar)
          }), value: day.day, fault: faults["day"]),
      PageField(
        "is_leap", say("生在或逝於閏月", "生在或逝于闰月", "In a leap month"), .check, value: day.isLeap ? "on" : "",
        fault: faults["is_leap"]),
      PageField(
        "leap", say("有閏月的年", "有闰月的年", "In years that repeat the month"),
        .choice(
          DateRule.LeapPolicy.allCases.map {
            ($0.rawValue, OwnDayForm.Leap(rawValue: $0.rawValue)?.name(in: visit.language) ?? $0.rawValue)
          }),
        value: day.leap.rawValue, hint: Self.leapExample(Int(day.month) ?? 6, visit)),
      PageField(
        "short", say("三十遇到只有二十九天的月份", "三十遇到只有二十九天的月份", "The 30th in a month of 29 days"),
        .choice([
          ("backward", say("提前到二十九", "提前到二十九", "on the 29th")),
          ("forward", say("延到下個月初一", "延到下个月初一", "on the 1st of the next month")),
          ("omit", say("那一年不過", "那一年不过", "not in that year")),
        ]), value: day.short.rawValue, hint: Self.shortExample(Int(day.month) ?? 12, visit)),
      PageField(
        "repeats", say("多久一次", "多久一次", "How often"),
        .choice([("yearly", say("每年", "每年", "Every year")), ("once", say("只有那一年", "只有那一年", "In that year only"))]),
        value: day.isOnce ? "once" : "yearly"),
    ]
  }

  /// What the three rules give in the next year that repeats a month: 「2025 年有閏六月…」.
  private static func leapExample(_ month: Int, _ visit: Visit) -> String? {
    let calendar = LunisolarCalendar.chinese
    func year(repeating month: Int) -> LunarYear? {
      (visit.lunarYear...visit.lunarYear + 60).lazy.compactMap { try? calendar.lunarYear($0) }.first {
        $0.leapMonth == month
      }
    }
    // Some months are repeated once in centuries.
    guard let (year, month) = year(repeating: month).map({ ($0, month) }) ?? year(repeating: 6).map({ ($0, 6) }),
      let regular = try? year.month(month), let leap = try? year.month(month, isLeap: true)
    else { return nil }
    let (first, second) = (regular.firstDay.advanced(by: 14), leap.firstDay.advanced(by: 14))
    return visit.say(
      "例如農曆 \(year.number) 年有閏 \(month) 月：\(month) 月十五是 \(first)，閏 \(month) 月十五是 \(second)。",
      "例如农历 \(year.number) 年有闰 \(month) 月：\(month) 月十五是 \(first)，闰 \(month) 月十五是 \(second)。",
      "The lunar year \(year.number) repeats month \(month): its 15th is \(first), that of the leap month \(second).")
  }

  private static func shortExample(_ month: Int, _ visit: Visit) -> String? {
    let calendar = LunisolarCalendar.chinese
    let found = (visit.lunarYear...visit.lunarYear + 20).lazy.compactMap { try? calendar.lunarYear($0).month(month) }
      .first { $0.dayCount == 29 }
    guard let found else { return nil }
    return visit.say(
      "例如農曆 \(found.year) 年 \(month) 月只有二十九天：二十九是 \(found.lastDay)，下個月初一是 \(found.lastDay.advanced(by: 1))。",
      "例如农历 \(found.year) 年 \(month) 月只有二十九天：二十九是 \(found.lastDay)，下个月初一是 \(found.lastDay.advanced(by: 1))。",
      "Month \(month) of the lunar year \(found.year) has 29 days: the 29th is \(found.lastDay), the next 1st \(found.lastDay.advanced(by: 1))."
    )
  }
}

/// What people call the kinds of their own days.
enum ObservanceWords {
  static func name(of observance: Event.Observance, _ language: Language) -> String {
    switch observance {
    case .birthday: language.say("生日", "生日", "Birthday")
    case .memorial: language.say("忌日、追思", "忌日、追思", "Memorial day")
    case .custom: language.say("其他", "其他", "Other")
    default: observance.rawValue
    }
  }
}
