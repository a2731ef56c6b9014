import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Records
import Reminders
import Store
import WebPages

/// The log of reminders: `/admin/reminders…`, and test messages: `/admin/test`.
enum ReminderPages {
  static let all =
    [
      BrowserPage.get("/admin/reminders", .role(.admin)) { visit in try await list(visit) },
      BrowserPage.get("/admin/reminders/{id}", .role(.admin)) { visit in try await show(visit) },
    ]
    + Act.allCases.flatMap { act in
      [
        BrowserPage.get("/admin/reminders/" + act.rawValue, .role(.admin)) { visit in try await ask(act, visit) },
        BrowserPage.post("/admin/reminders/" + act.rawValue, .role(.admin)) { visit in try await changeAll(act, visit)
        },
        BrowserPage.post("/admin/reminders/{id}/" + act.rawValue, .role(.admin)) { visit in
          try await change(act, visit)
        },
      ]
    }

  /// What an operator does to reminders.
  enum Act: String, CaseIterable {
    case retry, cancel
    /// Note as sent.
    case sent

    func applies(to status: ReminderStatus) -> Bool {
      switch self {
      case .retry: [.failed, .expired, .cancelled].contains(status)
      case .cancel: status == .queued
      case .sent: [.queued, .failed, .expired].contains(status)
      }
    }

    /// What of a query it changes: what is to come was not sent.
    func limited(_ query: ReminderQuery, now: Int) -> ReminderQuery {
      guard self == .sent else { return query }
      var query = query
      query.until = min(query.until ?? now + 1, now + 1)
      return query
    }

    /// The status of what it has changed.
    var result: ReminderStatus {
      switch self {
      case .retry: .queued
      case .cancel: .cancelled
      case .sent: .sent
      }
    }

    func name(_ language: Language) -> String {
      switch self {
      case .retry: language.say("再送一次", "再送一次", "Send again")
      case .cancel: language.say("取消", "取消", "Cancel")
      case .sent: language.say("記為已送出", "记为已送出", "Mark as sent")
      }
    }

    func all(_ language: Language) -> String {
      switch self {
      case .retry: language.say("全部再送一次⋯", "全部再送一次⋯", "Send all again…")
      case .cancel: language.say("全部取消⋯", "全部取消⋯", "Cancel all…")
      case .sent: language.say("全部記為已送出⋯", "全部记为已送出⋯", "Mark all as sent…")
      }
    }

    func question(_ number: String, _ language: Language) -> String {
      switch self {
      case .retry: language.say("再送 \(number) 則提醒？", "再送 \(number) 条提醒？", "Send \(number) reminders again?")
      case .cancel: language.say("取消 \(number) 則提醒？", "取消 \(number) 条提醒？", "Cancel \(number) reminders?")
      case .sent:
        language.say("把 \(number) 則提醒記為已送出？", "把 \(number) 条提醒记为已送出？", "Mark \(number) reminders as sent?")
      }
    }

    func button(_ number: String, _ language: Language) -> String {
      switch self {
      case .retry: language.say("再送 \(number) 則", "再送 \(number) 条", "Send \(number)")
      case .cancel: language.say("取消 \(number) 則", "取消 \(number) 条", "Cancel \(number)")
      case .sent: language.say("記 \(number) 則為已送出", "记 \(number) 条为已送出", "Mark \(number)")
      }
    }

    func explanation(_ language: Language) -> String {
      switch self {
      case .retry:
        language.say(
          "時間已過的會馬上送出，其他的等到預定的時間。送出過的不會再送；使用者已經不要的會留著不動。",
          "时间已过的会马上送出，其他的等到预定的时间。送出过的不会再送；用户已经不要的会留着不动。",
          "Those whose time has passed go out at once, others at their time. What was sent is never sent again; what the user does not want any more stays as it is."
        )
      case .cancel:
        language.say(
          "取消後不會再排入，除非放回佇列。", "取消后不会再排入，除非放回队列。", "They are not planned again unless somebody puts them back.")
      case .sent:
        language.say(
          "例如還原資料庫之後：備份以後送出的提醒又在等待。記為已送出的不會再送；還沒到時間的不會改變。",
          "例如还原数据库之后：备份以后送出的提醒又在等待。记为已送出的不会再送；还没到时间的不会改变。",
          "As after a restore, when what was sent since the copy waits again. What is marked is never sent again; what is not due yet stays as it is."
        )
      }
    }

    func done(_ count: Int, _ language: Language) -> String {
      switch self {
      case .retry: language.say("已放回 \(count) 則提醒", "已放回 \(count) 条提醒", "\(count) reminders are back in the queue")
      case .cancel: language.say("已取消 \(count) 則提醒", "已取消 \(count) 条提醒", "\(count) reminders are cancelled")
      case .sent: language.say("已把 \(count) 則提醒記為已送出", "已把 \(count) 条提醒记为已送出", "\(count) reminders are marked as sent")
      }
    }
  }

  private static let pageSize = 50
  /// The most reminders that are counted before an act.
  private static let mostCounted = 100_000

  // MARK: The list

  private static func list(_ visit: Visit) async throws -> PageAnswer {
    let filter = ReminderFilter(visit.query)
    var blocks = [filters(filter, visit)]
    var actions: [PageLink] = []
    do {
      let page = try await page(filter, visit)
      blocks.append(table(page.reminders, visit))
      if let next = page.next {
        blocks[1].links.append(PageLink(visit.say("下一頁", "下一页", "Next page"), filter.address(after: next), .button))
      }
      if let status = filter.status, !page.reminders.isEmpty {
        for act in Act.allCases where act.applies(to: status) {
          actions.append(
            PageLink(
              act.all(visit.language), filter.address("/admin/reminders/" + act.rawValue),
              act == .sent ? .button : .main))
        }
      }
    } catch let fault as ReminderFilterFault {
      blocks.append(
        warning(
          visit.say(
            "「\(fault.value)」不是日期，例如 2026-11-23。", "「\(fault.value)」不是日期，例如 2026-11-23。",
            "“\(fault.value)” is not a date such as 2026-11-23."), visit))
    } catch RecordError.noSuchRecord(let entity, let key, _) {
      blocks.append(
        warning(
          entity == .user
            ? visit.say(
              "沒有使用者「\(key)」：請填電子郵件地址、UUID 或編號，例如 u42。", "没有用户「\(key)」：请填电子邮件地址、UUID 或编号，例如 u42。",
              "There is no user “\(key)”. Give a mail address, a UUID, or a number such as u42.")
            : visit.say("沒有民俗節日「\(key)」。", "没有民俗节日「\(key)」。", "There is no folk day “\(key)”."), visit))
    }
    return .page(
      SectionPage(
        visit.language, title: visit.say("提醒記錄", "提醒记录", "Reminders"), actions: actions, notice: notice(visit), blocks),
      section: "reminders")
  }

  private static func warning(_ text: String, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("請改一下條件", "请改一下条件", "Please change the filter"))
    block.isWarning = true
    block.lines = [text]
    return block
  }

  private static func filters(_ filter: ReminderFilter, _ visit: Visit) -> PageBlock {
    let language = visit.language
    let all = visit.say("全部", "全部", "All")
    var block = PageBlock(visit.say("條件", "条件", "Filter"))
    block.isBare = true
    block.forms = [
      PageForm(
        "/admin/reminders", method: .get,
        [
          PageField(
            "status", visit.say("狀態", "状态", "Status"),
            .choice([("", all)] + ReminderStatus.allCases.map { ($0.rawValue, ReminderWords.name(of: $0, language)) }),
            value: filter.status?.rawValue ?? ""),
          PageField(
            "channel", visit.say("管道", "渠道", "Channel"),
            .choice([("", all)] + ChannelKind.allCases.map { ($0.rawValue, ReminderWords.name(of: $0, language)) }),
            value: filter.channel?.rawValue ?? ""),
          PageField("user", visit.say("使用者", "用户", "User"), .search, value: filter.user),
          PageField("event", visit.say("民俗節日", "民俗节日", "Folk day"), .reference("events"), value: filter.event),
          PageField("reason", visit.say("原因（完整）", "原因（完整）", "Reason, in full"), .search, value: filter.reason),
          PageField("from", visit.say("從", "从", "From"), .date, value: filter.from),
          PageField("to", visit.say("到", "到", "To"), .date, value: filter.to),
        ], buttons: [PageButton(visit.say("篩選", "筛选", "Apply"), isMain: false)])
    ]
    return block
  }

  private static func page(_ filter: ReminderFilter, _ visit: Visit) async throws -> ReminderPage {
    let (queue, now) = (visit.service.queue, visit.moment.now)
    let clock = visit.clock
    let cursor = visit.query.first("after").flatMap { ReminderCursor($0) }
    return try await visit.work { store in
      var query = try filter.query(clock, eventKey: try key(of: filter.event, store))
      query.limit = pageSize
      query.after = cursor
      return try queue.page(query, now: now)
    }
  }

  /// The key of an event that somebody typed by name or key.
  private static func key(of event: String, _ store: Store) throws -> String? {
    event.isEmpty ? nil : try store.keyIfKnown(.event, named: FormValues.key(event))
  }

  /// A table of reminders; on the page of one user without the user.
  static func table(_ reminders: [LoggedReminder], _ visit: Visit, withUser: Bool = true) -> PageBlock {
    let language = visit.language
    var block = PageBlock(visit.say("提醒", "提醒", "Reminders"))
    block.isBare = withUser
    var columns = [
      visit.say("時間", "时间", "Time"), visit.say("民俗節日", "民俗节日", "Folk day"), visit.say("種類", "种类", "Kind"),
      visit.say("狀態", "状态", "Status"), visit.say("原因", "原因", "Reason"),
    ]
    if withUser { columns.insert(visit.say("使用者", "用户", "User"), at: 1) }
    block.table = PageTable(
      columns,
      reminders.map { reminder in
        var cells: [PageTable.Cell] = [
          .init(visit.time(reminder.dueAt), address: "/admin/reminders/\(reminder.id)"),
          .init(reminder.occurrence.names.text(in: language), note: "\(reminder.occurrence.date)"),
          .init(ReminderWords.name(of: reminder.kind, language)),
          .init(ReminderWords.name(of: reminder.status, language), .tag), .init(reminder.reason ?? ""),
        ]
        if withUser {
          cells.insert(
            .init(reminder.user.displayName ?? "u\(reminder.user.id)", address: "/admin/users/\(reminder.user.uuid)"),
            at: 1)
        }
        return PageTable.Row(cells)
      }, nothing: visit.say("沒有符合的提醒。", "没有符合的提醒。", "No reminder matches."))
    return block
  }

  // MARK: One reminder

  private static func show(_ visit: Visit) async throws -> PageAnswer {
    guard let id = Int(visit.id) else { throw PageProblem.nothingHere }
    let (queue, language) = (visit.service.queue, visit.language)
    let (reminder, timeline) = try await visit.work { store in
      let reminder: LoggedReminder
      do { reminder = try queue.reminder(id) } catch is NoSuchReminder { throw PageProblem.nothingHere }
      return (reminder, try ReminderTimeline(of: reminder, in: store, language))
    }
    let record = try ReminderRecord(logged: reminder, language: language, templates: visit.service.templates)
    var facts = PageBlock(visit.say("內容", "内容", "Message"))
    facts.lines = [record.title, record.body]
    facts.facts = [
      PageFact(visit.say("狀態", "状态", "Status"), ReminderWords.name(of: reminder.status, language)),
      PageFact(
        visit.say("使用者", "用户", "User"), reminder.user.displayName ?? "u\(reminder.user.id)",
        address: "/admin/users/\(reminder.user.uuid)"),
      PageFact(
        visit.say("民俗節日", "民俗节日", "Folk day"),
        "\(reminder.occurrence.title.text(in: language)) \(reminder.occurrence.date)",
        address: "/admin/events/\(PercentEncoding.encode(reminder.occurrence.eventKey))"),
      PageFact(visit.say("種類", "种类", "Kind"), ReminderWords.name(of: reminder.kind, language)),
      PageFact(visit.say("管道", "渠道", "Channel"), channelName(reminder.user.channel, language)),
      PageFact(visit.say("嘗試次數", "尝试次数", "Failed attempts"), "\(reminder.retryCount)"),
    ]
    for act in Act.allCases where act.applies(to: reminder.status) {
      facts.forms.append(
        PageForm(
          "/admin/reminders/\(id)/\(act.rawValue)",
          buttons: [PageButton(act.name(language), isMain: act == .retry)]))
    }
    var blocks = [facts]
    if let reason = reminder.reason, reminder.status != .sent {
      var why = PageBlock(visit.say("原因", "原因", "Reason"))
      why.isWarning = true
      why.code = [reason]
      why.lines = [FailureWords.advice(on: reason, language)].compactMap(\.self)
      if reminder.status == .failed {
        why.links = [
          PageLink(
            visit.say("看同一個原因的所有失敗", "看同一个原因的所有失败", "All failures for this reason"),
            ReminderFilter(status: .failed, reason: reason).address(), .button)
        ]
      }
      blocks.append(why)
    }
    blocks.append(history(timeline, visit))
    return .page(
      SectionPage(
        language, title: visit.say("提醒 ", "提醒 ", "Reminder ") + "\(id)",
        crumbs: [PageLink(visit.say("提醒記錄", "提醒记录", "Reminders"), "/admin/reminders")], notice: notice(visit), blocks),
      section: "reminders")
  }

  static func channelName(_ name: String, _ language: Language) -> String {
    ChannelKind(rawValue: name).map { ReminderWords.name(of: $0, language) } ?? name
  }

  /// What happened to a reminder, oldest first.
  private static func history(_ timeline: ReminderTimeline, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("經過", "经过", "What happened"))
    block.table = PageTable(
      [visit.say("時間", "时间", "Time"), visit.say("事情", "事情", "What")],
      timeline.steps.map { PageTable.Row([.init(visit.time($0.at)), .init($0.text, note: $0.reason)]) }, nothing: "")
    return block
  }

  private static func change(_ act: Act, _ visit: Visit) async throws -> PageAnswer {
    guard let id = Int(visit.id) else { throw PageProblem.nothingHere }
    let change = visit.change
    let left: [UnchangedReminder]
    do {
      left = try await visit.write { store in
        let queue = ReminderQueue(store)
        return switch act {
        case .retry: try queue.retry([id], by: change.actor, now: change.at)
        case .cancel: try queue.cancel([id], by: change.actor, now: change.at)
        case .sent: try queue.markSent([id], by: change.actor, now: change.at)
        }
      }
    } catch is NoSuchReminder {
      throw PageProblem.nothingHere
    }
    let done = left.isEmpty ? act.rawValue : "left"
    let why = left.first.map { $0.reason ?? "is \($0.status.rawValue)" } ?? ""
    return .redirect(to: "/admin/reminders/\(id)?done=\(done)&why=\(PercentEncoding.encode(why))")
  }

  private static func notice(_ visit: Visit) -> String? {
    switch visit.query.first("done") {
    case "retry":
      visit.say(
        "已放回佇列。時間已過就馬上送，不然等到預定的時間。", "已放回队列。时间已过就马上送，不然等到预定的时间。",
        "It is back in the queue: it goes out at once if its time has passed, otherwise at its time.")
    case "cancel": visit.say("已取消。", "已取消。", "Cancelled.")
    case "sent": visit.say("已記為送出。", "已记为送出。", "Marked as sent.")
    case "left":
      visit.say("沒有改變：", "没有改变：", "Nothing was changed: ")
        + ReminderWords.refusal(visit.query.first("why") ?? "", visit.language) + visit.say("。", "。", ".")
    default: nil
    }
  }

  // MARK: All that match

  private static func ask(_ act: Act, _ visit: Visit) async throws -> PageAnswer {
    let filter = ReminderFilter(visit.query)
    guard let status = filter.status, act.applies(to: status) else { throw PageProblem.badForm }
    let (queue, now, clock) = (visit.service.queue, visit.moment.now, visit.clock)
    let count = try await visit.work { store in
      try queue.count(
        act.limited(filter.query(clock, eventKey: key(of: filter.event, store)), now: now), upTo: mostCounted, now: now)
    }
    let number = count == mostCounted ? "\(count)+" : "\(count)"
    var block = PageBlock(act.question(number, visit.language))
    let title = block.title
    block.lines = [act.explanation(visit.language)]
    if !filter.reason.isEmpty { block.code = [filter.reason] }
    block.facts = filter.pairs.filter { $0.name != "reason" }.map { PageFact(label($0.name, visit), shown($0, visit)) }
    block.forms = [
      PageForm(
        "/admin/reminders/" + act.rawValue, filter.pairs.map { PageField($0.name, "", .hidden, value: $0.value) },
        buttons: count == 0
          ? []
          : [PageButton(act.button(number, visit.language))])
    ]
    block.links = [PageLink(visit.say("不要", "不要", "Back"), filter.address(), .button)]
    return .page(
      SectionPage(
        visit.language, title: title,
        crumbs: [PageLink(visit.say("提醒記錄", "提醒记录", "Reminders"), filter.address())], [block]),
      section: "reminders")
  }

  private static func label(_ name: String, _ visit: Visit) -> String {
    switch name {
    case "status": visit.say("狀態", "状态", "Status")
    case "user": visit.say("使用者", "用户", "User")
    case "event": visit.say("民俗節日", "民俗节日", "Folk day")
    case "channel": visit.say("管道", "渠道", "Channel")
    case "from": visit.say("從", "从", "From")
    default: visit.say("到", "到", "To")
    }
  }

  private static func shown(_ pair: (name: String, value: String), _ visit: Visit) -> String {
    switch pair.name {
    case "status": ReminderStatus(rawValue: pair.value).map { ReminderWords.name(of: $0, visit.language) } ?? pair.value
    case "channel": channelName(pair.value, visit.language)
    default: pair.value
    }
  }

  private static func changeAll(_ act: Act, _ visit: Visit) async throws -> PageAnswer {
    let filter = ReminderFilter(visit.form)
    guard let status = filter.status, act.applies(to: status) else { throw PageProblem.badForm }
    let (queue, change, clock) = (visit.service.queue, visit.change, visit.clock)
    let query = try await visit.work { store in
      try act.limited(filter.query(clock, eventKey: key(of: filter.event, store)), now: change.at)
    }
    return try await visit.start(act.name(visit.language)) { progress in
      let all = try queue.count(query, upTo: mostCounted, now: change.at)
      let report: ReminderQueue.BulkReport
      func step(_ count: Int) { progress(Double(count) / Double(max(all, 1))) }
      switch act {
      case .retry: report = try queue.retryAll(query, by: change.actor, now: change.at, progress: step)
      case .cancel: report = try queue.cancelAll(query, by: change.actor, now: change.at, progress: step)
      case .sent: report = try queue.markAllSent(query, by: change.actor, now: change.at, progress: step)
      }
      return { visit in result(act, report, filter, visit) }
    }
  }

  private static func result(
    _ act: Act, _ report: ReminderQueue.BulkReport, _ filter: ReminderFilter, _ visit: Visit
  ) -> SectionPage {
    var block = PageBlock(act.done(report.changed, visit.language))
    let title = block.title
    block.lines = report.left.sorted { $0.key < $1.key }.map { reason, count in
      let why = ReminderWords.refusal(reason, visit.language)
      return visit.say("\(count) 則沒有動：\(why)", "\(count) 条没有动：\(why)", "\(count) left as they are: \(why)")
    }
    if act == .retry {
      block.lines.append(visit.say("時間已過的馬上開始送。", "时间已过的马上开始送。", "Those whose time has passed are going out now."))
    }
    block.links = [
      PageLink(
        visit.say("看等待中的提醒", "看等待中的提醒", "Waiting reminders"),
        ReminderFilter(status: act.result).address(), .button),
      PageLink(visit.say("回到提醒記錄", "回到提醒记录", "Back to the log"), filter.address(), .button),
    ]
    return SectionPage(
      visit.language, title: title,
      crumbs: [PageLink(visit.say("提醒記錄", "提醒记录", "Reminders"), "/admin/reminders")], [block])
  }
}
