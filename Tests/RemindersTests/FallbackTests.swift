import Channels
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("The second way of a user", .timed, .timeLimit(.minutes(20)))
struct FallbackTests {
  /// Users who are reminded by push messages, or on LINE if a number is given, and by mail if these fail for good.
  private func desk(users: Int? = nil) throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add { ($0.users, $0.channel) = (users ?? 1, users == nil ? "push" : "line") }
    try desk.run(
      """
      UPDATE notification_settings SET fallback_channel = 'mail';
      UPDATE users SET email = CASE id WHEN 1 THEN 'mei@example.org' ELSE 'u' || id || '@example.org' END;
      """)
    return desk
  }

  /// What went out by mail: the addresses and keys.
  private final class Mails: Sendable {
    private let sent = Mutex<[(address: String, key: String)]>([])
    var all: [(address: String, key: String)] { sent.withLock { $0 } }

    func route(_ answer: @escaping @Sendable () -> Outcome = { .delivered }) -> Route {
      Route { message, recipient in
        self.sent.withLock { $0.append((recipient.channelTarget ?? recipient.email ?? "", message.idempotencyKey)) }
        return answer()
      }
    }
  }

  private func push(_ answer: @escaping @Sendable () -> Outcome) -> Route { Route { _, _ in answer() } }

  @Test("A way that fails for good hands the reminder to the second, once")
  func gone() async throws {
    let (desk, mails) = (try desk(), Mails())
    try await desk.deliver(["push": push { .gone(reason: "410") }, "mail": mails.route()])
    #expect(mails.all.map(\.address) == ["mei@example.org"])
    #expect(try desk.rows().map(\.status) == ["sent"])
    try await desk.deliver(["push": push { .delivered }, "mail": mails.route()])
    #expect(mails.all.count == 1)
  }

  @Test("A way that works, or fails for the moment, leaves the second alone; its third failure does not")
  func failures() async throws {
    let (desk, mails) = (try desk(), Mails())
    let pushes = Mutex(0)
    let failing = push {
      pushes.withLock { $0 += 1 }
      return .failed(reason: "500")
    }
    for attempt in 1...3 {
      try await desk.deliver(["push": failing, "mail": mails.route()])
      #expect(pushes.withLock { $0 } == attempt && mails.all.count == (attempt == 3 ? 1 : 0))
      desk.putForward(seconds: 400)
    }
    #expect(try desk.rows().map(\.status) == ["sent"])
  }

  @Test("If the second way is down for the moment, both are tried again with the same key until one takes it")
  func secondIsDown() async throws {
    let (desk, mails) = (try desk(), Mails())
    let isUp = Mutex(false)
    let mail = mails.route { isUp.withLock { $0 } ? .delivered : .failed(reason: "421 later") }
    try await desk.deliver(["push": push { .rejected(reason: "403") }, "mail": mail])
    let row = try #require(try desk.rows().first)
    #expect(row.status == "queued" && row.error == "403; then the second way: 421 later" && row.retryCount == 0)
    isUp.withLock { $0 = true }
    desk.putForward(seconds: 1_200)
    try await desk.deliver(["push": push { .rejected(reason: "403") }, "mail": mail])
    #expect(try desk.rows().map(\.status) == ["sent"])
    #expect(mails.all.count == 2 && Set(mails.all.map(\.key)).count == 1)
  }

  @Test("When both fail for good, the log has both reasons; so it has if no worker serves the second")
  func both() async throws {
    var desk = try desk()
    try await desk.deliver([
      "push": push { .gone(reason: "410") }, "mail": Mails().route { .rejected(reason: "550 unknown") },
    ])
    var row = try #require(try desk.rows().first)
    #expect(row.status == "failed" && row.error == "410; then the second way: 550 unknown")
    desk = try self.desk()
    try await desk.deliver(["push": push { .gone(reason: "410") }])
    row = try #require(try desk.rows().first)
    #expect(row.status == "failed" && row.error == "410; then the second way: this worker does not send by mail")
  }

  @Test("Without a second way nothing is different")
  func none() async throws {
    let (desk, mails) = (try desk(), Mails())
    try desk.run("UPDATE notification_settings SET fallback_channel = NULL")
    try await desk.deliver(["push": push { .gone(reason: "410") }, "mail": mails.route()])
    #expect(mails.all.isEmpty)
    #expect(try desk.rows().map(\.status) == ["failed"])
  }

  // MARK: A first way that does not come back today

  private final class Calls: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  /// One server of the operator's.
  private func service(_ calls: Calls, _ answer: @escaping @Sendable () -> Outcome) -> Route {
    var route = Route(pauseKey: { _ in "" }) { _, _ in
      calls.add()
      return answer()
    }
    route.concurrency = 1
    return route
  }

  @Test("A service that is closed to us hands all reminders to the second way at once, while it is paused too")
  func closed() async throws {
    let (desk, mails, calls) = (try desk(users: 40), Mails(), Calls())
    let line = service(calls) { .closed(reason: "LINE answered 401") }
    try await desk.deliver(["line": line, "mail": mails.route()])
    #expect(try desk.count("sent") == 40 && mails.all.count == 40)
    // After three refusals nobody asks it for a while.
    #expect(calls.count == 3)
    // The operator is told all the same.
    #expect(try desk.queue.troubles().map(\.name) == ["line"])
    try await desk.deliver(["line": line, "mail": mails.route()])
    #expect(mails.all.count == 40)
  }

  @Test("Without a second way a closed service is waited for, and the log says why until the day is over")
  func closedAlone() async throws {
    let (desk, calls) = (try desk(users: 1), Calls())
    try desk.run("UPDATE notification_settings SET fallback_channel = NULL")
    let line = service(calls) { .closed(reason: "the quota is spent", retryAfterSeconds: 3_600) }
    try await desk.deliver(["line": line])
    var row = try #require(try desk.rows().first)
    #expect(row.status == "queued" && row.retryCount == 0 && row.error == "the quota is spent")
    #expect(try #require(row.nextAttempt) >= DeliveryDesk.start + 3_600)
    desk.putForward(seconds: 2 * 86_400)
    try await desk.deliver(["line": line])
    row = try #require(try desk.rows().first)
    #expect(row.status == "expired" && row.error == "its day has passed; the last attempt: the quota is spent")
  }

  @Test("If the second way fails too, the closed one is waited for and takes the reminder when it is open again")
  func closedAndDown() async throws {
    for second in [Outcome.failed(reason: "421 later"), .rejected(reason: "550 unknown")] {
      let (desk, calls) = (try desk(users: 1), Calls())
      let isOpen = Mutex(false)
      let line = service(calls) { isOpen.withLock { $0 } ? .delivered : .closed(reason: "401") }
      let mails = Mails()
      try await desk.deliver(["line": line, "mail": mails.route { second }])
      let row = try #require(try desk.rows().first)
      #expect(row.status == "queued" && row.error == "401; then the second way: \(second.reason)")
      isOpen.withLock { $0 = true }
      desk.putForward(seconds: 3_600)
      try await desk.deliver(["line": line, "mail": mails.route { second }])
      #expect(try desk.rows().map(\.status) == ["sent"])
      #expect(calls.count == 2 && mails.all.count == 1)
    }
  }

  /// The user's midnight is 16 hours after the start, and 22:00 fourteen.
  @Test(
    "An outage is waited for as long as the day has time for another attempt; then the second way takes the reminder",
    arguments: [(nil, 16), ("22:00", 14)] as [(String?, Int)])
  func outage(quietFrom: String?, hours: Int) async throws {
    let (desk, mails, calls) = (try desk(users: 1), Mails(), Calls())
    if let quietFrom {
      try desk.run("UPDATE notification_settings SET quiet_from = '\(quietFrom)', quiet_to = '07:00'")
    }
    let end = Double(DeliveryDesk.start + hours * 3_600)
    let line = service(calls) { .unavailable(reason: "no connection") }
    while desk.now < end, mails.all.isEmpty {
      try await desk.deliver(["line": line, "mail": mails.route()])
      if mails.all.isEmpty {
        let next = try #require(try desk.rows().first?.nextAttempt)
        desk.putForward(seconds: max(Double(next) - desk.now, 1))
      }
    }
    #expect(mails.all.count == 1 && desk.now > end - 2_000 && desk.now < end)
    #expect(try desk.rows().map(\.status) == ["sent"])
  }

  @Test("A server that asks to wait until the day is over is not waited for; one that asks for a minute is")
  func longWait() async throws {
    for (seconds, count) in [(60, 0), (57_600, 1)] {
      let (desk, mails, calls) = (try desk(users: 1), Mails(), Calls())
      let line = service(calls) { .deferred(reason: "429", retryAfterSeconds: seconds) }
      try await desk.deliver(["line": line, "mail": mails.route()])
      #expect(mails.all.count == count)
    }
  }

  @Test("A message that gives way goes by the second way and does not pause the first; without one it waits")
  func withheld() async throws {
    let (desk, mails, sent) = (try desk(users: 20), Mails(), Calls())
    try desk.run("UPDATE notification_settings SET fallback_channel = NULL WHERE user_id > 15")
    let line = Route(pauseKey: { _ in "" }) { _, recipient in
      guard recipient.id.isMultiple(of: 2) else { return .withheld(reason: "kept", retryAfterSeconds: 3_600) }
      sent.add()
      return .delivered
    }
    try await desk.deliver(["line": line, "mail": mails.route()])
    #expect(sent.count == 10 && mails.all.count == 8)
    let waiting = try desk.rows().filter { $0.status == "queued" }
    #expect(waiting.map(\.user) == [17, 19] && waiting.allSatisfy { $0.error == "kept" && $0.retryCount == 0 })
    #expect(try desk.queue.troubles().isEmpty)
  }

  @Test("Reminders by the second way keep to its couriers, as all others by that way do")
  func couriers() async throws {
    let (desk, calls) = (try desk(users: 30), Calls())
    let now = Mutex(0)
    let most = Mutex(0)
    var mail = Route { _, _ in
      let count = now.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, count) }
      try? await Task.sleep(for: .milliseconds(5))
      now.withLock { $0 -= 1 }
      return .delivered
    }
    mail.mostAtOnce = 2
    var line = service(calls) { .closed(reason: "401") }
    line.concurrency = 16
    try await desk.deliver(["line": line, "mail": mail])
    #expect(try desk.count("sent") == 30 && most.withLock { $0 } == 2)
  }

  @Test("A worker that stops releases what waits for the second way")
  func stopped() async throws {
    let (desk, calls, door) = (try desk(users: 5), Calls(), Door())
    let worker = try desk.worker([
      "line": service(calls) { .closed(reason: "401") }, "mail": door.route(),
    ])
    async let running: Void = worker.run(.untilStopped)
    await door.came(1)
    await worker.stop()
    await door.open()
    try await running
    let rows = try desk.rows()
    #expect(rows.count { $0.status == "sent" } == 1)
    #expect(rows.allSatisfy { $0.status == "sent" || ($0.status == "queued" && !$0.isLeased && $0.retryCount == 0) })
  }
}
