import FolkData
import Folklore
import Lunisolar
import Reminders
import TestSupport
import Testing

/// A small catalogue: two deities' days, the two days of the moon, one observance that begins the evening before, one custom day.
private func makeCatalogue() throws -> Catalogue {
  func event(
    _ id: Int, _ key: String, _ title: String, _ rule: String, _ observance: Event.Observance = .birth,
    kind: Event.Kind = .festival, weight: Int = Event.usualWeight, isEnabled: Bool = true
  ) throws -> Event {
    try Event(
      id: id, key: key, kind: kind, observance: observance,
      title: LocalizedName(
        title, simplifiedChinese: title == "媽祖聖誕" ? "妈祖圣诞" : nil, english: key.prefix(1).uppercased() + key.dropFirst()),
      rule: DateRule(rule), weight: weight, isEnabled: isEnabled)
  }
  return try Catalogue(
    sources: [], deities: [],
    events: [
      event(88, "mazu", "媽祖聖誕", "lunar 3/23"), event(2, "qingming", "清明節", "term 清明", .festival),
      event(3, "first", "初一", "lunar */1", .newMoon), event(4, "fifteenth", "十五", "lunar */15", .fullMoon),
      event(5, "tiangong", "天公生", "lunar 1/9 eve", .festival),
      event(6, "memorial", "阿嬤忌日", "lunar 3/23", kind: .custom),
      event(7, "off", "停用", "lunar 3/23", isEnabled: false),
    ],
    groups: [
      Group(key: "spring", name: LocalizedName("春"), description: nil, eventKeys: ["mazu", "qingming"]),
      Group(key: "closed", name: LocalizedName("停"), description: nil, eventKeys: ["mazu"], isEnabled: false),
    ])
}

private func plan(
  events: Set<String> = ["mazu"], groups: Set<String> = [], off: Set<String> = [],
  from: String = "2025-04-01T00:00:00+08:00",
  days: Int = 60, _ change: (inout NotificationSettings) -> Void = { _ in }
) throws -> [Reminder] {
  var settings = NotificationSettings()
  settings.newMoon = false
  settings.fullMoon = false
  change(&settings)
  let now = try CivilTime.parse(from).unixTime
  return try Planner(catalogue: makeCatalogue()).plan(
    user: "u42", following: Following(events: events, groups: groups, switchedOff: off), settings: settings,
    in: now..<(now + days * 86_400))
}

/// `main 2025-04-19T00:00:00Z`
private func brief(_ reminders: [Reminder]) -> [String] {
  reminders.map { "\($0.kind.rawValue) \(CivilTime.iso(unixTime: $0.scheduledAt))" }
}

@Suite("Planned reminders", .timed)
struct PlannerTests {
  @Test("Reminders are due three days before, the advance days before and on the day, at the local notify time")
  func threeReminders() throws {
    #expect(
      try brief(plan()) == ["early 2025-04-17T00:00:00Z", "main 2025-04-19T00:00:00Z", "day_of 2025-04-20T00:00:00Z"])
    #expect(try plan().map(\.key) == ["u42/88/2025-04-20/early", "u42/88/2025-04-20/main", "u42/88/2025-04-20/day_of"])
    #expect(try plan().map(\.daysBefore) == [3, 1, 0])
  }

  @Test("Coinciding reminders become one: day_of before main before early")
  func coincidence() throws {
    #expect(try plan { $0.advanceDays = 0 }.map(\.kind) == [.early, .dayOf])
    #expect(try plan { $0.advanceDays = 3 }.map(\.kind) == [.main, .dayOf])
    #expect(
      try plan { settings in
        settings.advanceDays = 0
        settings.dayOf = false
      }.map(\.kind) == [.early, .main])
  }

  @Test("A day that most people keep is told to prepare in place of early, after day_of and main")
  func prepare() throws {
    func kinds(weight: Int, kind: Event.Kind = .festival, _ change: (inout NotificationSettings) -> Void) throws
      -> [String]
    {
      var settings = NotificationSettings()
      (settings.newMoon, settings.fullMoon) = (false, false)
      change(&settings)
      // 三月廿三 is 2025-04-20 (Hong Kong Observatory).
      let now = try CivilTime.parse("2025-03-01T00:00:00+08:00").unixTime
      let event = try Event(
        id: 88, key: "mazu", kind: kind, observance: .birth, title: LocalizedName("媽祖聖誕"), rule: DateRule("lunar 3/23"),
        weight: weight)
      let catalogue = try Catalogue(sources: [], deities: [], events: [event], groups: [])
      return brief(
        try Planner(catalogue: catalogue).plan(
          user: "u42", following: Following(events: ["mazu"]), settings: settings, in: now..<(now + 60 * 86_400)))
    }
    let (main, dayOf) = ("main 2025-04-19T00:00:00Z", "day_of 2025-04-20T00:00:00Z")
    for weight in 1...2 {
      #expect(try kinds(weight: weight) { $0.prepareDays = 3 } == ["prepare 2025-04-17T00:00:00Z", main, dayOf])
      #expect(try kinds(weight: weight) { $0.prepareDays = 5 } == ["prepare 2025-04-15T00:00:00Z", main, dayOf])
      #expect(try kinds(weight: weight) { $0.prepareDays = 30 } == ["prepare 2025-03-21T00:00:00Z", main, dayOf])
      // Of two on one day the main one goes out, and there is no early one either.
      #expect(try kinds(weight: weight) { $0.prepareDays = 1 } == [main, dayOf])
      #expect(
        try kinds(weight: weight) { settings in
          settings.prepareDays = 3
          settings.early = false
        } == ["prepare 2025-04-17T00:00:00Z", main, dayOf])
      #expect(try kinds(weight: weight) { $0.prepareDays = nil } == ["early 2025-04-17T00:00:00Z", main, dayOf])
    }
    let early = ["early 2025-04-17T00:00:00Z", main, dayOf]
    #expect(try kinds(weight: 3) { $0.prepareDays = 5 } == early)
    #expect(try kinds(weight: 1, kind: .custom) { $0.prepareDays = 5 } == early)
  }

  @Test("An own day may say itself how many days before it is told")
  func ownDays() throws {
    func reminders(_ days: Int?, _ change: (inout NotificationSettings) -> Void = { _ in }) throws -> [String] {
      var settings = NotificationSettings()
      (settings.newMoon, settings.fullMoon, settings.early, settings.dayOf) = (false, false, false, false)
      change(&settings)
      // 三月廿三 is 2025-04-20 (Hong Kong Observatory); 31 days before it is 20 March.
      let now = try CivilTime.parse("2025-03-01T00:00:00+08:00").unixTime
      let memorial = try Event(
        id: 6, key: "memorial", kind: .custom, observance: .memorial, title: LocalizedName("阿嬤忌日"),
        rule: DateRule("lunar 3/23"), advanceDays: days)
      let catalogue = try Catalogue(sources: [], deities: [], events: [memorial], groups: [])
      return brief(
        try Planner(catalogue: catalogue).plan(
          user: "u42", following: Following(events: ["memorial"]), settings: settings, in: now..<(now + 60 * 86_400)))
    }
    #expect(try reminders(nil) == ["main 2025-04-19T00:00:00Z"])
    #expect(try reminders(0) == ["main 2025-04-20T00:00:00Z"])
    #expect(try reminders(3) == ["main 2025-04-17T00:00:00Z"])
    #expect(try reminders(30) == ["main 2025-03-21T00:00:00Z"])
    // The other reminders stay those of the settings; of two on one day one goes out.
    #expect(
      try reminders(3) { $0.early = true } == ["main 2025-04-17T00:00:00Z"]
        && reminders(5) { $0.early = true } == ["main 2025-04-15T00:00:00Z", "early 2025-04-17T00:00:00Z"])
  }

  @Test("The switches turn off all, the early or the day_of reminders")
  func switches() throws {
    #expect(try plan { $0.isEnabled = false }.isEmpty)
    #expect(try plan { $0.early = false }.map(\.kind) == [.main, .dayOf])
    #expect(try plan { $0.dayOf = false }.map(\.kind) == [.early, .main])
    #expect(try plan { $0.advanceDays = 30 }.map(\.kind) == [.early, .dayOf])
    #expect(try plan(from: "2025-03-01T00:00:00+08:00") { $0.advanceDays = 30 }.map(\.kind) == [.main, .early, .dayOf])
  }

  @Test("The plan has followed events, enabled groups, moon days and own days, without disabled ones")
  func following() throws {
    func keys(_ reminders: [Reminder]) -> Set<String> { Set(reminders.map(\.event.key)) }
    #expect(try keys(plan(events: [], groups: ["spring"])) == ["mazu", "qingming"])
    #expect(try keys(plan(events: [], groups: ["spring"], off: ["mazu"])) == ["qingming"])
    #expect(try plan(events: [], groups: ["closed", "unknown"]).isEmpty)
    #expect(try plan(events: ["off"]).isEmpty)
    #expect(try keys(plan(events: []) { $0.newMoon = true }) == ["first"])
    #expect(try keys(plan(events: []) { $0.fullMoon = true }) == ["fifteenth"])
    #expect(try plan(events: [], off: ["first"]) { $0.newMoon = true }.isEmpty)
    #expect(try keys(plan(events: ["memorial", "mazu"])) == ["memorial", "mazu"])
    #expect(try keys(plan(events: ["memorial", "mazu"]) { $0.custom = false }) == ["mazu"])
  }

  @Test("Past instants and the end of the range get no reminder")
  func range() throws {
    #expect(try plan(from: "2025-04-19T08:00:00+08:00").map(\.kind) == [.main, .dayOf])
    #expect(try plan(from: "2025-04-19T08:00:01+08:00").map(\.kind) == [.dayOf])
    #expect(try plan(from: "2025-04-19T08:00:00+08:00", days: 1).map(\.kind) == [.main])
    #expect(try plan(from: "2025-04-20T08:00:01+08:00").isEmpty)
    #expect(try plan(days: 0).isEmpty)
  }

  @Test("A reminder is due on the same calendar day at the same local time in every zone")
  func zones() throws {
    #expect(try brief(plan { $0.timeZone = "America/Los_Angeles" }).last == "day_of 2025-04-20T15:00:00Z")
    #expect(try brief(plan { $0.timeZone = "Asia/Kathmandu" }).last == "day_of 2025-04-20T02:15:00Z")
    #expect(throws: UnknownTimeZone(identifier: "Mars/Olympus")) { try plan { $0.timeZone = "Mars/Olympus" } }
    #expect(throws: UnknownTimeZone(identifier: "EST")) { try plan { $0.timeZone = "EST" } }
  }

  @Test("A clock change that skips a day's end does not move that day's reminder to the next day")
  func skippedEnd() throws {
    // In Greenland 23:00 on 2025-03-29 was 00:00 on the 30th, 01:00 UTC.
    var settings = NotificationSettings()
    settings.timeZone = "America/Nuuk"
    settings.early = false
    func instants(of day: String, at time: String, quiet: (String, String)? = nil) throws -> [String] {
      settings.notifyTime = try #require(TimeOfDay(time))
      settings.quietHours = try quiet.flatMap {
        try QuietHours(from: #require(TimeOfDay($0.0)), to: #require(TimeOfDay($0.1)))
      }
      var found: [String] = []
      try ReminderTiming(settings).forEachReminder(
        of: SolarDate(iso: day), beginsOnEve: false, in: 1_742_860_800..<1_743_552_000
      ) { kind, _, instant in found.append("\(kind.rawValue) \(CivilTime.iso(unixTime: instant))") }
      return found
    }
    #expect(try instants(of: "2025-03-29", at: "23:30") == ["main 2025-03-29T01:30:00Z"])
    #expect(
      try instants(of: "2025-03-29", at: "22:30") == ["day_of 2025-03-30T00:30:00Z", "main 2025-03-29T00:30:00Z"])
    // The day before the 30th: it is told of when the 30th begins, as today.
    #expect(
      try instants(of: "2025-03-30", at: "23:30") == ["day_of 2025-03-31T00:30:00Z", "main 2025-03-30T01:00:00Z"])
    #expect(try instants(of: "2025-03-29", at: "00:00", quiet: ("00:00", "23:59")) == ["main 2025-03-29T01:59:00Z"])
  }

  @Test("Quiet hours delay a reminder to their end, past midnight to the next morning")
  func quietHours() throws {
    func quiet(_ from: String, _ to: String, at time: String) throws -> [String] {
      try brief(
        plan { settings in
          settings.quietHours = TimeOfDay(from).flatMap { from in
            TimeOfDay(to).flatMap { QuietHours(from: from, to: $0) }
          }
          settings.notifyTime = TimeOfDay(time) ?? settings.notifyTime
        })
    }
    #expect(
      try quiet("22:00", "07:00", at: "06:30")
        == ["early 2025-04-16T23:00:00Z", "main 2025-04-18T23:00:00Z", "day_of 2025-04-19T23:00:00Z"])
    // At 23:00 they wait until the morning after; the one of the day itself would speak of yesterday and is not sent.
    #expect(
      try quiet("22:00", "07:00", at: "23:00") == ["early 2025-04-17T23:00:00Z", "main 2025-04-19T23:00:00Z"])
    #expect(try quiet("06:00", "09:00", at: "08:00").last == "day_of 2025-04-20T01:00:00Z")
    #expect(try quiet("06:00", "08:00", at: "08:00").last == "day_of 2025-04-20T00:00:00Z")
    #expect(
      QuietHours(
        from: TimeOfDay("07:00") ?? NotificationSettings().notifyTime,
        to: TimeOfDay("07:00") ?? NotificationSettings().notifyTime) == nil)
  }

  @Test("An observance that begins at 23:00 is announced on that evening")
  func eve() throws {
    // 天公生 of 2026 is 25 February.
    let reminders = try plan(events: ["tiangong"], from: "2026-02-01T00:00:00+08:00")
    #expect(
      brief(reminders) == ["early 2026-02-22T00:00:00Z", "main 2026-02-24T00:00:00Z", "day_of 2026-02-24T10:00:00Z"])
    let templates = try TemplatesLoader(folder: PackageRoot.path("data")).load()
    #expect(reminders.last?.body(in: .traditionalChinese, templates) == "今晚子時起是天公生（農曆正月初九）")
    #expect(reminders.last?.body(in: .english, templates) == "Tiangong begins tonight at 23:00 (lunar 1/9)")
    let late = try plan(events: ["tiangong"], from: "2026-02-01T00:00:00+08:00") { settings in
      settings.notifyTime = TimeOfDay("20:30") ?? settings.notifyTime
    }
    // The main reminder would go out at the same instant: one is enough.
    #expect(brief(late) == ["early 2026-02-22T12:30:00Z", "day_of 2026-02-24T12:30:00Z"])
  }

  @Test("The sentence counts from the user's own day, in three languages")
  func bodies() throws {
    let reminders = try plan()
    let templates = try TemplatesLoader(folder: PackageRoot.path("data")).load()
    #expect(
      reminders.map { $0.body(in: .traditionalChinese, templates) }
        == ["3 天後是媽祖聖誕（農曆三月廿三）", "明天是媽祖聖誕（農曆三月廿三）", "今天是媽祖聖誕（農曆三月廿三）"])
    #expect(reminders[1].body(in: .simplifiedChinese, templates) == "明天是妈祖圣诞（农历三月廿三）")
    #expect(
      reminders.map { $0.body(in: .english, templates) } == [
        "Mazu is in 3 days (lunar 3/23)", "Mazu is tomorrow (lunar 3/23)", "Mazu is today (lunar 3/23)",
      ])
    #expect(try plan { $0.advanceDays = 2 }[1].body(in: .traditionalChinese, templates) == "後天是媽祖聖誕（農曆三月廿三）")
    #expect(reminders[0].title(in: .traditionalChinese, templates) == "媽祖聖誕")
  }

  @Test("The plan is in order of sending")
  func order() throws {
    let all = try plan(events: ["mazu", "qingming"], days: 400) { $0.newMoon = true }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.scheduledAt <= $1.scheduledAt })
    #expect(Set(all.map(\.key)).count == all.count)
  }

  @Test("The JSON has the designed fields")
  func record() throws {
    let record = ReminderRecord(
      planned: try plan()[1], language: .traditionalChinese,
      templates: try TemplatesLoader(folder: PackageRoot.path("data")).load())
    #expect(record.key == "u42/88/2025-04-20/main")
    #expect(record.scheduledAt == "2025-04-19T00:00:00Z")
    #expect(record.status == "queued")
    #expect(record.link == "folklore://event/88")
    #expect(record.event == ReminderRecord.EventReference(id: 88, key: "mazu", title: "媽祖聖誕", type: .festival))
    #expect(record.occurrence.daysBefore == 1)
  }
}
