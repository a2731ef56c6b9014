import Database
import Folklore
import Foundation
import JSON
import Lunisolar
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Bundled data in the database", .timed)
struct DataLoadTests {
  /// A small catalogue.
  private func catalogue(title: String = "甲聖誕", note: String? = nil, rule: String = "lunar 3/23", more: Bool = false)
    throws -> Catalogue
  {
    var events = [
      Event(
        id: 5, key: "a", kind: .deity, observance: .birth, title: LocalizedName(title), rule: try DateRule(rule),
        deityKey: "g", sources: ["S"], note: note)
    ]
    if more {
      events.insert(
        Event(
          id: 6, key: "b", kind: .festival, observance: .festival, title: LocalizedName("乙"),
          rule: try DateRule("solar 5/1"), sources: ["S"]),
        at: 0)
    }
    return try Catalogue(
      sources: [Source(key: "S", title: "出處", note: nil)],
      deities: [Deity(key: "g", name: LocalizedName("甲"), sources: ["S"])],
      events: events, groups: [Group(key: "p", name: LocalizedName("組"), description: nil, eventKeys: ["a"])])
  }

  @Test("Loaded records equal the catalogue, in the order of the data")
  func whole() throws {
    let shipped = try TestStore.catalogue.get()
    let test = try TestStore.loaded()
    let read = try test.store.catalogue()
    #expect(read.events.map(\.key) == shipped.events.map(\.key))
    for (left, right) in zip(read.events, shipped.events) { #expect(left == right) }
    #expect(read.groups == shipped.groups && read.sources == shipped.sources)
    #expect(read.deities.map(\.key) == shipped.deities.map(\.key))
    #expect(read.event("mazu")?.id == 88)
    #expect(try test.store.faults().isEmpty)
  }

  @Test("Loading the same data again changes and writes nothing")
  func again() throws {
    let test = try TestStore.loaded()
    let before = try test.integer("SELECT COUNT(*) FROM audit_log")
    let reports = try test.store.load(TestStore.catalogue.get(), TestStore.change)
    #expect(reports.allSatisfy { $0.added.isEmpty && $0.updated.isEmpty && $0.kept.isEmpty && $0.gone.isEmpty })
    #expect(try test.integer("SELECT COUNT(*) FROM audit_log") == before)
  }

  @Test("A field that only the data changed is updated, and its revision increases")
  func dataChanged() throws {
    let test = try TestStore()
    _ = try test.store.load(catalogue(), TestStore.change)
    let reports = try test.store.load(catalogue(rule: "lunar 3/24", more: true), TestStore.change)
    let events = try #require(reports.first { $0.entity == .event })
    #expect(events.added == ["b"] && events.updated == ["a"])
    let record = try test.store.record(.event, key: "a")
    #expect(record["rule"] == .text("lunar 3/24") && record["revision"] == .integer(1))
    #expect(try test.store.catalogue().events.map(\.key) == ["b", "a"])
    #expect(try test.store.faults().isEmpty)
  }

  @Test("An operator's edits stay field by field; conflicts are reported once")
  func edited() throws {
    let test = try TestStore()
    _ = try test.store.load(catalogue(), TestStore.change)
    let mine = Draft(fields: [Draft.Given("title", .text("我們的甲"))])
    try test.store.edit(.event, key: "a", mine, TestStore.change)

    // The data changes another field: that is taken, and the title stays.
    var events = try #require(try test.store.load(catalogue(note: "註"), TestStore.change).first { $0.entity == .event })
    #expect(events.updated == ["a"] && events.kept.isEmpty)
    // The data changes the same field.
    events = try #require(
      try test.store.load(catalogue(title: "新甲", note: "註"), TestStore.change).first { $0.entity == .event })
    #expect(events.updated.isEmpty && events.kept == [.init(key: "a", field: "title", offered: .text("新甲"))])
    events = try #require(
      try test.store.load(catalogue(title: "新甲", note: "註"), TestStore.change).first { $0.entity == .event })
    #expect(events.kept.isEmpty)
    let record = try test.store.record(.event, key: "a")
    #expect(record["title"] == .text("我們的甲") && record["note"] == .text("註"))
  }

  @Test("Records that an operator removed stay removed; records that the data dropped stay and are reported")
  func removed() throws {
    let test = try TestStore()
    _ = try test.store.load(catalogue(more: true), TestStore.change)
    try test.store.remove(.event, key: "b", TestStore.change)
    var events = try #require(
      try test.store.load(catalogue(more: true), TestStore.change).first { $0.entity == .event })
    #expect(events.removedHere == ["b"] && events.added.isEmpty)
    events = try #require(try test.store.load(catalogue(), TestStore.change).first { $0.entity == .event })
    #expect(events.gone.isEmpty)
    let other = try TestStore()
    _ = try other.store.load(catalogue(more: true), TestStore.change)
    events = try #require(try other.store.load(catalogue(), TestStore.change).first { $0.entity == .event })
    #expect(events.gone == ["b"])
    #expect(try other.store.record(.event, key: "b")["title"] == .text("乙"))
  }

  @Test("Later data load without the record that an operator removed")
  func namesRemoved() throws {
    /// Two days and a deity; later data bring a group that names both days, and a day of each deity.
    func data(isLater: Bool) throws -> Catalogue {
      func event(_ id: Int, _ key: String, of deity: String) throws -> Event {
        Event(
          id: id, key: key, kind: .deity, observance: .birth, title: LocalizedName(key),
          rule: try DateRule("lunar 3/23"), deityKey: deity, sources: ["S"])
      }
      let later = isLater ? [try event(7, "c", of: "h"), try event(8, "d", of: "g")] : []
      return try Catalogue(
        sources: [Source(key: "S", title: "出處", note: nil)],
        deities: ["g", "h"].map { Deity(key: $0, name: LocalizedName($0), sources: ["S"]) },
        events: [try event(5, "a", of: "g"), try event(6, "b", of: "g")] + later,
        groups: [
          Group(key: "p", name: LocalizedName("組"), description: nil, eventKeys: ["a", "b"] + (isLater ? ["d"] : []))
        ] + (isLater ? [Group(key: "q", name: LocalizedName("新"), description: nil, eventKeys: ["b", "c", "a"])] : []))
    }
    let test = try TestStore()
    _ = try test.store.load(data(isLater: false), TestStore.change)
    let without = Draft(fields: [Draft.Given("events", .list([.text("a")]))])
    try test.store.edit(.group, key: "p", without, TestStore.change)
    try test.store.remove(.event, key: "b", TestStore.change)
    try test.store.remove(.deity, key: "h", TestStore.change)

    for _ in 1...2 {
      let reports = try test.store.load(data(isLater: true), TestStore.change)
      let events = try #require(reports.first { $0.entity == .event })
      #expect(events.removedHere == ["b"] && events.leftOut == ["c"])
      #expect(try test.store.record(.group, key: "p")["events"].texts == ["a", "d"])
      #expect(try test.store.record(.group, key: "q")["events"].texts == ["a"])
    }
    #expect(try test.store.faults().isEmpty)
  }
}

@Suite("Stored days", .timed)
struct OccurrenceTableTests {
  private func dates(_ test: TestStore, _ key: String) throws -> [String] {
    try test.store.database.read { connection in
      try connection.all(
        "SELECT solar_date FROM event_occurrences WHERE event_id = (SELECT id FROM events WHERE key = $1) ORDER BY solar_date",
        [.text(key)]
      ) { $0.text(0) ?? "" }
    }
  }

  /// The 23rd of the third month as the Central Weather Administration's tables have it.
  private static let mazu = ["2025-04-20", "2026-05-09", "2027-04-29", "2028-04-17", "2029-05-06"]

  @Test("The stored days follow the rule, from last year to the third year ahead")
  func kept() throws {
    let test = try TestStore.loaded()
    #expect(try dates(test, "mazu") == Self.mazu)
    #expect(try dates(test, "chuyi").count > 60)
  }

  @Test("Stored days change in the transaction that edits the rule; unchanged days keep their rows")
  func follow() throws {
    let test = try TestStore()
    try test.add(.event, #"{"key":"a","title":"甲","rule":"lunar 3/23"}"#)
    let first = try test.integer("SELECT MIN(id) FROM event_occurrences")
    let edit = Draft(fields: [Draft.Given("rule", .text("lunar 3/23 5/5"))])
    try test.store.edit(.event, key: "a", edit, TestStore.change)
    #expect(try dates(test, "a").count == 10 && Set(Self.mazu).isSubset(of: try dates(test, "a")))
    #expect(try test.integer("SELECT MIN(id) FROM event_occurrences") == first)
    let faulty = Draft(fields: [Draft.Given("rule", .text("solar 5/1")), Draft.Given("title", .text(""))])
    #expect(throws: RecordFaults.self) { try test.store.edit(.event, key: "a", faulty, TestStore.change) }
    #expect(try dates(test, "a").count == 10)
    #expect(try test.store.faults().isEmpty)
  }

  @Test("In a later year, the planner extends the stored days, and the write of another record does not")
  func extend() throws {
    let test = try TestStore.loaded()
    let later = Change(actor: "mei", at: 1_900_000_000, today: SolarDate(uncheckedYear: 2028, month: 1, day: 5))
    try test.store.add([Draft(fields: [.init("key", .text("x")), .init("name", .text("乙"))])], to: .deity, later)
    #expect(try dates(test, "mazu") == Self.mazu)
    _ = try test.store.plan(days: 1, later)
    // The month table of the oracles: months 3 begin on 2030-04-03 and 2031-03-23; the leap month of 2031 does not count.
    #expect(try dates(test, "mazu") == Self.mazu + ["2030-04-25", "2031-04-14"])
    #expect(try test.store.faults().isEmpty)
  }

  @Test("The check finds lost, added and changed days and other mismatches")
  func check() throws {
    let test = try TestStore.loaded()
    try test.tamper("DELETE FROM event_occurrences WHERE solar_date = '2027-04-29' AND event_id = 88")
    try test.tamper("UPDATE events SET rule = 'lunar 13/1' WHERE key = 'guanyin'")
    try test.tamper("UPDATE event_occurrences SET is_certain = 0 WHERE event_id = 1")
    try test.tamper("UPDATE deities SET sources = '[\"NOBODY\"]', name = '' WHERE key = 'mazu'")
    try test.tamper(
      (TestDatabase.isFile
        ? "PRAGMA ignore_check_constraints = 1;" : "ALTER TABLE temples DROP CONSTRAINT temples_lat_check;") + """
          INSERT INTO temples (key, name, lat, lng, coordinate_quality, created_at, updated_at)
          VALUES ('t', '廟', 240, 120, 'ok', 0, 0);
          """ + (TestDatabase.isFile ? "PRAGMA ignore_check_constraints = 0" : ""))
    let rest = try test.store.faults().joined(separator: "\n")
    #expect(rest.contains("event \"mazu\": the days that are kept are not those of its rule lunar 3/23"))
    #expect(rest.contains("event \"guanyin\": rule: date rule \"lunar 13/1\""))
    #expect(rest.contains("event \"chunjie\": the days that are kept"))
    #expect(rest.contains("deity \"mazu\": sources: source \"NOBODY\" does not exist"))
    #expect(rest.contains("deity \"mazu\": name: is blank"))
    #expect(rest.contains("temple \"t\": lat: 240.0 is not between -90.0 and 90.0"))
    // Loading the data again makes the days anew, where there is a rule to follow.
    _ = try test.store.load(TestStore.catalogue.get(), TestStore.change)
    #expect(try !test.store.faults().contains { $0.contains("event \"mazu\"") || $0.contains("event \"chunjie\"") })
  }

  @Test("Days of a month whose new moon a forecast can move are marked uncertain")
  func uncertain() throws {
    // anchors.md: the month that begins on 2057-09-29 is undecidable to the second today.
    var certainty = OccurrenceCertainty()
    let range = try SolarDate(iso: "2057-01-01")...SolarDate(iso: "2057-12-31")
    func isCertain(_ rule: String) throws -> Bool {
      let rule = try DateRule(rule)
      let occurrence = try #require(try rule.occurrences(in: range, calendar: LunisolarCalendar.chinese).first)
      return try certainty.isCertain(occurrence, of: rule)
    }
    #expect(try !isCertain("lunar 9/1"))
    #expect(try !isCertain("lunar 9/9"))
    #expect(try !isCertain("lunar 8/last"))
    #expect(try isCertain("lunar 8/15"))
    #expect(try isCertain("lunar 10/1"))
    #expect(try isCertain("solar 5/1"))
  }
}
