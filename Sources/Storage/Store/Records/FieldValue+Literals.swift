// JSON as Swift literals: `["type": "object", "required": ["id"]]`. Members keep the order in which they are written.

extension FieldValue: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension FieldValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension FieldValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension FieldValue: ExpressibleByFloatLiteral {
  public init(floatLiteral real: Double) { self = .real(real) }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension FieldValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral list: FieldValue...) { self = .list(list) }
}

extension FieldValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, FieldValue)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}
