import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Signing in with Google", .timed)
struct SignInTests {
  private func signIn(
    _ test: TestStore, _ id: String = "g1", _ email: String = "mei@example.org", name: String? = "小梅",
    avatar: String? = "https://example.org/a.jpg"
  ) throws -> Record {
    try test.store.signIn(googleID: id, email: email, displayName: name, avatarURL: avatar, TestStore.change)
  }

  @Test("A new account gets a user with the default settings; the next sign-in finds the same user")
  func new() throws {
    let test = try TestStore()
    let user = try signIn(test, "g1", "Mei@Example.org")
    #expect(user["google_id"] == .text("g1") && user["email"] == .text("mei@example.org"))
    #expect(user["display_name"] == .text("小梅") && user["avatar_url"] == .text("https://example.org/a.jpg"))
    #expect(user["settings"]["advance_days"] == .integer(1) && user["settings"]["notify_time"] == .text("08:00"))
    #expect(try signIn(test) == user)
    #expect(try test.store.audit(limit: 9).map(\.action) == ["add"])
    #expect(try signIn(test, "g2", "kai@example.org").id == 2)
  }

  @Test("The mail address binds an account to a user whom an operator added; the operator's values stay")
  func bound() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"mei@example.org","display_name":"梅姐","settings":{"advance_days":7}}"#)
    let user = try signIn(test)
    #expect(user.id == 1 && user["google_id"] == .text("g1") && user["display_name"] == .text("梅姐"))
    #expect(user["avatar_url"] == .text("https://example.org/a.jpg") && user["settings"]["advance_days"] == .integer(7))
    // Another account with the same address does not get in.
    #expect(throws: AccountConflict.otherAccount(email: "mei@example.org")) { try signIn(test, "g2") }
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 1)
  }

  @Test("An unverified mail address links no existing user, but can create a new one")
  func addressOfOthers() throws {
    let test = try TestStore()
    try test.add(.user, #"{"email":"mei@example.org"}"#)
    func signIn(_ email: String) throws -> Record {
      try test.store.signIn(
        googleID: "g-" + email, email: email, bindsAddress: false, displayName: nil, avatarURL: nil, TestStore.change)
    }
    #expect(throws: AccountConflict.addressNotGoogles(email: "mei@example.org")) { try signIn("mei@example.org") }
    #expect(try test.store.record(.user, key: "mei@example.org")["google_id"] == .null)
    #expect(try signIn("kai@example.org").id == 2)
    #expect(try signIn("kai@example.org").id == 2)
  }

  @Test("Fields from Google follow Google; fields that were edited here stay")
  func follows() throws {
    let test = try TestStore()
    _ = try signIn(test)
    var user = try signIn(test, name: "陳小梅", avatar: "https://example.org/b.jpg")
    #expect(user["display_name"] == .text("陳小梅") && user["avatar_url"] == .text("https://example.org/b.jpg"))
    try test.store.edit(.user, key: "u1", Draft(fields: [.init("display_name", .text("梅姐"))]), TestStore.change)
    user = try signIn(test, name: "陳梅", avatar: nil)
    #expect(user["display_name"] == .text("梅姐") && user["avatar_url"] == .text("https://example.org/b.jpg"))
    user = try signIn(test, "g1", "mei2@example.org")
    #expect(user.id == 1 && user["email"] == .text("mei2@example.org"))
    try test.store.edit(.user, key: "u1", Draft(fields: [.init("email", .text("own@example.org"))]), TestStore.change)
    #expect(try signIn(test, "g1", "mei3@example.org")["email"] == .text("own@example.org"))
    // An empty one is filled.
    try test.store.edit(.user, key: "u1", Draft(fields: [.init("display_name", .null)]), TestStore.change)
    #expect(try signIn(test, "g1", "mei3@example.org", name: "梅")["display_name"] == .text("梅"))
  }

  @Test("A mail address that now belongs to another user stays with that user")
  func conflict() throws {
    let test = try TestStore()
    _ = try signIn(test)
    try test.add(.user, #"{"email":"kai@example.org"}"#)
    let user = try signIn(test, "g1", "kai@example.org")
    #expect(user.id == 1 && user["email"] == .text("mei@example.org"))
    #expect(try test.store.record(.user, key: "kai@example.org").id == 2)
  }

  @Test(
    "An invalid name or picture is skipped; an invalid account or address is rejected")
  func odd() throws {
    let test = try TestStore()
    let user = try signIn(test, name: " ", avatar: "data:image/png;base64,AA")
    #expect(user["display_name"] == .null && user["avatar_url"] == .null)
    #expect(throws: RecordFaults.self) { try signIn(test, "g3", "no address") }
    #expect(throws: RecordFaults.self) { try signIn(test, "", "x@example.org") }
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 1)
  }

  @Test("Concurrent sign-ins of one account create one user")
  func atOnce() async throws {
    let test = try TestStore()
    let url = test.url
    let ids = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try Store.open(url).signIn(
            googleID: "g1", email: "a@b.tw", displayName: nil, avatarURL: nil, TestStore.change
          ).id
        }
      }
      return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(ids == [1])
  }
}
