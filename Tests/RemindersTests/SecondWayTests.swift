import Channels
import Folklore
import Sinks
import Synchronization
import TestSupport
import Testing
import Transfer

@testable import Reminders
@testable import Store

/// The services as they answer, and a user whose second way is the mail.
@Suite("Signs of a way that does not come back today", .timed, .timeLimit(.minutes(20)))
struct SecondWayTests {
  private static let lineUser = "U0123456789abcdef0123456789abcdef"

  /// Users with a chat, each with a main reminder that is due for the next day.
  private func desk(_ service: ChatService, chat: String, users: Int = 1) throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add { ($0.users, $0.channel) = (users, service.rawValue) }
    try desk.run(
      """
      UPDATE notification_settings SET fallback_channel = 'mail';
      UPDATE users SET email = 'u' || id || '@example.org';
      INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
      SELECT id, '\(service.rawValue)', \(users == 1 ? "'\(chat)'" : "SUBSTR('\(chat)', 1, 31) || (10 + id)"), 1, 0, 0, 0
      FROM users;
      """)
    return desk
  }

  private static var configuration: TransferClient.Configuration {
    var configuration = TransferClient.Configuration()
    configuration.addresses = .any
    configuration.timeout = .seconds(3)
    return configuration
  }

  private func line(_ sink: LineSink, _ desk: DeliveryDesk, token: String = LineSink.token) -> Route {
    .toLine(
      of: desk.queue, LineClient(token: token, client: TransferClient(Self.configuration), baseURL: sink.url),
      now: { Int(desk.now) })
  }

  private final class Mails: Sendable {
    let count = Mutex(0)

    func route(_ desk: DeliveryDesk) -> Route {
      .toMailAddresses(of: desk.queue, now: { Int(desk.now) }) { _, _, _ in
        self.count.withLock { $0 += 1 }
        return .delivered
      }
    }
  }

  @Test(
    "LINE: a spent quota, a revoked token, a blocked account",
    arguments: [LineSink.Fault.usedUp, .revoked, .forbidden, .unknownUser])
  func line(fault: LineSink.Fault) async throws {
    let (desk, mails) = (try desk(.line, chat: Self.lineUser), Mails())
    let sink = try LineSink { _ in fault }
    try await desk.deliver(["line": line(sink, desk), "mail": mails.route(desk)])
    #expect(try desk.rows().map(\.status) == ["sent"])
    #expect(mails.count.withLock { $0 } == 1 && sink.accepted.isEmpty)
  }

  @Test("LINE: a failure that may pass waits for LINE", arguments: [LineSink.Fault.tooFast, .status(500), .silence])
  func passing(fault: LineSink.Fault) async throws {
    let (desk, mails) = (try desk(.line, chat: Self.lineUser), Mails())
    let sink = try LineSink { $0 == 0 ? fault : nil }
    try await desk.deliver(["line": line(sink, desk), "mail": mails.route(desk)])
    #expect(try desk.rows().map(\.status) == ["queued"])
    desk.putForward(seconds: 120)
    try await desk.deliver(["line": line(sink, desk), "mail": mails.route(desk)])
    #expect(try desk.rows().map(\.status) == ["sent"])
    #expect(mails.count.withLock { $0 } == 0 && sink.accepted.count == 1)
  }

  @Test(
    "Telegram: a revoked token, a token that is not whole, a person who has blocked the bot",
    arguments: [TelegramSink.Fault.revoked, .notFound, .blocked])
  func telegram(fault: TelegramSink.Fault) async throws {
    let (desk, mails) = (try desk(.telegram, chat: "77"), Mails())
    let sink = try TelegramSink(fault: { _ in fault })
    let client = TelegramClient(
      token: try TelegramToken(parsing: TelegramSink.token), Self.configuration, baseURL: sink.url)
    let telegram = Route.toChats(
      of: desk.queue, on: .telegram, TelegramChannel(client) { Int(desk.now) }, now: { Int(desk.now) })
    try await desk.deliver(["telegram": telegram, "mail": mails.route(desk)])
    #expect(try desk.rows().map(\.status) == ["sent"])
    #expect(mails.count.withLock { $0 } == 1 && sink.accepted.isEmpty)
  }

  // MARK: LINE's quota

  /// The reminders of the day itself, due the next morning.
  private static let dayOf = """
    INSERT INTO notification_logs (user_id, occurrence_id, day, kind, scheduled_at, status, created_at, updated_at)
    SELECT user_id, occurrence_id, day, 'day_of', scheduled_at + 86400, 'queued', 0, 0 FROM notification_logs;
    """

  @Test("What is left of LINE's month is kept for the reminders of the day itself")
  func reserve() async throws {
    let (desk, mails) = (try desk(.line, chat: Self.lineUser, users: 8), Mails())
    try desk.run(Self.dayOf)
    // Eight are kept, so that two of the eight that are due today may go out.
    let sink = try LineSink(limit: 10)
    let routes = ["line": line(sink, desk), "mail": mails.route(desk)]
    try await desk.deliver(routes)
    #expect(sink.accepted.count == 2 && mails.count.withLock { $0 } == 6)
    desk.putForward(seconds: 86_400)
    try await desk.deliver(routes)
    #expect(sink.accepted.count == 10 && mails.count.withLock { $0 } == 6)
    #expect(try desk.count("sent") == 16)
    #expect(sink.complaints.isEmpty)
  }

  @Test("Without a second way the reminders of days ahead wait, and the log says for what")
  func reserveAlone() async throws {
    let desk = try desk(.line, chat: Self.lineUser, users: 3)
    try desk.run("UPDATE notification_settings SET fallback_channel = NULL;" + Self.dayOf)
    let sink = try LineSink(limit: 3)
    let routes = ["line": line(sink, desk)]
    try await desk.deliver(routes)
    #expect(sink.accepted.isEmpty)
    let reason = "LINE's last 3 messages of this month are kept for reminders of the day itself"
    #expect(try desk.rows().compactMap(\.error) == [reason, reason, reason])
    #expect(try desk.queue.troubles().isEmpty)
    desk.putForward(seconds: 86_400)
    try await desk.deliver(routes)
    #expect(sink.accepted.count == 3)
    #expect(try desk.count("sent") == 3 && desk.count("expired") == 3)
  }

  @Test("A month without a limit, and one that LINE does not tell, keep nothing", arguments: [true, false])
  func noReserve(isTold: Bool) async throws {
    let (desk, mails) = (try desk(.line, chat: Self.lineUser, users: 4), Mails())
    try desk.run(Self.dayOf)
    let sink = try LineSink(limit: isTold ? nil : 4, tellsQuota: isTold)
    try await desk.deliver(["line": line(sink, desk), "mail": mails.route(desk)])
    #expect(sink.accepted.count == 4 && mails.count.withLock { $0 } == 0)
  }

  @Test("Only what is due by LINE before its month ends is kept for")
  func count() throws {
    let desk = try desk(.line, chat: Self.lineUser, users: 4)
    try desk.run(
      Self.dayOf + "UPDATE notification_settings SET channel = 'mail', fallback_channel = NULL WHERE user_id = 1;")
    let (tomorrow, day) = (DeliveryDesk.start + 86_400, 86_400)
    #expect(try desk.queue.countOfTheDay(by: "line", before: tomorrow + 1, atMost: 100) == 3)
    #expect(try desk.queue.countOfTheDay(by: "line", before: tomorrow + day, atMost: 2) == 2)
    #expect(try desk.queue.countOfTheDay(by: "line", before: tomorrow, atMost: 100) == 0)
    // Who is reminded on the day alone has no other reminder.
    try desk.run("UPDATE notification_settings SET advance_days = 0 WHERE user_id = 2")
    #expect(try desk.queue.countOfTheDay(by: "line", before: tomorrow, atMost: 100) == 1)
  }
}
