public import Foundation
import Processes
import Synchronization

/// A PostgreSQL server of one test, which the test may kill. It lives in a folder under /tmp and listens on a socket there.
///
/// The server refuses to run as root; then it runs as the account postgres of Debian's package.
public final class TestCluster: Sendable {
  /// The folder of the socket, short enough for its path.
  public let folder: String
  private let settings: [String]
  private let server = Mutex<Process?>(nil)

  /// - Parameters:
  ///   - settings: lines of postgresql.conf.
  ///   - primary: makes a standby of another server, which replicates it.
  public init(settings: [String] = [], standbyOf primary: TestCluster? = nil) throws {
    folder = "/tmp/folkcal-pg-" + UUID().uuidString.prefix(8).lowercased()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if getuid() == 0 { try Self.run("/bin/chown", ["postgres:postgres", folder]) }
    self.settings = settings
    if let primary {
      try command(
        "pg_basebackup",
        ["-h", primary.folder, "-U", "postgres", "-D", folder + "/data", "-R", "-X", "stream", "-c", "fast"])
    } else {
      try command(
        "initdb", ["-D", folder + "/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"])
    }
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  public func url(_ database: String = "postgres") -> String { "postgresql://postgres@/\(database)?host=\(folder)" }

  /// Starts the server and waits until it answers. It is a child of ours: pg_ctl would leave a daemon, which keeps the test from seeing the end of
  /// pg_ctl.
  ///
  /// - Parameters:
  ///   - settings: further lines of postgresql.conf.
  ///   - port: the number in the socket's name, if not 5432.
  public func start(_ settings: [String] = [], port: Int = 5_432) throws {
    let options = [
      "-D", folder + "/data", "-c", "listen_addresses=", "-c", "unix_socket_directories=" + folder, "-c",
      "max_connections=100",
    ]
    let process = try Self.start(Self.program("postgres"), options + (self.settings + settings).flatMap { ["-c", $0] })
    server.withLock { $0 = process }
    let end = Date().addingTimeInterval(30)
    while (try? command("pg_isready", ["-q", "-h", folder, "-p", "\(port)"])) == nil, Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  /// Copies a file into the data folder, as a private one of the server.
  public func adopt(_ file: String, as name: String) throws {
    let place = folder + "/data/" + name
    try FileManager.default.copyItem(atPath: file, toPath: place)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place)
    if getuid() == 0 { try Self.run("/bin/chown", ["postgres:postgres", place]) }
  }

  /// Ends all processes of the server at once, as a crash does.
  public func crash() { stop() }

  /// An immediate shutdown.
  private func stop() {
    guard let process = server.withLock({ $0 }), process.isRunning else { return }
    kill(process.processIdentifier, SIGQUIT)
    process.waitUntilExit()
  }

  /// Makes a standby the primary.
  public func promote() throws { try command("pg_ctl", ["-D", folder + "/data", "-s", "-w", "promote"]) }

  /// Runs SQL by psql.
  ///
  /// - Returns: rows in lines, columns separated by |.
  @discardableResult
  public func run(_ sql: String, in database: String = "postgres") throws -> String {
    try command("psql", ["-X", "-qAt", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-c", sql, database])
  }

  /// Runs a file of SQL by psql.
  public func run(file: String, in database: String) throws {
    try command(
      "psql",
      ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder, "-U", "postgres", "-o", "/dev/null", "-f", file, database])
  }

  /// Runs pgbench.
  ///
  /// - Returns: its report.
  public func bench(_ arguments: [String], in database: String) throws -> String {
    try command("pgbench", ["-h", folder, "-U", "postgres"] + arguments + [database])
  }

  /// Runs a program of the server's package, as an account that it accepts.
  @discardableResult
  private func command(_ program: String, _ arguments: [String]) throws -> String {
    try Self.run(Self.program(program), arguments, asServer: true)
  }

  private static func program(_ name: String) throws -> String {
    let versions = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
    guard let newest = versions.compactMap({ Int($0) }).max() else { throw Failure(command: name, output: "not found") }
    return "/usr/lib/postgresql/\(newest)/bin/\(name)"
  }

  /// Starts a program as the server's account and leaves it running.
  public static func start(_ program: String, _ arguments: [String]) throws -> Process {
    let process = process(program, arguments, asServer: true)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    return process
  }

  /// What a program writes.
  public static func output(_ program: String, _ arguments: [String]) throws -> String { try run(program, arguments) }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String], asServer: Bool = false) throws -> String {
    let process = process(program, arguments, asServer: asServer)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    guard process.terminationStatus == 0 else { throw Failure(command: "\(program) \(arguments)", output: text) }
    return text
  }

  private static func process(_ program: String, _ arguments: [String], asServer: Bool) -> Process {
    let process = Process()
    let isRoot = asServer && getuid() == 0
    let prefix = isRoot ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
    let command = prefix + [program] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/tmp")
    return process
  }

  public struct Failure: Error {
    let command: String
    let output: String
  }
}
