import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Store

/// A request to `/api/lunar`: dates of either calendar, and years for lunar dates without one.
struct Conversion {
  private static let dateMembers = ["lunar", "solar", "dates", "solar_dates"]
  static let members = dateMembers + ["years", "calendar"]

  private let inputs: [Input]
  /// The member that holds the only date, if it is no list: there is no place in which to tell that it is none.
  private let loneMember: String?
  private let call: Call
  private let years: ClosedRange<Int>
  private let variant: CalendarVariant
  private let reader: DateReader

  /// A date as given, and its meaning.
  fileprivate struct Input {
    let text: String
    let date: Result<TypedDate, DateReadingError>
  }

  /// - Throws: `Problem` 422 that names the member.
  init(_ body: JSON, _ call: Call) throws {
    self.call = call
    for member in body.members where member.value == .null {
      throw Problem.isNull(member.name)
    }
    let variant = try Self.variant(body["calendar"])
    self.variant = variant
    let reader = call.reader(variant)
    self.reader = reader
    inputs =
      try Self.list(body, "lunar") { try Self.lunar($0, $1, reader, variant) }
      + Self.list(body, "solar") { try Self.solar($0, $1, reader) }
      + Self.list(body, "dates") { try Self.any($0, $1, reader, variant) } + Self.answered(body, reader)
    let given = body.members.map(\.name).filter(Self.dateMembers.contains)
    if case .list = body[given.first ?? ""] { loneMember = nil } else { loneMember = given.count == 1 ? given[0] : nil }
    guard !inputs.isEmpty else {
      throw Problem(
        .unprocessableContent, .missingValue, "沒有日期：請寫 lunar、solar 或 dates，各一個或一個清單",
        "no dates: give lunar, solar or dates, one or a list of each")
    }
    let limit = call.service.configuration.batchLimit
    let years = try Self.years(body["years"], call)
    let count = inputs.reduce(0) { $0 + Self.weight($1, years) }
    self.years = years
    guard count <= limit else {
      let table = LunisolarCalendar.tableYears
      throw Problem(
        .contentTooLarge, .tooManyValues,
        "這些算作 \(count) 個日期，超過 \(limit) 個：請分幾次問；\(table.lowerBound) 到 \(table.upperBound) 年以外的日期，每個算作 \(Self.farWeight) 個",
        "these count as \(count) dates, which are more than \(limit): ask in parts; outside the years \(table.lowerBound) to \(table.upperBound) each counts as \(Self.farWeight)"
      )
    }
    try call.charge(requests: Double(count / Self.datesOfRequest))
  }

  /// Dates outside the tables are computed astronomically, which takes fifty times as long.
  private static let farWeight = 50
  /// This many dates count as one further request.
  private static let datesOfRequest = 500

  private static func weight(_ input: Input, _ years: ClosedRange<Int>) -> Int {
    func weight(of years: ClosedRange<Int>) -> Int {
      let near = years.clamped(to: LunisolarCalendar.tableYears)
      let count = near.overlaps(years) ? near.count : 0
      return count + (years.count - count) * farWeight
    }
    switch (try? input.date.get())?.date {
    case .lunar(nil, _, _, _): return weight(of: years)
    case .lunar(let year?, _, _, _): return weight(of: year...year)
    case .solar(let date): return weight(of: date.year...date.year)
    case nil: return 1
    }
  }

  /// The results in order; `solar_dates` are those of the existing lunar dates, as the specification requires.
  ///
  /// - Throws: `Problem` 422 for one date alone that does not exist.
  func json() throws -> JSON {
    var recorder = DateRecorder(variant: variant, language: call.language)
    var dates: [JSON] = []
    var solarDates: [JSON] = []
    func add(_ text: String, _ input: Result<TypedDate, DateReadingError>) {
      do throws(DateReadingError) {
        let record = try recorder.record(input.get(), reader)
        dates.append(record.json)
        solarDates.append("\(record.solar)")
      } catch {
        dates.append(failure(text, error))
      }
    }
    for input in inputs {
      guard case .success(let typed) = input.date, case .lunar(nil, let month, let isLeap, let day) = typed.date else {
        if let loneMember { try checkExists(input.date, loneMember, &recorder) }
        add(input.text, input.date)
        continue
      }
      for year in years {
        let text = "\(year)-\(month)\(isLeap ? "L" : "")-\(day)"
        add(text, .success(TypedDate(text: text, date: .lunar(year: year, month: month, isLeap: isLeap, day: day))))
      }
    }
    return ["solar_dates": .list(solarDates), "dates": .list(dates)]
  }

  private func checkExists(
    _ input: Result<TypedDate, DateReadingError>, _ member: String, _ recorder: inout DateRecorder
  ) throws {
    do throws(DateReadingError) { _ = try recorder.record(input.get(), reader) } catch {
      throw Problem.field(member, code: error.code, Wording(of: error), .unprocessableContent)
    }
  }

  /// The entry of an input that is no date.
  private func failure(_ input: String, _ error: any Error) -> JSON {
    let problem = Problem(.unprocessableContent, .invalidDate, of: error)
    return [
      "input": .text(input), "error": .text(problem.detail.text(in: call.problemLanguage)), "code": .text(problem.code),
    ]
  }

  // MARK: Reading

  private static func list(
    _ body: JSON, _ name: String, _ read: (JSON, String) throws -> Input
  ) throws -> [Input] {
    switch body[name] {
    case .null: []
    case .list([]):
      throw Problem.field(name, .invalidValue, "是空的：請刪掉這個欄位", "is empty: leave it out", .unprocessableContent)
    case .list(let list): try list.enumerated().map { try read($1, "\(name)[\($0)]") }
    case let one: [try read(one, name)]
    }
  }

  /// The days in an answer that a client sends back. They repeat its dates and are not counted twice.
  private static func answered(_ body: JSON, _ reader: DateReader) throws -> [Input] {
    switch (body["solar_dates"], body["dates"]) {
    // An answer without an existing date has an empty list.
    case (.list(let days), let dates) where days.isEmpty || dates != .null:
      for (index, day) in days.enumerated() { _ = try solar(day, "solar_dates[\(index)]", reader) }
      return []
    default: return try list(body, "solar_dates") { try solar($0, $1, reader) }
    }
  }

  /// `{"year": 2025, "month": 3, "day": 23, "isLeap": false}`, or a text such as `2025-3-23` or 農曆2025年三月廿三.
  private static func lunar(
    _ value: JSON, _ place: String, _ reader: DateReader, _ variant: CalendarVariant
  ) throws -> Input {
    switch value {
    case .text(let text):
      return Input(text: short(text), date: Result { () throws(DateReadingError) in try reader.read(lunar: text) })
    case .object: return try Input(lunar: value, place, variant)
    default:
      throw Problem.field(
        place, .invalidValue, "既不是農曆日期，也不是文字", "is neither a lunar date nor a text", .unprocessableContent)
    }
  }

  private static func solar(_ value: JSON, _ place: String, _ reader: DateReader) throws -> Input {
    let text = try text(value, place)
    return Input(text: short(text), date: Result { () throws(DateReadingError) in try reader.read(text) })
  }

  /// A text, or an entry of an answer: its solar day, or the invalid input.
  private static func any(
    _ value: JSON, _ place: String, _ reader: DateReader, _ variant: CalendarVariant
  ) throws -> Input {
    guard case .object = value else { return try solar(value, place, reader) }
    if value["solar"] != .null { return try solar(value["solar"], "\(place).solar", reader) }
    if value["lunar"] != .null { return try lunar(value["lunar"], "\(place).lunar", reader, variant) }
    guard value["input"] != .null else {
      throw Problem.field(
        place, .missingValue, "沒有 solar、lunar 或 input", "has none of solar, lunar and input", .unprocessableContent)
    }
    return try solar(value["input"], "\(place).input", reader)
  }

  private static func text(_ value: JSON, _ place: String) throws -> String {
    guard let text = value.text else {
      throw Problem.field(place, .invalidValue, "必須是文字", "is not a text", .unprocessableContent)
    }
    return text
  }

  private static func short(_ text: String) -> String { String(text.prefix(100)) }

  /// The years of lunar dates without one; by default this lunar year and the next four.
  private static func years(_ value: JSON, _ call: Call) throws -> ClosedRange<Int> {
    if value == .null {
      let year = try LunisolarCalendar.chinese.lunarDate(on: call.today).year
      return year...year + 4
    }
    guard let first = value["from"].integer, let last = value["to"].integer, first <= last,
      CalendarSchemas.years.contains(first), CalendarSchemas.years.contains(last), value.members.count == 2
    else {
      throw Problem.field(
        "years", .invalidValue, "必須是 {\"from\": 2025, \"to\": 2030}，在 -2000 到 9999 之間",
        "expected {\"from\": 2025, \"to\": 2030}, within -2000 to 9999", .unprocessableContent)
    }
    return first...last
  }

  private static func variant(_ value: JSON) throws -> CalendarVariant {
    if value == .null { return .chinese }
    guard let variant = CalendarVariant.allCases.first(where: { .text($0.name) == value }) else {
      throw Problem.field(
        "calendar", .invalidValue, "必須是其中之一：\(CalendarVariant.allCases.map(\.name).joined(separator: "、"))",
        "is none of \(CalendarVariant.allCases.map(\.name).joined(separator: ", "))", .unprocessableContent)
    }
    return variant
  }
}

extension Conversion.Input {
  private static let members = ["year", "month", "day", "isLeap", "is_leap", "month_days", "text", "calendar"]

  /// Reads a JSON object with the members of `LunarDate`, of which only month and day are required; also accepts `is_leap`, the name outside the
  /// API.
  ///
  /// - Parameter variant: the calendar of the request.
  fileprivate init(lunar value: JSON, _ place: String, _ variant: CalendarVariant) throws {
    for member in value.members where !Self.members.contains(member.name) {
      throw Self.problem(
        "\(place).\(member.name.prefix(50))", .unknownMember, "農曆日期沒有這個欄位", "no such member of a lunar date")
    }
    guard let month = try Self.number(value, "month", place), let dayNumber = try Self.number(value, "day", place)
    else {
      throw Self.problem(place, .missingValue, "需要 month 和 day", "needs month and day")
    }
    guard value["isLeap"] == .null || value["is_leap"] == .null else {
      throw Self.problem(
        "\(place).is_leap", .conflictingValues, "和 isLeap 重複：請只寫一個", "is isLeap once more: give one of them")
    }
    let isLeap = try Self.flag(value, "isLeap", place) ?? Self.flag(value, "is_leap", place) ?? false
    let year = try Self.number(value, "year", place)
    // Redundant members; checked but not used.
    _ = try Self.number(value, "month_days", place)
    guard value["text"] == .null || value["text"].text != nil else {
      throw Self.problem("\(place).text", .invalidValue, "必須是文字", "is not a text")
    }
    guard value["calendar"] == .null || value["calendar"] == .text(variant.name) else {
      throw Self.problem(
        "\(place).calendar", .conflictingValues, "不是這個請求的曆法 \(variant.name)：請在 lunar 旁邊的 calendar 寫出曆法",
        "is not \(variant.name), the calendar of this request: name it in calendar beside lunar")
    }
    let day = "\(month)\(isLeap ? "L" : "")-\(dayNumber)"
    let text = year.map { "\($0)-\(day)" } ?? day
    self.init(
      text: text,
      date: .success(
        TypedDate(text: text, date: .lunar(year: year, month: month, isLeap: isLeap, day: dayNumber))))
  }

  private static func number(_ value: JSON, _ name: String, _ place: String) throws -> Int? {
    switch value[name] {
    case .null: return nil
    case .integer(let number) where CalendarSchemas.numbers.contains(number): return number
    default: throw problem("\(place).\(name)", .invalidValue, "不是日期的整數", "is not a whole number of a date")
    }
  }

  private static func flag(_ value: JSON, _ name: String, _ place: String) throws -> Bool? {
    switch value[name] {
    case .null: return nil
    case .flag(let flag): return flag
    default: throw problem("\(place).\(name)", .invalidValue, "必須是 true 或 false", "is neither true nor false")
    }
  }

  private static func problem(
    _ field: String, _ code: Problem.Code, _ chinese: String, _ english: String
  ) -> Problem {
    Problem.field(field, code, chinese, english, .unprocessableContent)
  }
}

extension DateRecord {
  /// The record as JSON: the schema `CalendarDate`.
  fileprivate var json: JSON {
    [
      "solar": "\(solar)", "weekday": .integer(weekday),
      "lunar": [
        "year": .integer(lunar.year), "month": .integer(lunar.month), "day": .integer(lunar.day),
        "isLeap": .flag(lunar.isLeap), "month_days": .integer(lunar.monthDays), "text": .text(lunar.text),
      ],
      "ganzhi": ["year": .text(ganzhi.year), "month": .text(ganzhi.month), "day": .text(ganzhi.day)],
      "zodiac": .text(zodiac), "solar_term": JSON(solarTerm), "notes": .list(notes.map(JSON.text)),
    ]
  }
}
