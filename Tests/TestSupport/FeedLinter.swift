/// Checks an iCalendar object strictly by RFC 5545, because usual readers accept faulty input.
public struct FeedLinter {
  public private(set) var faults: [String] = []
  /// The properties of each VEVENT, without parameters.
  public private(set) var events: [[String: String]] = []
  /// The properties of each VALARM of each VEVENT, in the same order.
  public private(set) var alarms: [[[String: String]]] = []
  /// The properties of the calendar.
  public private(set) var head: [String: String] = [:]
  private var pendingAlarms: [[String: String]] = []
  private var hasComponent = false

  public init(_ text: String) {
    checkBytes(Array(text.utf8))
    checkComponents(unfolded(text))
    let identifiers = events.compactMap { $0["UID"] }
    if Set(identifiers).count != identifiers.count { faults.append("a UID is given twice") }
  }

  /// Lines end with CRLF, have at most 75 octets and hold whole characters; no BOM, no bare CR or LF.
  private mutating func checkBytes(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { faults.append("a BOM") }
    if !bytes.suffix(2).elementsEqual([13, 10]) { faults.append("no CRLF at the end") }
    var line: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 13, index + 1 < bytes.count, bytes[index + 1] == 10 {
        check(line: line)
        line = []
        index += 2
        continue
      }
      if bytes[index] == 10 || bytes[index] == 13 { faults.append("a bare line end") }
      if bytes[index] < 32, bytes[index] != 9 { faults.append("a control character \(bytes[index])") }
      line.append(bytes[index])
      index += 1
    }
  }

  private mutating func check(line: [UInt8]) {
    if line.count > 75 { faults.append("a line of \(line.count) octets") }
    if line.isEmpty { faults.append("an empty line") }
    if String(validating: line, as: UTF8.self) == nil { faults.append("a character cut in two") }
    let backslashes = line.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    if backslashes % 2 == 1 { faults.append("an escape cut in two") }
  }

  private func unfolded(_ text: String) -> [String] {
    var lines: [String] = []
    for line in text.split(separator: "\r\n") {
      if line.first == " ", !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  /// Components nest; a VEVENT has one UID, DTSTAMP and DTSTART and an end after its start; a VALARM has its required properties.
  private mutating func checkComponents(_ lines: [String]) {
    var open: [(name: String, properties: [String: String])] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else {
        faults.append("no colon in \(line)")
        continue
      }
      let name = String(line[..<colon].split(separator: ";")[0])
      let value = String(line[line.index(after: colon)...])
      switch name {
      case "BEGIN": open.append((value, [:]))
      case "END":
        guard let component = open.popLast(), component.name == value else {
          faults.append("END:\(value) without its BEGIN")
          continue
        }
        checkComponent(component.name, component.properties)
      default:
        guard !open.isEmpty else {
          faults.append("\(name) outside a component")
          continue
        }
        if open[open.count - 1].properties.updateValue(value, forKey: name) != nil {
          faults.append("\(name) given twice")
        }
        checkEscapes(name, value)
      }
    }
    if !open.isEmpty { faults.append("\(open.count) components not closed") }
  }

  private mutating func checkComponent(_ name: String, _ properties: [String: String]) {
    let needed: [String]
    switch name {
    case "VCALENDAR":
      needed = ["VERSION", "PRODID"]
      head = properties
      if !hasComponent { faults.append("a calendar without a component") }
    case "VEVENT":
      needed = ["UID", "DTSTAMP", "DTSTART", "DTEND", "SEQUENCE", "SUMMARY", "TRANSP"]
      events.append(properties)
      alarms.append(pendingAlarms)
      pendingAlarms = []
      if properties["DTEND", default: ""] <= properties["DTSTART", default: ""] {
        faults.append("an end not behind its start")
      }
      if properties["DTSTAMP"]?.wholeMatch(of: #/\d{8}T\d{6}Z/#) == nil { faults.append("DTSTAMP is no UTC time") }
    case "VALARM":
      needed = ["ACTION", "DESCRIPTION", "TRIGGER"]
      pendingAlarms.append(properties)
      // A duration or an instant of UTC (RFC 5545, sections 3.3.6 and 3.8.6.3).
      if properties["TRIGGER"]?.wholeMatch(of: #/-?PT(\d+H)?(\d+M)?|\d{8}T\d{6}Z/#) == nil {
        faults.append("TRIGGER \(properties["TRIGGER", default: ""])")
      }
    default: needed = []
    }
    if name != "VCALENDAR" { hasComponent = true }
    for property in needed where properties[property, default: ""].isEmpty {
      faults.append("\(name) without \(property)")
    }
  }

  /// Text values must escape commas and semicolons; a backslash must escape a character.
  private mutating func checkEscapes(_ name: String, _ value: String) {
    guard ["SUMMARY", "DESCRIPTION", "NAME", "X-WR-CALNAME"].contains(name) else { return }
    var isEscaped = false
    for character in value {
      if isEscaped {
        if !["\\", ",", ";", "n", "N"].contains(character) { faults.append("an escape \\\(character)") }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," || character == ";" {
        faults.append("a bare \(character) in \(name)")
      }
    }
  }
}
