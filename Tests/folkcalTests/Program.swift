import Foundation
import Processes
import TestSupport
import Testing

/// The built program, run as a person or a script runs it.
struct Program {
  /// What one run printed and how it ended.
  struct Run {
    let output: String
    let errors: String
    let status: Int32

    /// Standard output as JSON.
    func json() throws -> Any {
      try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
    }

    func object() throws -> [String: Any] { try #require(try json() as? [String: Any]) }
    func list() throws -> [[String: Any]] { try #require(try json() as? [[String: Any]]) }
  }

  /// Runs `folkcal` with arguments, given a text on standard input and an environment of its own.
  static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Run {
    try run(arguments, input: input, environment: environment)
  }

  /// - Parameter prefix: a program that runs ours, with its arguments.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], prefix: [String] = []
  ) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
    try Data(input.utf8).write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }

    let process = process(arguments, environment: environment, prefix: prefix)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.start()
    process.waitUntilExit()
    return Run(
      output: try String(contentsOf: files[1], encoding: .utf8),
      errors: try String(contentsOf: files[2], encoding: .utf8),
      status: process.terminationStatus)
  }

  /// Starts the program and does not wait; what it prints is lost, but for standard error if a file for it is given.
  static func start(
    _ arguments: [String], environment: [String: String], errors: FileHandle = .nullDevice
  ) throws -> Process {
    let process = process(arguments, environment: environment)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.start()
    return process
  }

  private static func process(_ arguments: [String], environment: [String: String], prefix: [String] = []) -> Process {
    let process = Process()
    let command = prefix + [executable.path] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    // No database of whoever runs the tests.
    process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_DATA_HOME": "/nonexistent"].merging(
      environment
    ) { $1 }
    return process
  }

  /// The program under test: the one built beside the tests, or `FOLKCAL_PROGRAM`, such as the release build.
  static var executable: URL {
    ProcessInfo.processInfo.environment["FOLKCAL_PROGRAM"].map { URL(fileURLWithPath: $0) }
      ?? productsFolder.appendingPathComponent("folkcal")
  }

  /// Where SwiftPM put the program: beside the test bundle's executable.
  private static var productsFolder: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Gives a data folder with some events and hardly anything else in it to a body, and takes it away again.
  static func withDataFolder(events: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "sources.yaml": "sources: [{key: A, title: a}]\n", "deities.yaml": "deities: []\n", "groups.yaml": "groups: []\n",
      "events.yaml": events,
    ]
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    // What messages say is whole.
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("templates"),
      withDestinationURL: URL(fileURLWithPath: PackageRoot.path("data/templates")))
    try body(folder.path)
  }
}
