import HTTPTypes
import JSON

/// An endpoint's answer before ETag, gzip and HEAD are applied.
struct Answer: Sendable {
  var status = HTTPResponse.Status.ok
  var contentType = MediaType.json
  var body: [UInt8] = []
  var headers = HTTPFields()
  /// The ETag, if any; weak, because gzip changes the bytes.
  var tag: EntityTag?

  static func json(_ value: JSON, status: HTTPResponse.Status = .ok) -> Answer {
    Answer(status: status, body: value.bytes)
  }

  static func text(_ text: String, as type: MediaType) -> Answer {
    Answer(contentType: type, body: Array(text.utf8))
  }

  static var noContent: Answer { Answer(status: .noContent) }

  /// Adds the total of the list.
  func counting(_ total: Int) -> Answer {
    var answer = self
    answer.headers[.totalCount] = "\(total)"
    return answer
  }

  /// Adds the link to the next page.
  func linking(toNext url: String?) -> Answer {
    guard let url else { return self }
    var answer = self
    answer.headers[.link] = "<\(url)>; rel=\"next\""
    return answer
  }
}

/// The media types of answers.
enum MediaType: String, Sendable {
  case json = "application/json; charset=utf-8"
  case problem = "application/problem+json; charset=utf-8"
  case calendar = "text/calendar; charset=utf-8"
  case atom = "application/atom+xml; charset=utf-8"
  case jsonFeed = "application/feed+json; charset=utf-8"
  case html = "text/html; charset=utf-8"
  case metrics = "text/plain; version=0.0.4; charset=utf-8"

  /// The type without its parameters.
  var name: String { String(rawValue.prefix { $0 != ";" }) }
}

/// An entity tag, which identifies one state of a resource (RFC 9110, 8.8.3).
struct EntityTag: Hashable, Sendable, CustomStringConvertible {
  /// Without quotes and without `W/`.
  let value: String

  var description: String { "W/\"\(value)\"" }

  /// The tag of an answer's inputs; separators keep the parts apart.
  init(of parts: String...) {
    var hash = FNV()
    for part in parts {
      for byte in part.utf8 { hash.add(byte) }
      hash.add(0xFF)
    }
    value = hash.text
  }

  /// True if a header contains the tag or is `*`; compares weakly (RFC 9110, 13.1.2).
  func isNamed(by header: String) -> Bool {
    header == description || header == "*"
      || header.split(separator: ",").contains { part in
        var part = part.drop { $0 == " " }
        while part.last == " " { part.removeLast() }
        if part.hasPrefix("W/") { part = part.dropFirst(2) }
        return part.count == value.count + 2 && part.dropFirst().dropLast() == value
      }
  }

  /// FNV-1a in two lanes of 64 bits (Fowler, Noll, Vo); tags need no cryptographic strength.
  private struct FNV {
    private var first: UInt64 = 0xcbf2_9ce4_8422_2325
    private var second: UInt64 = 0x8422_2325_cbf2_9ce4

    mutating func add(_ byte: UInt8) {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second ^ UInt64(byte &+ 0x5B)) &* 0x100_0000_01b3
    }

    var text: String { String(first, radix: 36) + String(second, radix: 36) }
  }
}
