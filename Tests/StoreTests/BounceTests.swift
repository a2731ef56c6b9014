import Folklore
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Mail addresses that mails come back from", .timed)
struct BounceTests {
  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(
      .user,
      #"""
      [{"email":"mei@example.org"},
       {"email":"kai@example.org","settings":{"channel":"mail","channel_target":"Mei@example.org"}},
       {"email":"tao@example.org","settings":{"channel":"webhook","channel_target":"https://example.org/mei@example.org"}},
       {"settings":{"channel":"feed"}}]
      """#)
    return test
  }

  private func marked(_ test: TestStore) throws -> [String?] {
    try test.store.list(.user, ListQuery()).records.sorted { ($0.id ?? 0) < ($1.id ?? 0) }.map(\.mailBounce?.reason)
  }

  @Test("Everybody whose mails go to the address is marked, and the log of changes has it")
  func marking() throws {
    let test = try desk()
    let changes = try test.store.markBounce(of: " MEI@example.org ", reason: "550 5.1.1 no such user", TestStore.change)
    #expect(changes.map(\.user.id).count == 2 && changes.allSatisfy(\.isChanged))
    #expect(try marked(test) == ["550 5.1.1 no such user", "550 5.1.1 no such user", nil, nil])
    #expect(
      changes[0].user.mailBounce?.at == TestStore.change.at && changes[0].user.mailBounce?.address == "mei@example.org")
    #expect(
      try test.integer("SELECT COUNT(*) FROM audit_log WHERE entity = 'user' AND \"after\" LIKE '%no such user%'") == 2)
    #expect(try test.store.markBounce(of: "nobody@example.org", reason: "x", TestStore.change).isEmpty)
  }

  @Test("A mark ends by its address or for one user, and ending none changes nothing")
  func ending() throws {
    let test = try desk()
    _ = try test.store.markBounce(of: "mei@example.org", reason: "5.1.1", TestStore.change)
    try test.store.endBounce(ofUser: "mei@example.org", TestStore.change)
    #expect(try marked(test) == [nil, "5.1.1", nil, nil])
    #expect(try test.store.endBounces(of: "mei@example.org", TestStore.change).map(\.isChanged) == [false, true])
    #expect(try marked(test) == [nil, nil, nil, nil])
    #expect(throws: RecordError.self) { try test.store.endBounce(ofUser: "nobody@example.org", TestStore.change) }
  }

  @Test("A mark holds for the address and not for the user: with another one it says nothing")
  func otherAddress() throws {
    let test = try desk()
    _ = try test.store.markBounce(of: "mei@example.org", reason: "5.1.1", TestStore.change)
    try test.store.edit(
      .user, key: "mei@example.org", Draft(fields: [.init("email", "new@example.org")]), TestStore.change)
    #expect(try marked(test) == [nil, "5.1.1", nil, nil])
    let recipient = try ReminderQueue(test.store).recipient("kai@example.org")
    #expect(recipient.isMailBounced && recipient.mailAddress == "Mei@example.org")
  }

  /// What mail servers write is nobody's to trust.
  @Test(
    "Any reason leaves a record that can be read, of one short line",
    arguments: ["", " ", "\u{1B}[2J", "a\r\nb\tc", String(repeating: "媽", count: 5_000), "\u{202E}turned", "\0x", "…"])
  func reasons(reason: String) throws {
    let test = try desk()
    _ = try test.store.markBounce(of: "mei@example.org", reason: reason, TestStore.change)
    let user = try test.store.record(.user, key: "mei@example.org")
    let kept = try #require(user.mailBounce?.reason)
    #expect(!kept.isEmpty && kept.unicodeScalars.count <= 200)
    #expect(!kept.unicodeScalars.contains { [.control, .format].contains($0.properties.generalCategory) })
    #expect(user.problems.isEmpty)
  }

  @Test("The secret of mails is made once and kept")
  func secret() throws {
    let test = try TestStore()
    let secret = try test.store.mailSecret()
    #expect(secret.count >= 32)
    #expect(try test.store.mailSecret() == secret && ReminderQueue(test.store).mailSecret() == secret)
    let other = try TestStore()
    #expect(try other.store.mailSecret() != secret)
  }
}
