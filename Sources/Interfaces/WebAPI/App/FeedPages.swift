import Folklore
import Lunisolar
import Records
import WebPages

/// Subscribing to calendars and feeds: `/feeds`.
///
///     /feeds?before=1&hour=20:00&groups=mazu&deities=guanyin
enum FeedPages {
  static let all = [PublicPage("/feeds", page)]

  private static func page(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let wish = FeedWish(visit.query)
    if !wish.search.isEmpty {
      // The spellings of every name are compared.
      try visit.service.take(2, of: visit.source.limitKey) { Wording.tooManySearches(perSecond: $0) }
    }
    let cards = FeedCards(wish, try DayPages.nextDays(of: data.catalogue.events, visit), data, visit)
    let remind = PageBlock.actions(
      [PageLink(visit.say("用手機通知提醒我", "用手机通知提醒我", "Tell me on my telephone"), "/choose", .main)],
      title: visit.say("提醒", "提醒", "Reminders"))
    var blocks = [settings(wish, visit)]
    let (parts, unknown) = wish.choice.parts(in: data, visit.language)
    if !wish.choice.isEmpty { blocks.insert(chosen(parts, unknown, cards, visit), at: 0) }
    let lists = [
      cards.kinds(), cards.groups(without: parts), cards.deities(without: parts), cards.temples(without: parts),
    ].filter { !$0.feeds.isEmpty }
    // What most people take stands first.
    if let first = lists.first, wish.search.isEmpty, wish.choice.isEmpty {
      blocks = [remind, first] + blocks + lists.dropFirst()
    } else {
      blocks = [remind] + blocks + (lists.isEmpty ? [nothing(wish, visit)] : lists)
    }
    blocks += [embedding(wish, visit), ways(visit)]
    return PublicPage.app(
      AppPage(
        visit.language, title: visit.say("訂閱民俗節日", "订阅民俗节日", "Subscribe to folk days"),
        description: visit.say(
          "農曆節日與神明聖誕，每年自動落在正確的國曆日期。訂閱一次，就在您自己的行事曆裡。",
          "农历节日与神明圣诞，每年自动落在正确的公历日期。订阅一次，就在您自己的日历里。",
          "Lunar festivals and deities’ days on their right dates every year. Subscribe once and see them in your own calendar."
        ),
        lead: visit.say(
          "訂閱一次，每年的日期自動更新。", "订阅一次，每年的日期自动更新。", "Subscribe once; the dates of every year come by themselves."),
        blocks), part: "feeds")
  }

  // MARK: What was chosen

  private static func settings(_ wish: FeedWish, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("行事曆裡的提醒", "日历里的提醒", "Alarms in the calendar"))
    block.lines = [
      visit.say(
        "Google 日曆不理會訂閱行事曆裡的提醒。想要收到通知，請用上面的「提醒我」。", "Google 日历不理会订阅日历里的提醒。想要收到通知，请用上面的「提醒我」。",
        "Google Calendar ignores the alarms of calendars that you subscribe to. If you want to be told, use “Remind me” above."
      )
    ]
    let days =
      [("", visit.say("不要提醒", "不要提醒", "No alarm")), ("0", visit.say("當天", "当天", "On the day"))]
      + (1...30).map { ("\($0)", visit.say("\($0) 天前", "\($0) 天前", $0 == 1 ? "1 day before" : "\($0) days before")) }
    var hours = (0..<24).map { TimeOfDay(uncheckedMinutes: $0 * 60).description }
    // A time between the hours can be given in the address.
    if !hours.contains(wish.hour.description) { hours.append(wish.hour.description) }
    block.forms = [
      PageForm(
        "/feeds", method: .get, id: FeedCards.form,
        [
          PageField("before", visit.say("提早幾天", "提早几天", "Days before"), .choice(days), value: wish.beforeText),
          PageField(
            "hour", visit.say("時間", "时间", "Time"), .choice(hours.map { ($0, $0) }), value: wish.hour.description),
          addition("eclipses", visit.say("加上看得到的日食與月食", "加上看得到的日食与月食", "Add the eclipses that are seen"), wish),
          addition("sky", visit.say("加上每天的日出日沒", "加上每天的日出日落", "Add sunrise and sunset of each day"), wish),
          addition(
            "almanac", visit.say("加上每天的宜忌（協紀辨方書）", "加上每天的宜忌（协纪辨方书）", "Add 宜 and 忌 of each day (協紀辨方書)"), wish),
          PageField(
            "at", visit.say("看天空的地點", "看天空的地点", "Where the sky is seen"), .search, value: wish.place,
            hint: visit.say("例如臺南市，或經緯度", "例如台南市，或经纬度", "A county of Taiwan, or coordinates")),
          PageField(
            "q", visit.say("找主題、神明或廟宇", "找主题、神明或庙宇", "Find a topic, a deity or a temple"), .search, value: wish.search),
        ], buttons: [PageButton(visit.say("更新網址", "更新网址", "Update the addresses"))])
    ]
    return block
  }

  private static func addition(_ name: String, _ label: String, _ wish: FeedWish) -> PageField {
    PageField(name, label, .check, value: wish.added.contains(name) ? "on" : "")
  }

  private static func chosen(
    _ parts: [DayChoice.Part], _ unknown: [DayChoice.Name], _ cards: FeedCards, _ visit: Visit
  ) -> PageBlock {
    var block = PageBlock(visit.say("您的選擇（\(parts.count)）", "您的选择（\(parts.count)）", "Your choice (\(parts.count))"))
    block.isWarning = !unknown.isEmpty
    block.lines = unknown.map {
      visit.say("沒有「\($0.text)」這一項。", "没有“\($0.text)”这一项。", "There is no “\($0.text)”.")
    }
    if !parts.isEmpty { block.feeds = [cards.mix(of: parts)] }
    block.picks = parts.map { cards.pick($0.kind, $0.key, $0.name, isChosen: true) }
    block.submit = cards.submit(visit.say("更新選擇", "更新选择", "Update the choice"))
    return block
  }

  private static func nothing(_ wish: FeedWish, _ visit: Visit) -> PageBlock {
    let text = wish.search
    var block = PageBlock(visit.say("找不到「\(text)」", "找不到“\(text)”", "Nothing is called “\(text)”"))
    block.links = [PageLink(visit.say("全部主題與神明", "全部主题与神明", "All topics and deities"), "/feeds", .button)]
    return block
  }

  // MARK: Other ways

  private static func embedding(_ wish: FeedWish, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("放在您的網站", "放在您的网站", "On your own website"))
    block.lines = [
      visit.say(
        "把這一行貼進網頁，就會顯示接下來的日子。", "把这一行贴进网页，就会显示接下来的日子。",
        "Paste this line into a web page to show the coming days there.")
    ]
    let title = visit.say("民俗節日", "民俗节日", "Folk days")
    block.copies = [("small", 300, 100), ("large", 300, 420)].map { size, width, height in
      let address = EmbedPages.address(wish.choice, size: size, visit)
      return CopyText(
        "<iframe src=\"\(SafeHTML.escaped(address))\" title=\"\(title)\" width=\"\(width)\" height=\"\(height)\" style=\"border:0\" loading=\"lazy\"></iframe>",
        button: size == "small"
          ? visit.say("複製（下一個日子）", "复制（下一个日子）", "Copy (the next day)")
          : visit.say("複製（五個日子）", "复制（五个日子）", "Copy (five days)"),
        done: visit.say("已複製到剪貼簿", "已复制到剪贴板", "It was copied"))
    }
    return block
  }

  private static func ways(_ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("訂閱方式", "订阅方式", "How to subscribe"))
    block.lines = [
      visit.say(
        "「訂閱」會打開手機或電腦內建的行事曆。更新頻率由行事曆程式決定，通常每天至少一次。",
        "“订阅”会打开手机或电脑自带的日历。更新频率由日历程序决定，通常每天至少一次。",
        "“Subscribe” opens the calendar of your phone or computer, which usually updates at least once a day."),
      visit.say(
        "Google 日曆每 12 到 24 小時才更新一次，新增的節日可能隔天才會出現。", "Google 日历每 12 到 24 小时才更新一次，新增的节日可能隔天才会出现。",
        "Google Calendar updates only every 12 to 24 hours, so a new day may appear a day later."),
      visit.say(
        "其他程式請使用 iCalendar 的網址。Atom 與 JSON Feed 供閱讀器使用，只列出即將到來的節日。",
        "其他程序请使用 iCalendar 的网址。Atom 与 JSON Feed 供阅读器使用，只列出即将到来的节日。",
        "For other programs copy the iCalendar address. Atom and JSON Feed are for feed readers and list only the coming days."
      ),
    ]
    return block
  }
}
