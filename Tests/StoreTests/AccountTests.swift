import Database
import Folklore
import Foundation
import JSON
import Records
import TestSupport
import Testing

@testable import Store

@Suite("Accounts: links by mail, a choice that comes along, erasing", .timed)
struct AccountTests {
  private static let change = TestStore.change

  private func user(_ test: TestStore, email: String) throws -> Record {
    let draft = Draft(fields: [Draft.Given("email", .text(email))])
    return try #require(try test.store.add([draft], to: .user, Self.change).first)
  }

  @Test("A link for a mail address adds the account when it is spent, once, and finds the one that is there")
  func links() throws {
    let test = try TestStore()
    let newcomer = Draft(fields: [Draft.Given("locale", "en")])
    let (now, hour) = (Self.change.at, 3_600)
    let first = try test.store.makeSignInLink(email: "New@Example.org", now: now, lifetimeSeconds: hour)
    #expect(try test.store.signInLink(first, now: now)?.name == "new@example.org")
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 0, "asking adds nobody")
    let made = try #require(try test.store.spend(link: first, newcomer: newcomer, Self.change))
    #expect(made["email"] == "new@example.org" && made["locale"] == "en" && made["role"] == .null)
    #expect(try test.store.spend(link: first, newcomer: newcomer, Self.change) == nil)
    let second = try test.store.makeSignInLink(email: "new@example.org", now: now, lifetimeSeconds: hour)
    #expect(try test.store.spend(link: second, newcomer: newcomer, Self.change)?.key == made.key)
    #expect(try test.store.signInLink(second, now: now + hour) == nil)
    #expect(throws: RecordFaults.self) {
      try test.store.makeSignInLink(email: "no address", now: now, lifetimeSeconds: hour)
    }
    // The first operator's link is another one, and stays.
    let operators = try test.store.makeSignInLink(userID: nil, now: now, lifetimeSeconds: hour)
    let other = try test.store.makeSignInLink(email: "x@example.org", now: now, lifetimeSeconds: hour)
    _ = try test.store.makeSignInLink(userID: nil, now: now, lifetimeSeconds: hour)
    #expect(try test.store.signInLink(operators, now: now) == nil)
    #expect(try test.store.signInLink(other, now: now)?.isFirstOperators == false)
  }

  @Test("A second link ends the first of the same person, by mail or from an operator, and nobody else's")
  func secondLink() throws {
    let test = try TestStore()
    let (now, hour) = (Self.change.at, 3_600)
    let mei = try user(test, email: "mei@example.org")
    let others = try [
      test.store.makeSignInLink(userID: user(test, email: "lin@example.org").id, now: now, lifetimeSeconds: hour),
      test.store.makeSignInLink(email: "newcomer@example.org", now: now, lifetimeSeconds: hour),
    ]
    let ways: [() throws -> String] = [
      { try test.store.makeSignInLink(email: "Mei@example.org", now: now, lifetimeSeconds: hour) },
      { try test.store.makeSignInLink(userID: mei.id, now: now, lifetimeSeconds: hour) },
      {
        try test.store.makeSignInLink(email: "mei@example.org", role: nil, lifetimeSeconds: hour, Self.change).link
      },
    ]
    for first in ways {
      for second in ways {
        let (former, latter) = (try first(), try second())
        #expect(try test.store.signInLink(former, now: now) == nil)
        #expect(try test.store.spend(link: former, newcomer: Draft(fields: []), Self.change) == nil)
        #expect(try test.store.signInLink(latter, now: now)?.name != nil)
      }
    }
    for link in others { #expect(try test.store.signInLink(link, now: now) != nil) }
  }

  /// A choice with a subscription, an own day, a device and a calendar.
  private func choice(_ test: TestStore) throws -> (user: Record, secret: String, feed: String) {
    let device: JSON = ["token": "token-of-the-telephone", "platform": "ios", "is_active": true]
    let (choice, secret) = try test.store.addChoice(
      Draft(fields: [
        Draft.Given("settings", ["advance_days": 5, "notify_time": "20:00", "channel": "push"]),
        Draft.Given("time_zone", "Asia/Tokyo"), Draft.Given("devices", .list([device])),
        Draft.Given("event_subscriptions", [["event": "mazu", "is_enabled": true]]),
      ]), Self.change)
    _ = try test.store.addOwnEvent(
      Draft(fields: [
        Draft.Given("title", "阿嬤忌日"), Draft.Given("rule", "lunar 6/15 leap=leap"),
        Draft.Given("observance", "memorial"),
        Draft.Given("advance_days", 3),
      ]), of: choice.user.key, Self.change)
    let feed = try #require(try test.store.makeFeedToken(ofChoice: secret, Self.change))
    return (choice.user, secret, feed)
  }

  @Test(
    "A choice comes along whole, and its calendar goes on; an older account keeps its settings",
    arguments: [true, false])
  func takingAlong(isNew: Bool) throws {
    let test = try TestStore()
    try test.add(.event, #"{"key":"mazu","title":"媽祖聖誕","rule":"lunar 3/23","observance":"birth"}"#)
    let (gone, secret, feed) = try choice(test)
    let account = try user(test, email: "mei@example.org")
    #expect(
      try test.store.takeAlong(choice: secret, into: account.key, replacesSettings: isNew, Self.change))
    let record = try test.store.record(.user, key: account.key)
    #expect(record["event_subscriptions"].list.compactMap { $0["event"].text } == ["mazu"])
    #expect(record["devices"].list.compactMap { $0["token"].text } == ["token-of-the-telephone"])
    #expect(record["settings"]["advance_days"] == .integer(isNew ? 5 : 1))
    #expect(record["time_zone"] == .text(isNew ? "Asia/Tokyo" : "Asia/Taipei"))
    let own = try test.store.events(ownedBy: record)
    #expect(own.map { "\($0.title.traditionalChinese) \($0.rule)" } == ["阿嬤忌日 lunar 6/15 leap=leap"])
    #expect(own.map(\.advanceDays) == [3])
    #expect(try test.store.user(feedToken: feed)?.key == account.key)
    #expect(try test.store.choice(secret) == nil)
    #expect(throws: RecordError.self) { try test.store.record(.user, key: gone.key) }
    // Again, or by another secret, there is nothing to take.
    #expect(
      try !test.store.takeAlong(choice: secret, into: account.key, replacesSettings: isNew, Self.change))
  }

  @Test("A removed account leaves no byte in the file or beside it", .enabled(if: TestDatabase.isFile))
  func erasing() throws {
    let test = try TestStore()
    try test.add(.event, #"{"key":"mazu","title":"媽祖聖誕","rule":"lunar 3/23","observance":"birth"}"#)
    _ = try test.store.plan(days: 400, Self.change)
    let account = try user(test, email: "erased@example.org")
    let id = try #require(account.id)
    // Former values must not stay in pages either.
    for name in ["林舊名", "林新名"] {
      try test.store.edit(
        .user, key: account.key, Draft(fields: [Draft.Given("display_name", .text(name))]), Self.change)
    }
    let (_, secret, _) = try choice(test)
    _ = try test.store.takeAlong(choice: secret, into: account.key, replacesSettings: true, Self.change)
    _ = try test.store.startBrowserSession(userID: id, means: "mail", browser: "Netscape/erased", now: Self.change.at)
    _ = try test.store.addPasskey(
      userID: id, credential: "credential-erased", publicKey: "key-erased", algorithm: -7, counter: 0,
      name: "密鑰的名稱", now: Self.change.at)
    _ = try test.store.makeSignInLink(email: "erased@example.org", now: Self.change.at, lifetimeSeconds: 60)
    let words = [
      "erased@example.org", "林舊名", "林新名", "阿嬤忌日", "token-of-the-telephone", "Netscape/erased", "credential-erased",
      "key-erased", "密鑰的名稱", account.key,
    ]
    func found() throws -> [String] {
      let place = test.store.database.place
      let files = try ["", "-wal"].map { suffix in
        FileManager.default.fileExists(atPath: place + suffix)
          ? try Data(contentsOf: URL(fileURLWithPath: place + suffix)) : Data()
      }
      return words.filter { word in files.contains { $0.range(of: Data(word.utf8)) != nil } }
    }
    #expect(try found().count == words.count, "what is kept can be found, so the search works")
    try test.store.remove(.user, key: account.key, Self.change)
    #expect(try found() == [])
  }
}
