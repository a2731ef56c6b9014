import Foundation
import Store
import Synchronization
import Testing

@testable import WebAPI

@Suite("while another program writes", .timeLimit(.minutes(5)))
struct LockedDatabaseTests {
  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  /// Holds the database as a long import does.
  private final class Holder {
    private let begun = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)

    init(_ place: String) {
      let (begun, end) = (begun, end)
      Thread.detachNewThread {
        try? Store.open(place).database.write { _ in
          begun.signal()
          end.wait()
        }
      }
      begun.wait()
    }

    func letGo() { end.signal() }
  }

  @Test("nobody waits to read: not who shows a token, nor beside those who wait to write")
  func reading() async throws {
    let desk = try await APIDesk()
    let user = try desk.user()
    let token = try desk.token(.reader)
    let holder = Holder(desk.store.place)
    defer { holder.letGo() }
    let ended = Counter()
    async let writers = withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let status = try await desk.send("PUT", "/api/user/settings", ["digest": true], as: user.token).status
          ended.add()
          return status
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    for _ in 0..<3 {
      try await desk.get("/api/admin/sources", as: token).expect(200)
      try await desk.get("/api/user/profile", as: user.token).expect(200)
      try await desk.get("/api/health").expect(200)
    }
    // A token that nobody has ends nothing, and waits for nobody.
    let unknown = "fcr_" + String(repeating: "0", count: 64)
    try await desk.send("POST", "/api/auth/logout", ["refresh_token": .text(unknown)]).expect(204)
    // All that while those who write were still waiting, which they do for five seconds.
    #expect(ended.count == 0)
    holder.letGo()
    #expect(try await writers.isSubset(of: [200, 503]))
  }

  @Test("the use of a token is noted when the database is free, and no oftener than every five minutes")
  func notedUse() async throws {
    let desk = try await APIDesk()
    let token = try desk.token(.reader, name: "monitor")
    func lastUse() throws -> Int? { try desk.store.tokens().first { $0.name == "monitor" }?.lastUsedAt }
    func noted(after time: Int) async throws -> Int? {
      for _ in 0..<500 where try lastUse() ?? 0 < time { try await Task.sleep(for: .milliseconds(10)) }
      return try lastUse()
    }
    let first = Int(desk.clock.now)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    #expect(try await noted(after: first) == first)
    desk.clock.advance(seconds: 299)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    desk.clock.advance(seconds: 1)
    let second = Int(desk.clock.now)
    try await desk.get("/api/admin/sources", as: token).expect(200)
    #expect(try await noted(after: second) == second)
  }
}
