import Foundation
import TestSupport
import Testing

/// A database that does not exist yet or is empty, and the services that run on it. Services that still run end with it.
final class ServiceDesk {
  /// A running `folkcal serve`.
  struct Service {
    let process: Process
    fileprivate let log: URL

    /// What it wrote on standard error so far.
    var errors: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Waits until a text is in the log.
    func said(_ text: String, seconds: Double = 60) -> Bool {
      ServiceDesk.wait(seconds) { errors.contains(text) || !process.isRunning } && errors.contains(text)
    }

    /// Ends it by SIGTERM.
    ///
    /// - Returns: the status; -1 if a signal ended it.
    func stop() -> Int32 {
      process.terminate()
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  private let place: TestDatabase
  private var services: [Service] = []

  init() throws { place = try TestDatabase() }

  deinit {
    for service in services where service.process.isRunning { kill(service.process.processIdentifier, SIGKILL) }
    for service in services { service.process.waitUntilExit() }
  }

  var folder: String { place.folder }
  var database: String { place.path }
  var environment: [String: String] {
    [
      "FOLKCAL_DATABASE": place.url, "FOLKCAL_DATA": PackageRoot.path("data"), "FOLKCAL_ACTOR": "mei",
      "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
    ]
  }

  @discardableResult
  func run(_ arguments: String...) throws -> Program.Run {
    let run = try Program.run(arguments, environment: environment)
    try #require(run.status == 0, "\(arguments): \(run.errors)")
    return run
  }

  /// Starts `folkcal serve` on a free port.
  func serve(_ arguments: String...) throws -> Service { try serve(arguments) }

  /// - Parameter more: variables besides those of every service.
  func serve(_ arguments: [String], more: [String: String] = [:]) throws -> Service {
    let log = URL(fileURLWithPath: folder + "/serve-\(services.count).log")
    try Data().write(to: log)
    let process = try Program.start(
      ["serve", "--port", "0"] + arguments, environment: environment.merging(more) { $1 },
      errors: FileHandle(forWritingTo: log))
    let service = Service(process: process, log: log)
    services.append(service)
    return service
  }

  /// Adds a user with a webhook who follows a day: reminders are due on 2025-04-17, 19 and 20 at 08:00 in Taipei.
  func addFollower(_ hook: String, now: String) throws {
    try run("init", "--empty")
    for command in [
      ["event", "add", "--key", "fair", "--title", "廟會", "--rule", "solar 4/20"],
      ["user", "add", "--email", "mei@example.org"],
      [
        "user", "settings", "u1", "--newmoon-enabled", "false", "--fullmoon-enabled", "false", "--channel", "webhook",
        "--channel-target", hook,
      ],
      ["user", "subscribe", "u1", "--event", "fair"],
    ] {
      let run = try Program.run(["admin"] + command + ["--now", now], environment: environment)
      try #require(run.status == 0, "\(run.errors)")
    }
  }

  /// The statuses of the log, in the order of the due times.
  func statuses(now: String) throws -> [String] {
    try run("remind", "list", "--json", "--now", now).list()
      .sorted { ($0["scheduled_at"] as? String ?? "") < ($1["scheduled_at"] as? String ?? "") }
      .compactMap { $0["status"] as? String }
  }

  /// Waits until a condition holds.
  @discardableResult
  static func wait(_ seconds: Double = 60, until condition: () throws -> Bool) rethrows -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if try condition() { return true }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return try condition()
  }
}
