import ArgumentParser
import Folklore
import Lunisolar
import Store

/// Returns reminders to the queue.
///
///     folkcal remind retry 17 18
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: Speech.say(
      "把失敗、取消或過期的提醒放回佇列。", "Put failed, cancelled or expired reminders back into the queue."),
    discussion: Speech.say(
      """
      用編號指定，或以 --status 搭配 --since 與 --channel 挑選，例如在服務中斷之後。放回後立刻到期；時間還沒到的提醒，仍等到那個時間。依目前的設定、訂閱或節日已不需要的提醒不會放回，正在送出的也不會。\
      已送出的絕不重送。

        folkcal remind retry 17 18
        folkcal remind retry --status failed --since 2027-04-19 --channel mail
      """,
      """
      They are named by their numbers, or picked by --status with --since and --channel: after an outage, say. They are due now; a reminder \
      whose time is still to come waits for it. One that the user would not be told any more, because of the settings, the subscriptions or \
      the event, stays as it is, and so does one that a worker holds. What was sent is never sent again.

        folkcal remind retry 17 18
        folkcal remind retry --status failed --since 2027-04-19 --channel mail
      """))

  @OptionGroup var choice: ReminderChoice
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let query = try choice.query(
      [.failed, .expired, .cancelled], isUsual: false, verb: ("放回", "put back"), time)
    let queue = try ReminderQueue(store.open())
    guard let query else {
      let others = try queue.retry(choice.ids, by: AuthorOptions.name(), now: time.instant())
      return try output.told(("已放回", "put back"), choice.ids, others)
    }
    let report = try queue.retryAll(query, by: AuthorOptions.name(), now: time.instant())
    if output.json { return try output.printJSON(RetryRecord(putBack: report.changed, left: report.left)) }
    output.told(("已放回", "put back"), report)
  }
}

/// Removes reminders from the queue.
///
///     folkcal remind cancel 17
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: Speech.say("取消等待中的提醒，之後不再送出。", "Cancel waiting reminders for good."),
    discussion: Speech.say(
      "用編號指定，或以 --since、--until、--channel 與 --event 挑選；會先說有幾則並詢問。",
      "They are named by their numbers, or picked by --since, --until, --channel and --event: then it says how many, and asks."
    ))

  @OptionGroup var choice: ReminderChoice
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let query = try choice.query([.queued], isUsual: true, verb: ("取消", "cancelled"), time)
    let (queue, now) = (try ReminderQueue(store.open()), try time.instant())
    guard let query else {
      let others = try queue.cancel(choice.ids, by: AuthorOptions.name(), now: now)
      return try output.told(("已取消", "cancelled"), choice.ids, others)
    }
    let count = try queue.count(query, upTo: .max, now: now)
    if count > 0 {
      try confirmation.ask("會取消 \(count) 則，之後不再送出。要取消嗎？", "\(count) would be cancelled for good. Cancel them?")
    }
    try output.bulk(("已取消", "cancelled"), queue.cancelAll(query, by: AuthorOptions.name(), now: now))
  }
}

/// Notes reminders as sent.
///
///     folkcal remind mark-sent --until 2027-04-19T09:00:00+08:00
struct MarkSentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark-sent",
    abstract: Speech.say("把提醒記為已送出，例如還原資料庫之後。", "Note reminders as sent, as after a restore."),
    discussion: Speech.say(
      "用編號指定，或以 --status、--since、--until、--channel 與 --event 挑選；會先說有幾則並詢問。還沒到時間的、正在送出的不變。記為已送出的不會再送。",
      """
      They are named by their numbers, or picked by --status (queued unless given), --since, --until, --channel and --event: then it says how \
      many, and asks. What is not due yet, and what a worker holds, stays as it is. What is noted as sent is never sent again.
      """))

  @OptionGroup var choice: ReminderChoice
  @OptionGroup var confirmation: Confirmation
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let picked = try choice.query(
      [.queued, .failed, .expired], isUsual: true, verb: ("記為已送出", "marked as sent"), time)
    let (queue, now) = (try ReminderQueue(store.open()), try time.instant())
    guard var query = picked else {
      let others = try queue.markSent(choice.ids, by: AuthorOptions.name(), now: now)
      return try output.told(("已記為送出", "marked as sent"), choice.ids, others)
    }
    // What is to come was not sent.
    query.until = min(query.until ?? now + 1, now + 1)
    let count = try queue.count(query, upTo: .max, now: now)
    if count > 0 {
      try confirmation.ask(
        "會把 \(count) 則記為已送出，不再送。要這樣做嗎？", "\(count) would be noted as sent, and never sent again. Note them?")
    }
    try output.bulk(("已記為送出", "marked as sent"), queue.markAllSent(query, by: AuthorOptions.name(), now: now))
  }
}

extension OutputOptions {
  /// Reports a change of many reminders.
  fileprivate func bulk(_ verb: (chinese: String, english: String), _ report: ReminderQueue.BulkReport) throws {
    if json { try printJSON(report) } else { told(verb, report) }
  }

  fileprivate func told(_ verb: (chinese: String, english: String), _ report: ReminderQueue.BulkReport) {
    let count = report.changed
    print(language.say("\(verb.chinese) \(count) 則", "\(verb.chinese) \(count) 则", "\(count) \(verb.english)"))
    for (reason, count) in report.left.sorted(by: { $0.key < $1.key }) {
      StandardError.note("\(count) 則沒有變更：\(UnchangedReminder.chinese(reason))", "\(count) left as they are: \(reason)")
    }
  }

  /// Reports the changed reminders; fails if some are unchanged.
  fileprivate func told(_ verb: (chinese: String, english: String), _ ids: [Int], _ unchanged: [UnchangedReminder])
    throws
  {
    let changed = Set(ids).subtracting(unchanged.map(\.id)).sorted()
    if json {
      try printJSON(LogChangeRecord(changed: changed, unchanged: unchanged))
    } else {
      let count = changed.count
      print(language.say("\(verb.chinese) \(count) 則", "\(verb.chinese) \(count) 则", "\(count) \(verb.english)"))
    }
    guard !unchanged.isEmpty else { return }
    let chinese = unchanged.map {
      "\($0.id)（\($0.status.name(in: .traditionalChinese))"
        + ($0.reason.map { "；" + UnchangedReminder.chinese($0) } ?? "") + "）"
    }
    let english = unchanged.map { "\($0.id) is \($0.status.rawValue)" + ($0.reason.map { " and \($0)" } ?? "") }
    throw Failure.failed(
      "沒有變更：\(chinese.joined(separator: "、"))", "left as they are: \(english.joined(separator: ", "))")
  }
}

private struct RetryRecord: Encodable {
  let putBack: Int
  let left: [String: Int]

  enum CodingKeys: String, CodingKey {
    case putBack = "put_back"
    case left
  }
}

private struct LogChangeRecord: Encodable {
  let changed: [Int]
  let unchanged: [UnchangedReminder]
}

/// Deletes old entries of the log.
///
///     folkcal remind cleanup --older-than 90d
struct CleanupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cleanup",
    abstract: Speech.say(
      "清除很久以前結束的提醒、不再使用的登入與圖片，以及一年沒有人讀取的行事曆選擇。",
      "Remove reminders that ended long ago, unused sessions and pictures, and choices that nobody read for a year."))

  @Option(
    name: .customLong("older-than"),
    help: .say("幾天以前結束的，1d 到 3660d。", "How many days ago they were due, 1d to 3660d.", valueName: "90d"))
  var olderThan = "90d"

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let digits = olderThan.last == "d" ? olderThan.dropLast() : olderThan[...]
    guard let days = Int(digits), (1...3_660).contains(days) else {
      throw Failure.wrongInput(
        "--older-than 的「\(olderThan)」不是 1d 到 3660d 的天數",
        "--older-than \"\(olderThan)\" is not a number of days from 1d to 3660d")
    }
    let store = try store.open()
    let removed = try ReminderQueue(store).cleanUp(before: time.instant() - days * 86_400)
    let sessions = try store.cleanUpSessions(now: time.instant()) + store.cleanUpBrowserSignIn(now: time.instant())
    let images = try store.cleanUpImages(now: time.instant())
    let change = try Change(actor: AuthorOptions.name(), at: time.instant(), today: try time.today())
    let choices = try store.cleanUpChoices(change)
    let chats = try store.cleanUpChats(change)
    let keys = try store.cleanUpKeyedRequests(now: time.instant())
    if output.json {
      return try output.printJSON([
        "removed": removed, "sessions": sessions, "images": images, "choices": choices, "chats": chats,
        "request_keys": keys,
      ])
    }
    let language = output.language
    print(language.say("清除 \(removed) 則提醒", "清除 \(removed) 则提醒", "reminders: \(removed) removed"))
    if sessions > 0 {
      print(language.say("清除 \(sessions) 個登入", "清除 \(sessions) 个登录", "sessions: \(sessions) removed"))
    }
    if images > 0 {
      print(
        language.say("清除 \(images) 張沒有用到的圖片", "清除 \(images) 张没有用到的图片", "pictures that nothing shows: \(images) removed")
      )
    }
    if choices > 0 {
      print(
        language.say(
          "清除 \(choices) 份一年沒有人讀取的行事曆選擇", "清除 \(choices) 份一年没有人读取的日历选择",
          "choices that nobody read for a year: \(choices) removed"))
    }
    if chats > 0 {
      print(
        language.say(
          "清除 \(chats) 個封鎖一年以上的聊天", "清除 \(chats) 个屏蔽一年以上的聊天",
          "chats that have blocked us for a year: \(chats) removed"))
    }
    if keys > 0 {
      print(
        language.say(
          "清除 \(keys) 個過期的請求鍵", "清除 \(keys) 个过期的请求键", "keys of requests (Idempotency-Key): \(keys) removed"))
    }
  }
}

/// Shows statistics of the log.
///
///     folkcal remind stats
struct ReminderStatisticsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: Speech.say(
      "顯示等待、已送出與失敗的提醒各有幾則，以及最早的一則遲了多久。",
      "Show how many reminders wait, were sent and failed, and how late the oldest is."))

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let statistics = try ReminderQueue(store.open()).statistics(now: time.instant())
    if output.json { return try output.printJSON(statistics) }
    print(try table(of: statistics).text(isColored: output.useColor), terminator: "")
  }

  private func table(of statistics: ReminderStatistics) throws -> Table {
    let say = output.language.say
    let clock = try time.clock()
    func local(_ instant: String) -> String {
      (try? CivilTime.parse(instant).unixTime).map { clock.text($0, in: output.language) } ?? instant
    }
    var table = Table()
    for status in ReminderStatus.allCases {
      table.add(status.name(in: output.language), "\(statistics.statuses[status.rawValue] ?? 0)")
    }
    for hold in statistics.holds {
      table.add(
        hold.channel.map { say("暫停中：\($0)", "暂停中：\($0)", "paused: \($0)") } ?? say("先不送", "先不送", "held"),
        hold.dueBefore.map { instant in
          let moment = clock.text(instant, in: output.language)
          return say("\(moment) 以前到期的", "\(moment) 以前到期的", "due before \(moment)")
        } ?? say("自 ", "自 ", "since ") + clock.text(hold.beganAt, in: output.language))
    }
    for (channel, count) in statistics.queuedByChannel.sorted(by: { $0.key < $1.key }) {
      table.add(say("等待中：\(channel)", "等待中：\(channel)", "queued for \(channel)"), "\(count)")
    }
    table.add(say("現在到期", "现在到期", "due now"), "\(statistics.due)")
    table.add(
      say("最早的一則已等", "最早的一则已等", "the oldest waits"),
      "\(statistics.lagSeconds) " + say("秒", "秒", "s"))
    table.add(say("正在送出", "正在送出", "held by workers"), "\(statistics.leased)")
    table.add(say("24 小時內送出", "24 小时内送出", "sent in 24 h"), "\(statistics.sentLastDay)")
    table.add(say("24 小時內失敗", "24 小时内失败", "failed in 24 h"), "\(statistics.failedLastDay)")
    table.add(
      say("下一則到期", "下一则到期", "next due"), statistics.nextDueAt.map(local) ?? say("沒有等待中的提醒", "没有等待中的提醒", "nothing waits")
    )
    table.add(
      say("已排到", "已排到", "planned until"),
      statistics.plannedUntil.map(local)
        ?? say("還沒有排程：folkcal remind plan", "还没有排程：folkcal remind plan", "never planned: folkcal remind plan"))
    if statistics.waitingAfterFailure > 0 {
      table.add(say("會再試一次", "会再试一次", "to be tried again"), "\(statistics.waitingAfterFailure)")
    }
    for failure in statistics.failures {
      table.add(say("失敗：\(failure.reason)", "失败：\(failure.reason)", "failed: \(failure.reason)"), "\(failure.count)")
    }
    for failure in statistics.waitingReasons {
      let reason = failure.reason
      table.add(
        say("會再試一次：\(reason)", "会再试一次：\(reason)", "to be tried again: \(reason)"), "\(failure.count)")
    }
    return table
  }
}
