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
    commandName: "list", abstract: "List the reminders of the log, by the time at which they are due.")

  @Option(help: "Only reminders with this status: queued, sent, failed, expired or cancelled.")
  var status: ReminderStatus?

  @Option(help: "Only a user's: UUID, mail address, or number such as u42.")
  var user: String?

  @Option(help: "Only those of an event, by its key.")
  var event: String?

  @Flag(help: "Only waiting reminders that are due now.")
  var due = false

  @Option(parsing: .unconditional, help: "How many, 1 to 10000.")
  var limit = 50

  @Option(parsing: .unconditional, help: "How many to skip.")
  var offset = 0

  @Option(
    help: ArgumentHelp(
      "The end of the page before, as that page prints it; faster than a large offset.",
      valueName: "place"))
  var after: String?

  @OptionGroup var data: DataOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard (1...10_000).contains(limit) else { throw Failure.wrongInput("--limit \(limit) is not between 1 and 10000") }
    guard offset >= 0 else { throw Failure.wrongInput("--offset \(offset) is negative") }
    var query = ReminderQuery()
    query.status = status
    query.user = user
    query.event = event
    query.isDue = due
    query.limit = limit
    query.offset = offset
    if let after {
      guard let cursor = ReminderCursor(after) else {
        throw Failure.wrongInput("--after \(after) is no place of a page, such as 1796513400-12-17")
      }
      query.after = cursor
    }
    let page = try ReminderQueue(data.store.open()).page(query, now: time.instant())
    if let next = page.next { StandardError.note("--after \(next.text) shows the next \(limit)") }
    let reminders = page.reminders
    let (language, templates) = (output.language, try data.templates())
    let records = try reminders.map { try ReminderRecord(logged: $0, language: language, templates: templates) }
    if output.json { return try output.printJSON(records) }
    let clock = try time.clock()
    var table = Table(
      language.say("號", "号", "Id"), language.say("時間", "时间", "When"), language.say("使用者", "用户", "User"),
      language.say("種類", "种类", "Kind"), language.say("狀態", "状态", "Status"), language.say("內容", "内容", "Message"),
      language.say("原因", "原因", "Reason"))
    for (reminder, record) in zip(reminders, records) {
      let at = reminder.dueAt
      let local = CivilTime.iso(unixTime: at, offset: clock.offset(at: at))
      table.add(
        "\(reminder.id)", String(local.prefix(16)).replacing("T", with: " "), "u\(reminder.user.id)",
        record.kind.rawValue,
        record.status, record.body, reminder.reason ?? "")
    }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}

extension ReminderStatus: ExpressibleByArgument {}

/// Shows one reminder of the log.
///
///     folkcal remind show 17
struct ReminderShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show one reminder of the log.")

  @Argument(help: "The number of the reminder.")
  var id: Int

  @OptionGroup var data: DataOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try time.clock()
    func local(_ instant: Int) -> String { CivilTime.iso(unixTime: instant, offset: clock.offset(at: instant)) }
    let reminder = try ReminderQueue(data.store.open()).reminder(id)
    let record = try ReminderRecord(logged: reminder, language: output.language, templates: data.templates())
    if output.json { return try output.printJSON(record) }
    var table = Table()
    table.add("id", "\(reminder.id)")
    table.add("key", record.key)
    table.add("user", "u\(reminder.user.id) \(reminder.user.uuid)")
    table.add("event", "\(record.event.key) (\(record.event.title))")
    table.add("day", "\(reminder.occurrence.date)")
    table.add("kind", record.kind.rawValue)
    table.add("scheduled_at", local(reminder.scheduledAt))
    table.add("status", record.status)
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
    print(table.text(isColored: false), terminator: "")
  }
}
