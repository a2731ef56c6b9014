import Database
import FolkData
import Folklore
import Foundation
import Geo
import JSON
import Records
import TestSupport
import Testing

@testable import Store

/// A database with a register and the shipped data in it.
struct RegisterDesk {
  let test: TestStore

  init() throws { test = try TestStore() }

  /// What a register says of temple 1; other fields stand where they are given.
  static func draft(_ number: Int = 1, _ fields: [String: JSON] = [:]) -> Draft {
    Draft(
      place: "line \(number)",
      fields: [
        .init("key", .text("moi-\(number)")), .init("source_ref", .text("\(number)")),
        .init("name", fields["name"] ?? .text("廟\(number)")),
      ] + fields.filter { $0.key != "name" }.sorted { $0.key < $1.key }.map { Draft.Given($0.key, $0.value) })
  }

  static func place(_ address: String, _ latitude: Double, _ longitude: Double) -> [String: JSON] {
    [
      "address": .text(address), "county": .text("臺南市"), "town": .text("官田區"), "lat": .real(latitude),
      "lng": .real(longitude), "coordinate_quality": .text("ok"),
    ]
  }

  @discardableResult
  func register(
    _ drafts: [Draft], prune: Bool = false, limit: PruneLimit? = nil, isRehearsal: Bool = false
  ) throws -> RegisterReport {
    try test.store.mergeRegister(
      TestStore.change, removesVanished: prune, limit: limit, isRehearsal: isRehearsal
    ) { try $0(drafts) }
  }

  /// Loads data with some temples and nothing else.
  @discardableResult
  func load(_ temples: Temple...) throws -> DataLoadReport {
    let catalogue = try Catalogue(sources: [], deities: [], events: [], groups: [])
    return try #require(
      test.store.load(catalogue, temples: temples, TestStore.change).first { $0.entity == .temple })
  }

  static func temple(_ address: String, _ latitude: Double, _ longitude: Double) throws -> Temple {
    var temple = Temple(id: 1, key: "known", name: "通稱")
    temple.sourceReference = "1"
    temple.address = address
    temple.county = "臺南市"
    temple.town = "官田區"
    temple.coordinate = try Coordinate(latitude: latitude, longitude: longitude)
    temple.coordinateQuality = .ok
    return temple
  }

  func edit(_ key: String, _ fields: [String: JSON]) throws {
    try test.store.edit(.temple, key: key, Draft(fields: fields.map { .init($0.key, $0.value) }), TestStore.change)
  }

  func record(_ key: String) throws -> Record { try test.store.record(.temple, key: key) }

  /// Address, latitude and longitude.
  func place(_ key: String) throws -> [JSON] {
    let record = try record(key)
    return ["address", "lat", "lng"].map { record[$0] }
  }
}

@Suite("A temple with two sources and an operator's edits", .timed)
struct RegisterSourcesTests {
  @Test(
    "A register with few columns keeps the other fields and their last register values"
  )
  func fewColumns() throws {
    let desk = try RegisterDesk()
    let full = RegisterDesk.place("甲路1號", 23.1, 120.3).merging(["phone": "06-1", "main_deity": "天上聖母"]) { $1 }
    try desk.register([RegisterDesk.draft(1, full)])
    let report = try desk.register([RegisterDesk.draft(1, ["name": "新名"])])
    #expect(report.changed == 1 && report.kept.isEmpty && report.incomplete.isEmpty)
    let record = try desk.record("moi-1")
    #expect(record["name"] == "新名" && record["phone"] == "06-1" && record["main_deity"] == "天上聖母")
    #expect(try desk.place("moi-1") == ["甲路1號", 23.1, 120.3])
    #expect(try desk.register([RegisterDesk.draft(1, ["name": "新名"])]).unchanged == 1)
    // What it said of the others before still tells its changes from an operator's.
    let again = try desk.register([RegisterDesk.draft(1, full.merging(["name": "新名", "phone": "06-2"]) { $1 })])
    #expect(again.changed == 1 && again.kept.isEmpty)
    #expect(try desk.record("moi-1")["phone"] == "06-2")
  }

  @Test("An empty column removes only the register's own value")
  func emptyColumns() throws {
    let desk = try RegisterDesk()
    try desk.register([1, 2, 3].map { RegisterDesk.draft($0, ["phone": "1", "religion": "道教"]) })
    try desk.edit("moi-2", ["phone": "2"])
    let empty = [1, 2, 3].map { RegisterDesk.draft($0, ["phone": .null]) }
    let report = try desk.register(empty)
    #expect(report.kept.map(\.key) == ["moi-2"])
    #expect(try desk.record("moi-1")["phone"] == .null && desk.record("moi-1")["religion"] == "道教")
    #expect(try desk.record("moi-2")["phone"] == "2")

    let shipped = try RegisterDesk()
    var temple = try RegisterDesk.temple("甲路1號", 23.1, 120.3)
    temple.phone = "06-9"
    try shipped.load(temple)
    try shipped.register([RegisterDesk.draft(1, ["phone": "06-1"])])
    let cleared = try shipped.register([RegisterDesk.draft(1, ["phone": .null])])
    #expect(try shipped.record("known")["phone"] == "06-9" && cleared.kept.isEmpty)
  }

  @Test("A bundled temple takes later changes of a register, its place as a whole, without reported edits")
  func shippedTakesChanges() throws {
    let desk = try RegisterDesk()
    try desk.load(RegisterDesk.temple("甲路1號", 23.15, 120.35))
    // The first import fills in what is empty and leaves the rest.
    try desk.register([RegisterDesk.draft(1, RegisterDesk.place("甲路1號", 23.1, 120.3))])
    #expect(try desk.place("known") == ["甲路1號", 23.15, 120.35])
    for (address, latitude) in [("乙路2號", 23.1), ("乙路2號", 23.2), ("丙路3號", 23.3)] {
      let report = try desk.register([RegisterDesk.draft(1, RegisterDesk.place(address, latitude, 120.3))])
      #expect(report.kept.isEmpty && report.changed == 1)
      #expect(try desk.place("known") == [.text(address), .real(latitude), 120.3])
      // The data that say the same as before change nothing back, and claim nothing.
      let data = try desk.load(RegisterDesk.temple("甲路1號", 23.15, 120.35))
      #expect(data.kept.isEmpty && data.updated.isEmpty)
    }
    // What the data change later counts in turn, whole again.
    let data = try desk.load(RegisterDesk.temple("甲路1號", 23.16, 120.35))
    #expect(data.kept.isEmpty && data.updated == ["known"])
    #expect(try desk.place("known") == ["甲路1號", 23.16, 120.35])
    let register = try desk.register([RegisterDesk.draft(1, RegisterDesk.place("丁路4號", 23.4, 120.4))])
    #expect(register.kept.isEmpty)
    #expect(try desk.place("known") == ["丁路4號", 23.4, 120.4])
    #expect(try desk.test.store.faults().isEmpty)
  }

  @Test("An operator's place stays unchanged by both sources, and each reports the conflict once")
  func operatorsPlace() throws {
    let desk = try RegisterDesk()
    try desk.load(RegisterDesk.temple("甲路1號", 23.15, 120.35))
    try desk.register([RegisterDesk.draft(1, RegisterDesk.place("甲路1號", 23.1, 120.3))])
    try desk.edit("known", ["address": "我們的地址"])
    let moved = [RegisterDesk.draft(1, RegisterDesk.place("甲路1號", 23.2, 120.4))]
    #expect(try Set(desk.register(moved).kept.map(\.field)) == ["lat", "lng"])
    #expect(try desk.register(moved).kept.isEmpty)
    #expect(try desk.load(RegisterDesk.temple("乙路2號", 23.15, 120.35)).kept.map(\.field) == ["address"])
    #expect(try desk.place("known") == ["我們的地址", 23.15, 120.35])
    // An operator's deletion of a value counts as an edit.
    try desk.edit("known", ["phone": "1"])
    try desk.register([RegisterDesk.draft(1, ["phone": "2"])])
    try desk.edit("known", ["phone": .null])
    #expect(try desk.register([RegisterDesk.draft(1, ["phone": "3"])]).kept.map(\.field) == ["phone"])
  }

  @Test("A partial place is skipped, so an address never gets the coordinates of another source")
  func partOfAPlace() throws {
    let desk = try RegisterDesk()
    try desk.load(RegisterDesk.temple("甲路1號", 23.15, 120.35))
    try desk.register([RegisterDesk.draft(1, ["address": "甲路1號"])])
    let report = try desk.register([RegisterDesk.draft(1, ["address": "乙路2號"])])
    #expect(report.kept.isEmpty && report.incomplete.map(\.field) == ["address"])
    #expect(try desk.place("known") == ["甲路1號", 23.15, 120.35])
    // The register's own place goes on from what it said before.
    let own = try RegisterDesk()
    try own.register([RegisterDesk.draft(1, RegisterDesk.place("甲路1號", 23.1, 120.3))])
    try own.register([RegisterDesk.draft(1, ["address": "甲路1之1號"])])
    #expect(try own.place("moi-1") == ["甲路1之1號", 23.1, 120.3])
    // Coordinates that an operator found for an address are not put beside the next one.
    let found = try RegisterDesk()
    try found.register([RegisterDesk.draft(1, ["address": "甲路1號"])])
    try found.edit("moi-1", ["lat": 23.1, "lng": 120.3])
    #expect(try found.register([RegisterDesk.draft(1, ["address": "乙路2號"])]).kept.map(\.field) == ["address"])
    #expect(try found.place("moi-1") == ["甲路1號", 23.1, 120.3])
  }

  @Test("Loading data after a register does not report the register's changes as edits")
  func dataAfterRegister() throws {
    let desk = try RegisterDesk()
    try desk.register([RegisterDesk.draft(1, RegisterDesk.place("甲路1號", 23.1, 120.3))])
    let first = try desk.load(RegisterDesk.temple("乙路2號", 23.2, 120.4))
    #expect(first.kept.isEmpty && first.added.isEmpty)
    #expect(try desk.place("moi-1") == ["甲路1號", 23.1, 120.3])
    let second = try desk.load(RegisterDesk.temple("丙路3號", 23.3, 120.4))
    #expect(second.kept.isEmpty)
    #expect(try desk.place("moi-1") == ["丙路3號", 23.3, 120.4])
  }

  @Test("A county typed with 台 is not an edit")
  func county() throws {
    let desk = try RegisterDesk()
    try desk.register([RegisterDesk.draft(1, ["county": "台某市"])])
    #expect(try desk.register([RegisterDesk.draft(1, ["county": "台別市"])]).kept.isEmpty)
    #expect(try desk.record("moi-1")["county"] == "臺別市")
  }
}

@Suite("Temples that left a register", .timed)
struct RegisterPruneTests {
  @Test("Shipped, edited and added temples are never removed")
  func protected() throws {
    let desk = try RegisterDesk()
    try desk.load(RegisterDesk.temple("甲路1號", 23.15, 120.35))
    try desk.test.add(.temple, #"{"key":"moi-2","source_ref":"2","name":"廟2"}"#)
    try desk.register((1...6).map { RegisterDesk.draft($0, ["phone": "1"]) })
    try desk.edit("moi-3", ["introduction": "一段介紹"])
    try desk.edit("moi-4", ["phone": "2"])
    let report = try desk.register([RegisterDesk.draft(6, ["phone": "1"])], prune: true)
    #expect(
      report.vanished.map(\.fate) == [
        .protected(.ships), .protected(.added), .protected(.edited), .protected(.edited), .removed,
      ])
    #expect(report.removed == 1 && report.known == 6)
    #expect(try desk.test.store.records(.temple).map(\.key) == ["known", "moi-2", "moi-3", "moi-4", "moi-6"])
  }

  @Test("Bundled temples are added again after a prune, but not after an operator removed them")
  func again() throws {
    let desk = try RegisterDesk()
    let temple = try RegisterDesk.temple("甲路1號", 23.15, 120.35)
    // The register had it before the data did, and a prune took it.
    try desk.register([RegisterDesk.draft(1), RegisterDesk.draft(2)])
    try desk.register([RegisterDesk.draft(2)], prune: true)
    #expect(try desk.load(temple).added == ["known"])
    try desk.register([RegisterDesk.draft(2)], prune: true)
    #expect(try desk.load(temple).unchanged == 1)
    try desk.test.store.remove(.temple, key: "known", TestStore.change)
    #expect(try desk.load(temple).removedHere == ["known"])
  }

  @Test("A prune above the limit is rejected as a whole; a dry run has no limit")
  func limit() throws {
    let desk = try RegisterDesk()
    try desk.register((1...40).map { RegisterDesk.draft($0) })
    func keep(_ numbers: ClosedRange<Int>, _ limit: PruneLimit?, rehearsal: Bool = false) throws -> Int {
      try desk.register(
        numbers.map { RegisterDesk.draft($0, ["phone": "1"]) }, prune: true, limit: limit, isRehearsal: rehearsal
      ).removed
    }
    #expect(throws: PruneRefusal(removed: 39, known: 40)) { try keep(1...1, .unasked) }
    #expect(try desk.record("moi-1")["phone"] == .null)
    #expect(throws: PruneRefusal(removed: 3, known: 40)) { try keep(1...37, .unasked) }
    #expect(throws: PruneRefusal.self) { try keep(1...37, .count(2)) }
    #expect(try keep(1...1, .unasked, rehearsal: true) == 39)
    #expect(try keep(1...38, .unasked) == 2)
    #expect(try keep(1...30, .count(8)) == 8)
    #expect(try keep(1...1, nil) == 29)
  }

  @Test("New temples in a file do not lower the share of lost ones")
  func share() throws {
    let desk = try RegisterDesk()
    try desk.register((1...10).map { RegisterDesk.draft($0) })
    #expect(throws: PruneRefusal(removed: 9, known: 10)) {
      try desk.register((10...500).map { RegisterDesk.draft($0) }, prune: true, limit: .unasked)
    }
  }

  @Test("A bundled temple that an earlier version pruned is restored; one that an operator removed is not")
  func earlierPrune() throws {
    let desk = try RegisterDesk()
    let temple = try RegisterDesk.temple("甲路1號", 23.15, 120.35)
    func upgrade() throws -> Store {
      try desk.test.tamper(
        "ALTER TABLE data_entries DROP COLUMN is_adopted;\n" + Migration.adoptedTemples.sqliteStatements)
      return desk.test.store
    }
    try desk.load(temple)
    try desk.register([RegisterDesk.draft(1, ["registration": "正式登記"])])
    try desk.test.store.remove(.temple, key: "known", TestStore.change)
    let catalogue = try Catalogue(sources: [], deities: [], events: [], groups: [])
    #expect(try upgrade().load(catalogue, temples: [temple], TestStore.change)[3].removedHere == ["known"])
    // The earlier version's changes for a pruned temple.
    try desk.test.tamper("DELETE FROM data_entries WHERE entity = 'register'")
    #expect(try upgrade().load(catalogue, temples: [temple], TestStore.change)[3].added == ["known"])
  }
}
