import Addresses
import FolkData
import Folklore
import Lunisolar
import Nearby
import Reminders

// Dates, and when days come.
extension Conversation {
  /// The most rows of a list; the rest is on a page.
  static let longest = 10
  /// The most groups of a list, which stand before its days.
  private static let mostGroups = 3
  /// The most characters of advice on a date that fits on a button.
  static let longestSuggestion = 20

  // MARK: A day

  func day(_ date: SolarDate, _ remarks: [DateRemark]) -> ChatReply {
    let record: DayRecord
    do throws(CalendarError) {
      record = try DayRecord(
        on: date, catalogue: data.catalogue, maxWeight: Event.listedWeight, daysOff: service.daysOff, language: language
      )
    } catch {
      return ChatReply(title: error.message(in: language), suggestions: usualSuggestions)
    }
    var lines = [
      "\(record.date.lunar.text) · \(record.date.ganzhi.year)\(say("年（", "年（", " ("))\(record.date.zodiac)\(say("）", "）", ")")) · \(countdown(date))"
    ]
    if record.term.days == 0 {
      lines.append(say("節氣：\(record.term.name)", "节气：\(record.term.name)", "Solar term: \(record.term.name)"))
    }
    if let off = record.dayOff { lines.append(say("放假：", "放假：", "Day off: ") + off) }
    lines += remarks.map { $0.text(in: language) }
    if record.events.isEmpty {
      lines.append(say("這一天沒有主要的日子。", "这一天没有主要的日子。", "This day has no main event."))
    }
    let events = record.events.prefix(Self.longest).compactMap { data.event($0.key) }
    return ChatReply(
      title: date.longText(in: language), lines: lines,
      rows: events.map { event in
        ChatReply.Row(title: event.title.text(in: language), detail: nil, address: page("/event/\(event.id)"))
      }, links: links(say("看這一天", "看这一天", "See the day"), "/day/\(date)"),
      suggestions: following(events.filter { $0.observance != .newMoon && $0.observance != .fullMoon }.prefix(6)) + [
        say("明天", "明天", "tomorrow"), say("下一個", "下一个", "next"), say("這個月", "这个月", "this month"),
      ])
  }

  /// 今天, 還有 3 天, 5 天前, 50 年前.
  func countdown(_ date: SolarDate) -> String {
    let days = today.distance(to: date)
    let isAhead = days > 0
    // Nobody counts the days of many years.
    if days < -99 || days > 730 {
      let months = monthsAway(date)
      let (count, isYears) = months < 24 ? (months, false) : (months / 12, true)
      let (traditional, simplified, english) = isYears ? ("年", "年", "years") : ("個月", "个月", "months")
      return isAhead
        ? say("\(count) \(traditional)後", "\(count) \(simplified)后", "in \(count) \(english)")
        : say("\(count) \(traditional)前", "\(count) \(simplified)前", "\(count) \(english) ago")
    }
    return switch days {
    case 0: say("今天", "今天", "today")
    case 1: say("明天", "明天", "tomorrow")
    case -1: say("昨天", "昨天", "yesterday")
    default:
      isAhead
        ? say("還有 \(days) 天", "还有 \(days) 天", "in \(days) days")
        : say("\(-days) 天前", "\(-days) 天前", "\(-days) days ago")
    }
  }

  /// The whole months between today and a day.
  private func monthsAway(_ date: SolarDate) -> Int {
    let (first, last) = (min(today, date).components, max(today, date).components)
    return (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day ? 1 : 0)
  }

  func noDay(_ error: DateReadingError) -> ChatReply {
    ChatReply(
      title: error.message(in: language), lines: [],
      suggestions: error.advice.filter { $0.count <= Self.longestSuggestion }.prefix(4) + [
        say("今天", "今天", "today"), say("說明", "说明", "help"),
      ])
  }

  // MARK: Coming days

  /// A day, and what falls on it.
  private func row(_ event: Event, _ date: SolarDate, _ last: SolarDate? = nil) -> ChatReply.Row {
    let lunar = (try? LunisolarCalendar.chinese.lunarDate(on: date))?.text(in: language)
    let until = last.flatMap { $0 > date ? say("至 ", "至 ", "until ") + $0.text(in: language) : nil }
    return ChatReply.Row(
      title: event.title.text(in: language),
      detail: [date.longText(in: language), until, lunar, countdown(date)].compactMap(\.self).joined(separator: " · "),
      address: event.path.map(page) ?? nil)
  }

  /// The next occurrences of events, those that come first at the beginning.
  func coming(_ events: [Event], days: Int = DayPages.yearAhead) throws -> [(event: Event, occurrence: Occurrence)] {
    let range = try OccurrenceRange(today...today.advanced(by: days))
    var found: [(event: Event, occurrence: Occurrence)] = []
    for event in RegionFilter.all.events(of: events) where event.isEnabled {
      var next: Occurrence?
      try range.forEachOccurrence(of: event.rule) { occurrence in
        if occurrence.lastDate >= today, next.map({ occurrence.date < $0.date }) ?? true { next = occurrence }
      }
      if let next { found.append((event, next)) }
    }
    // The sort is stable: events of one day keep the order of lists.
    return found.sorted { $0.occurrence.date < $1.occurrence.date }
  }

  private func rows(_ days: some Sequence<(event: Event, occurrence: Occurrence)>) -> [ChatReply.Row] {
    days.map { row($0.event, $0.occurrence.date, $0.occurrence.lastDate) }
  }

  /// The next days that the user follows; without such days those that most people in Taiwan keep.
  func comingDays() throws -> ChatReply {
    if let wishes = try wishes() {
      let followed = try coming(wishes.following.events(of: wishes.catalogue, with: wishes.settings))
      if !followed.isEmpty {
        return ChatReply(
          title: say("您追蹤的下一個日子", "您关注的下一个日子", "Your next days"), rows: rows(followed.prefix(5)),
          suggestions: [say("我的", "我的", "mine"), say("這個月", "这个月", "this month")] + usualSuggestions.prefix(1))
      }
    }
    let days = try coming(data.listed(), days: 60)
    return ChatReply(
      title: say("接下來的日子", "接下来的日子", "The next days"), rows: rows(days.prefix(5)),
      links: links(say("看更多", "看更多", "See more"), "/"),
      suggestions: following(days.prefix(3).map(\.event)) + [say("這個月", "这个月", "this month"), say("說明", "说明", "help")])
  }

  func month(_ distance: Int) throws -> ChatReply {
    var (year, month, _) = today.components
    month += distance
    if month > 12 { (year, month) = (year + 1, month - 12) }
    let first = try SolarDate(year: year, month: month, day: 1)
    let next =
      try month == 12
      ? SolarDate(year: year + 1, month: 1, day: 1) : SolarDate(year: year, month: month + 1, day: 1)
    let name = language == .english ? String("\(first)".prefix(7)) : "\(year) 年 \(month) 月"
    return try list(
      name, from: distance == 0 ? max(first, today) : first, through: next.advanced(by: -1),
      more: "/month/" + String("\(first)".prefix(7)))
  }

  func week(_ distance: Int) throws -> ChatReply {
    let monday = today.advanced(by: 1 - today.weekday.rawValue + 7 * distance)
    return try list(
      distance == 0 ? say("這一週", "这一周", "This week") : say("下一週", "下一周", "Next week"), from: max(monday, today),
      through: monday.advanced(by: 6), more: "/month/" + String("\(monday)".prefix(7)))
  }

  /// The days of a range, one row each.
  private func list(
    _ title: String, from first: SolarDate, through last: SolarDate, more path: String
  ) throws -> ChatReply {
    let days = try DayPages.days(of: data.listed(), from: first, through: last)
    var reply = ChatReply(
      title: title,
      rows: days.prefix(Self.longest).map { day in
        let names = day.events.prefix(2).map { $0.title.text(in: language) }.joined(separator: say("、", "、", ", "))
        let rest = day.events.count - 2
        let lunar = (try? LunisolarCalendar.chinese.lunarDate(on: day.date))?.text(in: language)
        return ChatReply.Row(
          title: names + (rest > 0 ? say(" 等 \(rest + 2) 個", " 等 \(rest + 2) 个", " and \(rest) more") : ""),
          detail: [day.date.longText(in: language), lunar, countdown(day.date)].compactMap(\.self).joined(
            separator: " · "), address: page(day.address))
      }, links: links(say("看整個月", "看整个月", "See the month"), path),
      suggestions: [
        say("今天", "今天", "today"), say("下個月", "下个月", "next month"), say("初一十五", "初一十五", "new and full moon"),
        say("我的", "我的", "mine"),
      ])
    if days.isEmpty { reply.lines = [say("沒有記載的日子。", "没有记载的日子。", "Nothing is recorded.")] }
    if days.count > Self.longest {
      reply.lines = [
        say(
          "只列前 \(Self.longest) 天，共 \(days.count) 天。", "只列前 \(Self.longest) 天，共 \(days.count) 天。",
          "The first \(Self.longest) of \(days.count) days.")
      ]
    }
    return reply
  }

  /// The next 初一 and 十五.
  func moons() throws -> ChatReply {
    let found = try coming(
      data.catalogue.events.filter { $0.observance == .newMoon || $0.observance == .fullMoon }, days: 62)
    let settings = try wishes()?.settings
    let isOn = settings.map { $0.newMoon && $0.fullMoon } ?? false
    return ChatReply(
      title: say("下一個初一和十五", "下一个初一和十五", "The next new and full moon"), rows: rows(found),
      suggestions: [
        isOn ? say("初一十五 關", "初一十五 关", "moons off") : say("初一十五 開", "初一十五 开", "moons on")
      ] + usualSuggestions.prefix(3))
  }

  // MARK: Names

  /// What a name means: one day, the days of a deity or group, or several to choose from.
  func about(_ text: String) throws -> ChatReply {
    let things = names.find(text)
    guard !things.isEmpty else { return unknown(text) }
    let days = names.days(of: things)
    if days.count == 1, let event = days.first { return try about(event) }
    return try choice(things, days, title: title(of: things, text), with: "")
  }

  private func title(of things: [ChatNames.Thing], _ text: String) -> String {
    guard things.count == 1, let thing = things.first else {
      return say("「\(text.prefix(20))」的日子", "「\(text.prefix(20))」的日子", "Days of “\(text.prefix(20))”")
    }
    switch thing {
    case .event(let event): return event.title.text(in: language)
    case .deity(let deity):
      let alias = language == .english ? nil : deity.aliases.first
      return deity.name.text(in: language) + (alias.map { "（\($0)）" } ?? "")
    case .group(let group): return group.name.text(in: language)
    }
  }

  private func about(_ event: Event) throws -> ChatReply {
    var reply = ChatReply(title: event.title.text(in: language))
    if let next = try coming([event]).first?.occurrence {
      reply.rows = [row(event, next.date, next.lastDate)]
    } else {
      reply.lines = [say("下一次的日期還沒有公布。", "下一次的日期还没有公布。", "The next date has not been announced.")]
    }
    if let text = event.description(in: language) ?? event.note {
      reply.lines.append(text.count > 120 ? String(text.prefix(120)) + "⋯" : text)
    }
    if let offerings = data.catalogue.worshipGuide(of: event).offeringsLine(in: language) {
      reply.lines.append(offerings)
    }
    guard event.kind != .custom else {
      reply.suggestions = usualSuggestions
      return reply
    }
    reply.links = links(say("怎麼拜、由來", "怎么拜、由来", "About this day"), "/event/\(event.id)")
    let isFollowed = try wishes().map { followedEvents($0).contains(event.key) } ?? false
    reply.suggestions =
      (isFollowed ? unfollowing([event]) : following([event])) + [say("我的", "我的", "mine"), say("下一個", "下一个", "next")]
    return reply
  }

  /// Whom people ask for something, what to offer, and the next day.
  func whomToAsk(_ need: Need) throws -> ChatReply {
    let record = try NeedRecord(need, data.catalogue, data.directory, near: nil, at: moment, language: language)
    guard !record.deities.isEmpty else { return unknown(need.name(in: language)) }
    let shown = record.deities.prefix(Self.mostAnswers)
    return ChatReply(
      title: say("\(record.name)，可以拜", "\(record.name)，可以拜", "For \(record.name), people ask"),
      rows: shown.map { deity in
        let next = deity.next.map { "\($0.title) \($0.solarDate.longText(in: language))" }
        let offerings = deity.offerings.map { WorshipLine.offeringsLine($0, in: language) }
        return ChatReply.Row(
          title: deity.name,
          detail: [deity.role, next, offerings].compactMap(\.self).joined(separator: say("；", "；", "; ")),
          address: page("/deity/" + PercentEncoding.encode(deity.key)))
      }, links: links(say("看更多", "看更多", "See more"), "/search?q=" + PercentEncoding.encode(record.name)),
      suggestions: shown.compactMap { deity in
        data.catalogue.deity(deity.key).map { say("訂閱 ", "订阅 ", "follow ") + $0.name.text(in: language) }
      } + [say("附近", "附近", "nearby"), say("說明", "说明", "help")])
  }

  private static let mostAnswers = 4

  /// Several days to choose from, with suggestions that name each of them.
  ///
  /// - Parameter line: what is asked of the person.
  func choice(
    _ things: [ChatNames.Thing], _ days: [Event], title: String, with line: String, unfollows: Bool = false
  ) throws -> ChatReply {
    let found = try coming(days)
    let known = Set(found.map(\.event.key))
    let sorted = found.map(\.event) + days.filter { !known.contains($0.key) }
    let groups = things.compactMap { if case .group(let group) = $0 { group } else { nil } }
    var reply = ChatReply(title: title, lines: line.isEmpty ? [] : [line])
    reply.rows = groups.prefix(Self.mostGroups).map { group in
      let count = names.days(of: [.group(group)]).count
      return ChatReply.Row(
        title: group.name.text(in: language),
        detail: say("群組，\(count) 個日子", "群组，\(count) 个日子", "a group of \(count) days"),
        address: page("/group/" + PercentEncoding.encode(group.key)))
    }
    let shown = sorted.prefix(Self.longest - reply.rows.count)
    reply.rows += shown.map { event in
      let next = found.first { $0.event.key == event.key }?.occurrence
      return next.map { row(event, $0.date, $0.lastDate) } ?? ChatReply.Row(title: event.title.text(in: language))
    }
    if sorted.count > shown.count {
      reply.lines.append(
        say(
          "只列前 \(shown.count) 個日子，共 \(sorted.count) 個。", "只列前 \(shown.count) 个日子，共 \(sorted.count) 个。",
          "The first \(shown.count) of \(sorted.count) days."))
    }
    if !unfollows { reply.links = moreLink(things) }
    reply.suggestions =
      unfollows
      ? unfollowing(sorted.filter { $0.kind != .custom }.prefix(8))
        + groups.prefix(Self.mostGroups).flatMap { unfollowing($0) }
      : groups.prefix(Self.mostGroups).flatMap { following($0) }
        + following(sorted.filter { $0.kind != .custom }.prefix(8))
    reply.suggestions.append(say("說明", "说明", "help"))
    return reply
  }

  private func moreLink(_ things: [ChatNames.Thing]) -> [ChatReply.Link] {
    let label = say("看更多", "看更多", "See more")
    guard things.count == 1, let thing = things.first else { return links(label, "/") }
    switch thing {
    case .event(let event): return event.path.map { links(label, $0) } ?? []
    case .deity(let deity): return links(label, "/deity/" + PercentEncoding.encode(deity.key))
    case .group(let group): return links(label, "/group/" + PercentEncoding.encode(group.key))
    }
  }

  /// The next day of a name.
  func next(_ text: String) throws -> ChatReply {
    let things = names.find(text)
    guard !things.isEmpty else {
      // 下一個 12/25 is a date.
      if case .day(let date, let remarks) = reader.meaning(of: text) { return day(date, remarks) }
      return unknown(text)
    }
    let found = try coming(names.days(of: things))
    guard let first = found.first else { return try about(text) }
    let same = found.prefix { $0.occurrence.date == first.occurrence.date }
    return ChatReply(
      title: same.map { $0.event.title.text(in: language) }.joined(separator: say("、", "、", ", ")),
      lines: [countdown(first.occurrence.date)], rows: rows(same.prefix(Self.longest)),
      links: first.event.kind == .custom
        ? [] : links(say("看這一天", "看这一天", "See the day"), "/day/\(first.occurrence.date)"),
      suggestions: following(same.map(\.event).filter { $0.kind != .custom }.prefix(4)) + usualSuggestions.prefix(3))
  }

  // MARK: Suggestions

  func following(_ events: some Sequence<Event>) -> [String] {
    suggestions(events.map { names.handle($0, language) }, unfollows: false)
  }

  func following(_ group: Group) -> [String] { suggestions([names.handle(group, language)], unfollows: false) }

  func unfollowing(_ events: some Sequence<Event>) -> [String] {
    suggestions(events.map { names.handle($0, language) }, unfollows: true)
  }

  func unfollowing(_ group: Group) -> [String] { suggestions([names.handle(group, language)], unfollows: true) }

  private func suggestions(_ names: [String?], unfollows: Bool) -> [String] {
    let verb = unfollows ? say("取消", "取消", "unfollow") : say("訂閱", "订阅", "follow")
    return names.compactMap { name in name.map { "\(verb) \($0)" } }
  }
}
