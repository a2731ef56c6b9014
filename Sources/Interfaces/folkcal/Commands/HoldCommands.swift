import ArgumentParser
import Folklore
import Lunisolar
import Store

/// Stops a channel.
///
///     folkcal remind pause line
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: Speech.say("暫停一種提醒方式，提醒留在佇列裡。", "Stop a channel; its reminders stay in the queue."),
    discussion: Speech.say(
      """
      所有機器上的送出程式立刻不再送這種提醒，直到 folkcal remind resume。已經在送的會送完。日子過了還在暫停的提醒會過期，\
      原因會寫明。
      """,
      """
      No worker on any machine sends by it until folkcal remind resume; what is being sent just now still goes out. A reminder whose day \
      passes meanwhile expires, and its reason says so.
      """))

  @Argument(help: .say("提醒方式，例如 line 或 mail。", "The channel, such as line or mail."))
  var channel: String

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let kind = try ChannelKind(sent: channel)
    let queue = try ReminderQueue(store.open())
    guard try queue.pause(channel: kind.rawValue, by: AuthorOptions.name(), now: time.instant()) else {
      return StandardError.note("\(kind.rawValue) 已經暫停了", "\(kind.rawValue) is paused already")
    }
    if output.json { return try output.printJSON(["paused": kind.rawValue]) }
    print(
      output.language.say(
        "已暫停 \(kind.rawValue)；folkcal remind resume \(kind.rawValue) 恢復",
        "已暂停 \(kind.rawValue)；folkcal remind resume \(kind.rawValue) 恢复",
        "\(kind.rawValue) is paused; folkcal remind resume \(kind.rawValue) sends again"))
  }
}

/// Sends by a channel again.
///
///     folkcal remind resume line
struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: Speech.say("恢復一種暫停的提醒方式。", "Send by a paused channel again."))

  @Argument(help: .say("提醒方式，例如 line 或 mail。", "The channel, such as line or mail."))
  var channel: String

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let kind = try ChannelKind(sent: channel)
    let queue = try ReminderQueue(store.open())
    guard try queue.resume(channel: kind.rawValue, by: AuthorOptions.name(), now: time.instant()) else {
      throw Failure.notFound("\(kind.rawValue) 沒有暫停", "\(kind.rawValue) is not paused")
    }
    if output.json { return try output.printJSON(["resumed": kind.rawValue]) }
    print(
      output.language.say("已恢復 \(kind.rawValue)", "已恢复 \(kind.rawValue)", "\(kind.rawValue) sends again"))
  }
}

/// Keeps what was due before an instant from being sent.
///
///     folkcal remind hold --due-before 2027-04-19T09:00:00+08:00
struct HoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold",
    abstract: Speech.say(
      "還原資料庫之後，先不送某個時刻以前到期的提醒。", "After a restore: keep what was due before an instant from being sent."),
    discussion: Speech.say(
      """
      備份之後送出的提醒，還原之後又在等待。在啟動送出程式之前：

        folkcal remind hold --due-before now                 先都不送，列出有幾則
        folkcal remind mark-sent --until 2027-04-19T09:00:00+08:00   當作已經送出
        folkcal remind cancel --until …                      或是取消
        folkcal remind release                               其餘照常送出
      """,
      """
      What was sent since the copy was made waits again after a restore. Before the workers start:

        folkcal remind hold --due-before now                 nothing of it goes out; says how many
        folkcal remind mark-sent --until 2027-04-19T09:00:00+08:00   take it as sent
        folkcal remind cancel --until …                      or cancel it
        folkcal remind release                               the rest goes out
      """))

  @Option(
    name: .customLong("due-before"),
    help: .say(
      "這一天（或這個時刻）以前到期的；now 表示現在。", "What is due before this day or instant; now for the present moment.",
      valueName: "now|2027-04-19T09:00:00+08:00"))
  var dueBefore: String

  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let now = try time.instant()
    let instant = dueBefore == "now" ? now : try time.instant(dueBefore, "--due-before", acceptsDays: true)
    let queue = try ReminderQueue(store.open())
    try queue.hold(dueBefore: instant, by: AuthorOptions.name(), now: now)
    var query = ReminderQuery()
    (query.status, query.until) = (.queued, instant)
    let count = try queue.count(query, upTo: .max, now: now)
    if output.json { return try output.printJSON(["held": count, "due_before": instant]) }
    let clock = try time.clock()
    let moment = clock.text(instant, in: output.language)
    print(
      output.language.say(
        "\(moment) 以前到期的 \(count) 則先不送；folkcal remind release 解除",
        "\(moment) 以前到期的 \(count) 条先不送；folkcal remind release 解除",
        "\(count) due before \(moment) are held; folkcal remind release lets them go"))
  }
}

/// Ends a hold.
///
///     folkcal remind release
struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release",
    abstract: Speech.say("解除 remind hold，還在等待的照常送出。", "End remind hold: what still waits goes out."))

  @OptionGroup var confirmation: Confirmation
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let now = try time.instant()
    let queue = try ReminderQueue(store.open())
    guard let instant = try queue.holds().compactMap(\.dueBefore).max() else {
      throw Failure.notFound("沒有 remind hold 擋住的提醒", "nothing is held")
    }
    var query = ReminderQuery()
    (query.status, query.until) = (.queued, min(instant, now))
    let count = try queue.count(query, upTo: .max, now: now)
    if count > 0 { try confirmation.ask("會立刻送出 \(count) 則。要解除嗎？", "\(count) go out at once. Release them?") }
    try queue.releaseHeld(by: AuthorOptions.name(), now: now)
    if output.json { return try output.printJSON(["released": count]) }
    print(output.language.say("已解除，\(count) 則照常送出", "已解除，\(count) 条照常送出", "\(count) released"))
  }
}
