import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Tokens for the API", .timed)
struct TokenTests {
  private let now = TestStore.change.at

  /// Makes a token and gives its text.
  private func make(
    _ test: TestStore, _ name: String, _ role: APIRole, user: String? = nil, expiresAt: Int? = nil
  ) throws -> String {
    try test.store.makeToken(name: name, role: role, user: user, expiresAt: expiresAt, TestStore.change)
  }

  /// The bytes of the database file and of SQLite's side files; on a server the rows of the tables.
  private func bytes(_ test: TestStore) throws -> String {
    guard TestDatabase.isFile else {
      return try ["users", "api_tokens", "audit_log"].map { table in
        try test.store.database.read { try $0.all(SQL("SELECT CAST(t AS TEXT) FROM \(table) t")) { $0.text(0) ?? "" } }
          .joined()
      }.joined()
    }
    return try ["", "-wal"].map {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: test.path + $0)), as: UTF8.self)
    }.joined()
  }

  @Test("A token is shown once; the database holds only its SHA-256 hash")
  func secret() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    let tokens = [try make(test, "phone", .user, user: "u1"), try make(test, "exporter", .reader)]
    for token in tokens {
      #expect(token.hasPrefix("fck_") && token.count == 68)
      #expect(!(try bytes(test).contains(token)))
    }
    #expect(tokens[0] != tokens[1])
    let kept = try test.store.record(.user, key: "u1")["tokens"].list
    #expect(kept.count == 1 && kept[0]["token_hash"] == .text(Store.hash(ofToken: tokens[0])))
    // FIPS 180-2, appendix B.1.
    #expect(Store.hash(ofToken: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("A token gives access until it expires or is revoked; other texts do not")
  func good() throws {
    let test = try TestStore()
    let user = try #require(try test.add(.user, #"{"email":"a@b.tw"}"#).first)
    let token = try make(test, "phone", .editor, user: "a@b.tw", expiresAt: now + 100)
    let found = try #require(try test.store.token(token, now: now))
    #expect(found.role == .editor && found.userID == 1 && found.userUUID == user.key && found.name == "phone")
    #expect(found.createdAt == now && found.expiresAt == now + 100 && found.revokedAt == nil)
    #expect(try test.store.token(token, now: now + 99) != nil)
    #expect(try test.store.token(token, now: now + 100) == nil)
    let machine = try make(test, "exporter", .reader)
    #expect(try test.store.token(machine, now: now)?.userID == nil)
    #expect(try test.store.revokeToken("exporter", TestStore.change).revokedAt == now)
    #expect(try test.store.token(machine, now: now) == nil)
    for text in ["", "fck_", token + "0", String(token.dropLast()), token.uppercased(), Store.hash(ofToken: token)] {
      #expect(try test.store.token(text, now: now) == nil, "\(text)")
    }
    // A user who goes takes the tokens along; the machine's stays.
    try test.store.remove(.user, key: "u1", TestStore.change)
    #expect(try test.store.token(token, now: now) == nil)
    #expect(try test.store.tokens().map(\.name) == ["exporter"])
  }

  @Test("The lookup of a token uses the unique index of the hash", .enabled(if: TestDatabase.isFile))
  func plan() throws {
    let test = try TestStore()
    let plan = try test.store.database.read { connection in
      try connection.all(
        "EXPLAIN QUERY PLAN SELECT t.id FROM api_tokens t LEFT JOIN users u ON u.id = t.user_id WHERE t.token_hash = 'x'"
      ) { $0.text(3) ?? "" }.joined(separator: "; ")
    }
    #expect(plan.contains("USING INDEX sqlite_autoindex_api_tokens") && !plan.contains("SCAN"))
  }

  @Test("Faults in the name, role, user and expiry of a token are reported")
  func faults() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    func lines(_ name: String, _ role: String, _ user: String? = nil, _ expires: String? = nil) throws -> [String] {
      let faults = #expect(throws: RecordFaults.self) {
        try test.store.makeToken(name: name, role: role, user: user, expiresAt: expires, TestStore.change)
      }
      return faults?.lines ?? []
    }
    _ = try make(test, "phone", .user, user: "u1")
    #expect(try lines("phone", "user", "u1") == ["name: there is a token \"phone\" already"])
    #expect(try lines("x", "user") == ["user: is missing: a token of the role user is a user's"])
    #expect(try lines("x", "king").first?.contains("\"king\" is not one of admin, editor, reader, user") == true)
    #expect(try lines("x", "reader", nil, "soon").first?.hasPrefix("expires_at:") == true)
    #expect(try lines("x", "reader", nil, "2020-01-01T00:00:00Z") == ["expires_at: 2020-01-01T00:00:00Z has passed"])
    #expect(try lines(" ", "reader") == ["name: is blank"])
    #expect(try lines("17", "reader") == ["name: \"17\" would be taken for a token's number"])
    #expect(try test.integer("SELECT COUNT(*) FROM api_tokens") == 1)
    #expect(throws: RecordError.self) { try make(test, "x", .user, user: "u9") }
    // Another holder may use the name, and so may a new token once the old one is revoked.
    _ = try make(test, "phone", .reader)
    try test.store.revokeToken("phone", of: "u1", TestStore.change)
    _ = try make(test, "phone", .user, user: "u1")
    let end = try test.store.makeToken(
      name: "end", role: "reader", user: nil, expiresAt: "2027-01-01T00:00:00+08:00", TestStore.change)
    #expect(try test.store.token(end, now: now)?.json["expires_at"] == .text("2026-12-31T16:00:00Z"))
  }

  @Test("Roles are ordered by their permissions")
  func roles() {
    #expect([APIRole.admin, .user, .editor, .reader].sorted() == [.user, .reader, .editor, .admin])
  }

  @Test("A token is revoked by number or by name; a name shared by several tokens is rejected")
  func revoke() throws {
    let test = try TestStore()
    try test.add(.user, #"[{"email":"a@b.tw"},{"email":"c@d.tw"}]"#)
    for user in ["u1", "u2"] { _ = try make(test, "phone", .user, user: user) }
    let error = #expect(throws: TokenError.self) { try test.store.revokeToken("phone", TestStore.change) }
    #expect(error == .severalTokens("phone", ids: [1, 2]))
    #expect(throws: TokenError.noSuchToken("x")) { try test.store.revokeToken("x", TestStore.change) }
    #expect(throws: TokenError.noSuchToken("1")) { try test.store.revokeToken("1", of: "u2", TestStore.change) }
    #expect(try test.store.revokeToken("2", TestStore.change).userID == 2)
    #expect(try test.store.revokeToken("phone", TestStore.change).id == 1)
    let log = try test.integer("SELECT COUNT(*) FROM audit_log")
    let later = Change(actor: "kai", at: now + 60, today: TestStore.today)
    #expect(try test.store.revokeToken("1", later).revokedAt == now)
    #expect(try test.integer("SELECT COUNT(*) FROM audit_log") == log)
    #expect(try test.store.tokens(of: "u2").map(\.id) == [2])
  }

  @Test("The last use is recorded at most once in five minutes")
  func touch() throws {
    let test = try TestStore()
    _ = try make(test, "exporter", .reader)
    for (after, noted) in [(10, 10), (309, 10), (310, 310), (311, 310)] {
      try test.store.touchToken(1, now: now + after)
      #expect(try test.store.tokens().map(\.lastUsedAt) == [now + noted], "\(after)")
    }
    guard TestDatabase.isFile else { return }
    // Within the five minutes nothing is written, so no writer is blocked.
    let impatient = try Store(SQLiteDatabase(path: test.path, options: .init(busySeconds: 0.05)))
    try test.store.database.write { (_: any Connection) throws in
      try impatient.touchToken(1, now: now + 312)
      try impatient.touchToken(99, now: now + 312)
    }
  }

  @Test("The audit log names creator and revoker of each token, without its hash")
  func audit() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    _ = try make(test, "phone", .user, user: "u1")
    _ = try make(test, "exporter", .admin)
    try test.store.revokeToken("exporter", TestStore.change)
    try test.store.revokeToken("phone", TestStore.change)
    let entries = try test.store.audit(limit: 10)
    #expect(
      entries.map { "\($0.action) \($0.entity)" } == [
        "edit user", "edit token", "add token", "edit user", "add user",
      ])
    #expect(entries[2].key == "exporter" && entries[2].before == .null && entries[2].after["role"] == .text("admin"))
    #expect(entries[1].after["revoked_at"] == .text(CivilTime.iso(unixTime: now)))
    #expect(entries[3].before["tokens"] == .list([]) && entries[3].after["tokens"].list[0]["name"] == .text("phone"))
    // What the user was when added has no token yet.
    #expect(entries[4].after["tokens"] == .null && entries[4].after["email"] == .text("a@b.tw"))
    try test.store.remove(.user, key: "u1", TestStore.change)
    let hashes = try test.store.database.read { try $0.all("SELECT token_hash FROM api_tokens") { $0.text(0) ?? "" } }
    let log = try test.store.database.read {
      try $0.all("SELECT COALESCE(\"before\", '') || COALESCE(\"after\", '') FROM audit_log") { $0.text(0) ?? "" }
    }.joined()
    #expect(!hashes.isEmpty && hashes.allSatisfy { !log.contains($0) } && !log.contains("token_hash"))
  }

  @Test("A machine's token survives edits, exports and imports of users, and no export contains it")
  func machines() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    let machine = try make(test, "exporter", .reader)
    _ = try make(test, "phone", .user, user: "u1")
    let document = JSON.list(try test.store.export(.user)).json()
    #expect(!document.contains(Store.hash(ofToken: machine)) && document.contains("phone"))
    try test.store.edit(
      .user, key: "u1", Draft(fields: [.init("tokens", .list([])), .init("display_name", .text("美"))]), TestStore.change
    )
    let drafts = try RecordInput.drafts(of: .user, in: Data(document.utf8))
    _ = try test.store.merge([(.user, drafts)], TestStore.change)
    #expect(try test.store.token(machine, now: now)?.name == "exporter")
    #expect(try test.store.tokens().map(\.name).sorted() == ["exporter", "phone"])
    // Nor can an import take it for a user.
    let hash = Store.hash(ofToken: machine)
    #expect(throws: RecordFaults.self) {
      try test.add(.user, #"{"tokens":[{"token_hash":"\#(hash)","role":"admin","name":"x"}]}"#)
    }
  }

  @Test("Importing an older export does not restore a revoked token")
  func revokedStays() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"a@b.tw"}"#)
    let token = try make(test, "phone", .user, user: "u1")
    let drafts = try RecordInput.drafts(of: .user, in: Data(JSON.list(test.store.export(.user)).json().utf8))
    try test.store.revokeToken("phone", TestStore.change)
    let summary = try test.store.merge([(.user, drafts)], TestStore.change)[0].1
    #expect(summary.unchanged == 1)
    #expect(try test.store.token(token, now: now) == nil)
  }
}

@Suite("Tokens of private feeds", .timed)
struct FeedTokenTests {
  @Test("A token opens its user's feed until it is replaced or revoked; only its hash is stored")
  func life() throws {
    let test = try TestStore()
    let users = try test.add(.user, #"[{"email":"a@b.tw"},{"email":"c@d.tw"}]"#)
    let first = try test.store.makeFeedToken(user: users[0].key, TestStore.change)
    let other = try test.store.makeFeedToken(user: "u2", TestStore.change)
    #expect(first.hasPrefix("fcf_") && first.count == 68)
    #expect(try test.store.user(feedToken: first)?.id == 1 && test.store.user(feedToken: other)?.id == 2)
    let second = try test.store.makeFeedToken(user: users[0].key, TestStore.change)
    #expect(try test.store.user(feedToken: first) == nil && test.store.user(feedToken: second)?.id == 1)
    #expect(try test.integer("SELECT COUNT(*) FROM users WHERE feed_token_hash = '\(second)'") == 0)
    try test.store.revokeFeedToken(user: users[0].key, TestStore.change)
    #expect(try test.store.user(feedToken: second) == nil && test.store.user(feedToken: other)?.id == 2)
    for text in ["", "fcf_", Store.hash(ofToken: other), other + "0"] {
      #expect(try test.store.user(feedToken: text) == nil)
    }
    #expect(throws: RecordError.self) { try test.store.makeFeedToken(user: "u9", TestStore.change) }
    let entries = try test.store.audit(.user, key: users[0].key, limit: 10)
    #expect(
      entries.map(\.action) == ["edit", "edit", "add"] || entries.map(\.action) == ["edit", "edit", "edit", "add"])
    #expect(entries.allSatisfy { !$0.json.json().contains(Store.hash(ofToken: second)) })
    #expect(entries[0].after["feed_token_hash"] == .null && entries[0].before["feed_token_hash"] != .null)
  }
}
