import Channels
import Folklore
import Reminders
import Store
import WebAPI

/// Sends a user a test message immediately, by the user's own channel.
struct TestMessenger: Sendable {
  private let queue: ReminderQueue
  private let routes: [ChannelKind: Route]
  private let writer: MessageWriter
  private let now: @Sendable () -> Int

  init(
    _ queue: ReminderQueue, _ environment: DeliveryEnvironment, _ writer: MessageWriter,
    now: @escaping @Sendable () -> Int
  ) throws {
    self.queue = queue
    self.writer = writer
    self.now = now
    routes = try environment.routes(queue)
  }

  /// The result of a message.
  struct Sent {
    let channel: String
    let isDelivered: Bool
    /// `delivered`, `failed`, `deferred`, `rejected` or `gone`.
    let outcome: String
    /// The reason for a failure.
    let reason: String
  }

  /// The user's channel is not configured here, or does not send.
  struct NoRoute: SpokenError {
    let channel: String
    /// The variables to set, in a language; nil if none would help.
    func needs(in language: Language) -> String? { ChannelKind(rawValue: channel)?.needs(in: language) }

    var description: String {
      "the user's channel is \(channel)"
        + (needs(in: .english).map { ", which is not configured: set \($0)" } ?? ", which does not send")
    }

    var chinese: String {
      "使用者的提醒方式是「\(channel)」"
        + (needs(in: .traditionalChinese).map { "，但尚未設定：請設定 \($0)" } ?? "，這種方式不會送出提醒")
    }

    var code: String { "channel_not_configured" }
  }

  /// - Parameter event: the number of the linked event; nil for none.
  /// - Throws: `RecordError.noSuchRecord`, `NoRoute`.
  func send(_ text: String, to user: String, event: Int? = nil) async throws -> Sent {
    let recipient = try queue.recipient(user)
    guard let route = ChannelKind(rawValue: recipient.channel).flatMap({ routes[$0] }) else {
      throw NoRoute(channel: recipient.channel)
    }
    let message = writer.test(
      text, user: recipient.uuid, channel: recipient.channel, language: recipient.language, event: event, now: now())
    let ending = await route.attempt(message, to: recipient)
    let outcome =
      switch ending {
      case .delivered: "delivered"
      case .failed, .unavailable, .closed: "failed"
      case .deferred, .withheld: "deferred"
      case .rejected: "rejected"
      case .gone: "gone"
      }
    return Sent(
      channel: recipient.channel, isDelivered: ending == .delivered, outcome: outcome, reason: ending.reason)
  }
}

extension TestMessenger {
  /// The test message of an API call.
  @Sendable
  func answer(
    _ user: String, _ text: String, _ event: Int?
  ) async throws -> (channel: String, outcome: String, reason: String) {
    do {
      let sent = try await send(text, to: user, event: event)
      return (sent.channel, sent.outcome, sent.reason)
    } catch let error as NoRoute {
      throw APIService.NoWay(error, isForLackOfConfiguration: error.needs(in: .english) != nil)
    }
  }
}
