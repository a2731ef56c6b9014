import Channels
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("A lane", .timed)
struct LaneTests {
  private let policy = RetryPolicy(random: { 0 })
  private var leases = Leases()

  init() {
    for id in 1...20 { _ = leases.take(id, until: 1_000) }
  }

  private func lane(perSecond: Double? = nil, _ change: (inout DeliveryWorker.Configuration) -> Void = { _ in }) -> Lane
  {
    var configuration = DeliveryWorker.Configuration()
    change(&configuration)
    var route = Route(toOwnTargets: Puppet { _, _ in .delivered })
    route.perSecond = perSecond
    return Lane(route, configuration)
  }

  private func message(_ ids: [Int], host: String = "a.example", validUntil: Int = .max) throws -> OutgoingMessage {
    let occurrence = try Claimed.occurrence()
    let user = Claimed.user { ($0.id, $0.target) = (ids[0], "https://\(host)/hook") }
    return try #require(
      OutgoingMessage(
        ids.map { Claimed.reminder(occurrence, to: user, id: $0, validUntil: validUntil) },
        party: Party(target: user.channelTarget ?? "", user: user.id)))
  }

  /// What a courier is told, and how messages ended without being sent: the numbers of their reminders, and the ending.
  private func next(_ lane: inout Lane, at now: Double = 0, mayBegin: Bool = true) -> (
    step: String, untried: [(ids: [Int], ending: RetryPolicy.Ending)]
  ) {
    var untried: Lane.Untried = []
    let step =
      switch lane.next(at: now, leases, policy, mayBegin: mayBegin, untried: &untried) {
      case .send(let message): "send \(message.first.id)"
      case .wait(let seconds): "wait \(seconds)"
      case .takeTurns(let count, let rate): "take \(count) of \(rate)"
      case .rest: "rest"
      }
    return (step, untried.map { ($0.message.reminders.map(\.id), $0.ending) })
  }

  @Test("A lane sends one message after another and rests when none waits or none may start")
  func order() throws {
    var lane = lane()
    for id in 1...2 {
      let refused = lane.add(try message([id]), at: 0, policy)
      #expect(refused == nil)
    }
    #expect(next(&lane, mayBegin: false).step == "rest")
    let steps = [next(&lane), next(&lane), next(&lane)].map(\.step)
    #expect(steps == ["send 1", "send 2", "rest"])
  }

  @Test("The worker drops reminders without a lease and releases the rest of their digest")
  mutating func leasesThatAreGone() throws {
    var lane = lane()
    leases.lose([1, 3])
    for ids in [[1], [2, 3, 4], [5]] { _ = lane.add(try message(ids), at: 0, policy) }
    let (step, untried) = next(&lane)
    #expect(step == "send 5")
    #expect(untried.map(\.ids) == [[1], [3], [2, 4]])
    #expect(untried.map(\.ending) == [.drop, .drop, .release])
    _ = lane.add(try message([6]), at: 0, policy)
    #expect(next(&lane, at: 1_000).untried.map(\.ending) == [.drop])
  }

  @Test("The worker releases messages that need a new check")
  func validity() throws {
    var lane = lane()
    _ = lane.add(try message([1], validUntil: 50), at: 0, policy)
    let (step, untried) = next(&lane, at: 50)
    #expect(step == "rest" && untried.map(\.ids) == [[1]] && untried.map(\.ending) == [.release])
  }

  @Test("A server that asks for a delay is paused; other servers get their messages")
  func pauses() throws {
    var lane = lane()
    let first = try message([1])
    _ = lane.add(first, at: 0, policy)
    #expect(next(&lane).step == "send 1")
    let ending = lane.end(
      Attempt(message: first, outcome: .deferred(reason: "busy", retryAfterSeconds: 60), seconds: 0.1),
      at: 0, policy)
    #expect(ending == .acknowledge(.deferred(reason: "busy", until: 60)))
    for (id, host) in [(2, "a.example"), (3, "b.example")] {
      _ = lane.add(try message([id], host: host), at: 1, policy)
    }
    let (step, untried) = next(&lane, at: 1)
    #expect(step == "send 3" && untried.map(\.ids) == [[2]])
    guard case .acknowledge(.deferred(_, let until))? = untried.first?.ending else {
      Issue.record("\(untried)")
      return
    }
    #expect(until == 60)
    _ = lane.add(try message([4]), at: 60, policy)
    #expect(next(&lane, at: 60).step == "send 4")
  }

  @Test("One courier waits for the rate, at most half a second at a time; the others rest")
  func rate() throws {
    var lane = lane(perSecond: 1)
    for id in 1...3 { _ = lane.add(try message([id], host: "\(id).example"), at: 0, policy) }
    #expect([next(&lane), next(&lane)].map(\.step) == ["take 1 of 1.0", "rest"])
    #expect(lane.isRateAwaited)
    lane.grant(from: 0.7)
    lane.hasWaited()
    #expect([next(&lane), next(&lane)].map(\.step) == ["wait 0.5", "rest"])
    lane.hasWaited()
    #expect([next(&lane, at: 0.7), next(&lane, at: 0.7)].map(\.step) == ["send 1", "take 1 of 1.0"])
    // The database gave none.
    lane.hasWaited()
    #expect(next(&lane, at: 2).step == "take 1 of 1.0")
  }

  @Test("Excess messages for a slow server wait in the database")
  func excess() throws {
    var lane = lane { $0.batchSize = 16 }
    for id in 1...3 { _ = lane.add(try message([id]), at: 0, policy) }
    #expect(next(&lane).step == "send 1")
    let fourth = try message([4])
    let refused = lane.add(fourth, at: 2, policy)
    guard case .acknowledge(.deferred(_, let until))? = refused else {
      Issue.record("the fourth was taken")
      return
    }
    #expect(until == 32)
    let excess = lane.removeExcess(at: 2, policy)
    #expect(excess.map { $0.message.first.id } == [3])
  }

  @Test("The queue caches the next due time and discards it when the clock is set back")
  func claims() {
    var lane = lane { $0.longestRestSeconds = 30 }
    #expect(lane.emptyUntil(at: 0) == nil)
    lane.isEmpty(until: 20)
    #expect(lane.emptyUntil(at: 19) == 20 && lane.emptyUntil(at: 20) == nil && lane.emptyUntil(at: -100) == nil)
    lane.isDue(at: 30)
    #expect(lane.emptyUntil(at: 5) == 20)
    lane.isDue(at: 10)
    #expect(lane.emptyUntil(at: 5) == 10)
    lane.isDue()
    #expect(lane.emptyUntil(at: 5) == nil)
  }
}
