import Database
import Foundation
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Sessions of signed-in users", .timed)
struct SessionTests {
  private static let start = TestStore.change.at
  private static let month = 30 * 86_400

  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(.user, #"[{"email":"a@b.tw"},{"email":"c@d.tw"}]"#)
    return test
  }

  private func begin(_ test: TestStore, user: Int = 1) throws -> String {
    try test.store.startSession(userID: user, now: Self.start, lifetimeSeconds: Self.month)
  }

  /// The token that one is taken for, so many seconds after the start; nil where there is none.
  private func refresh(_ test: TestStore, _ token: String, after seconds: Int) throws -> String? {
    try test.store.refreshSession(token, now: Self.start + seconds, lifetimeSeconds: Self.month)?.refreshToken
  }

  @Test("A refresh token is exchanged for a new one each time; only hashes are stored")
  func rotation() throws {
    let test = try desk()
    var token = try begin(test, user: 2)
    var seen: Set<String> = []
    for round in 1...5 {
      #expect(token.hasPrefix("fcr_") && token.count == 68)
      #expect(seen.insert(token).inserted)
      let answer = try #require(
        try test.store.refreshSession(token, now: Self.start + round * 3_600, lifetimeSeconds: Self.month))
      #expect(answer.user.id == 2)
      token = answer.refreshToken
    }
    for token in seen {
      #expect(try test.integer("SELECT COUNT(*) FROM sessions WHERE refresh_hash = '\(token)'") == 0)
    }
    #expect(try test.integer("SELECT COUNT(DISTINCT family) FROM sessions") == 1)
    #expect(throws: RecordError.noSuchRecord(.user, key: "u9", similar: [])) { try begin(test, user: 9) }
  }

  @Test("An unknown, expired or ownerless token gives no session")
  func refused() throws {
    let test = try desk()
    let token = try begin(test)
    for text in ["", "fcr_", token + "0", "fck_" + token.dropFirst(4), Store.hash(ofToken: token)] {
      #expect(try refresh(test, text, after: 1) == nil)
    }
    #expect(try refresh(test, token, after: Self.month) == nil)
    #expect(try refresh(test, token, after: Self.month - 1) != nil)
    let other = try begin(test, user: 2)
    try test.store.remove(.user, key: "u2", TestStore.change)
    #expect(try refresh(test, other, after: 1) == nil)
  }

  @Test("Within 30 seconds a used token gives one more token, and both new tokens are valid")
  func lostAnswer() throws {
    let test = try desk()
    let token = try begin(test)
    let first = try #require(try refresh(test, token, after: 100))
    let second = try #require(try refresh(test, token, after: 130))
    #expect(first != second)
    #expect(try refresh(test, token, after: 130) == nil)
    #expect(try refresh(test, first, after: 200) != nil && refresh(test, second, after: 200) != nil)
  }

  @Test("A later reuse of a token ends its whole session and no other")
  func stolen() throws {
    let test = try desk()
    let token = try begin(test)
    let other = try begin(test)
    let next = try #require(try refresh(test, token, after: 100))
    #expect(try refresh(test, token, after: 131) == nil)
    #expect(try refresh(test, next, after: 132) == nil)
    #expect(try refresh(test, other, after: 133) != nil)
  }

  @Test("Signing out ends one session, also with a used token; signing out everywhere ends all sessions of the user")
  func end() throws {
    let test = try desk()
    let (one, two, three) = (try begin(test), try begin(test), try begin(test, user: 2))
    let next = try #require(try refresh(test, one, after: 10))
    try test.store.endSession("fcr_unknown", now: Self.start + 11)
    try test.store.endSession(one, now: Self.start + 100)
    #expect(try refresh(test, next, after: 101) == nil && refresh(test, one, after: 101) == nil)
    let kept = try #require(try refresh(test, two, after: 102))
    try test.store.endAllSessions(userID: 1, now: Self.start + 103)
    #expect(try refresh(test, kept, after: 104) == nil)
    #expect(try refresh(test, three, after: 104) != nil)
  }

  @Test("Tokens that ended more than 30 days ago are deleted")
  func cleanUp() throws {
    let test = try desk()
    let short = try test.store.startSession(userID: 1, now: Self.start, lifetimeSeconds: 100)
    let long = try test.store.startSession(userID: 1, now: Self.start, lifetimeSeconds: 400 * 86_400)
    let ended = try test.store.startSession(userID: 1, now: Self.start, lifetimeSeconds: 400 * 86_400)
    try test.store.endSession(ended, now: Self.start + 200)
    #expect(try test.store.cleanUpSessions(now: Self.start + 100 + Self.month) == 0)
    #expect(try test.store.cleanUpSessions(now: Self.start + 101 + Self.month) == 1)
    #expect(try test.store.cleanUpSessions(now: Self.start + 201 + Self.month) == 1)
    #expect(try test.integer("SELECT COUNT(*) FROM sessions") == 1)
    #expect(try refresh(test, long, after: 2 * Self.month) != nil && refresh(test, short, after: 2 * Self.month) == nil)
  }

  @Test("A token used by many at once gives two answers, and the session continues")
  func atOnce() async throws {
    let test = try desk()
    let token = try begin(test)
    let url = test.url
    let answers = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        // Each with a connection of its own, as another process has.
        group.addTask {
          try Store.open(url)
            .refreshSession(token, now: Self.start + 60, lifetimeSeconds: Self.month)?.refreshToken
        }
      }
      return try await group.reduce(into: [String]()) { answers, answer in
        if let answer { answers.append(answer) }
      }
    }
    #expect(answers.count == 2 && Set(answers).count == 2)
    for answer in answers { #expect(try refresh(test, answer, after: 120) != nil) }
  }

  @Test("Sessions are found, ended and deleted through indexes", .enabled(if: TestDatabase.isFile))
  func plans() throws {
    let test = try desk()
    func plan(_ sql: String) throws -> String {
      try test.store.database.read { connection in
        try connection.all(SQL("EXPLAIN QUERY PLAN " + sql)) { $0.text(3) ?? "" }.joined(separator: "; ")
      }
    }
    #expect(try plan("UPDATE sessions SET uses = 1 WHERE refresh_hash = 'x'").contains("sqlite_autoindex_sessions"))
    let family = try plan(
      "UPDATE sessions SET revoked_at = 1 WHERE revoked_at IS NULL AND family IN (SELECT family FROM sessions WHERE user_id = 1)"
    )
    #expect(family.contains("sessions_by_family") && family.contains("sessions_by_user") && !family.contains("SCAN"))
    #expect(try plan("SELECT id FROM sessions WHERE expires_at < 1 LIMIT 9").contains("sessions_by_expiry"))
    #expect(try plan("SELECT id FROM sessions WHERE revoked_at < 1 LIMIT 9").contains("sessions_revoked"))
  }
}
