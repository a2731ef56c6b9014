public import ArgumentParser
import Folklore
import Lunisolar
import Reminders
public import Store

/// Lists a page of the notification log.
///
///     folkcal remind list --status failed
struct ReminderListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: Speech.say(
      "依到期時間列出提醒紀錄。", "List the reminders of the log, by the time at which they are due."))

  @Option(
    help: .say(
      "只列出這個狀態：queued（等待中）、sent（已送出）、failed（失敗）、expired（過期）或 cancelled（已取消）。",
      "Only reminders with this status: queued, sent, failed, expired or cancelled."))
  var status: ReminderStatus?

  @Option(
    help: .say(
      "只列出這位使用者：UUID、電子郵件地址，或 u42 這樣的編號。", "Only a user's: UUID, mail address, or number such as u42."))
  var user: String?

  @Option(help: .say("只列出這個節日，用代號。", "Only those of an event, by its key."))
  var event: String?

  @Flag(help: .say("只列出現在已到期、等待送出的提醒。", "Only waiting reminders that are due now."))
  var due = false

  @Option(parsing: .unconditional, help: .say("幾則，1 到 10000。", "How many, 1 to 10000."))
  var limit = 50

  @Option(parsing: .unconditional, help: .say("略過前幾則。", "How many to skip."))
  var offset = 0

  @Option(
    help: .say(
      "上一頁結束的位置，如上一頁所示；比很大的 --offset 快。",
      "The end of the page before, as that page prints it; faster than a large offset.",
      valueName: Speech.say("位置", "place")))
  var after: String?

  @OptionGroup var data: DataOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...10_000).contains(limit) else {
      throw Failure.outOfRange("--limit", "\(limit)", "1", "10000")
    }
    guard offset >= 0 else {
      throw Failure.wrongInput("--offset 的 \(offset) 是負數", "--offset \(offset) is negative")
    }
    var query = ReminderQuery()
    query.status = status
    query.user = user
    query.event = event
    query.isDue = due
    query.limit = limit
    query.offset = offset
    if let after {
      guard let cursor = ReminderCursor(after) else {
        throw Failure.wrongInput(
          "--after 的 \(after) 不是頁面的位置，例如 1796513400-12-17",
          "--after \(after) is no place of a page, such as 1796513400-12-17")
      }
      query.after = cursor
    }
    let page = try ReminderQueue(data.store.open()).page(query, now: time.instant())
    if let next = page.next {
      StandardError.note("--after \(next.text) 顯示接下來的 \(limit) 則", "--after \(next.text) shows the next \(limit)")
    }
    let reminders = page.reminders
    let (language, templates) = (output.language, try data.templates())
    let records = try reminders.map { try ReminderRecord(logged: $0, language: language, templates: templates) }
    if output.json { return try output.printJSON(records) }
    guard !records.isEmpty else { return StandardError.note("沒有符合的提醒", "no such reminder") }
    let clock = try time.clock()
    var table = Table(
      language.say("編號", "编号", "Id"), language.say("時間", "时间", "When"), language.say("使用者", "用户", "User"),
      language.say("種類", "种类", "Kind"), language.say("狀態", "状态", "Status"), language.say("內容", "内容", "Message"),
      language.say("原因", "原因", "Reason"))
    for (reminder, record) in zip(reminders, records) {
      table.add(
        "\(reminder.id)", clock.text(reminder.dueAt, in: language), "u\(reminder.user.id)",
        record.kind.name(in: language), reminder.status.name(in: language), record.body, reminder.reason ?? "")
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}

extension ReminderStatus: ExpressibleByArgument {}

/// Shows one reminder of the log.
///
///     folkcal remind show 17
struct ReminderShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: Speech.say("顯示一則提醒紀錄。", "Show one reminder of the log."))

  @Argument(help: .say("提醒的編號。", "The number of the reminder."))
  var id: Int

  @OptionGroup var data: DataOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try time.clock()
    func local(_ instant: Int) -> String { CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant)) }
    let store = try data.store.open()
    let queue = ReminderQueue(store)
    let reminder = try queue.reminder(id)
    let record = try ReminderRecord(logged: reminder, language: output.language, templates: data.templates())
    if output.json { return try output.printJSON(record) }
    var table = Table()
    table.add("id", "\(reminder.id)")
    table.add("key", record.key)
    table.add("user", "u\(reminder.user.id) \(reminder.user.uuid)")
    table.add(
      "event",
      output.language == .english
        ? "\(record.event.key) (\(record.event.title))" : "\(record.event.key)（\(record.event.title)）")
    table.add("day", reminder.occurrence.date.text(withWeekdayIn: output.language))
    table.add("kind", record.kind.name(in: output.language))
    table.add("scheduled_at", local(reminder.scheduledAt))
    table.add("status", reminder.status.name(in: output.language))
    table.add("retry_count", "\(record.retryCount)")
    for (name, value) in [
      ("channel", record.log?.channel), ("next_attempt_at", reminder.nextAttemptAt.map(local)),
      ("sent_at", reminder.sentAt.map(local)), ("leased_until", reminder.leasedUntil.map(local)),
      ("error_message", record.log?.errorMessage),
    ] {
      if let value { table.add(name, value) }
    }
    table.add("title", record.title)
    table.add("body", record.body)
    table.add("link", record.link)
    for step in try ReminderTimeline(of: reminder, in: store, output.language).steps {
      table.add(local(step.at), [step.text, step.reason].compactMap(\.self).joined(separator: ": "))
    }
    print(table.text(isColored: false), terminator: "")
  }
}
