public import Foundation

// MARK: - Writing

extension FieldValue {
  /// The value as JSON on one line; the members of objects in their order.
  public func json() -> String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON. An import writes tens of thousands, so there is no encoder between.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .flag(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .real(let real): bytes.append(contentsOf: "\(real)".utf8)
    case .text(let text): Self.append(text, to: &bytes)
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// RFC 8259, section 7: quotation mark, reverse solidus and control characters are escaped; all else is UTF-8 as it stands.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: "\\n".utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: "\\r".utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: (String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: bytes.append(byte)
      }
    }
  }
}

// MARK: - Reading

extension FieldValue {
  /// Reads a JSON text that somebody gave.
  ///
  /// - Throws: `InputError.notJSON` with what the parser says; `InputError.memberTwice` for an object that has two members of one name, of
  ///   which a parser would take either (RFC 8259, section 4).
  public init(json: some DataProtocol) throws(InputError) {
    try self.init(parsing: json)
    if let found = RepeatedMember(in: json) {
      throw .memberTwice(found.name, line: found.line, column: found.column)
    }
  }

  private init(parsing json: some DataProtocol) throws(InputError) {
    do {
      self.init(try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed))
    } catch {
      let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw .notJSON(detail ?? error.localizedDescription)
    }
  }

  /// The value of a column that we wrote ourselves.
  init(storedJSON text: String) throws(InputError) {
    try self.init(parsing: Data(text.utf8))
  }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let list as [Any]: self = .list(list.map(FieldValue.init))
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { Member($0.key, FieldValue($0.value)) })
    case let number as NSNumber:
      // A switch is a number to Foundation too; only its Objective-C type tells.
      if String(cString: number.objCType) == "c" {
        self = .flag(number.boolValue)
      } else if let integer = Int(exactly: number.doubleValue), number.doubleValue.magnitude < 9e15 {
        self = .integer(integer)
      } else {
        self = .real(number.doubleValue)
      }
    default: self = .null
    }
  }
}
