import Ephemeris
public import Lunisolar

/// The twelve animals in a year, as in `zodiac --json`.
public struct ZodiacYearRecord: Encodable, Hashable, Sendable {
  public let year: Int
  public let ganzhi: String
  public let zodiac: String
  /// The day of 立春, with which the year of the pillars begins.
  public let startOfSpring: SolarDate
  /// 正月初一, from which temples and most people count.
  public let newYear: SolarDate
  /// The year's branch and its direction.
  public let taiSui: Place
  /// 歲破: the opposite branch and its direction.
  public let broken: Place
  /// From the rat to the pig.
  public let animals: [Animal]
  public let notes: [String]

  public struct Place: Encodable, Hashable, Sendable {
    public let branch: String
    public let direction: String
  }

  public struct Animal: Encodable, Hashable, Sendable {
    public let zodiac: String
    public let branch: String
    /// 值 沖 刑 害 破 by the widespread custom; empty for most.
    public let relations: [Named]
    /// 正沖 or 偏沖, as many temples in Taiwan post it.
    @ExplicitNull public internal(set) var templeClash: Named?
    /// 十二歲君: the god on the animal's branch by its name in the book, and the god of its ages by its name in temples.
    public let lordByBranch: String
    public let lordByAge: String
    /// The latest first.
    public let births: [Birth]

    enum CodingKeys: String, CodingKey {
      case zodiac, branch, relations, births
      case templeClash = "temple_clash"
      case lordByBranch = "lord_by_branch"
      case lordByAge = "lord_by_age"
    }
  }

  /// A word for programs, the same in every language, and the term for people.
  public struct Named: Encodable, Hashable, Sendable {
    public let key: String
    public let name: String
  }

  public struct Birth: Encodable, Hashable, Sendable {
    public let year: Int
    /// 虛歲 in the record's year: 1 in the year of birth.
    public let age: Int
  }

  enum CodingKeys: String, CodingKey {
    case year, ganzhi, zodiac, broken, animals, notes
    case startOfSpring = "start_of_spring"
    case newYear = "new_year"
    case taiSui = "tai_sui"
  }

  /// - Throws: `CalendarError` outside -2000 to 9999.
  public init(_ number: Int, variant: CalendarVariant, language: Language) throws(CalendarError) {
    let calendar = AstronomicalCalendar(variant)
    newYear = try calendar.lunarYear(number).firstDay
    startOfSpring = try calendar.solarTerms(ofSolarYear: number)[.startOfSpring]
    let zodiacYear = ZodiacYear(number)
    year = number
    ganzhi = zodiacYear.pillar.name
    zodiac = zodiacYear.zodiac.name(in: language, of: variant)
    taiSui = Place(
      branch: zodiacYear.pillar.branch.name, direction: zodiacYear.taiSuiDirection.name(in: language))
    broken = Place(branch: zodiacYear.brokenBranch.name, direction: zodiacYear.brokenDirection.name(in: language))
    animals = Zodiac.allCases.map { Animal($0, in: zodiacYear, variant, language) }
    notes = [
      language.say(
        "值沖刑害破是通行的說法；正沖、偏沖是臺灣許多廟宇的說法。", "值冲刑害破是通行的说法；正冲、偏冲是台湾许多庙宇的说法。",
        "值沖刑害破 is the widespread custom, 正沖 and 偏沖 that of many temples in Taiwan."),
      language.say(
        "十二歲君有兩種排法：依年支（《協紀辨方書》卷三）與依虛歲（一太歲、二太陽……，臺灣廟宇常用），名稱各地不同。",
        "十二岁君有两种排法：依年支（《协纪辨方书》卷三）与依虚岁（一太岁、二太阳……，台湾庙宇常用），名称各地不同。",
        "十二歲君, the twelve gods of a year, are placed by branch (協紀辨方書, 卷三) or by age (一太歲, 二太陽 …, common in Taiwan's temples); names vary."
      ),
      language.say(
        "出生年以正月初一換年；也有人以立春換年，兩者之間出生的人請自行選擇。",
        "出生年以正月初一换年；也有人以立春换年，两者之间出生的人请自行选择。",
        "Years of birth change at lunar New Year; some change them at 立春, so people born between the two may choose."),
    ]
  }
}

extension ZodiacYearRecord.Animal {
  fileprivate init(_ zodiac: Zodiac, in year: ZodiacYear, _ variant: CalendarVariant, _ language: Language) {
    self.zodiac = zodiac.name(in: language, of: variant)
    branch = (EarthlyBranch(rawValue: zodiac.rawValue) ?? .zi).name
    relations = year.relations(of: zodiac).map {
      ZodiacYearRecord.Named(key: $0.rawValue, name: $0.name.text(in: language))
    }
    templeClash = year.templeClash(of: zodiac).map {
      ZodiacYearRecord.Named(key: $0.rawValue, name: $0.name.text(in: language))
    }
    lordByBranch = year.lordByBranch(of: zodiac).bookName.term(in: language)
    lordByAge = year.lordByAge(of: zodiac).name.term(in: language)
    births = year.birthYears(of: zodiac).map { ZodiacYearRecord.Birth(year: $0, age: year.year - $0 + 1) }
  }
}

// MARK: - For people

extension ZodiacYearRecord {
  /// Year, beginning, 太歲 and 歲破, one line each.
  public func lines(in language: Language) -> [SkyRecord.Line] {
    [
      SkyRecord.Line(
        name: language.say("年", "年", "Year"),
        value: language.say(
          "\(year) 年 \(ganzhi) \(zodiac)年", "\(year) 年 \(ganzhi) \(zodiac)年",
          "\(year), \(ganzhi), year of the \(zodiac)")),
      SkyRecord.Line(
        name: language.say("起始", "起始", "Begins"),
        value: language.say(
          "立春 \(startOfSpring)；正月初一 \(newYear)", "立春 \(startOfSpring)；正月初一 \(newYear)",
          "立春 \(startOfSpring); lunar New Year \(newYear)")),
      SkyRecord.Line(
        name: language.say("太歲", "太岁", "太歲 Great Year"), value: "\(taiSui.branch) \(taiSui.direction)"),
      SkyRecord.Line(
        name: language.say("歲破", "岁破", "歲破 opposite to it"), value: "\(broken.branch) \(broken.direction)"),
    ]
  }

  public static func header(in language: Language) -> [String] {
    [
      language.say("生肖", "生肖", "Animal"), language.say("通行說法", "通行说法", "Widespread"),
      language.say("廟宇說法", "庙宇说法", "Temples"), language.say("歲君（年支）", "岁君（年支）", "Lord by branch"),
      language.say("歲君（虛歲）", "岁君（虚岁）", "Lord by age"),
    ]
  }

  /// A row of a table for each animal, with the columns of `header`.
  public var rows: [[String]] {
    animals.map { animal in
      [
        animal.zodiac, animal.relations.map(\.name).joined(separator: " "), animal.templeClash?.name ?? "",
        animal.lordByBranch, animal.lordByAge,
      ]
    }
  }

  /// An animal a line, for narrow places: what it has to do with 太歲 by both customs, and its gods of the year.
  public func facts(in language: Language) -> [SkyRecord.Line] {
    animals.map { animal in
      let relations = animal.relations.map(\.name).joined(separator: " ")
      let parts = [
        relations.isEmpty ? nil : language.say("通行 \(relations)", "通行 \(relations)", "widespread: \(relations)"),
        animal.templeClash.map { language.say("廟宇 \($0.name)", "庙宇 \($0.name)", "temples: \($0.name)") },
        language.say(
          "歲君 \(animal.lordByBranch)（年支）\(animal.lordByAge)（虛歲）",
          "岁君 \(animal.lordByBranch)（年支）\(animal.lordByAge)（虚岁）",
          "lords \(animal.lordByBranch) (branch), \(animal.lordByAge) (age)"),
      ]
      return SkyRecord.Line(name: animal.zodiac, value: parts.compactMap(\.self).joined(separator: " · "))
    }
  }

  public static func birthHeader(in language: Language) -> [String] {
    [language.say("生肖", "生肖", "Animal"), language.say("出生年（虛歲）", "出生年（虚岁）", "Born in (虛歲, age)")]
  }

  /// A row for each animal with its years of birth and ages: `羊  2027(1)  2015(13) …`.
  public var birthRows: [[String]] {
    animals.map { animal in [animal.zodiac] + animal.births.map { "\($0.year)(\($0.age))" } }
  }

  /// The glosses of the twelve gods, for readers of English; empty in Chinese.
  public func glossary(in language: Language) -> [SkyRecord.Line] {
    guard language == .english else { return [] }
    return ZodiacYear.Lord.allCases.flatMap { lord in
      Set([lord.bookName, lord.name]).sorted { $0.traditionalChinese < $1.traditionalChinese }.map {
        SkyRecord.Line(name: $0.traditionalChinese, value: $0.text(in: .english))
      }
    }
  }
}
