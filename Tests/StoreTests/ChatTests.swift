import Folklore
import JSON
import Records
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite("Chats", .timed)
struct ChatTests {
  private static let now = TestStore.change.at

  private func change(after seconds: Int = 0) -> Change {
    Change(actor: "line chat", at: Self.now + seconds, today: TestStore.change.today)
  }

  private static let draft = Draft(fields: [Draft.Given("settings", ["channel": "line"])])

  private func account(_ test: TestStore, _ email: String = "mei@example.org") throws -> String {
    try #require(try test.store.add([Draft(fields: [.init("email", .text(email))])], to: .user, change()).first).key
  }

  @Test("An event is taken once, for each service; after some days it is forgotten")
  func events() throws {
    let test = try TestStore()
    #expect(try test.store.takeChatEvent(.line, "e", now: Self.now))
    #expect(try !test.store.takeChatEvent(.line, "e", now: Self.now + 1))
    #expect(try test.store.takeChatEvent(.telegram, "e", now: Self.now))
    try test.store.cleanUpChats(change(after: 2 * 86_400))
    #expect(try test.integer("SELECT COUNT(*) FROM chat_events") == 2)
    try test.store.cleanUpChats(change(after: 4 * 86_400))
    #expect(try test.integer("SELECT COUNT(*) FROM chat_events") == 0)
  }

  @Test("One of many who take the same event at once gets it")
  func sameEvent() async throws {
    let test = try TestStore()
    let store = test.store
    let taken = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? store.takeChatEvent(.line, "e", now: Self.now)) ?? false } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(taken == 1)
  }

  @Test("A chat gets one user, whoever asks first; it ends with the user, and the user with it")
  func own() throws {
    let test = try TestStore()
    let chat = try test.store.addChat(.line, "U1", Self.draft, change())
    #expect(chat.isOwn && chat.isActive)
    #expect(try test.store.addChat(.line, "U1", Self.draft, change()).user == chat.user)
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 1)
    try test.store.setActive(false, chat: .line, "U1", now: Self.now)
    #expect(try test.store.chat(.line, "U1")?.isActive == false)
    try test.store.setActive(true, chat: .line, "U1", now: Self.now)
    #expect(try test.store.chat(.line, "U1")?.isActive == true)
    #expect(try test.store.leave(.line, "U1", change()))
    #expect(try !test.store.leave(.line, "U1", change()))
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 0)

    let other = try test.store.addChat(.telegram, "7", Self.draft, change())
    try test.store.remove(.user, key: other.user, change())
    #expect(try test.store.chat(.telegram, "7") == nil)
  }

  @Test("Who has blocked us for a year is removed; an account is not")
  func blocked() throws {
    let test = try TestStore()
    let mei = try account(test)
    _ = try test.store.addChat(.line, "U1", Self.draft, change())
    let code = try test.store.makeChatLink(.line, user: mei, now: Self.now)
    #expect(try test.store.join(chat: .line, "U2", byCode: code, change()) == .joined)
    for id in ["U1", "U2"] { try test.store.setActive(false, chat: .line, id, now: Self.now) }
    #expect(try test.store.cleanUpChats(change(after: 364 * 86_400)) == 0)
    #expect(try test.store.cleanUpChats(change(after: 366 * 86_400)) == 1)
    #expect(try test.store.chat(.line, "U1") == nil && test.store.chat(.line, "U2")?.user == mei)
  }

  @Test("The database keeps only hashes of codes; they expire, work once, and are of one service")
  func codes() throws {
    let test = try TestStore()
    let mei = try account(test)
    let code = try test.store.makeChatLink(.line, user: mei, now: Self.now)
    #expect(code.wholeMatch(of: #/[A-Za-z0-9_-]{1,64}/#) != nil && code.hasPrefix("fcj_"))
    #expect(try test.integer("SELECT COUNT(*) FROM chat_links WHERE link_hash = '\(code)'") == 0)
    #expect(try test.store.chatLink(code, now: Self.now)?.user == mei)
    #expect(try test.store.chatLink(code, now: Self.now + 3_600) == nil)
    #expect(try test.store.join(chat: .telegram, "7", byCode: code, change()) == .isOver)
    #expect(try test.store.join(chat: .line, "U1", byCode: code, change(after: 3_600)) == .isOver)
    #expect(try test.store.join(account: mei, byLink: code, isConfirmed: true, change()) == .isOver)
    #expect(try test.store.join(chat: .line, "U1", byCode: "fcj_" + code.dropFirst(4).reversed(), change()) == .isOver)
    #expect(try test.store.join(chat: .line, "U1", byCode: code, change()) == .joined)
    #expect(try test.store.join(chat: .line, "U1", byCode: code, change()) == .isOver)
    _ = try test.store.makeChatLink(.line, chat: "U1", now: Self.now)
    try test.store.cleanUpChats(change(after: 3_600))
    #expect(try test.integer("SELECT COUNT(*) FROM chat_links") == 0)
    // A code ends with its account.
    _ = try test.store.makeChatLink(.line, user: mei, now: Self.now)
    try test.store.remove(.user, key: mei, change())
    #expect(try test.integer("SELECT COUNT(*) FROM chat_links") == 0)
    #expect(throws: RecordError.self) { try test.store.makeChatLink(.line, user: mei, now: Self.now) }
  }

  @Test("Of two who open one link at once, one gets the chat")
  func race() async throws {
    let test = try TestStore()
    let store = test.store
    let accounts = try (0..<4).map { try account(test, "m\($0)@example.org") }
    _ = try store.addChat(.line, "U1", Self.draft, change())
    let code = try store.makeChatLink(.line, chat: "U1", now: Self.now)
    let change = change()
    let joined = await withTaskGroup(of: ChatJoining?.self) { group in
      for account in accounts {
        group.addTask { try? store.join(account: account, byLink: code, isConfirmed: true, change) }
      }
      return await group.reduce(into: [ChatJoining?]()) { $0.append($1) }
    }
    #expect(joined.filter { $0 == .joined }.count == 1 && joined.filter { $0 == .isOver }.count == 3)
    #expect(try test.integer("SELECT COUNT(*) FROM chats") == 1)
    #expect(try test.integer("SELECT COUNT(*) FROM users") == 4)
  }

  @Test("Joining makes the chat the first way, and the former one the second; leaving gives it back")
  func ways() throws {
    let test = try TestStore()
    let mei = try account(test)
    func settings() throws -> JSON { try test.store.record(.user, key: mei)["settings"] }
    try test.store.edit(.user, key: mei, Draft(fields: [.init("settings", ["channel": "mail"])]), change())
    let code = try test.store.makeChatLink(.telegram, user: mei, now: Self.now)
    #expect(try test.store.join(chat: .telegram, "7", byCode: code, change()) == .joined)
    #expect(try settings()["channel"] == "telegram" && settings()["fallback_channel"] == "mail")
    try test.store.leave(.telegram, "7", change())
    #expect(try settings()["channel"] == "mail" && settings()["fallback_channel"] == .null)
    #expect(try test.store.record(.user, key: mei)["email"] == "mei@example.org")
  }

  @Test("A copy of the database has the chats")
  func copy() throws {
    let test = try TestStore()
    _ = try test.store.addChat(.line, "U1", Self.draft, change())
    _ = try test.store.takeChatEvent(.line, "e", now: Self.now)
    _ = try test.store.makeChatLink(.line, chat: "U1", now: Self.now)
    let other = try TestStore()
    #expect(try test.store.copy(to: other.store).tables.filter { $0.table.hasPrefix("chat") }.map(\.rows) == [1, 1, 1])
    #expect(try other.store.chat(.line, "U1")?.isOwn == true)
  }
}
