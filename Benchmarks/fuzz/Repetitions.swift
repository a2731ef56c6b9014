import FolkData
import Folklore
import Foundation
import Geo
import JSON
import Lunisolar
import Nearby
import OpeningHours
import OwnDays
import Temples
import TestSupport
import WebAPI
import Words

/// Each parser of what people type, tried with many repetitions of each of its words: a time that grows with the square of a text's length shows here.
struct Repetitions {
  /// A parser, and the words that it knows.
  private struct Parser {
    let name: String
    let words: [String]
    let read: (String) -> Void
  }

  /// The most milliseconds of one text.
  private static let limit = 50.0

  private let count: Int
  private let parsers: [Parser]

  init(count: Int) throws {
    self.count = count
    let folder = PackageRoot.path("data")
    let catalogue = try CatalogueLoader(folder: folder).load()
    let temples = try TempleLoader(folder: folder).load(catalogue)
    let today = SolarDate(julianDayNumber: 2_461_369)
    let dates = DateReader(today: today)
    let chat = ChatTrial(catalogue, today: today)
    let (directory, names) = (TempleDirectory(temples: temples), TempleNames(temples))
    let search = CatalogueSearch(catalogue)
    let words =
      InputMaker.words + [
        "(", ")", "「", "。", "?", "年初一", "下", "上", "星期", "民國", "乙巳", "蛇", "至", "、", "3/5-", "3/5、", "2025-04-20農曆三月廿三",
      ]
    let places = [
      "臺", "臺中市", "西屯區", "附近", "24.1477,", "120.6736 ", "N", "°", "'", "\"", "https://", "geo:", "@", "!3d", "%2C", "%",
      "+", "?q=", "/", "廟", "mazu ",
    ]
    let hours = [
      "Mo", "Mo-", "Mo,", "05:00", "05:00-", "05:00-22:00", "05:00-22:00;", "05:00-22:00,", "05:00-06:00 ", "\"a\"",
      "\"", "週一", "週一至", "初一、",
      "農曆", "每日", "公休", "全年無休", "（", "；", ",", " ", "下午", "5點", "lunar 1,", "Apr-", "off;", "24/7;", "平日08:00-12:00；",
      "開放時間", "日出-日落 ",
    ]
    let calendar = [
      "BEGIN:VCALENDAR\r\n", "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "DTSTART:20250420\r\n", " a\r\n", ";", ":", "\\n",
      "\"", "RRULE:FREQ=YEARLY;", "1,",
    ]
    let table = ["title,", "title,date\r\n", "\"", "\"\"", ",", "\r\n", "a,lunar 3/23\r\n", "=1+", "'"]
    let yaml = [
      "a: ", "- ", "[", "{", "\"", "'", "&a ", "*a ", "? ", "| ", "> ", "#", "\n", "\n  ", ": ", ", ", "!!str ",
      "a: 1\n", "- a\n", "%",
    ]
    var matcher = try DeityMatcher(
      deities: catalogue.deities, spellings: DeitySpellingsLoader(folder: folder).load(deities: catalogue.deities))
    var parsers = [
      Parser(name: "chat", words: words + ChatTrial.words + places) { _ = chat.understands($0) },
      Parser(name: "date", words: words) { _ = try? dates.read($0) },
      Parser(name: "lunar date", words: words) { _ = try? dates.read(lunar: $0) },
      Parser(name: "year", words: words) { _ = try? dates.year($0) },
      Parser(name: "rule", words: words + ["lunar 3/23 ", "lunar ", "3/23 ", "1,", "announced 2025-04-04 "]) {
        _ = try? DateRule($0)
      },
      Parser(name: "instant", words: words) { _ = try? CivilTime.parse($0) },
      Parser(name: "coordinate", words: places) { _ = try? TypedCoordinate($0) },
      Parser(name: "place", words: places + words) { _ = try? directory.place($0, names: names) },
      Parser(name: "area", words: places + words) {
        _ = TypedArea($0) ?? TypedArea.similar(to: $0).first.flatMap { TypedArea($0.description) }
      },
      Parser(name: "hours", words: hours) { _ = try? OpeningHours($0) },
      Parser(name: "search of days", words: words + places) { _ = search.events(catalogue.events, matching: $0) },
      Parser(name: "search of deities", words: words + places) { _ = search.deities(named: $0) },
      Parser(name: "search of temples", words: words + places) { _ = names.matching($0) },
      Parser(name: "Simplified characters", words: words) { _ = SimplifiedCharacters.found(in: $0) },
      Parser(name: "iCalendar", words: calendar) { _ = try? CalendarReader.read(Array($0.utf8)) },
      Parser(name: "iCalendar event", words: calendar + ["DTSTART;VALUE=DATE:"]) {
        _ = try? CalendarReader.read(
          Array("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:a\r\n\($0)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8))
      },
      Parser(name: "table of days", words: table) { _ = try? OwnDayTable.read(Array($0.utf8), by: dates) },
      Parser(name: "YAML", words: yaml) { text in _ = try? CatalogueLoader { _ in text }.load() },
      Parser(
        name: "JSON of an assistant",
        words: ["[", "{", "\"", "{\"a\":", "[1,", "\\u0041", "\"a\",", "-", "1", "e", " "]
      ) {
        _ = try? JSON(json: Data($0.utf8))
      },
    ]
    let deities = ["天上聖母", "天", "、", "(", "南無", "觀世音菩薩", "與", " ", "Ａ"]
    parsers.append(Parser(name: "deity", words: deities) { text in _ = matcher.match(text) })
    self.parsers = parsers
  }

  /// - Returns: the texts that took too long.
  func run() -> [String] {
    let clock = ContinuousClock()
    var faults: [String] = []
    for parser in parsers {
      // The first text also makes the tables of words.
      parser.read("今天")
      var slowest = (milliseconds: 0.0, word: "")
      for word in parser.words where !word.isEmpty {
        for text in [String(repeating: word, count: count), String(repeating: word, count: max(1, 100 / word.count))] {
          var times: [Double] = []
          // Another process may have had the processor.
          while times.count < 3, times.allSatisfy({ $0 > Self.limit }) {
            times.append(clock.measure { parser.read(text) } / .milliseconds(1))
          }
          let time = times.min() ?? 0
          if time > slowest.milliseconds { slowest = (time, "\(word.debugDescription) (\(text.count) characters)") }
          if time > Self.limit {
            faults.append("\(parser.name): \(word.debugDescription) × \(text.count / word.count): \(time) ms")
          }
        }
      }
      let time = (slowest.milliseconds * 100).rounded() / 100
      print("\(parser.name): \(parser.words.count) words, \(count) times each: \(time) ms at most, by \(slowest.word)")
    }
    return faults
  }
}
