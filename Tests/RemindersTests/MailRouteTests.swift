import Channels
import Lunisolar
import Records
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Mails to addresses that come back", .timed, .timeLimit(.minutes(20)))
struct MailRouteTests {
  private func desk(channel: String, fallback: String? = nil) throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add { $0.channel = channel }
    try desk.run(
      """
      UPDATE notification_settings SET fallback_channel = \(fallback.map { "'\($0)'" } ?? "NULL");
      UPDATE users SET email = 'mei@example.org';
      """)
    return desk
  }

  private static let change = Change(
    actor: "test", at: DeliveryDesk.start, today: SolarDate(uncheckedYear: 2026, month: 11, day: 21))

  private final class Mails: Sendable {
    private let sent = Mutex<[String]>([])
    var all: [String] { sent.withLock { $0 } }

    func route(_ desk: DeliveryDesk, _ answer: Outcome = .delivered) -> Route {
      .toMailAddresses(of: desk.queue, now: { DeliveryDesk.start }) { _, _, address in
        self.sent.withLock { $0.append(address) }
        return answer
      }
    }
  }

  @Test(
    "A server that knows no such mailbox has the address marked with its words, and the second way takes the reminder")
  func gone() async throws {
    let (desk, mails) = (try desk(channel: "mail", fallback: "push"), Mails())
    let pushes = Mutex(0)
    let push = Route { _, _ in
      pushes.withLock { $0 += 1 }
      return .delivered
    }
    try await desk.deliver([
      "mail": mails.route(desk, .gone(reason: "refused with 550: 5.1.1 no such user")), "push": push,
    ])
    #expect(mails.all == ["mei@example.org"] && pushes.withLock { $0 } == 1)
    let user = try #require(try desk.store.list(.user, ListQuery()).records.first)
    #expect(user.mailBounce?.address == "mei@example.org")
    #expect(user.mailBounce?.reason == "refused with 550: 5.1.1 no such user")
  }

  @Test(
    "Other outcomes mark nothing",
    arguments: [Outcome.delivered, .rejected(reason: "550 5.7.1 spam"), .failed(reason: "451")])
  func others(outcome: Outcome) async throws {
    let (desk, mails) = (try desk(channel: "mail"), Mails())
    try await desk.deliver(["mail": mails.route(desk, outcome)])
    #expect(try desk.store.list(.user, ListQuery()).records.first?.mailBounce == nil)
  }

  @Test("No mail is sent to a marked address, as the first way or the second; the reminder says so")
  func marked() async throws {
    for (channel, fallback) in [("mail", nil), ("push", "mail")] as [(String, String?)] {
      let (desk, mails) = (try desk(channel: channel, fallback: fallback), Mails())
      _ = try desk.store.markBounce(of: "Mei@example.org", reason: "5.1.1", Self.change)
      let push = Route { _, _ in .gone(reason: "410") }
      try await desk.deliver(["mail": mails.route(desk), "push": push])
      #expect(mails.all.isEmpty)
      #expect(try desk.rows().map(\.status) == ["failed"])
      #expect(try desk.rows().allSatisfy { $0.error?.contains("mails to this address came back") == true })
    }
  }

  @Test("Another address is not marked, and is mailed to")
  func otherAddress() async throws {
    let (desk, mails) = (try desk(channel: "mail"), Mails())
    _ = try desk.store.markBounce(of: "mei@example.org", reason: "5.1.1", Self.change)
    try desk.run("UPDATE users SET email = 'mei@example.com'")
    try await desk.deliver(["mail": mails.route(desk)])
    #expect(mails.all == ["mei@example.com"])
  }
}
