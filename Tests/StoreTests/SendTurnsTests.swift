import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("The rate of a channel, which all workers share", .timed)
struct SendTurnsTests {
  private final class Taken: Sendable {
    let turns = Mutex<[Double]>([])
  }

  @Test("Four workers at once never get the same turn, and in no second more than the rate", arguments: [1, 5])
  func together(count: Int) async throws {
    let test = try TestStore()
    let url = test.url
    let taken = Taken()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let store = try Store.open(url)
          defer { store.close() }
          for _ in 0..<10 {
            let first = try ReminderQueue(store).takeTurns(count, of: "line", perSecond: 50, now: 1_000)
            taken.turns.withLock { $0 += (0..<count).map { first + Double($0) / 50 } }
          }
        }
      }
      try await group.waitForAll()
    }
    let turns = taken.turns.withLock { $0 }.sorted()
    #expect(turns.count == 40 * count && turns.first == 1_000)
    for (before, after) in zip(turns, turns.dropFirst()) { #expect(abs(after - before - 0.02) < 1e-5) }
  }

  @Test("Each channel has its own turns; time that passed is not saved up; a wrong clock's turns are dropped")
  func alone() throws {
    let test = try TestStore()
    let queue = ReminderQueue(test.store)
    func take(_ channel: String, at now: Double) throws -> Double {
      try queue.takeTurns(1, of: channel, perSecond: 0.5, now: now)
    }
    #expect(try [take("line", at: 1_000), take("line", at: 1_000), take("mail", at: 1_000)] == [1_000, 1_002, 1_000])
    #expect(try [take("line", at: 1_100), take("line", at: 1_100)] == [1_100, 1_102])
    // A day ahead, and then right again.
    #expect(try take("line", at: 87_500) == 87_500)
    #expect(try [take("line", at: 1_200), take("line", at: 1_200)] == [1_200, 1_202])
  }
}
