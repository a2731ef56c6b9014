import FolkData
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("The mark of public data", .timed)
struct PublicMarkTests {
  /// A database with one record of each kind.
  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(.source, #"{"key":"S","title":"出處"}"#)
    try test.add(.deity, #"{"key":"g","name":"甲"}"#)
    try test.add(.event, #"{"key":"e","title":"乙","rule":"lunar 1/2"}"#)
    try test.add(.temple, #"{"key":"t","name":"廟"}"#)
    try test.add(.activity, #"{"key":"x","temple":"t","title":"會","rule":"lunar 1/3"}"#)
    try test.add(.group, #"{"key":"p","name":"組"}"#)
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    return test
  }

  /// True when an action changes the mark.
  private func changes(_ test: TestStore, _ body: () throws -> Void) throws -> Bool {
    let before = try test.store.publicMark()
    #expect(!before.isEmpty && before.utf8.count < 40)
    try body()
    return try test.store.publicMark() != before
  }

  private static let named: [(Entity, String, String)] = [
    (.source, "S", "title"), (.deity, "g", "name"), (.event, "e", "title"), (.temple, "t", "name"),
    (.activity, "x", "title"), (.group, "p", "name"),
  ]

  @Test(
    "Each change of a public record changes the mark; an edit without a change does not")
  func records() throws {
    let test = try desk()
    for (entity, key, field) in Self.named {
      let draft = Draft(fields: [.init(field, .text("新名"))])
      #expect(try changes(test) { try test.store.edit(entity, key: key, draft, TestStore.change) }, "\(entity)")
      #expect(try !changes(test) { try test.store.edit(entity, key: key, draft, TestStore.change) }, "\(entity)")
    }
    #expect(
      try changes(test) {
        try test.store.edit(.group, key: "p", Draft(fields: [.init("events", .list([.text("e")]))]), TestStore.change)
      })
    #expect(
      try changes(test) {
        try test.store.edit(
          .group, key: "p", Draft(fields: [.init("events", .list([]))]), TestStore.change)
      })
    for (entity, key, _) in Self.named.reversed() {
      #expect(try changes(test) { try test.store.remove(entity, key: key, TestStore.change) }, "\(entity)")
    }
    #expect(try changes(test) { try test.add(.deity, #"{"key":"h","name":"丙"}"#) })
  }

  @Test(
    "A reader that knows a mark learns which temples changed since; after other changes it learns that it must read everything"
  )
  func temples() throws {
    let test = try desk()
    func rename(_ name: String) throws {
      try test.store.edit(.temple, key: "t", Draft(fields: [.init("name", .text(name))]), TestStore.change)
    }
    let mark = try test.store.publicMark()
    #expect(try test.store.templesChanged(since: mark)?.ids == [])
    try rename("甲宮")
    try test.add(.temple, #"[{"key":"t2","name":"乙宮"},{"key":"t3","name":"丙宮"}]"#)
    try rename("丁宮")
    let changed = try #require(try test.store.templesChanged(since: mark))
    #expect(changed.mark == (try test.store.publicMark()))
    #expect(changed.temples.map(\.name) == ["丁宮", "乙宮", "丙宮"] && changed.ids == Set(changed.temples.map(\.id)))
    #expect(try test.store.templesChanged(since: "7-0011223344556677") == nil)
    try test.store.remove(.temple, key: "t3", TestStore.change)
    #expect(try test.store.templesChanged(since: mark) == nil)

    let removed = try test.store.publicMark()
    for number in 1...60 { try rename("第\(number)宮") }
    // Longer ago than is kept.
    #expect(try test.store.templesChanged(since: removed) == nil)
    let recent = try test.store.publicMark()
    try rename("新宮")
    #expect(try test.store.templesChanged(since: recent)?.ids.count == 1)
    try test.store.edit(.deity, key: "g", Draft(fields: [.init("name", .text("戊"))]), TestStore.change)
    #expect(try test.store.templesChanged(since: recent) == nil)
    let many = try test.store.publicMark()
    let drafts = (0..<150).map { Draft(fields: [.init("key", .text("m\($0)")), .init("name", .text("多\($0)宮"))]) }
    try test.store.add(drafts, to: .temple, TestStore.change)
    #expect(try test.store.templesChanged(since: many) == nil)
  }

  @Test("Users, settings, own events, reminders, tokens, sessions and feeds do not change the mark")
  func others() throws {
    let test = try desk()
    let change = TestStore.change
    #expect(
      try !changes(test) {
        try test.add(.user, #"{"email":"c@d.tw","event_subscriptions":["e"]}"#)
        try test.store.edit(
          .user, key: "u1", Draft(fields: [.init("settings", .object([.init("advance_days", .integer(5))]))]), change)
        try test.add(.event, #"{"key":"own","owner":"u1","title":"生日","rule":"lunar 6/15"}"#)
        try test.store.edit(.event, key: "own", Draft(fields: [.init("title", .text("壽"))]), change)
        try test.store.remove(.event, key: "own", change)
        try test.add(.event, #"{"key":"own2","owner":"u1","title":"生日","rule":"lunar 6/15"}"#)
        _ = try test.store.plan(days: 200, change)
        _ = try ReminderQueue(test.store).claim(9, owner: "w", leaseSeconds: 60, now: change.at + 150 * 86_400)
        _ = try ReminderQueue(test.store).cleanUp(before: change.at)
        let token = try test.store.makeToken(name: "x", role: .user, user: "u1", expiresAt: nil, change)
        _ = try test.store.token(token, now: change.at).map { try test.store.touchToken($0.id, now: change.at) }
        try test.store.revokeToken("x", change)
        _ = try test.store.makeFeedToken(user: "u1", change)
        let session = try test.store.startSession(userID: 1, now: change.at, lifetimeSeconds: 100)
        _ = try test.store.refreshSession(session, now: change.at, lifetimeSeconds: 100)
        _ = try test.store.signIn(googleID: "g", email: "n@b.tw", displayName: nil, avatarURL: nil, change)
        try test.store.remove(.user, key: "u1", change)
      })
  }

  @Test(
    "Imports, data loads and registers change the mark only when they change records; a dry run never does")
  func imports() throws {
    let test = try TestStore()
    let catalogue = try TestStore.catalogue.get()
    #expect(try changes(test) { _ = try test.store.load(catalogue, TestStore.change) })
    #expect(try !changes(test) { _ = try test.store.load(catalogue, TestStore.change) })
    let drafts = try RecordInput.drafts(of: .deity, in: Data("key,name\na,甲\n".utf8))
    #expect(
      try !changes(test) { _ = try test.store.merge([(.deity, drafts)], TestStore.change, isRehearsal: true) })
    #expect(try changes(test) { _ = try test.store.merge([(.deity, drafts)], TestStore.change) })
    #expect(try !changes(test) { _ = try test.store.merge([(.deity, drafts)], TestStore.change) })
    func register(_ names: [String], rehearses: Bool = false) throws {
      _ = try test.store.mergeRegister(TestStore.change, removesVanished: true, isRehearsal: rehearses) { write in
        try write(
          names.map {
            Draft(fields: [
              .init("key", .text($0)), .init("source_ref", .text($0)), .init("name", .text($0)),
            ])
          })
      }
    }
    #expect(try !changes(test) { try register(["1", "2"], rehearses: true) })
    #expect(try changes(test) { try register(["1", "2"]) })
    #expect(try !changes(test) { try register(["1", "2"]) })
    #expect(try changes(test) { try register(["1"]) })
    // Nothing is left of what failed.
    let mark = try test.store.publicMark()
    #expect(throws: RecordFaults.self) {
      try test.add(.deity, #"[{"key":"new","name":"乙"},{"key":"Not A Key","name":"丙"}]"#)
    }
    #expect(try test.store.publicMark() == mark)
  }

  @Test("Another process sees the new mark, a restart keeps it, and a restored database gets a different one")
  func places() throws {
    let test = try desk()
    let other = try Store.open(test.url)
    #expect(try other.publicMark() == test.store.publicMark())
    #expect(
      try changes(test) {
        try other.edit(.deity, key: "g", Draft(fields: [.init("name", .text("乙"))]), TestStore.change)
      })
    #expect(try Store.open(test.url).publicMark() == test.store.publicMark())

    // A server is backed up and restored by its own tools.
    guard TestDatabase.isFile else { return }
    var seen: Set<String> = [try test.store.publicMark()]
    let backup = test.folder + "/backup.db"
    try test.store.backUp(to: backup, replaces: false)
    func edit(_ name: String) throws {
      try test.store.edit(.deity, key: "g", Draft(fields: [.init("name", .text(name))]), TestStore.change)
      #expect(seen.insert(try test.store.publicMark()).inserted, "\(name)")
    }
    try edit("丙")
    _ = try Store.restore(backup, to: test.path)
    #expect(seen.insert(try test.store.publicMark()).inserted)
    try edit("丁")
    // Two databases that were made alike are told apart.
    let alike = [try desk(), try desk()]
    #expect(try alike[0].store.publicMark() != alike[1].store.publicMark())
  }
}
