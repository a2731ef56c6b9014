import Folklore
import JSON
import Lunisolar
import Nearby
import Records
import Reminders
import Store

// What the user follows.
extension Conversation {
  /// The keys of the shared days that are followed, also while the master switch is off, and without those of the moons' switches.
  func followedEvents(_ wishes: UserWishes) -> Set<String> {
    var settings = wishes.settings
    (settings.isEnabled, settings.newMoon, settings.fullMoon) = (true, false, false)
    return Set(wishes.following.events(of: wishes.catalogue, with: settings).filter { $0.kind != .custom }.map(\.key))
  }

  /// True if the user follows something, or has days of their own.
  func followsSomething() throws -> Bool {
    guard let wishes = try wishes() else { return false }
    return !own.isEmpty || wishes.settings.newMoon || wishes.settings.fullMoon || !wishes.following.groups.isEmpty
      || !followedEvents(wishes).isEmpty
  }

  // MARK: Following

  func follow(_ text: String) async throws -> ChatReply {
    guard !text.isEmpty else {
      return ChatReply(
        title: say("要訂閱什麼？", "要订阅什么？", "Follow what?"),
        lines: [
          say("請說神明、節日或群組的名字，例如「訂閱 媽祖」。", "请说神明、节日或群组的名字，例如「订阅 妈祖」。", "Name a deity, a day or a group: “follow mazu”.")
        ], suggestions: following(try comingImportant().prefix(3)) + [say("訂閱 媽祖", "订阅 妈祖", "follow mazu")])
    }
    let things = names.find(text).filter { thing in
      if case .event(let event) = thing { event.kind != .custom } else { true }
    }
    guard !things.isEmpty else {
      if let several = try await followSeveral(text) { return several }
      return try await followTemple(text) ?? nothingNamed(text)
    }
    let days = names.days(of: things).filter { $0.kind != .custom }
    if things.count == 1, case .group(let group) = things[0] { return try await follow(group) }
    if days.count == 1, let event = days.first, !things.contains(where: isGroup) { return try await follow(event) }
    guard !days.isEmpty else { return nothingNamed(text) }
    return try choice(
      things, days, title: say("要訂閱哪一個？", "要订阅哪一个？", "Which one?"),
      with: say(
        "「\(text.prefix(20))」有 \(days.count) 個日子，請選一個。", "「\(text.prefix(20))」有 \(days.count) 个日子，请选一个。",
        "“\(text.prefix(20))” has \(days.count) days. Choose one."))
  }

  /// 訂閱 媽祖、觀音、土地公: each of them; nil if the text is no list of names.
  private func followSeveral(_ text: String) async throws -> ChatReply? {
    let parts = text.split { $0.isWhitespace || "、，,和跟及與與&".contains($0) }.map(String.init)
    guard (2...Self.longest).contains(parts.count), parts.allSatisfy({ !names.find($0).isEmpty }) else { return nil }
    var reply = ChatReply(title: say("好的：", "好的：", "All right:"))
    for part in parts {
      let answer = try await follow(part)
      reply.lines.append(([answer.title] + answer.lines.prefix(1)).joined(separator: " "))
      reply.suggestions += answer.suggestions.prefix(2)
    }
    reply.suggestions.append(say("我的", "我的", "mine"))
    return reply
  }

  private func isGroup(_ thing: ChatNames.Thing) -> Bool {
    if case .group = thing { true } else { false }
  }

  private func comingImportant() throws -> [Event] {
    try coming(data.listed().filter { $0.observance == .birth }, days: 60)
      .map(\.event)
  }

  private func nothingNamed(_ text: String) -> ChatReply {
    var reply = unknown(text)
    reply.title = say(
      "沒有叫「\(text.prefix(20))」的日子或神明。", "没有叫「\(text.prefix(20))」的日子或神明。",
      "No day or deity is called “\(text.prefix(20))”.")
    return reply
  }

  private func follow(_ event: Event) async throws -> ChatReply {
    let key = event.key
    let was = try wishes().map { followedEvents($0).contains(key) } ?? false
    let user = try await edit { user in
      let others = user["event_subscriptions"].list.filter { $0["event"] != .text(key) }
      return [
        Draft.Given("event_subscriptions", .list(others + [SubscriptionKind.event.entry(key, isEnabled: true)]))
      ]
    }
    return try followed(event.title.text(in: language), was: was, [event], user, undo: unfollowing([event]))
  }

  /// - Parameter days: the days of the group, if they are not those that names stand for.
  private func follow(_ group: Group, days: [Event]? = nil) async throws -> ChatReply {
    let key = group.key
    let was = try wishes()?.following.groups.contains(key) ?? false
    let user = try await edit { user in
      let others = user["group_subscriptions"].list.filter { $0["group"] != .text(key) }
      return [
        Draft.Given("group_subscriptions", .list(others + [SubscriptionKind.group.entry(key, isEnabled: true)]))
      ]
    }
    return try followed(
      group.name.text(in: language), was: was, days ?? names.days(of: [.group(group)]), user, undo: unfollowing(group))
  }

  /// 訂閱 鹿港天后宮; nil if no temple has such a name.
  private func followTemple(_ text: String) async throws -> ChatReply? {
    let found = data.templeNames.matching(text)
    let exact = found.filter { $0.name == text || $0.englishName?.lowercased() == text.lowercased() }
    guard let temple = exact.count == 1 ? exact[0] : found.first else { return nil }
    guard exact.count == 1 || found.count == 1 else {
      let listed = found.prefix(Self.longest)
      return ChatReply(
        title: say("要訂閱哪一間？", "要订阅哪一间？", "Which one?"),
        lines: [
          found.count > listed.count
            ? say(
              "有 \(found.count) 間，請說全名。", "有 \(found.count) 间，请说全名。", "There are \(found.count). Give the whole name.")
            : say("請選一間。", "请选一间。", "Choose one.")
        ],
        rows: listed.map { temple in
          ChatReply.Row(
            title: temple.name(in: language),
            detail: temple.address ?? [temple.county, temple.town].compactMap(\.self).joined(),
            address: page("/temple/\(temple.id)"))
        },
        links: links(say("在網頁上選", "在网页上选", "Choose on the page"), "/near"),
        suggestions: Set(listed.map(\.name)).count == listed.count
          ? listed.map { say("訂閱 ", "订阅 ", "follow ") + $0.name } : [])
    }
    let days = data.days(of: temple)
    let (group, change) = (days.group, change)
    try await service.write(for: turn) { try $0.openTemples(ofGroups: [group.key], change) }
    return try await follow(group, days: days.own + group.eventKeys.compactMap { data.catalogue.event($0) })
  }

  private func followed(
    _ name: String, was: Bool, _ days: [Event], _ user: Record, undo: [String]
  ) throws -> ChatReply {
    let settings = user["settings"]
    var reply = ChatReply(
      title: was
        ? say("已經訂閱「\(name)」了。", "已经订阅「\(name)」了。", "You follow \(name) already.")
        : say("已訂閱「\(name)」。", "已订阅「\(name)」。", "You follow \(name)."),
      lines: [timing(settings)], rows: try coming(days).prefix(3).map { dayRow($0.event, $0.occurrence) },
      suggestions: undo + [
        say("我的", "我的", "mine"), say("提前 3 天", "提前 3 天", "3 days before"), say("時間 08:00", "时间 08:00", "time 08:00"),
      ])
    if settings["enable_all"] == .flag(false) {
      reply.lines.append(say("提醒現在是關的。", "提醒现在是关的。", "Reminders are off now."))
      reply.suggestions.insert(say("提醒 開", "提醒 开", "reminders on"), at: 0)
    }
    return reply
  }

  func dayRow(_ event: Event, _ occurrence: Occurrence) -> ChatReply.Row {
    let lunar = occurrence.lunarDate.text(in: language)
    return ChatReply.Row(
      title: event.title.text(in: language),
      detail: "\(occurrence.date.longText(in: language)) · \(lunar) · \(countdown(occurrence.date))",
      address: event.path.map(page) ?? nil)
  }

  /// All reminders of a day: `3 天前、前一天、當天 20:00 提醒您。`
  func timing(_ settings: JSON) -> String { ChatWords.timing(settings, language) }

  // MARK: Following no longer

  func unfollow(_ text: String) async throws -> ChatReply {
    guard let wishes = try wishes() else { return nothingFollowed }
    let followed = followedEvents(wishes)
    let groups = wishes.following.groups
    guard try followsSomething() else { return nothingFollowed }
    func isFollowed(_ thing: ChatNames.Thing) -> Bool {
      switch thing {
      case .event(let event): followed.contains(event.key)
      case .group(let group): groups.contains(group.key)
      case .deity: names.days(of: [thing]).contains { followed.contains($0.key) }
      }
    }
    guard !text.isEmpty else { return try whichOfAll(wishes) }
    let exact = names.named(text)
    // 取消媽祖那個 is not sure enough to be done.
    let isSure = !names.find(text).isEmpty
    var things = exact.filter(isFollowed)
    if things.isEmpty { things = (isSure ? names.containing(text) : names.inside(text)).filter(isFollowed) }
    guard !things.isEmpty else { return try notFollowed(text, wishes) }
    let chosenGroups = things.compactMap { if case .group(let group) = $0 { group } else { nil } }
    let days = names.days(of: things.filter { !isGroup($0) }).filter { followed.contains($0.key) }
    switch (chosenGroups.count, days.count) {
    case (1, 0) where isSure: return try await unfollow(chosenGroups[0])
    case (0, 1) where isSure: return try await unfollow(days[0], wishes)
    default:
      return try choice(chosenGroups.map { .group($0) }, days, title: whichToEnd, with: howToEnd, unfollows: true)
    }
  }

  private var whichToEnd: String { say("要取消哪一個？", "要取消哪一个？", "Which one?") }

  private var nothingFollowed: ChatReply {
    ChatReply(
      title: say("您還沒有訂閱任何日子，不會收到提醒。", "您还没有订阅任何日子，不会收到提醒。", "You follow nothing, and get no reminders."),
      suggestions: [say("訂閱 媽祖", "订阅 妈祖", "follow mazu"), say("初一十五 開", "初一十五 开", "moons on")]
        + usualSuggestions)
  }

  /// The answer to a name that the user does not follow: a day of the user's own, which is changed on a page, or another one.
  private func notFollowed(_ text: String, _ wishes: UserWishes) throws -> ChatReply {
    let shown = text.prefix(20)
    let own = names.find(text).lazy.compactMap { thing -> Event? in
      if case .event(let event) = thing, event.kind == .custom { event } else { nil }
    }.first
    if let own {
      return ChatReply(
        title: say(
          "「\(own.title.traditionalChinese)」是您自己的日子。", "「\(own.title.traditionalChinese)」是您自己的日子。",
          "“\(own.title.traditionalChinese)” is a day of your own."),
        lines: [
          say(
            "請在網頁上刪除；全部不要提醒，請說「提醒 關」。", "请在网页上删除；全部不要提醒，请说「提醒 关」。",
            "Delete it on the page; to end all reminders say “reminders off”.")
        ],
        links: links(say("打開網頁", "打开网页", "Open the page"), "/settings/days/\(own.id)"),
        suggestions: [endAll, say("我的", "我的", "mine")])
    }
    var reply = try whichOfAll(wishes)
    reply.title =
      names.find(text).isEmpty
      ? say("沒有叫「\(shown)」的日子。要取消哪一個？", "没有叫「\(shown)」的日子。要取消哪一个？", "No day is called “\(shown)”. Which one?")
      : say("您沒有訂閱「\(shown)」。", "您没有订阅「\(shown)」。", "You do not follow “\(shown)”.")
    return reply
  }

  /// All that can be ended, and how to end everything.
  private func whichOfAll(_ wishes: UserWishes) throws -> ChatReply {
    let groups = wishes.following.groups.sorted().compactMap { wishes.catalogue.group($0) }
    let ofGroups = Set(groups.flatMap(\.eventKeys))
    let followed = followedEvents(wishes)
    let days = data.catalogue.events.filter { followed.contains($0.key) && !ofGroups.contains($0.key) }
    var reply = try choice(groups.map { .group($0) }, days, title: whichToEnd, with: howToEnd, unfollows: true)
    if wishes.settings.newMoon || wishes.settings.fullMoon {
      reply.suggestions.insert(say("初一十五 關", "初一十五 关", "moons off"), at: 0)
    }
    reply.suggestions.insert(endAll, at: 0)
    return reply
  }

  private func unfollow(_ group: Group) async throws -> ChatReply {
    let key = group.key
    _ = try await edit { user in
      [Draft.Given("group_subscriptions", .list(user["group_subscriptions"].list.filter { $0["group"] != .text(key) }))]
    }
    return unfollowed(group.name.text(in: language), again: following(group))
  }

  /// A day that a group brings is switched off; another one loses its entry.
  private func unfollow(_ event: Event, _ wishes: UserWishes) async throws -> ChatReply {
    let days = FollowedDays(
      key: event.key, name: event.title, aliases: [], events: [event], isFollowed: true, isDeity: false)
    let shared = data.catalogue
    _ = try await edit { user in
      let wishes = try UserWishes(user, PersonalDays(), shared: shared)
      return [
        Draft.Given("event_subscriptions", .list(days.change(user["event_subscriptions"].list, to: false, wishes)))
      ]
    }
    return unfollowed(event.title.text(in: language), again: following([event]))
  }

  private func unfollowed(_ name: String, again: [String]) -> ChatReply {
    ChatReply(
      title: say("已取消「\(name)」。", "已取消「\(name)」。", "You follow \(name) no longer."),
      suggestions: again + [say("我的", "我的", "mine")])
  }

  // MARK: Everything

  func mine() throws -> ChatReply {
    guard let user, let wishes = try wishes() else { return nothingFollowed }
    let settings = user["settings"]
    let groups = wishes.following.groups.sorted().compactMap { wishes.catalogue.group($0) }
    let ofGroups = Set(groups.flatMap(\.eventKeys))
    let followed = followedEvents(wishes)
    let days = data.catalogue.events.filter { followed.contains($0.key) && !ofGroups.contains($0.key) }
    let titles = groups.map { $0.name.text(in: language) } + days.map { $0.title.text(in: language) }
    let separator = say("、", "、", ", ")
    let isOn = settings["enable_all"] != .flag(false)
    var lines = [
      titles.isEmpty
        ? say("還沒有訂閱日子。", "还没有订阅日子。", "You follow no day yet.")
        : say("訂閱：", "订阅：", "You follow ") + titles.prefix(Self.longest).joined(separator: separator)
          + (titles.count > Self.longest
            ? say(" 等 \(titles.count) 個", " 等 \(titles.count) 个", " and others: \(titles.count)") : ""),
      say("初一：", "初一：", "New moon: ") + onOff(wishes.settings.newMoon) + say("，十五：", "，十五：", ", full moon: ")
        + onOff(wishes.settings.fullMoon),
      isOn ? timing(settings) : say("提醒是關的。", "提醒是关的。", "Reminders are off."),
    ]
    if !own.isEmpty {
      lines.insert(say("自己的日子：\(own.count) 個", "自己的日子：\(own.count) 个", "Days of your own: \(own.count)"), at: 1)
    }
    let all = try coming(wishes.following.events(of: wishes.catalogue, with: wishes.settings))
    let isOwn = chat?.isOwn ?? true
    return ChatReply(
      title: say("我的提醒", "我的提醒", "My reminders"), lines: lines,
      rows: all.prefix(3).map { dayRow($0.event, $0.occurrence) },
      links: isOwn ? [] : links(say("在網頁上修改", "在网页上修改", "Change on the page"), "/settings"),
      suggestions: (groups.prefix(2).flatMap { unfollowing($0) } + unfollowing(days.prefix(3))) + [
        wishes.settings.newMoon && wishes.settings.fullMoon
          ? say("初一十五 關", "初一十五 关", "moons off") : say("初一十五 開", "初一十五 开", "moons on"),
        isOn ? say("提醒 關", "提醒 关", "reminders off") : say("提醒 開", "提醒 开", "reminders on"),
        say("提前 3 天", "提前 3 天", "3 days before"), say("時間 08:00", "时间 08:00", "time 08:00"),
        isOwn ? say("連結帳號", "连结账号", "link account") : say("離開", "离开", "leave"),
      ])
  }

  func onOff(_ isOn: Bool) -> String { isOn ? say("開", "开", "on") : say("關", "关", "off") }
}
