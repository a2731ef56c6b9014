import Folklore
import Foundation
import JSON
import Records
import Sinks
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("Joining chats and accounts", .timed)
struct ChatJoiningTests {
  /// Both services; nothing is sent to them.
  private static func services() throws -> ChatServices {
    ChatServices(
      line: LineDesk.access(try LineSink(replyTokens: [])), telegram: try TelegramServer.access(TelegramSink()))
  }

  /// A browser in which somebody has signed in.
  private struct Browser {
    let desk: APIDesk
    let cookie: String

    init(_ desk: APIDesk, _ user: DeskUser) throws {
      self.desk = desk
      cookie = try desk.store.startBrowserSession(
        userID: user.id, means: "link", browser: nil, now: Int(desk.clock.now))
    }

    private var headers: [(String, String)] {
      [("Cookie", "__Host-folkcal=" + cookie), ("Accept", "text/html"), ("Accept-Language", "zh-TW")]
    }

    func get(_ path: String) async throws -> Reply { try await desk.get(path, headers) }

    func post(_ path: String, _ form: String = "") async throws -> Reply {
      try await desk.ask(
        "POST", path,
        as: nil,
        headers + [("Sec-Fetch-Site", "same-origin"), ("Content-Type", "application/x-www-form-urlencoded")],
        body: Array(form.utf8))
    }

    /// A code from the page of ways.
    func code(_ service: ChatService) async throws -> String {
      let page = try await post("/settings/chats/\(service.rawValue)")
      page.expect(200)
      return try #require(page.text.firstMatch(of: #/fcj_[0-9a-f]{32}/#).map { String($0.0) })
    }
  }

  private func code(in reply: ChatReply?) throws -> String {
    try #require(
      reply?.links.compactMap { $0.address.firstMatch(of: #/code=(fcj_[0-9a-f]{32})/#).map { String($0.1) } }.first)
  }

  private func subscriptions(_ desk: APIDesk, _ user: DeskUser) throws -> Set<String> {
    Set(try desk.store.record(.user, key: user.uuid)["event_subscriptions"].list.compactMap { $0["event"].text })
  }

  // MARK: From the chat

  @Test(
    "A link in the chat changes nothing when it is opened; its button joins, once, and takes along what the chat follows"
  )
  func link() async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let mei = try desk.user()
    let caller = ChatCaller(desk)
    _ = await caller.act(.opened(code: nil))
    try await caller.say("訂閱 中秋節")
    try await caller.say("初一 開")
    let former = try #require(try caller.chat).user
    let code = try code(in: try await caller.say("連結帳號"))
    let browser = try Browser(desk, mei)
    for _ in 0..<3 {
      let page = try await browser.get("/chats/join?code=\(code)")
      page.expect(200)
      #expect(page.text.contains("LINE") && page.text.contains("mei"))
      // Another language shows the same page.
      #expect(page.text.contains("name=\"to\" value=\"/chats/join?code=\(code)\""))
    }
    #expect(try caller.chat?.user == former)
    // Whoever has not signed in is sent there first, and comes back.
    let stranger = try await desk.get("/chats/join?code=\(code)", [("Accept", "text/html")])
    #expect(stranger.status == 200 && stranger.text.contains("/sign-in?to=%2Fchats%2Fjoin%3Fcode%3D\(code)"))
    #expect(
      try await desk.ask("POST", "/chats/join", as: nil, [("Sec-Fetch-Site", "same-origin")], body: []).status == 401)

    let joined = try await browser.post("/chats/join", "code=\(code)")
    #expect(joined.status == 303 && joined.header("Location") == "/settings/ways?done=chat-joined")
    #expect(try await browser.get("/settings/ways?done=chat-joined").text.contains("從現在起照帳號的設定："))
    let chat = try #require(try caller.chat)
    #expect(chat.user == mei.uuid && !chat.isOwn && chat.isActive)
    #expect(throws: RecordError.self) { try desk.store.record(.user, key: former) }
    let user = try desk.store.record(.user, key: mei.uuid)
    #expect(try subscriptions(desk, mei) == ["zhongqiu"])
    #expect(user["settings"]["channel"] == "line" && user["settings"]["newmoon_enabled"] == .flag(true))
    // Spent.
    #expect(try await browser.post("/chats/join", "code=\(code)").status == 410)
    #expect(try await browser.get("/chats/join?code=\(code)").status == 410)
    // What is said in the chat is the account's now.
    try await caller.say("訂閱 媽祖聖誕")
    #expect(try subscriptions(desk, mei) == ["zhongqiu", "mazu"])
    #expect(!desk.log.text.contains("fcj_"))
  }

  @Test("Unknown, expired and foreign codes join nothing, and say so")
  func wrongCodes() async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let browser = try Browser(desk, desk.user())
    let caller = ChatCaller(desk)
    for code in ["", "x", "fcj_" + String(repeating: "0", count: 32), "%27%22--", String(repeating: "a", count: 400)] {
      #expect(try await browser.get("/chats/join?code=\(code)").status == 410)
      #expect(try await browser.post("/chats/join", "code=\(code)").status == 410)
    }
    let late = try code(in: try await caller.say("連結帳號"))
    desk.clock.advance(seconds: 3_601)
    #expect(try await browser.post("/chats/join", "code=\(late)").status == 410)
    // A code from the page is for the chat, not for the page; and of its service only.
    let code = try await browser.code(.line)
    #expect(try await browser.post("/chats/join", "code=\(code)").status == 410)
    let telegram = ChatCaller(desk, "7", on: .telegram)
    #expect(await telegram.act(.opened(code: code))?.title == "這個代碼無效或已過期。")
    desk.clock.advance(seconds: 3_601)
    #expect(try await caller.say("加入 \(code)").title == "這個代碼無效或已過期。")
    // A code of the chat is for the page.
    let own = try self.code(in: try await caller.say("連結帳號"))
    #expect(try await caller.say("加入 \(own)").title == "這個代碼無效或已過期。")
    #expect(try caller.chat == nil && telegram.chat == nil)
    // Nobody tries many.
    var titles: Set<String> = []
    for _ in 0..<12 { titles.insert(try await caller.say("加入 fcj_00000000000000000000000000000000").title) }
    #expect(titles.contains("試太多次了，請一小時後再試。"))
    // A service that the server does not have.
    let other = try await APIDesk()
    #expect(try await Browser(other, other.user()).post("/settings/chats/line").status == 404)
    #expect(try await browser.post("/settings/chats/icq").status == 404)
  }

  // MARK: From the account

  @Test("A code from the page joins the chat in which it is said", arguments: ChatService.allCases)
  func fromThePage(service: ChatService) async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let mei = try desk.user()
    let browser = try Browser(desk, mei)
    let caller = ChatCaller(desk, "c", on: service)
    let page = try await browser.post("/settings/chats/\(service.rawValue)")
    let code = try #require(page.text.firstMatch(of: #/fcj_[0-9a-f]{32}/#).map { String($0.0) })
    #expect(
      page.text.contains(
        service == .telegram
          ? "https://t.me/folkcal_bot?start=\(code)"
          : "https://line.me/R/oaMessage/%40123abcde/?%E5%8A%A0%E5%85%A5%20\(code)"))
    let reply = service == .telegram ? await caller.act(.opened(code: code)) : try await caller.say("加入 \(code)")
    #expect(reply?.title == "已連結帳號「mei」。")
    // The settings of the account hold now: with all reminders on, each is named, here and in 我的.
    let settings = try desk.store.record(.user, key: mei.uuid)["settings"]
    #expect(settings["early_enabled"] == .flag(true) && settings["day_of_enabled"] == .flag(true))
    let told = ChatWords.timing(settings, .traditionalChinese)
    #expect(reply?.lines.first == "從現在起照帳號的設定：" + told)
    #expect(try await caller.say("我的").lines.contains(told))
    #expect(try caller.chat?.user == mei.uuid)
    #expect(try desk.store.record(.user, key: mei.uuid)["settings"]["channel"].text == service.rawValue)
    let ways = try await browser.get("/settings/ways")
    #expect(ways.text.contains("已連結") && ways.text.contains("/settings/chats/\(service.rawValue)/leave"))
    #expect(!ways.text.contains("fcj_"))
    // It leaves; the account stays.
    #expect(try await browser.post("/settings/chats/\(service.rawValue)/leave").status == 303)
    #expect(try caller.chat == nil)
    let user = try desk.store.record(.user, key: mei.uuid)
    #expect(user["settings"]["channel"] == "push" && user["email"] == "mei@example.org")
    #expect(try await caller.say("加入 \(code)").title == "這個代碼無效或已過期。")
  }

  @Test("All reminders of a day are named, each day once, the first one first")
  func timing() {
    func timing(_ days: Int, early: Bool, dayOf: Bool, _ language: Language = .traditionalChinese) -> String {
      ChatWords.timing(
        [
          "advance_days": .integer(days), "early_enabled": .flag(early), "day_of_enabled": .flag(dayOf),
          "notify_time": "08:00",
        ], language)
    }
    #expect(timing(1, early: true, dayOf: true) == "3 天前、前一天、當天 08:00 提醒您。")
    #expect(timing(1, early: false, dayOf: false) == "前一天 08:00 提醒您。")
    #expect(timing(3, early: true, dayOf: false) == "3 天前 08:00 提醒您。")
    #expect(timing(7, early: true, dayOf: false) == "7 天前、3 天前 08:00 提醒您。")
    #expect(timing(0, early: false, dayOf: true) == "當天 08:00 提醒您。")
    #expect(
      timing(1, early: true, dayOf: true, .english)
        == "You are told 3 days before, the day before, on the day at 08:00.")
  }

  @Test("A chat that follows something asks before it is taken along; the question waits in the database")
  func question() async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let mei = try desk.user()
    let caller = ChatCaller(desk)
    try await caller.say("訂閱 中秋節")
    let code = try await Browser(desk, mei).code(.line)
    let question = try await caller.say("加入 \(code)")
    #expect(question.title == "要連結帳號嗎？" && question.suggestions.first == "確定加入")
    #expect(try caller.chat?.isOwn == true)
    // Nobody else can confirm it, nor use its code.
    let other = ChatCaller(desk, "U2")
    #expect(try await other.say("確定加入").title == "這個代碼無效或已過期。")
    #expect(try await other.say("加入 \(code)").title == "這個代碼無效或已過期。")
    #expect(try await caller.say("確定加入").title == "已連結帳號「mei」。")
    #expect(try subscriptions(desk, mei) == ["zhongqiu"])
    #expect(try await caller.say("確定加入").title == "這個代碼無效或已過期。")
  }

  @Test("A chat of another account moves only after a confirmation that says so, from the page and from the chat")
  func moving() async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let (mei, lin) = (try desk.user(), try desk.user("lin"))
    let caller = ChatCaller(desk)
    try await caller.say("加入 \(try await Browser(desk, mei).code(.line))")
    try await caller.say("訂閱 中秋節")

    // In the chat.
    let question = try await caller.say("加入 \(try await Browser(desk, lin).code(.line))")
    #expect(question.lines.first?.contains("另一個帳號") == true)
    #expect(try caller.chat?.user == mei.uuid)
    #expect(try await caller.say("確定加入").title == "已連結帳號「lin」。")
    #expect(try caller.chat?.user == lin.uuid)
    // What the former account follows stays its own.
    #expect(try subscriptions(desk, mei) == ["zhongqiu"] && subscriptions(desk, lin).isEmpty)
    #expect(try desk.store.record(.user, key: mei.uuid)["settings"]["channel"] != "line")

    // On the page.
    let code = try desk.store.makeChatLink(.line, chat: caller.id, now: Int(desk.clock.now))
    let browser = try Browser(desk, mei)
    let asked = try await browser.post("/chats/join", "code=\(code)")
    #expect(asked.status == 409 && asked.text.contains("另一個帳號") && asked.text.contains("確定連結"))
    #expect(asked.text.contains("name=\"to\" value=\"/chats/join?code=\(code)\""))
    #expect(try caller.chat?.user == lin.uuid)
    #expect(try await browser.post("/chats/join", "code=\(code)&confirmed=on").status == 303)
    #expect(try caller.chat?.user == mei.uuid)
  }

  @Test("An account has one chat on a service: another takes its place after a confirmation")
  func otherChat() async throws {
    let desk = try await APIDesk(chats: try Self.services())
    let mei = try desk.user()
    let browser = try Browser(desk, mei)
    let (one, two) = (ChatCaller(desk, "U1"), ChatCaller(desk, "U2"))
    try await one.say("加入 \(try await browser.code(.line))")
    #expect(try await two.say("加入 \(try await browser.code(.line))").lines.first?.contains("另一個 LINE 聊天") == true)
    #expect(try two.chat == nil)
    #expect(try await two.say("確定加入").title == "已連結帳號「mei」。")
    #expect(try one.chat == nil && two.chat?.user == mei.uuid)
    // The same chat again changes nothing.
    #expect(try await two.say("加入 \(try await browser.code(.line))").title == "已連結帳號「mei」。")
    // Telegram stands beside LINE.
    let telegram = ChatCaller(desk, "7", on: .telegram)
    #expect(await telegram.act(.opened(code: try await browser.code(.telegram)))?.title == "已連結帳號「mei」。")
    #expect(try desk.store.chats(of: mei.uuid).count == 2)
    #expect(try await telegram.say("離開").lines.first?.contains("帳號和訂閱都還在") == true)
    #expect(try await telegram.say("確定離開").title == "已離開帳號。")
    #expect(try desk.store.chats(of: mei.uuid).map(\.service) == [.line])
    // Removing the account removes the chat.
    try desk.store.remove(.user, key: mei.uuid, desk.change)
    #expect(try two.chat == nil)
  }
}
