import Folklore
import JSON
import Lunisolar
import OwnDays
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
  /// - Parameters:
  ///   - days: the own days that it gives.
  ///   - hasOwnDays: true if the choice has own days already.
  func faults(_ days: OwnDayForm.Days, hasOwnDays: Bool, _ language: Language) -> [String: String] {
    var faults = days.faults
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

/// Days of somebody's own: one that was typed, and those of a file.
struct OwnDayForm: Sendable {
  var name = ""
  /// The date as typed: 農曆三月廿三, 民國46年3月14日.
  var date = ""
  var observance = Event.Observance.birthday
  /// What is kept in years that repeat the month; nil for what the date says.
  var leap: DateRule.LeapPolicy?
  /// The days of a file that was read before, as a table.
  private var table = ""
  /// A file that is sent now.
  private var file: [UInt8] = []

  init() {}

  init(_ form: FormData) {
    name = (form.first("own_name") ?? "").trimmed
    date = (form.first("own_date") ?? "").trimmed
    observance = form.first("own_kind").flatMap(Event.Observance.init(rawValue:)) ?? observance
    leap = form.first("own_leap").flatMap(DateRule.LeapPolicy.init(rawValue:))
    // Browsers send line ends of hidden fields as CR LF.
    table = (form.first("own_table") ?? "").replacing("\r\n", with: "\n")
    file = form.file("own_file").map { Array($0.bytes) } ?? []
  }

  /// True if nothing was given.
  var isBlank: Bool { name.isEmpty && date.isEmpty && table.isEmpty && file.isEmpty }

  /// The days that a form gives.
  struct Days: Sendable {
    var typed: OwnDay?
    /// Those of files.
    var listed: [OwnDay] = []
    var remarks: [OwnDayRemark] = []
    /// What is wrong, by the name of the field.
    var faults: [String: String] = [:]

    var all: [OwnDay] { (typed.map { [$0] } ?? []) + listed }
  }

  /// Reads the days. A file of which something is lost is a fault once: its other days are in `listed`, which the form sends again.
  func read(by reader: DateReader, _ language: Language) -> Days {
    var days = Days()
    if !name.isEmpty || !date.isEmpty { readTyped(reader, language, &days) }
    do {
      if !table.isEmpty { days.listed = try OwnDayTable.read(Array(table.utf8), by: reader) }
      guard !file.isEmpty else { return days }
      let contents = try DayFile.read(file, by: reader)
      days.listed += contents.days.map(\.day)
      guard !contents.isPlain || contents.days.isEmpty else { return days }
      let isWhole = contents.faults.isEmpty && contents.skipped.isEmpty && !contents.days.isEmpty
      let sentences = (isWhole ? [] : contents.troubles(in: language)) + contents.notes(in: language)
      let next = language.say(
        "下面列出讀到的日子；沒問題就再按一次。", "下面列出读到的日子；没问题就再按一次。",
        "The days that were read are listed below; press again if they are right.")
      days.faults["own_file"] =
        (sentences.prefix(OwnDayFaults.limit) + (days.listed.isEmpty ? [] : [next])).joined(separator: "\n")
    } catch let faults as OwnDayFaults {
      days.faults["own_file"] = faults.text(in: language)
    } catch {
      days.faults["own_file"] = (error as? any SpokenError)?.message(in: language) ?? "\(error)"
    }
    return days
  }

  private func readTyped(_ reader: DateReader, _ language: Language, _ days: inout Days) {
    if name.isEmpty {
      days.faults["own_name"] = language.say(
        "請填名稱，例如 阿嬤忌日。", "请填名称，例如 奶奶忌日。", "Give a name, such as Grandmother’s day.")
    }
    let rule: DateRule
    do throws(OwnDayProblem) {
      (rule, days.remarks) = try OwnDay.rule(typed: date, observance: observance, leap: leap, by: reader)
    } catch {
      days.faults["own_date"] = error.text(in: language)
      return
    }
    guard !name.isEmpty else { return }
    do throws(OwnDayProblem) {
      days.typed = try OwnDay(title: name, rule: rule, observance: observance)
    } catch {
      days.faults["own_name"] = error.text(in: language)
    }
  }

  // MARK: Dates

  /// The next ten days of a rule.
  static func next(_ rule: DateRule, from today: SolarDate) -> [Occurrence] {
    let found = try? rule.occurrences(in: today...today.advanced(by: 11 * 366), calendar: LunisolarCalendar.chinese)
    return Array((found ?? []).prefix(10))
  }
}

extension DateRule.LeapPolicy {
  /// What is kept in years that repeat the month.
  func name(in language: Language) -> String {
    switch self {
    case .regular: language.say("平常的月份；閏月不算", "平常的月份；闰月不算", "The regular month only")
    case .leap:
      language.say("閏月；沒有閏月的年用平常的月份", "闰月；没有闰月的年用平常的月份", "The leap month; the regular one in other years")
    case .both: language.say("兩個月都要", "两个月都要", "Both months")
    }
  }
}
