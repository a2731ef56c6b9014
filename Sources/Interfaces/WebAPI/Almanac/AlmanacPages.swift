import Addresses
import Folklore
import Lunisolar
import Records
import WebPages

/// The almanac on pages: `/good-days`, `/hours/…`, `/zodiac/…`.
enum AlmanacPages {
  static let all = [
    PublicPage("/good-days", goodDays), PublicPage("/hours/{date}", hours), PublicPage("/zodiac/{year}", zodiac),
    PublicPage("/zodiac") { visit, _ in .elsewhere("/zodiac/\(visit.moment.today.year)") },
  ]

  // MARK: A day

  /// 宜, 忌 and the directions of a day, for its page.
  static func block(of record: DayRecord, _ visit: Visit) -> PageBlock {
    let (almanac, language) = (record.almanac, visit.language)
    let date = record.date.solar
    var block = PageBlock(visit.say("農民曆", "农民历", "Almanac"))
    if let xieji = almanac.xieji {
      block.facts = [
        PageFact(visit.say("宜", "宜", "Good for (宜)"), xieji.goodText(all: false, in: language)),
        PageFact(visit.say("忌", "忌", "Bad for (忌)"), xieji.badText(all: false, in: language)),
        PageFact(visit.say("吉神", "吉神", "Good gods (吉神)"), xieji.goodGods.joined(separator: " ")),
        PageFact(visit.say("凶神", "凶神", "Bad gods (凶神)"), xieji.badGods.joined(separator: " ")),
      ]
      block.lines = [XiejiRecord.caveat(in: language)]
    }
    let directions = almanac.directions
    block.facts += [
      PageFact(visit.say("沖煞", "冲煞", "Clash (沖煞)"), almanac.clashText(in: language)),
      PageFact(visit.say("黃黑道", "黄黑道", "Path (黃黑道)"), "\(almanac.path) \(almanac.dayGod)"),
      PageFact(visit.say("建除", "建除", "Officer (建除)"), almanac.officer),
      PageFact(visit.say("納音", "纳音", "Sound (納音)"), almanac.naYin),
      PageFact(visit.say("廿八宿", "廿八宿", "Mansion (廿八宿)"), almanac.mansion),
      PageFact(
        visit.say("喜神、財神", "喜神、财神", "Joy (喜神), wealth (財神)"),
        directions.joy + visit.say("、", "、", ", ") + directions.wealth),
      PageFact(
        visit.say("福神", "福神", "Fortune (福神)"),
        directions.fortune + visit.say("［", "［", " [") + directions.fortuneSchool
          + visit.say("］", "］", "]")),
      PageFact(
        visit.say("陽貴、陰貴", "阳贵、阴贵", "Nobles (貴神)"),
        directions.yangNoble + visit.say("、", "、", ", ") + directions.yinNoble + visit.say("［", "［", " [")
          + directions.nobleSchool + visit.say("］", "］", "]")),
      PageFact(visit.say("胎神", "胎神", "Fetal spirit (胎神)"), almanac.fetalSpirit),
      PageFact(visit.say("彭祖百忌", "彭祖百忌", "Pengzu (彭祖百忌)"), almanac.pengZu.joined(separator: visit.say("，", "，", ", "))),
    ]
    block.facts += almanac.cautions.map { PageFact(visit.say($0.name, $0.name, "Caution (\($0.name))"), $0.about) }
    block.links = [
      PageLink(visit.say("十二時辰", "十二时辰", "The twelve hours"), "/hours/\(date)", .button),
      PageLink(visit.say("找好日子", "找好日子", "Find a good day"), "/good-days", .button),
    ]
    return block
  }

  /// Why the day is good or bad for what the form asks; nil without the book.
  static func reasons(on date: SolarDate, _ visit: Visit) -> PageBlock? {
    guard let book = visit.service.xieji else { return nil }
    let language = visit.language
    let asked = String((visit.query.first("why") ?? "").trimmed.prefix(40))
    var block = PageBlock(visit.say("為什麼宜、為什麼忌", "为什么宜、为什么忌", "Why it is good or bad"))
    var fault: String?
    if !asked.isEmpty {
      do {
        let record = try XiejiReasonsRecord(book.purpose(asked), on: date, in: book, language: language)
        block.facts = record.lines(in: language).map { PageFact($0.name, $0.value) }
      } catch {
        let spoken = error as? any SpokenError
        fault = language == .english ? spoken?.description : spoken?.chinese
      }
    }
    block.forms = [
      PageForm(
        "/day/\(date)", method: .get,
        [
          PageField(
            "why", visit.say("要做的事，例如結婚", "要做的事，例如结婚", "The purpose: wedding"), .search, value: asked, fault: fault)
        ], buttons: [PageButton(visit.say("看哪些神、書的哪一葉", "看哪些神、书的哪一叶", "Gods and leaves of the book"), isMain: false)])
    ]
    return block
  }

  // MARK: Good days

  /// As many days are shown.
  private static let shown = 60

  private static func goodDays(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard let book = visit.service.xieji else { throw PageProblem.nothingHere }
    let language = visit.language
    let asked = GoodDaysQuestion(visit, data)
    var blocks = [form(asked, book, visit)]
    if !asked.purpose.isEmpty { blocks.append(try answer(asked, book, visit)) }
    var usual = PageBlock(visit.say("常查的事", "常查的事", "What people ask most"))
    usual.links = book.purposes(upTo: .common).map {
      PageLink($0.text(in: language), "/good-days?for=" + PercentEncoding.encode($0.traditionalChinese), .button)
    }
    if asked.purpose.isEmpty { blocks.insert(usual, at: 0) }
    var about = PageBlock(visit.say("這是怎麼算的", "这是怎么算的", "How this is found"))
    about.lines = [
      XiejiRecord.caveat(in: language),
      visit.say(
        "一天裡有許多吉神與凶神，書裡寫明各宜忌哪些事，以及兩者相遇時怎麼論。每一天都可以看是哪些神、書的哪一葉。",
        "一天里有许多吉神与凶神，书里写明各宜忌哪些事，以及两者相遇时怎么论。每一天都可以看是哪些神、书的哪一叶。",
        "Each day has good and bad gods; the book says what each makes good or bad, and how they are weighed when they meet. For each day you can see which gods, and the leaf of the book."
      ),
      visit.say(
        "三娘煞、月忌、楊公忌、四離、四絕是民間或書裡提醒的日子，列在旁邊，可以勾選去掉。",
        "三娘煞、月忌、杨公忌、四离、四绝是民间或书里提醒的日子，列在旁边，可以勾选去掉。",
        "三娘煞, 月忌, 楊公忌, 四離 and 四絕 are days that custom or the book warns of: they are marked, and can be left out."),
    ]
    blocks.append(about)
    return PublicPage.app(
      AppPage(
        language, title: visit.say("找好日子", "找好日子", "Find a good day"),
        description: visit.say(
          "嫁娶、搬家、開市、動土……依《欽定協紀辨方書》找宜的日子，附時辰、沖煞與出處。",
          "嫁娶、搬家、开市、动土……依《钦定协纪辨方书》找宜的日子，附时辰、冲煞与出处。",
          "Days that are good for a wedding, moving or opening, by 欽定協紀辨方書, with hours, clashes and sources."), blocks),
      part: "month")
  }

  private static func form(_ asked: GoodDaysQuestion, _ book: XiejiBook, _ visit: Visit) -> PageBlock {
    var block = PageBlock(visit.say("要做什麼事", "要做什么事", "What for"))
    let none = visit.say("不限", "不限", "any")
    block.forms = [
      PageForm(
        "/good-days", method: .get,
        [
          PageField(
            "for", visit.say("事情", "事情", "The purpose"), .search, value: asked.purpose,
            hint: visit.say("例如結婚、搬家、開幕", "例如结婚、搬家、开幕", "Such as wedding, moving house")),
          PageField("from", visit.say("從哪一天", "从哪一天", "From"), .date, value: "\(asked.from)"),
          PageField("until", visit.say("到哪一天", "到哪一天", "Until"), .date, value: "\(asked.until)"),
          PageField(
            "avoid", visit.say("不要沖到的生肖", "不要冲到的生肖", "Animal not to clash with"),
            .choice([("", none)] + Zodiac.allCases.map { ($0.name, $0.name(in: visit.language, of: .chinese)) }),
            value: asked.zodiac?.name ?? ""),
          PageField(
            "weekends", visit.say("只要星期六、日", "只要星期六、日", "Only Saturdays and Sundays"), .check,
            value: asked.onlyWeekends ? "on" : ""),
          PageField(
            "strict", visit.say("去掉三娘煞、月忌、楊公忌、四離、四絕", "去掉三娘煞、月忌、杨公忌、四离、四绝", "Leave out 三娘煞, 月忌, 楊公忌, 四離, 四絕"),
            .check, value: asked.isStrict ? "on" : ""),
        ], buttons: [PageButton(visit.say("找日子", "找日子", "Find days"))])
    ]
    return block
  }

  private static func answer(_ asked: GoodDaysQuestion, _ book: XiejiBook, _ visit: Visit) throws -> PageBlock {
    let language = visit.language
    let record: GoodDaysRecord
    do {
      var wishes = GoodDays.Wishes(for: try book.purpose(asked.purpose))
      wishes.avoidedZodiac = asked.zodiac
      wishes.onlyWeekends = asked.onlyWeekends
      wishes.isStrict = asked.isStrict
      record = try GoodDaysRecord(wishes, in: (asked.from, asked.until), book: book, language: language)
    } catch let error as any SpokenError {
      var block = PageBlock(visit.say("請改一下", "请改一下", "Please change this"))
      block.isWarning = true
      block.lines = [language == .english ? error.description : error.chinese]
      return block
    }
    var block = PageBlock(
      visit.say(
        "宜\(record.purpose)：\(record.days.count) 天", "宜\(record.purpose)：\(record.days.count) 天",
        "Good for \(record.purpose): \(record.days.count) days"))
    block.lines = record.notes.filter { $0 != XiejiRecord.caveat(in: language) }
    let days = record.days.isEmpty ? [record.next].compactMap(\.self) : Array(record.days.prefix(shown))
    if record.days.isEmpty, record.next != nil {
      block.lines.append(visit.say("下一個這樣的日子：", "下一个这样的日子：", "The next such day:"))
    }
    if record.days.count > shown {
      block.lines.append(
        visit.say(
          "先列出 \(shown) 天；請縮短期間。", "先列出 \(shown) 天；请缩短期间。", "The first \(shown) are shown: give a shorter range."))
    }
    block.days = days.map { day in
      let hours = day.hours.prefix(3).map(\.begins).joined(separator: " ")
      let note = [
        visit.say("時辰 \(hours)", "时辰 \(hours)", "hours \(hours)"),
        visit.say("沖\(day.clash.zodiac)", "冲\(day.clash.zodiac)", "clashes with \(day.clash.zodiac)")
          + " \(day.clash.ages[0])",
        day.cautions.isEmpty ? nil : day.cautions.joined(separator: visit.say("、", "、", ", ")),
      ].compactMap(\.self).joined(separator: " · ")
      return DayPages.card(
        day.date, title: "\(day.lunarText) \(day.pillar)",
        address: "/day/\(day.date)?why=\(PercentEncoding.encode(asked.purpose))",
        note: note, visit)
    }
    return block
  }

  // MARK: Hours

  private static func hours(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard visit.id.utf8.count == 10, let date = try? SolarDate(iso: visit.id),
      let record = try? HoursRecord(on: date, variant: .chinese, language: visit.language)
    else { throw PageProblem.nothingHere }
    let language = visit.language
    var block = PageBlock(date.longText(in: language))
    block.facts = record.facts(in: language).map { PageFact($0.name, $0.value) }
    block.facts += record.glossary(in: language).map { PageFact($0.name, $0.value) }
    block.lines = record.notes
    var around = PageBlock(visit.say("前後的日子", "前后的日子", "Days around"))
    around.isBare = true
    around.links = [
      PageLink("‹ \(date.advanced(by: -1))", "/hours/\(date.advanced(by: -1))", .button),
      PageLink(visit.say("這一天", "这一天", "The day"), "/day/\(date)", .button),
      PageLink("\(date.advanced(by: 1)) ›", "/hours/\(date.advanced(by: 1))", .button),
    ]
    return PublicPage.app(
      AppPage(
        language, title: visit.say("十二時辰", "十二时辰", "The twelve hours"),
        description: visit.say(
          "\(date) 十二時辰的干支、黃黑道、吉神、凶神與沖煞。", "\(date) 十二时辰的干支、黄黑道、吉神、凶神与冲煞。",
          "Pillars, paths, gods and clashes of the twelve hours of \(date)."), lead: record.title(in: language),
        [block, around]), part: "month")
  }

  // MARK: The animals of a year

  private static func zodiac(_ visit: Visit, _ data: PublicData) throws -> PublicPage.Content {
    guard visit.id.utf8.count == 4, let year = Int(visit.id),
      let record = try? ZodiacYearRecord(year, variant: .chinese, language: visit.language)
    else { throw PageProblem.nothingHere }
    let language = visit.language
    var block = PageBlock(visit.say("犯太歲與十二歲君", "犯太岁与十二岁君", "The animals and 太歲"))
    block.facts = record.facts(in: language).map { PageFact($0.name, $0.value) }
    block.lines = record.notes
    var facts = PageBlock(visit.say("這一年", "这一年", "The year"))
    facts.facts = record.lines(in: language).map { PageFact($0.name, $0.value) }
    var births = PageBlock(visit.say("各生肖的出生年", "各生肖的出生年", "Years of birth"))
    births.facts = record.birthRows.map { PageFact($0[0], $0.dropFirst().joined(separator: visit.say("、", "、", ", "))) }
    var around = PageBlock(visit.say("前後的年", "前后的年", "Years around"))
    around.isBare = true
    around.links = [
      PageLink("‹ \(year - 1)", "/zodiac/\(year - 1)", .button),
      PageLink("\(year + 1) ›", "/zodiac/\(year + 1)", .button),
    ]
    return PublicPage.app(
      AppPage(
        language,
        title: visit.say(
          "\(year) \(record.ganzhi)年犯太歲", "\(year) \(record.ganzhi)年犯太岁", "Who offends 太歲 in \(year)"),
        description: visit.say(
          "\(year) 年犯太歲的生肖：通行的值沖刑害破，與廟宇的正沖、偏沖。", "\(year) 年犯太岁的生肖：通行的值冲刑害破，与庙宇的正冲、偏冲。",
          "The animals that offend 太歲 in \(year), by two customs."), [facts, block, births, around]), part: "month")
  }
}

/// What the form of `/good-days` asks.
private struct GoodDaysQuestion {
  let purpose: String
  let from: SolarDate
  let until: SolarDate
  let zodiac: Zodiac?
  let onlyWeekends: Bool
  let isStrict: Bool

  init(_ visit: Visit, _ data: PublicData) {
    let query = visit.query
    purpose = String((query.first("for") ?? "").trimmed.prefix(40))
    let reader = visit.reader(data)
    func date(_ name: String) -> SolarDate? {
      query.first(name).flatMap { $0.isEmpty ? nil : try? reader.solarDate($0).0 }
    }
    from = date("from") ?? visit.moment.today
    until = date("until") ?? from.advanced(by: GoodDays.usualDays)
    zodiac = query.first("avoid").flatMap { Zodiac(typed: $0) }
    onlyWeekends = query.all("weekends").contains("on")
    isStrict = query.all("strict").contains("on")
  }
}
