internal import Lunisolar

/// Reads the text of opening hours from left to right.
struct OpeningHoursParser {
  private let text: String
  /// The characters of the text: marks and digits in their ordinary forms, letters in lower case.
  private let characters: [Character]
  private var index = 0

  init(_ text: String) {
    self.text = text
    characters = text.map(Self.plain)
  }

  mutating func rules() throws(OpeningHoursError) -> [OpeningHours.Rule] {
    var rules: [OpeningHours.Rule] = []
    var isAddition = false
    skipBlanks()
    if isAtEnd { throw fault("is empty: write for example 05:00-22:00 or 24/7") }
    while true {
      rules.append(try rule(isAddition: isAddition))
      skipBlanks()
      if isAtEnd { return rules }
      if take(",") {
        isAddition = true
      } else if take(";") {
        isAddition = false
        skipBlanks()
        if isAtEnd { return rules }
      } else {
        throw fault("expected ; and another rule, or the end, found \(found)")
      }
      skipBlanks()
    }
  }

  private mutating func rule(isAddition: Bool) throws(OpeningHoursError) -> OpeningHours.Rule {
    if takeWord("24/7") {
      return OpeningHours.Rule(days: .all, content: .open([.wholeDay]), isAddition: isAddition)
    }
    let days = try self.days()
    skipBlanks()
    let content: OpeningHours.Content
    if takeWord("off") || takeWord("closed") {
      content = .off([])
    } else {
      var spans = try self.spans()
      spans.sort { $0.minutes.lowerBound < $1.minutes.lowerBound }
      skipBlanks()
      content = takeWord("off") || takeWord("closed") ? .off(spans) : .open(spans)
    }
    return OpeningHours.Rule(days: days ?? .all, content: content, isAddition: isAddition)
  }
}

// MARK: - Days

extension OpeningHoursParser {
  /// `Mo-Fr,Su,PH`; nil if no day is named.
  private mutating func days() throws(OpeningHoursError) -> OpeningHours.Days? {
    guard peekDay() != nil else { return nil }
    var days = OpeningHours.Days.none
    repeat {
      skipBlanks()
      guard let first = peekDay() else { throw fault("expected a day such as Mo or PH, found \(found)") }
      index += 2
      switch first {
      case .publicHoliday: days.publicHolidays = true
      case .schoolHoliday: days.schoolHolidays = true
      case .weekday(let first):
        guard takeDash() else {
          days.insert(first)
          continue
        }
        skipBlanks()
        guard case .weekday(let last) = peekDay() else {
          throw fault("expected a weekday such as Fr behind -, found \(found)")
        }
        index += 2
        // Fr-Mo wraps around the end of the week.
        var day = first
        days.insert(day)
        while day != last {
          day = Weekday(rawValue: day.rawValue % 7 + 1) ?? last
          days.insert(day)
        }
      }
    } while takeComma()
    return days
  }

  private enum Day {
    case weekday(Weekday), publicHoliday, schoolHoliday
  }

  private func peekDay() -> Day? {
    guard index + 2 <= characters.count else { return nil }
    if index + 2 < characters.count, characters[index + 2].isLetter { return nil }
    let word = String(characters[index..<index + 2])
    switch word {
    case "ph": return .publicHoliday
    case "sh": return .schoolHoliday
    default: return Weekday.allCases.first { $0.abbreviation.hasPrefix(word) }.map(Day.weekday)
    }
  }
}

// MARK: - Times

extension OpeningHoursParser {
  /// `05:00-12:00,13:30-21:00`. A comma before a day begins another rule.
  private mutating func spans() throws(OpeningHoursError) -> [OpeningHours.Span] {
    var spans = [try span()]
    while true {
      let comma = index
      guard takeComma() else { return spans }
      skipBlanks()
      if peekDay() != nil {
        index = comma
        return spans
      }
      spans.append(try span())
    }
  }

  private mutating func span() throws(OpeningHoursError) -> OpeningHours.Span {
    let start = index
    let from = try edge("a time such as 05:00")
    if case .time(let minute) = from, minute >= OpeningHours.minutesOfDay {
      index = start
      throw fault("a time of opening is between 00:00 and 23:59")
    }
    guard takeDash() else { throw fault("expected - and the time of closing, found \(found)") }
    skipBlanks()
    let end = index
    let to = try edge("the time of closing such as 22:00")
    guard case .time(let opening) = from, case .time(let closing) = to else {
      return OpeningHours.Span(from: from, to: to)
    }
    if opening == closing {
      index = end
      throw fault("it closes when it opens: write 00:00-24:00 for a whole day")
    }
    let last = closing < opening ? closing + OpeningHours.minutesOfDay : closing
    guard last - opening <= OpeningHours.minutesOfDay else {
      index = end
      throw fault("more than 24 hours after the opening")
    }
    return OpeningHours.Span(from: from, to: .time(last))
  }

  /// A time, or an event of the sun.
  private mutating func edge(_ expected: String) throws(OpeningHoursError) -> OpeningHours.Edge {
    for event in OpeningHours.SunEvent.allCases where takeWord(event.rawValue) { return .sun(event) }
    let start = index
    guard let hour = number(digits: 1...2) else { throw fault("expected \(expected), found \(found)") }
    guard take(":"), let minute = number(digits: 2...2) else {
      index = start
      throw fault("expected a time with its minutes, such as 05:00")
    }
    guard minute < 60, hour * 60 + minute <= 2 * OpeningHours.minutesOfDay else {
      index = start
      throw fault("there is no such time: times go from 00:00 to 24:00, and up to 48:00 for the next day")
    }
    return .time(hour * 60 + minute)
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let run = characters[index...].prefix { $0.isASCII && $0.isNumber }
    guard digits.contains(run.count), let number = Int(String(run)) else { return nil }
    index += run.count
    return number
  }
}

// MARK: - Characters

extension OpeningHoursParser {
  private var isAtEnd: Bool { index == characters.count }

  /// The text at the current position, for messages.
  private var found: String {
    if isAtEnd { return "the end" }
    let word = text.dropFirst(index).prefix { !$0.isWhitespace && $0 != ";" && $0 != "," }
    return "\"\(word.isEmpty ? text.dropFirst(index).prefix(1) : word.prefix(20))\""
  }

  private func fault(_ problem: String) -> OpeningHoursError {
    OpeningHoursError(text: text, column: index + 1, problem: problem)
  }

  private mutating func skipBlanks() {
    while !isAtEnd, characters[index].isWhitespace { index += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard !isAtEnd, characters[index] == character else { return false }
    index += 1
    return true
  }

  private mutating func takeComma() -> Bool {
    let start = index
    skipBlanks()
    if take(",") { return true }
    index = start
    return false
  }

  private mutating func takeDash() -> Bool {
    let start = index
    skipBlanks()
    if take("-") { return true }
    index = start
    return false
  }

  /// Consumes a word that is not followed by a letter.
  private mutating func takeWord(_ word: String) -> Bool {
    guard characters[index...].starts(with: word) else { return false }
    let end = index + word.count
    guard end == characters.count || !(characters[end].isLetter || characters[end].isNumber) else { return false }
    index = end
    return true
  }

  /// The ordinary form of a character from a Chinese keyboard or a word processor.
  private static func plain(_ character: Character) -> Character {
    switch character {
    case "–", "—", "－", "~", "～", "〜": return "-"
    case "、": return ","
    default:
      guard let scalar = character.unicodeScalars.first, (0xFF01...0xFF5E).contains(scalar.value),
        let ascii = UnicodeScalar(scalar.value - 0xFEE0)
      else {
        return character.lowercased().first ?? character
      }
      return Character(ascii).lowercased().first ?? character
    }
  }
}
