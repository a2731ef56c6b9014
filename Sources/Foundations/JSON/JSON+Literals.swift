// JSON as Swift literals: `["type": "object", "required": ["id"]]`. Members keep their written order.

extension JSON: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension JSON: ExpressibleByIntegerLiteral {
  public init(integerLiteral integer: Int) { self = .integer(integer) }
}

extension JSON: ExpressibleByFloatLiteral {
  public init(floatLiteral real: Double) { self = .real(real) }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension JSON: ExpressibleByArrayLiteral {
  public init(arrayLiteral list: JSON...) { self = .list(list) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member($0.0, $0.1) })
  }
}
