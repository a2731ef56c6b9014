import Ephemeris
public import Lunisolar

/// The twelve hours of a day, as in `hours --json`.
public struct HoursRecord: Encodable, Hashable, Sendable {
  public let date: SolarDate
  /// `農曆十月十七`
  public let lunarText: String
  public let dayPillar: String
  /// From 子 to 亥.
  public let hours: [Hour]
  public let notes: [String]

  public struct Hour: Encodable, Hashable, Sendable {
    public let branch: String
    public let pillar: String
    /// On the clock of the place: `2026-11-24T23:00`. The first hour begins on the day before.
    public let begins: String
    public let ends: String
    /// One of the twelve gods of the yellow and the black path.
    public let god: String
    public let isYellowPath: Bool
    /// 黃道 or 黑道.
    public let path: String
    /// The other gods that 協紀辨方書 lists as 吉, and those that it lists as 凶.
    public let goodGods: [String]
    public let badGods: [String]
    public let clash: Clash
    /// The direction of 煞: 南, 東, 北 or 西.
    public let sha: String

    /// 沖: whom the hour is said to clash with.
    public struct Clash: Encodable, Hashable, Sendable {
      public let zodiac: String
      public let pillar: String
      /// The 虛歲 of those born in a year of the pillar: the youngest, and those 60 years older.
      public let ages: [Int]
    }

    enum CodingKeys: String, CodingKey {
      case branch, pillar, begins, ends, god, path, clash, sha
      case isYellowPath = "is_yellow_path"
      case goodGods = "good_gods"
      case badGods = "bad_gods"
    }
  }

  enum CodingKeys: String, CodingKey {
    case date, hours, notes
    case lunarText = "lunar_text"
    case dayPillar = "day_pillar"
  }

  /// - Throws: `CalendarError` if the day is outside the calendar.
  public init(on date: SolarDate, variant: CalendarVariant, language: Language) throws(CalendarError) {
    let lunar = try AstronomicalCalendar(variant).lunarDate(on: date)
    let pillar = StemBranch(ofDay: date)
    self.date = date
    lunarText = lunar.text(in: language)
    dayPillar = pillar.name
    hours = AlmanacHour.hours(of: pillar).map { Hour($0, on: date, lunarYear: lunar.year, variant, language) }
    notes = [
      language.say(
        "時辰從前一天 23:00（子初）起算。", "时辰从前一天 23:00（子初）起算。", "The hours begin at 23:00 of the day before (子初)."),
      language.say(
        "黃黑道與吉神、凶神依《協紀辨方書》卷七、卷三十二；沖、歲數與煞是民間習慣。",
        "黄黑道与吉神、凶神依《协纪辨方书》卷七、卷三十二；冲、岁数与煞是民间习惯。",
        "Paths, good and bad gods are those of 協紀辨方書, 卷七 and 卷三十二; clash, age and 煞 are custom."),
      language.say(
        "歲數是農曆 \(lunar.year) 年的虛歲；大 60 歲的人也是。", "岁数是农历 \(lunar.year) 年的虚岁；大 60 岁的人也是。",
        "Ages are 虛歲 in lunar \(lunar.year), 1 in the year of birth; people 60 years older are meant too."),
    ]
  }
}

extension HoursRecord.Hour {
  fileprivate init(
    _ hour: AlmanacHour, on date: SolarDate, lunarYear: Int, _ variant: CalendarVariant, _ language: Language
  ) {
    let clashing = hour.clashingPillar
    let age = clashing.youngestAge(inLunarYear: lunarYear)
    branch = hour.branch.name
    pillar = hour.pillar.name
    begins = "\(hour.beginDate(on: date))T\(hour.beginText)"
    ends = "\(date)T\(hour.endText)"
    god = hour.god.name.term(in: language)
    isYellowPath = hour.god.isYellowPath
    path = hour.god.path(in: language)
    let gods = hour.gods
    goodGods = gods.filter(\.isGood).map { $0.name.term(in: language) }
    badGods = gods.filter { !$0.isGood }.map { $0.name.term(in: language) }
    clash = Clash(
      zodiac: hour.clashingZodiac.name(in: language, of: variant), pillar: clashing.name, ages: [age, age + 60])
    sha = AlmanacTables.text(hour.shaDirection, in: language)
  }
}

// MARK: - For people

extension HoursRecord {
  /// `2026-11-25 丙午日，農曆十月十七`
  public func title(in language: Language) -> String {
    language.say(
      "\(date) \(dayPillar)日，\(lunarText)", "\(date) \(dayPillar)日，\(lunarText)",
      "\(date), \(dayPillar) day, \(lunarText)")
  }

  public static func header(in language: Language) -> [String] {
    [
      language.say("時", "时", "Hour"), language.say("時刻", "时刻", "Clock"), language.say("黃黑道", "黄黑道", "Path"),
      language.say("吉神", "吉神", "Good"), language.say("凶神", "凶神", "Bad"), language.say("沖", "冲", "Clash"), "煞",
    ]
  }

  /// A row of a table for each hour, with the columns of `header`: `甲子  23:00–01:00  黃道金匱  日建  旬空  馬 49  南`.
  public var rows: [[String]] {
    hours.map { hour in
      [
        hour.pillar, "\(hour.begins.suffix(5))–\(hour.ends.suffix(5))", hour.path + hour.god,
        hour.goodGods.joined(separator: " "), hour.badGods.joined(separator: " "),
        "\(hour.clash.zodiac) \(hour.clash.ages[0])", hour.sha,
      ]
    }
  }

  /// An hour a line, for narrow places: `壬子 23:00–01:00 黃道司命`, and its gods, clash and 煞.
  public func facts(in language: Language) -> [SkyRecord.Line] {
    hours.map { hour in
      let good = hour.goodGods.joined(separator: " ")
      let bad = hour.badGods.joined(separator: " ")
      let parts = [
        good.isEmpty ? nil : language.say("吉神 \(good)", "吉神 \(good)", "good \(good)"),
        bad.isEmpty ? nil : language.say("凶神 \(bad)", "凶神 \(bad)", "bad \(bad)"),
        language.say(
          "沖\(hour.clash.zodiac) \(hour.clash.ages[0])", "冲\(hour.clash.zodiac) \(hour.clash.ages[0])",
          "clash \(hour.clash.zodiac) \(hour.clash.ages[0])"), "煞\(hour.sha)",
      ]
      return SkyRecord.Line(
        name: "\(hour.pillar) \(hour.begins.suffix(5))–\(hour.ends.suffix(5)) \(hour.path)\(hour.god)",
        value: parts.compactMap(\.self).joined(separator: " · "))
    }
  }

  /// What the terms of the rows mean, for readers of English; empty in Chinese.
  public func glossary(in language: Language) -> [SkyRecord.Line] {
    guard language == .english else { return [] }
    let used = Set(hours.flatMap { [$0.god] + $0.goodGods + $0.badGods })
    let names = YellowPathGod.allCases.map(\.name) + HourGod.allCases.map(\.name)
    return [
      SkyRecord.Line(name: "黃道 黑道", value: "yellow path, black path: 吉 and 凶 in the book"),
      SkyRecord.Line(name: "沖 煞", value: "animal and age that the hour clashes with; direction to avoid"),
    ]
      + names.filter { used.contains($0.traditionalChinese) }.map {
        SkyRecord.Line(name: $0.traditionalChinese, value: $0.text(in: .english))
      }
  }
}
