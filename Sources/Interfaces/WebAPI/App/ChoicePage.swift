import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store
import WebPages

/// The page `/choice`: what somebody without an account is told, when and how, and all that can be changed of it.
struct ChoicePage {
  private let visit: Visit
  private let kept: ChoicePages.Kept
  /// Whether a test message arrived, and what is said of it.
  var outcome: (isGood: Bool, text: String)?

  private static let daysAhead = 366
  private static let shownDays = 12
  /// More than anybody is told of within a year whose chosen things fit the page.
  private static let plannedReminders = 300

  init(_ visit: Visit, _ kept: ChoicePages.Kept) {
    self.visit = visit
    self.kept = kept
  }

  private var user: Record { kept.choice.user }

  /// Loads what the page shows. Looking at it counts as reading the choice.
  func answer(_ status: HTTPResponse.Status = .ok) async throws -> PageAnswer {
    let (user, secret, now) = (user, kept.secret, visit.moment.now)
    let data = try await visit.service.keeper.current()
    let (devices, feed, personal, isDue) = try await visit.work { store in
      (
        try store.devices(of: user.key), try store.feedToken(ofChoice: secret), try store.personalDays(of: user),
        try user.id.map { try store.isReadingDue(ofChoice: $0, now: now) } ?? false
      )
    }
    if isDue, let id = user.id { visit.service.noteReading(ofChoice: id, now: now) }
    var blocks = outcome.map { [note($0)] } ?? []
    // Somebody whom the calendar tells needs its address first: before it is added there, nothing is told.
    let days = try days(data, personal)
    blocks += user.channel == .feed ? calendar(feed) + [days, push(devices)] : [days, push(devices)] + calendar(feed)
    blocks += [ownDays(personal.own), address(), removal()]
    let page = ChoicePages.page(visit, lead: done, blocks)
    return PageAnswer.app(page, part: "choice", status: status).keeping(choice: secret, visit)
  }

  private func note(_ outcome: (isGood: Bool, text: String)) -> PageBlock {
    var block = PageBlock(outcome.isGood ? visit.say("測試", "测试", "Test") : visit.say("沒有送到", "没有送到", "Not sent"))
    block.isWarning = !outcome.isGood
    block.lines = [outcome.text]
    return block
  }

  /// What was done before, from the address that the browser was sent to.
  private var done: String? {
    switch visit.query.first("done") {
    case "new":
      user.channel == .feed
        ? visit.say(
          "已儲存您的選擇。還差一步：把下面的行事曆網址加進您的行事曆，才會提醒。", "已保存您的选择。还差一步：把下面的日历网址加进您的日历，才会提醒。",
          "Your choice is saved. One step is left: add the address below to your calendar, which then reminds you.")
        : visit.say("已設定好，這個裝置會收到通知。", "已设置好，这个设备会收到通知。", "All is set: this device will be told.")
    case "saved": visit.say("已儲存。", "已保存。", "Saved.")
    case "feed":
      visit.say("有新的行事曆網址了；舊的已失效。", "有新的日历网址了；旧的已失效。", "There is a new calendar address; the former has ended.")
    case "feed-ended": visit.say("行事曆網址已停用。", "日历网址已停用。", "The calendar address has ended.")
    case "device": visit.say("這個裝置會收到通知。", "这个设备会收到通知。", "This device will be told.")
    case "device-removed": visit.say("已移除裝置。", "已移除设备。", "The device was removed.")
    case "day-removed": visit.say("已刪除自己的日子。", "已删除自己的日子。", "Your day was removed.")
    case "secret": visit.say("更改用的連結已換新；舊的已失效。", "更改用的链接已换新；旧的已失效。", "The link has a new secret; the former has ended.")
    default: nil
    }
  }

  // MARK: Blocks

  private func days(_ data: PublicData, _ personal: PersonalDays) throws -> PageBlock {
    let form = ChoiceForm(user)
    var block = PageBlock(visit.say("您會收到", "您会收到", "You will be told of"))
    let wishes = try UserWishes(user, personal, shared: data.catalogue)
    let events = wishes.following.events(of: wishes.catalogue, with: wishes.settings)
    let today = visit.moment.today
    let range = try OccurrenceRange(today...today.advanced(by: Self.daysAhead))
    var found: [(date: SolarDate, event: Event)] = []
    for event in events { try range.forEachOccurrence(of: event.rule) { found.append(($0.date, event)) } }
    // The sort is stable: events of one day keep the order of lists.
    found.sort { $0.date < $1.date }
    // Each chosen thing is shown once, with its first reminder as the planner plans it.
    var seen: Set<String> = []
    let firsts = found.filter { $0.date >= today && seen.insert($0.event.key).inserted }
    let planned = try wishes.nextReminders(Self.plannedReminders, at: visit.moment.now)
    let first = Dictionary(planned.map { ("\($0.event.key) \($0.occurrence.date)", $0) }) { first, _ in first }
    let clock = visit.clock(of: user)
    block.days = firsts.prefix(Self.shownDays).map { date, event in
      let told = first["\(event.key) \(date)"].map { reminder in
        let (date, time) = (clock.local(at: reminder.scheduledAt).date, clock.time(at: reminder.scheduledAt))
        return visit.say(
          "\(date.month)月\(date.day)日 \(time) 提醒", "\(date.month)月\(date.day)日 \(time) 提醒", "told on \(date) at \(time)"
        )
      }
      return DayPages.card(
        date, title: event.title.text(in: visit.language), address: event.path ?? "/day/\(date)",
        note: [visit.lunar(date), told].compactMap(\.self).joined(separator: " · "), visit)
    }
    if firsts.count > Self.shownDays {
      let more = firsts.count - Self.shownDays
      block.links.append(
        PageLink(visit.say("另 \(more) 個", "另 \(more) 个", "\(more) more"), "/choose", .button))
    }
    let before =
      form.before == "0"
      ? visit.say("當天", "当天", "on the day")
      : visit.say("前 \(form.before) 天", "前 \(form.before) 天", "\(form.before) days before")
    let also = form.dayOf && form.before != "0" ? visit.say("，當天再一次", "，当天再一次", ", and on the day itself") : ""
    let prepare =
      user["settings"]["prepare_days"].integer.map {
        visit.say("；大日子 \($0) 天前先提醒要買什麼", "；大日子 \($0) 天前先提醒要买什么", "; what to buy \($0) days before great days")
      } ?? ""
    block.lines = [
      block.days.isEmpty
        ? visit.say("一年內沒有選到的日子。", "一年内没有选到的日子。", "None of the chosen days comes within a year.")
        : visit.say(
          "\(before) \(form.time)\(also)\(prepare)。", "\(before) \(form.time)\(also)\(prepare)。",
          "At \(form.time) \(before)\(also)\(prepare).")
    ]
    block.links += [PageLink(visit.say("修改選擇", "修改选择", "Change what I am told of"), "/choose", .button)]
    return block
  }

  private func push(_ devices: [RegisteredDevice]) -> PageBlock {
    var block = PageBlock(visit.say("通知", "通知", "Notifications"))
    guard let push = visit.service.push else {
      block.lines = [
        visit.say(
          "這台伺服器沒有設定推播，請用行事曆網址。", "这台服务器没有设置推送，请用日历网址。", "This server has no push messages. Take a calendar address.")
      ]
      return block
    }
    let isPush = user.channel == .push
    if isPush, !devices.contains(where: \.isActive) {
      block.isWarning = true
      block.lines = [
        visit.say(
          "目前沒有裝置收得到通知：沒有裝置，或瀏覽器已經結束訂閱。請在要收通知的裝置上按下面的按鈕。", "目前没有设备收得到通知：没有设备，或浏览器已经结束订阅。请在要收通知的设备上点下面的按钮。",
          "No device can be told: there is none, or its browser has ended the subscription. Press the button below on the device that shall be told."
        )
      ]
    } else if !isPush {
      block.lines = [visit.say("現在由行事曆提醒。", "现在由日历提醒。", "Your calendar reminds you now.")]
    }
    let canTest = isPush && devices.contains(where: \.isActive)
    block.show(devices, under: "/choice/devices", test: canTest ? "/choice/test" : nil, push, visit)
    return block
  }

  private func calendar(_ token: String?) -> [PageBlock] {
    var block = PageBlock(visit.say("行事曆網址", "日历网址", "Calendar address"))
    let has = user["feed_token_hash"] != .null
    if let token {
      let links = SubscriptionLinks("\(visit.site.origin)/feeds/user/\(token).ics")
      block.lines = [
        visit.say(
          "只有您選的日子。知道網址的人都能讀，但不能修改。", "只有您选的日子。知道网址的人都能读，但不能修改。",
          "Only the days that you chose. Whoever knows the address can read it, and change nothing."),
        user.channel == .feed
          ? visit.say(
            "iPhone、Mac、Outlook 會照時間提醒；Google 日曆會忽略提醒。", "iPhone、Mac、Outlook 会照时间提醒；Google 日历会忽略提醒。",
            "iPhone, Mac and Outlook ring at the times; Google Calendar ignores them.")
          : visit.say(
            "通知已經會提醒您，所以行事曆裡沒有鬧鈴。", "通知已经会提醒您，所以日历里没有闹钟。",
            "You are told by notifications, so the calendar has no alarms."),
      ]
      block.show(links, visit)
    } else if has {
      block.lines = [
        visit.say(
          "有一個行事曆網址在使用，但更改用的連結換新之後就不能再顯示。需要時請換一個新的。", "有一个日历网址在使用，但更改用的链接换新之后就不能再显示。需要时请换一个新的。",
          "A calendar address is in use; since the link was renewed it cannot be shown again. Make a new one if you need it."
        )
      ]
    } else {
      block.lines = [
        visit.say("還沒有。", "还没有。", "There is none yet.")
      ]
    }
    return [block, calendarChange(has)]
  }

  private func calendarChange(_ has: Bool) -> PageBlock {
    var block = PageBlock(visit.say("換新或停用網址", "换新或停用网址", "Renew or end the address"))
    block.isBare = true
    block.forms = [
      PageForm(
        "/choice/feed",
        buttons: [
          PageButton(
            has
              ? visit.say("換一個新的網址", "换一个新的网址", "Make a new address")
              : visit.say("用行事曆提醒我", "用日历提醒我", "Remind me by calendar"), isMain: false)
        ])
    ]
    if has {
      block.forms.append(
        PageForm(
          "/choice/feed/end", buttons: [PageButton(visit.say("停用網址", "停用网址", "End the address"), isMain: false)]))
    }
    return block
  }

  private func ownDays(_ own: [Event]) -> PageBlock {
    var block = PageBlock(visit.say("自己的日子", "自己的日子", "My own days"))
    let today = visit.moment.today
    if !own.isEmpty {
      block.table = PageTable(
        [visit.say("名稱", "名称", "Name"), visit.say("十年的日子", "十年的日子", "Ten years")],
        own.map { event in
          let days = OwnDayForm.next(event.rule, from: today)
          return PageTable.Row([
            PageTable.Cell(event.title.text(in: visit.language), note: days.first?.lunarDate.text(in: visit.language)),
            PageTable.Cell(days.map { "\($0.date)" }.joined(separator: visit.say("、", "、", ", "))),
          ])
        }, nothing: "")
    } else {
      block.lines = [
        visit.say("生日、忌日等農曆的日子也能提醒。", "生日、忌日等农历的日子也能提醒。", "Lunar birthdays and memorial days can be told too.")
      ]
    }
    block.links = [PageLink(visit.say("加一個日子", "加一个日子", "Add a day"), "/choose", .button)]
    block.forms = own.map { event in
      PageForm(
        "/choice/days/\(event.id)/remove",
        buttons: [
          PageButton(
            visit.say(
              "刪除「\(event.title.text(in: visit.language))」", "删除「\(event.title.text(in: visit.language))」",
              "Remove “\(event.title.text(in: visit.language))”"),
            isMain: false)
        ])
    }
    return block
  }

  private func address() -> PageBlock {
    var block = PageBlock(visit.say("在別的裝置修改", "在别的设备修改", "Change it elsewhere"))
    let link = "\(visit.site.origin)/choice/\(kept.secret)"
    block.lines = [
      visit.say(
        "沒有帳號，所以這個連結就是鑰匙：知道的人都能修改。請收好，不要公開。", "没有账号，所以这个链接就是钥匙：知道的人都能修改。请收好，不要公开。",
        "There is no account, so this link is the key: whoever has it can change everything. Keep it to yourself.")
    ]
    block.copies = [
      CopyText(
        link, button: visit.say("複製連結", "复制链接", "Copy the link"),
        done: visit.say("連結已複製到剪貼簿", "链接已复制到剪贴板", "The link was copied"))
    ]
    block.links = [
      PageLink(visit.say("改用帳號，選的都會帶過去", "改用账号，选的都会带过去", "Take it into an account"), "/welcome", .button)
    ]
    block.forms = [
      PageForm(
        "/choice/secret",
        buttons: [PageButton(visit.say("換新連結，舊的失效", "换新链接，旧的失效", "Renew the link; the old one ends"), isMain: false)])
    ]
    return block
  }

  private func removal() -> PageBlock {
    var block = PageBlock(visit.say("全部刪除", "全部删除", "Remove everything"))
    block.lines = [
      visit.say(
        "馬上刪除選擇、裝置、自己的日子與網址，不能復原。一年沒有人讀取的選擇也會移除，移除前會先寫在行事曆裡。",
        "马上删除选择、设备、自己的日子与网址，不能恢复。一年没有人读取的选择也会移除，移除前会先写在日历里。",
        "It removes your choice, devices, own days and addresses at once, for good. A choice that nobody reads for a year is removed too, after a notice in its calendar."
      )
    ]
    block.forms = [
      PageForm(
        "/choice/remove",
        buttons: [PageButton(visit.say("刪除我的提醒", "删除我的提醒", "Remove my reminders"), isMain: false)])
    ]
    return block
  }
}
