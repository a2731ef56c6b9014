import ArgumentParser
import Folklore
import Lunisolar
import Store

/// Returns reminders to the queue.
///
///     folkcal remind retry 17 18
struct RetryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Put failed, cancelled or expired reminders back into the queue.",
    discussion: """
      They are named by their numbers, or picked by --status with --since and --channel: after an outage, say. They are due now; a reminder \
      whose time is still to come waits for it. One that the user would not be told any more, because of the settings, the subscriptions or \
      the event, stays as it is, and so does one that a worker holds. What was sent is never sent again.

        folkcal remind retry 17 18
        folkcal remind retry --status failed --since 2027-04-19 --channel mail
      """)

  @Argument(help: "Numbers of reminders.")
  var ids: [Int] = []

  @Option(help: "Pick all that are failed, expired or cancelled.")
  var status: ReminderStatus?

  @Option(
    help: ArgumentHelp(
      "With --status: only what was due on this day or later, or from this instant on.",
      valueName: "2027-04-19|2027-04-19T08:00:00+08:00"))
  var since: String?

  @Option(help: ArgumentHelp("With --status: only of users with this channel.", valueName: "name"))
  var channel: String?

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    guard let status else {
      guard since == nil, channel == nil else { throw Failure.wrongInput("--since and --channel need --status") }
      guard !ids.isEmpty else { throw Failure.wrongInput("give numbers of reminders, or --status failed") }
      let others = try ReminderQueue(store.open()).retry(ids, by: AuthorOptions.name(), now: time.instant())
      return try output.told("put back", ids, others)
    }
    guard ids.isEmpty else { throw Failure.wrongInput("give numbers of reminders or --status, not both") }
    guard [.failed, .expired, .cancelled].contains(status) else {
      throw Failure.wrongInput("--status \(status.rawValue) cannot be put back: expected failed, expired or cancelled")
    }
    let kind = try channel.map(ChannelKind.init(sent:))
    var query = ReminderQuery()
    query.status = status
    query.from = try since.map(instant)
    query.channel = kind?.rawValue
    let report = try ReminderQueue(store.open()).retryAll(query, by: AuthorOptions.name(), now: time.instant())
    if output.json { return try output.printJSON(RetryRecord(putBack: report.changed, left: report.left)) }
    print("\(report.changed) put back")
    for (reason, count) in report.left.sorted(by: { $0.key < $1.key }) {
      StandardError.note("\(count) left as they are: \(reason)")
    }
  }

  /// The start of a day in the option's time zone, or the given instant.
  private func instant(_ text: String) throws -> Int {
    if let day = try? SolarDate(iso: text) {
      return try time.clock().instant(on: day, at: TimeOfDay(uncheckedMinutes: 0))
    }
    do { return try CivilTime.parse(text).unixTime } catch {
      throw Failure.wrongInput(
        "--since \"\(text)\": expected a day such as 2027-04-19, or an instant such as 2027-04-19T08:00:00+08:00")
    }
  }
}

/// Removes reminders from the queue.
///
///     folkcal remind cancel 17
struct CancelCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Cancel waiting reminders for good.")

  @Argument(help: "Numbers of reminders.")
  var ids: [Int]

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let others = try ReminderQueue(store.open()).cancel(ids, by: AuthorOptions.name(), now: time.instant())
    try output.told("cancelled", ids, others)
  }
}

extension OutputOptions {
  /// Reports the changed reminders; fails if some are unchanged.
  fileprivate func told(_ verb: String, _ ids: [Int], _ unchanged: [UnchangedReminder]) throws {
    let changed = Set(ids).subtracting(unchanged.map(\.id)).sorted()
    if json {
      try printJSON(LogChangeRecord(changed: changed, unchanged: unchanged))
    } else {
      print("\(changed.count) \(verb)")
    }
    guard !unchanged.isEmpty else { return }
    let list = unchanged.map { "\($0.id) is \($0.status.rawValue)" + ($0.reason.map { " and \($0)" } ?? "") }
    throw Failure.failed("left as they are: \(list.joined(separator: ", "))")
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
    abstract:
      "Remove reminders that ended long ago, unused sessions and pictures, and choices that nobody read for a year.")

  @Option(
    name: .customLong("older-than"),
    help: ArgumentHelp("How many days ago they were due, 1d to 3660d.", valueName: "90d"))
  var olderThan = "90d"

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let digits = olderThan.last == "d" ? olderThan.dropLast() : olderThan[...]
    guard let days = Int(digits), (1...3_660).contains(days) else {
      throw Failure.wrongInput("--older-than \"\(olderThan)\" is not a number of days from 1d to 3660d")
    }
    let store = try store.open()
    let removed = try ReminderQueue(store).cleanUp(before: time.instant() - days * 86_400)
    let sessions = try store.cleanUpSessions(now: time.instant()) + store.cleanUpBrowserSignIn(now: time.instant())
    let images = try store.cleanUpImages(now: time.instant())
    let choices = try store.cleanUpChoices(
      Change(actor: AuthorOptions.name(), at: time.instant(), today: try time.today()))
    if output.json {
      return try output.printJSON([
        "removed": removed, "sessions": sessions, "images": images, "choices": choices,
      ])
    }
    print("reminders: \(removed) removed")
    if sessions > 0 { print("sessions: \(sessions) removed") }
    if images > 0 { print("pictures that nothing shows: \(images) removed") }
    if choices > 0 { print("choices that nobody read for a year: \(choices) removed") }
  }
}

/// Shows statistics of the log.
///
///     folkcal remind stats
struct ReminderStatisticsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show how many reminders wait, were sent and failed, and how late the oldest is.")

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let statistics = try ReminderQueue(store.open()).statistics(now: time.instant())
    if output.json { return try output.printJSON(statistics) }
    var table = Table()
    for status in ReminderStatus.allCases {
      table.add(status.rawValue, "\(statistics.statuses[status.rawValue] ?? 0)")
    }
    for (channel, count) in statistics.queuedByChannel.sorted(by: { $0.key < $1.key }) {
      table.add("queued for \(channel)", "\(count)")
    }
    table.add("due now", "\(statistics.due)")
    table.add("the oldest waits", "\(statistics.lagSeconds) s")
    table.add("held by workers", "\(statistics.leased)")
    table.add("sent in 24 h", "\(statistics.sentLastDay)")
    table.add("failed in 24 h", "\(statistics.failedLastDay)")
    table.add("next due", statistics.nextDueAt ?? "nothing waits")
    table.add("planned until", statistics.plannedUntil ?? "never planned: folkcal remind plan")
    if statistics.waitingAfterFailure > 0 { table.add("to be tried again", "\(statistics.waitingAfterFailure)") }
    for failure in statistics.failures { table.add("failed: \(failure.reason)", "\(failure.count)") }
    for failure in statistics.waitingReasons { table.add("to be tried again: \(failure.reason)", "\(failure.count)") }
    print(table.text(isColored: output.useColor), terminator: "")
  }
}
