import Database
import FolkData
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing
import Words

@testable import Store

@Suite("Pages by cursor", .timed)
struct CursorTests {
  // MARK: Lists of records

  /// Reads a list to its end by cursors.
  private func walk(
    _ test: TestStore, _ entity: Entity, _ query: ListQuery, between: ((Int) throws -> Void)? = nil
  ) throws -> [String] {
    var query = query
    var keys: [String] = []
    for round in 0... {
      let records = try test.store.list(entity, query).records
      guard let last = records.last else { break }
      keys += records.map(\.key)
      query.after = last.id
      try between?(round)
    }
    return keys
  }

  @Test("Pages by cursor list the same records as pages by number, in every order and in a search")
  func lists() throws {
    let test = try TestStore.loaded()
    for (order, search) in ListQuery.Order.names.map({ ($0, String?.none) }) + [("data", "聖誕"), ("pinyin", "觀音")] {
      var query = ListQuery()
      query.order = try #require(ListQuery.Order(order))
      query.search = search
      query.limit = 1_000
      let whole = try test.store.list(.event, query).records.map(\.key)
      query.limit = search == nil ? 50 : 5
      #expect(try walk(test, .event, query) == whole, "\(order) \(search ?? "")")
      #expect(whole.count > 2)
    }
    var query = ListQuery()
    query.conditions = [.init(field: "type", value: "deity")]
    query.limit = 40
    let deities = try walk(test, .event, query)
    #expect(deities.count == 222 && Set(deities).count == 222)
    query.after = 1
    #expect(try test.store.list(.event, query).total == 222)
  }

  @Test("Changes before a cursor neither repeat nor hide later rows")
  func stable() throws {
    let test = try TestStore()
    for number in 0..<9 { try test.add(.deity, "{\"key\":\"k\(number)\",\"name\":\"甲\(number)\"}") }
    var query = ListQuery()
    query.order = .key
    query.limit = 3
    let keys = try walk(test, .deity, query) { round in
      try test.add(.deity, "{\"key\":\"a\(round)\",\"name\":\"乙\"}")
      if round == 0 { try test.store.remove(.deity, key: "k1", TestStore.change) }
    }
    #expect(keys == (0..<9).map { "k\($0)" })
  }

  @Test("A cursor at a removed or unlisted record is a fault of the field `after`")
  func gone() throws {
    let test = try TestStore()
    try test.add(.deity, #"[{"key":"a","name":"甲"},{"key":"b","name":"乙"}]"#)
    func fault(_ make: (inout ListQuery) -> Void) -> [String] {
      var query = ListQuery()
      query.after = 9
      make(&query)
      return #expect(throws: RecordFaults.self) { try test.store.list(.deity, query) }?.faults.map(\.field) ?? []
    }
    #expect(fault { _ in } == ["after"])
    #expect(fault { $0.order = .key } == ["after"])
    #expect(fault { $0.order = .name(.stroke) } == ["after"])
    #expect(
      fault {
        $0.search = "甲"
        $0.after = 2
      } == ["after"])
  }

  // MARK: The audit log

  @Test("The audit log continues before the last entry of a page")
  func audit() throws {
    let test = try TestStore()
    for number in 0..<7 { try test.add(.deity, "{\"key\":\"k\(number)\",\"name\":\"甲\"}") }
    var keys: [String] = []
    var last: Int?
    while true {
      let entries = try test.store.audit(.deity, limit: 3, before: last)
      guard let id = entries.last?.id else { break }
      keys += entries.map(\.key)
      last = id
    }
    #expect(keys == (0..<7).reversed().map { "k\($0)" })
  }

  // MARK: Reminders

  /// Users with reminders over half a year: four who follow a group, with other zones, times and own days.
  private func desk() throws -> (test: TestStore, queue: ReminderQueue) {
    let test = try TestStore.loaded()
    for (number, zone) in ["Asia/Taipei", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/Paris"].enumerated() {
      try test.add(
        .user,
        """
        {"email":"u\(number)@b.tw","time_zone":"\(zone)","group_subscriptions":["mazu"],"event_subscriptions":["duanwu"],
         "settings":{"advance_days":\(number * 10),"notify_time":"\(number * 6 + 3):30"}}
        """)
      try test.add(
        .event, #"{"key":"own\#(number)","owner":"u\#(number + 1)","title":"生日","rule":"lunar 12/\#(number + 1)"}"#)
    }
    _ = try test.store.plan(days: 180, TestStore.change)
    return (test, ReminderQueue(test.store))
  }

  /// Reads a user's log to its end by cursors that went through text.
  private func walk(_ queue: ReminderQueue, _ query: ReminderQuery) throws -> [Int] {
    var query = query
    var ids: [Int] = []
    while true {
      let page = try queue.page(query, now: TestStore.change.at)
      ids += page.reminders.map(\.id)
      guard let next = page.next else { return ids }
      let last = try #require(page.reminders.last)
      // Whoever sees only the own log does not learn the user's number.
      let user = query.user == nil ? last.user.id : 0
      #expect(page.reminders.count == query.limit && next.text == "\(last.dueAt)-\(user)-\(last.id)")
      query.after = ReminderCursor(next.text)
    }
  }

  @Test("Cursors list a user's log once and completely, in both directions, without other users' reminders")
  func reminders() throws {
    let (test, queue) = try desk()
    for user in 1...4 {
      let rows = try test.store.database.read { connection in
        try connection.all(
          "SELECT id FROM notification_logs WHERE user_id = $1 ORDER BY scheduled_at, id", [.integer(user)]
        ) { $0.integer(0) ?? 0 }
      }
      #expect(rows.count > 20)
      var query = ReminderQuery()
      query.user = "u\(user)"
      query.limit = 7
      #expect(try walk(queue, query) == rows)
      query.isDescending = true
      #expect(try walk(queue, query) == rows.reversed())
    }
    var all = ReminderQuery()
    all.limit = 31
    #expect(try walk(queue, all).count == test.integer("SELECT COUNT(*) FROM notification_logs"))
  }

  @Test("A time range selects the reminders due in it, to the second, in any zone and with any advance days")
  func range() throws {
    let (test, queue) = try desk()
    for user in 1...4 {
      let times = try test.store.database.read { connection in
        try connection.all(
          "SELECT scheduled_at FROM notification_logs WHERE user_id = $1 ORDER BY scheduled_at", [.integer(user)]
        ) { $0.integer(0) ?? 0 }
      }
      for (first, last) in [(0, times.count - 1), (times.count / 3, times.count / 2), (5, 5)] {
        var query = ReminderQuery()
        query.user = "u\(user)"
        query.limit = 1_000
        query.from = times[first]
        query.until = times[last] + 1
        let expected = times.filter { (times[first]...times[last]).contains($0) }
        #expect(try queue.page(query, now: 0).reminders.map(\.scheduledAt) == expected)
        query.isDescending = true
        #expect(try queue.page(query, now: 0).reminders.map(\.scheduledAt) == expected.reversed())
        query.user = nil
        let all = try queue.page(query, now: 0).reminders
        #expect(all.filter { $0.user.id == user }.map(\.scheduledAt) == expected.reversed())
      }
    }
    var own = ReminderQuery()
    own.user = "u2"
    own.event = "own1"
    #expect(try queue.page(own, now: 0).reminders.allSatisfy { $0.occurrence.eventKey == "own1" })
    #expect(try !queue.page(own, now: 0).reminders.isEmpty)
    own.event = "own0"
    #expect(try queue.page(own, now: 0).reminders.isEmpty)
  }

  @Test(
    "The page of one user searches by occurrence; it scans neither the whole log nor other users' own days",
    .enabled(if: TestDatabase.isFile))
  func plan() throws {
    let test = try TestStore.loaded()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    var query = ReminderQuery()
    query.user = "u1"
    for (after, isDescending) in [(nil, false), (ReminderCursor(scheduledAt: 1_800_000_000, user: 0, id: 5), true)] {
      query.after = after
      query.isDescending = isDescending
      query.from = 1_790_000_000
      let plan = try test.store.database.read { connection in
        let page = try #require(try ReminderSelection(query, now: 0, connection).gatheredPage)
        return try connection.all(SQL("EXPLAIN QUERY PLAN " + page.sql.text), page.arguments) { $0.text(3) ?? "" }
      }
      let text = plan.joined(separator: "; ")
      #expect(text.contains("events_shared") && text.contains("events_by_owner"), "\(text)")
      #expect(
        text.contains(
          "SEARCH n USING INDEX sqlite_autoindex_notification_logs_1 (occurrence_id=? AND kind=? AND user_id=?)"),
        "\(text)")
      #expect(text.contains("sqlite_autoindex_event_occurrences_1 (event_id=? AND solar_date>?"))
      #expect(!text.contains("SCAN n") && !text.contains("SCAN o"), "\(text)")
    }
  }

  @Test("A cursor survives text encoding; other text is rejected")
  func text() {
    let cursor = ReminderCursor(scheduledAt: 1_745_020_800, user: 42, id: 17)
    #expect(cursor.text == "1745020800-42-17" && ReminderCursor(cursor.text) == cursor)
    for text in [
      "", "-", "1", "1-", "-1", "1-2", "1-2-3-4", "a-1-2", "1-b-2", "1-2-", " 1-2-3", "+1-2-3",
      "99999999999999999999-1-2", "１-２-３",
    ] {
      #expect(ReminderCursor(text) == nil, "\(text)")
    }
  }
}

@Suite("Time stamps of records", .timed)
struct RecordTimeTests {
  @Test("A record has the times of its addition and last change; its JSON does not contain them")
  func times() throws {
    let test = try TestStore()
    let at = TestStore.change.at
    let added = try #require(try test.add(.group, #"{"key":"p","name":"組"}"#).first)
    #expect(added.createdAt == at && added.updatedAt == at)
    let later = Change(actor: "kai", at: at + 60, today: TestStore.today)
    let edited = try test.store.edit(.group, key: "p", Draft(fields: [.init("name", .text("隊"))]), later).new
    #expect(edited.createdAt == at && edited.updatedAt == at + 60)
    let same = Change(actor: "kai", at: at + 90, today: TestStore.today)
    #expect(try test.store.edit(.group, key: "p", Draft(fields: [.init("name", .text("隊"))]), same).new == edited)
    #expect(try test.store.record(.group, key: "p") == edited && test.store.records(.group) == [edited])
    #expect(!edited.json.members.contains { $0.name.hasSuffix("_at") })
    // A change of a part is a change of the record.
    try test.add(.event, #"{"key":"e","title":"乙","rule":"lunar 1/2"}"#)
    _ = try test.store.edit(.group, key: "p", Draft(fields: [.init("events", .list([.text("e")]))]), same)
    #expect(try test.store.record(.group, key: "p").updatedAt == at + 90)
  }

  @Test("JSON without secrets has every other field")
  func secrets() throws {
    let test = try TestStore()
    let user = try #require(try test.add(.user, #"{"email":"a@b.tw","google_id":"g1"}"#).first)
    let shown = user.json(without: Entity.user.secretFields).members.map(\.name)
    #expect(shown == user.json.members.map(\.name).filter { !["google_id", "feed_token_hash", "tokens"].contains($0) })
    #expect(shown.first == "id" && shown.count == user.json.members.count - 3)
  }

  @Test("The picture of an event is read from the database")
  func cover() throws {
    let test = try TestStore()
    try test.add(
      .event, #"{"key":"e","title":"乙","rule":"lunar 1/2","cover_url":"https://example.org/88.jpg"}"#)
    #expect(try test.store.catalogue().events.map(\.coverURL) == ["https://example.org/88.jpg"])
  }
}
