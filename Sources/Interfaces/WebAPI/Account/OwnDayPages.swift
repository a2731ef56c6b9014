import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Store
import WebPages

/// Somebody's own days: `/settings/days…`.
enum OwnDayPages {
  static let all = [
    BrowserPage.get("/settings/days", .person) { visit in try await list(visit) },
    BrowserPage.get("/settings/days/print", .person) { visit in try await print(visit) },
    BrowserPage.get("/settings/days/new", .person) { visit in
      .app(PersonalDayPage(visit, PersonalDay(), id: nil).page, part: "choice")
    },
    BrowserPage.post("/settings/days/new", .person) { visit in try await save(nil, visit) },
    BrowserPage.get("/settings/days/{id}", .person) { visit in
      let event = try await own(visit)
      return .app(
        PersonalDayPage(visit, PersonalDay(event, advanceDays: event.advanceDays), id: "\(event.id)").page,
        part: "choice")
    },
    BrowserPage.post("/settings/days/{id}", .person) { visit in try await save(try await own(visit), visit) },
    BrowserPage.post("/settings/days/{id}/remove", .person) { visit in
      let (key, change) = (try await own(visit).key, visit.change)
      _ = try await visit.write { try $0.remove(.event, key: key, change) }
      return .redirect(to: "/settings/days?done=removed")
    },
  ]

  static func title(_ visit: Visit) -> String { visit.say("自己的日子", "自己的日子", "My own days") }

  /// The day in the path; another user's day is not found.
  private static func own(_ visit: Visit) async throws -> Event {
    let (name, user) = (visit.id, try visit.person().userUUID)
    return try await visit.work { try $0.ownEvent(name, of: user) }
  }

  // MARK: Saving

  private static func save(_ event: Event?, _ visit: Visit) async throws -> PageAnswer {
    let day = PersonalDay(visit.form)
    var page = PersonalDayPage(visit, day, id: event.map { "\($0.id)" })
    page.isPreview = visit.form.first("way") == "preview"
    var faults = day.faults(visit.language)
    if page.isPreview {
      // Who only looks at dates may name the day later.
      faults["title"] = nil
      page.faults = faults
      return .app(page.page, part: "choice", status: faults.isEmpty ? .ok : .unprocessableContent)
    }
    let (user, change) = (try visit.person().userUUID, visit.change)
    let others = try await Account(visit).own.filter { $0.id != event?.id }
    if others.contains(where: { $0.title.text(in: .traditionalChinese) == day.title }) {
      faults["title"] = Self.sameName(day.title, visit.language)
    }
    guard faults.isEmpty, case .success(let rule) = day.made(visit.language) else {
      page.faults = faults
      return .app(page.page, part: "choice", status: .unprocessableContent)
    }
    do {
      let draft = day.draft(rule)
      _ = try await visit.write { store in
        if let event {
          try store.changeOwnEvent(event.key, of: user, draft, change)
        } else {
          try store.addOwnEvent(draft, of: user, change)
        }
      }
    } catch let problem as RecordFaults {
      page.faults = Dictionary(problem.faults.map { ($0.field, $0.problem(in: visit.language)) }) { first, _ in first }
      return .app(page.page, part: "choice", status: .unprocessableContent)
    } catch let limit as OwnEventLimit {
      page.faults["title"] = limit.sentence(in: visit.language)
      return .app(page.page, part: "choice", status: .conflict)
    }
    return .redirect(to: "/settings/days?done=saved")
  }

  /// Two reminders with one name could not be told apart.
  static func sameName(_ title: String, _ language: Language) -> String {
    language.say(
      "已經有「\(title)」這個日子了。請換一個名稱，或打開原來的修改。", "已经有「\(title)」这个日子了。请换一个名称，或打开原来的修改。",
      "There is a day “\(title)” already. Take another name, or change that day.")
  }

  // MARK: The list

  private static func list(_ visit: Visit) async throws -> PageAnswer {
    let account = try await Account(visit)
    var block = PageBlock(visit.say("我的日子", "我的日子", "My days"))
    block.revision = account.revision
    let today = visit.moment.today
    let rows = account.own.map { event -> (SolarDate?, PageTable.Row) in
      let days = OwnDayForm.next(event.rule, from: today)
      return (
        days.first?.date,
        PageTable.Row([
          .init(event.title.text(in: visit.language), address: "/settings/days/\(event.id)"),
          .init(
            days.first.map { "\($0.date)" } ?? visit.say("已過", "已过", "past"),
            note: days.first?.lunarDate.text(in: visit.language)),
          .init(days.dropFirst().map { "\($0.date)" }.joined(separator: visit.say("、", "、", ", "))),
        ])
      )
    }
    block.table = PageTable(
      [visit.say("名稱", "名称", "Name"), visit.say("下一次", "下一次", "Next"), visit.say("十年的日期", "十年的日期", "Ten years")],
      rows.sorted { ($0.0?.julianDayNumber ?? .max) < ($1.0?.julianDayNumber ?? .max) }.map(\.1),
      nothing: visit.say(
        "還沒有。生日、忌日等農曆的日子都能提醒。", "还没有。生日、忌日等农历的日子都能提醒。", "None yet. Lunar birthdays and memorial days can be told."))
    if account.settings["custom_enabled"].flag != true {
      block.lines = [
        visit.say(
          "自定提醒的開關關著，所以這些日子不會提醒。", "自定提醒的开关关着，所以这些日子不会提醒。", "The switch for own days is off, so none of these is told.")
      ]
    }
    block.links = [
      PageLink(visit.say("加一個日子", "加一个日子", "Add a day"), "/settings/days/new", .main),
      PageLink(visit.say("過世的家人", "过世的家人", "Somebody who has died"), "/settings/days/ancestor", .button),
    ]
    var files = PageBlock(visit.say("列印、匯入與匯出", "打印、导入与导出", "Print, import, export"))
    files.links = [
      PageLink(visit.say("列印十年的日期", "打印十年的日期", "Print ten years"), "/settings/days/print", .button),
      PageLink(
        visit.say("匯入檔案", "导入文件", "Import a file"), "/settings/days/import",
        .button),
      PageLink(visit.say("匯出 CSV", "导出 CSV", "Export CSV"), "/settings/days/export.csv", .button),
      PageLink(visit.say("匯出 iCalendar", "导出 iCalendar", "Export iCalendar"), "/settings/days/export.ics", .button),
    ]
    return .app(
      AppPage(
        visit.language, title: title(visit), description: "", above: visit.aboveSettings, lead: done(visit),
        [block, files]), part: "choice")
  }

  private static func done(_ visit: Visit) -> String? {
    switch visit.query.first("done") {
    case "saved": visit.say("已儲存。", "已保存。", "Saved.")
    case "removed": visit.say("已刪除。", "已删除。", "Removed.")
    case "imported":
      visit.say(
        "已匯入 \(count("added", visit)) 個日子；\(count("known", visit)) 個已經有了。",
        "已导入 \(count("added", visit)) 个日子；\(count("known", visit)) 个已经有了。",
        "\(count("added", visit)) days were imported; \(count("known", visit)) were known.")
    default: nil
    }
  }

  private static func count(_ name: String, _ visit: Visit) -> Int { visit.query.first(name).flatMap { Int($0) } ?? 0 }

  /// All days of ten years on one page, by year, to print.
  private static func print(_ visit: Visit) async throws -> PageAnswer {
    let account = try await Account(visit)
    let today = visit.moment.today
    let days = account.own.flatMap { event in
      OwnDayForm.next(event.rule, from: today).map { (date: $0.date, lunar: $0.lunarDate, event: event) }
    }.sorted { ($0.date, $0.event.id) < ($1.date, $1.event.id) }
    let years = Dictionary(grouping: days) { $0.date.year }
    let blocks = years.keys.sorted().prefix(11).map { year in
      var block = PageBlock(visit.say("\(year) 年", "\(year) 年", "\(year)"))
      block.table = PageTable(
        [visit.say("日期", "日期", "Date"), visit.say("農曆", "农历", "Lunar"), visit.say("日子", "日子", "Day")],
        (years[year] ?? []).map { day in
          PageTable.Row([
            .init(day.date.longText(in: visit.language)), .init(day.lunar.text(in: visit.language)),
            .init(day.event.title.text(in: visit.language)),
          ])
        }, nothing: "")
      return block
    }
    return .app(
      AppPage(
        visit.language, title: visit.say("十年的日期", "十年的日期", "Ten years"), description: "",
        above: visit.aboveSettings + [PageLink(title(visit), "/settings/days")],
        lead: visit.say(
          "從 \(today) 起。用瀏覽器的列印功能印出。", "从 \(today) 起。用浏览器的打印功能印出。", "From \(today). Print it with your browser."),
        Array(blocks)), part: "choice")
  }
}

extension OwnEventLimit {
  /// The limit in somebody's language.
  func sentence(in language: Language) -> String {
    switch self {
    case .days:
      language.say(
        "最多 \(OwnEventLimits.days) 個日子，請先刪除一些。", "最多 \(OwnEventLimits.days) 个日子，请先删除一些。",
        "There can be \(OwnEventLimits.days) days of your own; remove some first.")
    case .characters:
      language.say(
        "所有日子的文字最多 \(OwnEventLimits.characters) 個字，請先刪短一些。", "所有日子的文字最多 \(OwnEventLimits.characters) 个字，请先删短一些。",
        "All days have \(OwnEventLimits.characters) characters at most; shorten some first.")
    }
  }
}
