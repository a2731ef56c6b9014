import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Adding, changing and removing records", .timed)
struct RecordTests {
  @Test("Given fields are stored; missing fields get their defaults")
  func add() throws {
    let test = try TestStore()
    let record = try #require(
      try test.add(.deity, #"{"key":"mazu","name":"媽祖","aliases":["天上聖母","天后"],"role":"護航"}"#).first)
    #expect(record.key == "mazu" && record["name"] == .text("媽祖"))
    #expect(record["aliases"].texts == ["天上聖母", "天后"] && record["sources"] == .list([]))
    #expect(record["description"] == .null)
    #expect(try test.store.record(.deity, key: "mazu") == record)
  }

  @Test("All faults of a record are reported together, and nothing is written")
  func allFaults() throws {
    let test = try TestStore()
    let json = #"""
      {"key":"Not A Key","type":"party","title":"","rule":"lunar 13/1","deity":"nobody","is_enabled":"yes","position":-1,
       "color":"red","cover_url":"javascript:alert(1)"}
      """#
    let faults = try #require(throws: RecordFaults.self) { try test.add(.event, json) }
    #expect(
      Set(faults.faults.map(\.field)) == [
        "key", "type", "title", "rule", "deity", "is_enabled", "position", "color", "cover_url",
      ])
    #expect(faults.lines.contains { $0.contains("month 13 is not between 1 and 12") })
    #expect(faults.lines.contains { $0.contains("\"yes\" is a text: expected true or false") })
    #expect(try test.integer("SELECT COUNT(*) FROM events") == 0)
    #expect(try test.integer("SELECT COUNT(*) FROM audit_log") == 0)
  }

  @Test(
    "A wrong value is reported alone, without the faults that its absence would cause",
    arguments: [
      (Entity.event, #"{"key":"e","title":"甲","rule":"lunar 1/1","type":"party","deity":"mazu"}"#, ["type"]),
      (.event, #"{"key":"e","title":"甲","rule":"lunar 1/1","type":"party","owner":"a@b.tw"}"#, ["type"]),
      (.temple, #"{"key":"t","name":"甲","lat":"north","lng":120.5,"coordinate_quality":"ok"}"#, ["lat"]),
      (.temple, #"{"key":"t","name":"甲","lat":23.5,"lng":999}"#, ["lng"]),
      (
        .activity, #"{"temple":"home","title":"甲","start_at":"soon","end_at":"2027-01-01T10:00:00+08:00"}"#,
        ["start_at"]
      ),
      (.activity, #"{"temple":"home","title":"甲","rule":"never"}"#, ["rule"]),
      (.user, #"{"email":"nobody","settings":{"channel":"mail"}}"#, ["email"]),
      (.user, #"{"settings":{"quiet_from":"25:00"}}"#, ["settings.quiet_from"]),
      (.user, #"{"settings":{"quiet_from":"22:00"}}"#, ["settings.quiet_to"]),
      (.user, #"{"devices":[{"token":"x","platform":"pager"}]}"#, ["devices.platform"]),
    ])
  func aloneFaults(entity: Entity, json: String, fields: [String]) throws {
    let test = try TestStore()
    try test.add(.deity, #"{"key":"mazu","name":"媽祖"}"#)
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    try test.add(.temple, #"{"key":"home","name":"宮"}"#)
    let faults = try #require(throws: RecordFaults.self) { try test.add(entity, json) }.faults
    #expect(faults.map { $0.field + ($0.member.map { "." + $0 } ?? "") } == fields)
  }

  @Test("The error for an unknown key lists similar keys, but none of users' own days")
  func similarKeys() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    try test.add(
      .event,
      #"[{"key":"custom-a","title":"甲","rule":"lunar 1/1"},{"key":"custom-b","title":"乙","rule":"lunar 1/1","owner":"a@b.tw"}]"#
    )
    #expect(throws: RecordError.noSuchRecord(.event, key: "custom", similar: ["custom-a"])) {
      try test.store.record(.event, key: "custom")
    }
  }

  @Test("A fault in the last of several records rejects all of them")
  func allOrNone() throws {
    let test = try TestStore()
    let faults = try #require(throws: RecordFaults.self) {
      try test.add(.deity, #"[{"key":"a","name":"甲"},{"key":"b","name":"乙"},{"key":"a","name":"丙"}]"#)
    }
    #expect(faults.faults == [RecordFault(place: "entry 3", field: "key", problem: "\"a\" is that of entry 1 too")])
    #expect(try test.integer("SELECT COUNT(*) FROM deities") == 0)
  }

  @Test("An edit changes only the given fields and counts the revision; an empty value clears a field")
  func edit() throws {
    let test = try TestStore()
    try test.add(.event, #"{"key":"a","title":"甲","rule":"農曆三月廿三","note":"乙"}"#)
    let draft = Draft(fields: [
      Draft.Given("title", .text("丙"), isText: true), Draft.Given("note", .text(""), isText: true),
    ])
    let (old, new) = try test.store.edit(.event, key: "a", draft, TestStore.change)
    #expect(old["rule"] == .text("lunar 3/23") && old["type"] == .text("festival"))
    #expect(new["title"] == .text("丙") && new["note"] == .null && new["rule"] == .text("lunar 3/23"))
    #expect(old["revision"] == .integer(0) && new["revision"] == .integer(1))
    let again = try test.store.edit(.event, key: "a", draft, TestStore.change).new
    #expect(again["revision"] == .integer(1))
  }

  @Test("An unknown key is an error that lists similar keys")
  func missing() throws {
    let test = try TestStore()
    try test.add(.deity, #"[{"key":"mazu","name":"媽祖"},{"key":"mazu-fly","name":"媽祖"}]"#)
    let error = #expect(throws: RecordError.self) { try test.store.record(.deity, key: "mazzu") }
    #expect(error == .noSuchRecord(.deity, key: "mazzu", similar: ["mazu"]))
    let named = #expect(throws: RecordError.self) { try test.store.record(.deity, key: "媽袓") }
    #expect(named == .noSuchRecord(.deity, key: "媽袓", similar: ["mazu (媽祖)", "mazu-fly (媽祖)"]))
    let near = #expect(throws: RecordError.self) { try test.store.remove(.deity, key: "maz", TestStore.change) }
    #expect(near?.description == "deity \"maz\" does not exist; there is mazu, mazu-fly")
  }

  @Test("A referenced record is not removed; the error names the reference")
  func references() throws {
    let test = try TestStore()
    try test.add(.source, #"{"key":"S","title":"出處"}"#)
    try test.add(.deity, #"{"key":"g","name":"甲","sources":["S"]}"#)
    try test.add(
      .event, #"[{"key":"e","title":"甲聖誕","rule":"lunar 1/2","deity":"g"},{"key":"f","title":"乙","rule":"solar 5/1"}]"#)
    try test.add(.temple, #"{"key":"t","name":"廟","other_deities":["g"],"events":["f"]}"#)
    try test.add(.activity, #"{"key":"x","temple":"t","event":"e","title":"會","rule":"lunar 1/3"}"#)
    try test.add(.group, #"{"key":"p","name":"組","events":["e"]}"#)
    try test.add(
      .user, #"{"email":"a@b.tw","group_subscriptions":["p"],"event_subscriptions":[{"event":"f","is_enabled":false}]}"#
    )
    func blockers(_ entity: Entity, _ key: String) -> [String] {
      let error = #expect(throws: RecordError.self) { try test.store.remove(entity, key: key, TestStore.change) }
      guard case .referredTo(_, _, let by) = error else { return [] }
      return by
    }
    #expect(blockers(.source, "S") == ["deity \"g\""])
    #expect(blockers(.deity, "g") == ["event \"e\"", "temple \"t\""])
    #expect(blockers(.event, "e") == ["activity \"x\"", "group \"p\""])
    #expect(blockers(.event, "f") == ["temple \"t\"", "1 user"])
    #expect(blockers(.temple, "t") == ["activity \"x\""])
    #expect(blockers(.group, "p") == ["1 user"])
    // Taken away in the order that the messages name, all of it goes.
    for (entity, key) in [
      (Entity.user, "a@b.tw"), (.group, "p"), (.activity, "x"), (.temple, "t"), (.event, "e"), (.event, "f"),
      (.deity, "g"), (.source, "S"),
    ] { try test.store.remove(entity, key: key, TestStore.change) }
    for table in Entity.allCases.map(\.table) + [
      "group_items", "temple_events", "user_event_subscriptions", "event_occurrences",
    ] {
      #expect(try test.integer("SELECT COUNT(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("Two records cannot share a key, a number, a mail address, a register number or a device")
  func unique() throws {
    let test = try TestStore()
    func problem(_ entity: Entity, _ json: String) -> [String] {
      #expect(throws: RecordFaults.self) { try test.add(entity, json) }?.lines ?? []
    }
    try test.add(.deity, #"{"id":7,"key":"a","name":"甲"}"#)
    #expect(problem(.deity, #"{"key":"a","name":"乙"}"#) == ["key: \"a\" is taken"])
    #expect(problem(.deity, #"{"id":7,"key":"b","name":"乙"}"#) == ["id: 7 is deity \"a\""])
    #expect(
      problem(.deity, #"[{"id":9,"key":"c","name":"丙"},{"id":9,"key":"d","name":"丁"}]"#) == [
        "id: 9 is that of entry 1 too"
      ])
    try test.add(.temple, #"{"key":"a","name":"甲","source_ref":"17"}"#)
    #expect(problem(.temple, #"{"key":"b","name":"乙","source_ref":"17"}"#) == ["source_ref: \"17\" is taken by a"])
    try test.add(.user, #"{"email":"Mei@B.tw","devices":[{"token":"x","platform":"ios"}]}"#)
    #expect(problem(.user, #"{"email":"mei@b.TW"}"#).first?.hasPrefix("email: \"mei@b.tw\" is taken by") == true)
    #expect(
      problem(.user, #"{"devices":[{"token":"x","platform":"web"}]}"#) == ["devices: \"x\" belongs to another user"])
  }

  @Test("A user is found by UUID, mail address or number; a custom event names its owner by any of them")
  func users() throws {
    let test = try TestStore()
    let user = try #require(try test.add(.user, #"{"email":"a@b.tw"}"#).first)
    for name in [user.key, user.key.uppercased(), "a@b.tw", "A@b.tw", "u1"] {
      #expect(try test.store.record(.user, key: name) == user)
    }
    #expect(try test.store.record(.user, id: 1) == user)
    #expect(throws: RecordError.noSuchRecord(.user, key: "2", similar: [])) { try test.store.record(.user, id: 2) }
    let event = try #require(
      try test.add(.event, #"{"owner":"u1","title":"阿嬤忌日","rule":"農曆六月十五 leap=both short=backward"}"#).first)
    #expect(
      event["type"] == .text("custom") && event["owner"] == .text(user.key) && event["observance"] == .text("memorial"))
    #expect(event.key.hasPrefix("custom-") && (event.id ?? 0) >= 1_000_000)
    // Deleting a user deletes the user's own records.
    try test.store.remove(.user, key: "u1", TestStore.change)
    #expect(try test.integer("SELECT COUNT(*) FROM events") == 0)
    #expect(try test.integer("SELECT COUNT(*) FROM event_occurrences") == 0)
  }

  @Test("A key never changes, and an event keeps its owner")
  func identity() throws {
    let test = try TestStore()
    try test.add(.source, #"{"key":"S","title":"出處"}"#)
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    try test.add(.event, #"{"key":"e","owner":"u1","title":"甲","rule":"lunar 1/2"}"#)
    func problem(_ entity: Entity, _ key: String, _ field: String, _ value: JSON) -> String? {
      #expect(throws: RecordFaults.self) {
        try test.store.edit(entity, key: key, Draft(fields: [.init(field, value)]), TestStore.change)
      }?.lines.first
    }
    #expect(
      problem(.source, "S", "key", .text("T")) == "key: is \"S\", which never changes: add another record instead")
    #expect(
      problem(.user, "u1", "uuid", .text("6f9619ff-8b86-4d01-b42d-00cf4fc964ff"))?.contains("never changes") == true)
    #expect(problem(.event, "e", "owner", .null)?.hasPrefix("owner:") == true)
  }

  @Test("A user's own day cannot be used by other users, groups or temples; its owner can switch it off")
  func ownDays() throws {
    let test = try TestStore()
    try test.add(.user, #"[{"email":"a@b.tw"},{"email":"c@d.tw"}]"#)
    try test.add(.event, #"{"key":"e","owner":"u1","title":"甲","rule":"lunar 1/2"}"#)
    func problem(_ entity: Entity, _ json: String) -> [String] {
      #expect(throws: RecordFaults.self) { try test.add(entity, json) }?.lines ?? []
    }
    #expect(problem(.group, #"{"key":"g","name":"組","events":["e"]}"#) == ["events: event \"e\" is a user's own"])
    #expect(problem(.temple, #"{"key":"t","name":"廟","events":["e"]}"#) == ["events: event \"e\" is a user's own"])
    #expect(problem(.user, #"{"event_subscriptions":["e"]}"#) == ["event_subscriptions: event \"e\" is a user's own"])
    let off = Draft(fields: [
      .init("event_subscriptions", .list([.object([.init("event", .text("e")), .init("is_enabled", .flag(false))])]))
    ])
    try test.store.edit(.user, key: "u1", off, TestStore.change)
    // Such a user goes out and comes in whole.
    let document = "{\"users\":" + JSON.list(try test.store.export(.user)).json() + "}"
    let other = try TestStore()
    let summary = try other.store.merge(RecordInput.contents(in: Data(document.utf8)), TestStore.change)[0].1
    #expect(summary.added == 2 && summary.changed == 0)
    #expect(try other.store.export(.user) == test.store.export(.user))
    // The day can go, though its owner switched it off.
    try other.store.remove(.event, key: "e", TestStore.change)
    #expect(try other.store.record(.user, key: "u1")["event_subscriptions"] == .list([]))
    // The audit log lists the records that were deleted with a user.
    try test.store.remove(.user, key: "u1", TestStore.change)
    #expect(try test.store.audit(limit: 2).map { "\($0.action) \($0.entity)" } == ["remove user", "remove event"])
  }

  @Test("A large import logs each added record with its values at that time")
  func auditOfImport() throws {
    let test = try TestStore()
    let rows = (0..<300).map { "{\"key\":\"t\($0)\",\"name\":\"測試宮\($0)\",\"phone\":\"\($0)\"}" }
    try test.add(.temple, "[\(rows.joined(separator: ","))]")
    #expect(try test.integer("SELECT COUNT(*) FROM audit_log WHERE action = 'add'") == 300)
    for (name, phone) in [("新名", "1"), ("又名", "")] {
      let draft = Draft(fields: [.init("name", .text(name), isText: true), .init("phone", .text(phone), isText: true)])
      try test.store.edit(.temple, key: "t7", draft, TestStore.change)
    }
    func added() throws -> JSON? { try test.store.audit(.temple, key: "t7", limit: 10).last?.after }
    #expect(try added()?["name"] == .text("測試宮7") && added()?["phone"] == .text("7"))
    try test.store.remove(.temple, key: "t7", TestStore.change)
    #expect(try added()?["name"] == .text("測試宮7") && added()?["phone"] == .text("7"))
  }

  @Test("Users with equal settings share a profile; unused profiles are deleted")
  func profiles() throws {
    let test = try TestStore()
    try test.add(.user, #"[{"email":"a@b.tw"},{"email":"b@b.tw"},{"email":"c@b.tw","time_zone":"Europe/Paris"}]"#)
    #expect(try test.integer("SELECT COUNT(*) FROM profiles") == 2)
    let noon = Draft(fields: [Draft.Given("settings", .object([.init("notify_time", .text("12:00"))]))])
    try test.store.edit(.user, key: "c@b.tw", noon, TestStore.change)
    #expect(try test.integer("SELECT COUNT(*) FROM profiles") == 2)
    #expect(
      try test.integer("SELECT COUNT(*) FROM profiles WHERE time_zone = 'Europe/Paris' AND notify_time = '12:00'") == 1)
    try test.store.remove(.user, key: "c@b.tw", TestStore.change)
    #expect(try test.integer("SELECT COUNT(*) FROM profiles") == 1)
    try test.store.remove(.user, key: "a@b.tw", TestStore.change)
    #expect(try test.integer("SELECT COUNT(*) FROM profiles") == 1)
  }

  @Test("The case of a UUID does not matter")
  func capitals() throws {
    let test = try TestStore()
    for uuid in ["0190A1B2-0000-7000-8000-00000000002A", "0190a1b2-0000-7000-8000-00000000002a"] {
      for added in [uuid == uuid.uppercased() ? 1 : 0, 0] {
        let drafts = try RecordInput.drafts(
          of: .user, in: Data(#"[{"uuid":"\#(uuid)","email":"a@b.tw"}]"#.utf8))
        let summary = try test.store.merge([(.user, drafts)], TestStore.change)[0].1
        #expect(summary.added == added && summary.unchanged == 1 - added)
      }
    }
  }

  @Test(
    "A mail address follows RFC 5322, with a host of letters, digits and hyphens in any script",
    arguments: [
      ("mei@example.org", true), ("mei.lin+folk@mail.example.org", true), ("小梅@例子.台灣", true), ("m'ei@a-b.tw", true),
      ("0@0.com*", false), ("mei@-a.tw", false), ("mei@a-.tw", false), ("mei@a..tw", false), ("mei@tw", false),
      (".mei@a.tw", false), ("m..ei@a.tw", false), ("mei@lin@a.tw", false), ("me i@a.tw", false), ("mei@a_b.tw", false),
      ("m(ei@a.tw", false), ("@a.tw", false),
    ])
  func mailAddresses(text: String, isOne: Bool) throws {
    let test = try TestStore()
    let json = #"{"email":"\#(text)"}"#
    if isOne {
      try test.add(.user, json)
      #expect(try test.store.record(.user, key: "u1")["email"] == .text(text))
    } else {
      let faults = try #require(throws: RecordFaults.self) { try test.add(.user, json) }
      #expect(faults.faults.map(\.field) == ["email"])
    }
    // The schema is the same.
    let pattern = Entity.user.jsonSchema(forWriting: true)["properties"]["email"]["pattern"].text ?? ""
    #expect((text.range(of: pattern, options: .regularExpression) != nil) == isOne)
  }

  @Test("The name of a county is stored with 臺")
  func county() throws {
    let test = try TestStore()
    try test.add(.temple, #"{"key":"t","name":"廟","county":"台中市"}"#)
    #expect(try test.store.record(.temple, key: "t")["county"] == .text("臺中市"))
  }

  @Test("An invalid start is reported once, and not also as missing")
  func wrongStart() throws {
    let test = try TestStore()
    try test.add(.temple, #"{"key":"t","name":"廟"}"#)
    let faults = try #require(throws: RecordFaults.self) {
      try test.add(.activity, #"{"key":"a","temple":"t","title":"會","start_at":"2026-12-20"}"#)
    }
    #expect(faults.faults.map(\.field) == ["start_at"])
  }

  @Test("The audit log names the actor, the action and the values before and after")
  func audit() throws {
    let test = try TestStore()
    try test.add(.deity, #"{"key":"a","name":"甲"}"#)
    let draft = Draft(fields: [Draft.Given("role", .text("測試"))])
    try test.store.edit(.deity, key: "a", draft, TestStore.change)
    try test.store.edit(.deity, key: "a", draft, TestStore.change)
    try test.store.remove(.deity, key: "a", TestStore.change)
    let entries = try test.store.audit(limit: 10)
    #expect(entries.map(\.action) == ["remove", "edit", "add"])
    #expect(
      entries.allSatisfy { $0.actor == "mei" && $0.key == "a" && $0.at == TestStore.change.at && $0.entity == "deity" })
    #expect(entries[1].before.json() == #"{"role":null}"# && entries[1].after.json() == #"{"role":"測試"}"#)
    #expect(entries[0].before["name"] == .text("甲") && entries[0].after == .null && entries[2].before == .null)
    #expect(try test.store.audit(.event, limit: 10).isEmpty)
    #expect(try test.store.audit(.deity, key: "a", limit: 1).count == 1)
  }

  @Test("The audit log shows changes of a user's settings, including additions")
  func auditedSettings() throws {
    let test = try TestStore()
    try test.add(
      .user, #"{"email":"mei@example.org","settings":{"notify_time":"07:00","quiet_from":"22:00","quiet_to":"06:00"}}"#)
    func change(_ settings: JSON) throws {
      try test.store.edit(.user, key: "u1", Draft(fields: [Draft.Given("settings", settings)]), TestStore.change)
    }
    try change(.object([.init("notify_time", .text("21:30")), .init("quiet_from", .null), .init("quiet_to", .null)]))
    try change(.object([.init("notify_time", .text("21:30")), .init("digest", .flag(true))]))
    let entries = try test.store.audit(.user, limit: 10)
    #expect(entries.map(\.action) == ["edit", "edit", "add"])
    #expect(entries[0].before.json() == #"{"settings":{"digest":false}}"#)
    #expect(entries[0].after.json() == #"{"settings":{"digest":true}}"#)
    #expect(
      entries[1].before.json() == #"{"settings":{"notify_time":"07:00","quiet_from":"22:00","quiet_to":"06:00"}}"#)
    #expect(entries[1].after.json() == #"{"settings":{"notify_time":"21:30","quiet_from":null,"quiet_to":null}}"#)
    let added = entries[2].after["settings"]
    #expect(added["notify_time"] == .text("07:00") && added["quiet_from"] == .text("22:00"))
    #expect(added["digest"] == .flag(false) && added["advance_days"] == .integer(1))
  }
}

@Suite("Export and import of records", .timed)
struct ExchangeTests {
  @Test("A full export imported into an empty database gives the same database")
  func roundTrip() throws {
    let test = try TestStore.loaded()
    try test.add(
      .temple,
      #"{"key":"t","name":"測試宮","lat":23.5,"lng":120.5,"deity":"mazu","events":[{"event":"mazu","rule":"lunar 3/22"}]}"#
    )
    try test.add(
      .activity,
      #"[{"key":"x","temple":"t","title":"遶境","start_at":"2027-04-01T05:00:00+08:00"},{"temple":"t","title":"法會","event":"mazu","rule":"lunar 3/20"}]"#
    )
    try test.add(
      .user,
      #"{"email":"a@b.tw","display_name":"引號\"與\\反斜線，\n換行","settings":{"channel":"mail","digest":true},"group_subscriptions":["mazu"],"event_subscriptions":[{"event":"chuyi","is_enabled":false}],"devices":[{"token":"y","platform":"web"},{"token":"x","platform":"ios"}]}"#
        .replacing("\\n換行", with: "換行"))
    _ = try test.store.makeToken(name: "a", role: .user, user: "u1", expiresAt: nil, TestStore.change)
    try test.add(.event, #"{"owner":"u1","title":"生日","rule":"lunar 12/30 short=backward","observance":"birthday"}"#)

    let exported = try test.store.exportAll()
    let document =
      "{" + exported.map { "\"\($0.entity.plural)\":\(JSON.list($0.records).json())" }.joined(separator: ",")
      + "}"
    let other = try TestStore()
    _ = try other.store.merge(RecordInput.contents(in: Data(document.utf8)), TestStore.change)

    for table in Entity.allCases.map(\.table) + [
      "temple_events", "group_items", "user_event_subscriptions", "user_group_subscriptions", "devices", "api_tokens",
      "notification_settings", "profiles", "event_occurrences",
    ] {
      #expect(try test.dump(table) == other.dump(table), "\(table)")
    }
    #expect(try other.store.faults().isEmpty)
    // And once more: nothing changes.
    let again = try other.store.merge(RecordInput.contents(in: Data(document.utf8)), TestStore.change)
    #expect(again.allSatisfy { $0.1.added == 0 && $0.1.changed == 0 })
  }

  @Test("CSV out and in is the same, for every kind", arguments: Entity.allCases)
  func csv(entity: Entity) throws {
    let test = try TestStore.loaded()
    try test.add(
      .temple,
      #"{"key":"t","name":"測,試\"宮","introduction":"一\n二","lat":-0.5,"lng":120.5,"deity":"mazu","other_deities":["guanyin"],"events":["mazu"]}"#
    )
    try test.add(.activity, #"{"key":"x","temple":"t","title":"遶境","rule":"lunar 3/1"}"#)
    try test.add(.user, #"{"email":"a@b.tw","group_subscriptions":["mazu"]}"#)
    let csv = try RecordInput.csv(test.store.export(entity), of: entity, clock: ZonedClock(identifier: "Asia/Taipei"))
    let summary = try test.store.merge(
      [(entity, RecordInput.drafts(of: entity, in: Data(csv.utf8)))], TestStore.change)[0].1
    #expect(summary.added == 0 && summary.changed == 0 && summary.unchanged > 0)
  }

  @Test("A table begins with the mark of UTF-8, and shows times with their offset")
  func times() throws {
    let test = try TestStore()
    try test.add(.temple, #"{"key":"t","name":"測試宮"}"#)
    try test.add(.activity, #"{"key":"x","temple":"t","title":"遶境","start_at":"2027-04-29T11:00:00Z"}"#)
    let csv = try RecordInput.csv(
      test.store.export(.activity), of: .activity, clock: ZonedClock(identifier: "Asia/Taipei"))
    #expect(csv.hasPrefix("\u{FEFF}id,key,") && csv.contains("2027-04-29 19:00+08:00"))
  }

  @Test("A record without a key gets one from its name, and a second import finds it again")
  func keys() throws {
    let test = try TestStore()
    let names = Data("name\n媽祖\n觀音\n".utf8)
    let first = try test.store.merge([(.deity, RecordInput.drafts(of: .deity, in: names))], TestStore.change)[0].1
    #expect(first.added == 2)
    #expect(try test.store.record(.deity, key: "ma-zu")["name"] == "媽祖")
    let second = try test.store.merge([(.deity, RecordInput.drafts(of: .deity, in: names))], TestStore.change)[0].1
    #expect(second.added == 0 && second.unchanged == 2)
  }

  @Test("A dry run reports the import's changes and makes none")
  func rehearsal() throws {
    let test = try TestStore()
    let drafts = try RecordInput.drafts(of: .deity, in: Data("key,name\na,甲\nb,乙\n".utf8))
    let summaries = try test.store.merge([(.deity, drafts)], TestStore.change, isRehearsal: true)
    #expect(summaries[0].1.added == 2)
    #expect(try test.integer("SELECT COUNT(*) FROM deities") == 0)
  }

  @Test(
    "A CSV file changes only its columns; line endings, a byte order mark, quotes and blank lines do not matter"
  )
  func someColumns() throws {
    let test = try TestStore()
    try test.add(.deity, #"{"key":"a","name":"甲","role":"原"}"#)
    let csv = "\u{FEFF}key,name\r\n\r\na,\"甲,\"\"乙\"\"\r\n丙\"\r\n"
    let drafts = try RecordInput.drafts(of: .deity, in: Data(csv.utf8))
    #expect(drafts.count == 1 && drafts[0].place == "row 3")
    let fault = try #require(throws: RecordFaults.self) { try test.store.merge([(.deity, drafts)], TestStore.change) }
    #expect(fault.lines == ["name: has more than one line"])
    _ = try test.store.merge(
      [(.deity, RecordInput.drafts(of: .deity, in: Data("key,name\na,\"甲,\"\"乙\"\"\"".utf8)))], TestStore.change)
    let record = try test.store.record(.deity, key: "a")
    #expect(record["name"] == .text("甲,\"乙\"") && record["role"] == .text("原"))
  }

  @Test(
    "Input without rows of fields is rejected with the reason",
    arguments: [
      ("", InputError.empty), (" \n ", .empty), ("5", .noHeader("5")),
      ("[1]", .notRecords(.init("數字（第 1 筆）", "a number in entry 1"))),
      ("a,b\n1,2", .noHeader("a, b")), ("key,name\n\"a,b\n", .unclosedQuote(line: 2)),
      ("key,name,name\na,b,c\n", .columnTwice("name")),
    ])
  func notRows(text: String, error: InputError) {
    #expect(throws: error) { try RecordInput.drafts(of: .deity, in: Data(text.utf8)) }
  }

  @Test("A column without a name is skipped when empty and otherwise named by its number")
  func namelessColumns() throws {
    func drafts(_ text: String) throws -> [Draft] { try RecordInput.drafts(of: .deity, in: Data(text.utf8)) }
    #expect(try drafts("key,,name,,\na,,甲,,\n")[0].fields.map(\.name) == ["key", "name"])
    #expect(try drafts("key,,name\na,x,甲\n")[0].fields.map(\.name) == ["key", "column 2", "name"])
  }

  @Test("Broken JSON and bytes that are not UTF-8 are rejected")
  func broken() {
    #expect(throws: InputError.notText) { try RecordInput.drafts(of: .deity, in: Data([0xFF, 0xFE, 0x41])) }
    let error = #expect(throws: JSONError.self) { try RecordInput.drafts(of: .deity, in: Data("{\"key\": }".utf8)) }
    if case .notJSON = error {} else { Issue.record("\(String(describing: error))") }
  }

  @Test("JSON: one object, a list, one object a line, and a whole export")
  func jsonForms() throws {
    for text in [
      #"{"key":"a","name":"甲"}"#, #"[{"key":"a","name":"甲"}]"#, #"{"deities":[{"key":"a","name":"甲"}]}"#,
      "{\"key\":\"a\",\"name\":\"甲\"}\n",
    ] {
      #expect(
        try RecordInput.drafts(of: .deity, in: Data(text.utf8)).map { $0.given("key") } == [.text("a")], "\(text)")
    }
    #expect(
      try RecordInput.drafts(of: .deity, in: Data("{\"key\":\"a\"}\n{\"key\":\"b\"}\n".utf8)).count == 2)
  }

  @Test("Numbers, Booleans and texts survive JSON exactly")
  func values() throws {
    let json =
      #"{"a":true,"b":false,"c":0,"d":1,"e":-12,"f":0.1,"g":24.147700000000001,"h":null,"i":["é\u0001\"\\\n",[]]}"#
    let value = try JSON(json: Data(json.utf8))
    #expect(value["a"] == .flag(true) && value["c"] == .integer(0) && value["d"] == .integer(1) && value["h"] == .null)
    #expect(value["f"] == .real(0.1) && value["g"] == .real(24.1477))
    #expect(try JSON(json: Data(value.json().utf8)) == value)
    let parsed = try #require(
      try JSONSerialization.jsonObject(with: Data(value.json().utf8)) as? [String: Any])
    #expect((parsed["i"] as? [Any])?.first as? String == "é\u{1}\"\\\n")
  }
}

extension TestStore {
  /// The rows of a table without numbers of their own and times, sorted.
  fileprivate func dump(_ table: String) throws -> [String] {
    try store.database.read { connection in
      let names =
        TestDatabase.isFile
        ? "SELECT name FROM pragma_table_info('\(table)')"
        : "SELECT column_name FROM information_schema.columns WHERE table_name = '\(table)' ORDER BY ordinal_position"
      let columns = try connection.all(SQL(names)) { $0.text(0) ?? "" }
      // Rows that records refer to by a number of the table are told by what they say.
      let isPart = !Entity.allCases.map(\.table).contains(table)
      let shown = columns.filter {
        $0 != "created_at" && $0 != "updated_at" && $0 != "profile_id" && !(isPart && $0 == "id")
      }
      return try connection.all(
        SQL(
          "SELECT \(TestDatabase.isFile ? "json_array" : "jsonb_build_array")(\(shown.joined(separator: ", "))) FROM \(table)"
        )
      ) {
        $0.text(0) ?? ""
      }.sorted()
    }
  }
}
