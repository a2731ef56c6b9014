import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Weight and regions of events", .timed)
struct WeightTests {
  private static let plain =
    #"{"key":"a","type":"festival","observance":"festival","title":"甲","rule":"lunar 3/3""#

  @Test(
    "What an operator adds has weight 4 and is kept in Taiwan; what is given is kept, in JSON, CSV and as typed text")
  func defaults() throws {
    let test = try TestStore()
    try test.add(.event, Self.plain + "}")
    let plain = try test.store.record(.event, key: "a")
    #expect(plain["weight"] == 4 && plain["weight_in"] == .object([]) && plain["regions"] == .list(["TW"]))
    let csv = """
      key,type,observance,title,rule,weight,weight_in,regions
      b,festival,festival,乙,lunar 3/3,2,"MY:2、HK:1","HK、TW"
      c,festival,festival,丙,lunar 3/3,,"{""HK"":3}","[""HK""]"
      """
    _ = try test.store.add(RecordInput.drafts(of: .event, in: Data(csv.utf8)), to: .event, TestStore.change)
    let given = try test.store.record(.event, key: "b")
    #expect(
      given["weight"] == 2 && given["weight_in"] == ["HK": 1, "MY": 2] && given["regions"] == .list(["HK", "TW"]))
    let event = try #require(try test.store.catalogue().event("b"))
    #expect(
      event.weightIn == [.hongKong: 1, .malaysia: 2] && event.region == .hongKong && event.weight(in: .taiwan) == 2)
    // An export is read again, whole.
    let records = try test.store.records(.event)
    let exported = try RecordInput.csv(records.map(\.json), of: .event, clock: ZonedClock(identifier: "Asia/Taipei"))
    let again = try TestStore()
    _ = try again.store.add(
      RecordInput.drafts(of: .event, in: Data(exported.utf8)), to: .event, TestStore.change)
    for record in records {
      let other = try again.store.record(.event, key: record.key)
      for field in ["weight", "weight_in", "regions"] {
        #expect(other[field] == record[field], "\(record.key) \(field)")
      }
    }
  }

  @Test(
    "Wrong weights and regions are named",
    arguments: [
      (#""weight":6"#, "weight: 6 is not between 1 and 5"), (#""regions":[]"#, "regions: is empty: name at least one"),
      (#""regions":["TW","JP"]"#, "regions: \"JP\" is not one of TW, HK, MO"),
      (#""regions":["TW","TW"]"#, "regions: \"TW\" is named twice"),
      (#""weight_in":{"JP":1}"#, "weight_in: \"JP\" is not one of TW, HK, MO"),
      (#""weight_in":{"HK":0}"#, "weight_in: HK: 0 is not between 1 and 5"),
      (#""weight_in":[1]"#, "weight_in: [1] is a list: expected an object of numbers"),
    ])
  func faults(field: String, message: String) throws {
    let test = try TestStore()
    #expect {
      try test.add(.event, Self.plain + "," + field + "}")
    } throws: { error in
      if "\(error)".hasPrefix(message) { return true }
      Issue.record("\(error)")
      return false
    }
  }

  @Test("An older export with one region is read")
  func formerName() throws {
    let test = try TestStore()
    try test.add(.event, Self.plain + #","region":"HK"}"#)
    #expect(try test.store.record(.event, key: "a")["regions"] == .list(["HK"]))
  }

  @Test("The migration keeps the region of an event, and the next load of the data gives it all of its regions")
  func migration() throws {
    let test = try TestStore()
    func catalogue(_ regions: [Region], weight: Int) throws -> Catalogue {
      let event = Event(
        id: 5, key: "shipped", kind: .festival, observance: .festival, title: LocalizedName("天后誕"),
        rule: try DateRule("lunar 3/23"), weight: weight, regions: regions, sources: ["S"])
      return try Catalogue(
        sources: [Source(key: "S", title: "出處", note: nil)], deities: [], events: [event], groups: [])
    }
    _ = try test.store.load(catalogue([.hongKong], weight: 4), TestStore.change)
    try test.add(.event, Self.plain + #","regions":["MO"]}"#)
    let version = Migration.weight.number - 1
    try test.takeBackWorship()
    try test.tamper(
      """
      ALTER TABLE events ADD COLUMN region TEXT NOT NULL DEFAULT 'TW';
      UPDATE events SET region = 'HK' WHERE key = 'shipped';
      UPDATE events SET region = 'MO' WHERE key = 'a';
      ALTER TABLE events DROP COLUMN weight;
      ALTER TABLE events DROP COLUMN weight_in;
      ALTER TABLE events DROP COLUMN regions;
      UPDATE data_entries
      SET record = REPLACE(REPLACE(record, '"weight":4,"weight_in":{},"regions":["HK"],', ''), '"bundle":', '"region":"HK","bundle":')
      WHERE entity = 'event';

      """
        + (TestDatabase.isFile
          ? "PRAGMA user_version = \(version);" : "UPDATE folkcal_schema SET version = \(version);"))
    let store = try Store.open(test.url)
    #expect(try store.record(.event, key: "a")["regions"] == .list(["MO"]))
    #expect(try store.record(.event, key: "shipped")["regions"] == .list(["HK"]))
    let reports = try store.load(catalogue([.hongKong, .macao], weight: 3), TestStore.change)
    #expect(reports.allSatisfy { $0.kept.isEmpty })
    let shipped = try store.record(.event, key: "shipped")
    #expect(shipped["regions"] == .list(["HK", "MO"]) && shipped["weight"] == 3)
    #expect(try store.faults().isEmpty)
  }
}
