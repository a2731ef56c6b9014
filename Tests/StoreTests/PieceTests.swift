import Database
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Work in pieces", .timed)
struct PieceTests {
  @Test("Another writer gets its turn between the pieces")
  func givesWay() throws {
    let test = try TestStore()
    let other = try Store.open(test.url)
    let pieces = 25
    let done = Mutex(0)
    let atOthers = Mutex(-1)
    let isOver = DispatchSemaphore(value: 0)
    try test.store.database.writeInPieces { _ in
      let number = done.withLock { number in
        number += 1
        return number
      }
      if number == 1 {
        Thread.detachNewThread {
          try? other.database.write { _ in atOthers.withLock { $0 = done.withLock { $0 } } }
          isOver.signal()
        }
      }
      Thread.sleep(forTimeInterval: 0.12)
      return ((), 0, number == pieces)
    } _: {
    }
    isOver.wait()
    // Not after the last one, and not refused.
    #expect((1..<pieces).contains(atOthers.withLock { $0 }))
    #expect(done.withLock { $0 } == pieces)
  }
}

/// A work of many transactions meets a hindrance between two of them.
@Suite("Work in pieces that is hindered", .timed)
struct HinderedPieceTests {
  @Test("A piece that finds the file in use waits its turn", .enabled(if: TestDatabase.isFile))
  func waits() throws {
    let test = try TestStore()
    // Gives up after a tenth of a second, for a shorter test.
    let database = try SQLiteDatabase(path: test.path, options: .init(busySeconds: 0.1))
    defer { database.close() }
    let (isHeld, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var done = 0
    try database.writeInPieces { _ in
      (1, 1, done == 2)
    } _: {
      done += $0
      guard done == 1 else { return }
      let store = test.store
      Thread.detachNewThread {
        try? store.database.write { _ in
          isHeld.signal()
          Thread.sleep(forTimeInterval: 0.5)
        }
        isOver.signal()
      }
      isHeld.wait()
    }
    isOver.wait()
    #expect(done == 3)
  }

  @Test("A request's work in pieces waits no longer than the request")
  func deadline() throws {
    let test = try TestStore()
    let store = test.store.waiting(until: .now)
    var tries = 0
    #expect(throws: DatabaseError.unfinished(.busy(store.place), changed: 5)) {
      try store.database.inPieces {
        tries += 1
        if tries > 1 { throw DatabaseError.busy(store.place) }
        return (5, false)
      }
    }
    #expect(tries == 2)
  }

  @Test("A plan that ends half done says so, and the next one completes it")
  func honest() throws {
    let desk = try QueueDesk(rules: ["solar 4/20", "solar 5/20", "solar 6/20"])
    try desk.user(1, events: [0])
    try desk.user(2, events: [2])
    try desk.test.refuseReminders(ofUser: 2)
    do {
      _ = try desk.plan(days: 90)
      Issue.record("the reminders were not refused")
    } catch DatabaseError.unfinished(let error, let changed) {
      #expect(changed == 3)
      let whole = DatabaseError.unfinished(error, changed: changed)
      #expect(!whole.description.contains("nothing was changed") && whole.description.contains("rows: 3"))
      #expect(!whole.chinese.contains("什麼都沒有改變") && whole.chinese.contains("3 列"))
    }
    try desk.test.acceptReminders()
    #expect(try desk.plan(days: 90) == 3)
  }
}
