extension JSON {
  /// The value as JSON on one line; objects keep the order of their members.
  public func json() -> String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON in UTF-8.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Appends a value; objects keep the order of their members.
  package mutating func value(_ value: JSON) {
    switch value {
    case .null: raw("null")
    case .flag(let flag): if flag { raw("true") } else { raw("false") }
    case .integer(let integer): number(integer)
    case .real(let real): raw("\(real)".utf8)
    case .text(let text): string(text)
    case .list(let list):
      raw("[")
      for (index, value) in list.enumerated() {
        if index > 0 { raw(",") }
        self.value(value)
      }
      raw("]")
    case .object(let members):
      raw("{")
      for (index, member) in members.enumerated() {
        if index > 0 { raw(",") }
        string(member.name)
        raw(":")
        self.value(member.value)
      }
      raw("}")
    }
  }
}
