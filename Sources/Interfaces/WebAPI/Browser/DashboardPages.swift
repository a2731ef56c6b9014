import Addresses
import Folklore
import Foundation
import HTTPTypes
import JSON
import Logging
import Lunisolar
import Records
import Store
import Synchronization
import WebPages

/// The first page of the back office: what needs somebody, what comes next, how much there is. `/admin`, `/admin/check`.
enum DashboardPages {
  static let all = [
    BrowserPage.get("/admin", .role(.reader)) { visit in try await overview(visit) },
    BrowserPage.get("/admin/check", .role(.reader)) { visit in try await check(visit) },
  ]

  private static let shownReasons = 8

  private static func overview(_ visit: Visit) async throws -> PageAnswer {
    let (queue, now, today) = (visit.service.queue, visit.moment.now, visit.moment.today)
    let events = try await visit.service.keeper.current().catalogue.events
    let (statistics, counts, next) = try await visit.work { store in
      let counts = try PageSection.all.map { entity in
        var query = ListQuery()
        query.limit = 1
        if entity == .event { query.conditions = [.init(field: "owner", value: "")] }
        return (entity, try store.list(entity, query).total)
      }
      return (try queue.statistics(now: now), counts, try store.nextDays(from: today))
    }
    let figures = try await UserPages.figures(visit)
    let faults = visit.service.check.latest(visit)
    var blocks: [PageBlock] = []
    let alarms = try await visit.work { try $0.alarms() }
    if !alarms.isEmpty { blocks.append(AlarmBlock.make(alarms, visit)) }
    if let holds = try await HoldPages.notice(statistics.holds, visit) { blocks.append(holds) }
    if !statistics.failures.isEmpty { blocks.append(failures(statistics, visit)) }
    if let low = lowDisk(visit) { blocks.append(low) }
    blocks += [state(statistics, visit), coming(events, next, visit), data(counts, faults, visit)]
    var channels = UserPages.channels(figures, visit)
    channels.links = [PageLink(visit.say("看使用者", "看用户", "Users"), "/admin/users", .button)]
    blocks += [UserPages.weeks(figures, visit), channels]
    return .page(
      SectionPage(visit.language, title: visit.say("總覽", "总览", "Overview"), blocks), section: "overview")
  }

  // MARK: Delivery

  private static func failures(_ statistics: ReminderStatistics, _ visit: Visit) -> PageBlock {
    let total = statistics.statuses[ReminderStatus.failed.rawValue] ?? 0
    var block = PageBlock(visit.say("\(total) 則提醒失敗", "\(total) 条提醒失败", "\(total) reminders failed"))
    block.isWarning = true
    let mayAct = visit.role >= .admin
    block.table = PageTable(
      [visit.say("原因", "原因", "Reason"), visit.say("幾則", "几条", "How many"), visit.say("怎麼辦", "怎么办", "What to do")]
        + (mayAct ? [visit.say("動作", "动作", "Act")] : []),
      statistics.failures.prefix(shownReasons).map { failure in
        let filter = ReminderFilter(status: .failed, reason: failure.reason)
        return PageTable.Row(
          [
            .init(failure.reason, address: mayAct ? filter.address() : nil), .init("\(failure.count)", .number),
            .init(FailureWords.advice(on: failure.reason, visit.language) ?? ""),
          ]
            + (mayAct
              ? [
                .init(
                  visit.say("再送 \(failure.count) 則⋯", "再送 \(failure.count) 条⋯", "Send \(failure.count) again…"),
                  address: filter.address("/admin/reminders/retry"))
              ] : []))
      }, nothing: "")
    if mayAct {
      block.links = [
        PageLink(
          visit.say("看所有失敗的提醒", "看所有失败的提醒", "All failed reminders"), ReminderFilter(status: .failed).address(), .button)
      ]
    }
    return block
  }

  private static func state(_ statistics: ReminderStatistics, _ visit: Visit) -> PageBlock {
    func local(_ text: String?) -> String {
      text.flatMap { try? CivilTime.parse($0) }.map { visit.time($0.unixTime) } ?? visit.say("沒有", "没有", "none")
    }
    let mayAct = visit.role >= .admin
    func address(_ status: ReminderStatus) -> String? { mayAct ? ReminderFilter(status: status).address() : nil }
    var block = PageBlock(visit.say("提醒", "提醒", "Reminders"))
    block.facts = [
      PageFact(
        visit.say("現在該送的", "现在该送的", "Due now"), "\(statistics.due)", address: address(.queued)),
      PageFact(visit.say("最久的等了", "最久的等了", "The oldest waits"), duration(statistics.lagSeconds, visit)),
      PageFact(
        visit.say("等待中", "等待中", "Waiting"), "\(statistics.statuses[ReminderStatus.queued.rawValue] ?? 0)",
        address: address(.queued)),
      PageFact(
        visit.say("失敗後等重試", "失败后等重试", "To be tried again"), "\(statistics.waitingAfterFailure)",
        address: address(.queued)),
      PageFact(
        visit.say("24 小時內送出", "24 小时内送出", "Sent in 24 h"), "\(statistics.sentLastDay)", address: address(.sent)),
      PageFact(
        visit.say("24 小時內失敗", "24 小时内失败", "Failed in 24 h"), "\(statistics.failedLastDay)", address: address(.failed)),
      PageFact(visit.say("下一則", "下一条", "Next due"), local(statistics.nextDueAt)),
      PageFact(visit.say("排到", "排到", "Planned until"), local(statistics.plannedUntil)),
    ]
    if mayAct {
      block.links = [
        PageLink(visit.say("提醒記錄", "提醒记录", "The log"), "/admin/reminders", .button),
        PageLink(visit.say("發送測試推播", "发送测试推送", "Send a test message"), "/admin/test", .button),
      ]
    }
    return block
  }

  private static func duration(_ seconds: Int, _ visit: Visit) -> String {
    switch seconds {
    case ..<120: visit.say("\(max(seconds, 0)) 秒", "\(max(seconds, 0)) 秒", "\(max(seconds, 0)) s")
    case ..<7_200: visit.say("\(seconds / 60) 分鐘", "\(seconds / 60) 分钟", "\(seconds / 60) min")
    default: visit.say("\(seconds / 3_600) 小時", "\(seconds / 3_600) 小时", "\(seconds / 3_600) h")
    }
  }

  // MARK: Content

  private static func coming(_ events: [Event], _ next: [Int: SolarDate], _ visit: Visit) -> PageBlock {
    let today = visit.moment.today
    let days = RegionFilter.all.events(of: events.filter(\.isEnabled)).compactMap {
      event -> (date: SolarDate, event: Event)? in
      guard let day = next[event.id], day <= today.advanced(by: 7) else { return nil }
      return (day, event)
    }.sorted { $0.date < $1.date }
    var block = PageBlock(visit.say("接下來七天", "接下来七天", "The next seven days"))
    block.table = PageTable(
      [visit.say("日子", "日子", "Day"), visit.say("國曆", "公历", "Date"), visit.say("農曆", "农历", "Lunar")],
      days.map { day in
        PageTable.Row([
          .init(
            day.event.title.text(in: visit.language), address: "/admin/events/\(PercentEncoding.encode(day.event.key))"),
          .init("\(day.date) " + day.date.weekday.name(in: visit.language)), .init(visit.lunar(day.date)),
        ])
      }, nothing: visit.say("七天內沒有日子。", "七天内没有日子。", "There is no day in the next week."))
    return block
  }

  private static func data(_ counts: [(Entity, Int)], _ faults: DatabaseCheck.Result?, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("資料", "资料", "Data"))
    block.facts = counts.map { PageFact($0.0.title(in: visit.language), "\($0.1)", address: "/admin/" + $0.0.plural) }
    let found =
      faults.map { result in
        result.faults.isEmpty
          ? visit.say("沒有問題", "没有问题", "none")
          : visit.say("\(result.faults.count) 個問題", "\(result.faults.count) 个问题", "\(result.faults.count)")
      } ?? visit.say("檢查中⋯", "检查中⋯", "being checked…")
    block.facts.append(PageFact(visit.say("資料檢查", "资料检查", "Faults"), found, address: "/admin/check"))
    return block
  }

  private static func lowDisk(_ visit: Visit) -> PageBlock? {
    guard let free = visit.service.store.freeBytes, free >> 20 < Store.leastFreeMegabytes else { return nil }
    var block = PageBlock(visit.say("磁碟快滿了", "磁盘快满了", "The disk is nearly full"))
    block.isWarning = true
    block.lines = [
      visit.say(
        "資料庫所在的磁碟只剩 \(free >> 20) MB。", "数据库所在的磁盘只剩 \(free >> 20) MB。",
        "The disk of the database has \(free >> 20) MB left.")
    ]
    return block
  }

  // MARK: The check

  private static func check(_ visit: Visit) async throws -> PageAnswer {
    let result = try await visit.service.check.now(visit)
    var block = PageBlock(
      result.faults.isEmpty
        ? visit.say("沒有發現問題", "没有发现问题", "No faults were found")
        : visit.say("\(result.faults.count) 個問題", "\(result.faults.count) 个问题", "\(result.faults.count) faults"))
    block.isWarning = !result.faults.isEmpty
    block.lines = [
      visit.say("檢查時間 ", "检查时间 ", "Checked at ") + visit.time(result.at)
        + visit.say("；和 folkcal admin check 相同。", "；和 folkcal admin check 相同。", "; the same as folkcal admin check.")
    ]
    block.code = Array(result.faults.prefix(200))
    return .page(
      SectionPage(
        visit.language, title: visit.say("資料檢查", "资料检查", "Check"),
        crumbs: [PageLink(visit.say("總覽", "总览", "Overview"), "/admin")], [block]), section: "overview")
  }
}

/// The last check of the database. It reads everything, so the overview shows an earlier result and starts the next one.
final class DatabaseCheck: Sendable {
  struct Result: Sendable {
    let at: Int
    let faults: [String]
  }

  /// Seconds after which the overview has a new check made.
  private static let lifetime = 600

  private struct State {
    /// With and without faults of people's data, which only administrators see.
    var results: [Bool: Result] = [:]
    var isRunning: Set<Bool> = []
  }

  private let state = Mutex(State())

  /// The last result that a person may see, and starts a new check if it is old; nil while there is none.
  func latest(_ visit: Visit) -> Result? {
    let ofPeople = visit.role >= .admin
    let (result, isDue) = state.withLock { state in
      let result = state.results[ofPeople]
      let isOld = result.map { visit.moment.now - $0.at >= Self.lifetime } ?? true
      return (result, isOld && state.isRunning.insert(ofPeople).inserted)
    }
    if isDue {
      Task {
        defer { state.withLock { _ = $0.isRunning.remove(ofPeople) } }
        do { _ = try await now(visit) } catch { visit.service.logger.error("the check failed: \(error)") }
      }
    }
    return result
  }

  /// Checks now.
  func now(_ visit: Visit) async throws -> Result {
    let ofPeople = visit.role >= .admin
    let (targets, at) = (visit.service.configuration.targets, visit.moment.now)
    let faults = try await visit.work { try $0.faults(ofPeople: ofPeople, targets: targets) }
    let result = Result(at: at, faults: faults)
    state.withLock { $0.results[ofPeople] = result }
    return result
  }
}
