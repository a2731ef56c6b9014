/// An HTTP request.
public struct HTTPRequest: Hashable, Sendable {
  public var method: String
  public var url: String
  /// In the order in which they are sent.
  public var headers: [Header]
  public var body: [UInt8]

  public struct Header: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public init(method: String, url: String, headers: [Header] = [], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// An HTTP answer.
public struct HTTPResponse: Hashable, Sendable {
  /// 100 to 599.
  public let status: Int
  public let headers: [HTTPRequest.Header]
  /// The body up to the client's limit.
  public let body: [UInt8]

  public init(status: Int, headers: [HTTPRequest.Header] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of the first header with this name, ignoring case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
