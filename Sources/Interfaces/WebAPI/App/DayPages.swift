import Addresses
import Ephemeris
import Folklore
import Lunisolar
import Records
import Reminders
import Store
import WebPages

/// Today, a day, a month: `/`, `/day/…`, `/month/…`.
enum DayPages {
  static let all = [
    PublicPage("/", personal: ownHome, home), PublicPage("/day/{date}", day), PublicPage("/month/{month}", month),
    PublicPage("/month") { visit, _ in .elsewhere("/month/" + String("\(visit.moment.today)".prefix(7))) },
    PublicPage("/month/{month}/sky", sky),
  ]

  /// The days that lists and the strip for other sites look ahead.
  private static let daysAhead = 75
  /// The days of the first page.
  private static let shownDays = 5
  private static let activityDays = 60
  private static let moons: [Event.Observance] = [.newMoon, .fullMoon]

  // MARK: The first page

  private static func home(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    PublicPage.app(try homePage(visit, data), part: "home")
  }

  /// The first page of somebody who has signed in or chosen: the next own reminder comes first.
  private static func ownHome(_ visit: Visit, _ data: PublicData) async throws -> PageAnswer? {
    let (user, days): (Record, PersonalDays)
    if visit.session != nil {
      let account = try await Account(visit)
      (user, days) = (account.user, account.days)
    } else if let kept = try await ChoicePages.Kept(visit) {
      user = kept.choice.user
      days = try await visit.work { try $0.personalDays(of: user) }
    } else {
      return nil
    }
    let wishes = try UserWishes(user, days, shared: data.catalogue)
    guard let reminder = try wishes.nextReminders(1, at: visit.moment.now).first else { return nil }
    var block = PageBlock(visit.say("您的下一則提醒", "您的下一条提醒", "Your next reminder"))
    block.reminders = [ReminderCard(reminder, visit.clock(of: user), visit)]
    block.links = [
      PageLink(
        visit.say("我的提醒", "我的提醒", "My reminders"), visit.session == nil ? "/choice" : "/settings/reminders", .button)
    ]
    return .app(try homePage(visit, data, first: [block]), part: "home")
  }

  private static func homePage(_ visit: Visit, _ data: PublicData, first: [PageBlock] = []) throws -> AppPage {
    let (today, language) = (visit.moment.today, visit.language)
    let record = try DayRecord(
      on: today, catalogue: data.catalogue, region: visit.regionFilter, maxWeight: Event.listedWeight,
      daysOff: visit.daysOff,
      xieji: visit.service.xieji, language: language)
    // The first and the fifteenth stand above.
    let great = visit.listed(data, maxWeight: Event.preparedWeight).filter { !moons.contains($0.observance) }
    let kept = try days(of: great, from: today.advanced(by: 1), through: today.advanced(by: yearAhead))
    var next = PageBlock(visit.say("接下來的大日子", "接下来的大日子", "The next great days"))
    next.days = kept.prefix(shownDays).map { card($0, visit) }
    next.links = [
      PageLink(visit.say("查看附近廟宇", "查看附近庙宇", "Temples near me"), "/near", .main),
      PageLink(visit.say("整個月", "整个月", "The month"), "/month", .button),
      PageLink(visit.say("整年", "整年", "The year"), "/year/\(today.year)", .button),
      PageLink(visit.say("找好日子", "找好日子", "Find a good day"), "/good-days", .button),
      PageLink(visit.say("犯太歲", "犯太岁", "Who offends 太歲"), "/zodiac/\(today.year)", .button),
    ]
    var blocks = first + [try hero(record, data, visit), next, almanac(record, visit)]
    let held = try activities(data, from: today, through: today.advanced(by: activityDays), visit)
    if !held.isEmpty {
      var block = PageBlock(visit.say("近期相關活動", "近期相关活动", "Activities"))
      block.days = held
      blocks.append(block)
    }
    if let needs = FindPages.needs(visit, data) { blocks.append(needs) }
    return AppPage(
      language, title: visit.say("今天", "今天", "Today"), heading: dayWords(today, visit),
      description: visit.say(
        "農曆初一、十五、神明聖誕與節慶的國曆日期，附來源，可以訂閱與提醒。", "农历初一、十五、神明圣诞与节庆的公历日期，附来源，可以订阅与提醒。",
        "The solar dates of new and full moons, birthdays of deities and festivals of Taiwan, with sources and reminders."
      ),
      lead: [record.date.lunar.text, years(today.year, language), visit.timeWords].joined(
        separator: " · "),
      lunarDay: record.date.lunar.day, blocks)
  }

  /// `2027年4月29日`; the weekday stands beside it.
  static func dateWords(_ date: SolarDate, _ visit: Visit) -> String {
    let day = date.text(in: visit.language)
    return visit.language == .english ? "\(day) \(date.year)" : "\(date.year)年\(day)"
  }

  /// `民國 116 年（2027）`
  private static func years(_ year: Int, _ language: Language) -> String {
    let common = language.say("（\(year)）", "（\(year)）", " (\(year))")
    return language.republicanYear(year).map { $0 + common } ?? "\(year)"
  }

  /// `4月29日 星期四`
  private static func dayWords(_ date: SolarDate, _ visit: Visit) -> String {
    let (day, weekday) = (date.text(in: visit.language), date.weekday.name(in: visit.language))
    return visit.language == .english ? weekday + ", " + day : day + " " + weekday
  }

  /// `2027年4月29日 星期四 · 民國 116 年 · 農曆三月廿三`
  static func words(_ date: SolarDate, _ lunar: String, _ visit: Visit) -> String {
    [date.longText(in: visit.language), visit.language.republicanYear(date.year), lunar].compactMap(\.self).joined(
      separator: " · ")
  }

  /// What today is: the lunar date, the days, what to offer, and how long it is until the next 初一 or 十五.
  private static func hero(_ record: DayRecord, _ data: PublicData, _ visit: Visit) throws -> PageBlock {
    let (today, language) = (visit.moment.today, visit.language)
    let events = record.events.compactMap { data.event($0.key) }
    var block = PageBlock(
      events.first?.title.text(in: language) ?? visit.say("今天沒有大日子", "今天没有大日子", "No great day today"))
    block.isHero = true
    block.isQuiet = events.isEmpty
    block.address = events.first.map { "/event/\($0.id)" } ?? "/day/\(today)"
    let ganzhi = [record.date.ganzhi.year, record.date.ganzhi.month, record.date.ganzhi.day].joined(separator: " ")
    if let off = record.dayOff { block.lines.append(off) }
    let offerings = events.lazy.compactMap { data.catalogue.worshipGuide(of: $0).offeringsLine(in: language) }.first
    if let offerings { block.lines.append(offerings) }
    if let moon = try nextMoon(data, visit) { block.lines.append(moon) }
    block.remarks = [
      visit.say(ganzhi + " · ", ganzhi + " · ", "") + record.moon.name(in: language)
    ]
    block.links =
      events.isEmpty
      ? [
        PageLink(
          visit.say("提醒我初一、十五", "提醒我初一、十五", "Remind me on the 1st and 15th"), "/choose?newmoon=on&fullmoon=on", .main)
      ] : [PageLink(visit.say("提醒我", "提醒我", "Remind me"), "/choose?event=\(events[0].id)", .button)]
    block.links += events.dropFirst().prefix(3).map {
      PageLink($0.title.text(in: language), "/event/\($0.id)", .button)
    }
    if events.count > 4 {
      block.links.append(
        PageLink(
          visit.say("另 \(events.count - 4) 個", "另 \(events.count - 4) 个", "\(events.count - 4) more"), "/day/\(today)",
          .button))
    }
    return block
  }

  /// `下一個十五：12月24日，14 天後`
  private static func nextMoon(_ data: PublicData, _ visit: Visit) throws -> String? {
    let today = visit.moment.today
    let found = data.catalogue.events.filter { $0.isEnabled && moons.contains($0.observance) }
    guard let next = try days(of: found, from: today.advanced(by: 1), through: today.advanced(by: 31)).first,
      let moon = next.events.first
    else { return nil }
    let left = today.distance(to: next.date)
    let name = moon.title.text(in: visit.language)
    let date = visit.say(
      "\(next.date.month)月\(next.date.day)日", "\(next.date.month)月\(next.date.day)日", next.date.longText(in: .english))
    return visit.say(
      left == 1 ? "明天\(name)" : "\(left) 天後\(name)（\(date)）", left == 1 ? "明天\(name)" : "\(left) 天后\(name)（\(date)）",
      left == 1 ? "\(name) is tomorrow" : "\(name) in \(left) days (\(date))")
  }

  /// What today is good and bad for, with the name of the book.
  private static func almanac(_ record: DayRecord, _ visit: Visit) -> PageBlock {
    let language = visit.language
    var block = PageBlock(visit.say("今天宜忌", "今天宜忌", "Good and bad today"))
    block.isAside = true
    if let xieji = record.almanac.xieji {
      let short = xieji.short(in: language)
      block.facts = [
        PageFact(visit.say("宜", "宜", "Good for (宜)"), short.good),
        PageFact(visit.say("忌", "忌", "Bad for (忌)"), short.bad),
      ]
      block.remarks = [XiejiRecord.caveat(in: language)]
    }
    block.facts.append(PageFact(visit.say("沖煞", "冲煞", "Clash (沖煞)"), record.almanac.clashText(in: language)))
    block.links = [PageLink(visit.say("今天的農民曆", "今天的农民历", "Today’s almanac"), "/day/\(visit.moment.today)", .button)]
    return block
  }

  /// A day with its events, in the order of lists.
  struct Day {
    let date: SolarDate
    var events: [Event]

    /// The page of its only event, otherwise its own.
    var address: String { events.count == 1 ? "/event/\(events[0].id)" : "/day/\(date)" }

    /// `臘八節、釋迦牟尼佛成道 等 3 個`
    func title(_ visit: Visit) -> String {
      let names = events.prefix(2).map { $0.title.text(in: visit.language) }
      let more = events.count - names.count
      return names.joined(separator: visit.say("、", "、", ", "))
        + (more > 0 ? visit.say(" 等 \(events.count) 個", " 等 \(events.count) 个", " and \(more) more") : "")
    }
  }

  /// The days with events in a range; those of one day keep the order of the events.
  static func days(of events: [Event], from first: SolarDate, through last: SolarDate) throws -> [Day] {
    let range = try OccurrenceRange(first...last)
    var found: [SolarDate: [Event]] = [:]
    for event in events where event.isEnabled && event.kind != .custom {
      try range.forEachOccurrence(of: event.rule) { found[$0.date, default: []].append(event) }
    }
    return found.filter { $0.key >= first }.map { date, events in
      Day(date: date, events: events)
    }.sorted { $0.date < $1.date }
  }

  /// An event of every year comes again within 13 lunar months.
  static let yearAhead = 400

  /// The next day of each event that comes within a year, by its key.
  static func nextDays(of events: [Event], _ visit: Visit) throws -> [String: SolarDate] {
    let today = visit.moment.today
    let coming = try days(of: events, from: today, through: today.advanced(by: yearAhead))
    return coming.reduce(into: [:]) { next, day in
      for event in day.events where next[event.key] == nil { next[event.key] = day.date }
    }
  }

  /// The coming days that lists show.
  static func comingDays(_ data: PublicData, _ visit: Visit) throws -> [Day] {
    let today = visit.moment.today
    return try days(of: visit.listed(data), from: today, through: today.advanced(by: daysAhead))
  }

  static func count(_ days: Int, _ visit: Visit) -> AppPage.Count {
    switch days {
    case 0: AppPage.Count(number: visit.say("今天", "今天", "today"), unit: "")
    case 1: AppPage.Count(number: visit.say("明天", "明天", "tomorrow"), unit: "")
    case 2 where visit.language != .english: AppPage.Count(number: visit.say("後天", "后天", ""), unit: "")
    default: AppPage.Count(number: "\(days)", unit: visit.say("天後", "天后", "days"))
    }
  }

  private static func card(_ day: Day, _ visit: Visit) -> DayCard {
    card(day.date, title: day.title(visit), address: day.address, visit)
  }

  /// A card of a day.
  static func card(
    _ date: SolarDate, title: String, address: String, note: String? = nil, _ visit: Visit
  ) -> DayCard {
    let lunar = try? LunisolarCalendar.chinese.lunarDate(on: date)
    let left = visit.moment.today.distance(to: date)
    let weekday = date.weekday.name(in: visit.language)
    return DayCard(
      address: address, iso: "\(date)", day: "\(date.day)",
      month: visit.language == .english
        ? "\(weekday.prefix(3)) \(SolarDate.englishMonthNames[date.month - 1].prefix(3))"
        : "\(date.month)月 \(weekday.replacing("星期", with: "週"))",
      title: title, note: note ?? lunar?.text(in: visit.language) ?? "", lunarDay: lunar?.day ?? 1,
      left: (0...yearAhead).contains(left) ? count(left, visit) : nil)
  }

  /// The activities in a range, by day.
  static func activities(
    _ data: PublicData, from first: SolarDate, through last: SolarDate, temple: String? = nil, _ visit: Visit
  ) throws -> [DayCard] {
    var held: [(date: SolarDate, card: DayCard)] = []
    for activity in data.activities where temple == nil || activity.templeKey == temple {
      guard let date = try ActivityPages.days(of: activity, in: first...last, visit.templeMoment.clock).first else {
        continue
      }
      let place = data.temple(activity.templeKey)
      let note = [activity.place ?? place?.name(in: visit.language), visit.lunar(date)].compactMap(\.self).joined(
        separator: " · ")
      held.append(
        (
          date,
          card(
            date, title: ActivityPages.time(of: activity, on: date, visit.templeMoment.clock) + activity.title,
            address: place.map { "/temple/\($0.id)" } ?? "/", note: note, visit)
        ))
    }
    return held.sorted { $0.date < $1.date }.map(\.card)
  }

  // MARK: A day

  private static func day(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard visit.id.utf8.count == 10 else { throw PageProblem.nothingHere }
    let date: SolarDate
    do {
      date = try SolarDate(iso: visit.id)
    } catch {
      throw PageProblem.noSuchDay(error)
    }
    guard
      let record = try? DayRecord(
        on: date, catalogue: data.catalogue, region: visit.regionFilter, maxWeight: visit.maxWeight,
        daysOff: visit.daysOff,
        xieji: visit.service.xieji, language: visit.language)
    else { throw PageProblem.nothingHere }
    let language = visit.language
    var facts = PageBlock(visit.say("這一天", "这一天", "The day"))
    facts.facts = [
      PageFact(visit.say("農曆", "农历", "Lunar"), record.date.lunar.text),
      PageFact(
        visit.say("干支", "干支", "Stems and branches"),
        [record.date.ganzhi.year, record.date.ganzhi.month, record.date.ganzhi.day].joined(separator: " ")),
      PageFact(visit.say("生肖", "生肖", "Zodiac"), record.date.zodiac),
      PageFact(visit.say("節氣", "节气", "Solar term"), term(record, visit)),
      PageFact(visit.say("月相", "月相", "Moon"), record.moon.name(in: language)),
    ]
    facts.lines = record.date.notes
    facts.isAside = true
    if let off = record.dayOff {
      facts.facts.append(PageFact(visit.say("放假", "放假", "Day off"), off))
    }
    var events = PageBlock(visit.say("民俗節日", "民俗节日", "Folk days"))
    events.lines =
      record.events.isEmpty ? [visit.nothing] : []
    events.choices = record.events.compactMap { found in
      data.event(found.key).map { event in
        let deity = event.deityKey.flatMap { data.deity($0)?.name(in: language) }
        return ChoiceLink(event.title.text(in: language), note: deity ?? "", "/event/\(event.id)")
      }
    }
    let held = try activities(data, from: date, through: date, visit)
    let told = record.events.prefix(shownInCell).compactMap { data.event($0.key) }.map { "event=\($0.id)" }
    let remind = PageBlock.actions(
      [PageLink(visit.say("提醒我", "提醒我", "Remind me"), "/choose?" + told.joined(separator: "&"), .main)],
      title: visit.say("提醒", "提醒", "Reminders"))
    var blocks = told.isEmpty || date < visit.moment.today ? [] : [remind]
    blocks.append(events)
    if !held.isEmpty {
      var block = PageBlock(visit.say("活動", "活动", "Activities"))
      block.days = held
      blocks.append(block)
    }
    blocks += [facts, AlmanacPages.block(of: record, visit)]
    blocks += [AlmanacPages.reasons(on: date, visit), SkyBlock.block(of: date, visit, data)].compactMap(\.self)
    var around = PageBlock(visit.say("前後的日子", "前后的日子", "Days around"))
    around.isBare = true
    let (before, after) = (date.advanced(by: -1), date.advanced(by: 1))
    around.links = [
      YearPages.years.contains(before.year)
        ? PageLink(visit.say("‹ 前一天", "‹ 前一天", "‹ Day before"), "/day/\(before)", .button) : nil,
      PageLink(visit.say("整個月", "整个月", "The month"), "/month/" + String("\(date)".prefix(7)), .button),
      YearPages.years.contains(after.year)
        ? PageLink(visit.say("後一天 ›", "后一天 ›", "Day after ›"), "/day/\(after)", .button) : nil,
      visit.weightSwitch("/day/\(date)"),
    ].compactMap(\.self)
    blocks.append(around)
    let left = visit.moment.today.distance(to: date)
    return PublicPage.app(
      AppPage(
        language, title: date.longText(in: language), heading: dayWords(date, visit),
        description: record.date.lunar.text + visit.say("。", "。", ". ")
          + record.events.prefix(5).compactMap { data.event($0.key)?.title.text(in: language) }.joined(
            separator: visit.say("、", "、", ", ")),
        lead: [record.date.lunar.text, years(date.year, language)].joined(separator: " · "),
        count: left >= 0 ? count(left, visit) : nil, lunarDay: record.date.lunar.day,
        blocks),
      part: "month")
  }

  private static func term(_ record: DayRecord, _ visit: Visit) -> String {
    guard record.term.days < 0 else { return record.term.name }
    let next = record.nextTerm.map {
      let words = dateWords($0.solar, visit)
      return visit.say("，\(words) \($0.name)", "，\(words) \($0.name)", "; next \($0.name), \(words)")
    }
    return visit.say(
      "\(record.term.name)後第 \(-record.term.days) 天", "\(record.term.name)后第 \(-record.term.days) 天",
      "\(-record.term.days) days after \(record.term.name)") + (next ?? "")
  }

  // MARK: A month

  /// The first day of the month in the path.
  static func firstDay(_ visit: Visit) throws -> SolarDate {
    guard visit.id.utf8.count == 7, let first = try? SolarDate(iso: visit.id + "-01") else {
      throw PageProblem.nothingHere
    }
    return first
  }

  static func record(_ first: SolarDate, _ visit: Visit, _ data: PublicData) throws -> MonthRecord {
    let record = try? MonthRecord(
      year: first.year, month: first.month, events: visit.listed(data, maxWeight: visit.maxWeight),
      daysOff: visit.daysOff, today: visit.moment.today, language: visit.language)
    guard let record else { throw PageProblem.nothingHere }
    return record
  }

  /// The events of a day that a cell has room for.
  private static let shownInCell = 3

  private static func month(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let first = try firstDay(visit)
    let record = try record(first, visit, data)
    let language = visit.language
    func name(_ date: SolarDate) -> String { String("\(date)".prefix(7)) }
    func address(_ date: SolarDate) -> String? { YearPages.years.contains(date.year) ? "/month/" + name(date) : nil }
    func short(_ date: SolarDate) -> String {
      language == .english ? String(SolarDate.englishMonthNames[date.month - 1].prefix(3)) : "\(date.month) 月"
    }
    let (before, after) = (first.advanced(by: -1), first.advanced(by: record.days.count))
    let eclipses = try SkyBlock.eclipses(from: first, through: after.advanced(by: -1), visit)
    let startsOnMonday = visit.startsOnMonday
    let days = record.days.enumerated().map { place, day in
      var items = eclipses[day.solarDate].map { [PageLink($0, "/day/\(day.solarDate)")] } ?? []
      items += day.events.prefix(shownInCell).map { PageLink($0.title, "/event/\($0.id)") }
      let more = day.events.count - min(day.events.count, shownInCell)
      if more > 0 {
        items.append(PageLink(visit.say("另 \(more) 個", "另 \(more) 个", "\(more) more"), "/day/\(day.solarDate)"))
      }
      return MonthPage.Day(
        number: "\(day.solarDate.day)",
        lunar: [label(day, language), day.solarTerm, day.dayOffMark].compactMap(\.self).joined(separator: " "),
        isMoonDay: day.lunar.day == 1 || day.lunar.day == 15,
        isToday: day.isToday, isOff: day.isDayOff ?? (day.weekday >= 6), items: items, add: nil,
        column: place == 0 ? (startsOnMonday ? day.weekday : day.weekday % 7 + 1) : nil,
        address: "/day/\(day.solarDate)",
        name: day.events.first { $0.weight <= Event.preparedWeight }?.title
          ?? (day.dayOffMark == nil ? day.dayOff : nil),
        opened: day.events.isEmpty ? nil : opened(day, visit))
    }
    let title =
      language == .english
      ? "\(SolarDate.englishMonthNames[first.month - 1]) \(first.year)" : "\(first.year) 年 \(first.month) 月"
    let query = startsOnMonday ? "?week=monday" : ""
    return .page(
      MonthPage(
        language, title: title, lead: lead(record, visit), crumb: PageLink(visit.say("首頁", "首页", "Home"), "/"),
        before: address(before).map { PageLink("‹ " + short(before), $0 + query, .button, heard: name(before)) },
        after: address(after).map { PageLink(short(after) + " ›", $0 + query, .button, heard: name(after)) },
        links: [
          visit.weightSwitch("/month/\(name(first))"),
          startsOnMonday
            ? PageLink(visit.say("週日開始", "周日开始", "Week from Sunday"), "/month/\(name(first))", .button)
            : PageLink(visit.say("週一開始", "周一开始", "Week from Monday"), "/month/\(name(first))?week=monday", .button),
          SkyRecord.years.contains(first.year)
            ? PageLink(visit.say("日出月出", "日出月出", "Sun and moon"), "/month/\(name(first))/sky", .button) : nil,
          SheetPages.link("/month/\(name(first))", visit),
        ].compactMap(\.self),
        days: days, startsOnMonday: startsOnMonday, isSmallGrid: true), part: "month",
      description: visit.say(
        "\(title)的農曆、節氣、神明聖誕與節慶。", "\(title)的农历、节气、神明圣诞与节庆。",
        "Lunar days, solar terms, birthdays of deities and festivals of \(title)."))
  }

  /// `廿三`, `正月初一`
  private static func label(_ day: MonthRecord.Day, _ language: Language) -> String {
    day.lunar.day == 1 && language != .english ? day.label + "初一" : day.label
  }

  /// `民國 116 年 · 農曆十二月、正月`
  private static func lead(_ record: MonthRecord, _ visit: Visit) -> String {
    let months = record.lunarMonths.map { $0.name(in: visit.language) }
    return [
      visit.language.republicanYear(record.year),
      visit.say("農曆", "农历", "lunar ") + months.joined(separator: visit.say("、", "、", ", ")),
    ].compactMap(\.self).joined(separator: " · ")
  }

  /// What a tap on a small cell opens: all names of the day, not only those for which a large cell has room.
  private static func opened(_ day: MonthRecord.Day, _ visit: Visit) -> MonthPage.Opened {
    let date = day.solarDate
    let title = [date.longText(in: visit.language), visit.lunar(date)].filter { !$0.isEmpty }.joined(separator: " · ")
    return MonthPage.Opened(
      id: "d\(date.day)", title: title, items: day.events.map { PageLink($0.title, "/event/\($0.id)") },
      more: PageLink(visit.say("這一天的宜忌與活動", "这一天的宜忌与活动", "All about the day"), "/day/\(date)", .button),
      heard: visit.say(
        "\(date.day) 日：\(day.events.count) 個日子", "\(date.day) 日：\(day.events.count) 个日子",
        "\(date.day): \(day.events.count) events"))
  }

  private static func sky(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let first = try firstDay(visit)
    guard SkyRecord.years.contains(first.year), let (viewpoint, fault) = SkyBlock.viewpoint(visit, data),
      let record = try? MonthRecord(
        year: first.year, month: first.month, events: [], viewpoint: viewpoint, language: visit.language)
    else { throw PageProblem.nothingHere }
    let name = String("\(first)".prefix(7))
    return PublicPage.app(
      AppPage(
        visit.language,
        title: visit.say("\(name) 日出日沒、月出月沒", "\(name) 日出日落、月出月落", "Sun and moon, \(name)"),
        description: visit.say(
          "\(name) 每天的日出、日沒、月出、月沒時刻。", "\(name) 每天的日出、日落、月出、月落时刻。",
          "Sunrise, sunset, moonrise and moonset of each day of \(name)."), [SkyBlock.month(record, visit, fault)]),
      part: "month")
  }
}
