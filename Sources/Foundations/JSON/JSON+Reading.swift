public import Foundation

extension JSON {
  /// Reads a JSON text that somebody gave.
  ///
  /// - Throws: `JSONError.notJSON` with what the parser says; `JSONError.memberTwice` for an object that has two members of one name, of
  ///   which a parser would take either (RFC 8259, section 4).
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

  /// The value of a text that we wrote ourselves, such as a column's.
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
