import ArgumentParser
import Channels
import Database
import Folklore
import Foundation
import JSON
import Reminders
import Store

/// Tells the operator what only the operator can mend.
///
///     FOLKCAL_ALARM_TO="ntfy:https://ntfy.sh/topic" folkcal admin alarm check
struct AlarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alarm",
    abstract: Speech.say("檢查、列出與測試給管理者的警報。", "Check, list and test the alarms for the operator."),
    subcommands: [AlarmCheckCommand.self, AlarmListCommand.self, AlarmTestCommand.self])

  /// The variables, for the help of each command.
  static let variables = Speech.say(
    """
    環境變數：
      FOLKCAL_ALARM_TO
          要通知誰，以空白分隔：mail:ops@example.org、ntfy:https://ntfy.sh/主題、webhook:https://…，或 user:UUID或地址（用該使用者自己的提醒方式，送不到時用第二種方式）
      FOLKCAL_ALARM_LIMITS
          什麼時候算是警報，預設為 worker=15m planner=26h failures=20% failures-of=20 channel=30m backup=26h disk=1024 ends=14d hold=4m；\
    off 表示不檢查。時間的單位是 s、m、h、d，磁碟的單位是 MB
      FOLKCAL_ALARM_CERTIFICATES
          要檢查期限的憑證，以空白分隔：https:// 網址或檔案；--public-url 的憑證一定會檢查
    提醒方式的變數與 remind deliver 相同。
    """,
    """
    The environment:
      FOLKCAL_ALARM_TO
          those who are told, with blanks between: mail:ops@example.org, ntfy:https://ntfy.sh/topic, webhook:https://…, or \
    user:UUID or address (by that user's channel, else by the second one)
      FOLKCAL_ALARM_LIMITS
          when it is an alarm; by default worker=15m planner=26h failures=20% failures-of=20 channel=30m backup=26h disk=1024 ends=14d \
    hold=4m. off looks away. Times are in s, m, h or d, the disk in MB
      FOLKCAL_ALARM_CERTIFICATES
          certificates whose end is watched, with blanks between: https:// URLs or files; that of --public-url always is
    The variables of channels are those of remind deliver.
    """)
}

/// Looks at all conditions, and tells what has begun and what is over.
struct AlarmCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: Speech.say(
      "檢查所有狀況；開始時通知一次，結束時通知一次。", "Look at all conditions; tell once when one begins, and once when it is over."),
    discussion: Speech.say(
      """
      檢查：送出程式沒有動靜、提醒遲了、排程停了、許多提醒失敗、提醒方式無法使用、備份失敗或太舊、磁碟快滿、憑證或 API 權杖快到期、資料庫無法使用。狀況要持續一段時間（hold）才算。\
      每五分鐘由 folkcal-alarm.timer 執行；設定了 FOLKCAL_ALARM_TO 的 folkcal serve 每分鐘也會檢查。同時執行不會重複通知。

      資料庫無法使用時，這個警報記在 RUNTIME_DIRECTORY 或 XDG_STATE_HOME 下的小檔案。有訊息送不出去，或資料庫無法使用時，結束代碼不是 0；送不出去的下次再送。

      """ + AlarmCommand.variables,
      """
      It looks for a silent worker, late reminders, a silent planner, many failures, a channel that is unavailable, a backup that failed or is \
      old, a disk that is nearly full, a certificate or API token that ends, and a database that cannot be used. A condition counts when it has \
      held for some time (hold). folkcal-alarm.timer runs it every five minutes; folkcal serve with FOLKCAL_ALARM_TO does the same every \
      minute. Both at once tell nothing twice.

      The alarm of a database that cannot be used is kept in a small file under RUNTIME_DIRECTORY or XDG_STATE_HOME. The status is not 0 if a \
      message could not be sent, which is tried again at the next check, and if the database cannot be used.

      """ + AlarmCommand.variables))

  @Option(
    name: .customLong("public-url"),
    help: .say(
      "伺服器對外的網址：訊息會連到它的後台，也會檢查它的憑證。",
      "The public address of the server: messages link to its back office, and its certificate is watched.",
      valueName: "https://days.example.org"))
  var publicURL: String?
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let site = try publicURL.map { try SiteAddress.origin($0, "--public-url") }
    let environment = try DeliveryEnvironment(site: site) { Int(clock.now()) }
    let watch = try AlarmWatch(environment, time, clock)
    if watch.targets.isEmpty {
      StandardError.note(
        "沒有設定 FOLKCAL_ALARM_TO：只會記下警報，不會通知任何人", "nobody is told: FOLKCAL_ALARM_TO is not set; alarms are only noted")
    }
    let kept = DatabaseAlarm(url: store.url)
    let hold = watch.limits.hold ?? 0
    let report: AlarmReport
    do {
      let opened = try store.open()
      report = try Asynchronous.run {
        let ends = await watch.certificateEnds { name, problem in
          StandardError.note("無法讀取 \(name) 的憑證：\(problem)", "the certificate of \(name) cannot be read: \(problem)")
        }
        let report = try await watch.check(opened, certificateEnds: ends)
        let over = try await kept.note(
          failure: nil, watch.receivers(opened), holdSeconds: hold, now: Int(clock.now()))
        return AlarmReport(open: report.open, messages: over + report.messages)
      }
    } catch let error as DatabaseError where error.isOfDatabase {
      let messages = try Asynchronous.run {
        try await kept.note(
          failure: "\(error)".failureReason, watch.receivers(nil), holdSeconds: hold, now: Int(clock.now()))
      }
      try show(AlarmReport(open: [], messages: messages), watch.words)
      throw error
    }
    try show(report, watch.words)
    let failed = report.messages.count { $0.error != nil }
    guard failed == 0 else {
      throw Failure.failed(
        "有 \(failed) 則訊息送不出去；下次檢查時再送", "\(failed) messages could not be sent; the next check tries again")
    }
  }

  private func show(_ report: AlarmReport, _ words: AlarmWords) throws {
    if output.json {
      let messages = report.messages.map { message in
        JSON.object([
          .init("key", .text(message.key)), .init("phase", .text(message.phase)),
          .init("target", .text(message.target)),
          .init("error", JSON(message.error)),
        ])
      }
      return print(
        JSON.object([.init("open", .list(report.open.map(\.json))), .init("messages", .list(messages))]).json())
    }
    for message in report.messages {
      let what = "\(message.key) \(message.phase)"
      print(
        message.error.map {
          Speech.say("無法通知 \(message.target)：\(what)：\($0)", "\(message.target) could not be told of \(what): \($0)")
        } ?? Speech.say("已通知 \(message.target)：\(what)", "told \(message.target): \(what)"))
    }
    AlarmListCommand.show(report.open, words)
  }
}

extension DatabaseError {
  /// False for a mistake of the one who runs the command.
  fileprivate var isOfDatabase: Bool {
    switch self {
    case .badURL, .badServerURL, .fileExists, .noFileToCopy: false
    default: true
    }
  }
}

/// Lists alarms.
struct AlarmListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: Speech.say("列出還沒解除的警報。", "List the alarms that are open."))

  @Flag(help: .say("也列出 90 天內已經解除的警報。", "Also those of the last 90 days that are over."))
  var all = false
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let alarms = try store.open().alarms(ended: all)
    if output.json { return print(JSON.list(alarms.map(\.json)).json()) }
    Self.show(alarms, AlarmWords(Speech.language, try time.clock(), zone: time.timeZone))
    if alarms.isEmpty { StandardError.note("沒有警報", "there is no alarm") }
  }

  static func show(_ alarms: [Alarm], _ words: AlarmWords) {
    for alarm in alarms {
      let notice: AlarmNotice =
        alarm.endedAt.map { .over(alarm.sighting, clearSince: alarm.clearSince ?? $0) } ?? .begun(alarm.sighting)
      print(words.title(notice))
      for line in words.body(notice).split(separator: "\n") { print("  " + line) }
    }
  }
}

/// Sends a test to all who are told of alarms.
struct AlarmTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: Speech.say(
      "送一則測試警報給所有要通知的人，並顯示結果。", "Send a test to all who are told of alarms, and print how each went."),
    discussion: Speech.say("有一則沒有送達時，結束代碼是 1。\n\n", "The status is 1 if one was not delivered.\n\n")
      + AlarmCommand.variables)

  @Option(
    name: .customLong("public-url"),
    help: .say(
      "伺服器對外的網址：訊息會連到它的後台。", "The public address of the server: messages link to its back office.",
      valueName: "https://days.example.org"))
  var publicURL: String?
  @OptionGroup var store: DatabaseOptions
  @OptionGroup var time: TimeOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let clock = try DeliveryClock.believing(time)
    let site = try publicURL.map { try SiteAddress.origin($0, "--public-url") }
    let environment = try DeliveryEnvironment(site: site) { Int(clock.now()) }
    let watch = try AlarmWatch(environment, time, clock)
    guard !watch.targets.isEmpty else {
      throw Failure.wrongInput(
        "沒有設定 FOLKCAL_ALARM_TO，例如 mail:ops@example.org", "FOLKCAL_ALARM_TO is not set: for example mail:ops@example.org"
      )
    }
    let needsDatabase = watch.targets.contains { if case .user = $0 { true } else { false } }
    let receivers = try watch.receivers(needsDatabase ? store.open() : nil)
    let results = try Asynchronous.run {
      var results: [(target: String, error: String?)] = []
      for receiver in receivers {
        results.append((receiver.target.name, await receiver.tell(.test(at: Int(clock.now())))))
      }
      return results
    }
    if output.json {
      let list = results.map { result in
        JSON.object([
          .init("target", .text(result.target)), .init("delivered", .flag(result.error == nil)),
          .init("error", JSON(result.error)),
        ])
      }
      print(JSON.list(list).json())
    } else {
      for (target, error) in results {
        print(target + Speech.say("：", ": ") + (error ?? Speech.say("已送達", "delivered")))
      }
    }
    guard results.allSatisfy({ $0.error == nil }) else {
      throw Failure.failed("有測試警報沒有送達", "a test was not delivered")
    }
  }
}

extension Store {
  /// Makes a backup and notes how that ended, for the alarms. A name that is taken is a mistake of the one who asks, and no failure of backups.
  func backUpNoting(to path: String, replaces: Bool, now: Int) throws {
    do { try backUp(to: path, replaces: replaces) } catch {
      if (error as? DatabaseError)?.isOfDatabase != false {
        try? noteBackup(failure: "\(error)".failureReason, now: now)
      }
      throw error
    }
    // The backup stands, even if that cannot be noted.
    try? noteBackup(failure: nil, now: now)
  }
}
