import Addresses
import FolkData
import Folklore
import Lunisolar
import Nearby
import Records
import WebPages

/// What the query of `/feeds` asks.
struct FeedWish {
  let choice: DayChoice
  let search: String
  /// Days before the day, 0 to 30; nil for no alarm.
  let before: Int?
  let hour: TimeOfDay
  /// What is added to the folk days: eclipses, the sky of each day, 宜忌; and whence the sky is seen.
  let added: [String]
  let place: String

  /// What can be added.
  static let additions = ["eclipses", "sky", "almanac"]

  init(_ query: FormData) {
    choice = DayChoice(query)
    search = String((query.first("q") ?? "").trimmed.prefix(60))
    before = query.first("before").flatMap { Int($0) }.flatMap {
      NotificationSettings.advanceDayRange.contains($0) ? $0 : nil
    }
    hour = query.first("hour").flatMap { TimeOfDay($0) } ?? TimeOfDay(uncheckedMinutes: 8 * 60)
    added = Self.additions.filter { query.all($0).contains("on") }
    place = String((query.first("at") ?? "").trimmed.prefix(60))
  }

  /// `eclipses=true&at=…&`, as feeds take it.
  var addedQuery: String {
    guard !added.isEmpty else { return "" }
    return added.map { "\($0)=true&" }.joined() + (place.isEmpty ? "" : "at=\(PercentEncoding.encode(place))&")
  }

  var beforeText: String { before.map { "\($0)" } ?? "" }
  /// `1@08:00`, as feeds take it.
  var alarm: String? { before.map { "\($0)@\(hour)" } }
}

/// The calendars of `/feeds` that fit the search, with their links.
struct FeedCards {
  /// The form that the checkboxes of groups and deities belong to.
  static let form = "mix"

  private let wish: FeedWish
  /// The next day of each event, by key.
  private let next: [String: SolarDate]
  private let data: PublicData
  private let visit: Visit

  init(_ wish: FeedWish, _ next: [String: SolarDate], _ data: PublicData, _ visit: Visit) {
    self.wish = wish
    self.next = next
    self.data = data
    self.visit = visit
  }

  // MARK: Lists

  func kinds() -> PageBlock {
    var block = PageBlock(visit.say("行事曆", "日历", "Calendars"))
    let all = data.catalogue.events.filter { $0.isEnabled && visit.regionFilter.contains($0) }
    let kinds: [(FeedLinks.Selection, name: LocalizedName, note: String, events: [Event])] = [
      (
        .all, LocalizedName("全部節日", simplifiedChinese: "全部节日", english: "All days"),
        visit.say("節日、神明聖誕、初一與十五", "节日、神明圣诞、初一与十五", "Festivals, deities’ days, the first and the fifteenth"), all
      ),
      (
        .kind(.festival), LocalizedName("節日", simplifiedChinese: "节日", english: "Festivals"),
        visit.say("春節、清明、端午、中元、中秋等", "春节、清明、端午、中元、中秋等", "New Year, Qingming, Dragon Boat, Mid-Autumn and more"),
        all.filter { $0.kind == .festival }
      ),
      (
        .kind(.deity), LocalizedName("神明聖誕", simplifiedChinese: "神明圣诞", english: "Deities’ days"),
        visit.say("媽祖、關聖帝君、土地公等", "妈祖、关圣帝君、土地公等", "Mazu, Guan Yu, the Earth God and more"),
        all.filter { $0.kind == .deity }
      ),
    ]
    block.feeds = kinds.filter { isWanted([$0.name.traditionalChinese, $0.name.english ?? ""]) }.map {
      card($0.0, $0.name.text(in: visit.language), note: $0.note, $0.events)
    }
    return block
  }

  func groups(without chosen: [DayChoice.Part]) -> PageBlock {
    var block = PageBlock(visit.say("依主題", "按主题", "By topic"))
    block.feeds = data.catalogue.groups.filter { group in
      group.isEnabled && isWanted([group.name.traditionalChinese, group.name.english ?? "", group.key])
        && !chosen.contains { $0.kind == .groups && $0.key == group.key }
    }.compactMap { group in
      card(.groups, group.key, group.name.text(in: visit.language), group.eventKeys.compactMap { data.event($0) })
    }
    block.submit = submit(join)
    return block
  }

  func deities(without chosen: [DayChoice.Part]) -> PageBlock {
    var block = PageBlock(visit.say("依神明", "按神明", "By deity"))
    let wanted = wish.search.isEmpty ? data.catalogue.deities : data.search.deities(named: wish.search)
    let events = Dictionary(grouping: data.catalogue.events.filter(\.isEnabled)) { $0.deityKey ?? "" }
    let others = wanted.filter { deity in !chosen.contains { $0.kind == .deities && $0.key == deity.key } }
    block.feeds = others.compactMap {
      card(.deities, $0.key, $0.name.text(in: visit.language), events[$0.key] ?? [])
    }
    let count = block.feeds.count
    block.fold = PageFold(
      visit.say("\(count) 位神明", "\(count) 位神明", "\(count) deities"), isOpen: !wish.search.isEmpty)
    block.submit = submit(join)
    return block
  }

  /// The temples with the text of the search in their names; none without a search, because there are too many.
  func temples(without chosen: [DayChoice.Part]) -> PageBlock {
    var block = PageBlock(visit.say("依廟宇", "按庙宇", "By temple"))
    guard !wish.search.isEmpty else { return block }
    let found = data.templeNames.matching(wish.search).filter { temple in
      !chosen.contains { $0.kind == .temples && $0.key == temple.key }
    }
    block.feeds = found.prefix(Self.shownTemples).compactMap { temple in
      guard let part = DayChoice(.temples, temple.key).parts(in: data, visit.language).found.first else { return nil }
      let place = [temple.county, temple.town].compactMap(\.self).joined()
      return card(
        .temples, temple.key, part.name + (place.isEmpty ? "" : "（\(place)）"), [part].events(of: data.catalogue))
    }
    block.submit = submit(join)
    return block
  }

  private static let shownTemples = 20

  private func isWanted(_ names: [String]) -> Bool {
    wish.search.isEmpty || CatalogueSearch.isFound(wish.search, in: names)
  }

  // MARK: Cards

  func mix(of parts: [DayChoice.Part]) -> FeedCard {
    let choice = DayChoice { kind in parts.filter { $0.kind == kind }.map(\.key) }
    let events = parts.events(of: data.catalogue)
    return card(
      .choice(choice), DayChoice.name(of: parts, in: visit.language), note: Self.count(events.count, visit), events,
      heard: visit.say("您的選擇", "您的选择", "your choice"), style: .main)
  }

  /// A group or a deity; nil without days.
  private func card(_ kind: DayChoice.Kind, _ key: String, _ name: String, _ events: [Event]) -> FeedCard? {
    events.isEmpty
      ? nil
      : card(
        .choice(DayChoice(kind, key)), name, note: Self.count(events.count, visit), events,
        // A group may be called as a deity is.
        heard: kind == .groups ? visit.say("主題", "主题", "topic") + " " + name : name,
        pick: pick(kind, key, name, isChosen: false))
  }

  private func card(
    _ selection: FeedLinks.Selection, _ name: String, note: String, _ events: [Event], heard: String? = nil,
    pick: PickBox? = nil, style: PageLink.Style = .button
  ) -> FeedCard {
    let heard = heard ?? name
    let links = FeedLinks(
      selection, added: wish.addedQuery, alarm: wish.alarm, language: visit.language, site: visit.site.origin)
    let first = events.compactMap { event in next[event.key].map { (event, date: $0) } }.min { $0.date < $1.date }
    let coming = first.map { event, _ in
      visit.say(" · 下一個：", " · 下一个：", " · next: ") + event.title.text(in: visit.language)
    }
    return FeedCard(
      name: name, note: note + (coming ?? ""),
      next: first.map { FeedCard.Next(iso: "\($0.date)", text: $0.date.longText(in: visit.language)) }, pick: pick,
      links: [
        PageLink(visit.say("訂閱", "订阅", "Subscribe"), links.subscription.webcal, style, heard: heard),
        PageLink(visit.say("Google 日曆", "Google 日历", "Google Calendar"), links.subscription.google, heard: heard),
        PageLink("iCalendar", links.calendar, heard: heard), PageLink("Atom", links.atom, heard: heard),
        PageLink("JSON", links.json, heard: heard),
      ],
      copied: CopyText(
        links.calendar, button: visit.say("複製網址", "复制网址", "Copy the address"),
        done: visit.say("網址已複製到剪貼簿", "网址已复制到剪贴板", "The address was copied"), heard: heard),
      more: visit.say("其他方式", "其他方式", "Other ways"))
  }

  func pick(_ kind: DayChoice.Kind, _ key: String, _ name: String, isChosen: Bool) -> PickBox {
    PickBox(form: Self.form, name: kind.rawValue, value: key, text: name, isChosen: isChosen)
  }

  /// A button below the checkboxes.
  func submit(_ text: String) -> PageBlock.Submit { PageBlock.Submit(form: Self.form, text: text) }

  private var join: String { visit.say("把勾選的合成一個行事曆", "把勾选的合成一个日历", "Join what is ticked into one calendar") }

  private static func count(_ days: Int, _ visit: Visit) -> String {
    visit.say("共 \(days) 個日子", "共 \(days) 个日子", days == 1 ? "1 day" : "\(days) days")
  }
}
