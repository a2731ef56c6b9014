/// A field of a record that is always there: null in JSON where it has no value, so that a reader need not ask for the key.
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
