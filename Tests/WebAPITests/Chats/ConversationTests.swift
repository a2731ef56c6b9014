import Folklore
import Geo
import JSON
import Records
import Store
import TestSupport
import Testing

@testable import WebAPI

@Suite("Conversations in chats", .timed)
struct ConversationTests {
  private func users(_ desk: APIDesk) throws -> Int { try desk.store.records(.user).count }

  @Test("Whoever only reads is not kept: no user, no chat")
  func reading() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    for text in [
      "今天", "三月廿三 是幾號", "媽祖", "下一個", "這個月", "初一十五", "附近 鹿港", "說明", "你好", "哇啦哇啦", "取消 媽祖", "我的", "離開", "確定離開", "語言",
      "提前 99 天", "時間", "訂閱", "訂閱 媽祖",
    ] {
      let reply = try await caller.say(text)
      #expect(!reply.title.isEmpty, "\(text)")
    }
    #expect(await caller.act(.location(try Coordinate(latitude: 24.0577, longitude: 120.4313))) != nil)
    for (content, title) in [
      (ChatEvent.Content.sound, "我聽不懂語音，請打字。"), (.picture, "我看不懂圖片，請打字。"), (.sticker, "我看不懂貼圖，請打字。"),
    ] {
      let reply = try #require(await caller.act(.unreadable(content)))
      #expect(reply.title == title && reply.suggestions.contains("說明") && reply.suggestions.contains("今天"))
    }
    for text in ["停止", "不要再傳了", "退訂"] {
      #expect(try await caller.say(text).title == "好的，這裡不會傳提醒給您。", "\(text)")
    }
    #expect(try users(desk) == 0 && caller.chat == nil)
  }

  /// 2025-04-20 is 農曆三月廿三 (Hong Kong Observatory).
  @Test("A date is answered with the other calendar, its days and how far it is")
  func dates() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "dates")
    let today = try await caller.say("今天")
    #expect(today.lines.first == "農曆三月二十 · 乙巳年（蛇） · 今天")
    #expect(today.title == "2025年4月17日 星期四" && today.text.contains("農曆三月二十") && today.text.contains("今天"))
    let mazu = try await caller.say("農曆三月廿三是國曆幾號")
    #expect(mazu.title == "2025年4月20日 星期日" && mazu.text.contains("還有 3 天"))
    #expect(mazu.rows.contains { $0.title == "媽祖聖誕" } && mazu.suggestions.contains("訂閱 媽祖聖誕"))
    #expect(mazu.rows.allSatisfy { $0.address?.hasPrefix("https://days.example.org/event/") == true })
    let christmas = try await caller.say("12/25 農曆幾號")
    #expect(christmas.text.contains("農曆十一月初六"))
    #expect(try await caller.say("2025/2/30").suggestions.contains("2025-02-28"))
    #expect(try await caller.say("2026/2/17").text.contains("放假"))
    #expect(try await caller.say("民國115年清明").text.contains("節氣：清明"))
  }

  @Test("What a family keeps comes first in a chat, and fasts do not come at all")
  func weight() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "weight")
    for (day, title) in [("2026/2/17", "春節"), ("2026/3/3", "元宵節"), ("2025/5/31", "端午節"), ("2025/10/6", "中秋節")] {
      let reply = try await caller.say(day)
      #expect(reply.rows.first?.title == title && !reply.rows.contains { $0.title.contains("齋日") }, "\(reply.rows)")
    }
    let month = try await caller.say("這個月")
    #expect(month.rows.contains { $0.title.hasPrefix("媽祖聖誕") } && !month.text.contains("齋日"))
  }

  @Test("A name shows the next day; a deity with several days shows each, with words to follow it")
  func names() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "names")
    let one = try await caller.say("媽祖聖誕是什麼時候")
    #expect(one.title == "媽祖聖誕" && one.rows.first?.detail?.contains("2025年4月20日") == true)
    #expect(one.suggestions.contains("訂閱 媽祖聖誕"))
    let deity = try await caller.say("媽祖")
    #expect(deity.rows.count > 1 && deity.suggestions.contains("訂閱 媽祖聖誕"))
    let next = try await caller.say("下一個 媽祖")
    #expect(next.title.contains("媽祖聖誕") && next.lines == ["還有 3 天"])
    #expect(try await caller.say("離中秋還有幾天").lines == ["還有 172 天"])
    // Mid-autumn of 2025 is 6 October.
    #expect(try await caller.say("中秋節").rows.first?.detail?.contains("2025年10月6日") == true)
  }

  @Test(
    "To follow makes a user of the chat's own, by the same records as everywhere, and the audit log tells who did it")
  func follow() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    let reply = try await caller.say("訂閱 媽祖聖誕")
    #expect(reply.title == "已訂閱「媽祖聖誕」。" && reply.suggestions.contains("取消 媽祖聖誕"))
    let chat = try #require(try caller.chat)
    #expect(chat.isOwn && chat.isActive)
    let user = try desk.store.record(.user, key: chat.user)
    #expect(user["email"] == .null && user["display_name"] == .null)
    #expect(user["event_subscriptions"].list.map { $0["event"] } == ["mazu"])
    let settings = user["settings"]
    #expect(settings["channel"] == "line" && settings["newmoon_enabled"] == .flag(false))
    #expect(settings["notify_time"] == "20:00" && settings["advance_days"] == .integer(1))
    #expect(try desk.store.audit(.user, limit: 5).allSatisfy { $0.actor == "line chat" })

    #expect(try await caller.say("訂閱 媽祖聖誕").title == "已經訂閱「媽祖聖誕」了。")
    #expect(try await caller.say("訂閱 媽祖信仰").title == "已訂閱「媽祖信仰」。")
    let mine = try await caller.say("我的")
    #expect(mine.text.contains("媽祖信仰") && mine.rows.first?.title == "媽祖聖誕")
    // One day of the group is switched off; then the group ends.
    #expect(try await caller.say("取消 媽祖聖誕").title == "已取消「媽祖聖誕」。")
    #expect(
      try desk.store.record(.user, key: chat.user)["event_subscriptions"].list.map { $0["is_enabled"] } == [
        .flag(false)
      ])
    #expect(try await caller.say("取消 媽祖信仰").title == "已取消「媽祖信仰」。")
    #expect(try await caller.say("取消 媽祖").title == "您還沒有訂閱任何日子，不會收到提醒。")
  }

  @Test("What several days fit is never guessed: each is offered, and nothing is written")
  func choice() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    let reply = try await caller.say("訂閱 媽祖")
    #expect(try await caller.say("訂閱 觀音").rows.first?.title == "觀音三節")
    #expect(reply.title == "要訂閱哪一個？" && reply.suggestions.contains("訂閱 媽祖聖誕"))
    #expect(try caller.chat == nil)
    for text in ["訂閱 mazu", "订阅 妈祖", "follow mazu"] {
      #expect(try await caller.say(text).suggestions.count > 1, "\(text)")
    }
    #expect(try caller.chat == nil)
    #expect(try await caller.say("訂閱 沒有這個神").title.contains("沒有叫"))
    #expect(try await caller.say("訂閱 #88").title.hasPrefix("已訂閱"))
  }

  @Test("Settings are those of the app")
  func settings() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    func setting(_ name: String) throws -> JSON {
      try desk.store.record(.user, key: #require(try caller.chat).user)["settings"][name]
    }
    try await caller.say("初一十五 開")
    #expect(try setting("newmoon_enabled") == .flag(true) && setting("fullmoon_enabled") == .flag(true))
    try await caller.say("十五 關")
    #expect(try setting("newmoon_enabled") == .flag(true) && setting("fullmoon_enabled") == .flag(false))
    try await caller.say("提前三天")
    #expect(try setting("advance_days") == .integer(3))
    try await caller.say("早上七點半提醒我")
    #expect(try setting("notify_time") == "07:30")
    #expect(try await caller.say("提前 31 天").title.contains("0 到 30"))
    #expect(try setting("advance_days") == .integer(3))
    try await caller.say("提醒 關")
    #expect(try setting("enable_all") == .flag(false))
    #expect(try await caller.say("訂閱 中秋節").text.contains("提醒現在是關的"))
    try await caller.say("提醒 開")
    #expect(try setting("enable_all") == .flag(true))
    #expect(try await caller.say("語言 English").title == "English from now on.")
    #expect(try await caller.say("mine").title == "My reminders")
    #expect(try await caller.say("中文").title == "以後用正體中文。")
  }

  @Test("The reminders of a chat are planned like those of everybody")
  func plan() async throws {
    let desk = try await APIDesk()
    _ = try desk.store.plan(days: 30, desk.change)
    let caller = ChatCaller(desk)
    try await caller.say("訂閱 媽祖聖誕")
    try await desk.service.completeReplans()
    var query = ReminderQuery()
    query.user = try #require(try caller.chat).user
    query.limit = 10
    let planned = try desk.service.queue.page(query, now: Int(desk.clock.now)).reminders
    // 20:00 of 19 April in Taipei.
    #expect(planned.map(\.scheduledAt) == [1_745_064_000])
  }

  @Test("The answer is in the person's language: the app's, else that of the words")
  func languages() async throws {
    let desk = try await APIDesk.reading
    #expect(try await ChatCaller(desk, "a", language: .english).say("今天").title == "Thursday, 17 April 2025")
    #expect(try await ChatCaller(desk, "b").say("today").title == "Thursday, 17 April 2025")
    #expect(try await ChatCaller(desk, "c").say("说明").title == "您可以这样说")
    #expect(try await ChatCaller(desk, "d").say("說明").title == "您可以這樣說")
  }

  @Test("Temples near a position or a typed place, with distance and a map; the next day that each keeps")
  func places() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "places")
    let question = try await caller.say("附近")
    #expect(question.lines.first?.contains("位置") == true && question.locationButton == "傳送位置")
    // The temple of Mazu in Lukang.
    let near = try #require(await caller.act(.location(try Coordinate(latitude: 24.0594, longitude: 120.4317))))
    #expect(near.title == "您附近的廟" && !near.rows.isEmpty)
    #expect(near.rows.allSatisfy { $0.address?.hasPrefix("https://www.google.com/maps/") == true })
    #expect(near.rows[0].detail?.contains("公尺") == true || near.rows[0].detail?.contains("公里") == true)
    #expect(near.rows.contains { $0.detail?.contains("媽祖聖誕（還有 3 天）") == true })
    let typed = try await caller.say("鹿港附近的廟")
    #expect(typed.title == "彰化縣鹿港鎮附近的廟" && !typed.rows.isEmpty)
    #expect(try await caller.say("附近 信義區").suggestions.contains { $0.hasPrefix("附近 ") && $0.contains("信義區") })
    #expect(try await caller.say("附近 沒有這裡").title == "找不到「沒有這裡」這個地方。")
    let sea = try #require(await caller.act(.location(try Coordinate(latitude: 0, longitude: 0))))
    #expect(sea.rows.isEmpty && sea.title.contains("60 公里"))
  }

  @Test("Unknown words get words that work, and the nearest known one")
  func unknown() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "unknown")
    #expect(try await caller.say("媽租").suggestions.first.map { $0.contains("媽祖") || $0.contains("天上聖母") } == true)
    #expect(try await caller.say("初一十王").suggestions.first == "初一十五")
    let other = try await caller.say("阿里不達啦啦")
    #expect(other.title == "我看不懂「阿里不達啦啦」。" && other.suggestions.count >= 3)
    #expect(try await caller.say("tomorow").suggestions.first == "tomorrow")
  }

  @Test("Everything that an answer suggests is understood", arguments: Language.allCases)
  func suggestions(language: Language) async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk, language: language)
    let reader = try await Conversation(
      desk.service, ChatEvent(service: .line, id: "x", chat: "x", language: language, action: .unreadable(.other))
    ).reader
    let chosen: [Language: [String]] = [
      .traditionalChinese: Sayings.all.map(\.said), .simplifiedChinese: Sayings.all.map(\.said),
      .english: Sayings.all.map(\.said),
    ]
    // Joining and leaving have tests of their own.
    var waiting = (chosen[language] ?? []) + ["取消", "取消 觀音", "訂閱 王爺", "訂閱 觀音", "附近 信義區", "附近 xx"]
    var seen: Set<String> = []
    while let text = waiting.popLast(), seen.count < 700 {
      guard seen.insert(text).inserted else { continue }
      let reply = try await caller.say(text)
      #expect(reply.suggestions.count <= 13, "\(text)")
      for suggestion in reply.suggestions {
        #expect(suggestion.count <= ChatReader.longestText && !suggestion.isEmpty, "\(text): \(suggestion)")
        let meaning = reader.meaning(of: suggestion)
        #expect(meaning.summary != "unknown" && meaning.summary != "no day", "\(text): \(suggestion)")
        if !seen.contains(suggestion) { waiting.append(suggestion) }
      }
      // Numbers, and the program's name, are not for families.
      #expect(!reply.text.contains("#") && !reply.suggestions.contains { $0.contains("#") }, "\(text): \(reply.text)")
      #expect(!reply.text.lowercased().contains("folkcal"), "\(text): \(reply.text)")
      #expect(reply.rows.count <= 10 && reply.lines.allSatisfy { !$0.isEmpty } && !reply.title.isEmpty, "\(text)")
      // Nothing that was suggested to follow may lead nowhere.
      if text.hasPrefix("訂閱 ") || text.hasPrefix("follow ") { #expect(!reply.title.contains("沒有叫"), "\(text)") }
    }
  }

  // MARK: Being told less

  @Test("A family says in its own words that it wants to be left alone, and is")
  func leftAlone() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    try await caller.say("訂閱 媽祖聖誕")
    func isOn() throws -> Bool {
      try desk.store.record(.user, key: #require(try caller.chat).user)["settings"]["enable_all"] == .flag(true)
    }
    for text in ["我不要收到通知了", "不要再傳了", "退訂", "封鎖"] {
      try await caller.say("提醒 開")
      #expect(try isOn())
      let reply = try await caller.say(text)
      #expect(try reply.title == "提醒已關閉。" && !isOn(), "\(text)")
    }
    // What is not sure is not done; the answer shows how.
    try await caller.say("提醒 開")
    for text in ["今天不要提醒我", "不要太早提醒", "怎麼取消提醒", "取消訂閱"] {
      let reply = try await caller.say(text)
      #expect(try isOn() && reply.suggestions.contains("提醒 關") && reply.text.contains("提醒 關"), "\(text)")
    }
  }

  @Test("One day ends by its name; a name that is not quite clear is asked for")
  func oneDayEnds() async throws {
    let desk = try await APIDesk()
    let caller = ChatCaller(desk)
    func followed() throws -> [JSON] {
      try desk.store.record(.user, key: #require(try caller.chat).user)["event_subscriptions"].list.map { $0["event"] }
    }
    try await caller.say("訂閱 媽祖聖誕")
    try await caller.say("訂閱 中秋節")
    #expect(try await caller.say("取消 媽祖跟那個").suggestions.contains("取消 媽祖聖誕"))
    #expect(try await caller.say("取消 端午節").title == "您沒有訂閱「端午節」。")
    #expect(try await caller.say("取消 沒有這個").title == "沒有叫「沒有這個」的日子。要取消哪一個？")
    #expect(try followed().count == 2)
    #expect(try await caller.say("刪掉我的媽祖提醒").title == "已取消「媽祖聖誕」。")
    #expect(try followed() == ["zhongqiu"])
    // Somebody who has only the moons follows something, too.
    let other = ChatCaller(desk, "U2")
    try await other.say("初一十五 開")
    let reply = try await other.say("取消訂閱")
    #expect(reply.suggestions.contains("提醒 關") && reply.suggestions.contains("初一十五 關"))
  }

  @Test("A long text is not read, and is told so with the menu")
  func longText() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "long")
    for text in [String(repeating: "的", count: 1_000), String(repeating: "媽祖", count: 51)] {
      let reply = try await caller.say(text)
      #expect(reply.title.contains("太長") && reply.title.contains("100"))
      #expect(reply.suggestions.contains("說明") && reply.suggestions.contains("提醒 關"))
    }
  }

  @Test("A day of long ago is years away, not thousands of days")
  func agesAgo() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "ages")
    #expect(try await caller.say("民國64年4月5日").lines.first?.hasSuffix("50 年前") == true)
    #expect(try await caller.say("2024年9月17日").lines.first?.hasSuffix("7 個月前") == true)
    #expect(try await caller.say("昨天").lines.first?.hasSuffix("昨天") == true)
    #expect(try await caller.say("2099年1月1日").lines.first?.hasSuffix("73 年後") == true)
    #expect(try await caller.say("1911年10月10日").text.firstMatch(of: #/\d{4,} 天/#) == nil)
  }

  @Test("What is not understood gets that answer, and the menu")
  func notUnderstood() async throws {
    let caller = ChatCaller(try await APIDesk.reading, "nonsense")
    for text in Sayings.unsure.filter({ $0.meant == "unknown" }).map(\.said) {
      let reply = try await caller.say(text)
      #expect(reply.title.hasPrefix("我看不懂") || reply.title.hasPrefix("I do not understand"), "\(text): \(reply.title)")
      #expect(reply.suggestions.contains { ["說明", "help"].contains($0) }, "\(text)")
    }
    #expect(try await caller.say("我家在板橋 附近有什麼廟").title == "新北市板橋區附近的廟")
  }
}
