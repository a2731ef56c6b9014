import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Database
@testable import Store

@Suite("The notification log as a queue", .timed)
struct QueueTests {
  private typealias Desk = QueueDesk

  private func at(_ day: Int, _ hours: Int = 0) -> Int { Desk.at(day, hours) }

  @Test("Planning again, also by a second planner, writes nothing twice; a longer plan only adds")
  func plan() throws {
    let desk = try Desk()
    try desk.user(1, events: [0, 2])
    // The early ones of the 17th and the 18th; the end, 08:00 on the 19th, is not in it.
    #expect(try desk.plan(days: 4) == 2)
    #expect(try desk.plan(days: 4) == 0)
    #expect(try desk.plan(days: 10) == 4)
    let other = try Store.open(desk.test.url)
    #expect(try other.plan(days: 10, Desk.change()).written == 0)
    #expect(try desk.statuses() == ["queued": 6])
  }

  @Test("A claim returns the longest due messages first and leases them exclusively")
  func claim() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    try desk.user(2, events: [0], ["notify_time": .text("07:00")])
    _ = try desk.plan()
    #expect(try desk.claim(at: at(1)).isEmpty)
    let first = try desk.claim(at: at(2))
    #expect(Desk.brief(first) == ["e0 early", "e0 early"])
    #expect(first.reminders.map(\.user.id) == [2, 1])
    #expect(first.reminders.map(\.daysBefore) == [3, 3])
    #expect(first.reminders[0].key == "\(first.reminders[0].user.uuid)/1000000/2025-04-20/early")
    #expect(try desk.claim(at: at(2) + 59, owner: "x").isEmpty)
    let second = try desk.claim(at: at(2) + 60, owner: "x")
    #expect(second.reminders.map(\.id) == first.reminders.map(\.id))
    // The first attempt's time stays, and so does the text that counts from it.
    #expect(second.reminders.map(\.firstAttemptAt) == [at(2), at(2)])
    // The first owner's word is not heard any more.
    #expect(
      try desk.queue.acknowledge(first.reminders.map { .init($0, .sent) }, owner: "w", now: at(2) + 61) == 0)
    #expect(try desk.renew(first.reminders, until: at(3), now: at(2)).isEmpty)
    #expect(
      try desk.queue.acknowledge(second.reminders.map { .init($0, .sent) }, owner: "x", now: at(2) + 62) == 2)
    #expect(try desk.claim(at: at(2) + 600).isEmpty)
    #expect(try desk.statuses() == ["queued": 4, "sent": 2])
  }

  @Test(
    "Failed attempts are counted and retried when due, until the last one; deferrals are not counted"
  )
  func attempts() throws {
    let desk = try Desk()
    try desk.user(1, events: [0], ["day_of_enabled": .flag(false), "early_enabled": .flag(false)])
    _ = try desk.plan()
    var now = at(4)
    func claimOne() throws -> DueReminder { try #require(try desk.claim(at: now).reminders.first) }
    let first = try claimOne()
    try desk.queue.acknowledge([.init(first, .deferred(reason: "429", until: now + 10))], owner: "w", now: now)
    #expect(try desk.claim(at: now + 9).isEmpty)
    now += 10
    #expect(try claimOne().retryCount == 0)
    try desk.queue.acknowledge([.init(first, .failed(reason: "500", nextAttemptAt: now + 30))], owner: "w", now: now)
    #expect(try desk.claim(at: now + 29).isEmpty)
    #expect(try desk.queue.nextDue(now: now) == now + 30)
    now += 30
    #expect(try claimOne().retryCount == 1)
    try desk.queue.acknowledge([.init(first, .gaveUp(reason: "500 again"))], owner: "w", now: now)
    let logged = try desk.queue.reminder(first.id)
    #expect(logged.status == .failed && logged.retryCount == 2 && logged.reason == "500 again")
    // No plan brings it back; an operator does.
    try desk.test.store.replan(Desk.change(now))
    #expect(try desk.claim(at: now + 3_600).isEmpty)
    #expect(try desk.queue.retry([first.id], by: "test", now: now).isEmpty)
    #expect(try claimOne().retryCount == 0)
  }

  @Test("After 26 hours of downtime only useful messages are sent, each once")
  func downtime() throws {
    let desk = try Desk()
    try desk.user(1, events: [0, 2])
    try desk.user(2, events: [0], ["day_of_enabled": .flag(false)])
    _ = try desk.plan()
    _ = try desk.claim(at: at(3), lease: 1)  // the early ones went out in time
    try desk.test.tamper("UPDATE notification_logs SET status = 'sent' WHERE lease_until IS NOT NULL")
    // Nobody worked from 07:00 on the 19th (the day of e0's main reminders) to 09:00 on the 20th (its day).
    let claim = try desk.claim(at: at(5, 1))
    // User 1: the late main reminder of e0 gives way to that of the day; e2's main one is of today.
    // User 2 has no reminder on the day: the late one is still of use.
    #expect(Desk.brief(claim).sorted() == ["e0 day_of", "e0 main", "e2 main"])
    #expect(claim.expired == 1)
    #expect(claim.reminders.first { $0.user.id == 2 }?.localDate == (try SolarDate(iso: "2025-04-20")))
    #expect(try desk.queue.page(ReminderQuery(status: .expired), now: at(5)).reminders.map(\.kind) == [.main])
  }

  @Test("A reminder expires when its day has passed in the user's own zone")
  func expiry() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    try desk.user(2, events: [0], zone: "Pacific/Honolulu")
    _ = try desk.plan()
    // 2025-04-21 00:30 in Taipei is the morning of the 20th in Honolulu.
    let claim = try desk.claim(at: at(5, 16) + 1_800)
    #expect(claim.reminders.isEmpty && claim.expired == 5)
    #expect(try desk.queue.page(ReminderQuery(status: .expired, user: "u1"), now: at(6)).reminders.count == 3)
    // There the day's own reminder is still to come, at 08:00, and makes up for the late ones.
    let there = try desk.claim(at: at(5, 18))
    #expect(there.reminders.map(\.user.id) == [2] && Desk.brief(there) == ["e0 day_of"])
  }

  @Test("A retry in quiet hours waits for their end")
  func quiet() throws {
    let desk = try Desk()
    try desk.user(
      1, events: [0],
      [
        "quiet_from": .text("22:00"), "quiet_to": .text("06:00"), "notify_time": .text("21:30"),
        "early_enabled": .flag(false), "day_of_enabled": .flag(false),
      ])
    _ = try desk.plan()
    // 22:10 on the 19th in Taipei: the reminder of 21:30 was not sent in time.
    let late = at(4, 14) + 600
    let claim = try desk.claim(at: late)
    #expect(claim.reminders.isEmpty && claim.quieted == 1)
    #expect(try desk.claim(at: at(4, 21)).isEmpty)
    #expect(Desk.brief(try desk.claim(at: at(4, 22))) == ["e0 main"])
  }

  @Test("The limit of a claim does not split a digest")
  func digest() throws {
    let desk = try Desk(rules: Array(repeating: "solar 4/20", count: 6))
    try desk.user(1, events: [0])
    try desk.user(2, events: [0, 1, 2, 3, 4, 5], ["digest": .flag(true)])
    _ = try desk.plan()
    let claim = try desk.claim(3, at: at(2))
    #expect(claim.reminders.map(\.user.id) == [1, 2, 2, 2, 2, 2, 2])
    #expect(Set(claim.reminders.map(\.id)).count == 7)
  }

  @Test("A claim covers only the requested channels")
  func channels() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    try desk.user(2, events: [0], ["channel": .text("webhook"), "channel_target": .text("https://example.org/")])
    try desk.user(3, events: [0], ["channel": .text("feed")])
    _ = try desk.plan()
    #expect(try desk.statuses() == ["queued": 6])  // who reads a feed needs no queue
    let claim = try desk.queue.claim(10, owner: "w", leaseSeconds: 60, channels: ["webhook"], now: at(2))
    #expect(claim.reminders.map(\.user.id) == [2])
    #expect(try desk.queue.nextDue(channels: ["mail"], now: at(2)) == nil)
    #expect(try desk.queue.statistics(now: at(2)).queuedByChannel == ["push": 3, "webhook": 3])
  }

  @Test("A message that is withdrawn during delivery stays sent, or returns if it was not sent")
  func withdrawn() throws {
    let desk = try Desk()
    let user = try desk.user(1, events: [0])
    _ = try desk.plan()
    func follow(_ events: [String]) throws {
      let list = events.map { JSON.object([.init("event", .text($0))]) }
      try desk.test.store.edit(
        .user, key: user, Draft(fields: [.init("event_subscriptions", .list(list))]), Desk.change(at(2)))
    }
    let claim = try desk.claim(at: at(2))
    try follow([])
    #expect(try desk.statuses() == ["cancelled": 1])
    try desk.queue.acknowledge(claim.reminders.map { .init($0, .sent) }, owner: "w", now: at(2) + 1)
    try follow(["e0"])
    #expect(try desk.statuses() == ["sent": 1, "queued": 2])

    let second = try desk.claim(at: at(4))
    try follow([])
    try desk.queue.acknowledge(
      second.reminders.map { .init($0, .failed(reason: "x", nextAttemptAt: at(4) + 30)) }, owner: "w", now: at(4))
    #expect(try desk.claim(at: at(4) + 60).isEmpty)
    try follow(["e0"])
    let third = try desk.claim(at: at(4) + 60)
    #expect(Desk.brief(third) == ["e0 main"])
    #expect(third.reminders.map(\.retryCount) == [0])
  }

  @Test("A leased message that is postponed goes out at its new time, unless it is being sent")
  func movedWhileHeld() throws {
    let desk = try Desk()
    let users = try (1...3).map { try desk.user($0, events: [0]) }
    _ = try desk.plan()
    let claim = try desk.claim(at: at(2))
    let ids = claim.reminders.map(\.id)
    #expect(ids.count == 3)
    for user in users {
      try desk.test.store.edit(
        .user, key: user, Draft(fields: [.init("settings", .object([.init("notify_time", .text("20:00"))]))]),
        Desk.change(at(2) + 1))
    }
    // The worker that holds them sees that they are not due any more, and gives one back, has sent one, and dies with one.
    #expect(try desk.unsendable(of: claim.reminders, now: at(2) + 2) == Set(ids))
    #expect(try desk.renew(claim.reminders, until: at(3), now: at(2) + 2).isEmpty)
    try desk.queue.release([claim.reminders[0]], owner: "w")
    try desk.queue.acknowledge([.init(claim.reminders[1], .sent)], owner: "w", now: at(2) + 3)
    #expect(try desk.claim(at: at(2, 11)).isEmpty)
    let evening = try desk.claim(at: at(2, 12), owner: "v")
    #expect(Set(evening.reminders.map(\.id)) == [ids[0], ids[2]])
    #expect(Desk.brief(evening) == ["e0 early", "e0 early"])
  }

  @Test(
    "A failed attempt at a postponed reminder neither ends it nor makes it due earlier",
    arguments: [true, false])
  func failedWhilePutOff(isFinal: Bool) throws {
    let desk = try Desk()
    let user = try desk.user(1, events: [0])
    _ = try desk.plan()
    let reminders = try desk.claim(at: at(2)).reminders
    try desk.test.store.edit(
      .user, key: user, Draft(fields: [.init("settings", .object([.init("notify_time", .text("20:00"))]))]),
      Desk.change(at(2) + 1))
    try desk.queue.acknowledge(
      reminders.map { .init($0, isFinal ? .gaveUp(reason: "x") : .failed(reason: "x", nextAttemptAt: at(2) + 30)) },
      owner: "w", now: at(2) + 2)
    #expect(try desk.claim(at: at(2, 11)).isEmpty)
    #expect(try desk.claim(at: at(2, 12)).reminders.map(\.id) == reminders.map(\.id))
  }

  @Test("A user's own day at new or full moon reminds only its owner", arguments: ["new-moon", "full-moon"])
  func ownMoon(observance: String) throws {
    let desk = try Desk()
    let users = try (1...2).map {
      try desk.user($0, events: [], ["newmoon_enabled": .flag(true), "fullmoon_enabled": .flag(true)])
    }
    func own(_ key: String) throws {
      try desk.test.store.add(
        [
          Draft(fields: [
            .init("key", .text(key)), .init("title", .text(key)), .init("rule", .text("solar 4/20")),
            .init("observance", .text(observance)), .init("owner", .text(users[0])),
          ])
        ], to: .event, Desk.change())
    }
    func waiting(_ user: String) throws -> Int {
      try desk.queue.page(ReminderQuery(status: .queued, user: user), now: at(0)).reminders.count
    }
    try own("before")
    _ = try desk.plan()
    #expect(try (waiting(users[0]), waiting(users[1])) == (3, 0))
    try own("after")
    try desk.test.store.replan(Desk.change())
    #expect(try (waiting(users[0]), waiting(users[1])) == (6, 0))
    // The owner's own switch decides.
    try desk.test.store.edit(
      .user, key: users[0], Draft(fields: [.init("settings", .object([.init("custom_enabled", .flag(false))]))]),
      Desk.change())
    #expect(try (waiting(users[0]), waiting(users[1])) == (0, 0))
  }

  @Test("A user with an unknown time zone does not stop the plan of other users and can be repaired")
  func unknownZone() throws {
    let desk = try Desk()
    let lost = try desk.user(1, events: [0], zone: "Asia/Tokyo")
    try desk.user(2, events: [0])
    _ = try desk.test.store.database.write { connection in
      try connection.execute("UPDATE users SET time_zone = 'Asia/Nowhere' WHERE time_zone = 'Asia/Tokyo'", [])
      try connection.execute("UPDATE profiles SET time_zone = 'Asia/Nowhere' WHERE time_zone = 'Asia/Tokyo'", [])
    }
    let report = try desk.test.store.plan(days: 10, Desk.change())
    #expect(report.written == 3 && report.unknownZones == ["Asia/Nowhere"])
    try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("rule", .text("solar 4/22"))]), Desk.change())
    try desk.test.store.replan(Desk.change())
    #expect(try desk.statuses() == ["queued": 3])
    try desk.test.store.edit(
      .user, key: lost, Draft(fields: [.init("time_zone", .text("Asia/Seoul"))]), Desk.change())
    #expect(try desk.statuses() == ["queued": 6])
    #expect(try desk.test.store.plan(days: 10, Desk.change()).unknownZones.isEmpty)
  }

  @Test("Quiet hours that end in a repeated hour end the first time")
  func quietTwice() throws {
    let desk = try Desk(rules: ["solar 10/26"])
    try desk.user(
      1, events: [0], zone: "Europe/Berlin",
      [
        "quiet_from": .text("22:00"), "quiet_to": .text("02:30"), "notify_time": .text("21:30"),
        "early_enabled": .flag(false), "day_of_enabled": .flag(false),
      ])
    let before = try CivilTime.parse("2025-10-20T08:00:00Z").unixTime
    _ = try desk.plan(at: before)
    // Late; 01:50 in summer time, and 02:10 for the second time.
    let late = try CivilTime.parse("2025-10-25T23:50:00Z").unixTime
    #expect(try desk.claim(at: late).quieted == 1)
    let again = try CivilTime.parse("2025-10-26T01:10:00Z").unixTime
    #expect(Desk.brief(try desk.claim(at: again)) == ["e0 main"])
  }

  @Test("Unclaimed messages expire when their day has ended in every zone")
  func nobodysChannel() throws {
    let desk = try Desk()
    try desk.user(1, events: [0, 2])
    _ = try desk.plan()
    let held = try desk.claim(1, at: at(7) - 60, lease: 86_400)
    #expect(held.expired == 1)
    #expect(try desk.queue.expireForgotten(now: at(7)) == 0)
    // The 20th was day 5; it is over everywhere, and two days have passed.
    #expect(try desk.queue.expireForgotten(now: at(8)) == 2)
    #expect(try desk.statuses() == ["queued": 3, "expired": 3])
    #expect(try desk.queue.expireForgotten(now: at(9)) == 3)
    #expect(try desk.queue.expireForgotten(now: at(9)) == 0)
    #expect(try desk.queue.statistics(now: at(9)).statuses == ["expired": 6])
  }

  @Test("A rule that is removed and restored does not resend messages")
  func ruleComesBack() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    _ = try desk.plan()
    let claim = try desk.claim(at: at(2))
    try desk.queue.acknowledge(claim.reminders.map { .init($0, .sent) }, owner: "w", now: at(2))
    func rule(_ text: String) throws {
      try desk.test.store.edit(.event, key: "e0", Draft(fields: [.init("rule", .text(text))]), Desk.change(at(1)))
    }
    try rule("solar 4/24")
    #expect(
      try desk.queue.page(ReminderQuery(status: .queued), now: at(2)).reminders.allSatisfy {
        "\($0.occurrence.date)" == "2025-04-24"
      })
    try rule("solar 4/20")
    #expect(try desk.statuses() == ["sent": 1, "queued": 2])
    #expect(try desk.test.store.faults().isEmpty)
    #expect(try desk.queue.cleanUp(before: at(10)) == 1)
  }

  @Test("A cancelled message is not planned again; finished messages are cleaned up")
  func cancel() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    _ = try desk.plan()
    let all = try desk.queue.page(ReminderQuery(), now: at(0)).reminders
    #expect(all.count == 3)
    #expect(try desk.queue.cancel([all[0].id], by: "test", now: at(0)).isEmpty)
    #expect(try desk.queue.cancel([all[0].id], by: "test", now: at(0)).map(\.status) == [.cancelled])
    try desk.test.store.replan(Desk.change())
    #expect(try desk.statuses() == ["cancelled": 1, "queued": 2])
    #expect(throws: NoSuchReminder(id: 99)) { try desk.queue.cancel([all[1].id, 99], by: "test", now: at(0)) }
    #expect(try desk.statuses() == ["cancelled": 1, "queued": 2])
    // It was due on the 17th, and stays until the 20th is over: else the next plan would bring it back.
    #expect(try desk.queue.cleanUp(before: at(5)) == 0)
    try desk.test.store.replan(Desk.change())
    #expect(try desk.statuses() == ["cancelled": 1, "queued": 2])
    #expect(try desk.queue.cleanUp(before: at(6)) == 1)
  }

  @Test("A useful reminder that has waited a week survives changed times and is removed with its subscription")
  func longDowntime() throws {
    let desk = try Desk(rules: ["solar 5/1"])
    let user = try desk.user(1, events: [0], ["advance_days": .integer(14)])
    #expect(try desk.plan(days: 30) == 3)
    func edit(_ field: Draft.Given) throws {
      try desk.test.store.edit(.user, key: user, Draft(fields: [field]), Desk.change(at(9)))
    }
    func instants() throws -> [Int] {
      try desk.queue.page(ReminderQuery(status: .queued), now: at(9)).reminders.map(\.scheduledAt)
    }
    #expect(try instants() == [at(2), at(13), at(16)])
    try edit(
      .init(
        "settings", .object([.init("advance_days", .integer(14)), .init("notify_time", .text("09:00"))])))
    #expect(try instants() == [at(2), at(13, 1), at(16, 1)])
    try desk.test.store.replan(Desk.change(at(9)))
    #expect(try instants() == [at(2), at(13, 1), at(16, 1)])
    try edit(.init("event_subscriptions", .list([])))
    #expect(try instants().isEmpty)
  }

  @Test("A change without effect on time or text leaves the queue and its attempts unchanged")
  func irrelevant() throws {
    let desk = try Desk()
    let user = try desk.user(1, events: [0])
    _ = try desk.plan()
    let reminder = try #require(try desk.claim(at: at(2)).reminders.first)
    try desk.queue.acknowledge(
      [.init(reminder, .failed(reason: "500", nextAttemptAt: at(2) + 30))], owner: "w", now: at(2))
    for field in [
      Draft.Given("display_name", .text("小美")), .init("locale", .text("en")),
      .init("settings", .object([.init("channel", .text("jsonl")), .init("digest", .flag(true))])),
    ] {
      try desk.test.store.edit(.user, key: user, Draft(fields: [field]), Desk.change(at(2) + 1))
    }
    let logged = try desk.queue.reminder(reminder.id)
    #expect(logged.status == .queued && logged.retryCount == 1 && logged.nextAttemptAt == at(2) + 30)
    // One that moves begins anew, and its text counts from its own day.
    try desk.test.store.edit(
      .user, key: user, Draft(fields: [.init("settings", .object([.init("notify_time", .text("20:00"))]))]),
      Desk.change(at(2) + 2))
    let moved = try desk.queue.reminder(reminder.id)
    #expect(moved.retryCount == 0 && moved.nextAttemptAt == nil && moved.scheduledAt == at(2, 12))
    #expect(try desk.claim(at: at(2, 12)).reminders.map(\.firstAttemptAt) == [at(2, 12)])
  }

  @Test("Many users in one import get the same plans as single users")
  func many() throws {
    let desk = try Desk()
    try desk.user(1, events: [0, 2])
    _ = try desk.plan()
    let drafts = (2...301).map { number in
      Draft(
        place: "row \(number)",
        fields: [
          .init(
            "uuid",
            .text(
              "00000000-0000-4000-8000-\(String(repeating: "0", count: 9))\(number < 10 ? "00" : number < 100 ? "0" : "")\(number)"
            )),
          .init("event_subscriptions", .list([.object([.init("event", .text(number % 2 == 0 ? "e0" : "e2"))])])),
        ])
    }
    _ = try desk.test.store.merge([(.user, drafts)], Desk.change())
    #expect(try desk.statuses() == ["queued": 906])
    _ = try desk.test.store.merge(
      [
        (.user, drafts.map { Draft(place: $0.place, fields: [$0.fields[0], .init("event_subscriptions", .list([]))]) })
      ],
      Desk.change())
    #expect(try desk.statuses() == ["queued": 6])
  }

  @Test("New time zone data is detected, and everything is planned again")
  func zones() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    _ = try desk.plan()
    let before = try desk.queue.page(ReminderQuery(), now: at(0)).reminders.map(\.scheduledAt)
    // As if the plan had been made when Taipei was at UTC+9.
    try desk.test.tamper(
      """
      UPDATE meta SET value = REPLACE(value, '28800', '32400') WHERE name = 'planned_zones';
      UPDATE notification_logs SET scheduled_at = scheduled_at - 3600;
      """)
    #expect(try desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
    #expect(try desk.queue.page(ReminderQuery(), now: at(0)).reminders.map(\.scheduledAt) == before)
    #expect(try !desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
  }

  @Test("An interrupted replan for new time zone data starts again and keeps the finished part")
  func interrupted() throws {
    let desk = try Desk(rules: ["solar 4/20"])
    // More than a fast machine plans anew in one transaction, which takes a tenth of a second.
    let count = 16_000
    let users = (1...count).map { _ in
      Draft(fields: [.init("event_subscriptions", .list([.object([.init("event", .text("e0"))])]))])
    }
    try desk.test.store.add(users, to: .user, Desk.change())
    _ = try desk.plan(days: 10)
    func instants(_ condition: String = "TRUE") throws -> [Int] {
      try desk.test.store.database.read { connection in
        try connection.all(
          SQL("SELECT scheduled_at FROM notification_logs WHERE \(condition) ORDER BY user_id, scheduled_at")
        ) { $0.integer(0) ?? 0 }
      }
    }
    let before = try instants()
    try #require(before.count >= 2 * count)
    // As if Taipei had been at UTC+9, with a disk that is full when the last one is written.
    try desk.test.tamper(
      """
      UPDATE meta SET value = REPLACE(value, '28800', '32400') WHERE name = 'planned_zones';
      UPDATE notification_logs SET scheduled_at = scheduled_at - 3600;
      """)
    try desk.test.refuseReminders(ofUser: count)
    #expect(throws: DatabaseError.self) { try desk.test.store.plan(days: 10, Desk.change()) }
    let half = try instants()
    #expect(half.count == before.count && half.first == before.first)
    #expect(half.last == before.last.map { $0 - 3_600 })
    try desk.test.acceptReminders()
    #expect(try desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
    #expect(try instants() == before)
    #expect(try !desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
  }

  @Test("A new time zone is recorded with its first user")
  func newZone() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    _ = try desk.plan()
    try desk.user(2, events: [0], zone: "Asia/Tokyo")
    let before = try desk.queue.page(ReminderQuery(), now: at(0)).reminders.map(\.scheduledAt)
    #expect(try !desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
    // As if Tokyo had been at UTC+10 when its first user came.
    try desk.user(3, events: [], zone: "Asia/Seoul")
    try desk.test.tamper(
      """
      UPDATE meta SET value = REPLACE(value, '32400', '36000') WHERE name = 'planned_zones';
      UPDATE notification_logs SET scheduled_at = scheduled_at - 3600 WHERE user_id = 2;
      """)
    #expect(try desk.test.store.plan(days: 10, Desk.change()).hasNewZones)
    #expect(try desk.queue.page(ReminderQuery(), now: at(0)).reminders.map(\.scheduledAt) == before)
  }

  @Test("Own days are computed only for their owners")
  func ownDays() throws {
    let desk = try Desk(rules: [])
    for number in 1...20 {
      let user = try desk.user(number, events: [], ["notify_time": .text("08:\(number + 10)")])
      try desk.test.store.add(
        [
          Draft(fields: [
            .init("owner", .text(user)), .init("title", .text("生日")), .init("rule", .text("solar 4/20")),
          ])
        ], to: .event, Desk.change())
    }
    try desk.test.store.database.write { connection in
      var tables = PlanTables(connection: connection)
      let range = Desk.start..<(Desk.start + 10 * 86_400)
      // Each has an early, a main and a day-of reminder.
      let count = try tables.fill(.all, range, from: SolarDate(iso: "2025-04-15"))
      #expect(count == 60)
    }
    #expect(try desk.plan() == 60)
    #expect(Set(try desk.claim(at: at(5, 8)).reminders.map { "\($0.user.id) \($0.occurrence.eventKey)" }).count == 20)
  }

  @Test("The number of a removed reminder is never used again")
  func lastingNumbers() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    try desk.user(2, events: [2])
    _ = try desk.plan()
    func numbers() throws -> [Int] { try desk.queue.page(ReminderQuery(), now: at(0)).reminders.map(\.id) }
    let before = try numbers()
    let second = "00000000-0000-4000-8000-000000000002"
    try desk.test.store.edit(
      .user, key: second, Draft(fields: [.init("event_subscriptions", .list([]))]), Desk.change())
    let kept = try numbers()
    #expect(kept.count == 3)
    try desk.user(3, events: [0])
    let new = Set(try numbers()).subtracting(kept)
    #expect(new.count == 3 && new.isDisjoint(with: before))
  }

  @Test("Numbers are grouped into consecutive runs of limited length")
  func runs() {
    #expect([7, 3, 4, 5].runs() == [3...5, 7...7])
    #expect((1...500).shuffled().runs(atMost: 200) == [1...200, 201...400, 401...500])
    #expect([1, 2, 3, 9].runs(atMost: 3) == [1...3, 9...9] && [Int]().runs().isEmpty)
  }

  @Test("Frequent statements use their indexes", .enabled(if: TestDatabase.isFile))
  func plans() throws {
    let desk = try Desk()
    try desk.user(1, events: [0])
    _ = try desk.plan()
    func explain(_ sql: String) throws -> String {
      try desk.test.store.database.write { connection in
        try connection.executeScript(PlanTables.tables(.sqlite))
        return try connection.all(SQL("EXPLAIN QUERY PLAN " + sql)) { $0.text(3) ?? "" }.joined(separator: "\n")
      }
    }
    let due = try explain(ReminderClaiming.due(nil).text.replacing("$1", with: "0").replacing("$2", with: "500"))
    #expect(
      due.contains("USING INDEX notification_logs_due") && !due.contains("TEMP B-TREE") && !due.contains("SCAN u"))
    // Settings lie by their users' numbers, without an index between.
    #expect(due.contains("SEARCH s USING INTEGER PRIMARY KEY"))
    let insert = try explain(ReminderPlanning.insertReminders.text.replacing("$1", with: "0"))
    #expect(
      insert.contains("SCAN d") && insert.contains("SEARCH f USING PRIMARY KEY") && !insert.contains("TEMP B-TREE"))
  }
}
