import Database
import Foundation
import Store
import Synchronization
import TestSupport
import Testing

@testable import WebAPI

@Suite("the line of those who write", .timed, .timeLimit(.minutes(20)))
struct WriterLineTests {
  /// Names in the order in which they came.
  private final class Names: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  @Test("between two turns of one caller everybody else who waits has one")
  func rounds() async throws {
    let desk = try await APIDesk()
    let line = WriterLine(desk.store, patience: .seconds(60))
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Names()
    async let first: Void = line.write(for: "first") { _ in
      begun.signal()
      end.wait()
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        begun.wait()
        continuation.resume()
      }
    }
    // While it is busy one caller asks for twenty changes, and then two others for one each.
    try await withThrowingTaskGroup(of: Void.self) { group in
      func ask(_ name: String, waiting: Int) async throws {
        group.addTask { try await line.write(for: name) { _ in order.add(name) } }
        while line.count < waiting { try await Task.sleep(for: .milliseconds(1)) }
      }
      for number in 1...20 { try await ask("greedy", waiting: number) }
      try await ask("mei", waiting: 21)
      try await ask("lin", waiting: 22)
      end.signal()
      try await group.waitForAll()
    }
    _ = try await first
    #expect(Array(order.all.prefix(3)) == ["greedy", "mei", "lin"])
    #expect(order.all.count == 22)
  }

  @Test("whose time is over while another's change is made is told at once, and nothing of theirs is done")
  func impatient() async throws {
    let desk = try await APIDesk()
    let line = WriterLine(desk.store, patience: .seconds(3))
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = Names()
    let first = Task {
      try await line.write(for: "first") { _ in
        begun.signal()
        end.wait()
        order.add("first")
      }
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        begun.wait()
        continuation.resume()
      }
    }
    // The first one has not ended, and does not before these have been refused.
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          await #expect(throws: DatabaseError.busy(desk.store.place)) {
            try await line.write(for: "\(number % 3)") { _ in order.add("late") }
          }
        }
      }
    }
    #expect(order.all.isEmpty)
    end.signal()
    // What has begun is finished, however long it takes.
    try await first.value
    #expect(order.all == ["first"])
    try await line.write(for: "next") { _ in order.add("next") }
    #expect(order.all == ["first", "next"])
  }
}
