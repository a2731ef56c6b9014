/// A record field that JSON always contains: null if it has no value, so readers need not test for the key.
@propertyWrapper
public struct ExplicitNull<Value: Encodable & Hashable & Sendable>: Encodable, Hashable, Sendable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
