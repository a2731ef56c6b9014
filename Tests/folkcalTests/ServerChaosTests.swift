import Foundation
import Sinks
import TestSupport
import Testing

private let poolerPath = "/usr/sbin/pgbouncer"

/// What workers on a PostgreSQL server leave when the server crashes, connections are cut, the standby takes over, or a pooler is in between.
/// `make chaos` does it at length.
@Suite("Workers and a hard-treated server", .timed, .serialized, .timeLimit(.minutes(60)))
struct ServerChaosTests {
  private static let isFull = ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full"
  /// 08:00 of 2026-11-21 in Taipei.
  private static let now = "2026-11-21T08:00:00+08:00"

  /// A database with due reminders, each of a user with a path of its own at the sink.
  private static func fill(_ cluster: TestCluster, _ users: Int, _ sink: SinkServer) throws {
    let run = try Program.run("init", "--empty", environment: ["FOLKCAL_DATABASE": cluster.url()])
    try #require(run.status == 0, "\(run.errors)")
    var rows = ReminderRows()
    rows.users = users
    rows.target = sink.url + "/"
    let script = rows.sql.replacing("BEGIN;", with: "").replacing("COMMIT;", with: "")
    try cluster.run("SELECT folkcal_make_month('2026-11')")
    try cluster.run(script)
    try cluster.run("UPDATE notification_settings SET channel_target = channel_target || user_id")
  }

  private static func start(_ url: String, _ mode: String = "--follow") throws -> Process {
    try Program.start(
      ["remind", "deliver", mode, "--now", now, "--lease", "10", "--concurrency", "8"],
      environment: [
        "FOLKCAL_DATABASE": url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1", "FOLKCAL_DATA": PackageRoot.path("data"),
      ])
  }

  private typealias Known = (users: Set<Substring>, before: Int)

  /// Sends reminders by four workers while a body hurts the server, and checks what arrived.
  private static func send(_ users: Int, _ hurt: (TestCluster, SinkServer) throws -> [Known]) throws {
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.milliseconds(5)) }
    let cluster = try TestCluster()
    try fill(cluster, users, sink)
    var workers = try (0..<4).map { _ in try start(cluster.url()) }
    let known = try hurt(cluster, sink)
    try finish(&workers, cluster.url(), cluster)
    try check(cluster, sink, users, known: known)
  }

  /// The users whose reminders the server knows to be sent, with the number of requests that the sink had got before.
  private static func known(_ cluster: TestCluster, _ sink: SinkServer) throws -> Known {
    let users = try cluster.run("SELECT user_id FROM notification_logs WHERE status = 'sent'")
    return (Set(users.split(separator: "\n")), sink.requestCount)
  }

  /// Waits for workers to send everything; starts one again if it gave up, as a service manager does.
  private static func finish(_ workers: inout [Process], _ url: String, _ cluster: TestCluster, seconds: Int = 120)
    throws
  {
    let end = Date().addingTimeInterval(Double(seconds))
    while try cluster.run("SELECT COUNT(*) FROM notification_logs WHERE status = 'queued'") != "0", Date() < end {
      for index in workers.indices where !workers[index].isRunning { workers[index] = try start(url) }
      Thread.sleep(forTimeInterval: 0.2)
    }
    for worker in workers { worker.terminate() }
    for worker in workers { worker.waitUntilExit() }
  }

  /// Every reminder arrived; none again after the server had acknowledged it; the same reminder always with the same body.
  private static func check(
    _ cluster: TestCluster, _ sink: SinkServer, _ users: Int, known: [Known]
  ) throws {
    #expect(try cluster.run("SELECT DISTINCT status FROM notification_logs") == "sent")
    let requests = sink.requests
    var bodies: [String: [UInt8]] = [:]
    for request in requests {
      #expect(bodies.updateValue(request.body, forKey: request.path).map { $0 == request.body } ?? true)
    }
    #expect(bodies.count == users)
    for (users, before) in known {
      let again = requests.dropFirst(before).count { users.contains($0.path.dropFirst()) }
      #expect(again == 0)
    }
    print("server chaos: \(users) reminders, \(requests.count - users) sent twice, each before its acknowledgement")
  }

  @Test("The server crashes under four workers: nothing is lost, nothing is sent again after its acknowledgement")
  func crashes() throws {
    let (crashes, users) = Self.isFull ? (20, 20_000) : (2, 2_000)
    try Self.send(users) { cluster, sink in
      try (1...crashes).map { crash in
        while sink.requestCount < users * crash / (crashes + 2) { Thread.sleep(forTimeInterval: 0.01) }
        cluster.crash()
        Thread.sleep(forTimeInterval: Double.random(in: 0...1))
        try cluster.start()
        return try Self.known(cluster, sink)
      }
    }
  }

  @Test("Connections are cut under four workers: nothing is lost, nothing is sent again after its acknowledgement")
  func cut() throws {
    let users = Self.isFull ? 20_000 : 2_000
    try Self.send(users) { cluster, sink in
      var known: [Known] = []
      while sink.requestCount < users * 3 / 4 {
        Thread.sleep(forTimeInterval: 0.15)
        try cluster.run(
          "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = 'folkcal'")
        if known.count < 20 { known.append(try Self.known(cluster, sink)) }
      }
      return known
    }
  }

  @Test("A synchronous standby takes over: nothing is lost, nothing is sent again after its acknowledgement")
  func failover() throws {
    let users = Self.isFull ? 20_000 : 1_500
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.milliseconds(5)) }
    let primary = try TestCluster()
    try Self.fill(primary, users, sink)
    let standby = try TestCluster(standbyOf: primary)
    try primary.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try primary.run("SELECT pg_reload_conf()")
    let url =
      "postgresql://postgres@/postgres?host=\(primary.folder),\(standby.folder)&target_session_attrs=read-write"
    var workers = try (0..<4).map { _ in try Self.start(url) }
    while sink.requestCount < users / 3 { Thread.sleep(forTimeInterval: 0.01) }
    primary.crash()
    try standby.promote()
    let known = [try Self.known(standby, sink)]
    try Self.finish(&workers, url, standby)
    try Self.check(standby, sink, users, known: known)
  }

  @Test(
    "Through PgBouncer in transaction mode, planners, workers and commands work",
    .enabled(if: FileManager.default.isExecutableFile(atPath: poolerPath)))
  func pooler() throws {
    let sink = try SinkServer()
    let cluster = try TestCluster()
    try Self.fill(cluster, 500, sink)
    let configuration = cluster.folder + "/pgbouncer.ini"
    try Data(
      """
      [databases]
      * = host=\(cluster.folder) user=postgres
      [pgbouncer]
      listen_addr =
      listen_port = 6432
      unix_socket_dir = \(cluster.folder)
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3
      """.utf8
    ).write(to: URL(fileURLWithPath: configuration))
    let pooler = try TestCluster.start(poolerPath, [configuration])
    defer {
      // The program is started with SIGTERM blocked.
      kill(pooler.processIdentifier, SIGKILL)
      pooler.waitUntilExit()
    }
    let end = Date().addingTimeInterval(10)
    while !FileManager.default.fileExists(atPath: cluster.folder + "/.s.PGSQL.6432"), Date() < end {
      Thread.sleep(forTimeInterval: 0.02)
    }
    // This version forgets what was prepared; commands and servers say so before they begin.
    let version = try TestCluster.output(poolerPath, ["--version"])
    if version.contains("PgBouncer 1.18") {
      for arguments in [["admin", "stats"], ["serve", "--port", "0"]] {
        let run = try Program.run(arguments, environment: ["FOLKCAL_DATABASE": cluster.url() + "&port=6432"])
        #expect(run.status == 1 && run.errors.contains("prepared_statements=false"), "\(arguments) \(run.errors)")
      }
    }
    let url = cluster.url() + "&port=6432&prepared_statements=false"
    let workers = try (0..<3).map { _ in try Self.start(url, "--once") }
    for _ in 0..<3 {
      let plan = try Program.run(
        "remind", "plan", "--days", "20", "--now", Self.now, environment: ["FOLKCAL_DATABASE": url])
      #expect(plan.status == 0, "\(plan.errors)")
    }
    for worker in workers {
      worker.waitUntilExit()
      #expect(worker.terminationStatus == 0)
    }
    try Self.check(cluster, sink, 500, known: [])
    let check = try Program.run("admin", "check", environment: ["FOLKCAL_DATABASE": url])
    #expect(check.errors.contains("faults"), "\(check.errors)")
  }

  @Test("A worker waits for a server that starts later and says so; what cannot be reached is said within five seconds")
  func later() throws {
    let sink = try SinkServer()
    let cluster = try TestCluster()
    try Self.fill(cluster, 5, sink)
    cluster.crash()
    let start = Date()
    let check = try Program.run("admin", "check", environment: ["FOLKCAL_DATABASE": cluster.url()])
    #expect(check.status == 1 && check.errors.contains("cannot be reached"))
    #expect(Date().timeIntervalSince(start) < 7)
    var workers = [try Self.start(cluster.url())]
    Thread.sleep(forTimeInterval: 1.5)
    #expect(workers[0].isRunning)
    try cluster.start()
    try Self.finish(&workers, cluster.url(), cluster)
    try Self.check(cluster, sink, 5, known: [])
  }
}
