import Folklore
internal import Foundation
package import JSON
import Lunisolar
import OpeningHours

/// The kind of a field and its check, shared by command line, files and API.
package enum FieldKind: Sendable {
  /// A stable ASCII slug: `mazu`.
  case slug
  /// Text of limited length; one line unless it is prose.
  case text(limit: Int, isProse: Bool)
  case choice([String])
  /// One or more of the choices, each once: `["TW","HK"]`; on the command line `TW、HK`.
  case choices([String])
  /// Numbers by name: `{"HK":1,"MY":2}`; on the command line `HK:1、MY:2`.
  case numbers([String], ClosedRange<Int>)
  /// One of our languages; names with a region, as phones send them, are accepted.
  case language
  case integer(ClosedRange<Int>)
  case real(ClosedRange<Double>)
  case flag
  /// Names: `["天上聖母","天后"]`; on the command line `天上聖母、天后`.
  case names
  case dateRule
  /// A web address.
  case url
  /// A picture: a web address, or the place of one that this database keeps, `/images/….jpg`.
  case image
  case email
  case uuid
  case timeZone
  /// A local time such as `08:00`.
  case timeOfDay
  /// Opening hours in OpenStreetMap's syntax: `05:00-22:00`.
  case openingHours
  /// An instant such as `2027-04-29T19:00:00+08:00`; stored as UTC seconds.
  case instant
  /// The key of a record of another kind.
  case reference(Entity)
  /// Keys of records of another kind.
  case references(Entity)
  /// Objects with fields.
  case objects([Field])
  case object([Field])
}

extension FieldKind {
  /// The stored form of a value from JSON or text.
  ///
  /// - Parameter isText: the value was given as text (CSV, command line).
  /// - Throws: `FieldProblem` with the faults.
  package func checked(_ value: JSON, isText: Bool) throws(FieldProblem) -> JSON {
    let value = isText ? try read(value) : value
    if value == .null { return .null }
    switch self {
    case .slug: return .text(try Self.slug(text(value)))
    case .text(let limit, let isProse): return .text(try Self.plain(text(value), limit: limit, isProse: isProse))
    case .language:
      let text = try text(value)
      guard let language = Language(rawValue: text) ?? Self.regions[text] else {
        throw FieldProblem(
          "\"\(text)\" is not one of \(Self.languages.joined(separator: ", "))",
          "「\(text)」不能用；可用的值：\(Self.languages.joined(separator: "、"))")
      }
      return .text(language.rawValue)
    case .choice(let choices):
      try Self.check(text(value), among: choices)
      return value
    case .choices(let choices):
      // One choice needs no list.
      let names = try Self.names(read(value))
      for name in names.texts { try Self.check(name, among: choices) }
      guard !names.list.isEmpty else { throw FieldProblem("is empty: name at least one", "是空的：至少寫一個") }
      return names
    case .numbers(let names, let range): return try Self.numbers(value, names, range)
    case .integer(let range):
      try Self.check(value, in: range)
      return value
    case .real(let range):
      guard let real = value.real else { throw wrongKind(value, "a number", "數字") }
      guard real.isFinite, range.contains(real) else {
        throw FieldProblem(
          "\(value.shown) is not between \(range.lowerBound) and \(range.upperBound)",
          "\(Self.plain(real)) 不在 \(Self.plain(range.lowerBound)) 到 \(Self.plain(range.upperBound)) 之間")
      }
      return .real(real)
    case .flag:
      guard value.flag != nil else { throw wrongKind(value, "true or false", " true 或 false") }
      return value
    case .names: return try Self.names(value)
    case .dateRule: return .text(try Self.rule(text(value)))
    case .url: return .text(try Self.url(text(value)))
    case .image:
      let text = try text(value)
      return .text(KeptImage(address: text.trimmed) == nil ? try Self.url(text) : text.trimmed)
    case .email: return .text(try Self.email(text(value)))
    case .uuid:
      guard let uuid = UUID(uuidString: try text(value)) else {
        throw FieldProblem(
          "\(value.shown) is not a UUID such as 6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
          "\(value.chineseShown)不是 UUID，例如 6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
      }
      return .text(uuid.uuidString.lowercased())
    case .timeZone:
      let name = try text(value)
      do { _ = try ZonedClock(identifier: name) } catch {
        throw FieldProblem(error.description, error.chinese)
      }
      return value
    case .timeOfDay:
      guard let time = TimeOfDay(try text(value)) else {
        throw FieldProblem(
          "\(value.shown) is not a time from 00:00 to 23:59", "\(value.chineseShown)不是 00:00 到 23:59 的時間")
      }
      return .text(time.description)
    case .openingHours: return .text(try Self.openingHours(text(value)))
    case .instant: return .text(try Self.instant(text(value)))
    case .reference: return .text(try Self.plain(text(value), limit: 200, isProse: false))
    case .references: return try Self.names(value)
    case .object(let fields): return try Self.object(value, fields)
    case .objects(let fields):
      guard case .list(let list) = value else { throw wrongKind(value, "a list of objects", "一串物件") }
      return .list(try list.map { entry throws(FieldProblem) in try Self.object(entry, fields) })
    }
  }

  private static func check(_ text: String, among choices: [String]) throws(FieldProblem) {
    guard !choices.contains(text) else { return }
    throw FieldProblem(
      "\"\(text)\" is not one of \(choices.joined(separator: ", "))",
      "「\(text)」不能用；可用的值：\(choices.joined(separator: "、"))")
  }

  private static func check(_ value: JSON, in range: ClosedRange<Int>) throws(FieldProblem) {
    guard case .integer(let integer) = value else { throw wrongKind(value, "a whole number", "整數") }
    guard !range.contains(integer) else { return }
    throw FieldProblem(
      "\(integer) is not between \(range.lowerBound) and \(range.upperBound)",
      "\(integer) 不在 \(range.lowerBound) 到 \(range.upperBound) 之間")
  }

  /// Numbers by name, in the order of the names; also as text: `HK:1、MY:2`.
  private static func numbers(
    _ value: JSON, _ names: [String], _ range: ClosedRange<Int>
  ) throws(FieldProblem) -> JSON {
    var members: [JSON.Member]
    switch value {
    case .object(let given): members = given
    case .text(let text):
      members = []
      for pair in text.split(whereSeparator: { "、,，; ".contains($0) }) {
        let sides = pair.split { ":：=".contains($0) }
        guard sides.count == 2, let number = Int(sides[1]) else {
          throw FieldProblem(
            "\"\(pair)\" is no number by name such as \(names[0]):\(range.lowerBound)",
            "「\(pair)」看不懂：請寫成 \(names[0]):\(range.lowerBound)")
        }
        members.append(JSON.Member(String(sides[0]), .integer(number)))
      }
      guard !members.isEmpty else { throw wrongKind(value, "an object of numbers", "以名稱對應數字的物件") }
    default: throw wrongKind(value, "an object of numbers", "以名稱對應數字的物件")
    }
    for (index, member) in members.enumerated() {
      try check(member.name, among: names)
      guard !members[..<index].contains(where: { $0.name == member.name }) else {
        throw FieldProblem("\(member.name) is named twice", "\(member.name) 寫了兩次")
      }
      do throws(FieldProblem) { try check(member.value, in: range) } catch {
        throw FieldProblem("\(member.name): \(error.description)", "\(member.name)：\(error.chinese)")
      }
    }
    return .object(members.sorted(by: names))
  }

  /// A number without `.0`.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }

  private func wrongKind(_ value: JSON, _ expected: String, _ chinese: String) -> FieldProblem {
    Self.wrongKind(value, expected, chinese)
  }

  private static func wrongKind(_ value: JSON, _ expected: String, _ chinese: String) -> FieldProblem {
    FieldProblem(
      "\(value.shown) is \(value.kindName): expected \(expected)",
      "\(value.chineseShown)是\(value.chineseKindName)，應該是\(chinese)")
  }

  private func text(_ value: JSON) throws(FieldProblem) -> String {
    guard case .text(let text) = value else { throw wrongKind(value, "a text", "文字") }
    return text
  }

  // MARK: - From text

  /// The value of a text for this kind. An empty text is null.
  private func read(_ value: JSON) throws(FieldProblem) -> JSON {
    guard case .text(let text) = value else { return value }
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { return .null }
    switch self {
    case .integer:
      guard let integer = Int(trimmed) else { throw FieldProblem("\"\(text)\" is not a whole number", "「\(text)」不是整數") }
      return .integer(integer)
    case .real:
      guard let real = Double(trimmed), real.isFinite else {
        let hint = trimmed.contains(",") ? " (a decimal point is a point: \(trimmed.replacing(",", with: ".")))" : ""
        let chineseHint = hint.isEmpty ? "" : "（小數點要用點：\(trimmed.replacing(",", with: "."))）"
        throw FieldProblem("\"\(text)\" is not a number\(hint)", "「\(text)」不是數字\(chineseHint)")
      }
      return .real(real)
    case .flag:
      switch trimmed.lowercased() {
      case "true", "yes", "on", "1", "是": return .flag(true)
      case "false", "no", "off", "0", "否": return .flag(false)
      default: throw FieldProblem("\"\(text)\" is not true or false", "「\(text)」不是 true 或 false")
      }
    case .names, .references, .objects, .object, .choices, .numbers:
      if trimmed.hasPrefix("[") || trimmed.hasPrefix("{") {
        do {
          return try JSON(json: Data(trimmed.utf8))
        } catch {
          throw FieldProblem(error.description, error.chinese)
        }
      }
      switch self {
      case .numbers: return .text(trimmed)
      case .names, .references, .choices:
        return .list(
          // By code points, because a combining mark after a comma would hide it.
          trimmed.unicodeScalars.split { $0 == "、" || $0 == "," || $0 == "，" }.map { .text(String($0).trimmed) })
      default: throw FieldProblem("\"\(text)\" is not a JSON list or object", "「\(text)」不是 JSON 的清單或物件")
      }
    default: return .text(trimmed)
    }
  }

  // MARK: - Kinds of text

  private static func slug(_ text: String) throws(FieldProblem) -> String {
    let isSlug =
      (1...64).contains(text.utf8.count) && text.first != "-" && text.last != "-"
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
    guard isSlug else {
      throw FieldProblem(
        "\"\(text)\" is not a key: use a to z, 0 to 9 and hyphens inside, 64 at most, such as mazu",
        "「\(text)」不能當代號：請用小寫英文字母、數字與中間的連字號，最多 64 個字，例如 mazu")
    }
    return text
  }

  private static func plain(_ text: String, limit: Int, isProse: Bool) throws(FieldProblem) -> String {
    let trimmed = text.trimmed
    guard !trimmed.isEmpty else { throw FieldProblem("is blank", "是空白") }
    // Code points, as JSON Schema counts them.
    guard text.utf8.count <= limit || text.unicodeScalars.count <= limit else {
      throw FieldProblem(
        "is \(text.unicodeScalars.count) characters long: \(limit) at most",
        "有 \(text.unicodeScalars.count) 個字，最多 \(limit) 個字")
    }
    // Most texts have only ideographs and visible ASCII.
    if isPlain(trimmed) { return trimmed }
    let lines = trimmed.replacing("\r\n", with: "\n")
    guard isProse || !lines.contains(where: \.isNewline) else {
      throw FieldProblem("has more than one line", "超過一行：請寫成一行")
    }
    var isSeen = false
    for scalar in lines.unicodeScalars {
      isSeen = isSeen || TextCharacters.isSeen(scalar)
      let code = "U+\(hexadecimal(scalar))"
      if scalar == "\n" || scalar == "\t" {
        guard isProse else { throw FieldProblem("holds a tab: write a blank", "含有定位字元：請改用空白") }
      } else if scalar.properties.generalCategory == .control {
        throw FieldProblem("holds the control character \(code)", "含有看不見的控制字元 \(code)：請刪掉")
      } else if !isProse, TextCharacters.contains(TextCharacters.directions, scalar) {
        throw FieldProblem(
          "holds \(code), which turns the direction of a text around", "含有會改變文字方向的字元 \(code)：請刪掉")
      }
    }
    guard isSeen else {
      throw FieldProblem(
        "is blank: it holds only characters that nobody sees", "是空白：只含有看不見的字元")
    }
    return lines
  }

  /// True if a text has only ideographs and visible ASCII: E4 … E9 begin U+4000 to U+9FFF.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20...0x7E).contains($0) || (0x80...0xBF).contains($0) || (0xE4...0xE9).contains($0) }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func names(_ value: JSON) throws(FieldProblem) -> JSON {
    guard case .list(let list) = value else {
      throw wrongKind(value, "a list of texts", "一串文字")
    }
    var names: [JSON] = []
    for entry in list {
      guard case .text(let text) = entry else {
        throw wrongKind(entry, "a list of texts", "一串文字")
      }
      let name = JSON.text(try plain(text, limit: 200, isProse: false))
      guard !names.contains(name) else {
        throw FieldProblem("\(name.shown) is named twice", "\(name.chineseShown)寫了兩次")
      }
      names.append(name)
    }
    return .list(names)
  }

  private static func rule(_ text: String) throws(FieldProblem) -> String {
    do {
      return try DateRule(text).description
    } catch {
      throw FieldProblem(
        error.description,
        error.chinese + "。可以寫「農曆三月廿三」、「冬至前一日」、「每月初一」，或 lunar 3/23")
    }
  }

  /// Language names of phones; they are stored as ours.
  static let regions: [String: Language] = [
    "zh-TW": .traditionalChinese, "zh-HK": .traditionalChinese, "zh-MO": .traditionalChinese,
    "zh-CN": .simplifiedChinese, "zh-SG": .simplifiedChinese, "en-US": .english, "en-GB": .english,
  ]
  static let languages = Language.allCases.map(\.rawValue) + regions.keys.sorted()

  static let urlLimit = 2_000
  static let emailLimit = 254

  /// A web address by RFC 3986; Chinese characters are percent-encoded.
  private static func url(_ text: String) throws(FieldProblem) -> String {
    let text = try plain(text, limit: urlLimit, isProse: false)
    guard let url = URLComponents(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
      url.host?.isEmpty == false, let address = url.string, address.utf8.allSatisfy({ $0 < 0x80 })
    else {
      throw FieldProblem(
        "\"\(text)\" is not a web address such as https://example.org/a.jpg",
        "「\(text)」不是網址，網址的樣子是 https://example.org/a.jpg")
    }
    guard address.utf8.count <= urlLimit else {
      throw FieldProblem(
        "is \(address.utf8.count) characters long with what is not ASCII encoded: \(urlLimit) at most",
        "網址編碼後有 \(address.utf8.count) 個字，最多 \(urlLimit) 個字")
    }
    return address
  }

  static func email(_ text: String) throws(FieldProblem) -> String {
    let text = try plain(text, limit: emailLimit, isProse: false)
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
      .map { $0.split(separator: ".", omittingEmptySubsequences: false) }
    guard parts.count == 2, parts[0].allSatisfy(isAtom), parts[1].count > 1, parts[1].allSatisfy(isLabel) else {
      throw FieldProblem(
        "\"\(text)\" is not a mail address such as mei@example.org",
        "「\(text)」不是電子郵件地址，例如 mei@example.org")
    }
    return text.lowercased()
  }

  /// True if a text may be between dots before the at sign (RFC 5322, 3.2.3, and RFC 6532 beyond ASCII).
  private static func isAtom(_ text: Substring.UnicodeScalarView) -> Bool {
    !text.isEmpty && !text.contains { $0.properties.isWhitespace || "()<>[]:;@\\,\"".unicodeScalars.contains($0) }
  }

  /// True if a text may be between dots of a host name; letters of other scripts are allowed.
  private static func isLabel(_ text: Substring.UnicodeScalarView) -> Bool {
    !text.isEmpty && text.first != "-" && text.last != "-"
      && text.allSatisfy { scalar in
        scalar.isASCII
          ? scalar == "-" || Character(scalar).isLetter || Character(scalar).isNumber
          : !scalar.properties.isWhitespace
      }
  }

  private static func openingHours(_ text: String) throws(FieldProblem) -> String {
    let text = try plain(text, limit: 200, isProse: false)
    do {
      let hours = try OpeningHours(text)
      // Hours in Chinese, or on a clock of twelve, are kept in the form that programs read.
      if text.allSatisfy(\.isASCII) { return OpeningHours.hasOwnForms(text) ? hours.description : text }
      return text.contains("\"") ? text : hours.description
    } catch {
      throw FieldProblem(error.description, error.chinese)
    }
  }

  private static func instant(_ text: String) throws(FieldProblem) -> String {
    let instant: String
    do {
      instant = CivilTime.iso(unixTime: try CivilTime.parse(text).unixTime)
    } catch {
      throw FieldProblem(
        "\"\(text)\" is not a date and a time such as 2027-04-29 19:00 or 2027-04-29T19:00:00+08:00",
        "「\(text)」不是日期加時間，例如 2027-04-29 19:00 或 116/4/29 下午7時")
    }
    // 0000-01-01T00:00:00Z: RFC 3339 has four digits for the year.
    guard instant.utf8.count == 20 else {
      throw FieldProblem(
        "\"\(text)\" is not in the years 0 to 9999 of UTC", "「\(text)」不在西元 0 到 9999 年之間")
    }
    return instant
  }

  private static func object(_ value: JSON, _ fields: [Field]) throws(FieldProblem) -> JSON {
    // A single key stands for an object with only its first field: "mazu" for {"event":"mazu"}.
    let members: [JSON.Member]
    switch value {
    case .object(let given): members = given
    case .text: members = [JSON.Member(fields[0].name, value)]
    default: throw wrongKind(value, "an object", "物件")
    }
    for member in members where !fields.contains(where: { $0.name == member.name }) {
      throw FieldProblem(
        "has no field \(member.name); there are \(fields.map(\.name).joined(separator: ", "))",
        "沒有欄位「\(member.name)」；欄位有 \(fields.map(\.name).joined(separator: "、"))")
    }
    var checked: [JSON.Member] = []
    for field in fields {
      let given = members.first { $0.name == field.name }?.value ?? field.defaultValue
      do throws(FieldProblem) {
        let value = try field.kind.checked(given, isText: false)
        if value == .null, field.isRequired { throw FieldProblem("is missing", "必填") }
        checked.append(JSON.Member(field.name, value == .null ? field.defaultValue : value))
      } catch {
        throw FieldProblem(
          error.description, (error.member.map { $0 + "：" } ?? "") + error.chinese, in: field.name)
      }
    }
    return .object(checked)
  }
}

extension FieldKind {
  /// The fields of the objects that a field holds.
  package var innerFields: [Field] {
    switch self {
    case .objects(let fields), .object(let fields): fields
    default: []
    }
  }
}

extension String {
  /// Without blanks (Unicode's White_Space) at both ends.
  package var trimmed: String {
    // A text that starts and ends with visible ASCII or an ideograph (E4 … E9) needs no trimming.
    func isVisible(_ byte: UInt8?) -> Bool {
      byte.map { (0x21...0x7E).contains($0) || (0xE4...0xE9).contains($0) } ?? true
    }
    let bytes = utf8
    let end = bytes.last.map { $0 < 0x80 ? $0 : max(bytes.dropLast(2).last ?? 0, 0x80) }
    if isVisible(bytes.first), isVisible(end) { return self }
    let scalars = unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[start...last])
  }
}
