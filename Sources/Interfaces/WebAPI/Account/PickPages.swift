import Addresses
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store
import WebPages
import Words

/// The lists from which an account chooses: `/settings/deities`, `/settings/festivals`, `/settings/groups` (pages 5 to 7 of the specification), and
/// `/settings/follow`, to which the pages of days lead.
enum PickPages {
  static let all =
    Kind.allCases.flatMap { kind in
      [
        BrowserPage.get("/settings/" + kind.rawValue, .person) { visit in try await page(kind, visit) },
        BrowserPage.post("/settings/" + kind.rawValue, .person) { visit in try await save(kind, visit) },
      ]
    } + [
      BrowserPage.get("/settings/follow", .person) { visit in try await ask(visit) },
      BrowserPage.post("/settings/follow", .person) { visit in try await follow(visit) },
    ]

  enum Kind: String, CaseIterable, Sendable {
    case deities, festivals, groups
  }

  // MARK: The list

  private static func page(_ kind: Kind, _ visit: Visit) async throws -> PageAnswer {
    let (account, data) = (try await Account(visit), try await visit.service.keeper.current())
    let wishes = try account.wishes(data)
    let rows: [PickPage.Row]
    let words: (title: String, chosen: String, other: String)
    switch kind {
    case .deities:
      rows = try Self.rows(FollowedDays.deities(wishes, data), wishes, data, visit)
      words = (
        visit.say("神明", "神明", "Deities"), visit.say("已選擇的神明", "已选择的神明", "Chosen deities"),
        visit.say("其他神明", "其他神明", "Other deities")
      )
    case .festivals:
      rows = try Self.rows(FollowedDays.festivals(wishes, data), wishes, data, visit)
      words = (
        visit.say("民俗節慶", "民俗节庆", "Festivals"), visit.say("已選擇的節慶", "已选择的节庆", "Chosen festivals"),
        visit.say("其他節慶", "其他节庆", "Other festivals")
      )
    case .groups:
      rows = groups(wishes, data, visit)
      words = (
        visit.say("推薦的群組", "推荐的群组", "Groups"), visit.say("已選擇的群組", "已选择的群组", "Chosen groups"),
        visit.say("其他群組", "其他群组", "Other groups")
      )
    }
    return .app(
      PickPage(
        visit.language, title: words.title, above: visit.aboveSettings,
        notice: visit.query.first("done") == "saved" ? visit.say("已儲存。", "已保存。", "Saved.") : nil,
        action: "/settings/" + kind.rawValue, chosenTitle: words.chosen, otherTitle: words.other, rows: rows,
        revision: account.revision), part: "choice")
  }

  private static func rows(
    _ all: [FollowedDays], _ wishes: UserWishes, _ data: PublicData, _ visit: Visit
  ) throws -> [PickPage.Row] {
    let (next, language) = (try DayPages.nextDays(of: data.catalogue.events, visit), visit.language)
    func first(_ days: FollowedDays) -> Int {
      days.events.compactMap { next[$0.key]?.julianDayNumber }.min() ?? .max
    }
    return all.map { (first($0), $0) }.sorted { ($0.0, $0.1.key) < ($1.0, $1.1.key) }.map { _, days in
      let dates = days.events.sorted {
        (next[$0.key]?.julianDayNumber ?? .max, $0.id) < (next[$1.key]?.julianDayNumber ?? .max, $1.id)
      }.prefix(3).compactMap { next[$0.key].map { visit.lunar($0) } }
      // Why a day is told that nobody ticked.
      let why = Set(days.events.flatMap { visit.reasons($0, wishes) }).subtracting([visit.say("自己選的", "自己选的", "chosen")]
      )
      return PickPage.Row(
        // People say 媽祖, not 天上聖母.
        value: days.key,
        title: days.name.text(in: language)
          + (language == .english
            ? ""
            : days.aliases.first.map { "（\(language == .simplifiedChinese ? Transliteration.simplified($0) : $0)）" }
              ?? ""),
        note: (dates + (days.isFollowed ? why.sorted() : [])).joined(separator: visit.say("、", "、", ", ")),
        names: ([days.name] + days.events.map(\.title)).flatMap { name in Language.allCases.map { name.text(in: $0) } }
          .joined(separator: " ") + " " + ([days.key] + days.aliases).joined(separator: " "),
        isOn: days.isFollowed,
        link: PageLink(
          visit.say("說明", "说明", "About"),
          (days.isDeity ? "/deity/" : "/event/") + PercentEncoding.encode(days.key), heard: days.name.text(in: language)
        ))
    }
  }

  private static func groups(_ wishes: UserWishes, _ data: PublicData, _ visit: Visit) -> [PickPage.Row] {
    data.groups.filter { $0["is_enabled"] == .flag(true) || wishes.following.groups.contains($0.key) }.map { group in
      let (name, count) = (group.name(in: visit.language), group["events"].texts.count)
      let isOver = group["is_enabled"] != .flag(true)
      return PickPage.Row(
        value: group.key, title: name,
        note: visit.say("\(count) 個日子", "\(count) 个日子", "\(count) days")
          + (group["video_url"].text == nil ? "" : visit.say("，📹 有推薦影片", "，📹 有推荐视频", ", 📹 with a video"))
          + (isOver ? visit.say("（已停用，不會提醒）", "（已停用，不会提醒）", " (ended; nothing is told)") : ""),
        names: Language.allCases.map { group.name(in: $0) }.joined(separator: " "),
        isOn: wishes.following.groups.contains(group.key),
        link: PageLink(
          visit.say("看內容", "看内容", "See it"), "/group/" + PercentEncoding.encode(group.key), heard: name))
    }
      + wishes.following.groups.sorted().compactMap { data.temple(ofGroup: $0) }.map { temple in
        let name = temple.name(in: visit.language)
        return PickPage.Row(
          value: TempleGroup.key(of: temple), title: name,
          note: [temple.county, temple.town].compactMap(\.self).joined(), names: temple.name, isOn: true,
          link: PageLink(visit.say("看內容", "看内容", "See it"), "/temple/\(temple.id)", heard: name))
      }
  }

  // MARK: Saving

  private static func save(_ kind: Kind, _ visit: Visit) async throws -> PageAnswer {
    let data = try await visit.service.keeper.current()
    let (form, path) = (visit.form, "/settings/" + kind.rawValue)
    if let key = form.first("change"), !isKnown(key, kind, data) {
      let sentence = visit.say(
        "沒有「\(key.prefix(50))」，可能剛剛刪除了。", "没有「\(key.prefix(50))」，可能刚刚删除了。",
        "There is no “\(key.prefix(50))”; it may just have been removed.")
      if visit.acceptsOnlyJSON { return visit.refused(sentence) }
      throw PageProblem.badForm
    }
    try await visit.editAccount { user in
      // Own days stand in none of these lists.
      let wishes = try UserWishes(user, PersonalDays(), shared: data.catalogue)
      guard kind != .groups else {
        return [Draft.Given("group_subscriptions", groups(form, user, data))]
      }
      let all = kind == .deities ? FollowedDays.deities(wishes, data) : FollowedDays.festivals(wishes, data)
      var list = user["event_subscriptions"].list
      for days in all {
        guard let isOn = wanted(days.key, form), isOn != days.isFollowed || form.first("change") != nil else {
          continue
        }
        list = days.change(list, to: isOn, wishes)
      }
      return [Draft.Given("event_subscriptions", .list(list))]
    }
    return try await visit.saved(path + "?done=saved")
  }

  /// What the form wants of one row: the script names only that which was tapped, a browser without script all that are ticked.
  private static func wanted(_ key: String, _ form: FormData) -> Bool? {
    guard let changed = form.first("change") else { return form.all("key").contains(key) }
    return changed == key ? form.first("on") == "on" : nil
  }

  private static func groups(_ form: FormData, _ user: Record, _ data: PublicData) -> JSON {
    var list = user["group_subscriptions"].list
    let temples = list.compactMap { $0["group"].text }.filter { data.temple(ofGroup: $0) != nil }
    for key in data.groups.map(\.key) + temples {
      guard let isOn = wanted(key, form) else { continue }
      list.removeAll { $0["group"] == .text(key) }
      guard isOn else { continue }
      list.append(SubscriptionKind.group.entry(key, isEnabled: true))
    }
    return .list(list)
  }

  private static func isKnown(_ key: String, _ kind: Kind, _ data: PublicData) -> Bool {
    switch kind {
    case .deities: data.deity(key) != nil
    case .festivals: data.event(key)?.kind == .festival
    case .groups: data.groupKey(key) != nil
    }
  }

  // MARK: From a page of a day

  /// What the link to this page names: `?event=88`, `?deity=mazu`, `?group=mazu`, `?temple=12`.
  private struct Wanted {
    var events: [Event] = []
    /// The key of a group, or of the one of a temple.
    var group: String?
    var name = ""

    init(_ query: FormData, _ data: PublicData, _ language: Language) {
      if let event = query.first("event").flatMap({ data.event($0) }), event.kind != .custom {
        (events, name) = ([event], event.title.text(in: language))
      } else if let deity = query.first("deity").flatMap({ data.deity($0) }) {
        events = data.catalogue.events.filter { $0.deityKey == deity.key && $0.isEnabled }
        name = deity.name(in: language)
      } else if let group = query.first("group").flatMap({ data.group($0) }) {
        (self.group, name) = (group.key, group.name(in: language))
      } else if let temple = query.first("temple").flatMap({ data.temple($0) }) {
        (group, name) = (TempleGroup.key(of: temple), temple.name(in: language))
      }
    }

    /// The fields of the form that follows it.
    var fields: [PageField] {
      events.map { PageField("event", "", .hidden, value: $0.key) }
        + (group.map { [PageField("group", "", .hidden, value: $0)] } ?? [])
    }
  }

  private static func ask(_ visit: Visit) async throws -> PageAnswer {
    let data = try await visit.service.keeper.current()
    let wanted = Wanted(visit.query, data, visit.language)
    guard !wanted.name.isEmpty else { return .redirect(to: "/settings") }
    var block = PageBlock(visit.say("提醒我：", "提醒我：", "Remind me: ") + wanted.name)
    block.lines = [
      visit.say(
        "加到您追蹤的日子，照您的提醒設定通知。", "加到您关注的日子，照您的提醒设置通知。",
        "It joins the days that you follow, and is told as your settings say.")
    ]
    block.forms = [
      PageForm(
        "/settings/follow", wanted.fields, buttons: [PageButton(visit.say("提醒我", "提醒我", "Remind me"))])
    ]
    block.links = [PageLink(visit.say("取消", "取消", "Cancel"), "/settings", .button)]
    return .app(
      AppPage(
        visit.language, title: wanted.name, description: "", above: visit.aboveSettings, [block]), part: "choice")
  }

  private static func follow(_ visit: Visit) async throws -> PageAnswer {
    let data = try await visit.service.keeper.current()
    let events = visit.form.all("event").compactMap { data.event($0)?.key }
    let groups = visit.form.first("group").flatMap { data.groupKey($0) }.map { [$0] } ?? []
    guard !events.isEmpty || !groups.isEmpty else { throw PageProblem.badForm }
    let change = visit.change
    try await visit.write { try $0.openTemples(ofGroups: groups, change) }
    try await visit.editAccount { user in
      func list(_ kind: SubscriptionKind, _ keys: [String]) -> Draft.Given {
        let others = user[kind.field].list.filter { $0[kind.rawValue].text.map(keys.contains) == false }
        return Draft.Given(kind.field, .list(others + keys.map { kind.entry($0, isEnabled: true) }))
      }
      return [list(.event, events), list(.group, groups)]
    }
    return .redirect(to: "/settings/reminders?done=followed")
  }
}
