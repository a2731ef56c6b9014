import Channels
import Folklore
import HTTPTypes
import JSON
import Records
import Store
import WebPages

/// Leaving the mails: `/leave/{secret}`, to which each mail's List-Unsubscribe leads. Only the mails of that user have the secret (`MailSeal`), so it is
/// the right to leave, and to come back, but shows nothing else of the account.
enum LeavePages {
  static let all = [
    // Mail programs open links before people do: reading changes nothing.
    BrowserPage.get("/leave/{secret}") { visit in try await page(visit) },
    oneClick,
    BrowserPage.post("/leave/{secret}/back") { visit in
      let reader = try await user(visit)
      try await change(reader, visit) { user in
        user["settings"].setting("channel", .text(ChannelKind.mail.rawValue)).setting("channel_target", .null)
      }
      let change = visit.service.change(by: "mail link", at: visit.moment)
      try await visit.write { try $0.endBounce(ofUser: reader.key, change) }
      return .redirect(to: "/leave/" + visit.id + "?done=back")
    },
    BrowserPage.get("/leave/{secret}/change") { visit in try await changing(visit) },
    BrowserPage.post("/leave/{secret}/sign-in") { visit in try await signIn(visit) },
  ]

  /// Mail programs send it without a page of ours (RFC 8058, section 3.1).
  private static let oneClick: BrowserPage = {
    var page = BrowserPage.post("/leave/{secret}") { visit in
      try await change(try await leaver(visit), visit) { user in
        var settings = user["settings"]
        // Nothing is sent then; the calendar stays as it is.
        if user.channel == .mail { settings = settings.setting("channel", .text(ChannelKind.feed.rawValue)) }
        if settings["fallback_channel"] == .text(ChannelKind.mail.rawValue) {
          settings = settings.setting("fallback_channel", .null)
        }
        return settings
      }
      // RFC 8058, section 3.1: no redirect, which does not work reliably after POST.
      return try await LeavePages.page(visit)
    }
    page.takesForeignForms = true
    return page
  }()

  /// Whose secret stands in the address.
  ///
  /// - Throws: `PageProblem.nothingHere` for what is no secret, or if the user is gone.
  private static func user(_ visit: Visit) async throws -> Record {
    let secret = visit.id
    let user = try await visit.work { store in
      try MailSeal(secret: store.mailSecret()).user(ofLeaveSecret: secret).flatMap { try? store.record(.user, key: $0) }
    }
    guard let user else { throw PageProblem.nothingHere }
    return user
  }

  /// Who may leave: also by a link from before links had secrets, for a while. Such a link does nothing else.
  private static func leaver(_ visit: Visit) async throws -> Record {
    let (name, now) = (visit.id, visit.moment.now)
    // Mail addresses and numbers name users too, and no link had those.
    guard name.utf8.count == 36, try await visit.work({ try $0.leavesByName(now: now) }) else {
      return try await user(visit)
    }
    guard let user = try await visit.work({ try? $0.record(.user, key: name) }), user.key == name.lowercased() else {
      throw PageProblem.nothingHere
    }
    return user
  }

  private static func change(
    _ user: Record, _ visit: Visit, _ settings: @escaping @Sendable (Record) -> JSON
  ) async throws {
    let change = visit.service.change(by: "mail link", at: visit.moment)
    _ = try await visit.write { store in
      try store.edit(.user, key: user.key, change) { user in Draft(fields: [Draft.Given("settings", settings(user))]) }
    }
  }

  private static func page(_ visit: Visit) async throws -> PageAnswer {
    let user = try await leaver(visit)
    let address = "/leave/" + visit.id
    let getsMail =
      user["settings"]["enable_all"].flag == true
      && (user.channel == .mail || user["settings"]["fallback_channel"] == .text(ChannelKind.mail.rawValue))
    var block = PageBlock(
      getsMail
        ? visit.say("不再收提醒信？", "不再收提醒邮件？", "No more mails?")
        : visit.say("您不會再收到提醒信", "您不会再收到提醒邮件", "You get no more mails"))
    if getsMail {
      block.lines = [
        visit.say(
          "按下面的按鈕就不再寄信；您追蹤的日子都還在。", "按下面的按钮就不再寄邮件；您关注的日子都还在。",
          "Press the button, and no more are sent; the days that you follow stay.")
      ]
      block.forms = [
        PageForm(address, buttons: [PageButton(visit.say("不要再寄", "不要再寄", "Send no more"))])
      ]
    } else {
      block.lines = [
        visit.say(
          "您追蹤的日子都還在，行事曆也照常。要換一種方式，或再收信，都在這裡。", "您关注的日子都还在，日历也照常。要换一种方式，或再收邮件，都在这里。",
          "The days that you follow stay, and so does your calendar. Take another way, or have the mails again.")
      ]
      if visit.id.utf8.count != 36 {
        block.forms = [
          PageForm(
            address + "/back",
            buttons: [PageButton(visit.say("再寄給我", "再寄给我", "Send them again"), isMain: false)])
        ]
      }
      block.links = [PageLink(visit.say("換別的通知方式", "换别的通知方式", "Choose another way"), "/settings/ways", .button)]
    }
    let lead =
      visit.query.first("done") == "back" ? visit.say("會再寄給您。", "会再寄给您。", "You will get them again.") : nil
    return .app(
      AppPage(
        visit.language, title: visit.say("提醒信", "提醒邮件", "Reminder mails"), description: "", lead: lead, [block]),
      part: "")
  }

  // MARK: Changing

  private static let ways = "/settings/ways"

  /// Where each mail's link to change leads. The mail is mostly read on a telephone on which nobody has signed in: so the page asks for no address,
  /// and one button sends a link to the account's own. Whoever has signed in comes to the settings at once.
  private static func changing(_ visit: Visit) async throws -> PageAnswer {
    let user = try await user(visit)
    if visit.session?.userUUID == user.key { return .redirect(to: ways) }
    let isSent = visit.query.first("sent") != nil
    var block = PageBlock(
      isSent ? visit.say("已寄出登入連結", "已发送登录链接", "A link was sent") : visit.say("先登入", "先登录", "Sign in first"))
    block.lines = [
      isSent
        ? visit.say(
          "請到您的信箱打開連結；打開後就到通知方式的設定。", "请到您的邮箱打开链接；打开后就到通知方式的设置。",
          "Open the link in your mailbox; it leads to the settings.")
        : visit.say(
          "登入後可以換通知方式、提醒時間和要提醒的日子。", "登录后可以换通知方式、提醒时间和要提醒的日子。",
          "Then you can change the ways, the time and the days.")
    ]
    if !isSent, canSendLink(to: user, visit) {
      block.forms = [
        PageForm(
          "/leave/\(visit.id)/sign-in",
          buttons: [PageButton(visit.say("寄登入連結到我的信箱", "发送登录链接到我的邮箱", "Send a link to my mailbox"))])
      ]
    }
    block.links = [
      PageLink(visit.say("用別的方法登入", "用别的方法登录", "Sign in another way"), "/sign-in?to=\(ways)", .button),
      PageLink(visit.say("不再收提醒信", "不再收提醒邮件", "Get no more mails"), "/leave/\(visit.id)", .button),
    ]
    return .app(
      AppPage(
        visit.language, title: visit.say("變更提醒方式", "更改提醒方式", "Change the reminders"), description: "", [block]),
      part: "")
  }

  private static func canSendLink(to user: Record, _ visit: Visit) -> Bool {
    visit.signInMail != nil && user["email"] != .null
  }

  /// Sends a link to the account's own address, which the page does not show. It is counted as every mail that signs in.
  private static func signIn(_ visit: Visit) async throws -> PageAnswer {
    let user = try await user(visit)
    guard canSendLink(to: user, visit), let address = user["email"].text else { throw PageProblem.nothingHere }
    let language = user["locale"].text.flatMap(Language.init(rawValue:)) ?? visit.language
    let seconds = visit.service.sendLink(
      to: address, site: visit.site.origin, after: ways, language, from: visit.source.limitKey)
    if let seconds { throw PageProblem.tooManyLinks(minutes: Int((seconds / 60).rounded(.up))) }
    return .redirect(to: "/leave/\(visit.id)/change?sent=1")
  }
}
