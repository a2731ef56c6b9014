import Folklore
import Foundation
import TestSupport
import Testing

/// What an import leaves when it is killed, and what two programs at once leave.
@Suite("the database under hard treatment", .timed, .serialized)
struct CrashTests {
  /// So many temples as CSV; a version tells the names of one import from those of another.
  private func temples(_ count: Int, version: Int) -> String {
    var text = "key,name,address,county,lat,lng,main_deity\n"
    for number in 0..<count {
      text += "t\(number),測試宮\(version),臺南市中西區民權路\(number)號,臺南市,\(22 + Double(number % 300) / 100),120.2,天上聖母\n"
    }
    return text
  }

  /// `make chaos` kills 200 imports of 12,000 temples.
  private static let (kills, count) =
    ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full" ? (200, 12_000) : (15, 2_000)

  @Test("killed at random moments of an import, the database is as before or as after")
  func killed() async throws {
    let desk = try OperatorDesk()
    #expect(try desk.run("admin", "temple", "import", desk.file("0.csv", temples(Self.count, version: 0))).status == 0)
    let files = try (0...1).map { try desk.file("\($0).csv", temples(Self.count, version: $0)) }
    var generator = SeededGenerator(seed: 20_261_121)
    var (version, killed, runs) = (0, 0, 0)
    // How long an import takes just now, so that the moments cover all of it: every tenth is left to run to its end.
    var duration = 0.0
    while killed < Self.kills {
      let next = 1 - version
      let process = try Program.start(
        ["admin", "temple", "import", files[next]], environment: ["FOLKCAL_DATABASE": "sqlite:" + desk.database])
      let start = Date()
      if !runs.isMultiple(of: 10) {
        try await Task.sleep(for: .seconds(.random(in: 0...duration, using: &generator)))
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      }
      process.waitUntilExit()
      runs += 1
      let isKilled = process.terminationReason == .uncaughtSignal
      if isKilled { killed += 1 } else { duration = Date().timeIntervalSince(start) }

      let rows = try desk.sql("SELECT name || ' ' || COUNT(*) FROM temples GROUP BY name")
      let found = [0, 1].first { rows == "測試宮\($0) \(Self.count)" }
      let after = try #require(found, "neither before nor after: \(rows)")
      if !isKilled { #expect(after == next) }
      version = after
    }
    #expect(try desk.run("admin", "check").status == 0)
  }

  @Test("two programs at once lose nothing")
  func together() throws {
    let desk = try OperatorDesk()
    let processes = try (0..<2).flatMap { writer in
      try (0..<8).map { number in
        try Program.start(
          ["admin", "deity", "add", "--key", "d\(writer)-\(number)", "--name", "測試"],
          environment: ["FOLKCAL_DATABASE": "sqlite:" + desk.database])
      }
    }
    for process in processes {
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    #expect(try desk.sql("SELECT COUNT(*) FROM deities") == "16")
    #expect(try desk.sql("SELECT COUNT(*) FROM audit_log") == "16")
  }

  @Test("a file that may not be written: writing says so")
  func readOnly() throws {
    let desk = try OperatorDesk(loaded: true)
    // As another user: root may write everything.
    let isRoot = getuid() == 0
    func run(_ arguments: String...) throws -> Program.Run {
      try Program.run(
        arguments, environment: ["FOLKCAL_DATABASE": "sqlite:" + desk.database],
        prefix: isRoot ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [])
    }
    for name in ["folkcal.db", "folkcal.db-wal", "folkcal.db-shm"] {
      let path = desk.folder.appendingPathComponent(name).path
      if FileManager.default.fileExists(atPath: path) { chmod(path, 0o444) }
    }
    chmod(desk.folder.path, 0o555)
    defer { chmod(desk.folder.path, 0o755) }
    let written = try run("admin", "deity", "add", "--key", "x", "--name", "甲")
    #expect(written.status == 1 && written.output.isEmpty)
    #expect(written.errors.contains("may not be written"), "\(written.errors)")
  }

  @Test("a worker whose database is cut short says so, and nothing has gone out")
  func cutShort() throws {
    let desk = try OperatorDesk(loaded: true)
    for command in [
      ["admin", "user", "add", "--email", "mei@example.org"], ["remind", "plan", "--now", "2026-11-21T00:00:00Z"],
    ] {
      #expect(
        try Program.run(command, environment: ["FOLKCAL_DATABASE": "sqlite:" + desk.database]).status == 0,
        "\(command)")
    }
    let due = try #require(
      Int(desk.sql("SELECT MIN(scheduled_at) FROM notification_logs")), "nothing is planned")
    _ = try desk.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let target = desk.folder.appendingPathComponent("sent.jsonl").path
    // It opens the database, then the target, and waits for what is due: the file is cut short meanwhile.
    let database = desk.database
    Thread {
      for _ in 0..<3_000 where !FileManager.default.fileExists(atPath: target) { Thread.sleep(forTimeInterval: 0.02) }
      truncate(database, 4_096)
    }.start()
    let run = try Program.run(
      [
        "remind", "deliver", "--follow", "--channel", "jsonl", "--to", target, "--now",
        CivilTime.iso(unixTime: due - 4),
      ], environment: ["FOLKCAL_DATABASE": "sqlite:" + database], prefix: ["/usr/bin/timeout", "60"])
    #expect(run.status == 1)
    #expect(run.errors.contains("the database \(database) is damaged"), "\(run.errors)")
    #expect(try String(contentsOfFile: target, encoding: .utf8).isEmpty)
  }
}
