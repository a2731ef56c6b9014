import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Signing in with a browser", .timed)
struct BrowserSignInTests {
  private static let now = TestStore.change.at
  private static let minute = 60
  private static let day = 86_400

  private func desk() throws -> TestStore {
    let test = try TestStore()
    try test.add(.user, #"[{"email":"a@b.tw","display_name":"阿明"},{"email":"c@d.tw","role":"editor"}]"#)
    return test
  }

  private func change(after seconds: Int = 0) -> Change {
    Change(actor: "test", at: Self.now + seconds, today: TestStore.change.today)
  }

  private static let operatorDraft = Draft(fields: [
    Draft.Given("display_name", .text("小美")), Draft.Given("email", .text("mei@example.org")),
  ])

  // MARK: Links

  @Test("A link signs its user in once, within its time; the database keeps only its hash")
  func link() throws {
    let test = try desk()
    let link = try test.store.makeSignInLink(userID: 1, now: Self.now, lifetimeSeconds: 30 * Self.minute)
    #expect(link.hasPrefix("fcl_") && link.count == 68)
    #expect(try test.integer("SELECT COUNT(*) FROM sign_in_links WHERE link_hash = '\(link)'") == 0)
    #expect(try test.store.signInLink(link, now: Self.now)?.name == "阿明")
    // Looking does not spend it.
    #expect(try test.store.signInLink(link, now: Self.now + 29 * Self.minute) != nil)
    #expect(try test.store.signInLink(link, now: Self.now + 30 * Self.minute) == nil)
    #expect(try test.store.spend(link: link, newcomer: Draft(fields: []), change(after: 31 * Self.minute)) == nil)
    let user = try test.store.spend(link: link, newcomer: Self.operatorDraft, change(after: 60))
    #expect(user?["email"] == .text("a@b.tw") && user?["role"] == .null)
    #expect(try test.store.spend(link: link, newcomer: Self.operatorDraft, change(after: 61)) == nil)
    #expect(
      try test.store.spend(
        link: "fcl_" + String(repeating: "0", count: 64), newcomer: Self.operatorDraft, change()) == nil)
  }

  @Test("The first link makes an administrator; a fault leaves it valid, a new one replaces it")
  func firstOperator() throws {
    let test = try desk()
    #expect(try !test.store.hasOperator())
    let former = try test.store.makeSignInLink(userID: nil, now: Self.now, lifetimeSeconds: Self.day)
    let link = try test.store.makeSignInLink(userID: nil, now: Self.now, lifetimeSeconds: Self.day)
    #expect(try test.store.signInLink(former, now: Self.now) == nil)
    let wrong = Draft(fields: [Draft.Given("email", .text("no address"))])
    #expect(throws: RecordFaults.self) { try test.store.spend(link: link, newcomer: wrong, change()) }
    let user = try #require(try test.store.spend(link: link, newcomer: Self.operatorDraft, change()))
    #expect(user["role"] == .text("admin") && user["display_name"] == .text("小美"))
    #expect(try test.store.hasOperator())
    // A second link that was made before is worth nothing now.
    let late = try test.store.makeSignInLink(userID: nil, now: Self.now, lifetimeSeconds: Self.day)
    let other = Draft(fields: [Draft.Given("email", .text("other@example.org"))])
    #expect(try test.store.spend(link: late, newcomer: other, change()) == nil)
    #expect(try test.store.user(email: "other@example.org") == nil)
  }

  @Test("An operator's command gives an address a role, and adds the user if there is none")
  func command() throws {
    let test = try desk()
    let made = try test.store.makeSignInLink(email: "A@b.tw", role: .reader, lifetimeSeconds: 60, change())
    #expect(made.user.id == 1 && made.user["role"] == .text("reader"))
    let added = try test.store.makeSignInLink(email: "new@example.org", role: .editor, lifetimeSeconds: 60, change())
    #expect(added.user["role"] == .text("editor") && (added.user.id ?? 0) > 2)
    // Without a role, the present one stays.
    #expect(
      try test.store.makeSignInLink(email: "c@d.tw", role: nil, lifetimeSeconds: 60, change()).user["role"]
        == .text("editor"))
    #expect(throws: RecordFaults.self) {
      try test.store.makeSignInLink(email: "no address", role: .admin, lifetimeSeconds: 60, change())
    }
    let log = try test.store.audit(.user, key: made.user.key, limit: 1)
    #expect(log.first?.after["role"] == .text("reader"))
  }

  // MARK: Sessions

  @Test("A session opens with its secret, is renewed by use, and ends after two weeks of rest or ninety days")
  func session() throws {
    let test = try desk()
    let secret = try test.store.startBrowserSession(userID: 2, means: "link", browser: "Firefox", now: Self.now)
    #expect(try test.integer("SELECT COUNT(*) FROM browser_sessions WHERE session_hash = '\(secret)'") == 0)
    let session = try #require(try test.store.browserSession(secret, now: Self.now))
    #expect(session.role == .editor && session.name == "c@d.tw" && session.browser == "Firefox")
    #expect(try test.store.browserSession(secret, now: Self.now + 14 * Self.day) == nil)
    #expect(!Store.isRenewalDue(session, now: Self.now + 3_599) && Store.isRenewalDue(session, now: Self.now + 3_600))
    var now = Self.now
    for _ in 1...8 {
      now += 13 * Self.day
      guard try test.store.browserSession(secret, now: now) != nil else { break }
      try test.store.renewBrowserSession(session.id, now: now)
    }
    #expect(now == Self.now + 91 * Self.day)
    #expect(try test.store.browserSession("fcr_" + secret.dropFirst(4), now: Self.now) == nil)
  }

  @Test("Sessions are listed, and ended one by one or all but one")
  func ending() throws {
    let test = try desk()
    let secrets = try (1...3).map { round in
      try test.store.startBrowserSession(userID: 1, means: "link", browser: nil, now: Self.now + round)
    }
    let foreign = try test.store.startBrowserSession(userID: 2, means: "link", browser: nil, now: Self.now)
    var sessions = try test.store.browserSessions(ofUser: 1, now: Self.now + 10)
    #expect(sessions.map(\.lastSeenAt) == [Self.now + 3, Self.now + 2, Self.now + 1])
    // Nobody ends another's session.
    let other = try #require(try test.store.browserSession(foreign, now: Self.now))
    try test.store.endBrowserSession(other.id, ofUser: 1)
    #expect(try test.store.browserSession(foreign, now: Self.now) != nil)
    try test.store.endBrowserSession(sessions[2].id, ofUser: 1)
    #expect(try test.store.browserSession(secrets[0], now: Self.now + 10) == nil)
    try test.store.endBrowserSessions(ofUser: 1, but: sessions[0].id)
    sessions = try test.store.browserSessions(ofUser: 1, now: Self.now + 10)
    #expect(sessions.count == 1)
    #expect(try test.store.browserSession(secrets[2], now: Self.now + 10) != nil)
  }

  @Test("A removed user's sessions, links and passkeys are gone; the clean-up removes what has expired")
  func cleanUp() throws {
    let test = try desk()
    let secret = try test.store.startBrowserSession(userID: 1, means: "link", browser: nil, now: Self.now)
    let link = try test.store.makeSignInLink(userID: 1, now: Self.now, lifetimeSeconds: 60)
    let key = try test.store.record(.user, id: 1).key
    try test.store.remove(.user, key: key, change())
    #expect(try test.store.browserSession(secret, now: Self.now) == nil)
    #expect(try test.store.signInLink(link, now: Self.now) == nil)
    _ = try test.store.startBrowserSession(userID: 2, means: "link", browser: nil, now: Self.now)
    _ = try test.store.makeSignInLink(userID: 2, now: Self.now, lifetimeSeconds: 60)
    #expect(try test.store.cleanUpBrowserSignIn(now: Self.now + 61) == 1)
    #expect(try test.store.cleanUpBrowserSignIn(now: Self.now + 15 * Self.day) == 1)
  }

  // MARK: Passkeys

  @Test("A passkey signs each challenge once, and its counter must grow")
  func passkey() throws {
    let test = try desk()
    func use(_ counter: Int, _ challenge: String) throws -> Bool {
      let id = try #require(try test.store.passkey(credential: "abc")).id
      return try test.store.use(
        passkey: id, counter: counter, challenge: challenge, expiresAt: Self.now + 600, now: Self.now)
    }
    func add(_ credential: String, user: Int = 1) throws -> Bool {
      try test.store.addPasskey(
        userID: user, credential: credential, publicKey: "key", algorithm: -7, counter: 0, name: "手機", now: Self.now)
    }
    #expect(try add("abc"))
    #expect(try !add("abc", user: 2), "a credential is one person's")
    #expect(try use(0, "one"), "a device that does not count")
    #expect(try !use(0, "one"), "the same challenge")
    #expect(try use(5, "two"))
    #expect(try !use(5, "three") && !use(4, "four"), "a copied key")
    #expect(try test.store.passkeys(ofUser: 1).map(\.name) == ["手機"])
    try test.store.removePasskey(1, ofUser: 2)
    #expect(try test.store.passkey(credential: "abc") != nil)
    for number in 2...Store.passkeyLimit { #expect(try add("\(number)")) }
    #expect(try !add("too many"))
  }
}
