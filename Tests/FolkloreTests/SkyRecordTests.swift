import Folklore
import Geo
import Lunisolar
import TestSupport
import Testing

@Suite("The sky and the pillars of a birth", .timed)
struct SkyRecordTests {
  private static func moment(_ text: String, zone: String = "Asia/Taipei") throws -> ClockMoment {
    let viewpoint = try Viewpoint(
      name: LocalizedName("here"), place: Coordinate(latitude: 25.033, longitude: 121.5654), timeZone: zone)
    return try ClockMoment(text, in: viewpoint, reader: DateReader(today: SolarDate(iso: "2026-11-25")))
  }

  private static func pillars(
    _ text: String, by countedBy: PillarsRecord.CountedBy = .standard, language: Language = .traditionalChinese
  ) throws -> PillarsRecord {
    try PillarsRecord(of: moment(text), at: .taipei(), by: countedBy, language: language)
  }

  // MARK: Clock times

  @Test(
    "A clock time is read in every form of a date, with blanks or T, seconds and an offset",
    arguments: [
      "1990-05-04T23:30", "1990-05-04 23:30", "民國79年5月4日 23:30", "79/5/4 23:30", "1990-05-04T23:30:00",
      "1990-05-04T23:30+08:00", "農曆1990年四月初十 23:30",
    ])
  func forms(_ text: String) throws {
    #expect(try Self.moment(text).unixTime == 641_835_000)
  }

  /// tzdata, `asia`: Taiwan had summer time from 1 July to 1 October 1979, changed at 0:00.
  @Test("Taiwan's summer time of 1979 is known, and its first hour and last hour are asked about")
  func summerTime() throws {
    let summer = try Self.moment("1979-07-15T12:00")
    #expect(summer.isSummerTime && summer.offset == 32_400 && summer.standardOffset == 28_800)
    #expect(try !Self.moment("1979-06-15T12:00").isSummerTime)
    #expect(try Self.moment("1975-05-01T12:00").isSummerTime)
    #expect(try !Self.moment("1980-07-15T12:00").isSummerTime)

    let skipped = try #require(throws: ClockMomentError.self) { try Self.moment("1979-07-01T00:30") }
    #expect(skipped.code == "skipped_time")
    #expect(skipped.description.contains("1979-07-01T00:30") && skipped.description.contains("1979-07-01T01:00"))
    #expect(skipped.chinese.contains("1979-06-30T23:59"))

    let repeated = try #require(throws: ClockMomentError.self) { try Self.moment("1979-09-30T23:30") }
    #expect(repeated.code == "repeated_time")
    for choice in ["1979-09-30T23:30:00+09:00", "1979-09-30T23:30:00+08:00"] {
      #expect(repeated.description.contains(choice) && repeated.chinese.contains(choice))
    }
    let first = try Self.moment("1979-09-30T23:30:00+09:00")
    let second = try Self.moment("1979-09-30T23:30:00+08:00")
    #expect(second.unixTime - first.unixTime == 3_600 && first.isSummerTime && !second.isSummerTime)
  }

  @Test(
    "What is no moment is an error that names it and what is right",
    arguments: [
      ("1990-05-04", "1990-05-04T23:30"), ("23:30", "1990-05-04T23:30"), ("1990-05-04T25:00", "25:00"),
      ("1990-02-30T10:00", "1990-02-28"), ("1990-05-04T23:30+09:00", "+08:00"), ("", "1990-05-04T23:30"),
      ("1990-05-04T23:30+99:00", "1990-05-04T23:30"), ("soon 10:00", "not a date"),
    ])
  func wrong(_ text: String, _ advice: String) throws {
    let error = try #require(throws: (any Error).self) { try Self.moment(text) }
    let spoken = try #require(error as? any SpokenError)
    #expect(spoken.description.contains(advice), "\(spoken.description)")
    #expect(!spoken.chinese.isEmpty && !spoken.code.isEmpty)
  }

  // MARK: Pillars

  /// By the rules: 1990-05-04 is 己巳 (2000-01-07 was 甲子); 五鼠遁 makes the hour of 子 of a 庚 day 丙子; 立夏 came on 6 May.
  @Test("At 23:30 the conventions differ in the day, and both have the hour of the next day")
  func lateEvening() throws {
    let record = try Self.pillars("1990-05-04T23:30")
    #expect(record.dayFrom23.text == "庚午 庚辰 庚午 丙子")
    #expect(record.dayFromMidnight.text == "庚午 庚辰 己巳 丙子")
    #expect(!record.isAgreed && !record.isSummerTime && record.counted == "1990-05-04T23:30:00")
    #expect(record.section.name == "清明" && record.nextSection.name == "立夏")
    let noon = try Self.pillars("1990-05-04T12:00")
    #expect(noon.isAgreed && noon.dayFrom23.text == "庚午 庚辰 己巳 庚午")
  }

  @Test("Summer time is taken off: 00:30 of 15 July 1979 is 23:30 of the 14th")
  func summerPillars() throws {
    let record = try Self.pillars("1979-07-15T00:30")
    #expect(record.isSummerTime && record.clock == "1979-07-15T00:30:00+09:00")
    #expect(record.counted == "1979-07-14T23:30:00" && !record.isAgreed && record.notes.count == 2)
  }

  /// 立春 of 2025 was at 22:10:28 in Taipei.
  @Test("Year and month change at the instant of 立春")
  func boundary() throws {
    #expect(try Self.pillars("2025-02-03T22:10").dayFrom23.text.hasPrefix("甲辰 丁丑 "))
    #expect(try Self.pillars("2025-02-03T22:11").dayFrom23.text.hasPrefix("乙巳 戊寅 "))
    #expect(try Self.pillars("2025-02-03T22:11").notes.contains { $0.contains("15 分鐘") })
  }

  @Test("By the sun's time 00:55 in Taipei in November is 01:17, and another hour")
  func solarTime() throws {
    // Taipei is 6 min 16 s ahead of its zone's meridian, and the equation of time of 3 November is 16 min 26 s.
    let record = try Self.pillars("2025-11-03T00:55", by: .solar)
    #expect(record.counted.hasPrefix("2025-11-03T01:17"))
    #expect(record.dayFrom23.hour.hasSuffix("丑"))
    #expect(try Self.pillars("2025-11-03T00:55").dayFrom23.hour.hasSuffix("子"))
  }

  // MARK: The sky

  @Test("A day of Taipei in words: times to the minute, the place with its zone, none of an event")
  func taipei() throws {
    let record = SkyRecord(on: try SolarDate(iso: "2027-01-29"), at: try .taipei(), language: .traditionalChinese)
    #expect(record.moon.rise.isEmpty && record.moon.set.count == 1 && record.notes.isEmpty)
    let lines = record.lines(in: .traditionalChinese)
    #expect(lines.first?.value == "臺北（Asia/Taipei）")
    #expect(lines.contains { $0.name == "日出 – 日沒" && $0.value == "06:38 – 17:36" })
    #expect(lines.contains { $0.name == "月出" && $0.value == "今天沒有" })
    #expect(lines.contains { $0.name == "月沒" && $0.value == "10:50" })
    #expect(record.lines(in: .english).contains { $0.name == "Moonrise" && $0.value == "none today" })
  }

  @Test("A day of summer time has 23 hours, a zone that is not the place's is said, and the sun that stays up too")
  func zones() throws {
    let tromso = try Viewpoint(
      name: LocalizedName("Tromsø"), place: Coordinate(latitude: 69.6492, longitude: 18.9553), timeZone: "Europe/Oslo")
    #expect(tromso.span(of: try SolarDate(iso: "2026-03-29")).count == 23 * 3_600)
    let june = SkyRecord(on: try SolarDate(iso: "2026-06-21"), at: tromso, language: .english)
    #expect(june.sun.allDay == "up" && june.notes.isEmpty)
    #expect(june.lines(in: .english).contains { $0.value == "up all day" })
    let elsewhere = try Viewpoint(name: LocalizedName("Tromsø"), place: tromso.place, timeZone: "Asia/Taipei")
    #expect(SkyRecord(on: try SolarDate(iso: "2026-06-21"), at: elsewhere, language: .english).notes.count == 1)
  }

  /// tzdata: Apia left out 30 December 2011.
  @Test("A day that a zone left out has no sky and is no failure")
  func missingDay() throws {
    let apia = try Viewpoint(
      name: LocalizedName("Apia"), place: Coordinate(latitude: -13.8333, longitude: -171.7667), timeZone: "Pacific/Apia"
    )
    let record = SkyRecord(on: try SolarDate(iso: "2011-12-30"), at: apia, language: .english)
    #expect(record.sun.rise.isEmpty && record.moon.set.isEmpty)
  }

  // MARK: Eclipses

  @Test("The eclipses of 2026-2028 from Taipei: kinds, what is seen, and the line about eyes for the sun only")
  func eclipses() throws {
    let records = try EclipseRecord.records(in: 2026...2028, at: .taipei(), language: .traditionalChinese)
    #expect(records.map(\.date) == records.map(\.date).sorted())
    let march = try #require(records.first { "\($0.date)" == "2026-03-03" })
    #expect(march.title(in: .traditionalChinese) == "月全食" && march.isVisible && march.warning == nil)
    let august = try #require(records.first { "\($0.date)" == "2027-08-02" })
    #expect(august.title(in: .traditionalChinese) == "日全食" && august.warning?.contains("濾鏡") == true)
    let july = try #require(records.first { "\($0.date)" == "2028-07-22" })
    #expect(july.isVisible == (july.local != nil))
    for record in records where record.body == .sun { #expect(record.warning != nil) }
    let error = #expect(throws: (any Error).self) {
      try EclipseRecord.records(in: 2099...2101, at: .taipei(), language: .english)
    }
    #expect((error as? any SpokenError)?.chinese.contains("1900 到 2100") == true)
  }

  @Test("Each eclipse stands on its own day, also where the day begins 14 hours early or 11 late")
  func eclipsesOfADay() throws {
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      let viewpoint = try Viewpoint(
        name: LocalizedName(zone), place: Coordinate(latitude: 0, longitude: 0), timeZone: zone)
      let all = try EclipseRecord.records(in: 2021...2040, at: viewpoint, language: .english)
      #expect(all.count > 80)
      for record in all {
        let alone = EclipseRecord.records(on: record.date...record.date, at: viewpoint, language: .english)
        #expect(alone == [record])
        let (before, after) = (record.date.advanced(by: -1), record.date.advanced(by: 1))
        #expect(EclipseRecord.records(on: before...before, at: viewpoint, language: .english).isEmpty)
        #expect(EclipseRecord.records(on: after...after, at: viewpoint, language: .english).isEmpty)
      }
    }
    let earlier = try SolarDate(iso: "1899-06-01")...SolarDate(iso: "1899-12-31")
    #expect(EclipseRecord.records(on: earlier, at: try .taipei(), language: .english).isEmpty)
  }
}
