import Foundation
import Sinks
import Synchronization
import TestSupport
import Testing

/// What a stop leaves while messages are under way: SIGTERM to workers and servers, again and again. `make chaos` does it at length with the
/// release build, because the optimizer once freed messages twice that only a stop gives back.
@Suite("SIGTERM while sending", .timed, .serialized, .timeLimit(.minutes(60)))
struct DeliveryChaosStopTests {
  private static let isFull = ProcessInfo.processInfo.environment["FOLKCAL_CHAOS"] == "full"
  private static let day = "2026-11-21T"

  enum Sender: String, CaseIterable {
    case worker, workerToOneTarget, server

    /// - Parameters:
    ///   - target: the address of all messages, where there is one.
    ///   - time: the hour and minute of the day on which the reminders are due at 08:00.
    func arguments(_ target: String, at time: String) -> [String] {
      let now = ["--now", DeliveryChaosStopTests.day + "\(time):00+08:00"]
      let follow = ["remind", "deliver", "--follow", "--concurrency", "16"]
      return switch self {
      case .worker: follow + now
      case .workerToOneTarget: follow + now + ["--channel", "webhook", "--to", target]
      case .server: ["serve", "--port", "0", "--no-plan", "--no-backup"] + now
      }
    }
  }

  @Test(
    "it ends in good order within ten seconds; nothing is sent twice but what a receiver left unanswered",
    arguments: Sender.allCases)
  func stops(_ sender: Sender) throws {
    let (stops, users) = Self.isFull ? (34, 34_000) : (2, 2_000)
    let silentUsers = sender == .workerToOneTarget ? 0 : Self.isFull ? 4 : 1
    let sink = try SinkServer { _ in SinkAnswer.status(200).after(.milliseconds(2)) }
    // The first attempt for each user gets no answer.
    let seen = Seen()
    let silent = try SinkServer(machine: 2) { request in
      seen.isNew(request.header("webhook-id")) ? SinkAnswer.status(200).after(.seconds(60)) : .status(200)
    }
    let desk = try OperatorDesk()
    var rows = ReminderRows()
    rows.users = users
    rows.target = sink.url + "/hook"
    if !TestDatabase.isFile { _ = try desk.sql("SELECT folkcal_make_month('2026-11')") }
    _ = try desk.sql(rows.sql)
    (rows.firstUser, rows.users, rows.target) = (users + 1, silentUsers, silent.url + "/hook")
    if silentUsers > 0 { _ = try desk.sql(rows.sql) }

    func start(_ arguments: [String]) throws -> Process {
      try Program.start(
        arguments,
        environment: [
          "FOLKCAL_DATABASE": desk.url, "FOLKCAL_ALLOW_PRIVATE_ADDRESSES": "1",
          "FOLKCAL_DATA": PackageRoot.path("data"),
        ])
    }
    var generator = SeededGenerator(seed: 20_261_125)
    for round in 1...stops {
      // Some are stopped with the first messages under way, some in the middle of the work.
      let enough = sink.requestCount + Int.random(in: 1...(users / stops), using: &generator)
      let process = try start(sender.arguments(sink.url + "/hook", at: "08:00"))
      #expect(ServiceDesk.wait { sink.requestCount >= enough }, "round \(round): nothing is sent")
      let start = ContinuousClock.now
      process.terminate()
      process.waitUntilExit()
      #expect(
        process.terminationReason == .exit && process.terminationStatus == 0,
        "round \(round): ended by \(process.terminationReason == .exit ? "status" : "signal") \(process.terminationStatus)"
      )
      #expect(ContinuousClock.now - start < .seconds(11), "round \(round)")
      #expect(try desk.sql("SELECT COUNT(*) FROM notification_logs WHERE lease_owner IS NOT NULL") == "0")
    }
    // What waits after an error waits for some minutes.
    for time in ["08:10", "08:30", "09:00"] {
      let last = try start(["remind", "deliver", "--once", "--now", Self.day + "\(time):00+08:00"])
      last.waitUntilExit()
      #expect(last.terminationStatus == 0)
    }
    #expect(try desk.sql("SELECT DISTINCT status FROM notification_logs") == "sent")
    let answered = sink.requests.compactMap { $0.header("webhook-id") }
    #expect(answered.count == users && Set(answered).count == users, "\(answered.count - Set(answered).count) twice")
    #expect(Set(silent.requests.map { $0.header("webhook-id") }).count == silentUsers)
    print(
      "stops of \(sender): \(stops), \(answered.count) reminders sent once, \(silent.requestCount) to silent receivers")
  }
}

/// The messages that were seen.
private final class Seen: Sendable {
  private let keys = Mutex<Set<String>>([])

  func isNew(_ key: String?) -> Bool { keys.withLock { $0.insert(key ?? "").inserted } }
}
