internal import Feeds
internal import Folklore

/// Reads birthdays and anniversaries from contacts: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350).
///
///     BDAY:1955-03-14          solar 3/14
///     BDAY:--0314              solar 3/14
///     X-ALTBDAY;CALSCALE=chinese:4-32-08-15        lunar 8/15
public enum ContactReader {
  /// True for a file that begins as contacts do.
  public static func isContacts(_ bytes: some Collection<UInt8>) -> Bool {
    begins(bytes, with: "BEGIN:VCARD")
  }

  /// True if a text stands at the beginning of a file, in any case, behind a byte order mark and blanks.
  static func begins(_ bytes: some Collection<UInt8>, with text: String) -> Bool {
    let start = bytes.prefix(64).drop { [0xEF, 0xBB, 0xBF, 0x20, 0x0A, 0x0D].contains($0) }
    return String(decoding: start.prefix(text.utf8.count), as: UTF8.self).uppercased() == text
  }

  /// The days of all contacts; who has none is left out without a note.
  ///
  /// - Throws: `OwnDayFault` for a file that is cut off, or exceeds a limit; nothing of it is read.
  public static func read(_ bytes: some Collection<UInt8>) throws(OwnDayFault) -> CalendarContents {
    var lines = CalendarLines(try OwnDayBytes.checked(bytes))
    var contact: Contact?
    var days: [OwnDay] = []
    var skipped: [CalendarContents.Note] = []
    var count = 0
    while var line = try lines.next() {
      try joinQuotedPrintable(&line, &lines)
      let isMark = (line.value ?? "").uppercased().filter { !$0.isWhitespace } == "VCARD"
      switch line.name {
      case "BEGIN" where isMark:
        count += 1
        guard count <= OwnDayProblem.dayLimit else { throw OwnDayFault(line: line.number, .tooManyDays) }
        contact = Contact()
      case "END" where isMark:
        contact?.add(to: &days, &skipped)
        contact = nil
      default: contact?.take(line)
      }
    }
    if contact != nil { throw OwnDayFault(.unclosedComponent("VCARD")) }
    return CalendarContents(days: days, skipped: skipped, notes: [])
  }

  /// A quoted-printable value of vCard 2.1 goes on behind an equals sign at the end of its line.
  private static func joinQuotedPrintable(
    _ line: inout CalendarLine, _ lines: inout CalendarLines
  ) throws(OwnDayFault) {
    guard line.isQuotedPrintable, var value = line.value else { return }
    while value.hasSuffix("="), let rest = lines.nextPhysical() { value = value.dropLast() + rest }
    line = CalendarLine(number: line.number, name: line.name, parameters: line.parameters, value: value)
  }
}

extension CalendarLine {
  var isQuotedPrintable: Bool {
    parameters.contains { $0 == "QUOTED-PRINTABLE" || $0 == "ENCODING=QUOTED-PRINTABLE" }
  }

  /// The value as text, without the encoding and the escapes.
  var plainValue: String? {
    guard let value else { return nil }
    guard isQuotedPrintable else { return value.withoutCalendarEscapes }
    var bytes: [UInt8] = []
    var rest = Array(value.utf8)[...]
    while let first = rest.first {
      let code = rest.dropFirst().prefix(2)
      if first == UInt8(ascii: "="), code.count == 2, let byte = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What is read of one contact.
private struct Contact {
  private var fullName: String?
  private var nameParts: String?
  private var birthday: CalendarLine?
  private var lunarBirthday: CalendarLine?
  private var anniversary: CalendarLine?

  mutating func take(_ line: CalendarLine) {
    switch line.name {
    case "FN": fullName = fullName ?? line.plainValue
    case "N":
      // Family name and given name; Chinese puts the family first, without a blank.
      let parts = (line.plainValue ?? "").split(separator: ";", omittingEmptySubsequences: false).prefix(2)
      let isLatin = parts.joined().allSatisfy(\.isASCII)
      nameParts = isLatin ? parts.reversed().filter { !$0.isEmpty }.joined(separator: " ") : parts.joined()
    case "BDAY" where line.parameters.contains("CALSCALE=CHINESE"): lunarBirthday = line
    case "BDAY": birthday = birthday ?? line
    case "X-ALTBDAY", "X-LUNAR-BDAY", "X-LUNARBDAY": lunarBirthday = line
    case "ANNIVERSARY", "X-ANNIVERSARY": anniversary = anniversary ?? line
    default: break
    }
  }

  func add(to days: inout [OwnDay], _ skipped: inout [CalendarContents.Note]) {
    let name = [fullName, nameParts].lazy.compactMap(\.self).map(\.plainLine).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    // A lunar birthday is the one that the family keeps.
    let found: [(line: CalendarLine?, isLunar: Bool, chinese: String, english: String, Event.Observance)] = [
      (lunarBirthday ?? birthday, lunarBirthday != nil, "生日", "birthday", .birthday),
      (anniversary, false, "紀念日", "anniversary", .custom),
    ]
    for (line, isLunar, chinese, english, observance) in found {
      guard let line, let text = line.plainValue, !text.isEmpty else { continue }
      do throws(OwnDayProblem) {
        guard let name else { throw .missing }
        let rule = try isLunar ? Self.lunarRule(text) : Self.solarRule(text)
        let title = name.allSatisfy(\.isASCII) ? "\(name)’s \(english)" : name + chinese
        days.append(try OwnDay(title: title, rule: rule, observance: observance))
      } catch {
        skipped.append(
          CalendarContents.Note(
            title: name?.quotedStart, fault: OwnDayFault(line: line.number, column: line.name, error)))
      }
    }
  }

  /// 19550314, 1955-03-14, --0314, --03-14, 1955-03-14T00:00:00Z.
  private static func solarRule(_ text: String) throws(OwnDayProblem) -> DateRule {
    let date = text.prefix { $0 != "T" && $0 != " " }
    let digits = date.filter { $0.isASCII && $0.isNumber }
    let hasYear = !date.hasPrefix("--")
    guard digits.count == (hasYear ? 8 : 4), date.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }),
      let month = Int(digits.suffix(4).prefix(2)), let day = Int(digits.suffix(2)), (1...12).contains(month),
      day >= 1
    else { throw .notABirthday(text.quotedStart) }
    return try DateRule(checking: "solar \(month)/\(day)")
  }

  /// The month and day at the end: 4-32-08-15; L behind the month, or bis, is the leap one.
  private static func lunarRule(_ text: String) throws(OwnDayProblem) -> DateRule {
    guard let match = text.firstMatch(of: #/(\d{1,2})(L|bis)?-(\d{1,2})\s*$/#), let month = Int(match.1),
      let day = Int(match.3), (1...12).contains(month), (1...30).contains(day)
    else { throw .notABirthday(text.quotedStart) }
    return try DateRule(checking: "lunar \(month)/\(day)" + (match.2 == nil ? "" : " leap=leap"))
  }
}
