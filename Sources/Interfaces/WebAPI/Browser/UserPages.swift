import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import Pictures
import Records
import Reminders
import Store
import WebPages

/// Users: figures for everybody in the back office, single users for administrators: `/admin/users…`.
enum UserPages {
  static let all = [
    BrowserPage.get("/admin/users", .role(.reader)) { visit in try await list(visit) },
    BrowserPage.get("/admin/users/{id}", .role(.admin)) { visit in try await UserPage(visit).show() },
    BrowserPage.get("/admin/users/{id}/export", .role(.admin)) { visit in try await UserPage(visit).export() },
    BrowserPage.post("/admin/users/{id}/role", .role(.admin)) { visit in try await UserPage(visit).setRole() },
    BrowserPage.post("/admin/users/{id}/sign-out", .role(.admin)) { visit in try await UserPage(visit).signOut() },
    BrowserPage.post("/admin/users/{id}/mail-again", .role(.admin)) { visit in try await UserPage(visit).mailAgain() },
    BrowserPage.get("/admin/users/{id}/remove", .role(.admin)) { visit in try await UserPage(visit).askToRemove() },
    BrowserPage.post("/admin/users/{id}/remove", .role(.admin)) { visit in try await UserPage(visit).remove() },
  ]

  private static let pageSize = 50
  private static let weeks = 12

  // MARK: Figures

  static func figures(_ visit: Visit) async throws -> UserFigures {
    let today = visit.moment.today
    let monday = today.advanced(by: 1 - today.weekday.rawValue)
    let start = visit.clock.instant(on: monday, at: TimeOfDay(uncheckedMinutes: 0))
    return try await visit.work { try $0.userFigures(weeks: weeks, from: start) }
  }

  /// The users by week as a picture and as a table.
  static func weeks(_ figures: UserFigures, _ visit: Visit) -> PageBlock {
    func day(_ week: UserFigures.Week) -> SolarDate { visit.clock.local(at: week.start).date }
    let title = visit.say("每週新增的使用者", "每周新增的用户", "New users by week")
    var block = PageBlock(title)
    block.picture =
      BarChart(
        title: title,
        bars: figures.weeks.map { BarChart.Bar(name: "\(day($0).month)/\(day($0).day)", count: $0.added) }
      ).svg
    block.table = PageTable(
      [visit.say("週一", "周一", "Monday"), visit.say("新增", "新增", "New"), visit.say("合計", "合计", "All")],
      figures.weeks.reversed().map {
        PageTable.Row([.init("\(day($0))"), .init("\($0.added)", .number), .init("\($0.total)", .number)])
      }, nothing: "")
    return block
  }

  /// The users by channel as a picture and as a table.
  static func channels(_ figures: UserFigures, _ visit: Visit) -> PageBlock {
    let title = visit.say("使用者用的管道", "用户用的渠道", "Users by channel")
    let counts = ChannelKind.allCases.compactMap { channel in
      figures.channels[channel.rawValue].map { (ReminderWords.name(of: channel, visit.language), $0) }
    }
    var block = PageBlock(title)
    if !counts.isEmpty {
      block.picture = BarChart(title: title, bars: counts.map { BarChart.Bar(name: $0.0, count: $0.1) }).svg
    }
    block.table = PageTable(
      [visit.say("管道", "渠道", "Channel"), visit.say("人數", "人数", "Users")],
      counts.map { PageTable.Row([.init($0.0), .init("\($0.1)", .number)]) },
      nothing: visit.say("還沒有使用者。", "还没有用户。", "There are no users yet."))
    return block
  }

  // MARK: The list

  private static func list(_ visit: Visit) async throws -> PageAnswer {
    let figures = try await figures(visit)
    var blocks: [PageBlock] = []
    if visit.role >= .admin { blocks = try await users(visit) }
    blocks += [weeks(figures, visit), channels(figures, visit), others(figures, visit)]
    return .page(
      SectionPage(
        visit.language, title: visit.say("使用者", "用户", "Users"),
        subtitle: visit.say("共 \(figures.total) 位", "共 \(figures.total) 位", "\(figures.total) in all"),
        notice: visit.query.first("done") == "removed"
          ? visit.say("已刪除這位使用者。", "已删除这位用户。", "The user was deleted.") : nil,
        blocks), section: "users")
  }

  private static func others(_ figures: UserFigures, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("其他", "其他", "More"))
    block.facts =
      APIRole.allCases.sorted().map { role in
        PageFact(
          RoleWords.name(of: role, visit.language), "\(figures.roles[role == .user ? "" : role.rawValue] ?? 0)")
      }
      + figures.languages.sorted { $0.key < $1.key }.map {
        PageFact(languageName($0.key, visit.language), "\($0.value)")
      }
      + figures.devices.sorted { $0.key < $1.key }.map {
        PageFact(visit.say("裝置：", "设备：", "Devices: ") + $0.key, "\($0.value)")
      }
    return block
  }

  /// The name of a language in that of the reader.
  static func languageName(_ name: String, _ language: Language) -> String {
    switch Language(rawValue: name) {
    case .traditionalChinese: language.say("正體中文", "繁体中文", "Traditional Chinese")
    case .simplifiedChinese: language.say("簡體中文", "简体中文", "Simplified Chinese")
    case .english: language.say("英文", "英文", "English")
    case nil: name
    }
  }

  private static func users(_ visit: Visit) async throws -> [PageBlock] {
    let search = String((visit.query.first("search") ?? "").trimmed.prefix(200))
    let role = visit.query.first("role").flatMap { name in ["reader", "editor", "admin"].first { $0 == name } }
    var query = ListQuery()
    query.search = search.isEmpty ? nil : search
    if let role { query.conditions = [.init(field: "role", value: role)] }
    query.limit = pageSize + 1
    query.after = visit.query.first("after").flatMap { Int($0) }
    let asked = query
    let found: RecordPage
    do {
      found = try await visit.work { store in
        // A whole address or a number finds its user at once.
        if let text = asked.search, asked.after == nil, let one = try? store.record(.user, key: text) {
          return RecordPage(records: [one], total: 1)
        }
        return try store.list(.user, asked)
      }
    } catch is RecordFaults {
      // The user after whom this page began is gone.
      throw PageProblem.nothingHere
    }
    var filters = PageBlock(visit.say("條件", "条件", "Filter"))
    filters.isBare = true
    filters.forms = [
      PageForm(
        "/admin/users", method: .get,
        [
          PageField(
            "search", visit.say("稱呼、電子郵件或編號", "称呼、电子邮件或编号", "Name, mail address or number"), .search, value: search),
          PageField(
            "role", visit.say("權限", "权限", "Role"),
            .choice(
              [("", visit.say("全部", "全部", "All"))]
                + [APIRole.reader, .editor, .admin].map { ($0.rawValue, RoleWords.name(of: $0, visit.language)) }),
            value: role ?? ""),
        ], buttons: [PageButton(visit.say("篩選", "筛选", "Apply"), isMain: false)])
    ]
    var table = PageBlock(visit.say("使用者", "用户", "Users"))
    table.isBare = true
    table.table = PageTable(
      [
        visit.say("稱呼", "称呼", "Name"), visit.say("電子郵件", "电子邮件", "Mail"), visit.say("管道", "渠道", "Channel"),
        visit.say("權限", "权限", "Role"), visit.say("加入", "加入", "Since"),
      ],
      found.records.prefix(pageSize).map { user in
        let number = "u\(user.id ?? 0)"
        return PageTable.Row([
          .init(user["display_name"].text ?? number, address: "/admin/users/\(user.key)", note: number),
          .init(user["email"].text ?? ""),
          .init(ReminderPages.channelName(user["settings"]["channel"].text ?? "", visit.language)),
          .init(
            user["role"].text.flatMap { APIRole(rawValue: $0) }.map { RoleWords.name(of: $0, visit.language) } ?? ""),
          .init(visit.time(user.createdAt)),
        ])
      }, nothing: visit.say("沒有符合的使用者。", "没有符合的用户。", "No user matches."))
    if found.records.count > pageSize, let last = found.records[pageSize - 1].id {
      let pairs = [("search", search), ("role", role ?? ""), ("after", "\(last)")]
      table.links = [
        PageLink(
          visit.say("下一頁", "下一页", "Next page"),
          "/admin/users?" + PercentEncoding.query(pairs), .button)
      ]
    }
    return [filters, table]
  }
}
