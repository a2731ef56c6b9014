import Folklore
import JSON
import Lunisolar
import OwnDays
import Records
import WebPages

/// The form at `/choose`.
struct ChoiceFormPage {
  private let visit: Visit
  private let data: PublicData
  private let form: ChoiceForm
  private let isNew: Bool
  /// The next day of each event, by key.
  private let next: [String: SolarDate]
  /// The own days that the form gives.
  var days = OwnDayForm.Days()
  /// What is wrong with a field, by its name.
  var faults: [String: String] = [:]
  /// True to show the days of the own day.
  var showsPreview = false

  /// The groups that stand first, beside 初一 and 十五: 媽祖, 土地公 with 做牙, 觀音, and the feasts of the year.
  private static let presets = ["mazu", "earth-god", "guanyin", "seasonal"]

  init(_ visit: Visit, _ data: PublicData, _ form: ChoiceForm, isNew: Bool) throws {
    (self.visit, self.data, self.form, self.isNew) = (visit, data, form, isNew)
    next = try DayPages.nextDays(of: data.catalogue.events, visit)
  }

  var page: AppPage {
    var what = PageBlock(visit.say("要提醒什麼", "要提醒什么", "What to be told"))
    what.lines = [
      visit.service.push == nil
        ? visit.say(
          "選好日子，按下面的按鈕，手機的行事曆就會提醒。不用帳號。", "选好日子，点下面的按钮，手机的日历就会提醒。不用账号。",
          "Choose the days, then press the button below: your calendar reminds you. No account is needed.")
        : visit.say(
          "選好日子，再選怎麼提醒：這支手機的通知，或行事曆。不用帳號。", "选好日子，再选怎么提醒：这部手机的通知，或日历。不用账号。",
          "Choose the days, then how to be told: by this device or by your calendar. No account is needed.")
    ]
    let fields = picks + own + times
    var buttons: [PageButton] = []
    if !isNew { buttons.append(PageButton(visit.say("儲存", "保存", "Save"), name: "way", value: "save")) }
    if visit.service.push != nil {
      buttons.append(
        PageButton(
          visit.say("在這個裝置通知我", "在这个设备通知我", "Notify me on this device"), name: "way", value: "push", isMain: isNew,
          isPush: true))
    }
    buttons.append(
      PageButton(
        visit.say("用行事曆提醒我", "用日历提醒我", "Remind me by calendar"), name: "way", value: "calendar",
        isMain: isNew && visit.service.push == nil))
    what.forms = [
      PageForm(
        "/choose", isMultipart: true, keepsTyped: true,
        fields + [
          PageField("push", "", .hidden, fault: faults["push"]), PageField("zone", "", .hidden),
          // Tells a form of a choice that has ended from a new one.
          PageField("kept", "", .hidden, value: isNew ? "" : "on"),
        ],
        buttons: buttons, push: visit.service.push.map { PushWords(visit.language, key: $0.publicKey) })
    ]
    var ways = PageBlock(visit.say("兩種方式", "两种方式", "Two ways"))
    ways.lines = [
      visit.say(
        "通知：這個裝置到時候會響，關掉網頁也會。", "通知：这个设备到时候会响，关掉网页也会。",
        "A notification: this device tells you at the time, even when the page is closed."),
      visit.say(
        "行事曆網址：iPhone、Outlook 等行事曆會照網址裡的時間提醒。Google 日曆會忽略訂閱行事曆的提醒，用 Google 日曆的人請選通知。",
        "日历网址：iPhone、Outlook 等日历会照网址里的时间提醒。Google 日历会忽略订阅日历的提醒，用 Google 日历的人请选通知。",
        "A calendar address: the calendars of iPhone, Outlook and others ring at the times in it. Google Calendar ignores the alarms of subscribed calendars; with it, take the notification."
      ),
      visit.say(
        "不需要帳號：我們不知道您是誰。", "不需要账号：我们不知道您是谁。",
        "No account is needed: we do not know who you are."),
    ]
    ways.links = [
      PageLink(visit.say("用帳號：每台裝置同一份提醒", "用账号：每台设备同一份提醒", "With an account: the same on every device"), "/welcome"),
      PageLink(visit.say("我們保存什麼", "我们保存什么", "What we keep"), "/privacy"),
    ]
    return AppPage(
      visit.language, title: visit.say("提醒我", "提醒我", "Remind me"),
      description: visit.say(
        "選神明、節慶、初一十五或自己的日子，前一天晚上就收到通知。", "选神明、节庆、初一十五或自己的日子，前一天晚上就收到通知。",
        "Choose deities, festivals, new and full moons or your own days, and be told the evening before."),
      [what, ways])
  }

  // MARK: Fields

  private var picks: [PageField] {
    let language = visit.language
    let events = visit.regionFilter.events(of: data.catalogue.events).filter { event in
      event.isEnabled && event.kind != .custom && event.observance != .newMoon
        && event.observance != .fullMoon
    }.sorted { day(of: $0) < day(of: $1) }
    // What is chosen stands first, wherever it is from.
    let chosen = data.catalogue.events.filter { form.events.contains($0.key) }
    func groupPick(_ group: Record) -> Pick {
      Pick(
        "group", value: group.key, title: group.name(in: language),
        note: visit.say(
          "\(group["events"].texts.count) 個日子", "\(group["events"].texts.count) 个日子",
          "\(group["events"].texts.count) days"), names: group.name(in: .simplifiedChinese),
        isOn: form.groups.contains(group.key))
    }
    let groups = data.groups.filter { $0["is_enabled"] == .flag(true) }
    func moonPick(_ name: String, _ title: String, _ observance: Event.Observance, _ isOn: Bool) -> Pick {
      let date = data.catalogue.events.filter { $0.observance == observance }.compactMap { next[$0.key] }.min()
      let note = date.map { visit.say("下一次 ", "下一次 ", "next on ") + $0.text(in: language) } ?? ""
      return Pick(name, value: "on", title: title, note: note, names: title, isOn: isOn)
    }
    let presets =
      [
        moonPick("newmoon", visit.say("每月初一", "每月初一", "Every new moon (初一)"), .newMoon, form.newMoon),
        moonPick("fullmoon", visit.say("每月十五", "每月十五", "Every full moon (十五)"), .fullMoon, form.fullMoon),
      ] + Self.presets.compactMap { key in groups.first { $0.key == key } }.map(groupPick)
    let others = groups.filter { !Self.presets.contains($0.key) }.map(groupPick)
    let temples = form.groups.sorted().compactMap { data.temple(ofGroup: $0) }.map { temple in
      Pick(
        "group", value: TempleGroup.key(of: temple), title: temple.name(in: language),
        note: [temple.county, temple.town].compactMap(\.self).joined(), names: temple.name, isOn: true)
    }
    let find = visit.say("尋找，例如 媽祖、mazu", "查找，例如 妈祖、mazu", "Find, such as mazu")
    func list(_ title: String, _ kind: Event.Kind) -> PageField {
      let items = events.filter { $0.kind == kind && !form.events.contains($0.key) }.map(pick)
      return PageField("list-\(kind.rawValue)", title, .picks(items, isOpen: false, find: find))
    }
    var fields: [PageField] = []
    let first = temples + chosen.map(pick)
    if !first.isEmpty {
      fields.append(
        PageField("list-chosen", visit.say("已選擇", "已选择", "Chosen"), .picks(first, isOpen: true, find: nil)))
    }
    fields += [
      PageField(
        "list-presets", visit.say("大家常選的", "大家常选的", "What most people choose"),
        .picks(presets, isOpen: true, find: nil), fault: faults["newmoon"]),
      list(visit.say(chosen.isEmpty ? "神明" : "其他神明", chosen.isEmpty ? "神明" : "其他神明", "Deities"), .deity),
      list(visit.say(chosen.isEmpty ? "節慶" : "其他節慶", chosen.isEmpty ? "节庆" : "其他节庆", "Festivals"), .festival),
      PageField(
        "list-groups", visit.say("其他群組", "其他群组", "Other groups"),
        .picks(others, isOpen: others.contains(where: \.isOn), find: nil)),
    ]
    return fields
  }

  /// The next day as a number; days that are far come last.
  private func day(of event: Event) -> Int { next[event.key]?.julianDayNumber ?? .max }

  private func pick(_ event: Event) -> Pick {
    Pick(
      "event", value: event.key, title: event.title.text(in: visit.language),
      note: next[event.key].map { "\(visit.lunar($0)) · \($0)" } ?? "",
      names: [
        event.title.text(in: .traditionalChinese), event.title.text(in: .simplifiedChinese),
        event.title.text(in: .english), event.key,
      ]
      .joined(separator: " "), isOn: form.events.contains(event.key))
  }

  private var times: [PageField] {
    [
      PageField(
        "before", visit.say("提前幾天", "提前几天", "Days before"), .number(NotificationSettings.advanceDayRange),
        value: form.before,
        hint: visit.say("1 是前一天，0 是當天。", "1 是前一天，0 是当天。", "1 is the day before, 0 the day itself."),
        fault: faults["before"]),
      PageField("time", visit.say("幾點", "几点", "At"), .time, value: form.time, fault: faults["time"]),
      PageField(
        "dayof", visit.say("當天再提醒一次", "当天再提醒一次", "Also on the day itself"), .check, value: form.dayOf ? "on" : ""),
      PageField(
        "prepare",
        visit.say(
          "大日子 \(NotificationSettings.suggestedPrepareDays) 天前，先提醒要買什麼",
          "大日子 \(NotificationSettings.suggestedPrepareDays) 天前，先提醒要买什么",
          "\(NotificationSettings.suggestedPrepareDays) days before great days, also what to buy"), .check,
        value: form.isToPrepare ? "on" : ""),
    ]
  }

  /// A day of somebody's own, a file of them, and the button that shows their dates.
  private var own: [PageField] {
    let say = visit.language.say
    return [
      PageField(
        "own", say("家裡的日子（可空白）", "家里的日子（可空白）", "Days of your family (may be blank)"),
        .folded(
          [
            PageField(
              "own_name", say("名稱", "名称", "Name"), value: form.own.name,
              hint: say("例如 阿嬤忌日", "例如 奶奶忌日", "Such as Grandmother’s day"), fault: faults["own_name"]),
            PageField(
              "own_kind", say("種類", "种类", "Kind"),
              .choice(PersonalDay.observances.map { ($0.rawValue, ObservanceWords.name(of: $0, visit.language)) }),
              value: form.own.observance.rawValue),
            PageField(
              "own_date", say("日期", "日期", "Date"), value: form.own.date,
              hint: !days.remarks.isEmpty
                ? days.remarks.map { $0.text(in: visit.language) }.joined(separator: " ")
                : say(
                  "農曆或國曆都可以：農曆三月廿三、農曆1941年閏六月十五、民國46年3月14日、1957/3/14。",
                  "农历或公历都可以：农历三月廿三、农历1941年闰六月十五、民国46年3月14日、1957/3/14。",
                  "Lunar or solar: lunar 3/23, 1957-03-14, 14 March 1957."), fault: faults["own_date"]),
            PageField(
              "own_leap", say("有閏月的年", "有闰月的年", "In years with a leap month"),
              .choice(
                [("", say("照日期寫的", "照日期写的", "As the date says"))]
                  + [DateRule.LeapPolicy.leap, .both].map { ($0.rawValue, $0.name(in: visit.language)) }),
              value: form.own.leap?.rawValue ?? ""),
            PageField(
              "own_file", say("或選一個檔案（可空白）", "或选一个文件（可空白）", "Or choose a file (may be blank)"),
              .file(accept: ".csv,.txt,.xlsx,.ics,.vcf"),
              hint: say(
                "試算表（名稱、日期，或姓名、生日）、行事曆（.ics）或聯絡人（.vcf），最大 1 MB。",
                "电子表格（名称、日期，或姓名、生日）、日历（.ics）或联系人（.vcf），最大 1 MB。",
                "A spreadsheet (title, date or name, birthday), a calendar (.ics) or contacts (.vcf), at most 1 MB."),
              fault: faults["own_file"]),
            PageField("own_table", "", .hidden, value: days.listed.isEmpty ? "" : OwnDayTable.text(of: days.listed)),
          ],
          button: PageButton(
            say("看十年的日子", "看十年的日子", "Show ten years"), name: "way", value: "preview", isMain: false),
          lines: shownDays, isOpen: showsPreview || !form.own.isBlank))
    ]
  }

  /// The most days of a file that are listed.
  private static let listedDays = 100

  /// How the days were understood: those of files with their next date, the typed one with ten.
  private var shownDays: [String] {
    let (language, today) = (visit.language, visit.moment.today)
    func line(_ day: Occurrence) -> String {
      [day.date.longText(in: language), day.lunarDate.text(in: language)].joined(separator: " · ")
    }
    var lines: [String] = []
    if showsPreview, let typed = days.typed { lines += OwnDayForm.next(typed.rule, from: today).map(line) }
    lines += days.listed.prefix(Self.listedDays).map { day in
      let next = OwnDayForm.next(day.rule, from: today).first.map(line)
      return [day.title, day.rule.spoken(in: language), next].compactMap(\.self).joined(
        separator: visit.say("，", "，", ", "))
    }
    let more = days.listed.count - Self.listedDays
    if more > 0 { lines.append(visit.say("另 \(more) 個", "另 \(more) 个", "\(more) more")) }
    return lines
  }
}
