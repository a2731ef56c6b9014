import Channels
import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Telling the operator's program", .timed, .timeLimit(.minutes(2)))
struct EventHookTests {
  /// What left a worker, in order: `reminder` and `hook`.
  private final class Record: Sendable {
    let steps = Mutex<[String]>([])
    let messages = Mutex<[Message]>([])

    func hook(_ answer: @escaping @Sendable (Int) -> Outcome) -> EventHook {
      EventHook(
        Puppet { message, _ in
          self.steps.withLock { $0.append("hook") }
          let count = self.messages.withLock {
            $0.append(message)
            return $0.count
          }
          return answer(count)
        }, to: "https://ops.example/hook")
    }

    func route() -> Route {
      Route(
        toOwnTargets: Puppet { _, _ in
          self.steps.withLock { $0.append("reminder") }
          return .delivered
        })
    }
  }

  private func desk() throws -> DeliveryDesk {
    let desk = try DeliveryDesk(keepsOutbox: true)
    try desk.add {
      $0.users = 30; $0.target = "https://a.example/x"
    }
    return desk
  }

  @Test("It is told after all that is due has gone out, and of each once")
  func afterReminders() async throws {
    let (desk, record) = (try desk(), Record())
    try await desk.worker(["webhook": record.route()], hook: record.hook { _ in .delivered }) { $0.batchSize = 7 }
      .run(.untilNothingIsDue)
    let steps = record.steps.withLock { $0 }
    #expect(steps.prefix(30).allSatisfy { $0 == "reminder" } && steps.count > 30)
    let events = try record.messages.withLock { $0 }.flatMap { message in
      try JSON(storedJSON: String(decoding: message.json, as: UTF8.self))["data"].list
    }
    #expect(Set(events.compactMap { $0["reminder"].integer }).count == 30 && events.count == 30)
    #expect(events.allSatisfy { $0["type"].text == "reminder.sent" && $0["channel"].text == "webhook" })
    #expect(try desk.queue.outboxState().count == 0)
  }

  @Test("A program that fails gets the same bytes and key again later, and the reminders do not wait for it")
  func failing() async throws {
    let (desk, record) = (try desk(), Record())
    let hook = record.hook { $0 < 3 ? .unavailable(reason: "no connection") : .delivered }
    func run() async throws {
      try await desk.worker(["webhook": record.route()], hook: hook).run(.untilNothingIsDue)
    }
    try await run()
    #expect(try desk.count("sent") == 30)
    #expect(record.messages.withLock { $0.count } == 1)
    desk.putForward(seconds: 5)
    try await run()
    #expect(record.messages.withLock { $0.count } == 1)
    for _ in 1...2 {
      desk.putForward(seconds: 1_000)
      try await run()
    }
    let messages = record.messages.withLock { $0 }
    #expect(messages.count >= 3 && Set(messages.prefix(3).map(\.idempotencyKey)).count == 1)
    #expect(Set(messages.prefix(3).map(\.json)).count == 1)
    #expect(try desk.queue.outboxState().count == 0)
  }

  @Test("A program that never answers holds up neither the reminders nor the end of the worker")
  func hanging() async throws {
    let (desk, record) = (try desk(), Record())
    let isAsked = Door()
    let hook = EventHook(
      Puppet { _, _ in
        await isAsked.open()
        try? await Task.sleep(for: .seconds(600))
        return .failed(reason: "cancelled")
      }, to: "https://ops.example/hook")
    let worker = try desk.worker(["webhook": record.route()], hook: hook) {
      ($0.graceSeconds, $0.longestRestSeconds) = (0.2, 0.5)
    }
    let work = Task { try await worker.run(.untilStopped) }
    await isAsked.pass()
    try desk.add {
      $0.firstUser = 31; $0.users = 10; $0.target = "https://a.example/x"
    }
    while try desk.count("sent") < 40 { try await Task.sleep(for: .milliseconds(20)) }
    await worker.stop()
    try await work.value
    #expect(record.steps.withLock { $0.count } == 40)
    #expect(try desk.queue.outboxState().count > 0)
  }
}
