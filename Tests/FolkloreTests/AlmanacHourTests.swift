import Folklore
import Foundation
import Lunisolar
import OracleData
import TestSupport
import Testing

@Suite("The twelve hours of a day", .timed)
struct AlmanacHourTests {
  private static let pillars = (0..<60).map { StemBranch(index: $0) }

  private static func pillar(_ name: String) throws -> StemBranch {
    try #require(pillars.first { $0.name == name })
  }

  /// Witness: 協紀辨方書, 卷七 and 卷三十二, read by other code (`hours_xieji_720.csv`).
  @Test("All 720 hours of the sixty days equal the book's: pillar, path and gods")
  func book() throws {
    let rows = try OracleTable("hours_xieji_720.csv").rows
    #expect(rows.count == 720)
    var differing: [String] = []
    for row in rows {
      let branch = try #require(EarthlyBranch.allCases.first { $0.name == row[1] })
      let hour = AlmanacHour(of: try Self.pillar(row[0]), branch)
      let ours = [
        hour.pillar.name, hour.god.name.traditionalChinese, hour.god.path(in: .traditionalChinese),
        hour.gods.map(\.name.traditionalChinese).joined(separator: "、"),
      ]
      if ours != [row[2], row[3], row[4], row[5]] { differing.append("\(row[0]) \(row[1]): \(ours)") }
    }
    #expect(differing.isEmpty, "\(differing.prefix(10))")
  }

  /// By the rules: 甲子 + 54 is 戊午; the hours 子 and 午 of a 甲子 day are 甲子 and 庚午, their opposites 戊午 and 甲子.
  @Test("An hour clashes with the pillar six branches on, and 煞 is opposite to its triad")
  func clash() throws {
    let hours = AlmanacHour.hours(of: try Self.pillar("甲子"))
    #expect(hours.map(\.branch) == EarthlyBranch.allCases)
    #expect(hours[0].clashingPillar.name == "戊午" && hours[0].clashingZodiac == .horse && hours[0].shaDirection == "南")
    #expect(hours[6].clashingPillar.name == "甲子" && hours[6].clashingZodiac == .rat && hours[6].shaDirection == "北")
    for day in Self.pillars {
      for hour in AlmanacHour.hours(of: day) {
        #expect((hour.clashingPillar.branch.rawValue - hour.branch.rawValue + 12) % 12 == 6)
      }
    }
  }

  @Test("The hours begin at 23:00 of the day before and follow one another to 23:00 of the day")
  func clock() throws {
    let record = try HoursRecord(on: SolarDate(iso: "2026-11-25"), variant: .chinese, language: .traditionalChinese)
    #expect(record.hours.count == 12)
    #expect(record.hours.first?.begins == "2026-11-24T23:00" && record.hours.first?.ends == "2026-11-25T01:00")
    #expect(record.hours[1].begins == "2026-11-25T01:00" && record.hours.last?.ends == "2026-11-25T23:00")
    for (hour, next) in zip(record.hours, record.hours.dropFirst()) { #expect(hour.ends == next.begins) }
    // The first hour of a year and of a leap day begins in the month before.
    let first = try HoursRecord(on: SolarDate(iso: "2028-03-01"), variant: .chinese, language: .english)
    #expect(first.hours[0].begins == "2028-02-29T23:00")
  }

  /// Witness: the four pillars of the module Lunisolar, which the tests of that module compare with other engines.
  @Test("An hour's pillar is that of the four pillars when the day begins at 23:00")
  func pillarsAgree() throws {
    let calendar = LunisolarCalendar.chinese
    let conventions = FourPillars.Conventions(year: .newYear, month: .dayOfTerm, day: .hourOfRat)
    let first = try SolarDate(iso: "2026-01-01")
    for day in (0..<60).map({ first.advanced(by: $0) }) {
      for hour in AlmanacHour.hours(of: StemBranch(ofDay: day)) {
        let pillars = try FourPillars(
          on: hour.beginDate(on: day), secondOfDay: hour.beginHour * 3_600, calendar: calendar,
          conventions: conventions)
        #expect(pillars.hour == hour.pillar && pillars.day == hour.day)
      }
    }
  }

  /// By hand: lunar 2026 began on 2026-02-17, lunar 2027 on 2027-02-06; 戊午 was 1978, 1918 and so on.
  @Test("Ages are 虛歲 in the lunar year, which begins at New Year, and one more there")
  func ages() throws {
    func ages(_ day: String) throws -> [String: [Int]] {
      let record = try HoursRecord(on: SolarDate(iso: day), variant: .chinese, language: .traditionalChinese)
      return Dictionary(uniqueKeysWithValues: record.hours.map { ($0.clash.pillar, $0.clash.ages) })
    }
    for number in 0..<60 {
      let day = try SolarDate(iso: "2026-03-01").advanced(by: number)
      if let found = try ages("\(day)")["戊午"] { #expect(found == [49, 109]) }
    }
    // Days five apart have hours of the same pillars.
    let (before, after) = (try ages("2027-02-05"), try ages("2027-02-10"))
    #expect(Set(before.keys) == Set(after.keys))
    for (pillar, found) in before {
      // A year older, or born in lunar 2027 itself.
      #expect(after[pillar] == (found[0] == 60 ? [1, 61] : found.map { $0 + 1 }), "\(pillar)")
    }
  }

  @Test("The record speaks three languages, with the terms in Chinese and a gloss in English")
  func languages() throws {
    let day = try SolarDate(iso: "2026-11-25")
    let traditional = try HoursRecord(on: day, variant: .chinese, language: .traditionalChinese)
    let simplified = try HoursRecord(on: day, variant: .chinese, language: .simplifiedChinese)
    let english = try HoursRecord(on: day, variant: .chinese, language: .english)
    #expect(traditional.rows.count == 12 && traditional.rows[0].count == HoursRecord.header(in: .english).count)
    #expect(traditional.hours.map(\.god) == english.hours.map(\.god))
    #expect(simplified.hours.contains { $0.path == "黄道" } && !simplified.hours.contains { $0.path == "黃道" })
    #expect(traditional.glossary(in: .traditionalChinese).isEmpty)
    #expect(english.glossary(in: .english).contains { $0.name == "青龍" && $0.value == "Azure Dragon" })
    let json = String(decoding: try JSONEncoder().encode(traditional), as: UTF8.self)
    #expect(json.contains("\"is_yellow_path\"") && json.contains("\"good_gods\"") && json.contains("\"day_pillar\""))
  }
}
