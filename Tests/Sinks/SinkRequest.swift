/// A received request, byte for byte.
public struct SinkRequest: Sendable {
  /// The number of the request on this server, from 0.
  public let number: Int
  /// From the request line up to and including the empty line.
  public let head: [UInt8]
  public let body: [UInt8]

  public var text: String { String(decoding: body, as: UTF8.self) }
  public var method: String { String(requestLine.first ?? "") }
  /// The path and the query.
  public var path: String { requestLine.count > 1 ? String(requestLine[1]) : "" }

  /// Header names in lower case.
  public var headers: [(name: String, value: String)] {
    lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
  }

  /// The value of the first header with a name; case does not matter.
  public func header(_ name: String) -> String? {
    headers.first { $0.name == name.lowercased() }?.value
  }

  private var lines: [Substring] { String(decoding: head, as: UTF8.self).split(separator: "\r\n") }
  private var requestLine: [Substring] { lines.first?.split(separator: " ") ?? [] }
}
