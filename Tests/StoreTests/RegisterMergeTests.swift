import FolkData
import Folklore
import Foundation
import Geo
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("A register in the database", .timed)
struct RegisterMergeTests {
  private func draft(_ number: Int, name: String? = nil, phone: String? = nil, latitude: Double = 24) -> Draft {
    Draft(
      place: "line \(number)",
      fields: [
        .init("key", .text("moi-\(number)")), .init("source_ref", .text("\(number)")),
        .init("name", .text(name ?? "廟\(number)")), .init("phone", JSON(phone)), .init("lat", .real(latitude)),
        .init("lng", .real(120.5)), .init("coordinate_quality", .text("ok")),
      ])
  }

  private func merge(
    _ test: TestStore, _ drafts: [Draft], prune: Bool = false, isRehearsal: Bool = false
  ) throws -> RegisterReport {
    try test.store.mergeRegister(TestStore.change, removesVanished: prune, isRehearsal: isRehearsal) { write in
      // Two at a time, as a large register comes in pieces.
      for start in stride(from: 0, to: drafts.count, by: 2) {
        try write(Array(drafts[start..<min(start + 2, drafts.count)]))
      }
    }
  }

  private func digest(_ test: TestStore) throws -> [JSON] { try test.store.export(.temple) }

  @Test("Importing the same register again changes and writes nothing")
  func twice() throws {
    let test = try TestStore()
    let drafts = (1...7).map { draft($0) }
    #expect(try merge(test, drafts).added == 7)
    let (before, log) = (try digest(test), try test.integer("SELECT COUNT(*) FROM audit_log"))
    let again = try merge(test, drafts)
    #expect(again.added == 0 && again.changed == 0 && again.unchanged == 7 && again.vanished.isEmpty)
    #expect(try digest(test) == before)
    #expect(try test.integer("SELECT COUNT(*) FROM audit_log") == log)
    #expect(try test.store.faults().isEmpty)
  }

  @Test("The register's changes apply, an operator's edits stay, and both are reported")
  func changes() throws {
    let test = try TestStore()
    _ = try merge(test, [draft(1, phone: "1"), draft(2, phone: "2"), draft(3)])
    try test.store.edit(
      .temple, key: "moi-2", Draft(fields: [.init("phone", .text("22")), .init("lat", .real(24.5))]), TestStore.change)
    let report = try merge(
      test, [draft(1, name: "新名", phone: "11"), draft(2, phone: "222", latitude: 25), draft(3), draft(4)])
    #expect(report.added == 1 && report.changed == 1 && report.unchanged == 2)
    let renamed = try test.store.record(.temple, key: "moi-1")
    #expect(renamed["phone"] == .text("11") && renamed["name"] == .text("新名"))
    let edited = try test.store.record(.temple, key: "moi-2")
    #expect(edited["phone"] == .text("22") && edited["lat"] == .real(24.5))
    #expect(report.kept.map { "\($0.key) \($0.field)" } == ["moi-2 phone", "moi-2 lat"])
    // The register says it again: nothing more to tell.
    #expect(
      try merge(test, [draft(1, name: "新名", phone: "11"), draft(2, phone: "222", latitude: 25), draft(3), draft(4)])
        .kept
        .isEmpty)
  }

  @Test("A faulty temple rejects the import or is left out, and is imported after its repair")
  func faulty() throws {
    let test = try TestStore()
    func merge(_ drafts: [Draft], leavesOut: Bool) throws -> RegisterReport {
      try test.store.mergeRegister(TestStore.change, removesVanished: true, leavesOutFaulty: leavesOut) {
        try $0(drafts)
      }
    }
    func names() throws -> [String] { try test.store.records(.temple).map(\.key).sorted() }
    _ = try merge([draft(1), draft(2)], leavesOut: false)
    let wrong = [draft(1, latitude: 91), draft(2, name: "新名"), draft(3), draft(4, latitude: 91)]
    #expect(throws: RecordFaults.self) { try merge(wrong, leavesOut: false) }
    #expect(try names() == ["moi-1", "moi-2"])

    let report = try merge(wrong, leavesOut: true)
    #expect(report.leftOut.map(\.place).sorted() == ["line 1", "line 4"])
    #expect(report.leftOut.allSatisfy { $0.field == "lat" })
    #expect(report.added == 1 && report.changed == 1 && report.vanished.isEmpty)
    #expect(try names() == ["moi-1", "moi-2", "moi-3"])
    #expect(try test.store.record(.temple, key: "moi-1")["lat"] == .real(24))

    let mended = try merge([draft(1, latitude: 25), draft(2, name: "新名"), draft(3), draft(4)], leavesOut: true)
    #expect(mended.added == 1 && mended.changed == 1 && mended.unchanged == 2 && mended.leftOut.isEmpty)
    #expect(try test.store.record(.temple, key: "moi-1")["lat"] == .real(25))
  }

  @Test("Both coordinates of a moved point are updated or neither")
  func point() throws {
    let test = try TestStore()
    _ = try merge(test, [draft(1)])
    try test.store.edit(.temple, key: "moi-1", Draft(fields: [.init("lng", .real(120.6))]), TestStore.change)
    let report = try merge(test, [draft(1, latitude: 25)])
    #expect(report.kept.map(\.field) == ["lat"])
    let record = try test.store.record(.temple, key: "moi-1")
    #expect(record["lat"] == .real(24) && record["lng"] == .real(120.6))
  }

  @Test("Vanished temples are reported, and removed only on request and without references")
  func vanished() throws {
    let test = try TestStore()
    _ = try merge(test, (1...4).map { draft($0) })
    try test.add(.activity, #"{"temple":"moi-3","title":"法會","rule":"lunar 1/1"}"#)
    let told = try merge(test, [draft(1)])
    #expect(told.vanished.map(\.key) == ["moi-2", "moi-3", "moi-4"] && told.vanished.allSatisfy { $0.fate == .kept })
    #expect(try digest(test).count == 4)
    let pruned = try merge(test, [draft(1)], prune: true)
    #expect(pruned.vanished.map(\.fate)[0] == .removed && pruned.vanished.map(\.fate)[2] == .removed)
    guard case .referredTo(let by) = pruned.vanished[1].fate else {
      Issue.record("moi-3 is \(pruned.vanished[1].fate)")
      return
    }
    #expect(by.count == 1)
    #expect(try digest(test).map { $0["key"].text } == ["moi-1", "moi-3"])
    // A temple that comes back is new again.
    #expect(try merge(test, [draft(1), draft(2), draft(3)]).added == 1)
  }

  @Test("Temples of another register do not count as vanished")
  func otherRegisters() throws {
    let test = try TestStore()
    var other = draft(1)
    other.fields[0] = .init("key", .text("temple-x"))
    other.fields[1] = .init("source_ref", .text("osm-1"))
    _ = try merge(test, [other, draft(2)])
    #expect(try merge(test, [draft(3)]).vanished.map(\.key) == ["moi-2"])
    var unnumbered = draft(4)
    unnumbered.fields[0] = .init("key", .text("temple-y"))
    unnumbered.fields[1] = .init("source_ref", .null)
    #expect(try merge(test, [unnumbered]).vanished.isEmpty)
    #expect(try merge(test, [unnumbered]).unchanged == 1)
  }

  @Test("A temple that an operator removed stays removed")
  func removed() throws {
    let test = try TestStore()
    _ = try merge(test, [draft(1), draft(2)])
    try test.store.remove(.temple, key: "moi-2", TestStore.change)
    let report = try merge(test, [draft(1), draft(2)])
    #expect(report.removedHere == 1 && report.added == 0)
    #expect(try digest(test).count == 1)
  }

  @Test("A dry run and a failed import write nothing")
  func nothing() throws {
    let test = try TestStore()
    #expect(try merge(test, [draft(1), draft(2), draft(3)], isRehearsal: true).added == 3)
    #expect(try digest(test).isEmpty)
    #expect(try test.integer("SELECT COUNT(*) FROM data_entries") == 0)
    var wrong = draft(3)
    wrong.fields.append(.init("rating", .real(9)))
    #expect {
      try merge(test, [draft(1), draft(2), wrong])
    } throws: {
      "\($0)" == "line 3: rating: 9.0 is not between 0.0 and 5.0"
    }
    #expect(try digest(test).isEmpty)
    #expect(try test.integer("SELECT COUNT(*) FROM data_entries") == 0)
  }

  @Test("A bundled temple keeps its key and texts, and the register fills its empty fields")
  func shipped() throws {
    let test = try TestStore()
    let catalogue = try TestStore.catalogue.get()
    let temples = try TempleLoader(folder: PackageRoot.path("data")).load(catalogue)
    _ = try test.store.load(catalogue, temples: temples, TestStore.change)
    #expect(try test.store.temples() == temples)
    let first = try #require(temples.first { $0.sourceReference != nil && $0.phone == nil })
    let reference = try #require(first.sourceReference)
    let draft = Draft(
      place: "line 2",
      fields: [
        .init("key", .text("moi-" + reference)), .init("source_ref", .text(reference)), .init("name", .text("登記名")),
        .init("phone", .text("04-1234")), .init("registration", .text("正式登記")), .init("lat", .real(20)),
      ])
    let report = try merge(test, [draft])
    #expect(report.changed == 1 && report.added == 0 && report.kept.isEmpty)
    let record = try test.store.record(.temple, key: first.key)
    #expect(record["name"] == .text(first.name) && record["phone"] == .text("04-1234"))
    #expect(record["lat"] == first.coordinate.map { .real($0.latitude) })
    // The data loaded again does not take it for an operator's edit.
    let again = try test.store.load(catalogue, temples: temples, TestStore.change)
    #expect(again.allSatisfy { $0.added.isEmpty && $0.updated.isEmpty && $0.kept.isEmpty })
  }

  @Test("Bundled data complete a temple that the register added earlier instead of adding it again")
  func dataAfterRegister() throws {
    let test = try TestStore()
    _ = try merge(test, [draft(1, name: "登記名")])
    var temple = Temple(id: 1, key: "known", name: "通稱")
    temple.sourceReference = "1"
    temple.details = ["introduction": "一段介紹"]
    let catalogue = try Catalogue(sources: [], deities: [], events: [], groups: [])
    let report = try #require(
      test.store.load(catalogue, temples: [temple], TestStore.change).first { $0.entity == .temple })
    #expect(report.added.isEmpty)
    #expect(try digest(test).count == 1)
    let record = try test.store.record(.temple, key: "moi-1")
    #expect(record["introduction"] == .text("一段介紹") && record["name"] == .text("登記名"))
  }

  @Test("A database of the baseline schema is migrated", .enabled(if: TestDatabase.isFile))
  func migration() throws {
    let test = try TestStore()
    try test.add(
      .user,
      #"{"uuid":"\#(Self.user)","settings":{"notify_time":"07:15","channel":"jsonl","quiet_from":"22:00","quiet_to":"06:00"}}"#
    )
    let settings = try test.store.record(.user, key: Self.user)["settings"]
    try test.takeBackWorship()
    try test.tamper(
      """
      ALTER TABLE users DROP COLUMN bounced_address;
      ALTER TABLE users DROP COLUMN bounced_at;
      ALTER TABLE users DROP COLUMN bounce_reason;
      DROP TABLE keyed_requests;
      DROP TABLE service_troubles;
      DROP TABLE alarm_messages;
      DROP TABLE alarms;
      DROP TABLE chat_events;
      DROP TABLE chat_links;
      DROP TABLE chats;
      DROP INDEX events_by_advance;
      ALTER TABLE events DROP COLUMN advance_days;
      ALTER TABLE notification_settings DROP COLUMN fallback_channel;
      DROP TABLE choices;
      DROP TABLE images;
      ALTER TABLE activities DROP COLUMN place;
      ALTER TABLE activities DROP COLUMN lat;
      ALTER TABLE activities DROP COLUMN lng;
      ALTER TABLE activities DROP COLUMN image_url;
      DROP INDEX users_by_role;
      ALTER TABLE users DROP COLUMN role;
      DROP TABLE sign_in_links;
      DROP TABLE browser_sessions;
      DROP TABLE passkeys;
      DROP TABLE spent_challenges;
      DROP INDEX events_by_bundle;
      ALTER TABLE events DROP COLUMN weight;
      ALTER TABLE events DROP COLUMN weight_in;
      ALTER TABLE events DROP COLUMN regions;
      ALTER TABLE events DROP COLUMN bundle;
      ALTER TABLE events DROP COLUMN description_en;
      ALTER TABLE events DROP COLUMN worship_notes_en;
      ALTER TABLE sources DROP COLUMN kind;
      ALTER TABLE sources DROP COLUMN url;
      ALTER TABLE temples DROP COLUMN accessibility;
      ALTER TABLE data_entries DROP COLUMN is_adopted;
      DROP INDEX notification_logs_ended;
      DROP INDEX notification_logs_waiting;
      DROP TABLE pending_replans;
      DROP INDEX notification_logs_due;
      CREATE INDEX notification_logs_due ON notification_logs (scheduled_at) WHERE status = 'queued';
      DELETE FROM meta WHERE name = 'public_mark';
      PRAGMA user_version = 7;
      """)
    let store = try Store.open(test.url)
    _ = try store.add(
      RecordInput.drafts(of: .temple, in: Data(#"{"key":"a","name":"甲","founded_note":"一說"}"#.utf8)), to: .temple,
      TestStore.change)
    #expect(try store.temples().map(\.foundedNote) == ["一說"])
    #expect(try store.record(.user, key: Self.user)["settings"] == settings)
    #expect(try store.faults().isEmpty)
  }

  private static let user = "00000000-0000-4000-8000-000000000001"

  @Test("Unreadable opening hours are rejected when they are stored")
  func hours() throws {
    let test = try TestStore()
    #expect {
      try test.add(.temple, #"{"key":"a","name":"甲","open_time":"早上五點"}"#)
    } throws: {
      "\($0)".hasPrefix("open_time: opening hours \"早上五點\": column 5")
    }
    try test.add(.temple, #"{"key":"a","name":"甲","open_time":"05:00-22:00"}"#)
  }
}
