import Addresses
import FolkData
import Folklore
import Lunisolar
import Nearby
import Records
import WebPages

/// Searching and converting: `/search`, `/convert`; and what search engines read.
enum FindPages {
  static let all = [
    PublicPage("/search", search), PublicPage("/convert", convert), PublicPage("/sitemap.xml", sitemap),
    PublicPage("/robots.txt") { visit, _ in
      .text(
        Array(
          "User-agent: *\nDisallow: /admin\nDisallow: /account\nDisallow: /choice\nDisallow: /choose?\nSitemap: \(visit.site.origin)/sitemap.xml\n"
            .utf8),
        type: "text/plain; charset=utf-8")
    },
  ]

  private static let shown = 30

  // MARK: Search

  private static func search(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let text = String((visit.query.first("q") ?? "").trimmed.prefix(60))
    let language = visit.language
    var blocks: [PageBlock] = []
    if !text.isEmpty {
      // The spellings of every name are compared.
      try visit.service.take(4, of: visit.source.limitKey) { Wording.tooManySearches(perSecond: $0) }
      let events = data.search.events(data.catalogue.events, matching: text).filter {
        $0.isEnabled && $0.kind != .custom
      }
      let days = try found(events.prefix(shown), visit)
      var deities = PageBlock(visit.say("神明", "神明", "Deities"))
      deities.links = data.search.deities(named: text).prefix(shown).map {
        PageLink($0.name.text(in: language), "/deity/" + PercentEncoding.encode($0.key), .button)
      }
      var temples = PageBlock(visit.say("廟宇", "庙宇", "Temples"))
      temples.places = data.templeNames.matching(text).prefix(shown).map { PlacePages.card($0, distance: nil, visit) }
      var answer = [date(text, isNamed: !events.isEmpty, visit, data)].compactMap(\.self)
      if let need = Need(named: text) ?? (Need.isAsked(in: text) ? Need(askedIn: text) : nil) {
        answer.append(try whomToAsk(need, visit, data))
      }
      blocks = answer + [days, deities, temples].filter { !$0.days.isEmpty || !$0.links.isEmpty || !$0.places.isEmpty }
      if blocks.isEmpty {
        var nothing = PageBlock(visit.say("找不到「\(text)」", "找不到「\(text)」", "Nothing is called “\(text)”"))
        nothing.lines = [
          visit.say(
            "可以用正體、簡體或拼音，例如 媽祖、妈祖、mazu。", "可以用正体、简体或拼音，例如 媽祖、妈祖、mazu。",
            "Traditional or Simplified Chinese and pinyin are read: 媽祖, 妈祖, mazu.")
        ]
        blocks = [nothing]
      }
    }
    if text.isEmpty { blocks = [needs(visit, data)].compactMap(\.self) }
    var form = PageBlock(visit.say("搜尋", "搜索", "Search"))
    form.isBare = true
    form.forms = [
      PageForm(
        "/search", method: .get,
        [
          PageField(
            "q", visit.say("日子、神明或廟宇的名稱", "日子、神明或庙宇的名称", "The name of a day, a deity or a temple"), .search, value: text
          )
        ],
        buttons: [PageButton(visit.say("搜尋", "搜索", "Search"))])
    ]
    return PublicPage.app(
      AppPage(
        language,
        title: text.isEmpty
          ? visit.say("搜尋", "搜索", "Search") : visit.say("搜尋「\(text)」", "搜索「\(text)」", "Search: \(text)"),
        description: visit.say(
          "用正體、簡體或拼音搜尋民俗節日、神明與廟宇。", "用正体、简体或拼音搜索民俗节日、神明与庙宇。",
          "Search folk days, deities and temples in Chinese or pinyin."),
        [form] + blocks), part: "home")
  }

  /// The events of a search, each with its next day; those that do not come within a year are links.
  private static func found(_ events: some Collection<Event>, _ visit: Visit) throws -> PageBlock {
    var block = PageBlock(visit.say("日子", "日子", "Days"))
    let next = try DayPages.nextDays(of: Array(events), visit)
    let byDate = events.sorted {
      (next[$0.key]?.julianDayNumber ?? .max) < (next[$1.key]?.julianDayNumber ?? .max)
    }
    for event in byDate {
      let (title, address) = (event.title.text(in: visit.language), "/event/\(event.id)")
      if let date = next[event.key] {
        block.days.append(DayPages.card(date, title: title, address: address, visit))
      } else {
        block.links.append(PageLink(title, address, .button))
      }
    }
    return block
  }

  /// The day that somebody typed: 今天, 農曆三月廿三, 2027-02-05; nil if the text is no date, or only the name of an event.
  private static func date(_ text: String, isNamed: Bool, _ visit: Visit, _ data: PublicData) -> PageBlock? {
    guard !isNamed || text.contains(where: \.isNumber) else { return nil }
    var block = PageBlock(visit.say("這一天", "这一天", "The day"))
    do throws(DateReadingError) {
      try show(text, in: &block, visit, data)
      return block
    } catch {
      return nil
    }
  }

  /// Reads a date and shows its day, with what is said of how it was read.
  private static func show(
    _ text: String, in block: inout PageBlock, _ visit: Visit, _ data: PublicData
  ) throws(DateReadingError) {
    let reader = visit.reader(data)
    let typed = reader.dated(try reader.read(text))
    let lunar = try reader.lunarDate(of: typed)
    let (date, language) = (lunar.solarDate, visit.language)
    block.lines = typed.remarks.map { $0.text(in: language) }
    guard YearPages.years.contains(date.year) else {
      // No page has a day of these years.
      block.lines.append(DayPages.words(date, lunar.text(in: language), visit))
      return
    }
    block.days = [
      DayPages.card(
        date, title: lunar.text(in: language), address: "/day/\(date)", note: date.longText(in: language), visit)
    ]
  }

  /// 拜拜問事: what people ask deities for, each with whom they ask; nil if no deity of the data answers anything.
  static func needs(_ visit: Visit, _ data: PublicData) -> PageBlock? {
    let language = visit.language
    var block = PageBlock(visit.say("拜拜問事", "拜拜问事", "Whom to ask for something"))
    block.links = Need.allCases.filter { !data.catalogue.deities(answering: $0).isEmpty }.map {
      PageLink($0.name(in: language), "/search?q=" + PercentEncoding.encode($0.name(in: language)), .button)
    }
    return block.links.isEmpty ? nil : block
  }

  /// 考試拜誰: the deities that people ask, each with what to offer and the next day.
  private static func whomToAsk(_ need: Need, _ visit: Visit, _ data: PublicData) throws -> PageBlock {
    let language = visit.language
    let record = try NeedRecord(
      need, data.catalogue, data.directory, near: nil, at: visit.templeMoment.local, language: language)
    var block = PageBlock(visit.say("\(record.name)，可以拜", "\(record.name)，可以拜", "For \(record.name), people ask"))
    block.places = record.deities.map { deity in
      let next = deity.next.map { "\($0.solarDate.longText(in: language)) \($0.title)" }
      let offerings = deity.offerings.map { WorshipLine.offeringsLine($0, in: language) }
      let key = PercentEncoding.encode(deity.key)
      return PlaceCard(
        language, address: "/deity/" + key, name: deity.name,
        lines: [deity.role, next, offerings].compactMap(\.self), distance: nil, copied: nil,
        links: [
          PageLink(
            visit.say("附近的廟", "附近的庙", "Temples near me"), "/near?deity=" + key, .button, heard: deity.name)
        ])
    }
    block.lines = [
      visit.say(
        "這是民間的習俗；看病、訴訟與理財，請找專業的人。", "这是民间的习俗；看病、诉讼与理财，请找专业的人。",
        "This is folk custom; for illness, lawsuits and money, ask those who know.")
    ]
    return block
  }

  // MARK: Conversion

  private static func convert(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let language = visit.language
    let given = (visit.query.first("date") ?? "").trimmed
    var solar = PageBlock(visit.say("國曆換農曆", "公历换农历", "Solar to lunar"))
    solar.forms = [
      PageForm(
        "/convert", method: .get,
        [
          PageField(
            "date", visit.say("國曆日期", "公历日期", "Solar date"), .date,
            value: given.isEmpty ? "\(visit.moment.today)" : given)
        ],
        buttons: [PageButton(visit.say("換算", "换算", "Convert"))])
    ]
    var found = PageBlock(visit.say("換算的結果", "换算的结果", "The result"))
    found.isBare = true
    do throws(DateReadingError) {
      try show(given.isEmpty ? "\(visit.moment.today)" : given, in: &found, visit, data)
    } catch {
      found.lines = [error.message(in: language)]
    }
    let conversion = LunarConversion(visit.query)
    let converter = Converter(
      language, month: conversion.month, day: conversion.day, isLeap: conversion.isLeap,
      year: conversion.year ?? visit.lunarYear,
      lines: [])
    var lunar = PageBlock(visit.say("農曆換國曆", "农历换公历", "Lunar to solar"))
    lunar.forms = [
      PageForm(
        "/convert", method: .get,
        [
          PageField(
            "_month", converter.monthLabel, .choice(converter.months.map { ($0.value, $0.name) }),
            value: "\(conversion.month)"),
          PageField(
            "_day", converter.dayLabel, .choice(converter.days.map { ($0.value, $0.name) }), value: "\(conversion.day)"),
          PageField("_leap", converter.leapLabel, .check, value: conversion.isLeap ? "on" : ""),
          PageField("_year", converter.yearLabel, value: "\(converter.year)"),
        ], buttons: [PageButton(visit.say("換算", "换算", "Convert"))])
    ]
    if visit.query.first("_month") != nil { lunar.lines = conversion.lines(visit) }
    solar.core = PageBlock.Core(none: visit.say("沒有這一天。", "没有这一天。", "There is no such day."))
    return PublicPage.app(
      AppPage(
        language, title: visit.say("國曆農曆換算", "公历农历换算", "Convert dates"),
        description: visit.say(
          "國曆與農曆互換，閏月也算得出來，1600 年到 2200 年。", "公历与农历互换，闰月也算得出来，1600 年到 2200 年。",
          "Convert between the solar and the Chinese lunar calendar, leap months included."),
        [solar, found, lunar]), part: "convert")
  }

  // MARK: Search engines

  private static func sitemap(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    let today = visit.moment.today
    var paths = [
      "/", "/near", "/convert", "/feeds", "/good-days", "/sky", "/zodiac/\(today.year)", "/choose", "/privacy",
      SourcePage.path, "/docs",
      "/year/\(today.year)",
      "/year/\(today.year + 1)",
    ]
    paths += Array(Set((0..<DayPages.yearAhead).map { String("\(today.advanced(by: $0))".prefix(7)) })).sorted().map {
      "/month/" + $0
    }
    paths += data.catalogue.events.filter { $0.isEnabled && $0.kind != .custom }.map { "/event/\($0.id)" }
    paths += data.deities.map { "/deity/" + PercentEncoding.encode($0.key) }
    paths += data.catalogue.groups.filter(\.isEnabled).map { "/group/" + PercentEncoding.encode($0.key) }
    // A sitemap has 50,000 addresses at most (sitemaps.org).
    paths += data.temples.prefix(45_000).map { "/temple/\($0.id)" }
    let entries = paths.map { "<url><loc>\(SafeHTML.escaped(visit.site.origin + $0))</loc></url>" }
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
      + entries.joined(separator: "\n") + "\n</urlset>\n"
    return .text(Array(text.utf8), type: "application/xml; charset=utf-8")
  }
}
