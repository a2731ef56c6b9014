public import Foundation

extension JSON {
  /// Reads JSON from outside.
  ///
  /// - Throws: `JSONError.notJSON` with the parser's message; `JSONError.memberTwice` for an object with two members of one name,
  ///   where parsers differ in which they keep (RFC 8259, section 4).
  public init(json: some DataProtocol) throws(JSONError) {
    try self.init(parsing: json)
    if let found = RepeatedMember(in: json) {
      throw .memberTwice(found.name, line: found.line, column: found.column)
    }
  }

  private init(parsing json: some DataProtocol) throws(JSONError) {
    do {
      self.init(foundation: try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed))
    } catch {
      let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
      throw .notJSON(detail ?? error.localizedDescription)
    }
  }

  /// Reads JSON that this program wrote, such as a column's.
  package init(storedJSON text: String) throws(JSONError) {
    try self.init(parsing: Data(text.utf8))
  }

  private init(foundation value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let list as [Any]: self = .list(list.map(JSON.init(foundation:)))
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { Member($0.key, JSON(foundation: $0.value)) })
    case let number as NSNumber:
      // Foundation reads a Boolean as a number too; only its Objective-C type differs.
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
