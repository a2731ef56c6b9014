import Foundation
import Processes
import Synchronization

/// A new database for one test, removed after it: a SQLite file, or a database on the server that `Tools/with-postgresql` started.
public final class TestDatabase: Sendable {
  /// The folder of the server's socket; nil for SQLite.
  public static let server = ProcessInfo.processInfo.environment["FOLKCAL_TEST_SERVER"].flatMap {
    $0.isEmpty ? nil : $0
  }
  /// True if databases are files. Tests of files and of SQLite's query plans run only then.
  public static var isFile: Bool { server == nil }

  /// A folder for the test.
  public let folder: String
  public let url: String
  /// The name on the server.
  public let name: String

  /// - Parameters:
  ///   - template: the name of a database that each test on a server begins with a copy of; nil for an empty database.
  ///   - fill: makes the tables of the template in the database of a URL.
  public init(_ template: String? = nil, _ fill: (_ url: String) throws -> Void = { _ in }) throws {
    name = "test_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("folkcal-" + name).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard let server = Self.server else {
      url = "sqlite:\(folder)/folkcal.db"
      return
    }
    url = Self.url(name, server)
    guard let template = template.map({ "\($0)_\(ProcessInfo.processInfo.processIdentifier)" }) else {
      try Self.run("CREATE DATABASE \(name)")
      return
    }
    try Self.templates.withLock { templates in
      guard !templates.contains(template) else { return }
      try Self.run("CREATE DATABASE \(template)")
      try fill(Self.url(template, server))
      templates.insert(template)
    }
    try Self.run("CREATE DATABASE \(name) TEMPLATE \(template)")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
    if !Self.isFile { _ = try? Self.run("DROP DATABASE \(name) WITH (FORCE)") }
  }

  private static func url(_ name: String, _ server: String) -> String {
    "postgresql://postgres@/\(name)?host=\(server)"
  }

  /// The templates that were made.
  private static let templates = Mutex<Set<String>>([])

  /// The path of the file.
  public var path: String { folder + "/folkcal.db" }

  public struct Failure: Error {
    let statement: String

    public init(statement: String) {
      self.statement = statement
    }
  }

  /// Runs a statement on the server by psql.
  ///
  /// - Parameter database: its name.
  /// - Returns: the output: rows in lines, columns separated by |.
  @discardableResult
  public static func run(_ statement: String, in database: String = "postgres") throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["psql", "-X", "-qAt", "-h", server ?? "", "-U", "postgres", "-c", statement, database]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.start()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(statement: statement) }
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
