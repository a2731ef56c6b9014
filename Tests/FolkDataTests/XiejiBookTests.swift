import FolkData
import Folklore
import Foundation
import Lunisolar
import OracleData
import TestSupport
import Testing

/// 宜忌 by 欽定協紀辨方書, on the shipped tables.
@Suite("宜忌 by 欽定協紀辨方書", .timed)
struct XiejiBookTests {
  private static let folder = PackageRoot.path("data")

  private static let book: XiejiBook? = try? XiejiLoader(folder: folder).load()

  private static func day(_ month: String, _ pillar: String) throws -> XiejiDay {
    XiejiDay(
      month: try #require(EarthlyBranch.allCases.first { $0.name == month }),
      pillar: try #require((0..<60).map { StemBranch(index: $0) }.first { $0.name == pillar }))
  }

  private static func day(_ iso: String) throws -> XiejiDay {
    try XiejiDay(on: SolarDate(iso: iso), calendar: LunisolarCalendar.chinese)
  }

  /// Witness: a reference program of the book that is not ours (`xieji_days_240.csv`).
  @Test("240 of the 720 cases: gods, outcome, 宜 and 忌 equal another reading of the book")
  func cases() throws {
    let book = try #require(Self.book)
    let rows = try OracleTable("xieji_days_240.csv").rows
    #expect(rows.count == 240)
    var (differing, gods): ([String], [String]) = ([], [])
    func names(_ text: String) -> Set<String> { Set(text.split(separator: "、").map(String.init)) }
    for row in rows {
      let day = try Self.day(row[0], row[1])
      let verdict = book.verdict(of: day)
      let wrong = Set(book.names(of: verdict.good)).symmetricDifference(names(row[4]))
        .union(Set(book.names(of: verdict.bad)).symmetricDifference(names(row[5])))
      let grade = verdict.grade == .allBad ? "諸事皆忌" : verdict.grade.name(in: .traditionalChinese)
      if !wrong.isEmpty || grade != row[3] { differing.append("\(row[0]) \(row[1]): \(wrong), \(grade)") }
      let (good, bad) = book.gods(of: day)
      // The lists leave out the officers and the sorts of days.
      if !names(row[2]).isSuperset(of: good + bad) || good.isEmpty && bad.isEmpty {
        gods.append("\(row[0]) \(row[1])")
      }
    }
    #expect(differing.isEmpty, "\(differing)")
    #expect(gods.isEmpty, "\(gods)")
  }

  /// Witness: `xieji_grades.csv`, where three readers of the book agree on 119 of 132.
  @Test("the six grades of the 132 cells equal another reading of the book")
  func grades() throws {
    let book = try #require(Self.book)
    var differing: [String] = []
    for row in try OracleTable("xieji_grades.csv").rows {
      let month = try Self.day(row[1], "甲子").monthFromTiger
      for (hasVirtue, wanted) in [(true, row[2]), (false, row[3])] where !wanted.isEmpty {
        let kind = try Self.kind(of: row[0], month, hasVirtue, book)
        if kind != wanted { differing.append("\(row[0]) \(row[1]) \(hasVirtue): \(kind), not \(wanted)") }
      }
    }
    #expect(differing.isEmpty, "\(differing)")
  }

  private static func kind(of god: String, _ month: Int, _ hasVirtue: Bool, _ book: XiejiBook) throws -> String {
    let index = try #require(book.gods.firstIndex { $0.name == god })
    let row = book.outcomes[index].first {
      $0.cases[month] == XiejiCases.everyDay && (hasVirtue || $0.anyOf == nil)
    }
    switch row?.kind {
    case .standsFor(let other)?: return try kind(of: book.gods[other].name, month, hasVirtue, book)
    case .allBad?: return "A"
    case .normal?: return "N"
    case .cancel?: return "C"
    case .only?: return "O"
    default: return ""
    }
  }

  // MARK: By date

  /// 10-68b: the day before 立春 2027 (4 February), and the day before 春分 (21 March). Only what the book lists may stand; the rest is bad.
  @Test("on 四絕 and 四離 only the listed things may stand, and the rest is bad", arguments: ["2027-02-03", "2027-03-20"])
  func parting(_ iso: String) throws {
    let book = try #require(Self.book)
    let verdict = book.verdict(of: try Self.day(iso))
    let may: Set = [
      "祭祀", "解除", "沐浴", "整容", "剃頭", "整手足甲", "補垣", "塞穴", "掃舍宇", "修飾垣牆", "平治道塗", "破屋壞垣", "伐木",
    ]
    if verdict.grade == .allBad { return }
    #expect(verdict.isRestBad && may.isSuperset(of: book.names(of: verdict.good)))
    #expect(Set(book.names(of: verdict.bad)).isSuperset(of: ["嫁娶", "般移", "開市"]))
  }

  /// 月忌日: lunar 5, 14 and 23; 2027-02-10 is 正月初五, 2027-02-19 正月十四.
  @Test("on 月忌 weddings and moves are bad", arguments: ["2027-02-10", "2027-02-19"])
  func monthTaboo(_ iso: String) throws {
    let book = try #require(Self.book)
    let verdict = book.verdict(of: try Self.day(iso))
    #expect(verdict.grade == .allBad || Set(book.names(of: verdict.bad)).isSuperset(of: ["嫁娶", "般移"]))
  }

  /// 10-69b: on the last day of a lunar month what is not listed is neither good nor bad. 2027-03-07 is 正月三十.
  @Test("on the last day of a month weddings are neither good nor bad")
  func lastDay() throws {
    let book = try #require(Self.book)
    let verdict = book.verdict(of: try Self.day("2027-03-07"))
    let named = book.names(of: verdict.good) + book.names(of: verdict.bad)
    #expect(!named.contains("嫁娶") && !named.contains("開市"))
  }

  /// 立夏 2027 falls on 6 May, so 土王用事 is 18 April to 5 May; what 土府 forbids is bad whatever is good. 5 May is the last day of
  /// a lunar month, which leaves it neither.
  @Test("in the 18 days before a season begins building is bad, and not before them")
  func earth() throws {
    let book = try #require(Self.book)
    let building = try book.purpose("動土")
    func isBad(_ iso: String) throws -> Bool {
      let verdict = book.verdict(of: try Self.day(iso))
      return verdict.grade == .allBad || !verdict.bad.isDisjoint(with: building.items)
    }
    for day in 18...30 { #expect(try isBad("2027-04-\(day)")) }
    for day in 1...4 { #expect(try isBad("2027-05-0\(day)")) }
    // Among the days before and after there are good ones.
    let around =
      try (1...17).map { try isBad("2027-04-\($0 < 10 ? "0" : "")\($0)") }
      + (6...31).map { try isBad("2027-05-\($0 < 10 ? "0" : "")\($0)") }
    #expect(around.contains(false))
  }

  /// No doctor on the 15th, no shaving on the 12th and the 15th, no cutting of nails on 1, 6, 15, 19, 21 and 23.
  @Test("the lunar day forbids doctors, shaving and nails")
  func lunarDays() throws {
    let book = try #require(Self.book)
    // 2027-02-20 is 正月十五, 2027-02-06 正月初一, 2027-02-17 正月十二.
    for (iso, items) in [
      ("2027-02-20", ["求醫療病", "剃頭", "整手足甲"]), ("2027-02-06", ["求醫療病", "整手足甲"]), ("2027-02-17", ["剃頭"]),
    ] {
      let verdict = book.verdict(of: try Self.day(iso))
      #expect(verdict.grade == .allBad || Set(book.names(of: verdict.bad)).isSuperset(of: items), "\(iso)")
    }
  }

  /// 上朔: a 丁 year (from 立春 2027) has it on 辛巳 days: 2027-05-02, 2027-07-01.
  @Test("上朔 follows the year's stem")
  func upperNewMoon() throws {
    let book = try #require(Self.book)
    let date = try SolarDate(iso: "2027-07-01")
    #expect(StemBranch(ofDay: date).name == "辛巳")
    let verdict = book.verdict(of: try Self.day("2027-07-01"))
    #expect(verdict.grade == .allBad || verdict.isRestBad)
  }

  // MARK: Purposes

  @Test(
    "purposes are found in today's words, in both scripts and in English",
    arguments: [
      ("嫁娶", "嫁娶"), ("結婚", "嫁娶"), ("结婚", "嫁娶"), ("wedding", "嫁娶"), ("搬家", "般移"), ("開幕", "開市"), ("剪頭髮", "整容、剃頭"),
      ("入宅", "般移"), ("出國", "行幸、遣使"), ("買房", "立券、交易"), ("手術", "求醫療病"),
    ])
  func purposes(_ text: String, _ items: String) throws {
    let book = try #require(Self.book)
    let purpose = try book.purpose(text)
    #expect(book.names(of: purpose.items).joined(separator: "、") == items)
    #expect((purpose.standsFor != nil) == (text == "入宅"))
  }

  @Test("開光 and 作灶 are not in the book, and the error says what comes near")
  func notInBook() throws {
    let book = try #require(Self.book)
    for text in ["開光", "作灶"] {
      #expect {
        try book.purpose(text)
      } throws: { error in
        guard case .notInBook(text, let near)? = error as? XiejiPurposeError else { return false }
        return !near.isEmpty
      }
    }
    #expect {
      try book.purpose("結婚典禮")
    } throws: { error in
      guard case .unknown(_, let nearest)? = error as? XiejiPurposeError else { return false }
      return nearest.contains { $0.traditionalChinese == "嫁娶" }
    }
  }

  // MARK: The files

  @Test(
    "a wrong table is refused with its file, line and field",
    arguments: [
      ("gods.csv", "天德,good,stem,丁,", "天德,good,stem,子,", "gods.csv:2"),
      ("gods.csv", "月德,good", "月德,fine", "gods.csv:3"), ("gods.csv", "、緩刑獄", "、緩刑", "gods.csv:2"),
      ("outcomes.csv", "月破,卯酉 ", "月破,卯猫 ", "outcomes.csv"), ("outcomes.csv", ",as 月厭,", ",as 月亮,", "outcomes.csv:2"),
      ("outcomes.csv", "死神,*,,as 平日,,10-32a\n", "", "outcomes.csv"), ("taboos.csv", "甲,", "貓,", "taboos.csv:2"),
      ("companions.csv", "allowed,祈福", "maybe,祈福", "companions.csv:2"),
      ("items.csv", ",common,", ",all,", "items.csv:2"),
      ("others.csv", ",般移,\n", ",月亮,\n", "others.csv:2"), ("items.csv", "items,", "things,", "items.csv:1"),
    ])
  func faults(_ file: String, _ old: String, _ new: String, _ place: String) throws {
    let folder = Self.folder + "/xieji/"
    let loader = XiejiLoader { name in
      let text = try String(contentsOfFile: folder + name, encoding: .utf8)
      guard name == file, let range = text.firstRange(of: old) else { return text }
      return text.replacingCharacters(in: range, with: new)
    }
    #expect {
      try loader.load()
    } throws: { error in "\(error)".contains(place) }
  }

  @Test("each thing has one word, and each god that is no officer stands on one side")
  func words() throws {
    let book = try #require(Self.book)
    let all = book.words.reduce(into: [XiejiItems]()) { $0.append($1.items) }
    for (index, items) in all.enumerated() {
      for other in all[(index + 1)...] { #expect(items.isDisjoint(with: other)) }
    }
    #expect(book.words.filter { $0.use == .common }.count == 15)
    #expect(book.gods.count == 157)
  }
}
