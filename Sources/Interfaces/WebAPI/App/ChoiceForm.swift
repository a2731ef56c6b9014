import Folklore
import JSON
import Lunisolar
import Records
import WebPages

/// What somebody chooses to be told: the values of the form at `/choose`.
struct ChoiceForm: Sendable {
  /// Keys of events and groups, also of those of temples.
  var events: Set<String> = []
  var groups: Set<String> = []
  var newMoon = false
  var fullMoon = false
  /// Days before, as typed.
  var before = "1"
  /// The hour of the reminders, as typed.
  var time = "20:00"
  /// True to be told on the day itself too.
  var dayOf = false
  /// True to be told what to buy some days before.
  var isToPrepare = false
  var timeZone = "Asia/Taipei"
  var own = OwnDayForm()

  init() {}

  /// What a sent form holds; keys that nobody knows are left out.
  ///
  /// - Parameter user: the user of the choice that it changes; its zone stays if the browser does not say one.
  init(_ form: FormData, _ data: PublicData, changing user: Record?) {
    add(form, data)
    before = (form.first("before") ?? "").trimmed
    time = (form.first("time") ?? "").trimmed
    dayOf = form.first("dayof") == "on"
    isToPrepare = form.first("prepare") == "on"
    timeZone = user?["time_zone"].text ?? timeZone
    if let zone = form.first("zone"), (try? ZonedClock(identifier: zone)) != nil { timeZone = zone }
    own = OwnDayForm(form)
  }

  /// What is kept of a choice.
  init(_ user: Record) {
    func keys(_ field: String, _ name: String) -> Set<String> {
      Set(user[field].list.filter { $0["is_enabled"] == .flag(true) }.compactMap { $0[name].text })
    }
    events = keys("event_subscriptions", "event")
    groups = keys("group_subscriptions", "group")
    let settings = user["settings"]
    newMoon = settings["newmoon_enabled"].flag ?? false
    fullMoon = settings["fullmoon_enabled"].flag ?? false
    before = "\(settings["advance_days"].integer ?? 1)"
    time = settings["notify_time"].text ?? time
    dayOf = settings["day_of_enabled"].flag ?? false
    isToPrepare = settings["prepare_days"] != .null
    timeZone = user["time_zone"].text ?? timeZone
  }

  /// Adds what the form, or the link to it, names: `/choose?event=88`.
  mutating func add(_ query: FormData, _ data: PublicData) {
    events.formUnion(query.all("event").compactMap { data.event($0) }.filter { $0.kind != .custom }.map(\.key))
    groups.formUnion(query.all("group").compactMap { data.groupKey($0) })
    groups.formUnion(query.all("temple").compactMap { data.temple($0) }.map(TempleGroup.key))
    for key in query.all("deity").compactMap({ data.deity($0)?.key }) {
      events.formUnion(data.catalogue.events.filter { $0.deityKey == key && $0.isEnabled }.map(\.key))
    }
    if query.first("newmoon") == "on" { newMoon = true }
    if query.first("fullmoon") == "on" { fullMoon = true }
  }

  private var hasDays: Bool { !events.isEmpty || !groups.isEmpty || newMoon || fullMoon || !own.isBlank }

  /// What is wrong, by the name of the field.
  ///
  /// - Parameter hasOwnDays: true if the choice has own days already.
  func faults(hasOwnDays: Bool, _ language: Language) -> [String: String] {
    var faults = own.faults(language)
    if !hasDays, !hasOwnDays {
      faults["newmoon"] = language.say(
        "請至少選一個日子、神明或群組。", "请至少选一个日子、神明或群组。", "Choose at least one day, deity or group.")
    }
    if Int(before).map(NotificationSettings.advanceDayRange.contains) != true {
      faults["before"] = language.say("請填 0 到 30 天。", "请填 0 到 30 天。", "Give 0 to 30 days.")
    }
    if TimeOfDay(time) == nil {
      faults["time"] = language.say(
        "請填時間，例如 20:00。", "请填时间，例如 20:00。", "Give a time such as 20:00.")
    }
    return faults
  }

  /// The fields of the choice's user.
  ///
  /// - Parameter settings: the settings that the user has; null for a new one.
  func draft(over settings: JSON, channel: ChannelKind, _ language: Language) -> Draft {
    let kept = settings["prepare_days"].integer ?? NotificationSettings.suggestedPrepareDays
    let wanted: [(String, JSON)] = [
      ("enable_all", .flag(true)), ("advance_days", .integer(Int(before) ?? 1)), ("notify_time", .text(time)),
      ("newmoon_enabled", .flag(newMoon)), ("fullmoon_enabled", .flag(fullMoon)), ("custom_enabled", .flag(true)),
      ("early_enabled", .flag(false)), ("day_of_enabled", .flag(dayOf)),
      ("prepare_days", isToPrepare ? .integer(kept) : .null), ("digest", .flag(true)),
      ("channel", .text(channel.rawValue)),
    ]
    func list(_ keys: Set<String>, _ kind: SubscriptionKind) -> Draft.Given {
      Draft.Given(kind.field, .list(keys.sorted().map { kind.entry($0, isEnabled: true) }))
    }
    let start: JSON = settings == .null ? .object([]) : settings
    return Draft(fields: [
      Draft.Given("locale", .text(language.rawValue)), Draft.Given("time_zone", .text(timeZone)),
      Draft.Given("settings", wanted.reduce(start) { $0.setting($1.0, $1.1) }),
      list(events, .event), list(groups, .group),
    ])
  }
}

/// A day of somebody's own: a lunar birthday, a memorial day.
struct OwnDayForm: Sendable {
  var name = ""
  var month = "1"
  var day = "1"
  /// Which month counts in a year that repeats it.
  var leap = Leap.regular

  enum Leap: String, CaseIterable, Sendable {
    case regular, leap, both

    func name(in language: Language) -> String {
      switch self {
      case .regular: language.say("平常的月份；閏月不算", "平常的月份；闰月不算", "The regular month only")
      case .leap:
        language.say("閏月；沒有閏月的年用平常的月份", "闰月；没有闰月的年用平常的月份", "The leap month; the regular one in other years")
      case .both: language.say("兩個月都要", "两个月都要", "Both months")
      }
    }
  }

  init() {}

  init(_ form: FormData) {
    name = (form.first("own_name") ?? "").trimmed
    month = form.first("own_month") ?? month
    day = form.first("own_day") ?? day
    leap = form.first("own_leap").flatMap(Leap.init(rawValue:)) ?? .regular
  }

  var isBlank: Bool { name.isEmpty }

  /// The longest name, in characters.
  private static let longestName = 60

  func faults(_ language: Language) -> [String: String] {
    guard !isBlank else { return [:] }
    if name.unicodeScalars.count > Self.longestName {
      return [
        "own_name": language.say(
          "名稱最多 \(Self.longestName) 個字。", "名称最多 \(Self.longestName) 个字。",
          "A name has \(Self.longestName) characters at most.")
      ]
    }
    guard rule != nil else {
      return [
        "own_day": language.say("農曆沒有這一天。", "农历没有这一天。", "The lunar calendar has no such day.")
      ]
    }
    return [:]
  }

  /// The rule of the day; nil if there is no such lunar day. The 30th of a month with 29 days falls on the 29th.
  var rule: DateRule? {
    guard let month = Int(month), let day = Int(day), (1...12).contains(month), (1...30).contains(day) else {
      return nil
    }
    return try? DateRule("lunar \(month)/\(day)" + (leap == .regular ? "" : " leap=\(leap.rawValue)"))
  }

  var draft: Draft {
    Draft(fields: [
      Draft.Given("title", .text(name)), Draft.Given("rule", .text(rule?.description ?? "")),
      Draft.Given("observance", "custom"),
    ])
  }

  /// The next ten days of a rule.
  static func next(_ rule: DateRule, from today: SolarDate) -> [Occurrence] {
    let found = try? rule.occurrences(in: today...today.advanced(by: 11 * 366), calendar: LunisolarCalendar.chinese)
    return Array((found ?? []).prefix(10))
  }

  /// The next ten days, for somebody who looks whether they are right.
  func preview(from today: SolarDate, _ language: Language) -> [String] {
    guard let rule else { return [] }
    return Self.next(rule, from: today).map { day in
      "\(day.date) \(day.date.weekday.name(in: language)) \(day.lunarDate.text(in: language))"
    }
  }
}
