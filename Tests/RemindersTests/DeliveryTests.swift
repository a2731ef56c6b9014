import Channels
import Sinks
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Delivery", .timed, .timeLimit(.minutes(20)))
struct DeliveryTests {
  /// The end of a reminder.
  struct Fate: Sendable {
    var status = "queued"
    var retryCount = 0
    /// Seconds from now until the next attempt.
    var wait: ClosedRange<Int>?
    var reason = ""
  }

  @Test(
    "Each kind of answer of a receiver leads to the designed outcome",
    arguments: [
      (SinkAnswer.status(200), Fate(status: "sent")),
      (.status(204), Fate(status: "sent")),
      (.dripping(200, body: "yes", pause: .milliseconds(1)), Fate(status: "sent")),
      (.status(429, headers: ["Retry-After": "120"]), Fate(wait: 115...135, reason: "429")),
      (.status(503, headers: ["Retry-After": "40"]), Fate(wait: 35...50, reason: "503")),
      (.status(500, body: "oh no"), Fate(retryCount: 1, wait: 20...40, reason: "oh no")),
      (.status(500, headers: ["Retry-After": "900"]), Fate(retryCount: 1, wait: 890...910, reason: "500")),
      (.status(404), Fate(retryCount: 1, wait: 20...40, reason: "404")),
      (.silence, Fate(retryCount: 1, wait: 20...40, reason: "did not answer")),
      (.reset, Fate(retryCount: 1, wait: 20...40, reason: "127.0.0.1")),
      (.hangUp, Fate(retryCount: 1, wait: 20...40, reason: "127.0.0.1")),
      (.garbage, Fate(retryCount: 1, wait: 20...40, reason: "127.0.0.1")),
      (.endlessHeaders, Fate(retryCount: 1, wait: 20...40, reason: "127.0.0.1")),
      (.status(410), Fate(status: "failed", retryCount: 1, reason: "410")),
      (.redirect(to: "http://127.0.0.1:1/"), Fate(status: "failed", retryCount: 1, reason: "redirects")),
    ] as [(SinkAnswer, Fate)])
  func fates(answer: SinkAnswer, fate: Fate) async throws {
    let sink = try SinkServer { _ in answer }
    let desk = try DeliveryDesk()
    try desk.add { $0.target = sink.url + "/hook" }
    let start = Int(desk.now)
    try await desk.deliver(["webhook": desk.webhooks(timeout: .seconds(1))])
    // Reckoned from some moment of the run, however slow the machine is.
    let end = Int(desk.now)
    let row = try #require(try desk.rows().first)
    #expect(row.status == fate.status && row.retryCount == fate.retryCount && !row.isLeased)
    #expect((row.error ?? "").contains(fate.reason), "\(row.error ?? "")")
    if let wait = fate.wait {
      let next = try #require(row.nextAttempt)
      #expect((start + wait.lowerBound...end + wait.upperBound).contains(next), "\(next - start)")
    }
  }

  @Test("A receiver that reads slowly gets the whole message")
  func slow() async throws {
    let sink = try SinkServer(reading: .slowly(bytes: 64, pause: .milliseconds(2)))
    let desk = try DeliveryDesk()
    try desk.add { $0.target = sink.url }
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(try desk.count("sent") == 1)
  }

  @Test("The third failure is final; every attempt has the same key and the same body")
  func threeFailures() async throws {
    let sink = try SinkServer { _ in .status(500) }
    let desk = try DeliveryDesk()
    try desk.add { $0.target = sink.url }
    for (attempt, status) in [(1, "queued"), (2, "queued"), (3, "failed")] {
      try await desk.deliver(["webhook": desk.webhooks()])
      let row = try #require(try desk.rows().first)
      #expect(row.status == status && row.retryCount == attempt)
      // Nothing before its time.
      try await desk.deliver(["webhook": desk.webhooks()])
      #expect(sink.requestCount == attempt)
      desk.putForward(seconds: 400)
    }
    #expect(Set(sink.requests.map { $0.header("webhook-id") }).count == 1)
    #expect(Set(sink.requests.map(\.body)).count == 1)
    #expect(desk.tally.failed == 2 && desk.tally.gaveUp == 1)
  }

  @Test("An invalid zone, an invalid target and an unreadable occurrence fail alone")
  func poisoned() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0 = .init(); $0.users = 20; $0.target = sink.url
    }
    try desk.add {
      $0.firstUser = 101; $0.target = "no address at all"
    }
    try desk.add {
      $0.firstUser = 102; $0.target = sink.url; $0.timeZone = "Asia/Nowhere"
    }
    try desk.add { $0.firstUser = 103 }
    try desk.add {
      $0.firstUser = 104; $0.target = ""
    }
    try desk.add {
      $0.firstUser = 105; $0.users = 20; $0.target = sink.url
    }
    try await desk.deliver(["webhook": desk.webhooks()])
    let failed = try desk.rows().filter { $0.status == "failed" }
    #expect(failed.map(\.user) == [101, 102, 103, 104])
    #expect(failed.allSatisfy { $0.error?.isEmpty == false && !$0.isLeased })
    #expect(try desk.count("sent") == 40 && sink.requestCount == 40)
  }

  @Test("A digest is one message, and a retry sends the same message")
  func digest() async throws {
    let sink = try SinkServer { $0.number == 0 ? .status(500) : .status(200) }
    let desk = try DeliveryDesk()
    try desk.add {
      $0.occurrences = 3; $0.digest = true; $0.target = sink.url
    }
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(sink.requestCount == 1)
    let rows = try desk.rows()
    #expect(rows.map(\.retryCount) == [1, 1, 1] && Set(rows.map(\.nextAttempt)).count == 1)
    desk.putForward(seconds: 60)
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(sink.requestCount == 2)
    #expect(sink.requests[0].body == sink.requests[1].body && sink.requests[0].text.contains("測試節3"))
    #expect(sink.requests[0].header("webhook-id") == sink.requests[1].header("webhook-id"))
    #expect(try desk.count("sent") == 3)
  }

  @Test("Reminders without digest and reminders at other times are separate messages")
  func separate() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.occurrences = 3; $0.target = sink.url
    }
    try desk.add {
      $0.firstUser = 2; $0.occurrences = 3; $0.digest = true; $0.target = sink.url
    }
    try desk.run(
      "UPDATE notification_logs SET scheduled_at = scheduled_at - 60 WHERE occurrence_id = 900001 AND user_id = 2")
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(sink.requestCount == 5)
    #expect(Set(sink.requests.map { $0.header("webhook-id") }).count == 5)
  }

  @Test("A server that asks for a delay gets no more requests; other servers do not wait")
  func pause() async throws {
    let strict = try SinkServer { _ in .status(429, headers: ["Retry-After": "60"]) }
    let other = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 50; $0.target = strict.url + "/a"
    }
    try desk.add {
      $0.firstUser = 51; $0.users = 50; $0.target = other.url
    }
    var route = desk.webhooks()
    route.concurrency = 1
    let start = Int(desk.now)
    try await desk.deliver(["webhook": route])
    #expect(strict.requestCount == 1 && other.requestCount == 50)
    let waiting = try desk.rows().filter { $0.user <= 50 }
    #expect(waiting.allSatisfy { $0.status == "queued" && $0.retryCount == 0 && !$0.isLeased })
    #expect(waiting.allSatisfy { ($0.nextAttempt ?? 0) >= start + 60 })
    #expect(desk.tally.deferred == 50 && desk.tally.sent == 50)
  }

  @Test("A server that defers one user for a day delays its other users only for minutes")
  func sharedServer() async throws {
    let shared = try SinkServer { request in
      request.path == "/evil" ? .status(429, headers: ["Retry-After": "86400"]) : .status(200)
    }
    let desk = try DeliveryDesk()
    try desk.add { $0.target = shared.url + "/evil" }
    try desk.add {
      $0.firstUser = 2; $0.users = 3; $0.target = shared.url + "/good"
    }
    var route = desk.webhooks()
    route.concurrency = 1
    try await desk.deliver(["webhook": route])
    #expect(shared.requests.map(\.path) == ["/evil"])
    desk.putForward(seconds: 400)
    try await desk.deliver(["webhook": route])
    #expect(shared.requests.map(\.path) == ["/evil", "/good", "/good", "/good"])
    #expect(try desk.rows().map(\.status) == ["queued", "sent", "sent", "sent"])
    #expect(try desk.rows().first?.nextAttempt ?? 0 >= DeliveryDesk.start + 86_400)
  }

  @Test("A claimed message is not sent after its day or in quiet hours")
  func midnight() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 20; $0.target = "https://good.example/a"
    }
    try desk.run("UPDATE notification_settings SET quiet_from = '00:00', quiet_to = '07:00'")
    // 23:59:58.
    desk.putForward(seconds: 57_598)
    let midnight = DeliveryDesk.start + 57_600
    let times = Mutex<[Double]>([])
    var route = Route(
      toOwnTargets: Puppet { _, _ in
        times.withLock { $0.append(desk.now) }
        return .delivered
      })
    (route.concurrency, route.perSecond) = (1, 2)
    try await desk.deliver(["webhook": route])
    let sent = times.withLock { $0 }
    #expect(!sent.isEmpty && sent.count < 10 && sent.allSatisfy { $0 < Double(midnight) })
    let waiting = try desk.rows().filter { $0.status == "queued" }
    #expect(waiting.count == 20 - sent.count)
    #expect(waiting.allSatisfy { $0.nextAttempt == midnight + 7 * 3_600 && !$0.isLeased && $0.retryCount == 0 })
  }

  @Test("A silent server is soon paused, and messages for other servers are sent")
  func silent() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 40; $0.target = "https://silent.example/a"
    }
    try desk.add {
      $0.firstUser = 41; $0.users = 10; $0.target = "https://good.example/a"
    }
    let asked = Mutex(0)
    var route = Route(
      toOwnTargets: Puppet { _, target in
        guard target.contains("silent") else { return .delivered }
        asked.withLock { $0 += 1 }
        desk.putForward(seconds: 20)
        return .failed(reason: "did not answer")
      })
    route.concurrency = 1
    try await desk.worker(["webhook": route]) { $0.leaseSeconds = 3_600 }.run(.untilNothingIsDue)
    #expect(asked.withLock { $0 } == 16)
    let rows = try desk.rows()
    #expect(rows.count { $0.status == "sent" } == 10 && rows.suffix(10).allSatisfy { $0.status == "sent" })
    #expect(rows.map(\.retryCount).reduce(0, +) == 16)
    #expect(rows.prefix(40).allSatisfy { $0.status == "queued" && $0.nextAttempt ?? 0 > DeliveryDesk.start + 320 })
  }

  @Test("A message for an unserved channel expires when its day ends")
  func forgotten() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 5; $0.channel = "mail"
    }
    desk.putForward(seconds: 5 * 86_400)
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(try desk.count("expired") == 5 && desk.tally.expired == 5)
  }

  @Test("Messages of unconfigured channels stay in the queue")
  func unserved() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 5; $0.channel = "mail"
    }
    try desk.add {
      $0.firstUser = 6; $0.users = 5; $0.target = sink.url
    }
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(sink.requestCount == 5)
    #expect(try desk.count("queued") == 5)
    #expect(try desk.queue.dueCounts(now: Int(desk.now)) == ["mail": 5])
  }

  @Test("Reminders of a past day are not sent")
  func expired() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 700; $0.target = sink.url
    }
    desk.putForward(seconds: 3 * 86_400)
    try await desk.deliver(["webhook": desk.webhooks()])
    #expect(sink.requestCount == 0)
    #expect(try desk.count("expired") == 700 && desk.tally.expired == 700)
  }

  @Test("A stuck channel does not stop another channel, however much is due for it")
  func stuck() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 300; $0.channel = "ntfy"
    }
    try desk.add {
      $0.firstUser = 301; $0.users = 100; $0.target = sink.url
    }
    let door = Door()
    let stuck = door.route(concurrency: 2)
    let worker = try desk.worker(["webhook": desk.webhooks(), "ntfy": stuck]) { $0.batchSize = 50 }
    async let work: Void = worker.run(.untilNothingIsDue)
    while try desk.rows().filter({ $0.user > 300 && $0.status == "sent" }).count < 100 {
      try await Task.sleep(for: .milliseconds(20))
    }
    // About two batches are held of it, not all.
    #expect(try desk.rows().count { $0.isLeased } <= 110)
    await door.open()
    try await work
    #expect(try desk.count("sent") == 400)
  }

  @Test("Three concurrent workers send each of 3,000 reminders once")
  func together() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 3_000; $0.target = sink.url
    }
    try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        let worker = try desk.worker(["webhook": desk.webhooks()])
        group.addTask { try await worker.run(.untilNothingIsDue) }
      }
      try await group.waitForAll()
    }
    #expect(sink.requestCount == 3_000)
    #expect(Set(sink.requests.map { $0.header("webhook-id") }).count == 3_000)
    #expect(try desk.count("sent") == 3_000 && desk.tally.sent == 3_000)
  }

  @Test("A continuous worker sends messages that become due while it sleeps")
  func follows() async throws {
    let sink = try SinkServer()
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 5; $0.target = sink.url; $0.due += 2
    }
    let worker = try desk.worker(["webhook": desk.webhooks()])
    async let work: Void = worker.run(.untilStopped)
    while sink.requestCount < 5 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(desk.now >= Double(DeliveryDesk.start + 2))
    await worker.stop()
    try await work
    #expect(try desk.count("sent") == 5)
  }

  @Test("The rate of a channel is kept")
  func rate() async throws {
    let desk = try DeliveryDesk()
    try desk.add {
      $0.users = 60; $0.target = "x"
    }
    let times = Mutex<[Double]>([])
    var route = Route { _, _ in
      times.withLock { $0.append(desk.now) }
      return .delivered
    }
    route.perSecond = 100
    try await desk.deliver(["webhook": route])
    let all = times.withLock { $0 }
    // A bucket of ten, and a hundred a second.
    #expect(all.count == 60 && (all.last ?? 0) - (all.first ?? 0) >= 0.48)
  }
}
