import Addresses
import Folklore
import HTTPTypes
import JSON
import Records
import Store
import WebPages

/// A message that an operator sends to one user now (specification, section 9.4): `/admin/test`.
enum TestMessagePages {
  static let all = [
    BrowserPage.get("/admin/test", .role(.admin)) { visit in
      .page(page(visit, user: visit.query.first("user") ?? ""), section: "reminders")
    },
    BrowserPage.post("/admin/test", .role(.admin)) { visit in try await send(visit) },
  ]

  private static let longest = 500

  /// - Parameters:
  ///   - faults: what is wrong with a field, by its name.
  ///   - outcome: what became of a message.
  private static func page(
    _ visit: Visit, user: String, event: String = "", message: String? = nil, faults: [String: String] = [:],
    outcome: PageBlock? = nil
  ) -> SectionPage {
    var block = PageBlock(visit.say("訊息", "消息", "Message"))
    block.lines = [
      visit.say(
        "馬上用使用者自己選的管道送出，不進佇列，也不會重試。", "马上用用户自己选的渠道送出，不进队列，也不会重试。",
        "It goes out at once by the user's own channel, not through the queue, and is not tried again.")
    ]
    block.forms = [
      PageForm(
        "/admin/test",
        [
          PageField(
            "user", visit.say("使用者", "用户", "User"), value: user,
            hint: visit.say(
              "電子郵件地址、UUID 或編號，例如 u42。", "电子邮件地址、UUID 或编号，例如 u42。", "A mail address, a UUID, or a number such as u42."),
            fault: faults["user"]),
          PageField(
            "message", visit.say("內容", "内容", "Text"), .area,
            value: message ?? visit.say("媽祖聖誕即將到來！", "妈祖圣诞即将到来！", "The birthday of Mazu is near!"),
            fault: faults["message"]),
          PageField(
            "event", visit.say("連到民俗節日（可空白）", "连到民俗节日（可空白）", "About a folk day (may be blank)"), .reference("events"),
            value: event, fault: faults["event"]),
        ], buttons: [PageButton(visit.say("發送測試推播", "发送测试推送", "Send the test message"))])
    ]
    return SectionPage(
      visit.language, title: visit.say("測試推播", "测试推送", "Test message"),
      crumbs: [PageLink(visit.say("提醒記錄", "提醒记录", "Reminders"), "/admin/reminders")],
      (outcome.map { [$0] } ?? []) + [block])
  }

  private static func send(_ visit: Visit) async throws -> PageAnswer {
    let user = (visit.form.first("user") ?? "").trimmed
    let message = (visit.form.first("message") ?? "").trimmed
    let event = (visit.form.first("event") ?? "").trimmed
    var faults: [String: String] = [:]
    if user.isEmpty { faults["user"] = visit.say("必填", "必填", "Required") }
    if !(1...longest).contains(message.unicodeScalars.count) {
      faults["message"] = visit.say(
        "請寫 1 到 \(longest) 個字。", "请写 1 到 \(longest) 个字。", "Write 1 to \(longest) characters.")
    }
    var number: Int?
    if !event.isEmpty {
      number = try await visit.work { store in
        try? store.record(.event, key: store.keyIfKnown(.event, named: FormValues.key(event))).id
      }
      if number == nil { faults["event"] = visit.say("沒有這個民俗節日。", "没有这个民俗节日。", "There is no such folk day.") }
    }
    func answer(_ outcome: PageBlock?, _ status: HTTPResponse.Status) -> PageAnswer {
      .page(
        page(visit, user: user, event: event, message: message, faults: faults, outcome: outcome), section: "reminders",
        status: status)
    }
    guard faults.isEmpty else { return answer(nil, .unprocessableContent) }
    guard let send = visit.service.testMessages else {
      return answer(
        failure(visit.say("這台伺服器沒有設定任何管道。", "这台服务器没有设置任何渠道。", "No channel is configured on this server."), visit),
        .conflict)
    }
    do {
      let sent = try await send(user, message, number)
      guard sent.outcome == "delivered" else {
        var block = failure("\(ReminderPages.channelName(sent.channel, visit.language))：", visit)
        block.lines += [FailureWords.advice(on: sent.reason, visit.language)].compactMap(\.self)
        block.code = [sent.reason]
        return answer(block, .conflict)
      }
      var block = PageBlock(visit.say("已送出", "已送出", "Sent"))
      block.lines = [
        visit.say("管道「", "渠道「", "The channel ") + ReminderPages.channelName(sent.channel, visit.language)
          + visit.say("」已接受這則訊息。", "」已接受这则消息。", " has taken the message.")
      ]
      return answer(block, .ok)
    } catch RecordError.noSuchRecord {
      faults["user"] = visit.say("沒有這位使用者。", "没有这位用户。", "There is no such user.")
      return answer(nil, .unprocessableContent)
    } catch let error as APIService.NoWay {
      var block = failure(visit.say("使用者的管道不能送：", "用户的渠道不能送：", "The user's channel does not send:"), visit)
      block.code = [error.reason.text(in: visit.language)]
      return answer(block, .conflict)
    }
  }

  private static func failure(_ text: String, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("沒有送出", "没有送出", "Not sent"))
    block.isWarning = true
    block.lines = [text]
    return block
  }
}
