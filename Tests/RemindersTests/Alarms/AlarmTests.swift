import JSON
import Records
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Alarms", .timed, .timeLimit(.minutes(20)))
struct AlarmTests {
  /// A condition, and how it begins and is over. Both are called before each check, because the time goes on.
  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    var prepare: @Sendable (AlarmDesk) throws -> Void = { _ in }
    let holds: @Sendable (AlarmDesk) throws -> Void
    let isOver: @Sendable (AlarmDesk) throws -> Void

    var testDescription: String { key }
  }

  static let cases = [
    Case(key: "worker-silent") {
      try $0.setMeta("worker_seen_at", $0.now - 1_000)
    } isOver: {
      try $0.queue.noteWorker(isAlive: true, troubles: [], available: [], now: $0.now)
    },
    Case(key: "reminders-late") { desk in
      try desk.desk.add { $0.users = 3 }
      desk.putForward(seconds: 1_000)
    } holds: {
      try $0.queue.noteWorker(isAlive: true, troubles: [], available: [], now: $0.now)
    } isOver: {
      try $0.desk.run("UPDATE notification_logs SET status = 'sent', sent_at = \($0.now)")
    },
    Case(key: "planner-silent") {
      try $0.setMeta("planned_until", $0.now + 86_400)
      try $0.setMeta("planned_at", $0.now - 27 * 3_600)
    } isOver: {
      try $0.setMeta("planned_at", $0.now)
    },
    Case(key: "deliveries-failing") { desk in
      try desk.desk.add { $0.users = 30 }
    } holds: {
      try $0.desk.run(
        """
        UPDATE notification_logs SET status = 'sent', sent_at = \($0.now), updated_at = \($0.now);
        UPDATE notification_logs SET status = 'failed', sent_at = NULL, error_message = 'x' WHERE user_id <= 7
        """)
    } isOver: {
      try $0.desk.run("UPDATE notification_logs SET status = 'sent', sent_at = \($0.now)")
    },
    Case(key: "channel-unavailable:mail") {
      try $0.queue.noteWorker(
        isAlive: false, troubles: [.init(name: "mail", since: $0.now - 1_800, lastAt: $0.now, reason: "535")],
        available: [], now: $0.now)
    } isOver: {
      try $0.queue.noteWorker(isAlive: false, troubles: [], available: ["mail"], now: $0.now)
    },
    Case(key: "backup-missing") {
      try $0.store.noteBackup(failure: "there is no folder /mnt/x", now: $0.now)
    } isOver: {
      try $0.store.noteBackup(failure: nil, now: $0.now)
    },
    Case(key: "disk-nearly-full") { desk in
      desk.surround { $0.freeMegabytes = 1_023 }
    } isOver: { desk in
      desk.surround { $0.freeMegabytes = 1_024 }
    },
    Case(key: "certificate-ends:days.example.org") { desk in
      desk.surround { $0.certificateEnds = ["days.example.org": desk.now + 86_400] }
    } isOver: { desk in
      desk.surround { $0.certificateEnds = ["days.example.org": desk.now + 90 * 86_400] }
    },
    Case(key: "token-ends:1") {
      _ = try $0.store.makeToken(
        name: "exporter", role: .reader, user: nil, expiresAt: $0.now + 10 * 86_400, $0.change(daysAgo: 60))
    } holds: { _ in
    } isOver: {
      try $0.store.revokeToken("exporter", $0.change())
    },
  ]

  @Test("a condition is told once when it has held in two checks, and once when it is over", arguments: cases)
  func onceAndOnce(_ example: Case) async throws {
    let desk = try AlarmDesk()
    let sink = try SinkServer()
    let receivers = [desk.receiver(sink)]
    try example.prepare(desk)
    func checks(_ count: Int, _ body: (AlarmDesk) throws -> Void) async throws {
      for _ in 0..<count {
        try body(desk)
        try await desk.check(receivers)
        desk.putForward(seconds: 300)
      }
    }
    try await checks(1, example.holds)
    #expect(sink.alarms.isEmpty)
    try await checks(3, example.holds)
    #expect(sink.alarms == ["\(example.key) begun"])
    #expect(try desk.store.alarms().map(\.key) == [example.key])
    try await checks(1, example.isOver)
    #expect(sink.requestCount == 1)
    try await checks(3, example.isOver)
    #expect(sink.alarms == ["\(example.key) begun", "\(example.key) over"])
    #expect(try desk.store.alarms().isEmpty)
    #expect(try desk.store.alarms(ended: true).map(\.key) == [example.key])
    // The two messages differ for a receiver that knows keys.
    #expect(Set(sink.requests.compactMap { $0.header("webhook-id") }).count == 2)
  }

  @Test("a condition that comes and goes is not told, and one that goes and comes back is not over")
  func flapping() async throws {
    let desk = try AlarmDesk()
    let sink = try SinkServer()
    let receivers = [desk.receiver(sink)]
    let example = try #require(Self.cases.first)
    for number in 0..<10 {
      try number % 2 == 0 ? example.holds(desk) : example.isOver(desk)
      try await desk.check(receivers)
      desk.putForward(seconds: 200)
    }
    #expect(sink.alarms.isEmpty)
    for number in 0..<12 {
      try number < 3 || number % 2 == 0 ? example.holds(desk) : example.isOver(desk)
      try await desk.check(receivers)
      desk.putForward(seconds: 200)
    }
    #expect(sink.alarms == ["worker-silent begun"])
  }

  @Test("nobody is told twice by processes that check at the same time")
  func sideBySide() async throws {
    let desk = try AlarmDesk()
    let sinks = [try SinkServer(), try SinkServer()]
    let receivers = sinks.map(desk.receiver)
    let example = try #require(Self.cases.first)
    func checks() async throws {
      try await withThrowingTaskGroup { group in
        for _ in 0..<6 { group.addTask { _ = try await desk.check(receivers) } }
        try await group.waitForAll()
      }
      desk.putForward(seconds: 300)
    }
    for _ in 0..<3 {
      try example.holds(desk)
      try await checks()
    }
    for _ in 0..<3 {
      try example.isOver(desk)
      try await checks()
    }
    for sink in sinks { #expect(sink.alarms == ["worker-silent begun", "worker-silent over"]) }
  }

  @Test("a process that dies after sending has its message sent again with the same key, when the lease is over")
  func death() async throws {
    let desk = try AlarmDesk()
    let sink = try SinkServer()
    let receiver = desk.receiver(sink)
    let example = try #require(Self.cases.first)
    var limits = AlarmLimits()
    limits.hold = 0
    try example.holds(desk)
    try desk.store.note(
      AlarmConditions(desk.store, limits, .init(), now: desk.now).sightings, targets: [receiver.target.key],
      holdSeconds: 0, now: desk.now)
    // As in `AlarmRound.run`, without the mark.
    let errands = try desk.store.claimAlarms(
      for: [receiver.target.key], owner: "dead", leaseSeconds: AlarmRound.leaseSeconds, now: desk.now)
    for errand in errands { #expect(await receiver.tell(AlarmNotice(errand)) == nil) }
    try await desk.check([receiver], limits)
    #expect(sink.requestCount == 1)
    desk.putForward(seconds: AlarmRound.leaseSeconds)
    try await desk.check([receiver], limits)
    try await desk.check([receiver], limits)
    #expect(sink.requestCount == 2)
    #expect(Set(sink.requests.compactMap { $0.header("webhook-id") }).count == 1)
    #expect(Set(sink.requests.map(\.text)).count == 1)
    // The dead one comes back to life, and changes nothing.
    #expect(try desk.store.mark(#require(errands.first), error: "late", owner: "dead", now: desk.now) == false)
  }

  @Test("a target that refuses does not keep another from being told, and is tried again until it takes the message")
  func refusal() async throws {
    let desk = try AlarmDesk()
    let isDown = Mutex(true)
    let (good, bad) = (try SinkServer(), try SinkServer { _ in isDown.withLock { $0 } ? .status(500) : .status(200) })
    let receivers = [desk.receiver(good), desk.receiver(bad)]
    let example = try #require(Self.cases.first)
    func checks(_ count: Int, _ body: (AlarmDesk) throws -> Void) async throws -> [AlarmReport] {
      var reports: [AlarmReport] = []
      for _ in 0..<count {
        try body(desk)
        reports.append(try await desk.check(receivers))
        desk.putForward(seconds: 300)
      }
      return reports
    }
    let reports = try await checks(4, example.holds)
    #expect(good.alarms == ["worker-silent begun"])
    // Once at the second check, and then at each: a pause is shorter than the time between them at first.
    #expect(bad.requestCount == 3)
    let told = try #require(reports.last?.messages.first)
    #expect(told.error?.contains("500") == true && told.target == "webhook:127.0.0.1")
    isDown.withLock { $0 = false }
    _ = try await checks(3, example.holds)
    #expect(good.requestCount == 1 && bad.requestCount == 4)
    #expect(Set(bad.requests.compactMap { $0.header("webhook-id") }).count == 1)
    _ = try await checks(3, example.isOver)
    #expect(good.alarms.last == "worker-silent over" && bad.alarms.last == "worker-silent over")
  }

  @Test("a target that could not be reached all the time is told only that it is over, and what it was")
  func unreachable() async throws {
    let desk = try AlarmDesk()
    let isDown = Mutex(true)
    let sink = try SinkServer { _ in isDown.withLock { $0 } ? .status(503) : .status(200) }
    let example = try #require(Self.cases.first)
    for _ in 0..<3 {
      try example.holds(desk)
      try await desk.check([desk.receiver(sink)])
      desk.putForward(seconds: 300)
    }
    isDown.withLock { $0 = false }
    let before = sink.requestCount
    // The mail server that the alarm is about works again; at that check the message of the beginning still goes out or is replaced.
    for _ in 0..<3 {
      try desk.store.note([], targets: [], holdSeconds: 240, now: desk.now)
      desk.putForward(seconds: 300)
    }
    try example.isOver(desk)
    try await desk.check([desk.receiver(sink)])
    #expect(sink.alarms.dropFirst(before) == ["worker-silent over"])
    let text = try #require(sink.requests.last?.text)
    #expect(text.contains("was over at") && text.contains("No worker has shown that it runs"))
  }

  @Test("a target that is added is told of what is open, but not of what is over")
  func newTarget() async throws {
    let desk = try AlarmDesk()
    let (first, second, third) = (try SinkServer(), try SinkServer(), try SinkServer())
    let example = try #require(Self.cases.first)
    func checks(_ sinks: [SinkServer], _ body: (AlarmDesk) throws -> Void) async throws {
      for _ in 0..<2 {
        try body(desk)
        try await desk.check(sinks.map(desk.receiver))
        desk.putForward(seconds: 300)
      }
    }
    try await checks([first], example.holds)
    try await checks([first, second], example.holds)
    #expect(first.requestCount == 1 && second.alarms == ["worker-silent begun"])
    try await checks([first, second], example.isOver)
    try await checks([first, second, third], example.isOver)
    #expect(first.requestCount == 2 && second.requestCount == 2 && third.requestCount == 0)
  }

  @Test("what a check cannot assess stays open, and is over when nothing could assess it for a week")
  func unassessed() async throws {
    let desk = try AlarmDesk()
    let sink = try SinkServer()
    desk.surround { $0.certificateEnds = ["days.example.org": desk.now + 86_400] }
    for _ in 0..<2 {
      try await desk.check([desk.receiver(sink)])
      desk.putForward(seconds: 300)
    }
    // Another process, which does not know the server; or the server does not answer.
    desk.surround { $0.certificateEnds = [:] }
    for _ in 0..<3 {
      try await desk.check([desk.receiver(sink)])
      desk.putForward(seconds: 300)
    }
    #expect(sink.alarms == ["certificate-ends:days.example.org begun"])
    desk.putForward(seconds: 7 * 86_400)
    for _ in 0..<2 {
      try await desk.check([desk.receiver(sink)])
      desk.putForward(seconds: 300)
    }
    #expect(sink.alarms.last == "certificate-ends:days.example.org over")
  }

  @Test("a rehearsal in the time to come keeps no alarm from beginning")
  func rehearsal() async throws {
    let desk = try AlarmDesk()
    let sink = try SinkServer()
    let sighting = AlarmSighting(.workerSilent, since: desk.now)
    try desk.store.note([sighting], targets: [], holdSeconds: 240, now: desk.now + 40 * 86_400)
    for _ in 0..<2 {
      try desk.setMeta("worker_seen_at", desk.now - 1_000)
      try await desk.check([desk.receiver(sink)])
      desk.putForward(seconds: 300)
    }
    #expect(sink.alarms == ["worker-silent begun"])
  }
}
