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
      return ((), number == pieces)
    } _: {
    }
    isOver.wait()
    // Not after the last one, and not refused.
    #expect((1..<pieces).contains(atOthers.withLock { $0 }))
    #expect(done.withLock { $0 } == pieces)
  }
}
