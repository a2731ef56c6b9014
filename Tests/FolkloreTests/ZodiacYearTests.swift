import Folklore
import Foundation
import Geo
import Lunisolar
import TestSupport
import Testing

@Suite("The animals in a year", .timed)
struct ZodiacYearTests {
  private static func relations(_ year: Int) -> [Zodiac: [ZodiacYear.Relation]] {
    let year = ZodiacYear(year)
    let all = Zodiac.allCases.map { ($0, year.relations(of: $0)) }
    return Dictionary(uniqueKeysWithValues: all.filter { !$0.1.isEmpty })
  }

  /// By the pairs of the custom: 未 clashes with 丑, 丑 戌 未 punish in a circle, 子未 harm, 未戌 break. The press of Taiwan named for 2024
  /// (TVBS, 2024-01-17: 龍 值 and 刑, 狗 沖, 兔 害, 牛 破) and 2026 (Yahoo, 2025-12-09: 馬 值 and 刑, 鼠 沖, 牛 害, 兔 破) the same.
  @Test("值沖刑害破 of 2024, 2026 and 2027")
  func widespread() {
    #expect(
      Self.relations(2024) == [.dragon: [.own, .punishment], .dog: [.clash], .rabbit: [.harm], .ox: [.breaking]])
    #expect(
      Self.relations(2026) == [.horse: [.own, .punishment], .rat: [.clash], .ox: [.harm], .rabbit: [.breaking]])
    #expect(
      Self.relations(2027) == [
        .goat: [.own], .ox: [.clash, .punishment], .dog: [.punishment, .breaking], .rat: [.harm],
      ])
    #expect(
      Self.relations(2025) == [
        .snake: [.own], .pig: [.clash], .tiger: [.punishment, .harm], .monkey: [.punishment, .breaking],
      ])
  }

  /// 中時新聞網, November 2024, for 2025: 蛇 and 豬 正沖, 虎 and 猴 偏沖; 三立新聞網, 2024-01-01, for 2024: 龍 狗 牛 羊.
  @Test("正沖 and 偏沖 of 2024, 2025 and 2027")
  func temples() {
    func clashing(_ year: Int) -> [Zodiac: ZodiacYear.TempleClash] {
      let all = Zodiac.allCases.map { ($0, ZodiacYear(year).templeClash(of: $0)) }
      return Dictionary(uniqueKeysWithValues: all.compactMap { zodiac, clash in clash.map { (zodiac, $0) } })
    }
    #expect(clashing(2024) == [.dragon: .main, .dog: .main, .ox: .side, .goat: .side])
    #expect(clashing(2025) == [.snake: .main, .pig: .main, .tiger: .side, .monkey: .side])
    #expect(clashing(2027) == [.goat: .main, .ox: .main, .dragon: .side, .dog: .side])
  }

  /// By age: 三立新聞網, 2024-01-01, names the monkey for 白虎 and the horse for 天狗 in 2024. By branch: 協紀辨方書, 卷三, 四利三元.
  @Test("The twelve gods of a year by branch and by age meet in 太歲 and 歲破 only")
  func lords() {
    let year = ZodiacYear(2024)
    #expect(year.lordByAge(of: .monkey) == .whiteTiger && year.lordByAge(of: .horse) == .heavenlyDog)
    #expect(year.lordByBranch(of: .rat) == .whiteTiger && year.lordByBranch(of: .tiger) == .heavenlyDog)
    #expect(year.lordByBranch(of: .rabbit) == .illness && year.lordByBranch(of: .snake) == .sun)
    // 官符 and 弔客 are the book's names.
    #expect(year.lordByBranch(of: .monkey).bookName.traditionalChinese == "官符")
    for number in 2020..<2032 {
      let year = ZodiacYear(number)
      let both = Zodiac.allCases.map { (year.lordByBranch(of: $0), year.lordByAge(of: $0)) }
      #expect(Set(both.map(\.0)).count == 12 && Set(both.map(\.1)).count == 12)
      #expect(both.filter { $0.0 == $0.1 }.map(\.0).sorted { $0.rawValue < $1.rawValue } == [.greatYear, .yearBroken])
      // 一太歲，二太陽: the god of 虛歲 1 is 太歲, of 2 is 太陽.
      for zodiac in Zodiac.allCases {
        let age = number - year.birthYears(of: zodiac)[0] + 1
        #expect(year.lordByAge(of: zodiac).rawValue == (age - 1) % 12)
      }
    }
  }

  @Test("The record of 2027: beginnings, directions, years of birth and ages")
  func record() throws {
    let record = try ZodiacYearRecord(2027, variant: .chinese, language: .traditionalChinese)
    #expect(record.ganzhi == "丁未" && record.zodiac == "羊")
    #expect("\(record.startOfSpring)" == "2027-02-04" && "\(record.newYear)" == "2027-02-06")
    #expect(record.taiSui.branch == "未" && record.taiSui.direction == "西南")
    #expect(record.broken.branch == "丑" && record.broken.direction == "東北")
    #expect(record.animals.map(\.zodiac).joined() == "鼠牛虎兔龍蛇馬羊猴雞狗豬")
    let goat = record.animals[7]
    #expect(goat.births.map(\.year) == [2027, 2015, 2003, 1991, 1979, 1967, 1955, 1943])
    #expect(goat.births.map(\.age) == [1, 13, 25, 37, 49, 61, 73, 85])
    // The monkey's last year before 2027 was 2016.
    #expect(record.animals[8].births[0].year == 2016 && record.animals[8].births[0].age == 12)
    for animal in record.animals {
      #expect(animal.births.count == 8 && animal.births.allSatisfy { $0.age == 2027 - $0.year + 1 })
      #expect(animal.births.allSatisfy { Zodiac(ofYear: $0.year).name == animal.zodiac })
    }
    let json = String(decoding: try JSONEncoder().encode(record), as: UTF8.self)
    #expect(json.contains("\"temple_clash\":null") && json.contains("\"key\":\"side\""))
  }

  @Test("Years outside the calendar are refused; the first and the last have a record")
  func bounds() throws {
    for year in [-2000, 1644, 9999] {
      #expect(try ZodiacYearRecord(year, variant: .chinese, language: .english).animals.count == 12)
    }
    #expect(throws: CalendarError.self) { try ZodiacYearRecord(-2001, variant: .chinese, language: .english) }
    #expect(throws: CalendarError.self) { try ZodiacYearRecord(10_000, variant: .chinese, language: .english) }
    // The Vietnamese have the cat for the rabbit.
    let vietnam = try ZodiacYearRecord(2027, variant: .vietnamese, language: .traditionalChinese)
    #expect(vietnam.animals[3].zodiac == "貓")
  }
}
