import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Undoing a change", .timed)
struct UndoTests {
  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(.deity, #"[{"key":"mazu","name":"天上聖母","role":"海上守護"}]"#)
    return test
  }

  private func edit(_ test: TestStore, _ fields: [(String, JSON)]) throws {
    try test.store.edit(
      .deity, key: "mazu", Draft(fields: fields.map { Draft.Given($0.0, $0.1) }), TestStore.change)
  }

  /// The number of the last change of a record.
  private func last(_ test: TestStore, _ entity: Entity = .deity, _ key: String = "mazu") throws -> Int {
    try #require(try test.store.audit(entity, key: key, limit: 1).first).id
  }

  private func undo(_ test: TestStore, _ id: Int) throws {
    _ = try test.store.undo(id, of: [.deity, .source], TestStore.change)
  }

  @Test("An edit is undone field by field; edits of other fields stay")
  func edits() throws {
    let test = try desk()
    try edit(test, [("role", "航海")])
    let first = try last(test)
    try edit(test, [("description", "介紹")])
    try undo(test, first)
    let record = try test.store.record(.deity, key: "mazu")
    #expect(record["role"] == "海上守護" && record["description"] == "介紹")
    // Undoing is a change too, so it can be undone.
    try undo(test, last(test))
    #expect(try test.store.record(.deity, key: "mazu")["role"] == "航海")
  }

  @Test("A later edit of the same field is never overwritten")
  func later() throws {
    let test = try desk()
    try edit(test, [("role", "一")])
    let first = try last(test)
    try edit(test, [("role", "二")])
    #expect(throws: UndoRefusal.changedSince(field: "role")) { try undo(test, first) }
    #expect(try test.store.record(.deity, key: "mazu")["role"] == "二")
  }

  @Test("A removed record comes back with all its values, and an added one goes, unless somebody has edited it")
  func removals() throws {
    let test = try desk()
    try edit(test, [("aliases", ["媽祖", "天后"])])
    let before = try test.store.record(.deity, key: "mazu").json(without: ["id"])
    try test.store.remove(.deity, key: "mazu", TestStore.change)
    try undo(test, last(test))
    #expect(try test.store.record(.deity, key: "mazu").json(without: ["id"]) == before)
    let added = try last(test)
    try edit(test, [("role", "改了")])
    #expect(throws: UndoRefusal.changedSince(field: "role")) { try undo(test, added) }
    try undo(test, last(test))
    #expect(throws: UndoRefusal.self) { try undo(test, added) }
    try test.add(.source, #"[{"key":"BOOK","title":"書","kind":"book"}]"#)
    try undo(test, last(test, .source, "BOOK"))
    #expect(throws: RecordError.self) { try test.store.record(.source, key: "BOOK") }
  }

  @Test("Only changes of the given kinds are undone, and only those that exist")
  func refusals() throws {
    let test = try desk()
    try test.add(.user, #"[{"email":"a@b.tw"}]"#)
    let user = try #require(try test.store.audit(.user, limit: 1).first).id
    #expect(throws: UndoRefusal.noSuchChange) { try undo(test, user) }
    for id in [0, -1, 999_999, Int.max - 1, .max, .min] {
      #expect(throws: UndoRefusal.noSuchChange) { try undo(test, id) }
    }
  }

  @Test("References of a removed record that are gone meanwhile are named")
  func dangling() throws {
    let test = try desk()
    try test.add(.source, #"[{"key":"BOOK","title":"書","kind":"book"}]"#)
    try edit(test, [("sources", ["BOOK"])])
    try test.store.remove(.deity, key: "mazu", TestStore.change)
    let removal = try last(test)
    try test.store.remove(.source, key: "BOOK", TestStore.change)
    let faults = #expect(throws: RecordFaults.self) { try undo(test, removal) }
    #expect(faults?.faults.first?.field == "sources")
    #expect(throws: RecordError.self) { try test.store.record(.deity, key: "mazu") }
  }
}
