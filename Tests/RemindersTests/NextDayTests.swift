import Channels
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Attempts on two days", .timed, .timeLimit(.minutes(20)))
struct NextDayTests {
  /// Sends with a channel that fails twice on the eve and then works; the day begins between the second attempt and the third.
  private func messages(_ change: (inout ReminderRows) -> Void) async throws -> [Message] {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.target = "somewhere"
      change(&$0)
    }
    let seen = Mutex<[Message]>([])
    let route = Route(
      Puppet { message, _ in
        let count = seen.withLock { messages in
          messages.append(message)
          return messages.count
        }
        return count < 3 ? .failed(reason: "500", retryAfterSeconds: nil) : .delivered
      }, to: "somewhere")
    try await desk.deliver(["webhook": route])
    desk.putForward(seconds: 60)
    try await desk.deliver(["webhook": route])
    desk.putForward(seconds: 86_400)
    try await desk.deliver(["webhook": route])
    #expect(try desk.rows().allSatisfy { $0.status == "sent" })
    return seen.withLock { $0 }
  }

  @Test("A retry on the day itself says today and keeps the key of the earlier attempts")
  func words() async throws {
    let messages = try await messages { _ in }
    try #require(messages.count == 3)
    #expect(messages[0] == messages[1])
    #expect(messages[0].body.hasPrefix("明天是測試節1") && messages[2].body.hasPrefix("今天是測試節1"))
    #expect(Set(messages.map(\.idempotencyKey)).count == 1)
  }

  @Test("A digest retried on the next day stays whole and keeps its key")
  func digest() async throws {
    let messages = try await messages {
      $0.occurrences = 3
      $0.digest = true
    }
    try #require(messages.count == 3)
    #expect(messages[0] == messages[1])
    let lines = messages.map { $0.body.split(separator: "\n") }
    #expect(lines.map(\.count) == [3, 3, 3])
    #expect(lines[0].allSatisfy { $0.contains("明天") } && lines[2].allSatisfy { $0.contains("今天") })
    #expect(Set(messages.map(\.idempotencyKey)).count == 1)
  }
}
