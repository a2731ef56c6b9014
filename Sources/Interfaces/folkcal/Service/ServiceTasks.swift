import Channels
import Folklore
import Logging
import Lunisolar
import Reminders
import ServiceLifecycle
import Store
import WebAPI

/// What runs beside the server in the process of `folkcal serve`: the planner, the removal of old reminders, the daily backup and the worker.
struct ServiceTasks {
  let options: ServiceOptions
  /// The folder with the spellings of deities; nil if there is none.
  let dataFolder: String?
  /// The URL of the database.
  let url: String
  /// The server's handle of the database.
  let store: Store
  let environment: DeliveryEnvironment
  let writer: MessageWriter
  /// Nil if nobody is told of alarms.
  let alarms: AlarmWatch?
  let clock: DeliveryClock
  /// The clock of the days of plans and backups.
  let zone: ZonedClock
  let logger: Logger

  /// Days that are planned ahead.
  private static let planDays = 30
  /// Days after which ended reminders are removed, as `folkcal remind cleanup` does.
  private static let cleanUpDays = 90
  /// Seconds for messages under way after SIGTERM; the server cancels what takes longer than nine.
  private static let graceSeconds = 8.0
  /// Seconds until the worker sees what the planner wrote.
  private static let longestRestSeconds = 5.0

  /// - Throws: `Failure` for wrong configurations, or the error of opening the database.
  func services() throws -> [any Service] {
    try [upkeep(), delivery(), alarms.map { AlarmService(watch: $0, store: store, logger: logger) }].compactMap { $0 }
  }

  // MARK: Upkeep

  private func upkeep() throws -> (any Service)? {
    let isServer = Store.isServer(url)
    if isServer, !options.noBackup {
      StandardError.note(
        Speech.say(
          "這裡不備份伺服器上的資料庫：請用 pg_dump，或指定 --no-backup",
          "no backups of a server's database are made here: use pg_dump, or --no-backup"))
    }
    let hasBackup = !isServer && !options.noBackup
    guard hasBackup || !options.noPlan || options.renewTemples else { return nil }
    let (clock, zone, logger) = (clock, zone, logger)
    let now: @Sendable () -> Int = { Int(clock.now()) }
    var works: [Upkeep.Work] = []
    if !options.noPlan {
      works.append(
        .init(name: "planning", every: .seconds(3_600)) {
          try Self.plan(store, Change(actor: "serve", at: now(), today: zone.local(at: now()).date), logger)
        })
    }
    if hasBackup {
      let backup = DailyBackup(
        store: store, folder: try options.backupFolder(of: url), makesFolder: options.backups == nil, logger: logger)
      works.append(
        .init(name: "the backup", every: .seconds(3_600)) { try backup.run(zone.local(at: now()).date, now: now()) })
    }
    if !options.noPlan {
      works.append(
        .init(name: "the clean-up", every: .seconds(86_400)) {
          try Self.cleanUp(store, Change(actor: "serve", at: now(), today: zone.local(at: now()).date), logger)
        })
    }
    if options.renewTemples {
      let renewal = RegisterRenewal(store, dataFolder: dataFolder)
      works.append(
        .init(name: "the renewal of the temples", every: .seconds(3_600), retry: .seconds(3_600)) {
          let change = Change(actor: "serve", at: now(), today: zone.local(at: now()).date)
          guard let done = try renewal.run(change) else { return }
          logger.notice(
            "the temples were renewed from the ministry's register",
            metadata: ["added": "\(done.added)", "changed": "\(done.changed)"])
        })
    }
    return Upkeep(works, store, logger)
  }

  private static func plan(_ store: Store, _ change: Change, _ logger: Logger) throws {
    let report = try store.plan(days: planDays, change)
    for zone in report.unknownZones {
      logger.warning("this machine does not know a time zone: nothing is planned there", metadata: ["zone": "\(zone)"])
    }
    if report.hasNewZones { logger.notice("the time zone data has changed: everything was planned anew") }
    logger.info(
      "planned", metadata: ["written": "\(report.written)", "until": "\(CivilTime.iso(unixTime: report.until))"])
  }

  private static func cleanUp(_ store: Store, _ change: Change, _ logger: Logger) throws {
    let now = change.at
    let reminders = try ReminderQueue(store).cleanUp(before: now - cleanUpDays * 86_400)
    let sessions = try store.cleanUpSessions(now: now) + store.cleanUpBrowserSignIn(now: now)
    let images = try store.cleanUpImages(now: now)
    let choices = try store.cleanUpChoices(change)
    let chats = try store.cleanUpChats(change)
    let keys = try store.cleanUpKeyedRequests(now: now)
    logger.info(
      "cleaned up",
      metadata: [
        "reminders": "\(reminders)", "sessions": "\(sessions)", "images": "\(images)", "choices": "\(choices)",
        "chats": "\(chats)", "request_keys": "\(keys)",
      ])
  }

  // MARK: Delivery

  private func delivery() throws -> (any Service)? {
    guard !options.noDeliver else { return nil }
    let queue = ReminderQueue(store)
    // Lines on standard output are for who runs a worker by hand.
    let routes = try environment.routes(queue).filter { $0.key != .jsonl }
    guard !routes.isEmpty else {
      StandardError.note(
        Speech.say(
          "不會送出提醒：沒有設定任何提醒方式，請看 folkcal remind deliver --help",
          "no reminders are sent: no channel is configured, see folkcal remind deliver --help"))
      return nil
    }
    for note in try queue.waitingNotes(served: Set(routes.keys), now: Int(clock.now())) { StandardError.note(note) }
    var configuration = DeliveryWorker.Configuration()
    configuration.graceSeconds = Self.graceSeconds
    // The planner of this process does not wake the worker.
    configuration.longestRestSeconds = Self.longestRestSeconds
    let (writer, clock, hook) = (writer, clock, try environment.hook())
    return DeliveryService(logger: logger) { [configuration] report in
      DeliveryWorker(
        queue: queue, channels: ChannelTable(routes), writer: writer, hook: hook, configuration: configuration,
        clock: clock, report: report)
    }
  }
}
