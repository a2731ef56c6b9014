import Foundation
import Logging
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import WebAPI

@Suite("Asking Telegram for updates", .timed, .timeLimit(.minutes(20)))
struct TelegramPollingTests {
  /// A running poller, and what it took.
  private final class Poller: Sendable {
    let log = LogLines()
    let taken = Mutex<[String]>([])

    func start(_ sink: TelegramSink, _ take: @escaping @Sendable (ChatEvent) async -> Void = { _ in }) throws -> Task<
      Void, any Error
    > {
      let logger = Logger(label: "test") { [log] label in JSONLogHandler(label: label, write: log.add) }
      var polling = TelegramPolling(client: try TelegramServer.client(sink), logger: logger) { [self] event in
        await take(event)
        guard case .text(let text) = event.action else { return }
        taken.withLock { $0.append("\(event.chat) \(text)") }
      }
      polling.longestPause = .milliseconds(20)
      return Task { [polling] in try await polling.run() }
    }
  }

  private func wait(until condition: () -> Bool) async {
    for _ in 0..<120_000 where !condition() { try? await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("Updates are taken in the order of each person, and confirmed when they were taken")
  func order() async throws {
    let (sink, poller) = (try TelegramSink(), Poller())
    for number in 0..<120 { sink.add(update: 500 + number, TelegramServer.message("\(number)", chat: 1 + number % 3)) }
    let task = try poller.start(sink)
    await wait { sink.unconfirmed.isEmpty && poller.taken.withLock { $0.count } == 120 }
    task.cancel()
    try await task.value
    let taken = poller.taken.withLock { $0 }
    #expect(taken.count == 120)
    for chat in 1...3 {
      let said = taken.filter { $0.hasPrefix("\(chat) ") }
      #expect(said == (0..<120).filter { 1 + $0 % 3 == chat }.map { "\(chat) \($0)" })
    }
    // The first question has no number, and each after updates the number after the last; with nothing left, none again.
    #expect(sink.offsets.prefix(4) == [nil, 550, 600, 620])
    #expect(sink.menu[""]?.contains("today") == true && sink.menu["en"]?.contains("today") == true)
    #expect(sink.requests.allSatisfy { $0.header("content-type") == "application/json" })
  }

  @Test("After a pause the numbers may begin anew below the last, and are taken all the same")
  func smallerNumbers() async throws {
    let (sink, poller) = (try TelegramSink(holdSeconds: 0.02), Poller())
    sink.add(update: 9_000, TelegramServer.message("a"))
    let task = try poller.start(sink)
    await wait { sink.offsets.contains(9_001) && sink.offsets.last == .some(nil) }
    sink.add(update: 12, TelegramServer.message("b"))
    await wait { sink.unconfirmed.isEmpty && poller.taken.withLock { $0.count } == 2 }
    task.cancel()
    try await task.value
    #expect(poller.taken.withLock { $0 } == ["1111111 a", "1111111 b"])
  }

  @Test("An update that was not taken before the end is not confirmed, and comes again")
  func notTaken() async throws {
    let sink = try TelegramSink()
    sink.add(update: 7, TelegramServer.message("a"))
    let first = Poller()
    let begun = Mutex(false)
    // Killed while it takes the update: nothing after that is seen by Telegram.
    let task = try first.start(sink) { _ in
      begun.withLock { $0 = true }
      try? await Task.sleep(for: .seconds(600))
    }
    await wait { begun.withLock { $0 } }
    #expect(sink.unconfirmed == [7])
    let second = Poller()
    let again = try second.start(sink)
    await wait { sink.unconfirmed.isEmpty }
    again.cancel()
    try await again.value
    #expect(second.taken.withLock { $0 } == ["1111111 a"])
    task.cancel()
  }

  @Test("A conflict is told once, and asking goes on until it is over")
  func conflict() async throws {
    let sink = try TelegramSink(holdSeconds: 0.02, updateFault: { $0 < 5 ? .conflict : nil })
    let poller = Poller()
    let task = try poller.start(sink)
    await wait { sink.offsets.count > 8 }
    task.cancel()
    try await task.value
    let lines = poller.log.all.filter { $0.contains("Conflict") }
    #expect(lines.count == 1 && lines[0].contains("telegram-webhook --remove"), "\(poller.log.text)")
    #expect(poller.log.all.filter { $0.contains("Telegram answers again") }.count == 1)
  }

  @Test("Failures of all kinds do not end it, and show no token")
  func failures() async throws {
    let faults: [TelegramSink.Fault] = [
      .failing, .proxy(502), .reset, .proxy(200), .echo, .tooMany(retryAfter: 1), .revoked, .notFound,
    ]
    let sink = try TelegramSink(holdSeconds: 0.02, updateFault: { $0 < faults.count ? faults[$0] : nil })
    sink.add(update: 3, TelegramServer.message("a"))
    let poller = Poller()
    let task = try poller.start(sink)
    await wait { poller.taken.withLock { !$0.isEmpty } }
    task.cancel()
    try await task.value
    #expect(poller.taken.withLock { $0 } == ["1111111 a"])
    #expect(poller.log.all.count >= faults.count && !poller.log.text.contains("AAHsink"))
  }

  @Test("Only a server that is to ask has the service that asks")
  func configured() async throws {
    #expect(try await TelegramServer(secret: nil, polls: true).desk.service.telegramPolling != nil)
    #expect(try await TelegramServer().desk.service.telegramPolling == nil)
    #expect(try await APIDesk.reading.service.telegramPolling == nil)
  }
}
