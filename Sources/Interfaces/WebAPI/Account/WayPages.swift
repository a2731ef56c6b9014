import Folklore
import HTTPTypes
import JSON
import Records
import Reminders
import Store
import WebPages

/// How an account is reminded: `/settings/ways…`, its devices, and its private calendar.
enum WayPages {
  static let all = [
    BrowserPage.get("/settings/ways", .person) { visit in try await WayPage(visit).answer() },
    BrowserPage.post("/settings/ways", .person, save),
    BrowserPage.post("/settings/devices", .person, add),
    BrowserPage.post("/settings/devices/{id}/remove", .person) { visit in
      let (id, user, change) = (visit.id, try visit.person().userUUID, visit.change)
      let isRemoved = try await visit.write { try $0.removeDevice(id, of: user, change) }
      return .redirect(to: "/settings/ways" + (isRemoved ? "?done=device-removed" : ""))
    },
    BrowserPage.post("/settings/test", .person, test),
    BrowserPage.post("/settings/mail-again", .person) { visit in
      let (user, change) = (try visit.person().userUUID, visit.change)
      try await visit.write { try $0.endBounce(ofUser: user, change) }
      return .redirect(to: "/settings/ways?done=mail-again")
    },
    // The address is shown once: the database keeps only its hash.
    BrowserPage.post("/settings/calendar", .person) { visit in
      let (user, change) = (try visit.person().userUUID, visit.change)
      let token = try await visit.write { try $0.makeFeedToken(user: user, change) }
      var page = try await WayPage(visit)
      page.feedToken = token
      return page.answer()
    },
    BrowserPage.post("/settings/calendar/end", .person) { visit in
      let (user, change) = (try visit.person().userUUID, visit.change)
      try await visit.write { try $0.revokeFeedToken(user: user, change) }
      return .redirect(to: "/settings/ways?done=feed-ended")
    },
  ]

  private static func save(_ visit: Visit) async throws -> PageAnswer {
    let form = visit.form
    do {
      try await visit.editAccount { user in
        var settings = user["settings"]
        for name in ["channel", "fallback_channel", "channel_target"] {
          guard let text = form.first(name)?.trimmed else { continue }
          settings = settings.setting(name, text.isEmpty ? .null : .text(text))
        }
        // The target of another way would go to the wrong place.
        if settings["channel"] != user["settings"]["channel"], form.first("channel_target") == nil {
          settings = settings.setting("channel_target", .null)
        }
        try ChannelRule.check(settings, of: user)
        return [Draft.Given("settings", settings)]
      }
    } catch let faults as RecordFaults {
      let sentences = Dictionary(
        faults.faults.map { ($0.member ?? $0.field, $0.problem(in: visit.language)) }
      ) { first, _ in first }
      var page = try await WayPage(visit)
      (page.typed, page.faults) = (form, sentences)
      return page.answer(.unprocessableContent)
    }
    return .redirect(to: "/settings/ways?done=saved")
  }

  /// Registers the browser for push messages, and makes them the first way.
  private static func add(_ visit: Visit) async throws -> PageAnswer {
    let text = visit.form.first("push") ?? ""
    guard ChoicePages.isSubscription(text, visit) else { throw PageProblem.badForm }
    try await ChoicePages.register(text, visit, visit.person().userUUID)
    try await visit.editAccount { user in
      var settings = user["settings"].setting("channel", .text(ChannelKind.push.rawValue))
        .setting("channel_target", .null)
      // What was the first way stays as the second if it can be one.
      if settings["fallback_channel"] == .text(ChannelKind.push.rawValue) {
        settings = settings.setting(
          "fallback_channel", user.channel == .mail ? .text(ChannelKind.mail.rawValue) : .null)
      }
      return [Draft.Given("settings", settings)]
    }
    let to = visit.form.first("to").flatMap(SignInPages.localPath)
    return .redirect(to: to ?? "/settings/ways?done=device")
  }

  private static func test(_ visit: Visit) async throws -> PageAnswer {
    var page = try await WayPage(visit)
    let user = try visit.person().userUUID
    page.outcome = try await visit.sendTest(to: user)
    return page.answer(page.outcome?.isGood == true ? .ok : .conflict)
  }
}

/// What users may set of their way.
enum ChannelRule {
  /// - Throws: `RecordFaults` for a way that only operators set, or mail to somebody else.
  static func check(_ settings: JSON, of user: Record) throws(RecordFaults) {
    let channel = settings["channel"].text.flatMap(ChannelKind.init(rawValue:))
    // A client may send back a channel that an operator set.
    if let channel, channel.isOperators, channel != user.channel {
      throw RecordFaults([
        RecordFault(
          field: "settings", member: "channel",
          "is none of \(UserSchemas.channels.joined(separator: ", ")): \(channel.rawValue) is the operator's",
          "\(channel.rawValue) 只有管理員能設定。")
      ])
    }
    // Otherwise users could send mail to strangers from the operator's server.
    if channel?.target == .mailAddress, let target = settings["channel_target"].text,
      user["email"] != .text(target.filter { !$0.isWhitespace }.lowercased()),
      settings["channel_target"] != user["settings"]["channel_target"] || channel != user.channel
    {
      throw RecordFaults([
        RecordFault(
          field: "settings", member: "channel_target", "mail goes to the address of the account: leave it out",
          "信只寄到帳號的地址，這一格請留空白。")
      ])
    }
  }
}

extension APIService.NoWay {
  /// What the person is told who wants a test message; which variables are missing is for operators.
  func text(forUserIn language: Language) -> String {
    isForLackOfConfiguration
      ? FailureWords.forUser("not configured", language)
      : language.say("這種方式不會送出通知。", "这种方式不会送出通知。", "This way sends no messages.")
  }
}

extension APIService {
  /// What a test message says that somebody sends to himself.
  static func testText(_ language: Language) -> String {
    language.say("這是測試通知：收到就表示設定好了。", "这是测试通知：收到就表示设置好了。", "A test message: you see it, so it works.")
  }

  /// Counts a test message, which costs more than a page.
  ///
  /// - Throws: `Problem` 429.
  func takeTestMessage(of key: String) throws {
    try take(10, of: key) { Wording.tooManyRequests(perSecond: $0) }
  }
}

extension Visit {
  /// Sends somebody a test message by the way that the settings name.
  func sendTest(to user: String) async throws -> (isGood: Bool, text: String) {
    guard let send = service.testMessages else {
      return (false, say("這台伺服器還不能送通知。", "这台服务器还不能送通知。", "This server cannot send notifications yet."))
    }
    try service.takeTestMessage(of: source.limitKey)
    do {
      let sent = try await send(user, APIService.testText(language), nil)
      return sent.outcome == "delivered"
        ? (true, say("已送出測試通知，應該馬上會看到。", "已送出测试通知，应该马上会看到。", "A test message was sent; you should see it at once."))
        : (
          false,
          say("測試通知沒有送到：", "测试通知没有送到：", "The test message did not arrive: ")
            + FailureWords.forUser(sent.reason, language)
        )
    } catch let error as APIService.NoWay {
      return (
        false,
        say("測試通知沒有送出：", "测试通知没有送出：", "The test message was not sent: ") + error.text(forUserIn: language)
      )
    }
  }
}
