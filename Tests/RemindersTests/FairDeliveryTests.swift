import Channels
import Sinks
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Delivery beside hosts that hang", .timed, .timeLimit(.minutes(20)))
struct FairDeliveryTests {
  @Test("A host that hangs on 40 ports holds an eighth of the couriers; other messages are sent")
  func manyPorts() async throws {
    let hanging = try (0..<40).map { _ in try SinkServer { _ in .silence } }
    let healthy = try SinkServer(machine: 2)
    let desk = try DeliveryDesk()
    for (number, sink) in hanging.enumerated() {
      try desk.add {
        $0.firstUser = number * 2 + 1; $0.users = 2; $0.target = sink.url
      }
    }
    try desk.add {
      $0.firstUser = 1_001; $0.users = 50; $0.target = healthy.url
    }
    var route = desk.webhooks(timeout: .seconds(3_600))
    route.concurrency = 32
    let worker = try desk.worker(["webhook": route]) {
      ($0.graceSeconds, $0.longestRestSeconds) = (0.1, 0.1)
    }
    async let work: Void = worker.run(.untilStopped)
    while healthy.requestCount < 50 || hanging.reduce(0, { $0 + $1.requestCount }) < 4 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(hanging.reduce(0) { $0 + $1.requestCount } == 4)
    // Messages that become due later, too.
    try desk.add {
      $0.firstUser = 2_001; $0.users = 50; $0.target = healthy.url; $0.due = Int(desk.now)
    }
    while healthy.requestCount < 100 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(hanging.reduce(0) { $0 + $1.requestCount } == 4)
    await worker.stop()
    try await work
    let rows = try desk.rows()
    #expect(rows.count { $0.status == "sent" } == 100 && rows.allSatisfy { !$0.isLeased && $0.retryCount == 0 })
  }

  @Test(
    "320 hanging targets on one host or address hold an eighth of the couriers; other messages are sent soon",
    arguments: [false, true])
  func manyTargets(byName: Bool) async throws {
    let hanging = try (0..<(byName ? 1 : 320)).map { _ in try SinkServer { _ in .silence } }
    let healthy = try SinkServer(machine: 2)
    let desk = try DeliveryDesk()
    for number in 0..<320 {
      try desk.add {
        ($0.firstUser, $0.users) = (number + 1, 1)
        // libcurl itself finds all names that end in .localhost on this machine.
        $0.target = byName ? "http://n\(number).localhost:\(hanging[0].port)" : hanging[number].url
      }
    }
    try desk.add {
      ($0.firstUser, $0.users, $0.target) = (1_001, 50, healthy.url)
    }
    // Messages that become due after all names were tried.
    let later = Int(desk.now) + 2
    try desk.add {
      ($0.firstUser, $0.users, $0.target, $0.due) = (2_001, 50, healthy.url, later)
    }
    // 2 s are promised. Alone it takes 0.1 s; beside all other tests on two busy cores it took 4 s, so the bound here is wider. Where the
    // couriers are not shared, it takes the 3,600 s of the timeout.
    let bound = 10.0
    let start = desk.now
    let worker = try desk.worker(["webhook": desk.webhooks(timeout: .seconds(3_600))]) {
      $0.graceSeconds = 0.1
    }
    async let work: Void = worker.run(.untilStopped)
    func hangingCount() -> Int { hanging.reduce(0) { $0 + $1.requestCount } }
    while healthy.requestCount < 50 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(desk.now - start < bound)
    while hangingCount() < 8 { try await Task.sleep(for: .milliseconds(5)) }
    while healthy.requestCount < 100 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(desk.now - Double(later) < bound)
    #expect(hangingCount() == 8)
    await worker.stop()
    try await work
    let rows = try desk.rows()
    #expect(rows.count { $0.status == "sent" } == 100 && rows.allSatisfy { !$0.isLeased && $0.retryCount == 0 })
  }

  @Test("A name that hangs after its first answer is limited by the share of its address")
  func laterHanging() async throws {
    let server = try SinkServer { request in request.number < 40 ? .status(200) : .silence }
    let desk = try DeliveryDesk()
    for number in 0..<40 {
      try desk.add {
        ($0.firstUser, $0.users, $0.target) = (number + 1, 1, "http://n\(number).localhost:\(server.port)")
      }
    }
    var route = desk.webhooks(timeout: .seconds(3_600))
    route.concurrency = 16
    let worker = try desk.worker(["webhook": route]) {
      ($0.graceSeconds, $0.longestRestSeconds) = (0.1, 0.1)
    }
    async let work: Void = worker.run(.untilStopped)
    while try desk.count("sent") < 40 { try await Task.sleep(for: .milliseconds(10)) }
    for number in 0..<40 {
      try desk.add {
        ($0.firstUser, $0.users, $0.target) = (number + 1_001, 1, "http://n\(number).localhost:\(server.port)")
        $0.due = Int(desk.now)
      }
    }
    let healthy = try SinkServer(machine: 2)
    try desk.add {
      ($0.firstUser, $0.users, $0.target, $0.due) = (2_001, 20, healthy.url, Int(desk.now))
    }
    while healthy.requestCount < 20 { try await Task.sleep(for: .milliseconds(10)) }
    // An eighth, and as many as quick answers have lent: half of all.
    #expect(server.requestCount - 40 <= 2 + 8)
    await worker.stop()
    try await work
  }

  @Test("Excess messages for a hanging host wait in the database without an attempt")
  func manyMessages() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 400; $0.target = "https://hanging.example/a"
    }
    try desk.add {
      $0.firstUser = 1_001; $0.users = 10; $0.target = "https://good.example/a"
    }
    let door = Door()
    var route = Route(
      toOwnTargets: Puppet { _, target in
        if target.contains("hanging") { await door.pass() }
        return .delivered
      })
    route.concurrency = 16
    let worker = try desk.worker(["webhook": route]) {
      ($0.batchSize, $0.graceSeconds) = (64, 0.1)
    }
    async let work: Void = worker.run(.untilStopped)
    while try desk.rows().filter({ $0.user > 1_000 && $0.status == "sent" }).count < 10 {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(await door.count == 2)
    #expect(try desk.rows().allSatisfy { $0.user > 1_000 || $0.status == "queued" && $0.retryCount == 0 })
    await worker.stop()
    await door.open()
    try await work
  }

  /// Hosts that never answer with `users` reminders each, then a good one; all good reminders must be sent meanwhile.
  private func deliver(
    besideHosts hosts: Int, users: Int, good: Int, _ change: (inout DeliveryWorker.Configuration) -> Void = { _ in }
  ) async throws -> Int {
    let desk = try DeliveryDesk()
    for host in 0..<hosts {
      try desk.add {
        ($0.firstUser, $0.users, $0.target) = (1 + host * users, users, "https://hanging\(host).example/a")
      }
    }
    let first = 1 + hosts * users
    try desk.add { ($0.firstUser, $0.users, $0.target) = (first, good, "https://good.example/a") }
    let door = Door()
    let route = Route(
      toOwnTargets: Puppet { _, target in
        if target.contains("hanging") { await door.pass() }
        return .delivered
      })
    let worker = try desk.worker(["webhook": route]) {
      $0.graceSeconds = 0.1
      change(&$0)
    }
    async let work: Void = worker.run(.untilStopped)
    while try desk.rows().count(where: { $0.user >= first && $0.status == "sent" }) < good {
      try await Task.sleep(for: .milliseconds(50))
    }
    let hanging = await door.count
    #expect(try desk.rows().allSatisfy { $0.user >= first || $0.status == "queued" && $0.retryCount == 0 })
    await worker.stop()
    await door.open()
    try await work
    return hanging
  }

  @Test("All reminders for a good host are sent while other hosts hang, however many", arguments: [1, 8, 20, 100])
  func hangingHosts(count: Int) async throws {
    let hanging = try await deliver(besideHosts: count, users: 10, good: 300)
    // One each, and a quarter of the 64 couriers together.
    #expect(hanging <= count + 16)
  }

  @Test("Reminders for a good host are claimed though more than a worker holds wait for hosts that hang")
  func claims() async throws {
    _ = try await deliver(besideHosts: 20, users: 40, good: 100) { $0.batchSize = 160 }
  }

  @Test("Push services that hang, at hosts of users' own, do not delay messages to those of the browsers' makers")
  func devices() async throws {
    let desk = try DeliveryDesk()
    let (bad, good) = (200, 100)
    try desk.add { ($0.users, $0.channel) = (bad + good, "push") }
    // The keys of RFC 8291, section 5.
    let keys =
      #""keys":{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#
    try desk.run(
      """
      INSERT INTO devices (user_id, token, platform, is_active, created_at, updated_at)
      SELECT id, '{"endpoint":"https://' || CASE WHEN id <= \(bad) THEN 'hanging' || id % 40 || '.example' ELSE 'web.push.apple.com' END
        || '/' || id || '",\(keys)}', 'web', 1, 0, 0 FROM users
      """)
    let door = Door()
    let web = Puppet { _, target in
      if target.contains("hanging") { await door.pass() }
      return .delivered
    }
    let route = Route.toDevices(of: desk.queue, web: web, phones: nil, now: { Int(desk.now) })
    let worker = try desk.worker(["push": route]) { $0.graceSeconds = 0.1 }
    async let work: Void = worker.run(.untilStopped)
    while try desk.rows().count(where: { $0.user > bad && $0.status == "sent" }) < good {
      try await Task.sleep(for: .milliseconds(50))
    }
    await worker.stop()
    await door.open()
    try await work
  }
}
