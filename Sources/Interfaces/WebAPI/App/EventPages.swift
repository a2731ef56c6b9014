import Addresses
import Folklore
import JSON
import Lunisolar
import Nearby
import Records
import WebPages

/// A folk day, a deity, a group: `/event/…`, `/deity/…`, `/group/…`.
enum EventPages {
  static let all = [
    PublicPage("/event/{id}", event), PublicPage("/deity/{id}", deity), PublicPage("/group/{id}", group),
  ]

  private static let shownTemples = 6

  // MARK: A folk day

  private static func event(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard let event = data.event(visit.id), event.kind != .custom else { throw PageProblem.nothingHere }
    let language = visit.language
    let days = try next(event, 5, visit)
    var blocks = [
      actions(visit, remind: "/choose?event=\(event.id)", feed: "/feeds?events=\(event.id)")
    ]
    if let text = event.description(in: language) {
      blocks.append(prose(visit.say("這一天", "这一天", "The day"), text, visit))
    }
    let guide = data.catalogue.worshipGuide(of: event)
    if let block = worship(guide, event.worshipNotes(in: language), visit, at: "/event/\(event.id)") {
      blocks.append(block)
    }
    blocks += [try dates(event, days, data, visit), about(event, data, visit)].compactMap(\.self)
    if !event.disagreements.isEmpty { blocks.append(disagreements(event, data, visit)) }
    if let deity = event.deityKey { blocks += temples(of: deity, data, visit) }
    if let sources = sources(event.sources + guide.flatMap(\.sources), data, visit) { blocks.append(sources) }
    let title = event.title.text(in: language)
    let summary = days.first.map { "\($0.date.longText(in: language))，\($0.lunarDate.text(in: language))。" } ?? ""
    return PublicPage.app(
      AppPage(
        language, title: title, description: summary + String((event.description(in: language) ?? "").prefix(120)),
        above: [PageLink(visit.say("首頁", "首页", "Home"), "/")],
        lead: days.first.map { DayPages.words($0.date, $0.lunarDate.text(in: language), visit) },
        count: days.first.map { DayPages.count(max(visit.moment.today.distance(to: $0.date), 0), visit) },
        picture: event.coverURL.flatMap(KeptImage.init(address:))?.address, blocks), part: "home")
  }

  /// The next days of an event, or the only one if it is decades away.
  private static func next(_ event: Event, _ count: Int, _ visit: Visit) throws -> [Occurrence] {
    let today = visit.moment.today
    for years in [6, 60] {
      let found = try event.rule.occurrences(
        in: today.advanced(by: -60)...today.advanced(by: years * 366), calendar: LunisolarCalendar.chinese
      ).filter { $0.lastDate >= today }
      if !found.isEmpty { return Array(found.prefix(count)) }
    }
    return []
  }

  /// A card of an event on one of its days.
  private static func card(_ event: Event, _ day: Occurrence, _ visit: Visit) -> DayCard {
    DayPages.card(
      day.date, title: event.title.text(in: visit.language), address: "/event/\(event.id)",
      note: day.lunarDate.text(in: visit.language), visit)
  }

  private static func dates(
    _ event: Event, _ days: [Occurrence], _ data: PublicData, _ visit: Visit
  ) throws -> PageBlock {
    let language = visit.language
    var block = PageBlock(visit.say("日期", "日期", "Dates"))
    if days.isEmpty {
      block.lines = [
        event.rule.awaitsAnnouncement(from: visit.moment.today)
          ? visit.say("下一次的日期還沒有公布。", "下一次的日期还没有公布。", "The next date has not been announced yet.")
          : event.isEnabled
            ? visit.say("今後六十年都沒有這一天。", "今后六十年都没有这一天。", "It does not come within sixty years.")
            : visit.say("這一天已經停用。", "这一天已经停用。", "This day is not kept any more.")
      ]
    }
    block.isAside = true
    block.days = days.map { day in
      let through = day.lastDate > day.date ? visit.say(" 到 ", " 到 ", " to ") + day.lastDate.longText(in: language) : ""
      return DayPages.card(
        day.date, title: DayPages.dateWords(day.date, visit), address: "/day/\(day.date)",
        note: day.lunarDate.text(in: language) + through, visit)
    }
    // The same caution concerns several of the days.
    var recorder = DateRecorder(variant: .chinese, language: language)
    for day in days {
      for note in try recorder.record(on: day.date).notes where !block.lines.contains(note) { block.lines.append(note) }
    }
    return block
  }

  /// Whose day it is, and its other names; nil if nothing of it is known.
  private static func about(_ event: Event, _ data: PublicData, _ visit: Visit) -> PageBlock? {
    var block = PageBlock(visit.say("關於", "关于", "About"))
    block.isAside = true
    if let key = event.deityKey, let deity = data.deity(key) {
      block.facts = [
        PageFact(
          visit.say("神明", "神明", "Deity"), deity.name(in: visit.language),
          address: "/deity/\(PercentEncoding.encode(key))")
      ]
      if let role = deity["role"].text { block.facts.append(PageFact(visit.say("職掌", "职掌", "Looks after"), role)) }
    }
    if !event.aliases.isEmpty {
      let names = event.aliases.joined(separator: visit.say("、", "、", ", "))
      block.facts.append(PageFact(visit.say("又稱", "又称", "Also called"), names))
    }
    return block.facts.isEmpty ? nil : block
  }

  /// What most people come for: the reminder, and the calendar. It stands first, so that it is in the first screen.
  static func actions(_ visit: Visit, remind: String, feed: String, _ others: [PageLink] = []) -> PageBlock {
    .actions(
      [PageLink(visit.say("提醒我", "提醒我", "Remind me"), remind, .main)] + others + [
        PageLink(visit.say("加到行事曆", "加到日历", "Add to a calendar"), feed, .button)
      ], title: visit.say("提醒與行事曆", "提醒与日历", "Reminders and calendars"))
  }

  private static func disagreements(_ event: Event, _ data: PublicData, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("也有不同的說法", "也有不同的说法", "Others say"))
    block.isWarning = true
    block.lines = event.disagreements.map { other in
      let names = data.catalogue.sources(other.sources).map(SourceReference.init).forReaders(in: visit.language).map(
        \.title
      )
      .joined(separator: "、")
      let today = visit.moment.today
      let day = try? other.rule.occurrences(
        in: today...today.advanced(by: 800), calendar: LunisolarCalendar.chinese
      ).first
      return [day?.lunarDate.text(in: visit.language) ?? "\(other.rule)", names, other.note ?? ""].filter {
        !$0.isEmpty
      }.joined(separator: visit.say("：", "：", ": "))
    }
    return block
  }

  /// A text in paragraphs. One that exists only in Chinese is marked and said on an English page.
  static func prose(_ title: String, _ text: String, _ visit: Visit) -> PageBlock {
    let scalars = text.unicodeScalars
    // English texts name some things in Chinese.
    let isForeign = visit.language == .english && scalars.count { $0.properties.isIdeographic } * 4 > scalars.count
    var block = PageBlock(isForeign ? title + " (in Chinese)" : title)
    block.lines = text.split(separator: "\n").map(String.init)
    block.linesLanguage = isForeign ? .traditionalChinese : nil
    return block
  }

  /// How to worship: what to bring, with a list to tick, the rite in order, and prose; nil if nothing is known.
  ///
  /// - Parameter path: the address of the page, for the number of people who eat.
  static func worship(_ guide: [WorshipLine], _ text: String?, _ visit: Visit, at path: String) -> PageBlock? {
    guard !guide.isEmpty || text != nil else { return nil }
    let language = visit.language
    var block = prose(visit.say("拜拜須知", "拜拜须知", "How to worship"), text ?? "", visit)
    let people = visit.query.first("people").flatMap { Int($0.trimmed) }.flatMap {
      WorshipLine.peopleRange.contains($0) ? $0 : nil
    }
    let lines = guide.map { WorshipLineRecord($0, in: language) }
    block.guide = lines.parts.map { part, lines in
      GuidePart(part, lines.map { $0.shown(in: language, people: people) }, language)
    }
    block.guideWords = block.guide.contains { $0.isChecks } ? GuidePart.Words(language) : nil
    if lines.contains(where: { $0.people != nil }) {
      block.forms = [
        PageForm(
          path, method: .get,
          [
            PageField(
              "people", visit.say("幾個人吃", "几个人吃", "For how many people"), .number(WorshipLine.peopleRange),
              value: "\(people ?? WorshipLine.usualPeople)")
          ], buttons: [PageButton(visit.say("換算份量", "换算份量", "Work out the amounts"))])
      ]
    }
    return block
  }

  static func sources(_ keys: [String], _ data: PublicData, _ visit: Visit) -> PageBlock? {
    let found = data.catalogue.sources(keys).map(SourceReference.init).forReaders(in: visit.language)
    guard !found.isEmpty else { return nil }
    var block = PageBlock(visit.say("資料來源", "资料来源", "Sources"))
    block.links = found.compactMap { source in
      if source.kind == .list { return PageLink(source.title, SourcePage.path) }
      return source.url.flatMap { $0.hasPrefix("http") ? PageLink(source.title, $0) : nil }
    }
    block.lines = found.filter { $0.kind != .list && $0.url == nil }.map(\.title)
    let count = found.count
    block.fold = PageFold(visit.say("看 \(count) 個來源", "看 \(count) 个来源", "Show \(count) sources"), isOpen: false)
    return block
  }

  /// Some temples of a deity, those with good places first.
  private static func temples(of deity: String, _ data: PublicData, _ visit: Visit) -> [PageBlock] {
    let found = data.temples.filter { $0.serves(deity) }.sorted {
      ($0.deityKey == deity ? 0 : 1, $0.id) < ($1.deityKey == deity ? 0 : 1, $1.id)
    }
    guard !found.isEmpty else { return [] }
    var block = PageBlock(visit.say("相關廟宇", "相关庙宇", "Temples"))
    block.places = found.prefix(shownTemples).map { PlacePages.card($0, distance: nil, visit) }
    block.links = [
      PageLink(
        visit.say("查看附近相關廟宇", "查看附近相关庙宇", "Temples near me"), "/near?deity=\(PercentEncoding.encode(deity))", .button)
    ]
    return [block]
  }

  // MARK: A deity

  private static func deity(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard let deity = data.deity(visit.id) else { throw PageProblem.nothingHere }
    let language = visit.language
    var days = PageBlock(visit.say("日子", "日子", "Days"))
    days.days = try data.catalogue.events.filter { $0.deityKey == deity.key && $0.isEnabled }.compactMap { event in
      try next(event, 1, visit).first.map { ($0.date, card(event, $0, visit)) }
    }.sorted { $0.0 < $1.0 }.map(\.1)
    let key = PercentEncoding.encode(deity.key)
    days.isAside = true
    var blocks =
      days.days.isEmpty
      ? [] : [actions(visit, remind: "/choose?deity=\(key)", feed: "/feeds?deities=\(key)"), days]
    let typed = data.catalogue.deity(deity.key)
    let needs = typed?.needs ?? []
    if !needs.isEmpty {
      var asked = PageBlock(visit.say("人們求什麼", "人们求什么", "What people ask for"))
      asked.links = needs.map {
        PageLink($0.need.name(in: language), "/search?q=" + PercentEncoding.encode($0.need.name(in: language)), .button)
      }
      blocks.append(asked)
    }
    if let text = typed?.description(in: language) { blocks.append(prose(visit.say("介紹", "介绍", "About"), text, visit)) }
    let guide = typed?.worshipGuide ?? []
    let path = "/deity/" + key
    if let block = worship(guide, typed?.worshipNotes(in: language), visit, at: path) { blocks.append(block) }
    blocks += temples(of: deity.key, data, visit)
    let named = deity["sources"].texts + needs.flatMap(\.sources) + guide.flatMap(\.sources)
    if let sources = sources(named, data, visit) { blocks.append(sources) }
    let role = deity["role"].text
    return PublicPage.app(
      AppPage(
        language, title: deity.name(in: language),
        description: [role, typed?.description(in: language).map { String($0.prefix(140)) }].compactMap(\.self).joined(
          separator: "。"),
        above: [PageLink(visit.say("首頁", "首页", "Home"), "/")],
        lead: ([role].compactMap(\.self) + deity["aliases"].texts).joined(separator: " · "),
        picture: deity["image_url"].text.flatMap(KeptImage.init(address:))?.address, blocks), part: "home")
  }

  // MARK: A group

  private static func group(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard let group = data.group(visit.id) else { throw PageProblem.nothingHere }
    let language = visit.language
    let events = group["events"].texts.compactMap { data.event($0) }
    func block(_ title: String, _ events: [Event]) throws -> PageBlock? {
      guard !events.isEmpty else { return nil }
      var block = PageBlock(title)
      block.days = try events.compactMap { event in
        try next(event, 1, visit).first.map { card(event, $0, visit) }
      }
      return block
    }
    let key = PercentEncoding.encode(group.key)
    var blocks = [actions(visit, remind: "/choose?group=\(key)", feed: "/feeds?groups=\(key)")]
    let about = group["description"].text.map { prose(visit.say("介紹", "介绍", "About"), $0, visit) }
    if let video = group["video_url"].text {
      var film = PageBlock(visit.say("影片", "视频", "Film"))
      film.isBare = true
      film.links = [PageLink(visit.say("📹 觀看推薦影片", "📹 观看推荐视频", "📹 Watch the film"), video, .button)]
      blocks.append(film)
    }
    blocks += [
      try block(visit.say("神明的日子", "神明的日子", "Deities’ days"), events.filter { $0.kind == .deity }),
      try block(visit.say("節慶", "节庆", "Festivals"), events.filter { $0.kind != .deity }), about,
    ].compactMap(\.self)
    return PublicPage.app(
      AppPage(
        language, title: group.name(in: language), description: String((group["description"].text ?? "").prefix(150)),
        above: [PageLink(visit.say("首頁", "首页", "Home"), "/")],
        lead: visit.say("\(events.count) 個日子", "\(events.count) 个日子", "\(events.count) days"), blocks), part: "home")
  }
}
