import Folklore
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

/// Random histories of one announced day: it moves while workers send, fail, and lose their leases, and while users change their minds.
@Suite("Histories of corrections", .timed)
struct CorrectionHistoryTests {
  @Test("What users are told last is true, and no correction takes back what they do not believe", arguments: 1...30)
  func histories(seed: UInt64) throws {
    var history = try CorrectionHistory(seed: seed)
    try history.run(steps: 60)
    try history.settle()
    #expect(history.faults.isEmpty, "seed \(seed): \(history.faults.joined(separator: "\n"))")
    #expect(try history.desk.test.store.faults().isEmpty)
  }
}

private struct CorrectionHistory {
  let desk: QueueDesk
  private var random: SeededGenerator
  private var now = QueueDesk.at(0, 1)
  /// The event's day this year; nil while none is announced.
  private var day: String? = "2025-04-25"
  private var phones: [Int: Phone] = [:]
  private var held: [Held] = []
  private var follows: Set<Int> = [1, 2, 3, 4]
  /// Those who did not follow the day for a while: nobody has told them how it moved meanwhile.
  private var left: Set<Int> = []
  private(set) var faults: [String] = []

  /// What a user's telephone has shown.
  private struct Phone {
    var lines: [String] = []
    var believed: Set<String> = []
    /// The last day told; empty for "none is announced".
    var last: String?
  }

  /// A reminder that a worker has claimed.
  private struct Held {
    let reminder: DueReminder
    let owner: String
    let until: Int
  }

  private static let days = (24...29).map { "2025-04-\($0)" }

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    desk = try QueueDesk(rules: ["announced 2025-04-25 2026-04-20"])
    // The first reminders are due from the first day on, so that there is much to correct.
    for user in 1...4 {
      var settings: [String: JSON] = ["advance_days": .integer(11 - user)]
      if user == 2 { (settings["quiet_from"], settings["quiet_to"]) = (.text("20:00"), .text("09:00")) }
      if user == 3 { settings["digest"] = .flag(true) }
      try desk.user(user, events: [0], settings)
    }
    _ = try desk.plan(days: 20)
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      // Some steps fall into one second.
      if Int.random(in: 0..<4, using: &random) > 0 {
        now += [1, 20, 70, 900, 9_000].randomElement(using: &random) ?? 1
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2: try move()
      case 3...6: try claim()
      case 7...10: try end()
      default: if Int.random(in: 0..<5, using: &random) == 0 { try changeMind() }
      }
    }
  }

  /// Nothing changes any more; all that is due goes out.
  mutating func settle() throws {
    while !held.isEmpty { try end() }
    for user in [1, 2, 3, 4] where !follows.contains(user) { try follow(user) }
    for _ in 0..<80 {
      now += 1_200
      try claim()
      while !held.isEmpty { try send(held.removeFirst()) }
    }
    for (user, phone) in phones.sorted(by: { $0.key < $1.key }) where !left.contains(user) {
      let isTrue = phone.last == day ?? ""
      if !isTrue { faults.append("\(user) believes \(phone.last ?? ""), but it is \(day ?? ""): \(phone.lines)") }
    }
  }

  // MARK: Steps

  private mutating func move() throws {
    day = Int.random(in: 0..<6, using: &random) == 0 ? nil : Self.days.randomElement(using: &random)
    let rule = "announced \(day.map { "\($0) " } ?? "")2026-04-20"
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("rule", .text(rule))]), QueueDesk.change(now))
  }

  private mutating func claim() throws {
    let owner = Bool.random(using: &random) ? "w" : "v"
    let claim = try desk.claim(at: now, owner: owner)
    held += claim.reminders.map { Held(reminder: $0, owner: owner, until: now + 60) }
  }

  /// One of the held reminders ends in some way.
  private mutating func end() throws {
    guard !held.isEmpty else { return }
    let one = held.remove(at: Int.random(in: 0..<held.count, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      // Its worker dies before it sends.
      break
    case 1: try desk.queue.release([one.reminder], owner: one.owner)
    case 2, 3:
      let result = Acknowledgement.Result.failed(reason: "500", nextAttemptAt: now + 30)
      try desk.queue.acknowledge([.init(one.reminder, result)], owner: one.owner, now: now)
    default: try send(one)
    }
  }

  /// A worker sends while it has the lease, with or without having seen that something changed.
  private mutating func send(_ one: Held) throws {
    guard one.until > now else { return }
    if Bool.random(using: &random) {
      let lost = try desk.unsendable(of: [one.reminder], owner: one.owner, now: now)
      guard lost.isEmpty else { return try desk.queue.release([one.reminder], owner: one.owner) }
    }
    show(one.reminder)
    try desk.queue.acknowledge([.init(one.reminder, .sent)], owner: one.owner, now: now)
  }

  private mutating func changeMind() throws {
    let user = Int.random(in: 1...4, using: &random)
    if follows.remove(user) == nil { return try follow(user) }
    left.insert(user)
    try subscribe(user, [])
  }

  private mutating func follow(_ user: Int) throws {
    follows.insert(user)
    try subscribe(user, [.object([.init("event", .text("e0"))])])
  }

  private func subscribe(_ user: Int, _ events: [JSON]) throws {
    try desk.test.store.edit(
      .user, key: "00000000-0000-4000-8000-00000000000\(user)",
      Draft(fields: [.init("event_subscriptions", .list(events))]), QueueDesk.change(now))
  }

  // MARK: What is told

  private mutating func show(_ reminder: DueReminder) {
    let user = reminder.user.id
    var phone = phones[user] ?? Phone()
    let old = "\(reminder.occurrence.date)"
    if reminder.kind == .correction {
      let new = reminder.occurrence.movedTo.map { "\($0.solarDate)" } ?? ""
      phone.lines.append("\(now) \(old)>\(new)")
      let isAboutNone = phone.last?.isEmpty == true && !new.isEmpty
      if !phone.believed.contains(old), !isAboutNone {
        faults.append("\(user) does not believe \(old): \(phone.lines)")
      }
      phone.believed.remove(old)
      if !new.isEmpty { phone.believed.insert(new) }
      phone.last = new
    } else {
      phone.lines.append("\(now) \(reminder.kind.rawValue) \(old)")
      phone.believed.insert(old)
      phone.last = old
    }
    phones[user] = phone
  }
}
