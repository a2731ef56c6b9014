import Foundation
import JSON
import Store
import Testing

@testable import WebAPI

/// An answer as it came over the wire.
struct Reply: Sendable {
  let status: Int
  let headers: [Header]
  let body: [UInt8]

  struct Header: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// - Throws: `SocketError` for what is no answer of HTTP/1.1 whose body has the length that it says.
  init(_ bytes: [UInt8]) throws {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw SocketError(what: "no answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let first = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard first.count >= 2, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
      throw SocketError(what: "no status line: \(lines.first ?? "")")
    }
    self.status = status
    headers = lines.dropFirst().map { line in
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return Header(
        name: sides[0].lowercased(), value: sides.count == 2 ? sides[1].trimmingCharacters(in: .whitespaces) : "")
    }
    body = Array(bytes[end.upperBound...])
  }

  /// The values of a header; nil where it is not there.
  func header(_ name: String) -> String? {
    let values = headers.filter { $0.name == name.lowercased() }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  var json: JSON { get throws { try JSON(json: Data(body)) } }

  /// The address of the next page, as the Link header has it.
  var next: String? {
    header("Link")?.wholeMatch(of: #/<([^>]+)>; rel="next"/#).map { String($0.1) }
  }

  /// The fields that a problem names.
  var faultyFields: [String] {
    let problem = try? json
    return problem?["errors"].list.compactMap { $0["field"].text } ?? []
  }
}

extension Reply {
  /// Whether it is the problem that it should be: RFC 9457, with our request's number.
  ///
  /// - Parameter field: one that must be named among the errors.
  func expectProblem(
    _ expected: Int, field: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(status == expected, "\(text.prefix(300))", sourceLocation: sourceLocation)
    #expect(header("Content-Type") == "application/problem+json; charset=utf-8", sourceLocation: sourceLocation)
    #expect(header("Cache-Control") == "no-store", sourceLocation: sourceLocation)
    #expect(header("ETag") == nil, sourceLocation: sourceLocation)
    let problem = try json
    #expect(problem["status"] == .integer(expected), sourceLocation: sourceLocation)
    #expect(problem["type"] == "about:blank", sourceLocation: sourceLocation)
    for member in ["title", "code", "detail"] {
      #expect(problem[member].text?.isEmpty == false, "\(member)", sourceLocation: sourceLocation)
    }
    let number = try #require(header("X-Request-Id"), sourceLocation: sourceLocation)
    #expect(problem["instance"] == .text("urn:request:" + number), sourceLocation: sourceLocation)
    guard let field else { return }
    #expect(faultyFields.contains(field), "\(text)", sourceLocation: sourceLocation)
    #expect(
      problem["errors"].list.allSatisfy { $0["detail"].text?.isEmpty == false }, sourceLocation: sourceLocation)
  }

  func expect(_ expected: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(status == expected, "\(text.prefix(300))", sourceLocation: sourceLocation)
  }
}
