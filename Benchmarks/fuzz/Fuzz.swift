import Folklore
import Foundation
import Geo
import Lunisolar
import TestSupport

/// Passes random and nearly valid texts to the parsers of dates, rules and coordinates: none may crash, each error must
/// give a position in the text, and each parsed value must parse again after it is printed. Then each parser of what people
/// type gets 5,000 repetitions of each of its words, and may take 50 ms for them.
///
///     fuzz [COUNT] [SEED] [REPETITIONS]
@main
struct Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    let count = arguments.first ?? 1_000_000
    let seed = arguments.dropFirst().first ?? 1
    var generator = SeededGenerator(seed: seed)
    var tally = Tally()
    for _ in 0..<count {
      let text = InputMaker.make(using: &generator)
      if let fault = tally.check(text) {
        FileHandle.standardError.write(Data("fuzz: seed \(seed): \(text.debugDescription): \(fault)\n".utf8))
        exit(1)
      }
    }
    print(
      "\(count) inputs, seed \(seed): \(tally.rules) rules, \(tally.dates) dates, \(tally.instants) instants and \(tally.places) places understood, no fault"
    )
    let slow = try Repetitions(count: arguments.dropFirst(2).first.map { Int($0) } ?? 5_000).run()
    guard slow.isEmpty else {
      FileHandle.standardError.write(Data("fuzz: too slow:\n\(slow.joined(separator: "\n"))\n".utf8))
      exit(1)
    }
  }
}

/// The parsers' results for one text.
struct Tally {
  var rules = 0
  var dates = 0
  var instants = 0
  var places = 0

  /// - Returns: the problem, or nil.
  mutating func check(_ text: String) -> String? {
    checkRule(text) ?? checkDate(text) { try Self.reader.read($0) } ?? checkDate(text) {
      try Self.reader.read(lunar: $0)
    }
      ?? checkInstant(text) ?? checkPlace(text)
  }

  private mutating func checkRule(_ text: String) -> String? {
    do {
      let rule = try DateRule(text)
      rules += 1
      let again = try DateRule(rule.description)
      return again == rule ? nil : "\(rule) is read back as \(again)"
    } catch {
      return (1...(text.count + 1)).contains(error.column) ? nil : "column \(error.column) is not in the rule: \(error)"
    }
  }

  private static let reader = DateReader(today: SolarDate(julianDayNumber: 2_461_369))

  private mutating func checkDate(_ text: String, _ parse: (String) throws -> TypedDate) -> String? {
    do {
      let typed = try parse(text)
      if case .solar(let date) = typed.date, try SolarDate(iso: date.description) != date {
        return "\(date) is not read back"
      }
      for other in typed.remarks.flatMap(\.others) { _ = try parse(other) }
      dates += 1
      return nil
    } catch let error as DateReadingError {
      // Of a long text the error repeats the beginning.
      if error.text == text || error.reason == .tooLong { return checkAdvice(error, parse) }
      return "the other meaning \(error.text) is not read: \(error)"
    } catch {
      return "\(error)".isEmpty ? "an error without a message" : nil
    }
  }

  /// Everything that an error advises is read.
  private func checkAdvice(_ error: DateReadingError, _ parse: (String) throws -> TypedDate) -> String? {
    if case .notADate(let column) = error.reason, !(1...(error.text.count + 1)).contains(column) {
      return "column \(column) is not in \"\(error.text)\""
    }
    return error.advice.first { (try? parse($0)) == nil }.map { "the advice \($0) is not read" }
  }

  private mutating func checkInstant(_ text: String) -> String? {
    do {
      let (unixTime, offset) = try CivilTime.parse(text)
      instants += 1
      let again = try CivilTime.parse(CivilTime.iso(unixTime: unixTime, offset: offset))
      return again == (unixTime, offset) ? nil : "the instant is not read back"
    } catch {
      return error.description.isEmpty ? "an error without a message" : nil
    }
  }

  private mutating func checkPlace(_ text: String) -> String? {
    do {
      let place = try Coordinate(parsing: text)
      places += 1
      return try Coordinate(parsing: place.description) == place ? nil : "\(place) is not read back"
    } catch {
      return (1...250).contains(error.description.count) ? nil : "a message of \(error.description.count) characters"
    }
  }
}

/// Texts made of the parsers' own words, in valid and invalid order.
enum InputMaker {
  static let words = [
    "lunar", "solar", "term", "cycle", "announced", "last", "leap=", "short=", "offset=", "eve", "from=", "to=", "both",
    "regular",
    "omit", "/", "..",
    ",", "*", "L", "#", "-", "+", " ", "  ", "\t", "\n", "0", "1", "3", "12", "13", "23", "29", "30", "31", "99999999",
    "2025", "sun", "thu", "甲子",
    "庚", "未", "清明", "冬至", "dongzhi", "Pure Brightness", "農曆", "农历", "國曆", "每月", "閏", "闰", "正月", "三月", "十二月", "初一", "廿三",
    "卅", "十", "日", "年", "前", "後", "至", "第二個", "星期", "最後一個", "除夕", "底", "2025-04-20", "T08:00:00", "+08:00", "Z", "é",
    "👪", "\u{301}", "\0", "＃",
    "　", "１", "\u{202E}", "",
  ]

  static func make(using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return mutated(RandomRuleText.make(using: &generator), using: &generator)
    case 1:
      return mutated(
        "2025-\(Int.random(in: 0...13, using: &generator))-\(Int.random(in: 0...32, using: &generator))",
        using: &generator)
    case 2:
      let offset = ["Z", "+08:00", "-03:30", "+8"].randomElement(using: &generator) ?? ""
      return mutated(
        "2025-04-19T\(Int.random(in: 10...25, using: &generator)):30:0\(Int.random(in: 0...9, using: &generator))"
          + offset, using: &generator)
    case 3:
      return mutated(
        "\(Double.random(in: -100...100, using: &generator)),\(Double.random(in: -200...200, using: &generator))",
        using: &generator)
    default:
      return (0..<Int.random(in: 0...7, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined()
    }
  }

  /// A text unchanged, or with a piece removed, inserted or swapped.
  private static func mutated(_ text: String, using generator: inout SeededGenerator) -> String {
    var characters = Array(text)
    for _ in 0..<Int.random(in: 0...2, using: &generator) where !characters.isEmpty {
      let place = Int.random(in: 0..<characters.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: characters.remove(at: place)
      case 1: characters.insert(contentsOf: Array(words.randomElement(using: &generator) ?? ""), at: place)
      default: characters.swapAt(place, characters.count - 1)
      }
    }
    return String(characters)
  }
}
