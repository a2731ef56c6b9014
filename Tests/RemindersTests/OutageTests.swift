import Channels
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

/// Nights on which the operator's own mail server, or the way to FCM, is down.
@Suite("Outages of the operator's servers", .timed, .timeLimit(.minutes(20)))
struct OutageTests {
  /// A server of the operator's that can be down.
  private final class Server: Sendable {
    let isDown = Mutex(true)
    let asked = Mutex(0)

    var route: Route {
      let channel = OperatorsServer(
        Puppet { [self] _, _ in
          asked.withLock { $0 += 1 }
          return isDown.withLock(\.self) ? .failed(reason: "no connection to mail.example.org: refused") : .delivered
        })
      var route = Route(pauseKey: { _ in "" }) { message, recipient in
        await channel.send(message, to: recipient.channelTarget ?? "")
      }
      route.concurrency = 4
      return route
    }
  }

  private func desk(_ count: Int) throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = count
      $0.channel = "webhook"
      $0.target = "x"
    }
    return desk
  }

  @Test("An outage of an hour costs no reminder and no attempt; waits grow, and all are sent afterwards")
  func hour() async throws {
    let desk = try desk(60)
    let server = Server()
    let start = desk.now
    while desk.now < start + 3_600 {
      try await desk.deliver(["webhook": server.route])
      #expect(try desk.count("queued") == 60)
      let next = try #require(try desk.rows().compactMap(\.nextAttempt).min())
      desk.putForward(seconds: max(Double(next) - desk.now, 1))
    }
    #expect(try desk.rows().allSatisfy { $0.retryCount == 0 })
    // Not once a second: all of them wait for one server, and longer each time.
    #expect(server.asked.withLock(\.self) < 600)
    server.isDown.withLock { $0 = false }
    desk.putForward(seconds: 1_800)
    try await desk.deliver(["webhook": server.route])
    desk.putForward(seconds: 1_800)
    try await desk.deliver(["webhook": server.route])
    #expect(try desk.count("sent") == 60)
  }

  @Test("A message is retried until its day ends; then the log names the error")
  func wholeDay() async throws {
    let desk = try desk(3)
    let server = Server()
    try await desk.deliver(["webhook": server.route])
    let health = try desk.queue.health(now: Int(desk.now))
    #expect(health.isFailing && health.waitingAfterFailure == 3)
    #expect(health.reasons.first?.reason == "no connection to …")
    // The evening of the same day, and days later.
    desk.putForward(seconds: 8 * 3_600)
    try await desk.deliver(["webhook": server.route])
    #expect(try desk.count("queued") == 3)
    desk.putForward(seconds: 40 * 86_400)
    try await desk.deliver(["webhook": server.route])
    let rows = try desk.rows()
    #expect(
      rows.allSatisfy { $0.status == "expired" && $0.error?.contains("no connection to mail.example.org") == true })
  }

  @Test("The wait equals the time since the first attempt, between 30 seconds and 15 minutes")
  func waits() {
    func wait(after seconds: Int, asking: Int? = nil) -> RetryPolicy.Ending {
      RetryPolicy { 0 }.ending(
        .unavailable(reason: "x", retryAfterSeconds: asking), retryCount: 0, firstAttemptAt: 1_000, now: 1_000 + seconds
      )
    }
    for (seconds, expected) in [(0, 30), (31, 31), (600, 600), (5_000, 900)] {
      #expect(wait(after: seconds) == .acknowledge(.deferred(reason: "x", until: 1_000 + seconds + expected)))
    }
    #expect(wait(after: 0, asking: 3_600) == .acknowledge(.deferred(reason: "x", until: 4_600)))
  }

  @Test("Only the messages of the given channel and day are requeued after an outage")
  func retryAll() async throws {
    let desk = try desk(1_200)
    try desk.run(
      """
      UPDATE notification_settings SET channel = 'mail' WHERE user_id % 2 = 0;
      UPDATE notification_logs SET status = 'failed', retry_count = 3, error_message = 'x' WHERE user_id % 3 <> 0;
      """)
    let now = Int(desk.now)
    var query = ReminderQuery()
    query.status = .failed
    query.channel = "mail"
    query.from = now + 86_400
    #expect(try desk.queue.retryAll(query, by: "test", now: now).changed == 0)
    query.from = now - 86_400
    let report = try desk.queue.retryAll(query, by: "test", now: now)
    #expect(report.changed + report.left.values.reduce(0, +) == 400)
    let rest = try desk.rows()
    #expect(rest.allSatisfy { $0.user % 2 == 0 || $0.user % 3 == 0 || $0.status == "failed" })
  }
}
