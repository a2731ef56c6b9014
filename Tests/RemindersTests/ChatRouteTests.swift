import Channels
import Folklore
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Reminders to chats", .timed, .timeLimit(.minutes(20)))
struct ChatRouteTests {
  /// - Parameter chats: the user's chats, by service: whether each is active.
  private func desk(channel: String, fallback: String? = nil, chats: KeyValuePairs<String, Bool>) throws -> DeliveryDesk
  {
    let desk = try DeliveryDesk()
    try desk.add { $0.channel = channel }
    try desk.run(
      """
      UPDATE notification_settings SET fallback_channel = \(fallback.map { "'\($0)'" } ?? "NULL");
      UPDATE users SET email = 'mei@example.org';
      """)
    for (service, isActive) in chats {
      try desk.run(
        """
        INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
        SELECT id, '\(service)', '\(service)-1', \(isActive ? 1 : 0), 0, 0, 0 FROM users;
        """)
    }
    return desk
  }

  /// Takes messages and keeps their targets.
  private final class Sender: Channel {
    private let sent = Mutex<[String]>([])
    private let outcome: Outcome
    var all: [String] { sent.withLock { $0 } }

    init(_ outcome: Outcome = .delivered) { self.outcome = outcome }

    func send(_ message: Message, to target: String) async -> Outcome {
      sent.withLock { $0.append(target) }
      return outcome
    }

    func route(_ desk: DeliveryDesk, on service: ChatService) -> Route {
      .toChats(of: desk.queue, on: service, self, now: { DeliveryDesk.start })
    }
  }

  @Test("A reminder goes to the chat of its service", arguments: ChatService.allCases)
  func delivered(service: ChatService) async throws {
    let (desk, sender) = (try desk(channel: service.rawValue, chats: ["line": true, "telegram": true]), Sender())
    try await desk.deliver([service.rawValue: sender.route(desk, on: service)])
    #expect(sender.all == ["\(service.rawValue)-1"])
    #expect(try desk.rows().map(\.status) == ["sent"])
  }

  @Test("Without a chat, or with one that is blocked, nothing is sent, and the second way takes the reminder once")
  func noChat() async throws {
    for chats in [[:], ["line": false]] as [KeyValuePairs<String, Bool>] {
      let desk = try desk(channel: "line", fallback: "telegram", chats: chats)
      try desk.run(
        """
        INSERT INTO chats (user_id, service, chat, is_active, is_own, created_at, updated_at)
        SELECT id, 'telegram', 'telegram-1', 1, 0, 0, 0 FROM users;
        """)
      let (line, telegram) = (Sender(), Sender())
      try await desk.deliver([
        "line": line.route(desk, on: .line), "telegram": telegram.route(desk, on: .telegram),
      ])
      try await desk.deliver([
        "line": line.route(desk, on: .line), "telegram": telegram.route(desk, on: .telegram),
      ])
      #expect(line.all.isEmpty && telegram.all == ["telegram-1"])
      #expect(try desk.rows().map(\.status) == ["sent"])
    }
  }

  @Test("A chat whose user has blocked us is switched off; the reminder says why")
  func gone() async throws {
    let desk = try desk(channel: "telegram", chats: ["telegram": true])
    let sender = Sender(.gone(reason: "Telegram answered 403: Forbidden: bot was blocked by the user"))
    try await desk.deliver(["telegram": sender.route(desk, on: .telegram)])
    #expect(try desk.rows().map(\.status) == ["failed"])
    #expect(try desk.rows().allSatisfy { $0.error?.contains("blocked by the user") == true })
    #expect(try desk.store.chat(.telegram, "telegram-1")?.isActive == false)
  }

  @Test("A failure of the service is the operator's: no attempt is counted, and the chat stays")
  func unavailable() async throws {
    let desk = try desk(channel: "line", chats: ["line": true])
    let sender = Sender(.failed(reason: "LINE answered 500"))
    try await desk.deliver(["line": sender.route(desk, on: .line)])
    #expect(try desk.rows().map(\.status) == ["queued"])
    #expect(try desk.store.chat(.line, "line-1")?.isActive == true)
  }
}
