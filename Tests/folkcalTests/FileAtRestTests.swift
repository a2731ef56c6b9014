import Foundation
import TestSupport
import Testing

/// What stands on the disk while programs run, and after they have ended.
@Suite("the file at rest", .timed)
struct FileAtRestTests {
  /// A folder for one test, in which nothing keeps other accounts out but what the program does.
  private final class Desk {
    let folder: String
    var path: String { folder + "/made/here/folkcal.db" }
    var environment: [String: String] {
      ["FOLKCAL_DATABASE": "sqlite:" + path, "FOLKCAL_DATA": PackageRoot.path("data"), "LANG": "C.UTF-8"]
    }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("rest-" + UUID().uuidString).path
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs a command under a umask that takes no rights away.
    @discardableResult
    func run(_ arguments: String..., input: String = "", database: String? = nil) throws -> Program.Run {
      var environment = environment
      if let database { environment["FOLKCAL_DATABASE"] = "sqlite:" + database }
      return try Program.run(
        arguments, input: input, environment: environment, prefix: ["/bin/sh", "-c", "umask 000; exec \"$@\"", "sh"])
    }

    /// What other accounts may do with anything below the folder, as `path rights`; empty where nobody may do anything.
    func openToOthers() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder + "/" + name)
        guard let rights = attributes?[.posixPermissions] as? Int, rights & 0o077 != 0 else { return nil }
        return "\(name) \(String(rights, radix: 8))"
      }
    }

    /// A copy of the database's file alone, in a place of its own.
    func copyOfFile() throws -> String {
      let copy = folder + "/copy-\(UUID().uuidString).db"
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      return copy
    }

    var filesBeside: [String] {
      get throws {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/made/here").filter { $0 != "folkcal.db" }
      }
    }

    /// Starts a program that goes on until it is stopped, and waits until it has the database open.
    func start(_ arguments: String...) throws -> Process {
      let process = try Program.start(arguments, environment: environment)
      let end = Date().addingTimeInterval(20)
      while !FileManager.default.fileExists(atPath: path + "-shm"), Date() < end { Thread.sleep(forTimeInterval: 0.02) }
      return process
    }
  }

  @Test("nothing of a database is readable by others, from its first byte, under any umask")
  func rights() throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    let server = try desk.start("serve", "--port", "0", "--no-plan", "--no-deliver", "--no-backup")
    defer { server.terminate() }
    try #require(desk.run("admin", "user", "add", "--email", "mei@example.org").status == 0)
    // While the server has it open, the last change stands in the WAL.
    let beside = try Set(desk.filesBeside)
    #expect(beside == ["folkcal.db-wal", "folkcal.db-shm"])
    #expect(try desk.openToOthers() == [])
    try #require(desk.run("admin", "backup", desk.folder + "/monday.db").status == 0)
    try #require(desk.run("remind", "deliver", "--channel", "jsonl", "--to", desk.folder + "/out.jsonl").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder).count == 3)
    #expect(try desk.openToOthers() == [])
    try #require(desk.run("admin", "restore", desk.folder + "/monday.db", "--yes").status == 0)
    #expect(try desk.openToOthers() == [])
  }

  @Test("a database that others could read is theirs no more once a program has opened it")
  func olderRights() throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: desk.path)
    try #require(desk.run("admin", "user", "add", "--email", "mei@example.org").status == 0)
    let rights = try FileManager.default.attributesOfItem(atPath: desk.path)[.posixPermissions] as? Int
    #expect(rights == 0o640)
  }

  @Test("the last program to end leaves one whole file")
  func whole() throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    try #require(desk.run("admin", "user", "add", "--email", "mei@example.org").status == 0)
    #expect(try desk.filesBeside == [])
    #expect(try desk.run("admin", "user", "show", "mei@example.org", database: desk.copyOfFile()).status == 0)
  }

  @Test(
    "who is stopped by SIGTERM leaves one whole file too",
    arguments: [
      ["serve", "--port", "0", "--no-plan", "--no-deliver", "--no-backup"], ["remind", "deliver", "--follow"],
    ])
  func stopped(arguments: [String]) throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    let process = try Program.start(arguments, environment: desk.environment)
    let end = Date().addingTimeInterval(20)
    while try desk.filesBeside.count < 2, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    try #require(desk.run("admin", "user", "add", "--email", "mei@example.org").status == 0)
    #expect(try !desk.filesBeside.isEmpty)
    process.terminate()
    process.waitUntilExit()
    #expect(try desk.filesBeside == [])
    #expect(try desk.run("admin", "user", "show", "mei@example.org", database: desk.copyOfFile()).status == 0)
  }

  @Test("a command that is stopped at its work changes nothing and leaves one whole file")
  func interrupted() throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    try #require(desk.run("admin", "deity", "add", "--key", "banyan", "--name", "榕樹公").status == 0)
    // It has the database open and waits for the editor.
    let process = try Program.start(
      ["admin", "deity", "edit", "banyan", "--editor"],
      environment: desk.environment.merging(["EDITOR": "sleep 20 #"]) { $1 })
    let end = Date().addingTimeInterval(20)
    while try desk.filesBeside.isEmpty, process.isRunning, Date() < end { Thread.sleep(forTimeInterval: 0.02) }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(try desk.filesBeside == [])
    #expect(try desk.run("admin", "check").status == 0)
  }

  @Test("a database is made in the folder of HOME, or of XDG_DATA_HOME")
  func home() throws {
    let desk = try Desk()
    let homes = [
      (["HOME": desk.folder + "/h"], "/h/.local/share/folkcal/folkcal.db"),
      (["HOME": desk.folder + "/h", "XDG_DATA_HOME": desk.folder + "/x"], "/x/folkcal/folkcal.db"),
      // The XDG Base Directory Specification: a path that is not absolute does not count.
      (["HOME": desk.folder + "/g", "XDG_DATA_HOME": "here"], "/g/.local/share/folkcal/folkcal.db"),
      (["HOME": desk.folder + "/g", "FOLKCAL_DATABASE": "sqlite:~/own.db", "XDG_DATA_HOME": ""], "/g/own.db"),
    ]
    for (environment, place) in homes {
      let run = try Program.run("init", "--empty", environment: ["XDG_DATA_HOME": ""].merging(environment) { $1 })
      #expect(run.status == 0 && run.output.hasPrefix(desk.folder + place), "\(run.output)\(run.errors)")
      #expect(FileManager.default.fileExists(atPath: desk.folder + place))
    }
    #expect(try desk.openToOthers() == [])
  }

  @Test("a damaged database is kept with the changes that a killed program left beside it")
  func damaged() throws {
    let desk = try Desk()
    try #require(desk.run("init", "--empty").status == 0)
    try #require(desk.run("admin", "backup", desk.folder + "/monday.db").status == 0)
    try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: desk.path + "-wal"))
    let handle = try #require(FileHandle(forUpdatingAtPath: desk.path))
    try handle.seek(toOffset: 100)
    try handle.write(contentsOf: Data(repeating: 0xAA, count: 8_000))
    try handle.close()
    let shown = try desk.run("admin", "user", "list")
    #expect(shown.status == 1 && shown.errors.contains("is damaged") && shown.errors.contains("folkcal.db-wal"))
  }
}
