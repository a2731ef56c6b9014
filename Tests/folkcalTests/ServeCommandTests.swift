import Foundation
import Sinks
import TestSupport
import Testing

@Suite("folkcal serve as a whole service", .timed, .serialized, .timeLimit(.minutes(10)))
struct ServeCommandTests {
  /// Two seconds before the first reminder of `ServiceDesk.addFollower`.
  private static let now = "2025-04-17T07:59:58+08:00"

  // MARK: The first start

  @Test("Without a database it makes one with the shipped data; a second server joins; SIGTERM ends both with status 0")
  func fromNothing() throws {
    let desk = try ServiceDesk()
    let first = try desk.serve()
    #expect(first.said("listening on http://localhost:"), "\(first.errors)")
    #expect(first.errors.contains("folkcal: made the database "))
    #expect(first.errors.contains(" folk days and "))
    let second = try desk.serve()
    #expect(second.said("listening on http://localhost:"), "\(second.errors)")
    #expect(!second.errors.contains("made the database"))
    #expect(second.said("\"message\":\"planned\""))
    #expect(try desk.run("admin", "event", "list", "--json").list().count > 10)
    #expect(first.stop() == 0)
    #expect(second.stop() == 0)
    #expect(!first.errors.contains("\"level\":\"error\""), "\(first.errors)")
    let third = try desk.serve()
    #expect(third.said("listening on"))
    #expect(!third.errors.contains("made the database"))
    #expect(third.stop() == 0)
  }

  @Test("Without the data folder it makes no database", .enabled(if: TestDatabase.isFile))
  func noData() throws {
    let desk = try ServiceDesk()
    let service = try desk.serve("--data", desk.folder + "/nowhere")
    service.process.waitUntilExit()
    #expect(service.process.terminationStatus == 3)
    #expect(service.errors.contains("nowhere"), "\(service.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder) == ["serve-0.log"])
  }

  @Test("Wrong data leave no half database", .enabled(if: TestDatabase.isFile))
  func brokenData() throws {
    let events = """
      events:
        - {key: a, id: 1, type: festival, observance: custom, names: {zh-Hant: 甲}, rule: lunar 13/1, sources: [A]}

      """
    try Program.withDataFolder(events: events) { data in
      let desk = try ServiceDesk()
      let service = try desk.serve("--data", data)
      service.process.waitUntilExit()
      #expect(service.process.terminationStatus == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder) == ["serve-0.log"])
    }
  }

  @Test("The changes of a removed database do not come into a new one", .enabled(if: TestDatabase.isFile))
  func leftOver() throws {
    let desk = try ServiceDesk()
    try Data("old".utf8).write(to: URL(fileURLWithPath: desk.database + "-wal"))
    let service = try desk.serve()
    service.process.waitUntilExit()
    #expect(service.process.terminationStatus == 1 && service.errors.contains("-wal"))
    #expect(!FileManager.default.fileExists(atPath: desk.database))
  }

  @Test("A server whose port is taken ends without planning; one whose database is removed ends")
  func ends() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let first = try desk.serve("--no-backup")
    try #require(first.said("listening on"))
    let port = try #require(try /localhost:(\d+)/.firstMatch(in: first.errors)).1
    let second = try desk.serve("--port", String(port))
    #expect(ServiceDesk.wait(20) { !second.process.isRunning })
    #expect(second.errors.contains("cannot listen on") && !second.errors.contains("planned"), "\(second.errors)")
    guard TestDatabase.isFile else { return }
    #expect(first.said("cleaned up"))
    try FileManager.default.moveItem(atPath: desk.database, toPath: desk.database + ".old")
    #expect(ServiceDesk.wait(20) { !first.process.isRunning })
    #expect(first.errors.contains("was removed or replaced"), "\(first.errors)")
  }

  // MARK: Planning and sending

  @Test("It plans, and sends a reminder by webhook when it is due")
  func sends() throws {
    let sink = try SinkServer()
    let desk = try ServiceDesk()
    try desk.addFollower(sink.url + "/hook", now: Self.now)
    let service = try desk.serve("--now", Self.now, "--no-backup")
    ServiceDesk.wait { sink.requestCount == 1 }
    #expect(sink.requestCount == 1, "\(service.errors)")
    #expect(service.stop() == 0)
    #expect(try desk.statuses(now: Self.now) == ["sent", "queued", "queued"])
    #expect(service.errors.contains("\"message\":\"reminders\",\"sent\":\"1\""), "\(service.errors)")
    #expect(!service.errors.contains("mei@") && !service.errors.contains("/hook"))
  }

  @Test("With --no-plan nothing is planned")
  func noPlan() throws {
    let sink = try SinkServer()
    let desk = try ServiceDesk()
    try desk.addFollower(sink.url, now: Self.now)
    let service = try desk.serve("--now", Self.now, "--no-plan", "--no-backup")
    #expect(service.said("listening on"))
    Thread.sleep(forTimeInterval: 1)
    #expect(service.stop() == 0)
    #expect(try desk.statuses(now: Self.now) == [])
    #expect(!service.errors.contains("planned") && !service.errors.contains("cleaned up"))
  }

  @Test("With --no-deliver nothing is sent")
  func noDeliver() throws {
    let sink = try SinkServer()
    let desk = try ServiceDesk()
    try desk.addFollower(sink.url, now: Self.now)
    try desk.run("remind", "plan", "--now", Self.now)
    let service = try desk.serve("--now", "2025-04-17T08:00:00+08:00", "--no-deliver", "--no-backup")
    #expect(service.said("cleaned up"))
    Thread.sleep(forTimeInterval: 1)
    #expect(service.stop() == 0)
    #expect(sink.requestCount == 0)
    #expect(try desk.statuses(now: Self.now) == ["queued", "queued", "queued"])
  }

  @Test("SIGTERM ends it within ten seconds while a receiver does not answer; the lease is given back")
  func stopped() throws {
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.seconds(25)) }
    let desk = try ServiceDesk()
    try desk.addFollower(sink.url, now: Self.now)
    let service = try desk.serve("--now", Self.now, "--no-backup")
    ServiceDesk.wait { sink.requestCount == 1 }
    try #require(sink.requestCount == 1)
    let start = ContinuousClock.now
    #expect(service.stop() == 0, "\(service.errors)")
    #expect(ContinuousClock.now - start < .seconds(10))
    let statistics = try desk.run("remind", "stats", "--json", "--now", Self.now).object()
    #expect(statistics["leased"] as? Int == 0)
  }

  // MARK: Backups

  @Test("A SQLite database is copied once a day, and only superfluous copies go", .enabled(if: TestDatabase.isFile))
  func backups() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let folder = desk.folder + "/backups"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let others = ["folkcal-2020-01-01.db.mine", "notes.txt", "folkcal-2020-01-01T000000Z.db"]
    let old = (1...30).map { "folkcal-2026-10-\($0 < 10 ? "0" : "")\($0).db" }
    for name in others + old { try Data("kept".utf8).write(to: URL(fileURLWithPath: folder + "/" + name)) }
    for _ in 1...2 {
      let service = try desk.serve("--now", "2026-11-23T08:00:00+08:00", "--no-deliver")
      #expect(service.said("cleaned up"))
      #expect(service.stop() == 0)
      #expect(!service.errors.contains("failed"), "\(service.errors)")
    }
    let kept = ["10-11", "10-18", "10-25", "10-26", "10-27", "10-28", "10-29", "10-30", "11-23"]
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == (others + kept.map { "folkcal-2026-\($0).db" }).sorted())
    #expect(try desk.run("admin", "check", "--database", folder + "/folkcal-2026-11-23.db").status == 0)
  }

  @Test("A backup that fails is logged, leaves no file and does not end the server", .enabled(if: TestDatabase.isFile))
  func failedBackup() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let service = try desk.serve("--backups", desk.folder + "/nowhere", "--no-deliver")
    #expect(service.said("the backup failed"))
    #expect(service.said("cleaned up"))
    #expect(service.process.isRunning)
    #expect(service.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: desk.folder + "/nowhere"))
    #expect(!FileManager.default.fileExists(atPath: desk.folder + "/backups"))
  }

  @Test("With --no-backup there is no copy; a copy is for its owner only", .enabled(if: TestDatabase.isFile))
  func noBackup() throws {
    let desk = try ServiceDesk()
    try desk.run("init", "--empty")
    let without = try desk.serve("--no-backup", "--no-deliver")
    #expect(without.said("cleaned up"))
    #expect(without.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: desk.folder + "/backups"))
    let with = try desk.serve("--no-plan", "--no-deliver")
    #expect(with.said("backup written"))
    #expect(with.stop() == 0)
    for path in try FileManager.default.subpathsOfDirectory(atPath: desk.folder + "/backups").map({ "/backups/" + $0 })
      + ["/backups"]
    {
      let rights = try FileManager.default.attributesOfItem(atPath: desk.folder + path)[.posixPermissions] as? Int
      #expect(rights.map { $0 & 0o077 } == 0)
    }
  }

  @Test("A server's database is not copied; a note names pg_dump", .enabled(if: !TestDatabase.isFile))
  func serverBackup() throws {
    let desk = try ServiceDesk()
    let service = try desk.serve()
    #expect(service.said("pg_dump"))
    #expect(service.said("cleaned up"))
    #expect(service.stop() == 0)
  }
}
