import Database
import JSON
import TestSupport
import Testing

@testable import Store

@Suite("Claims that continue after the previous claim", .timed)
struct ClaimPositionTests {
  /// Six users who are told of 4/20 on 4/17, 4/19 and 4/20: the odd ones by mail; the fifth and the sixth an hour later.
  private static func desk() throws -> QueueDesk {
    let desk = try QueueDesk(rules: ["solar 4/20"])
    for number in 1...6 {
      try desk.user(
        number, events: [0],
        [
          "channel": .text(number % 2 == 0 ? "jsonl" : "mail"),
          "channel_target": number % 2 == 0 ? .null : .text("u\(number)@example.org"),
          "notify_time": .text(number > 4 ? "09:00" : "08:00"),
        ])
    }
    _ = try desk.plan()
    return desk
  }

  private static func users(_ claim: Claim) -> [Int] { claim.reminders.map(\.user.id) }

  /// 2025-04-17T10:00 in Taipei.
  private static let now = QueueDesk.start + 2 * 86_400 + 7_200

  @Test("A claim does not revisit earlier due messages of other channels or users")
  func goesOn() throws {
    let desk = try Self.desk()
    func claim(_ limit: Int, from position: ClaimPosition? = nil, now: Int = Self.now) throws -> Claim {
      try desk.queue.claim(limit, owner: "w", leaseSeconds: 60, channels: ["jsonl"], from: position, now: now)
    }
    let first = try claim(1)
    #expect(Self.users(first) == [2])
    let second = try claim(1, from: first.end)
    #expect(Self.users(second) == [4])
    // At a later instant.
    let third = try claim(2, from: second.end)
    #expect(Self.users(third) == [6] && third.end == nil)
    // The leases have run out: what lies before is found from the beginning only.
    let later = Self.now + 61
    #expect(Self.users(try claim(5, from: second.end, now: later)) == [4, 6])
    let rest = try claim(5, now: later)
    #expect(Self.users(rest) == [2] && rest.end == nil)
  }

  @Test("A claim that ends between one user's reminders of the same instant skips none of them")
  func oneUser() throws {
    let desk = try QueueDesk()
    try desk.user(1, events: [0, 1])
    try desk.user(2, events: [0, 1])
    _ = try desk.plan()
    var seen: [String] = []
    var position: ClaimPosition?
    repeat {
      let claim = try desk.queue.claim(1, owner: "w", leaseSeconds: 60, from: position, now: Self.now)
      seen += claim.reminders.map { "u\($0.user.id) \($0.occurrence.eventKey)" }
      position = claim.end
    } while position != nil
    #expect(seen == ["u1 e0", "u1 e1", "u2 e0", "u2 e1"])
  }

  @Test("Both ways to continue a claim use the index", .enabled(if: TestDatabase.isFile))
  func plans() throws {
    let desk = try Self.desk()
    for part in [ReminderClaiming.Part.restOfInstant, .later] {
      let plan = try desk.test.store.database.read { connection in
        try connection.all(SQL("EXPLAIN QUERY PLAN " + ReminderClaiming.due(["jsonl"], part).text)) { $0.text(3) ?? "" }
          .joined(separator: "\n")
      }
      #expect(plan.contains(part == .later ? "(<expr>>? AND <expr><?)" : "(<expr>=? AND user_id>?)"), "\(plan)")
      #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }
  }
}
