import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Choices of people without an account", .timed)
struct ChoiceTests {
  private static let now = TestStore.change.at
  private static let day = 86_400

  private func change(after days: Int = 0) -> Change {
    Change(actor: "choice", at: Self.now + days * Self.day, today: TestStore.change.today)
  }

  private static let draft = Draft(fields: [
    Draft.Given("settings", ["advance_days": .integer(2), "notify_time": "20:00", "channel": "feed"])
  ])

  @Test("A choice is a user without a name; one secret changes it, the database keeps only hashes")
  func secrets() throws {
    let test = try TestStore()
    let (choice, secret) = try test.store.addChoice(Self.draft, change())
    #expect(secret.hasPrefix("fcc_") && secret.utf8.count == 68)
    #expect(choice.user["email"] == .null && choice.user["settings"]["advance_days"] == .integer(2))
    #expect(try test.integer("SELECT COUNT(*) FROM choices WHERE choice_hash = '\(secret)'") == 0)
    #expect(try test.store.choice(secret)?.user.key == choice.user.key)
    #expect(try test.store.choice("fcc_" + String(repeating: "0", count: 64)) == nil)
    #expect(try test.store.choice("x") == nil)

    let id = try #require(choice.user.id)
    let newer = try #require(try test.store.renewChoiceSecret(userID: id, change()))
    #expect(try test.store.choice(secret) == nil)
    #expect(try test.store.choice(newer)?.user.key == choice.user.key)
    try test.store.remove(.user, key: choice.user.key, change())
    #expect(try test.store.choice(newer) == nil)
    #expect(try test.integer("SELECT COUNT(*) FROM choices") == 0)
  }

  @Test("The calendar's token can be shown again by the secret, renewed and ended; the secret does not follow from it")
  func calendar() throws {
    let test = try TestStore()
    let (choice, secret) = try test.store.addChoice(Self.draft, change())
    #expect(try test.store.feedToken(ofChoice: secret) == nil)
    let token = try #require(try test.store.makeFeedToken(ofChoice: secret, change()))
    #expect(token.hasPrefix("fcf_") && token.utf8.count == 68)
    #expect(try test.store.feedToken(ofChoice: secret) == token)
    #expect(try test.store.user(feedToken: token)?.key == choice.user.key)
    #expect(try test.store.choice("fcc_" + token.dropFirst(4)) == nil)

    let newer = try #require(try test.store.makeFeedToken(ofChoice: secret, change()))
    #expect(newer != token)
    #expect(try test.store.user(feedToken: token) == nil)
    #expect(try test.store.user(feedToken: newer) != nil)

    // With a new secret the calendar goes on, but cannot be shown again.
    let id = try #require(choice.user.id)
    let other = try #require(try test.store.renewChoiceSecret(userID: id, change()))
    #expect(try test.store.user(feedToken: newer) != nil)
    #expect(try test.store.feedToken(ofChoice: other) == nil)
    #expect(try test.store.feedToken(ofChoice: secret) == nil)
    try test.store.revokeFeedToken(user: choice.user.key, change())
    #expect(try test.store.user(feedToken: newer) == nil)
    #expect(try test.store.makeFeedToken(ofChoice: secret, change()) == nil)
  }

  @Test("What nobody reads for a year is removed 30 days after a notice; a reading or a device keeps it")
  func cleanUp() throws {
    let test = try TestStore()
    var secrets: [String] = []
    for _ in 0..<4 { secrets.append(try test.store.addChoice(Self.draft, change()).secret) }
    let users = try secrets.map { try #require(try test.store.choice($0)?.user) }
    let ids = try users.map { try #require($0.id) }
    _ = try test.store.register(
      device: ["token": "a-device", "platform": "web", "is_active": .flag(true)], of: users[3].key, change())

    // The second is read after 200 days.
    #expect(try !test.store.isReadingDue(ofChoice: ids[1], now: Self.now))
    #expect(try test.store.isReadingDue(ofChoice: ids[1], now: Self.now + 200 * Self.day))
    try test.store.noteReading(ofChoice: ids[1], now: Self.now + 200 * Self.day)
    #expect(try test.store.cleanUpChoices(change(after: 364)) == 0)
    #expect(try test.store.removal(ofChoice: ids[0]) == nil)

    #expect(try test.store.cleanUpChoices(change(after: 365)) == 0)
    #expect(try test.store.removal(ofChoice: ids[0]) == Self.now + 395 * Self.day)
    #expect(try test.store.removal(ofChoice: ids[1]) == nil)
    #expect(try test.store.removal(ofChoice: ids[3]) == nil)
    // The third is read while its calendar says so.
    try test.store.noteReading(ofChoice: ids[2], now: Self.now + 380 * Self.day)
    #expect(try test.store.cleanUpChoices(change(after: 394)) == 0)
    #expect(try test.store.cleanUpChoices(change(after: 395)) == 1)
    #expect(try secrets.map { try test.store.choice($0) != nil } == [false, true, true, true])
    #expect(try test.store.removal(ofChoice: ids[2]) == nil)
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 3)
  }

  @Test("Whom one follows is not in the audit log")
  func log() throws {
    let test = try TestStore()
    try test.add(.event, #"[{"key":"mazu","type":"festival","title":"媽祖聖誕","rule":"lunar 3/23"}]"#)
    let user = try test.store.addChoice(Self.draft, change()).choice.user
    try test.store.edit(
      .user, key: user.key,
      Draft(fields: [Draft.Given("event_subscriptions", [["event": "mazu", "is_enabled": .flag(true)]])]), change())
    let entries = try test.store.audit(.user, key: user.key, limit: 10)
    #expect(entries.first?.after["event_subscriptions"] == .integer(1))
    #expect(!entries.contains { $0.after.json().contains("mazu") || $0.before.json().contains("mazu") })
  }

  @Test("A device's new token takes the place of the former one")
  func renewedDevice() throws {
    let test = try TestStore()
    let user = try test.store.addChoice(Self.draft, change()).choice.user
    _ = try test.store.register(
      device: ["token": "former", "platform": "web", "is_active": .flag(false)], of: user.key, change())
    #expect(try test.store.user(ofDevice: "unknown") == nil)
    #expect(try test.store.user(ofDevice: "former") == user.key)
    try test.store.replaceDevice("former", by: "newer", of: user.key, change())
    #expect(try test.store.devices(of: user.key).map(\.isActive) == [true])
    #expect(try test.store.token(ofDevice: "newer", of: user.key) == "newer")
    #expect(try test.store.token(ofDevice: "former", of: user.key) == nil)
  }
}
