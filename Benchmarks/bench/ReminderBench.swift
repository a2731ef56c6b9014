import Channels
import Database
import FolkData
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import Reminders
import Sinks
import Store
import Synchronization
import TestSupport
import Transfer

/// A million reminders: planned, claimed and acknowledged; compared with the same statements in the sqlite3 shell.
enum ReminderBench {
  static let users = 100_000
  private static let profiles = 200
  private static let events = 10
  /// The rounds of delivery and of settings, each with the reminders of one event.
  private static let measured = 5
  /// The number of users with changed settings per round, while the queue is full: large enough that the first few hundred changes, with
  /// cold caches, do not matter.
  private static let changed = 2_000
  /// 2026-11-21T08:00:00+08:00.
  private static let now = 1_795_219_200
  static let change = Change(
    actor: "bench", at: now, today: SolarDate(uncheckedYear: 2026, month: 11, day: 21))

  static func run(_ report: inout Report) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("folkcal.db").path
    let store = try service("sqlite:" + path)
    func copy(_ name: String) throws -> String {
      let path = folder.appendingPathComponent(name).path
      try store.backUp(to: path, replaces: false)
      return path
    }
    let shellCopy = try copy("shell.db")

    let planned = try cpuSeconds { _ = try store.plan(days: 30, change) }
    let rows = try store.database.read { try $0.integer("SELECT COUNT(*) FROM notification_logs") }
    let again = try cpuSeconds { _ = try store.plan(days: 30, change) }
    let shell = try shellPlan(store, shellCopy, folder)
    let million = Double(rows) / 1_000_000
    report.add(
      "plan of \(rows) reminders", planned / million, "us each", reference: "the same SQL in sqlite3", shell / million,
      bar: "rate >= 0.7", isMet: planned * 0.7 <= shell)
    report.add(
      "the plan once more", again * 1_000, "ms", reference: "the first plan", planned * 1_000, bar: "<= 1 %",
      isMet: again <= planned / 100)
    let busy = try changesDuringPlan(copy("busy.db"))
    report.add(
      "a user's settings changed during a plan, p99", busy, "s", reference: "the longest wait", 0.5, bar: "<= 0.5",
      isMet: busy <= 0.5)
    let queue = try copy("queue.db")
    let ours = try await work(store, at: noon, ChannelTable(everything: Route(NullChannel(), to: "")))
    let theirs = try shellDelivery(shellCopy, folder)
    report.add(
      "claim and acknowledge, null channel", ours, "us each", reference: "the same SQL in sqlite3", theirs,
      bar: "rate >= 0.4", isMet: ours * 0.4 <= theirs)
    // A copy of the database, to write the messages for the bare loop.
    try rounds(&report, store.database.place, rehearsal: copy("rehearsal.db"), queue: queue, folder)
  }

  /// A database with users who follow a group of ten days in the coming month; 200 profiles are shared among them.
  static func service(_ url: String, users: Int = users) throws -> Store {
    let store = try Store.create(url)
    let drafts = (0..<events).map { number in
      Draft(fields: [
        .init("key", .text("e\(number)")), .init("title", .text("e\(number)")),
        .init("rule", .text("solar 12/\(number + 5)")),
      ])
    }
    try store.add(drafts, to: .event, change)
    try store.add(
      [
        Draft(fields: [
          .init("key", .text("g")), .init("name", .text("g")),
          .init("events", .list((0..<events).map { .text("e\($0)") })),
        ])
      ], to: .group, change)
    try store.database.write { connection in
      try connection.executeScript(
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(profiles))
        INSERT INTO profiles (id, time_zone, notify_time, advance_days, early, day_of, created_at, updated_at)
        SELECT i, 'Asia/Taipei', SUBSTR(CAST(105 + i / 60 AS TEXT), 2) || ':' || SUBSTR(CAST(100 + i % 60 AS TEXT), 2), 1, 0, 0, 0, 0 FROM n;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(users))
        INSERT INTO users (id, uuid, email, created_at, updated_at)
        SELECT i, '00000000-0000-4000-8000-' || SUBSTR(CAST(1000000000000 + i AS TEXT), 2), 'u' || i || '@example.org', 0, 0 FROM n;
        INSERT INTO notification_settings (
          user_id, enable_all, advance_days, notify_time, newmoon_enabled, fullmoon_enabled, custom_enabled, early_enabled, day_of_enabled, digest,
          quiet_from, quiet_to, channel, channel_target, profile_id, created_at, updated_at)
        SELECT x.id, 1, 1, p.notify_time, 0, 0, 1, 0, 0, 0, NULL, NULL, 'webhook', 'http://127.0.0.1/', p.id, 0, 0
        FROM (SELECT u.id, p.id AS profile FROM users u JOIN profiles p ON p.id = 1 + u.id * 7919 % \(profiles)) x
        JOIN profiles p ON p.id = x.profile;
        INSERT INTO user_group_subscriptions SELECT 1, id, 1, 0, 0 FROM users;
        """)
      for table in ["profiles", "users"] { try connection.advanceNumbers(of: table, beyond: nil) }
    }
    return store
  }

  struct Difference: Error {
    let rows: Int
  }

  // MARK: CPU time

  /// CPU seconds of this process for a body.
  static func cpuSeconds(_ body: () throws -> Void) rethrows -> Double {
    let start = cpuSeconds(of: 0)
    try body()
    return cpuSeconds(of: 0) - start
  }

  /// - Parameter who: 0 for this process, -1 for its ended children (getrusage(2)).
  private static func cpuSeconds(of who: Int32) -> Double {
    var usage = rusage()
    getrusage(who, &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }

  /// CPU seconds of the sqlite3 shell for a script.
  private static func shell(_ database: String, _ script: String, _ folder: URL) throws -> Double {
    let file = folder.appendingPathComponent("script.sql").path
    let settings =
      "PRAGMA journal_mode = WAL;\nPRAGMA synchronous = FULL;\nPRAGMA cache_size = -4096;\nPRAGMA foreign_keys = ON;\n"
    try (settings + script).write(toFile: file, atomically: true, encoding: .utf8)
    let start = cpuSeconds(of: -1)
    _ = try StartBench.milliseconds(["/bin/sh", "-c", "sqlite3 -bail '\(database)' < '\(file)'"])
    return cpuSeconds(of: -1) - start
  }

  // MARK: Planning

  /// The rows of `plan_due` but their positions, as CSV.
  static func dueRows(_ store: Store) throws -> [String] {
    try store.database.write { connection in
      // Our plan runs in pieces; the shell runs in one piece.
      var tables = PlanTables(connection: connection)
      _ = try tables.fill(.all, now..<(now + 30 * 86_400), from: change.today)
      return try connection.all(
        "SELECT occurrence_id, kind, profile_id, event_id, scheduled_at, day FROM plan_due ORDER BY position"
      ) { row in
        (0..<6).map { row.text($0) ?? "" }.joined(separator: ",")
      }
    }
  }

  /// The same statements, with the instants supplied as a table.
  private static func shellPlan(_ store: Store, _ copy: String, _ folder: URL) throws -> Double {
    let due = folder.appendingPathComponent("due.csv").path
    let rows = try dueRows(store).enumerated().map { "\($0 + 1),\($1)" }
    try rows.joined(separator: "\n").write(toFile: due, atomically: true, encoding: .utf8)
    let statements = (PlanTables.followerStatements(.sqlite) + [ReminderPlanning.insertReminders]).map(\.text)
    let script =
      ["BEGIN IMMEDIATE;", PlanTables.tables(.sqlite), ".import --csv --schema temp \(due) plan_due"]
      + statements.map { $0.replacing("$1", with: "\(now)") + ";" } + ["COMMIT;"]
    let seconds = try shell(copy, script.joined(separator: "\n"), folder)
    let written = try Store.open("sqlite:" + copy).database.read {
      try $0.integer("SELECT COUNT(*) FROM notification_logs")
    }
    guard written == users * events else { throw Difference(rows: written) }
    return seconds
  }

  /// The change of one user's settings with a million reminders in the queue: median milliseconds.
  private struct ChangeTimes {
    /// Wall-clock time.
    let whole: Double
    let cpu: Double
    /// The lower bound of a change: the time to append a page to a file and sync it to disk.
    let disk: Double

    init(_ figures: [Double]) throws {
      guard figures.count == 3 else { throw Difference(rows: figures.count) }
      (whole, cpu, disk) = (figures[0], figures[1], figures[2])
    }
  }

  /// Implements `bench --settings DATABASE ROUND`: changes the settings of other users in each round, and prints the time.
  static func changeSettings(_ words: [String]) throws {
    guard words.count == 3, let round = Int(words[2]) else { throw Difference(rows: words.count) }
    // Writes of the previous process must reach the disk first, so that only the change is timed.
    sync()
    let store = try Store.open("sqlite:" + words[1])
    let disk = try synchronization(URL(fileURLWithPath: words[1]).deletingLastPathComponent())
    let clock = ContinuousClock()
    var milliseconds: (whole: [Double], cpu: [Double]) = ([], [])
    for number in (round * changed + 1)...((round + 1) * changed) {
      let user = "u\(1 + number * 211 % users)@example.org"
      let fields = try store.record(.user, key: user)["settings"].members.map { member in
        member.name == "notify_time" ? JSON.Member(member.name, .text("21:\(10 + number % 50)")) : member
      }
      let start = cpuSeconds(of: 0)
      let duration = try clock.measure {
        try store.edit(.user, key: user, Draft(fields: [.init("settings", .object(fields))]), change)
      }
      milliseconds.cpu.append((cpuSeconds(of: 0) - start) * 1_000)
      milliseconds.whole.append(duration / .milliseconds(1))
    }
    print(median(milliseconds.whole), median(milliseconds.cpu), disk)
    fflush(nil)
  }

  /// Milliseconds to append a page to a file and sync it to disk.
  private static func synchronization(_ folder: URL) throws -> Double {
    let file = open(folder.appendingPathComponent("page").path, O_WRONLY | O_CREAT, 0o600)
    guard file >= 0 else { throw Difference(rows: -1) }
    defer { close(file) }
    let page = [UInt8](repeating: 1, count: 4_096)
    let clock = ContinuousClock()
    return median(
      (0..<changed).map { _ in
        clock.measure {
          _ = write(file, page, page.count)
          fdatasync(file)
        } / .milliseconds(1)
      })
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Seconds of the changes of users' settings while another program plans everything; the 99th percentile.
  private static func changesDuringPlan(_ path: String) throws -> Double {
    let store = try Store.open("sqlite:" + path)
    defer { store.close() }
    try store.database.write {
      try $0.executeScript("DELETE FROM notification_logs; DELETE FROM meta WHERE name LIKE 'plan%'")
    }
    let isOver = Mutex(false)
    let change = change
    Thread.detachNewThread {
      let planner = try? Store.open("sqlite:" + path)
      _ = try? planner?.plan(days: 30, change)
      planner?.close()
      isOver.withLock { $0 = true }
    }
    var times: [Double] = []
    while !isOver.withLock({ $0 }) {
      let user = "u\(1 + times.count * 7_919 % users)@example.org"
      let draft = Draft(fields: [
        .init("settings", .object([.init("notify_time", .text("21:\(10 + times.count % 50)"))]))
      ])
      times.append(try shortestSeconds(rounds: 1) { try store.edit(.user, key: user, draft, change) })
      Thread.sleep(forTimeInterval: 0.01)
    }
    times.sort()
    return times[times.count * 99 / 100]
  }

  // MARK: Delivery

  /// What this program prints with arguments, in a process of its own.
  static func figures(_ arguments: [String], _ folder: URL) throws -> [Double] {
    let process = try BenchProcess(arguments, folder)
    defer { process.end() }
    let figures = process.firstLine.split(separator: " ").compactMap { Double($0) }
    guard !figures.isEmpty else { throw Difference(rows: -1) }
    return figures
  }

  /// 2026-12-04T12:00:00+08:00: all main reminders of the first event are due, a tenth of all; those of the second event a day later.
  static let noon = 1_796_356_800

  /// Repeats measurements, because other programs share the machine. Each runs in its own process, as a worker and a server do: in a shared
  /// process one would reuse the fragmented memory of the other.
  private static func rounds(
    _ report: inout Report, _ database: String, rehearsal: String, queue: String, _ folder: URL
  ) throws {
    let sink = try BenchProcess(["--sink"], folder)
    defer { sink.end() }
    func figures(_ arguments: String...) throws -> [Double] { try self.figures(arguments, folder) }
    var deliveries: [(bare: Double, whole: Double)] = []
    var changes: [ChangeTimes] = []
    // A day later the reminders of the next event are due.
    for day in 1...measured {
      let (now, url) = ("\(noon + day * 86_400)", sink.firstLine + "/hook")
      // Runs between two halves of the reference, which sends the same messages.
      let before = try figures("--bare", rehearsal, now, "\(users / 2)", url)[0]
      let whole = try figures("--worker", database, now, url)[0]
      let after = try figures("--bare", rehearsal, now, "\(users)", url)[0]
      deliveries.append(((before + after) / 2, whole))
      changes.append(try ChangeTimes(figures("--settings", queue, "\(day)")))
    }
    deliveries.sort { $0.bare / $0.whole < $1.bare / $1.whole }
    let (bare, whole) = deliveries[deliveries.count / 2]
    report.add(
      "a reminder to a local HTTP sink", whole, "us each", reference: "the same channel in a bare loop", bare,
      bar: "rate >= 0.7", isMet: whole * 0.7 <= bare)
    // The fastest round, because wall-clock time includes the work of other programs.
    guard let change = changes.min(by: { $0.whole < $1.whole }) else { return }
    report.add(
      "a user's settings changed, p50", change.whole, "ms", reference: "4 KB and fdatasync, p50", change.disk,
      bar: "<= 1", isMet: change.whole <= 1)
    report.add("its CPU time, p50", change.cpu, "ms", reference: "the whole of it, p50", change.whole)
  }

  /// Implements `bench --worker DATABASE NOW URL` and `bench --bare DATABASE NOW COUNT URL`: sends the reminders due at that time to a sink,
  /// and prints the CPU microseconds for each.
  static func send(_ words: [String]) async throws {
    guard words.count >= 4, let now = Int(words[2]), let url = words.last else { throw Difference(rows: words.count) }
    let store = try Store.open("sqlite:" + words[1])
    var settings = TransferClient.Configuration()
    settings.addresses = .any
    let channel = WebhookChannel(
      client: TransferClient(settings), secrets: [try WebhookSecret(parsing: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")],
      allowsPlainHTTP: true
    ) { noon }
    if words[0] == "--bare" {
      print(try await bareLoop(channel, url, try messages(of: store, at: now, atMost: Int(words[3]) ?? 0)))
    } else {
      print(try await work(store, at: now, ChannelTable(everything: Route(channel, to: url))))
    }
    fflush(nil)
  }

  /// Sends the due reminders with a worker.
  ///
  /// - Returns: CPU microseconds per reminder.
  static func work(
    _ store: Store, at now: Int, _ channels: ChannelTable, site: String? = nil, users: Int = users
  ) async throws -> Double {
    let worker = DeliveryWorker(
      queue: ReminderQueue(store), channels: channels, writer: MessageWriter(try templates(), site: site),
      clock: DeliveryClock(now: { Double(now) }, sleep: { try? await Task.sleep(for: .seconds($0)) }))
    let start = cpuSeconds(of: 0)
    try await worker.run(.untilNothingIsDue)
    let seconds = cpuSeconds(of: 0) - start
    let sent = try store.database.read {
      try $0.integer("SELECT COUNT(*) FROM notification_logs WHERE status = 'sent' AND sent_at = $1", [.integer(now)])
    }
    guard sent == users else { throw Difference(rows: sent) }
    return seconds / Double(sent) * 1e6
  }

  private static func templates() throws -> MessageTemplates {
    try TemplatesLoader(folder: PackageRoot.path("data")).load()
  }

  /// The messages of due reminders, which are then marked as done.
  static func messages(
    of store: Store, at now: Int, atMost limit: Int, site: String? = nil
  ) throws -> [Message] {
    let queue = ReminderQueue(store)
    let claim = try queue.claim(limit, owner: "bare", leaseSeconds: 60, now: now)
    _ = try queue.acknowledge(claim.reminders.map { Acknowledgement($0, .sent) }, owner: "bare", now: now)
    var writer = MessageWriter(try templates(), site: site)
    let messages = try claim.reminders.map { try writer.message(of: $0) }
    guard !messages.isEmpty else { throw Difference(rows: 0) }
    return messages
  }

  /// Sends prepared messages with the same number of couriers as a worker.
  static func bareLoop(
    _ channel: some Channel, _ url: String, _ messages: [Message]
  ) async throws -> Double {
    let start = cpuSeconds(of: 0)
    let failed = await withTaskGroup(of: Int.self) { group in
      for courier in 0..<64 {
        group.addTask {
          var failed = 0
          for place in stride(from: courier, to: messages.count, by: 64) {
            if await channel.send(messages[place], to: url) != .delivered { failed += 1 }
          }
          return failed
        }
      }
      return await group.reduce(0, +)
    }
    guard failed == 0 else { throw Difference(rows: failed) }
    return (cpuSeconds(of: 0) - start) / Double(messages.count) * 1e6
  }

  /// A channel that accepts every message and does nothing.
  private struct NullChannel: Channel {
    func send(_ message: Message, to target: String) async -> Outcome { .delivered }
  }

  /// Implements `bench --sink`: answers 200 to every request until it is killed.
  static func sink() throws -> Never {
    let sink = try SinkServer(keepsRequests: false) { _ in .status(200) }
    print(sink.url)
    fflush(nil)
    while true { sleep(100) }
  }

  /// The same statements, batch by batch, with the numbers as literals.
  private static func shellDelivery(_ copy: String, _ folder: URL) throws -> Double {
    func typed(_ sql: SQL, _ values: [String]) -> String {
      values.enumerated().reversed().reduce(sql.text) { $0.replacing("$\($1.offset + 1)", with: $1.element) } + ";"
    }
    let due = typed(ReminderClaiming.due(nil), ["\(noon)", "500"])
    let ids = try Store.open("sqlite:" + copy).database.read { connection in
      try connection.all(
        "SELECT id FROM notification_logs WHERE scheduled_at <= $1 ORDER BY scheduled_at, user_id", [.integer(noon)]
      ) { $0.integer(0) ?? 0 }
    }
    guard ids == Array((ids.first ?? 0)...(ids.last ?? 0)) else { throw Difference(rows: ids.count) }
    var script: [String] = [".output /dev/null"]
    let days = ["'0001-01-01'", "'9999-12-31'"]
    for start in stride(from: 0, to: ids.count, by: 500) {
      let batch = ids[start..<min(start + 500, ids.count)]
      guard let first = batch.first, let last = batch.last else { continue }
      script += ["BEGIN IMMEDIATE;", due]
      script.append(
        typed(ReminderClaiming.lease(.sqlite), ["\(first)", "\(last)", "'bench'", "\(noon + 60)", "\(noon)"] + days))
      script += ["COMMIT;", "BEGIN IMMEDIATE;"]
      script.append(typed(ReminderQueue.sent(.sqlite), ["\(first)", "\(last)", "'bench'", "\(noon)"] + days))
      script.append("COMMIT;")
    }
    return try shell(copy, script.joined(separator: "\n"), folder) / Double(ids.count) * 1e6
  }
}
