import Channels
import Database
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Leases and shutdown of a worker", .timed, .timeLimit(.minutes(20)))
struct DeliveryLeaseTests {
  @Test("A worker whose lease expired sends nothing more, and its late acknowledgement changes nothing")
  func lost() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 5; $0.target = "x"
    }
    let door = Door()
    var slow = Route { _, _ in
      await door.pass()
      return .rejected(reason: "too late to say so")
    }
    slow.concurrency = 1
    let awake = Door()
    let first = try desk.worker(["webhook": slow], sleepsBehind: awake)
    async let work: Void = first.run(.untilNothingIsDue)
    await door.came(1)
    desk.putForward(seconds: 61)
    let sent = Mutex<[Int]>([])
    try await desk.deliver([
      "webhook": Route { _, recipient in
        sent.withLock { $0.append(recipient.id) }
        return .delivered
      }
    ])
    #expect(sent.withLock { $0.sorted() } == [1, 2, 3, 4, 5])
    await awake.open()
    await door.open()
    try await work
    #expect(await door.count == 1)
    #expect(try desk.rows().allSatisfy { $0.status == "sent" && $0.retryCount == 0 })
    #expect(desk.tally.lost == 5)
  }

  @Test("Leases are prolonged while a delivery runs")
  func renewed() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 3; $0.target = "x"
    }
    let door = Door()
    let slow = door.route()
    let worker = try desk.worker(["webhook": slow])
    async let work: Void = worker.run(.untilNothingIsDue)
    await door.came(1)
    for _ in 0..<4 {
      desk.putForward(seconds: 25)
      let end = try leaseEnd(desk)
      while try leaseEnd(desk) == end { try await Task.sleep(for: .milliseconds(20)) }
    }
    // Nothing is left for another.
    #expect(try desk.queue.claim(10, owner: "another", leaseSeconds: 60, now: Int(desk.now)).isEmpty)
    await door.open()
    try await work
    #expect(try desk.count("sent") == 3)
    #expect(await door.count == 3)
  }

  private func leaseEnd(_ desk: DeliveryDesk) throws -> Int {
    try desk.store.database.read { try $0.integer("SELECT MIN(lease_until) FROM notification_logs") }
  }

  @Test("A waiting reminder that is withdrawn is not sent")
  func withdrawn() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 3; $0.target = "x"
    }
    let door = Door()
    let sent = Mutex<[Int]>([])
    let slow = door.route { _, recipient in sent.withLock { $0.append(recipient.id) } }
    let worker = try desk.worker(["webhook": slow])
    async let work: Void = worker.run(.untilNothingIsDue)
    await door.came(1)
    try desk.run("DELETE FROM notification_logs WHERE user_id = 2")
    desk.putForward(seconds: 25)
    let end = try leaseEnd(desk)
    while try leaseEnd(desk) == end { try await Task.sleep(for: .milliseconds(20)) }
    // The worker hears of it after the database has been written: only the one who asks sleeps, and then has heard.
    let heard = desk.now + 0.5
    while desk.now < heard { try await Task.sleep(for: .milliseconds(20)) }
    await door.open()
    try await work
    #expect(sent.withLock { $0 } == [1, 3])
    #expect(try desk.count("sent") == 2)
  }

  @Test(
    "A waiting reminder that an operator cancels is not sent; the worker checks each second and at each renewal",
    arguments: [(checkSeconds: 1.0, passed: 1.0), (checkSeconds: 1_000_000, passed: 20)])
  func cancelledByOperator(checkSeconds: Double, passed: Double) async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 4; $0.target = "x"
    }
    let door = Door()
    let sent = Mutex<[Int]>([])
    let slow = door.route { _, recipient in sent.withLock { $0.append(recipient.id) } }
    let worker = try desk.worker(["webhook": slow]) { $0.checkSeconds = checkSeconds }
    async let work: Void = worker.run(.untilNothingIsDue)
    await door.came(1)
    // The first is under way, the third waits.
    #expect(try desk.queue.cancel([1, 3], by: "test", now: Int(desk.now)).isEmpty)
    desk.putForward(seconds: passed)
    // Only the one who asks sleeps; when that has been done again, the answer has come.
    let end = desk.now + 0.5
    while desk.now < end { try await Task.sleep(for: .milliseconds(20)) }
    await door.open()
    try await work
    #expect(sent.withLock { $0 } == [1, 2, 4])
    // Sent messages stay sent.
    #expect(try desk.rows().map(\.status) == ["sent", "sent", "cancelled", "sent"])
    #expect(try desk.rows().allSatisfy { !$0.isLeased })
    #expect(desk.tally.sent == 3 && desk.tally.lost == 1)
  }

  @Test("A digest is sent without the part that is cancelled while it waits")
  func cancelledPart() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 2; $0.occurrences = 2; $0.digest = true; $0.target = "x"
    }
    let door = Door()
    let sent = Mutex<[String]>([])
    let slow = door.route { message, recipient in
      let names = ["測試節1", "測試節2"].filter { message.body.contains($0) }
      sent.withLock { $0.append("\(recipient.id): \(names.joined(separator: " "))") }
    }
    let worker = try desk.worker(["webhook": slow])
    async let work: Void = worker.run(.untilNothingIsDue)
    await door.came(1)
    #expect(try desk.queue.cancel([4], by: "test", now: Int(desk.now)).isEmpty)
    desk.putForward(seconds: 1)
    let end = desk.now + 0.5
    while desk.now < end { try await Task.sleep(for: .milliseconds(20)) }
    await door.open()
    try await work
    #expect(sent.withLock { $0 } == ["1: 測試節1 測試節2", "2: 測試節1"])
    #expect(try desk.rows().map(\.status) == ["sent", "sent", "sent", "cancelled"])
  }

  @Test("A stopped worker finishes running deliveries and releases the rest")
  func stopped() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 100; $0.target = "x"
    }
    let door = Door()
    let slow = door.route(concurrency: 4)
    let worker = try desk.worker(["webhook": slow])
    async let work: Void = worker.run(.untilStopped)
    await door.came(4)
    await worker.stop()
    await door.open()
    try await work
    let rows = try desk.rows()
    #expect(rows.count { $0.status == "sent" } == 4)
    #expect(rows.allSatisfy { !$0.isLeased && $0.retryCount == 0 })
    #expect(desk.tally.sent == 4 && desk.tally.released == 96)
  }

  @Test("Deliveries that outlast the grace period are released without counting an attempt")
  func grace() async throws {
    let sink = try SinkServer { _ in .silence }
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 20; $0.target = sink.url
    }
    var route = desk.webhooks(timeout: .seconds(3_600))
    // One host holds an eighth.
    route.concurrency = 160
    let worker = try desk.worker(["webhook": route]) { $0.graceSeconds = 0.2 }
    async let work: Void = worker.run(.untilStopped)
    while sink.requestCount < 20 { try await Task.sleep(for: .milliseconds(20)) }
    await worker.stop()
    try await work
    #expect(try desk.rows().allSatisfy { $0.status == "queued" && !$0.isLeased && $0.retryCount == 0 })
    #expect(desk.tally.released == 20)
  }

  @Test("Cancelling the task stops the worker without a grace period")
  func cancelled() async throws {
    let sink = try SinkServer { _ in .silence }
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 20; $0.target = sink.url
    }
    var route = desk.webhooks(timeout: .seconds(3_600))
    // One host holds an eighth.
    route.concurrency = 160
    let worker = try desk.worker(["webhook": route])
    let work = Task { try await worker.run(.untilStopped) }
    while sink.requestCount < 20 { try await Task.sleep(for: .milliseconds(20)) }
    work.cancel()
    try await work.value
    #expect(try desk.rows().allSatisfy { $0.status == "queued" && !$0.isLeased && $0.retryCount == 0 })
  }

  @Test("A permanent database error ends the worker with that error instead of a crash")
  func broken() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 3; $0.target = "x"
    }
    try desk.run("ALTER TABLE notification_logs RENAME TO lost_logs")
    let worker = try desk.worker(["webhook": Route { _, _ in .delivered }]) { $0.mostTrouble = 2 }
    await #expect(throws: (any Error).self) { try await worker.run(.untilStopped) }
  }
}
