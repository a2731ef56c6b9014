import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Couriers of good servers beside bad ones", .timed)
struct CourierPaceTests {
  private func message(_ host: String, user: Int) throws -> OutgoingMessage {
    OutgoingMessage(
      Claimed.reminder(try Claimed.occurrence(), to: Claimed.user { $0.id = user }, id: user),
      party: Party(server: .host(host), user: user))
  }

  private func isGood(_ message: OutgoingMessage) -> Bool { message.party.server == .host("good") }

  /// The steps of 5 ms in which everything for the good host is sent; it answers within a step, all others never.
  private func steps(_ shares: inout CourierShares, from start: Double, atMost most: Int = 10_000) -> Int {
    var good: [OutgoingMessage] = []
    for step in 0..<most {
      let now = start + Double(step) * 0.005
      // As seldom as the worker does it.
      if step.isMultiple(of: 5) { shares.age(at: now) }
      for message in good { shares.end(message, after: 0.005, at: now) }
      good = []
      while let message = shares.first() {
        shares.begin(message, at: now)
        if isGood(message) { good.append(message) }
      }
      var isWaiting = false
      shares.forEachWaiting { if isGood($0) { isWaiting = true } }
      if good.isEmpty, !isWaiting { return step }
    }
    return most
  }

  @Test(
    "A good host needs as long beside new hosts that hang as alone, however many", arguments: [0, 1, 8, 20, 100, 250])
  func newHosts(count: Int) throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 500)
    for user in 0..<10 {
      for host in 0..<count { _ = shares.append(try message("bad\(host)", user: host * 10 + user + 1), at: 0) }
    }
    for user in 10_001...11_500 { _ = shares.append(try message("good", user: user), at: 0) }
    #expect(steps(&shares, from: 0) <= 50)
    #expect(shares.pool(.doubtful).heldCount <= count + 16 && shares.pool(.quick).heldCount == 0)
  }

  @Test(
    "A good host waits for a tenth of a second when all others turn bad at once, for each 64 of them",
    arguments: [1, 8, 20, 100])
  func sudden(count: Int) throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 500)
    var number = 0
    func add(_ host: String, _ messages: Int) throws {
      for _ in 0..<messages {
        number += 1
        _ = shares.append(try message(host, user: number), at: 0)
      }
    }
    for host in 0..<count { try add("bad\(host)", 20) }
    while let message = shares.first() {
      shares.begin(message, at: 0)
      shares.end(message, after: 0.005, at: 0)
    }
    for host in 0..<count { try add("bad\(host)", 20) }
    try add("good", 1_500)
    #expect(steps(&shares, from: 1) <= 50 + 20 * (1 + count / 64) + 5)
    // Those that hung are doubtful a second later, and leave the couriers to the others.
    shares.age(at: 3)
    #expect(shares.pool(.quick).heldCount == 0 && shares.pool(.steady).heldCount == 0)
  }

  @Test("Hosts that answer after half a second do not slow down one that answers at once")
  func steady() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 500)
    var underWay: [OutgoingMessage] = []
    for host in 0..<100 {
      for user in 0..<20 { _ = shares.append(try message("slow\(host)", user: host * 20 + user + 1), at: 0) }
    }
    // Each has shown how it answers.
    for _ in 0..<100 {
      let first = shares.first()
      let message = try #require(first)
      shares.begin(message, at: 0)
      shares.end(message, after: 0.5, at: 0)
    }
    while let message = shares.first() {
      shares.begin(message, at: 1)
      underWay.append(message)
    }
    #expect(underWay.count >= 64)
    for user in 10_001...11_500 { _ = shares.append(try message("good", user: user), at: 1) }
    #expect(steps(&shares, from: 1, atMost: 60) <= 50)
  }

  @Test("A host that only fails gets its next message a second later; one failure does not stop a good host")
  func failures() throws {
    var shares = CourierShares(couriers: 8, waitingLimit: 500)
    func end(after sign: CourierShares.Sign, at now: Double) throws -> Bool {
      let first = shares.first()
      let message = try #require(first)
      shares.begin(message, at: now)
      shares.end(message, after: 0.001, at: now, sign)
      return shares.first() != nil
    }
    for user in 1...9 { _ = shares.append(try message("host", user: user), at: 0) }
    for second in 0...2 {
      #expect(try !end(after: .failure, at: Double(second)))
      shares.age(at: Double(second) + 0.99)
      #expect(shares.first() == nil)
      shares.age(at: Double(second) + 1)
      #expect(shares.first() != nil)
    }
    for sign in [CourierShares.Sign.answer, .failure, .answer] { #expect(try end(after: sign, at: 3)) }
  }

  @Test("A few messages that hang do not stop the others of a good host; many do")
  func hanging() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 500)
    func begin(_ users: ClosedRange<Int>, at now: Double) throws -> [OutgoingMessage] {
      for user in users { _ = shares.append(try message("good", user: user), at: now) }
      var begun: [OutgoingMessage] = []
      while let message = shares.first() {
        shares.begin(message, at: now)
        begun.append(message)
      }
      return begun
    }
    let hanging = try begin(1...4, at: 0)
    shares.age(at: 2)
    for user in 5...14 {
      let message = try #require(begin(user...user, at: 2).first)
      shares.end(message, after: 0.01, at: 2)
    }
    #expect(try begin(15...18, at: 2).count == 4 && shares.pool(.quick).heldCount == 4)
    shares.age(at: 4)
    #expect(shares.pool(.quick).heldCount == 0 && shares.heldCount(.host("good")) == 8)
    #expect(try begin(19...19, at: 4).isEmpty)
    shares.end(hanging[0], after: 4, at: 4)
    #expect(shares.first() != nil && shares.pool(.quick).heldCount == 0)
  }

  @Test("A message to a device at a user's own host leaves the couriers of the services; without room none goes there")
  func devices() throws {
    var shares = CourierShares(couriers: 8, waitingLimit: 500)
    let occurrence = try Claimed.occurrence()
    func device(_ user: Int) -> OutgoingMessage {
      OutgoingMessage(
        Claimed.reminder(occurrence, to: Claimed.user { $0.id = user }, id: user),
        party: Party(server: .operators, user: user))
    }
    for user in 1...100 { _ = shares.append(device(user), at: 0) }
    var begun: [OutgoingMessage] = []
    while let message = shares.first() {
      shares.begin(message, at: 0)
      begun.append(message)
      if shares.addressLimit(of: message) != 0 { shares.connecting(message, to: "bad\(message.first.id)", at: 0) }
    }
    #expect(shares.pool(.doubtful).heldCount == 32 && shares.pool(.operators).heldCount == 8 && begun.count == 40)
    for message in begun { shares.end(message, after: 20, at: 20) }
    #expect(Pace.allCases.allSatisfy { shares.pool($0).heldCount == 0 })
  }

  @Test("What waits for silent hosts leaves room for the others' reminders, however many hosts there are")
  func excess() throws {
    var shares = CourierShares(couriers: 64, waitingLimit: 500)
    for host in 0..<100 {
      for user in 0..<40 { _ = shares.append(try message("bad\(host)", user: host * 40 + user + 1), at: 0) }
    }
    while let message = shares.first() { shares.begin(message, at: 0) }
    #expect(shares.removeExcess(at: 0.05, patience: Pace.quickSeconds).isEmpty)
    let excess = shares.removeExcess(at: 0.125, patience: Pace.quickSeconds)
    var waiting = 0
    shares.forEachWaiting { _ in waiting += 1 }
    #expect(waiting == 500 && excess.count == 4_000 - 116 - 500)
    #expect(!shares.isSlow(excess[0], at: 0.125) && shares.isSlow(excess[0], at: 1))
  }
}
