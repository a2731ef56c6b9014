import Channels
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Delivery to the devices of a user", .timed, .timeLimit(.minutes(20)))
struct DeliveryDeviceTests {
  /// A user with devices, `token platform` each.
  private func desk(_ devices: [String]) throws -> DeliveryDesk {
    let desk = try DeliveryDesk()
    try desk.add { $0.channel = "push" }
    for device in devices {
      let parts = device.split(separator: " ")
      try desk.run(
        """
        INSERT INTO devices (user_id, token, platform, is_active, created_at, updated_at)
        VALUES (1, '\(parts[0])', '\(parts[1])', 1, 0, 0)
        """)
    }
    return desk
  }

  private func deliver(
    _ desk: DeliveryDesk, answer: @escaping @Sendable (String) -> Outcome
  ) async throws -> DeliveryDesk.Row {
    let route = Route.toDevices(
      of: desk.queue, web: nil, phones: Puppet { _, target in answer(target) },
      now: { Int(desk.now) })
    try await desk.deliver(["push": route])
    return try #require(try desk.rows().first)
  }

  @Test("A reminder is sent when one device accepts it; a dead device is removed")
  func oneTakesIt() async throws {
    let desk = try desk(["a ios", "b android", "c ios"])
    let row = try await deliver(desk) {
      switch $0 {
      case "a": .gone(reason: "UNREGISTERED")
      case "b": .failed(reason: "500")
      default: .delivered
      }
    }
    #expect(row.status == "sent")
    #expect(try desk.queue.devices(of: 1).map(\.token) == ["b", "c"])
  }

  @Test("A reminder without a live device fails with that reason")
  func none() async throws {
    var row = try await deliver(desk([])) { _ in .delivered }
    #expect(row.status == "failed" && row.error == "no active device")
    row = try await deliver(desk(["a ios", "b ios"])) { _ in .gone(reason: "UNREGISTERED") }
    #expect(row.status == "failed" && row.error?.contains("no active device: UNREGISTERED") == true)
  }

  @Test("When no device accepts, a requested wait defers the reminder; otherwise a failure is counted")
  func noneTakesIt() async throws {
    var row = try await deliver(desk(["a ios", "b ios"])) {
      $0 == "a" ? .failed(reason: "500") : .deferred(reason: "429", retryAfterSeconds: 60)
    }
    #expect(row.status == "queued" && row.retryCount == 0 && row.error == "429")
    row = try await deliver(desk(["a ios", "b ios"])) { $0 == "a" ? .failed(reason: "500") : .rejected(reason: "400") }
    #expect(row.status == "queued" && row.retryCount == 1 && row.error == "500")
    row = try await deliver(desk(["a ios", "b ios"])) {
      $0 == "a" ? .gone(reason: "UNREGISTERED") : .rejected(reason: "400")
    }
    #expect(row.status == "failed" && row.error == "no device took it: UNREGISTERED; 400")
  }

  @Test("A device without a configured service counts as a failure that names the service")
  func unconfigured() async throws {
    let row = try await deliver(desk(["a web"])) { _ in .delivered }
    #expect(row.status == "queued" && row.retryCount == 1)
    #expect(row.error?.contains("Web Push is not configured") == true)
  }

  @Test("A push service that defers or does not answer soon gets no more requests", arguments: [true, false])
  func pause(isSilent: Bool) async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 30; $0.channel = "push"
    }
    try desk.run(
      "INSERT INTO devices (user_id, token, platform, created_at, updated_at) SELECT id, 't' || id, 'ios', 0, 0 FROM users"
    )
    let asked = Mutex(0)
    var route = Route.toDevices(
      of: desk.queue, web: nil,
      phones: Puppet { _, _ in
        asked.withLock { $0 += 1 }
        guard isSilent else { return .deferred(reason: "429", retryAfterSeconds: 60) }
        desk.putForward(seconds: 20)
        return .failed(reason: "did not answer")
      }, now: { Int(desk.now) })
    route.concurrency = 1
    try await desk.worker(["push": route]) { $0.leaseSeconds = 3_600 }.run(.untilNothingIsDue)
    #expect(asked.withLock { $0 } == (isSilent ? 16 : 1))
    #expect(try desk.rows().allSatisfy { $0.status == "queued" })
    #expect(try desk.rows().map(\.retryCount).reduce(0, +) == (isSilent ? 16 : 0))
  }
}
