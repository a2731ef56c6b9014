import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Lunisolar
import Records
import Reminders
import Store
import WebPages

/// What somebody without an account wants to be told: `/choose` makes and changes a choice, `/choice` shows it.
///
/// The secret that changes it is in a cookie; whoever keeps its address opens it elsewhere too.
enum ChoicePages {
  static let all = [
    BrowserPage.get("/choose") { visit in
      guard visit.session == nil else { return .redirect(to: "/settings/follow" + visit.queryText) }
      return try await form(visit)
    },
    // Larger than a file of days may be, so that one that is too large gets a sentence at its field.
    BrowserPage.post("/choose", .everybody, bodyLimit: 3 << 20, save),
    BrowserPage.get("/choice") { visit in
      if visit.session != nil { return .redirect(to: "/settings") }
      guard let choice = try await Kept(visit) else { return .redirect(to: "/choose") }
      return try await ChoicePage(visit, choice).answer()
    },
    BrowserPage.get("/choice/{secret}", .everybody, adoption),
    BrowserPage.post("/choice/{secret}/open", .everybody, adopt),
    post("/choice/feed") { visit, kept in
      let change = visit.choiceChange
      _ = try await visit.write { try $0.makeFeedToken(ofChoice: kept.secret, change) }
      return "feed"
    },
    post("/choice/feed/end") { visit, kept in
      let change = visit.choiceChange
      try await visit.write { try $0.revokeFeedToken(user: kept.choice.user.key, change) }
      return "feed-ended"
    },
    post("/choice/devices") { visit, kept in
      try await addDevice(visit, kept.choice.user)
      let change = visit.choiceChange
      _ = try await visit.write { store in
        try store.edit(.user, key: kept.choice.user.key, change) { user in
          let settings = user["settings"].setting("channel", .text(ChannelKind.push.rawValue))
          return Draft(fields: [Draft.Given("settings", settings)])
        }
      }
      return "device"
    },
    post("/choice/devices/{id}/remove") { visit, kept in
      let (id, change) = (visit.id, visit.choiceChange)
      _ = try await visit.write { try $0.removeDevice(id, of: kept.choice.user.key, change) }
      return "device-removed"
    },
    BrowserPage.post("/choice/test", .everybody, test),
    post("/choice/days/{id}/remove") { visit, kept in
      let (id, user, change) = (visit.id, kept.choice.user.key, visit.choiceChange)
      try await visit.write { store in
        _ = try store.remove(.event, key: store.ownEvent(id, of: user).key, change)
      }
      return "day-removed"
    },
    BrowserPage.post("/choice/secret", .everybody, renew),
    BrowserPage.post("/choice/remove", .everybody, remove),
  ]

  /// The choice of the browser.
  struct Kept: Sendable {
    let secret: String
    let choice: Choice

    /// Nil if the browser has none, or if its secret has ended.
    init?(_ visit: Visit) async throws {
      guard let secret = BrowserCookie.choice.value(in: visit.request, on: visit.site),
        let choice = try await visit.work({ try $0.choice(secret) })
      else { return nil }
      self.init(secret: secret, choice: choice)
    }

    init(secret: String, choice: Choice) {
      self.secret = secret
      self.choice = choice
    }

    /// - Throws: `PageProblem.choiceIsOver` if the browser has none.
    static func needed(_ visit: Visit) async throws -> Kept {
      guard let kept = try await Kept(visit) else { throw PageProblem.choiceIsOver }
      return kept
    }
  }

  /// A form that changes the browser's choice; then the page says what was done.
  private static func post(
    _ path: String, _ act: @escaping @Sendable (Visit, Kept) async throws -> String
  ) -> BrowserPage {
    .post(path) { visit in
      .redirect(to: "/choice?done=" + (try await act(visit, .needed(visit))))
    }
  }

  // MARK: The form

  private static func form(_ visit: Visit) async throws -> PageAnswer {
    let data = try await visit.service.keeper.current()
    let kept = try await Kept(visit)
    var form = kept.map { ChoiceForm($0.choice.user) } ?? ChoiceForm()
    form.add(visit.query, data)
    return .app(try ChoiceFormPage(visit, data, form, isNew: kept == nil).page, part: "choice").keepingTyped()
  }

  private static func save(_ visit: Visit) async throws -> PageAnswer {
    let data = try await visit.service.keeper.current()
    let kept = try await Kept(visit)
    let form = ChoiceForm(visit.form, data, changing: kept?.choice.user)
    let way = visit.form.first("way") ?? ""
    let days = form.own.read(by: visit.reader(data), visit.language)
    func again(_ faults: [String: String], _ status: HTTPResponse.Status) throws -> PageAnswer {
      var page = try ChoiceFormPage(visit, data, form, isNew: kept == nil)
      page.days = days
      page.faults = faults
      page.showsPreview = way == "preview"
      return .app(page.page, part: "choice", status: status).keepingTyped()
    }
    var hasOwnDays = false
    if let kept {
      hasOwnDays = try await visit.work { try $0.ownEvents(of: kept.choice.user.key, limit: 1) }.total > 0
    }
    var faults = form.faults(days, hasOwnDays: hasOwnDays, visit.language)
    if way == "preview" { return try again(faults.filter { $0.key.hasPrefix("own") }, .ok) }
    let subscription = visit.form.first("push") ?? ""
    if way == "push", !isSubscription(subscription, visit) {
      faults["push"] = visit.say(
        "瀏覽器沒有給推播的位址。請再按一次，或改用行事曆網址。", "浏览器没有给推送的地址。请再按一次，或改用日历网址。",
        "The browser gave no push address. Try again, or take a calendar address.")
    }
    if kept == nil, visit.form.first("kept") == "on" {
      faults["newmoon"] = visit.say(
        "這份選擇已經在別處刪除，或連結換新了，所以沒有儲存。您選的還在這一頁：再按一次就另外新增一份。",
        "这份选择已经在别处删除，或链接换新了，所以没有保存。您选的还在这一页：再点一次就另外新增一份。",
        "This choice was removed elsewhere, or its link was renewed, so nothing was saved. What you chose is still here: press again to make a new one."
      )
    }
    guard faults.isEmpty else { return try again(faults, .unprocessableContent) }
    let (language, change) = (visit.language, visit.choiceChange)
    try await visit.write { try $0.openTemples(ofGroups: form.groups, change) }
    let channel: ChannelKind? = way == "push" ? .push : way == "calendar" ? .feed : nil
    if let kept {
      // What can be refused comes first: nothing of the form is kept without the rest.
      do {
        try await add(days, visit, kept)
      } catch let refusal as OwnDayAdding.Refusal {
        return try again(["own_name": refusal.sentences(visit.language).joined(separator: "\n")], .conflict)
      }
      _ = try await visit.write { store in
        try store.edit(.user, key: kept.choice.user.key, change) { user in
          form.draft(over: user["settings"], channel: channel ?? user.channel ?? .feed, language)
        }
      }
      try await take(way, visit, kept)
      return .redirect(to: "/choice?done=saved")
    }
    if let seconds = visit.service.takeChoice(visit.source.limitKey) {
      throw PageProblem.tooManyChoices(minutes: Int((seconds / 60).rounded(.up)))
    }
    let draft = form.draft(over: .null, channel: channel ?? .feed, language)
    let made = try await visit.write { try $0.addChoice(draft, change) }
    let new = Kept(secret: made.secret, choice: made.choice)
    do {
      try await add(days, visit, new)
      try await take(way, visit, new)
    } catch {
      // Nobody would have the secret of what is left.
      _ = try? await visit.write { try $0.remove(.user, key: made.choice.user.key, change) }
      guard let refusal = error as? OwnDayAdding.Refusal else { throw error }
      return try again(["own_name": refusal.sentences(visit.language).joined(separator: "\n")], .conflict)
    }
    return .redirect(to: "/choice?done=new").keeping(choice: made.secret, visit)
  }

  private static func add(_ days: OwnDayForm.Days, _ visit: Visit, _ kept: Kept) async throws {
    guard !days.all.isEmpty else { return }
    _ = try await OwnDayAdding(visit, to: kept.choice.user.key, visit.choiceChange).add(days.all, isNumbered: true)
  }

  /// What comes with a choice: the device, the calendar.
  private static func take(_ way: String, _ visit: Visit, _ kept: Kept) async throws {
    if way == "push" { try await addDevice(visit, kept.choice.user) }
    if way == "calendar" {
      let change = visit.choiceChange
      let has = try await visit.work { try $0.feedToken(ofChoice: kept.secret) }
      if has == nil { _ = try await visit.write { try $0.makeFeedToken(ofChoice: kept.secret, change) } }
    }
  }

  // MARK: Devices

  /// True for what a browser gives for push messages.
  static func isSubscription(_ text: String, _ visit: Visit) -> Bool {
    visit.service.push?.accepts(text) ?? false
  }

  private static func addDevice(_ visit: Visit, _ user: Record) async throws {
    let text = visit.form.first("push") ?? ""
    guard isSubscription(text, visit) else { throw PageProblem.badForm }
    try await register(text, visit, user.key)
  }

  static func register(_ subscription: String, _ visit: Visit, _ user: String) async throws {
    let change = visit.choiceChange
    let device: JSON = ["token": .text(subscription), "platform": "web", "is_active": .flag(true)]
    if try await visit.work({ try $0.examine(device: device, of: user, change) }) == nil {
      _ = try await visit.write { try $0.register(device: device, of: user, change) }
    }
  }

  private static func test(_ visit: Visit) async throws -> PageAnswer {
    let kept = try await Kept.needed(visit)
    var page = ChoicePage(visit, kept)
    page.outcome = try await visit.sendTest(to: kept.choice.user.key)
    return try await page.answer(page.outcome?.isGood == true ? .ok : .conflict)
  }

  /// A page of one choice.
  static func page(_ visit: Visit, lead: String? = nil, _ blocks: [PageBlock]) -> AppPage {
    AppPage(visit.language, title: visit.say("我的提醒", "我的提醒", "My reminders"), description: "", lead: lead, blocks)
  }

  // MARK: The address of a choice

  /// A link to a choice shows a button: whoever sends a link to another must not put a choice of his own into that browser unseen.
  private static func adoption(_ visit: Visit) async throws -> PageAnswer {
    let secret = visit.id
    guard let found = try await visit.work({ try $0.choice(secret) }) else { throw PageProblem.choiceIsOver }
    var block = PageBlock(visit.say("打開這個選擇", "打开这个选择", "Open this choice"))
    let count = found.user["event_subscriptions"].list.count + found.user["group_subscriptions"].list.count
    block.lines = [
      visit.say(
        "這個連結可以看到並修改一份提醒的選擇（\(count) 項）。如果它是您自己的，請按下面的按鈕，以後就能在這個瀏覽器修改。",
        "这个链接可以看到并修改一份提醒的选择（\(count) 项）。如果它是您自己的，请按下面的按钮，以后就能在这个浏览器修改。",
        "This link shows and changes a choice of reminders (\(count) items). If it is yours, press the button; then you can change it in this browser."
      )
    ]
    block.forms = [
      PageForm(
        "/choice/\(secret)/open", buttons: [PageButton(visit.say("是我的，打開", "是我的，打开", "It is mine: open it"))])
    ]
    return .app(
      page(visit, [block]),
      part: "choice")
  }

  private static func adopt(_ visit: Visit) async throws -> PageAnswer {
    let secret = visit.id
    guard try await visit.work({ try $0.choice(secret) }) != nil else { throw PageProblem.choiceIsOver }
    return .redirect(to: "/choice").keeping(choice: secret, visit)
  }

  private static func renew(_ visit: Visit) async throws -> PageAnswer {
    let (kept, change) = (try await Kept.needed(visit), visit.choiceChange)
    guard let id = kept.choice.user.id,
      let secret = try await visit.write({ try $0.renewChoiceSecret(userID: id, change) })
    else { throw PageProblem.choiceIsOver }
    return .redirect(to: "/choice?done=secret").keeping(choice: secret, visit)
  }

  private static func remove(_ visit: Visit) async throws -> PageAnswer {
    let kept = try await Kept.needed(visit)
    let change = visit.choiceChange
    _ = try await visit.write { try $0.remove(.user, key: kept.choice.user.key, change) }
    var block = PageBlock(visit.say("已刪除", "已删除", "Removed"))
    block.lines = [
      visit.say(
        "您的選擇、裝置、自己的日子與行事曆網址都已刪除，伺服器沒有留下內容。", "您的选择、设备、自己的日子与日历网址都已删除，服务器没有留下内容。",
        "Your choice, devices, own days and calendar address are gone; the server keeps nothing of them.")
    ]
    block.links = [PageLink(visit.say("重新選擇", "重新选择", "Choose again"), "/choose", .button)]
    return PageAnswer.app(
      page(visit, [block]),
      part: "choice"
    ).setting(cookie: BrowserCookie.choice.header("", on: visit.site, seconds: 0))
  }
}

extension Visit {
  /// The actor and time of a change that somebody without an account makes.
  var choiceChange: Change {
    service.change(by: "choice", at: moment)
  }
}

extension PageAnswer {
  /// The answer that the browser keeps for the way back, so that what was typed stands there again.
  fileprivate func keepingTyped() -> PageAnswer {
    var answer = self
    answer.headers[.cacheControl] = "private, no-cache"
    return answer
  }

  /// Days for which the browser keeps the secret; each look at the page begins them anew. Browsers keep no cookie longer (RFC 6265bis).
  private static let choiceSeconds = 400 * 86_400

  /// The answer that also has the browser keep the secret of its choice.
  func keeping(choice secret: String, _ visit: Visit) -> PageAnswer {
    setting(cookie: BrowserCookie.choice.header(secret, on: visit.site, seconds: Self.choiceSeconds))
  }
}
