import Folklore
import JSON
import Records
import Store
import WebPages

/// Settings as a form sends them: one value from the script, all of them from a browser without one.
struct SettingsForm: Sendable {
  private let form: FormData
  /// True if a switch that is not named is off.
  private let isWhole: Bool

  init(_ form: FormData) {
    self.form = form
    isWhole = form.first("all") == "on"
  }

  private static let flags = [
    "enable_all", "newmoon_enabled", "fullmoon_enabled", "custom_enabled", "early_enabled", "day_of_enabled", "digest",
  ]
  private static let values = ["advance_days", "prepare_days", "notify_time", "quiet_from", "quiet_to"]

  /// The control of a field of the user.
  static func control(of field: String) -> String { ["locale": "language", "time_zone": "zone"][field] ?? field }

  /// The changed fields.
  ///
  /// - Throws: `RecordFaults`.
  func draft(over user: Record) throws -> [Draft.Given] {
    var settings = user["settings"]
    for name in Self.flags where isWhole || form.first(name) != nil {
      settings = settings.setting(name, .flag(form.first(name) == "on"))
    }
    for name in Self.values {
      guard let text = form.first(name)?.trimmed else { continue }
      settings = settings.setting(
        name,
        text.isEmpty && (name.hasPrefix("quiet") || name == "prepare_days") ? .null : try Settings.value(text, of: name)
      )
    }
    var fields = [Draft.Given("settings", settings)]
    if let language = form.first("language") { fields.append(Draft.Given("locale", .text(language))) }
    if let zone = form.first("zone") { fields.append(Draft.Given("time_zone", .text(zone))) }
    return fields
  }

  // MARK: The controls

  /// - Parameters:
  ///   - typed: what was sent and refused; it stays in the form.
  ///   - faults: what is wrong with a control, by its name.
  static func block(_ visit: Visit, _ account: Account, typed: FormData?, faults: [String: String]) -> PageBlock {
    let (settings, say) = (account.settings, visit.language.say)
    func check(_ name: String, _ label: String, hint: String? = nil) -> PageField {
      let isOn = typed.map { $0.first(name) == "on" } ?? (settings[name].flag ?? false)
      return PageField(name, label, .check, value: isOn ? "on" : "", hint: hint, fault: faults[name])
    }
    func value(_ name: String) -> String {
      typed?.first(name) ?? settings[name].text ?? settings[name].integer.map { "\($0)" } ?? ""
    }
    var quietFrom = PageField(
      "quiet_from", say("勿擾時段，從", "勿扰时段，从", "Quiet hours, from"), .time, value: value("quiet_from"),
      fault: faults["quiet_from"])
    var quietTo = PageField(
      "quiet_to", say("到", "到", "to"), .time, value: value("quiet_to"),
      hint: say(
        "這段時間的提醒會等到結束才送；兩格都空白就沒有勿擾時段。", "这段时间的提醒会等到结束才送；两格都空白就没有勿扰时段。",
        "Reminders wait for the end; leave both blank for none."), fault: faults["quiet_to"])
    (quietFrom.partner, quietTo.partner) = (["quiet_to"], ["quiet_from"])
    var block = PageBlock(say("什麼時候提醒", "什么时候提醒", "When to be told"))
    block.revision = account.revision
    block.forms = [
      PageForm(
        "/settings",
        [
          PageField("all", "", .hidden, value: "on"),
          check("enable_all", say("提醒總開關", "提醒总开关", "All reminders")),
          PageField(
            "advance_days", say("提前通知天數", "提前通知天数", "Days before"), .number(NotificationSettings.advanceDayRange),
            value: value("advance_days"),
            hint: say(
              "0 到 30；1 是前一天，0 是當天。", "0 到 30；1 是前一天，0 是当天。", "0 to 30; 1 is the day before, 0 the day itself."),
            fault: faults["advance_days"]),
          PageField(
            "notify_time", say("通知時間", "通知时间", "At"), .time, value: value("notify_time"), fault: faults["notify_time"]),
          check("newmoon_enabled", say("初一提醒", "初一提醒", "First of the month (初一)")),
          check("fullmoon_enabled", say("十五提醒", "十五提醒", "Fifteenth of the month (十五)")),
          check("custom_enabled", say("自定提醒（自己的日子）", "自定提醒（自己的日子）", "My own days")),
          check("early_enabled", say("三天前先提醒一次", "三天前先提醒一次", "Also three days before")),
          check("day_of_enabled", say("當天再提醒一次", "当天再提醒一次", "Also on the day itself")),
          PageField(
            "prepare_days", say("幾天前提醒要買什麼", "几天前提醒要买什么", "Days before: what to buy"),
            .number(NotificationSettings.prepareDayRange), value: value("prepare_days"),
            hint: say(
              "多數人家都過的日子，例如 \(NotificationSettings.suggestedPrepareDays) 天前；空白就不提醒。這些日子不再另外提前三天提醒。",
              "多数人家都过的日子，例如 \(NotificationSettings.suggestedPrepareDays) 天前；空白就不提醒。这些日子不再另外提前三天提醒。",
              "Of days that most people keep, such as \(NotificationSettings.suggestedPrepareDays) days before; blank for none. It replaces the one three days before."
            ),
            fault: faults["prepare_days"]),
          check(
            "digest", say("同一時間的提醒合成一則", "同一时间的提醒合成一条", "One message for what is due together")),
          quietFrom, quietTo,
          PageField(
            "language", say("語言", "语言", "Language"), .choice(Language.allCases.map { ($0.rawValue, $0.ownName) }),
            value: typed?.first("language") ?? account.user["locale"].text ?? "", fault: faults["language"]),
          PageField(
            "zone", say("時區", "时区", "Time zone"),
            .choice(TimeZoneWords.choices(besides: account.user["time_zone"].text ?? "", in: visit.language)),
            value: typed?.first("zone") ?? account.user["time_zone"].text ?? "",
            hint: say("通知時間是這個時區的時間。", "通知时间是这个时区的时间。", "The time above is of this zone."),
            fault: faults["zone"]),
        ], buttons: [PageButton(say("儲存", "保存", "Save"))], saving: SavingWords(visit.language))
    ]
    return block
  }
}
