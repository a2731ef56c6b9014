import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing
import Words

@testable import Store

@Suite("Lists", .timed)
struct ListTests {
  private func keys(_ entity: Entity = .event, _ make: (inout ListQuery) -> Void) throws -> [String] {
    var query = ListQuery()
    query.limit = 1_000
    make(&query)
    return try withExtendedLifetime(TestStore.loaded()) { try $0.store.list(entity, query).records.map(\.key) }
  }

  @Test(
    "A search matches 臺 and 台, Simplified forms, pinyin, aliases, and the deity of an event",
    arguments: ["媽祖", "妈祖", "mazu", "ma zu", "天上聖母"])
  func search(text: String) throws {
    let found = try keys { $0.search = text }
    #expect(found.contains("mazu") && found.contains("mazu-fly"))
    #expect(!found.contains("guanyin"))
  }

  @Test("A search for 臺 finds 台 and the reverse")
  func variants() throws {
    let test = try TestStore()
    try test.add(.temple, #"[{"key":"a","name":"臺北天后宮"},{"key":"b","name":"台南天后宮"},{"key":"c","name":"花蓮"}]"#)
    for text in ["臺", "台"] {
      var query = ListQuery()
      query.search = text
      #expect(try test.store.list(.temple, query).records.map(\.key) == ["a", "b"])
    }
  }

  @Test("The owner of a user's own days can be given by number, mail address or UUID")
  func owner() throws {
    let test = try TestStore()
    let user = try #require(test.add(.user, #"[{"email":"mei@example.org"},{"email":"u1@example.org"}]"#).first)
    try test.add(
      .event,
      #"[{"key":"own","owner":"mei@example.org","title":"生日","rule":"lunar 6/15"},{"key":"b","owner":"u1@example.org","title":"生日","rule":"lunar 6/15"}]"#
    )
    let names = ["u\(user.id ?? 0)", "mei@example.org", "Mei@Example.org", user.key, user.key.uppercased()]
    for name in names {
      var query = ListQuery()
      query.conditions = [.init(field: "owner", value: name)]
      #expect(try test.store.list(.event, query).records.map(\.key) == ["own"], "\(name)")
    }
  }

  @Test(
    "A filter by an unknown record is an error; an empty name selects the records without a reference"
  )
  func noSuchReference() throws {
    let test = try TestStore()
    try test.add(.deity, #"{"key":"mazu","name":"媽祖"}"#)
    try test.add(
      .event,
      #"[{"key":"a","deity":"mazu","title":"聖誕","rule":"lunar 3/23"},{"key":"b","title":"春節","rule":"lunar 1/1"}]"#)
    func keys(_ field: String, _ value: String) throws -> [String] {
      var query = ListQuery()
      query.conditions = [.init(field: field, value: value)]
      return try test.store.list(.event, query).records.map(\.key)
    }
    #expect(try keys("deity", "mazu") == ["a"] && keys("deity", " ") == ["b"])
    #expect(throws: RecordError.noSuchRecord(.deity, key: "nix", similar: [])) { try keys("deity", "nix") }
    #expect(throws: RecordError.noSuchRecord(.user, key: "u99", similar: [])) { try keys("owner", "u99") }
  }

  @Test("Pages follow each other without gaps or repetitions and contain the total count")
  func pages() throws {
    let test = try TestStore.loaded()
    for order in ListQuery.Order.names {
      var query = ListQuery()
      query.order = try #require(ListQuery.Order(order))
      query.limit = 50
      var keys: [String] = []
      while true {
        query.offset = keys.count
        let page = try test.store.list(.event, query)
        #expect(page.total == 461)
        guard !page.records.isEmpty else { break }
        keys += page.records.map(\.key)
      }
      #expect(keys.count == 461 && Set(keys).count == 461, "\(order)")
    }
  }

  @Test("By strokes 一 comes first, by zhuyin ㄅ, as in ICU's collation tables")
  func orders() throws {
    let test = try TestStore()
    let names = ["媽祖", "土地公", "觀音", "一貫", "王爺", "八仙", "丁蘭"]
    let rows = names.enumerated().map { "{\"key\":\"k\($0)\",\"name\":\"\($1)\"}" }.joined(separator: ",")
    try test.add(.deity, "[\(rows)]")
    func listed(_ order: String) throws -> [String] {
      var query = ListQuery()
      query.order = try #require(ListQuery.Order(order))
      return try test.store.list(.deity, query).records.compactMap { $0["name"].text }
    }
    // Strokes: 一 1, 丁 2, 八 2, 土 3, 王 4, 媽 13, 觀 25.
    #expect(try listed("stroke") == ["一貫", "丁蘭", "八仙", "土地公", "王爺", "媽祖", "觀音"])
    // ㄅㄚ ㄇㄚ ㄉㄧㄥ ㄊㄨ ㄍㄨㄢ ㄧ ㄨㄤ
    #expect(try listed("zhuyin") == ["八仙", "媽祖", "丁蘭", "土地公", "觀音", "一貫", "王爺"])
    #expect(try listed("data") == names)
  }

  @Test("Conditions work on every kind of field; errors name the fault")
  func conditions() throws {
    func count(_ field: String, _ value: String, _ entity: Entity = .event) throws -> Int {
      try keys(entity) { $0.conditions = [.init(field: field, value: value)] }.count
    }
    let events = try TestStore.catalogue.get().events
    #expect(try count("type", "deity") == events.filter { $0.kind == .deity }.count)
    #expect(try count("deity", "guanyin") == events.filter { $0.deityKey == "guanyin" }.count)
    #expect(try count("deity", "") == events.filter { $0.deityKey == nil }.count)
    #expect(try count("is_enabled", "true") == 461)
    #expect(try count("sources", "LGOV") == events.filter { $0.sources.contains("LGOV") }.count)
    #expect(try count("rule", "農曆三月廿三") == events.filter { $0.rule.description == "lunar 3/23" }.count)
    #expect(throws: RecordFaults.self) { try count("color", "red") }
    #expect(throws: RecordFaults.self) { try count("type", "party") }
  }

  @Test("Frequent statements use their indexes", .enabled(if: TestDatabase.isFile))
  func plans() throws {
    let test = try TestStore.loaded()
    func plan(_ sql: String) throws -> String {
      try test.store.database.read { connection in
        try connection.all(SQL("EXPLAIN QUERY PLAN " + sql)) { $0.text(3) ?? "" }.joined(separator: "; ")
      }
    }
    #expect(
      try plan(Entity.event.recordTable.selectByKey.text.replacing("$1", with: "'mazu'")).contains(
        "USING INDEX sqlite_autoindex_events"))
    let page = try plan("SELECT t.id FROM events t ORDER BY t.position, t.id LIMIT 50 OFFSET 1000")
    #expect(page.contains("USING COVERING INDEX events_by_position") && !page.contains("TEMP B-TREE"))
    let range = try plan(
      "SELECT event_id FROM event_occurrences WHERE solar_date BETWEEN '2026-01-01' AND '2026-02-01' ORDER BY solar_date, event_id"
    )
    #expect(range.contains("USING COVERING INDEX event_occurrences_by_date") && !range.contains("TEMP B-TREE"))
  }
}
