import Channels
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Parts of a worker", .timed)
struct DeliveryPartsTests {
  @Test("Turns are used at their instants, wasted when nobody uses them, and taken again after a clock was set back")
  func turns() {
    var turns = Turns(perSecond: 30)
    #expect(turns.batch == 3 && Turns(perSecond: 0.01).batch == 1)
    #expect(turns.step(at: 1_000) == .take)
    turns.grant(from: 1_000.5)
    #expect(turns.step(at: 1_000) == .wait(seconds: 0.5))
    #expect(turns.step(at: 1_000.5) == .send)
    guard case .wait(let seconds) = turns.step(at: 1_000.5) else {
      Issue.record("the second turn is later")
      return
    }
    #expect(abs(seconds - 1.0 / 30) < 1e-6)
    // Two are left, and one message comes much later.
    #expect([turns.step(at: 1_010), turns.step(at: 1_010)] == [.take, .take])
    turns.grant(from: 90_000)
    #expect(turns.step(at: 1_000) == .take)
  }

  @Test("Retries wait 30 seconds, then five minutes, with 20 % jitter; the third failure is final")
  func policy() throws {
    func next(_ retryCount: Int, _ random: Double, retryAfter: Int? = nil) -> RetryPolicy.Ending {
      RetryPolicy { random }.ending(
        .failed(reason: "x", retryAfterSeconds: retryAfter), retryCount: retryCount, now: 1_000)
    }
    #expect(next(0, 0) == .acknowledge(.failed(reason: "x", nextAttemptAt: 1_024)))
    #expect(next(0, 1) == .acknowledge(.failed(reason: "x", nextAttemptAt: 1_036)))
    #expect(next(1, 0.5) == .acknowledge(.failed(reason: "x", nextAttemptAt: 1_300)))
    #expect(next(0, 0.5, retryAfter: 77) == .acknowledge(.failed(reason: "x", nextAttemptAt: 1_077)))
    #expect(next(0, 0.5, retryAfter: 5) == .acknowledge(.failed(reason: "x", nextAttemptAt: 1_030)))
    #expect(next(0, 0.5, retryAfter: .max) == .acknowledge(.failed(reason: "x", nextAttemptAt: .max)))
    #expect(next(2, 0.5) == .acknowledge(.gaveUp(reason: "x")))
    #expect(next(17, 0.5) == .acknowledge(.gaveUp(reason: "x")))
    let policy = RetryPolicy { 0.5 }
    #expect(
      policy.ending(.deferred(reason: "x", retryAfterSeconds: 60), retryCount: 2, now: 1_000)
        == .acknowledge(.deferred(reason: "x", until: 1_063)))
    #expect(policy.ending(.deferred(reason: "x", retryAfterSeconds: 0), retryCount: 2, now: 1_000) == .release)
    #expect(policy.ending(.gone(reason: "x"), retryCount: 0, now: 1_000) == .acknowledge(.gaveUp(reason: "x")))
  }

  @Test("A message that cannot be composed is given up, and the next one is sent")
  func unwritable() async throws {
    let desk = try DeliveryDesk()
    let held = try held(desk)
    let occurrence = try Claimed.occurrence()
    var claim = Claim()
    claim.reminders = [
      Claimed.reminder(occurrence, to: Claimed.user { $0.timeZone = "Asia/Nowhere" }, id: 1),
      Claimed.reminder(occurrence, id: 2),
    ]
    await held.add(claim, leasedUntil: Int(desk.now) + 60)
    guard case .send(let message, _, _, _)? = await held.next(0, done: nil, hasWaited: false) else {
      Issue.record("nothing to send")
      return
    }
    #expect(message.reminders.map(\.id) == [2])
    await held.close()
    let endings = try #require(await held.nextFinished())
    #expect(endings.map { $0.message.reminders.map(\.id) } == [[1]])
    guard case .acknowledge(.gaveUp(let reason))? = endings.first?.ending else {
      Issue.record("not given up")
      return
    }
    #expect(reason.contains("Asia/Nowhere"))
  }

  private func held(_ desk: DeliveryDesk) throws -> HeldReminders {
    HeldReminders(
      DeliveryWorker.Configuration(), desk.clock, RetryPolicy { 0.5 },
      ChannelTable(everything: Route { _, _ in .delivered }), MessageWriter(try Claimed.templates()))
  }

  @Test("A worker does not resend a message whose acknowledgement fails beyond its lease")
  func slowBooks() async throws {
    let desk = try DeliveryDesk()
    let held = try held(desk)
    let occurrence = try Claimed.occurrence()
    var claim = Claim()
    claim.reminders = (1...3).map { Claimed.reminder(occurrence, id: $0) }
    await held.add(claim, leasedUntil: Int(desk.now) + 60)
    var sent: [Int] = []
    var done: Attempt?
    for _ in 1...2 {
      guard case .send(let message, _, _, _)? = await held.next(0, done: done, hasWaited: false) else { break }
      sent += message.reminders.map(\.id)
      done = Attempt(message: message, outcome: .delivered, seconds: 0)
    }
    // The first has been sent and is being written down, the second is under way, the third waits.
    #expect(sent == [1, 2])
    _ = await held.upkeep()
    let endings = try #require(await held.nextFinished())
    #expect(endings.map { $0.message.reminders.map(\.id) } == [[1]])
    await held.acknowledgingFailed()
    desk.putForward(seconds: 61)
    await held.add(claim, leasedUntil: Int(desk.now) + 60)
    #expect(await held.upkeep().waiting == [3])
    // Nothing is handed out until the books are right again.
    async let next = held.next(0, done: nil, hasWaited: false)
    await held.acknowledged(endings, DeliveryTally())
    guard case .send(let message, _, _, _)? = await next else { return #expect(Bool(false), "nothing to send") }
    #expect(message.reminders.map(\.id) == [3])
  }

  @Test(
    "A reminder claimed again before its end is written is not sent twice",
    arguments: [true, false], [true, false])
  func claimedAgain(isToldFirst: Bool, isReleased: Bool) async throws {
    let desk = try DeliveryDesk()
    let held = try held(desk)
    let occurrence = try Claimed.occurrence()
    var claim = Claim()
    claim.reminders = [Claimed.reminder(occurrence, id: 1)]
    _ = await held.nextClaim()
    await held.add(claim, leasedUntil: Int(desk.now) + 60)
    guard case .send(let message, _, _, _)? = await held.next(0, done: nil, hasWaited: false) else {
      return #expect(Bool(false), "nothing to send")
    }
    let outcome: Outcome = isReleased ? .deferred(reason: "stopped", retryAfterSeconds: 0) : .delivered
    async let none = held.next(
      0, done: Attempt(message: message, outcome: outcome, seconds: 0), hasWaited: false)
    while await held.finished.isEmpty { await Task.yield() }
    _ = await held.upkeep()
    let endings = try #require(await held.nextFinished())
    // The lease has run out; the claim takes the row before the word of its end is written.
    desk.putForward(seconds: 61)
    _ = await held.nextClaim()
    if isToldFirst { await held.acknowledged(endings, DeliveryTally()) }
    await held.add(claim, leasedUntil: Int(desk.now) + 60)
    if !isToldFirst { await held.acknowledged(endings, DeliveryTally()) }
    // Nobody has it, and its lease is given up, in case it still has one.
    await held.stop()
    #expect(await none == nil)
    await held.close()
    let last = await held.nextFinished() ?? []
    #expect(last.map(\.ending) == (isReleased || isToldFirst ? [.release] : []))
    await held.acknowledged(last, DeliveryTally())
    #expect(await held.isEmpty)
    #expect(await held.heldCount(0) == 0)
  }

  @Test("A clock that is set back delays no server beyond the longest pause")
  func clockSetBack() async throws {
    let desk = try DeliveryDesk()
    let held = try held(desk)
    let until = desk.now + 20
    await held.exhausted([0], nextAt: until, writeCount: 0)
    guard case .rest(until)? = await held.nextClaim() else { return #expect(Bool(false), "something was due") }
    desk.putForward(seconds: -3_600)
    guard case .claim? = await held.nextClaim() else { return #expect(Bool(false), "it waits for an hour") }
  }

  @Test("Messages that are queued after a query for due messages are not missed")
  func writtenMeanwhile() async throws {
    let desk = try DeliveryDesk()
    let held = try held(desk)
    let before = await held.writeCount
    await held.acknowledged([], DeliveryTally())
    await held.exhausted([0], nextAt: desk.now + 20, writeCount: before)
    guard case .claim? = await held.nextClaim() else { return #expect(Bool(false), "it rests") }
  }

  @Test("Reminders are grouped into messages; a digest has one user, time and first attempt")
  func messages() throws {
    let (plain, wanting) = (
      Claimed.user(),
      Claimed.user {
        $0.id = 43; $0.wantsDigest = true
      }
    )
    let occurrence = try Claimed.occurrence()
    func reminder(_ id: Int, _ user: Recipient, at time: Int = 1_745_020_800) -> DueReminder {
      Claimed.reminder(occurrence, to: user, id: id, at: time)
    }
    let messages = OutgoingMessage.messages(of: [
      reminder(1, plain), reminder(2, plain), reminder(5, wanting), reminder(3, wanting, at: 1_745_020_801),
      reminder(4, wanting),
    ])
    #expect(messages.map { $0.reminders.map(\.id) } == [[1], [2], [4, 5], [3]])
  }

  @Test("A queue returns the oldest message first")
  func line() {
    var line = Line<Int>()
    var (next, out) = (0, 0)
    for round in 0..<5_000 {
      for _ in 0..<(round % 3) {
        line.append(next)
        next += 1
      }
      if let first = line.popFirst() {
        #expect(first == out)
        out += 1
      }
    }
    #expect(line.count == next - out)
    #expect(line.removeAll() == Array(out..<next) && line.isEmpty)
  }

  @Test("A server that is silent 16 times in a row is paused for one minute, then two, at most five")
  func silences() {
    var pauses = ServerPauses()
    func fail(_ times: Int, after seconds: Double = 20, now: Int) {
      for _ in 0..<times {
        pauses.note(.failed(reason: ""), after: seconds, from: "a", longest: 300, now: now)
      }
    }
    fail(15, now: 0)
    #expect(pauses.end("a", now: 0) == nil)
    // A refusal is an answer and delays no other message.
    fail(1, after: 0.1, now: 0)
    fail(15, now: 0)
    #expect(pauses.end("a", now: 0) == nil && !pauses.isAllAnswering)
    fail(1, now: 0)
    #expect(pauses.end("a", now: 0) == 60)
    // The running deliveries.
    fail(30, now: 10)
    #expect(pauses.end("a", now: 10) == 60)
    for (now, end) in [(100, 220), (300, 540), (1_000, 1_300), (2_000, 2_300)] {
      fail(1, now: now)
      #expect(pauses.end("a", now: now) == end)
    }
    pauses.note(.delivered, after: 20, from: "a", longest: 300, now: 3_000)
    fail(15, now: 3_000)
    #expect(pauses.end("a", now: 3_000) == nil)
    fail(1, now: 3_000)
    #expect(pauses.end("a", now: 3_000) == 3_060)
    // Our own stop says nothing of a server.
    pauses.note(.deferred(reason: "", retryAfterSeconds: 0), after: 20, from: "b", longest: 300, now: 0)
    #expect(pauses.end("b", now: 0) == nil)
  }

  @Test("Pauses end, and old pauses are dropped before there are too many")
  func pauses() {
    var pauses = ServerPauses()
    pauses.pause("a", until: 100, now: 50)
    pauses.pause("a", until: 80, now: 50)
    #expect(pauses.end("a", now: 99) == 100 && pauses.end("b", now: 99) == nil)
    #expect(pauses.end("a", now: 100) == nil && pauses.isEmpty)
    for number in 0..<30_000 { pauses.pause("\(number)", until: 200, now: 100) }
    #expect(pauses.end("29999", now: 100) == 200)
  }
}

extension HeldReminders {
  fileprivate func heldCount(_ lane: Int) -> Int { lanes[lane].heldCount }
}
