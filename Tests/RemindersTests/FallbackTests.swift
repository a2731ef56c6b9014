import Channels
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("The second way of a user", .timed, .timeLimit(.minutes(20)))
struct FallbackTests {
  /// A user who is reminded by push messages, and by mail if these fail for good.
  private func desk() throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add { $0.channel = "push" }
    try desk.run(
      """
      UPDATE notification_settings SET fallback_channel = 'mail';
      UPDATE users SET email = 'mei@example.org';
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
}
