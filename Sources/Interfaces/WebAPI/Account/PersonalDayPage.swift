import Folklore
import Lunisolar
import Records
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
      fields +=
        DateFields.date(day, faults, visit) + DateFields.policies(day, visit) + [
          PageField(
            "repeats", say("多久一次", "多久一次", "How often"),
            .choice([
              ("yearly", say("每年", "每年", "Every year")), ("once", say("只有那一年", "只有那一年", "In that year only")),
            ]), value: day.isOnce ? "once" : "yearly")
        ]
    }
    return fields + [
      PageField(
        "advance_days", say("提前幾天提醒", "提前几天提醒", "Days before"), .number(NotificationSettings.advanceDayRange),
        value: day.advance,
        hint: say("空白就照提醒設定。", "空白就照提醒设置。", "Blank: as your settings say."), fault: faults["advance_days"]),
      PageField("note", say("備註", "备注", "Note"), .area, value: day.note, fault: faults["note"]),
    ]
  }
}

extension PersonalDayPage {
  /// What a page that keeps a form calls its controls; the name itself for one of another form.
  static func label(of control: String, _ language: Language) -> String {
    let say = language.say
    return switch control {
    case "title", "name": say("名稱", "名称", "Name")
    case "observance": say("種類", "种类", "Kind")
    case "calendar": say("農曆或國曆", "农历或公历", "Calendar")
    case "year": say("西元年", "公元年", "Year")
    case "month": say("月", "月", "Month")
    case "day": say("日", "日", "Day")
    case "leap": say("有閏月的年", "有闰月的年", "In years that repeat the month")
    case "short": say("三十遇到只有二十九天的月份", "三十遇到只有二十九天的月份", "The 30th in a month of 29 days")
    case "repeats": say("多久一次", "多久一次", "How often")
    case "advance_days": say("提前幾天提醒", "提前几天提醒", "Days before")
    case "note": say("備註", "备注", "Note")
    case "notify_time": say("通知時間", "通知时间", "At")
    default: control
    }
  }
}

/// What people call the kinds of their own days.
enum ObservanceWords {
  static func name(of observance: Event.Observance, _ language: Language) -> String {
    switch observance {
    case .birthday: language.say("生日", "生日", "Birthday")
    case .memorial: language.say("忌日、追思", "忌日、追思", "Memorial day")
    case .custom: language.say("其他", "其他", "Other")
    default: ChoiceWords.name(of: observance.rawValue, field: "observance", .event, language)
    }
  }
}
