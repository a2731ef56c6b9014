import Channels
import Folklore
import Records
import Synchronization
import TestSupport
import Testing

@testable import Reminders
@testable import Store

@Suite("Conditions of alarms", .timed, .timeLimit(.minutes(20)))
struct AlarmConditionTests {
  @Test("at its limit a condition does not hold yet; just beyond it does")
  func limits() throws {
    let desk = try AlarmDesk()
    let now = desk.now
    #expect(try desk.holding().isEmpty, "nothing has run yet, and nobody misses it")
    try desk.setMeta("worker_seen_at", now - 900)
    try desk.setMeta("planned_at", now - 26 * 3_600)
    try desk.setMeta("planned_until", now + 86_400)
    try desk.store.noteBackup(failure: nil, now: now - 26 * 3_600)
    try desk.queue.noteWorker(
      isAlive: false, troubles: [.init(name: "mail", since: now - 1_799, lastAt: now, reason: "x")], available: [],
      now: now)
    desk.surround {
      $0.freeMegabytes = 1_024
      $0.certificateEnds = ["a.example.org": now + 14 * 86_400]
    }
    #expect(try desk.holding().isEmpty)
    desk.putForward(seconds: 1)
    #expect(
      try desk.holding() == [
        "worker-silent", "planner-silent", "channel-unavailable:mail", "backup-missing",
        "certificate-ends:a.example.org",
      ])
    let off = try AlarmLimits("worker=off planner=off channel=off backup=off ends=off disk=off failures=off")
    #expect(try desk.holding(off).isEmpty)
    #expect(try desk.holding(AlarmLimits("worker=16m planner=27h channel=31m backup=2d ends=13d")).isEmpty)
  }

  @Test("failures count from a share of those that ended within the hour, and only of enough")
  func failures() throws {
    func desk(_ count: Int, failed: Int, secondsAgo: Int = 0) throws -> AlarmDesk {
      let desk = try AlarmDesk()
      try desk.desk.add { $0.users = count }
      let at = desk.now - secondsAgo
      try desk.desk.run(
        """
        UPDATE notification_logs SET status = 'sent', sent_at = \(at), updated_at = \(at);
        UPDATE notification_logs SET status = 'failed', sent_at = NULL, error_message = 'x' WHERE user_id <= \(failed)
        """)
      return desk
    }
    #expect(try desk(20, failed: 4).holding().isEmpty)
    #expect(try desk(20, failed: 5).holding() == ["deliveries-failing"])
    #expect(try desk(19, failed: 19).holding().isEmpty)
    #expect(try desk(20, failed: 20, secondsAgo: 3_601).holding().isEmpty)
    #expect(try desk(20, failed: 5).holding(AlarmLimits("failures=25%")).isEmpty)
    #expect(try desk(19, failed: 19).holding(AlarmLimits("failures-of=19")) == ["deliveries-failing"])
  }

  @Test("a token counts if the operator's programs use it and it was made for long")
  func tokens() throws {
    let desk = try AlarmDesk()
    try desk.desk.add { $0.users = 1 }
    try desk.desk.run("DELETE FROM notification_logs")
    let soon = desk.now + 10 * 86_400
    let user = "00000000-0000-4000-8000-000000000001"
    _ = try desk.store.makeToken(name: "temporary", role: .admin, user: nil, expiresAt: soon, desk.change(daysAgo: 5))
    _ = try desk.store.makeToken(name: "own", role: .user, user: user, expiresAt: soon, desk.change(daysAgo: 60))
    _ = try desk.store.makeToken(name: "endless", role: .admin, user: nil, expiresAt: nil, desk.change(daysAgo: 60))
    #expect(try desk.holding().isEmpty)
    _ = try desk.store.makeToken(name: "exporter", role: .reader, user: nil, expiresAt: soon, desk.change(daysAgo: 60))
    #expect(try desk.holding() == ["token-ends:4"])
    // It has ended, which is no better.
    desk.putForward(seconds: 11 * 86_400)
    #expect(try desk.holding() == ["token-ends:4"])
    desk.putForward(seconds: 7 * 86_400)
    #expect(try desk.holding().isEmpty)
  }

  @Test("a silent worker is one alarm and not also that of late reminders; a worker that is slow is the other")
  func lateness() throws {
    let desk = try AlarmDesk()
    try desk.desk.add { $0.users = 2 }
    desk.putForward(seconds: 900)
    #expect(try desk.holding().isEmpty)
    desk.putForward(seconds: 1)
    // No worker was ever seen: reminders are late.
    #expect(try desk.holding() == ["reminders-late"])
    try desk.setMeta("worker_seen_at", desk.now - 901)
    #expect(try desk.holding() == ["worker-silent"])
  }

  // MARK: What workers write

  @Test("a worker that runs until it is stopped shows itself, one that ends when nothing is due does not")
  func heartbeat() async throws {
    let desk = try AlarmDesk()
    try await desk.desk.deliver([:])
    #expect(try desk.store.serviceState(now: desk.now).workerSeenAt == nil)
    let worker = try desk.desk.worker([:])
    let work = Task { try await worker.run(.untilStopped) }
    while try desk.store.serviceState(now: desk.now).workerSeenAt == nil {
      try await Task.sleep(for: .milliseconds(20))
    }
    await worker.stop()
    try await work.value
    let seen = try #require(try desk.store.serviceState(now: desk.now).workerSeenAt)
    #expect(seen >= DeliveryDesk.start)
  }

  @Test("an outage of the operator's server is noted from its beginning until a message is taken, by any worker")
  func outage() async throws {
    let desk = try AlarmDesk()
    try desk.desk.add {
      $0.users = 5
      $0.target = "x"
    }
    let isDown = Mutex(true)
    var route: Route {
      let channel = OperatorsServer(
        Puppet { _, _ in
          isDown.withLock(\.self) ? .failed(reason: "answered 401: revoked") : .delivered
        })
      return Route { message, recipient in await channel.send(message, to: recipient.channelTarget ?? "") }
    }
    let start = desk.now
    try await desk.desk.deliver(["webhook": route])
    desk.putForward(seconds: 1_900)
    // Another worker, which does not know of the first.
    try await desk.desk.deliver(["webhook": route])
    let trouble = try #require(try desk.queue.troubles().first)
    #expect(trouble.name == "webhook" && trouble.reason == "answered 401: revoked")
    #expect(trouble.since == start && trouble.lastAt >= start + 1_900)
    #expect(try desk.holding().contains("channel-unavailable:webhook"))
    isDown.withLock { $0 = false }
    desk.putForward(seconds: 2_000)
    try await desk.desk.deliver(["webhook": route])
    #expect(try desk.queue.troubles().isEmpty)
  }

  @Test("one push service that refuses us is noted, though the other takes messages")
  func pushServices() async throws {
    let desk = try AlarmDesk()
    try desk.desk.add {
      $0.users = 2
      $0.channel = "push"
    }
    try desk.desk.run(
      """
      INSERT INTO devices (user_id, token, platform, is_active, created_at, updated_at)
      VALUES (1, 'a', 'ios', 1, 0, 0), (2, 'b', 'web', 1, 0, 0)
      """)
    let route = Route.toDevices(
      of: desk.queue, web: Puppet { _, _ in .delivered }, phones: Puppet { _, _ in .unavailable(reason: "401") }
    ) { desk.now }
    try await desk.desk.deliver(["push": route])
    #expect(try desk.queue.troubles().map(\.name) == ["push/fcm"])
  }

  // MARK: Texts

  @Test("limits are read by name, and a mistake names what would be right")
  func reading() throws {
    let limits = try AlarmLimits(" worker=90s  failures=35% backup=off hold=0s ")
    #expect(limits.worker == 90 && limits.failures == 35 && limits.backup == nil && limits.hold == 0)
    #expect(limits.channel == AlarmLimits().channel)
    for (text, said) in [
      ("worker", "worker=15m"), ("wrker=15m", "names are worker"), ("worker=15", "worker=30m"),
      ("worker=0m", "worker=30m"), ("worker=-1m", "worker=30m"), ("failures=101", "failures=20%"),
      ("failures=0", "failures=20%"), ("hold=off", "hold=30m"), ("disk=x", "disk=50"),
      ("worker=99999999999999999999m", "worker=30m"),
    ] {
      let error = #expect(throws: AlarmLimitsError.self) { try AlarmLimits(text) }
      #expect(error?.description.contains(said) == true, "\(text): \(error?.description ?? "")")
    }
  }

  @Test("targets are read; a mistake names the forms and never the text, which may be a secret")
  func targets() throws {
    let text = "mail:ops@example.org ntfy:https://ntfy.sh/topic webhook:https://a.example/secret user:u1 user:u1"
    let targets = try AlarmTarget.all(text)
    #expect(
      targets == [
        .mail("ops@example.org"), .ntfy("https://ntfy.sh/topic"), .webhook("https://a.example/secret"), .user("u1"),
      ])
    #expect(targets.map(\.name) == ["mail:ops@example.org", "ntfy:ntfy.sh", "webhook:a.example", "user:u1"])
    #expect(Set(targets.map(\.key)).count == 4 && targets.allSatisfy { $0.key.utf8.count == 32 })
    for wrong in [
      "secret", "ntfy:secret", "ntfy:ftp://secret/x", "webhook:https://me:secret@a.example/", "mail:secret",
      "user:", "sms:secret",
    ] {
      let error = #expect(throws: AlarmTargetError.self) { try AlarmTarget.all("user:u1 " + wrong) }
      let said = (error?.description ?? "") + (error?.chinese ?? "")
      #expect(!said.isEmpty && !said.contains("secret"), "\(wrong): \(said)")
    }
  }

  @Test(
    "each kind has words in each language: what happened, since when, and what to do", arguments: AlarmKind.allCases)
  func words(_ kind: AlarmKind) throws {
    var sighting = AlarmSighting(kind, id: "x", since: DeliveryDesk.start)
    (sighting.subject, sighting.reason, sighting.moment) = ("SUBJECT", nil, DeliveryDesk.start)
    (sighting.count, sighting.total) = (7, 30)
    let clock = try ZonedClock(identifier: "Asia/Taipei")
    var all: Set<String> = []
    for language in Language.allCases {
      let words = AlarmWords(language, clock, zone: "Asia/Taipei")
      for notice in [AlarmNotice.begun(sighting), .over(sighting, clearSince: DeliveryDesk.start + 3_600)] {
        let (title, body) = (words.title(notice), words.body(notice))
        #expect(
          !title.contains("\n") && body.contains("2026-11-21") || kind == .diskNearlyFull || kind == .deliveriesFailing)
        all.insert(title + body)
        if case .over = notice { #expect(body.contains("09:00 (Asia/Taipei)")) }
      }
      #expect(words.remedy(sighting).contains(language == .english ? "What to do: " : "："))
    }
    #expect(all.count == 6)
  }
}
