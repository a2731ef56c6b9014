import Addresses
import Channels
import Folklore
import Foundation
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import Lunisolar
import NIOCore
import NIOPosix
import Nearby
import Store

/// One request to an endpoint.
struct Call: Sendable {
  let service: APIService
  let request: Request
  let endpoint: Endpoint
  /// The path parameters, percent-decoded, in order.
  let pathValues: [String]
  let query: QueryItems
  let language: Language
  /// The language of problems; English if the request names none.
  var problemLanguage: Language { APIResponder.problemLanguage(of: request, endpoint) }
  let moment: Moment
  /// The clock of the zone named by the request, otherwise the signed-in user's, otherwise the server's.
  var clock: ZonedClock
  let caller: Caller
  let source: RequestSource
  /// The public data, unchanged during this call.
  let data: PublicData

  /// The first day of countdowns and lists.
  var today: SolarDate { clock.local(at: moment.now).date }

  /// Reads dates, times and rules as people type them, on the clock of the request.
  func reader(_ variant: CalendarVariant = .chinese) -> DateReader {
    DateReader(today: today, variant: variant, clock: clock) { [data] in data.dayNames }
  }

  /// The first parameter of the path.
  var id: String { pathValues.first ?? "" }

  /// The value of a parameter; nil if it is not given.
  ///
  /// - Throws: `Problem` 400 that names the parameter.
  subscript<Value>(_ parameter: Parameter<Value>) -> Value? {
    get throws {
      guard let text = query[parameter.declaration.name] else { return nil }
      do throws(ParameterProblem) {
        return try parameter.read(text)
      } catch {
        throw Problem.parameter(parameter.declaration.name, text, error)
      }
    }
  }

  /// The actor and time of a change, for the audit log.
  var change: Change {
    service.change(by: caller.name, at: moment)
  }

  /// Reads the database on a thread that may block.
  func work<Result: Sendable>(_ body: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
    let store = service.store
    return try await service.threads.runIfActive { try body(store) }
  }

  /// Changes the database through the store given to the body. Writers wait for each other, so check with `work` first whatever can be refused.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
    try await service.write(for: limitKey, body)
  }

  /// The key by which requests are counted and writes take turns.
  private var limitKey: String { caller.limitKey ?? source.limitKey }

  /// Reloads the public data after a change. The change stands even if this fails.
  func refresh() async {
    do {
      try await service.keeper.refresh()
    } catch {
      service.logger.error("the public data cannot be read: \(error)")
    }
  }

  /// Charges the caller for more than one request.
  ///
  /// - Throws: `Problem` 429.
  func charge(requests: Double) throws {
    try service.take(requests, of: limitKey) { rate in
      let count = Int(requests.rounded(.up))
      return Wording(
        "這個請求相當於再送 \(count) 次請求，而每秒最多 \(rate) 次",
        "this counts as \(count) more requests, and there may be \(rate) a second")
    }
  }

  /// Charges the caller for a search, by the number of texts and the length of the search.
  ///
  /// - Throws: `Problem` 429.
  func charge(search: String, among texts: Int) throws {
    let requests = Self.requests(ofSearch: search, among: texts)
    if requests > 0 { try charge(requests: Double(requests)) }
  }

  /// The number of requests as which a search counts.
  static func requests(ofSearch search: String, among texts: Int) -> Int {
    texts * (1 + search.unicodeScalars.count / charactersOfPart) / textsOfRequest
  }

  /// Searching this many texts for up to 25 characters takes as long as one request; every further 25 characters take as long again.
  private static let charactersOfPart = 25
  private static let textsOfRequest = 500

  /// The URL of this page with another cursor.
  func url(withCursor cursor: String) -> String {
    var query = query
    query["cursor"] = cursor
    return "\(request.uri.path)?\(query.text)"
  }
}

extension Problem {
  /// The problem of an invalid parameter.
  fileprivate static func parameter(_ name: String, _ text: String, _ problem: ParameterProblem) -> Problem {
    let expected = problem.expected
    return .field(
      name, .invalidValue, "「\(text.prefix(100))」不是\(expected.chinese)",
      "\"\(text.prefix(100))\" is not \(expected.english)")
  }
}

/// The time of a call.
struct Moment: Sendable {
  /// Seconds of UTC since 1970.
  let now: Int
  /// The local time.
  let local: LocalMoment
  /// The time as HTTP headers write it.
  let httpDate: String

  init(now: Int, clock: ZonedClock) {
    self.now = now
    local = LocalMoment(instant: now, clock: clock)
    httpDate = HTTPDate.text(now)
  }

  var clock: ZonedClock { local.clock }
  var today: SolarDate { local.date }
}

/// The query parameters, percent-decoded, each once.
struct QueryItems: Sendable {
  private(set) var items: [(name: String, value: String)] = []

  /// - Throws: `Problem` 400 for invalid UTF-8, an unknown or repeated name, or an invalid value.
  init(_ text: String?, of endpoint: Endpoint) throws {
    guard let text, !text.isEmpty else {
      try requireAll(of: endpoint)
      return
    }
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let sign = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = Self.decoded(part[..<sign]), let value = Self.decoded(part[sign...].dropFirst()) else {
        throw Problem(
          .badRequest, .malformedQuery, "查詢字串必須是百分號編碼的 UTF-8，不能有控制字元",
          "the query is not percent-encoded UTF-8 without control characters")
      }
      guard let parameter = endpoint.parameters.first(where: { $0.name == name && !$0.isInPath }) else {
        let known = endpoint.parameters.filter { !$0.isInPath }.map(\.name)
        throw Problem.field(
          String(name.prefix(50)), .unknownParameter,
          known.isEmpty ? "這裡沒有參數" : "沒有這個參數；有 \(known.joined(separator: "、"))",
          known.isEmpty
            ? "there are no parameters here" : "no such parameter; there is \(known.joined(separator: ", "))")
      }
      guard self[name] == nil else { throw Problem.field(name, .repeatedValue, "寫了兩次：請只寫一次", "given twice") }
      // Values are checked even if the endpoint does not use them.
      do throws(ParameterProblem) { try parameter.check(value) } catch { throw Problem.parameter(name, value, error) }
      items.append((name, value))
    }
    try requireAll(of: endpoint)
  }

  private func requireAll(of endpoint: Endpoint) throws {
    for parameter in endpoint.parameters where parameter.isRequired && !parameter.isInPath {
      guard self[parameter.name] != nil else {
        throw Problem.field(parameter.name, .missingValue, "必填", "is missing")
      }
    }
  }

  subscript(name: String) -> String? {
    get { items.first { $0.name == name }?.value }
    set {
      items.removeAll { $0.name == name }
      if let newValue { items.append((name, newValue)) }
    }
  }

  /// The query as text for a URL.
  var text: String {
    items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }

  /// Percent-decodes; nil for invalid UTF-8 or control characters.
  ///
  /// - Parameter isPath: true if a plus sign stays a plus sign.
  static func decoded(_ text: Substring.UTF8View, isPath: Bool = false) -> String? {
    let isPlain = text.allSatisfy { byte in
      byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "%") && (isPath || byte != UInt8(ascii: "+"))
    }
    if isPlain { return String(Substring(text)) }
    guard let bytes = PercentEncoding.decode(text, plusIsBlank: !isPath) else { return nil }
    guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

// MARK: - Bodies

extension Call {
  /// The body as JSON.
  ///
  /// A body without a type or with type text, the default of `fetch`, is read as JSON; the specification's own example sends one. This is safe
  /// because a cookie identifies nobody unless one of our own pages sends the request.
  ///
  /// - Throws: `Problem` 413, 415, or 400 for what is no JSON; JSON of another form than the document's is 422 everywhere.
  func body() async throws -> JSON {
    let type = request.headers[.contentType] ?? ""
    guard ["", "application/json", "text/plain"].contains(type.prefix { $0 != ";" && $0 != " " }.lowercased()) else {
      throw Problem(
        .unsupportedMediaType, .unsupportedBody, "內容的類型必須是 application/json，而不是 \(type.prefix(100))",
        "the body must be application/json, and is \(type.prefix(100))")
    }
    let coding = request.headers[.contentEncoding] ?? ""
    guard ["", "identity"].contains(coding.lowercased()) else {
      var problem = Problem(
        .unsupportedMediaType, .unsupportedBody, "內容用 \(coding.prefix(50)) 編碼過：請不要編碼，直接送出",
        "the body has the coding \(coding.prefix(50)): send it as it is")
      // RFC 9110, 12.5.3.
      problem.headers[.acceptEncoding] = "identity"
      throw problem
    }
    let limit = service.configuration.bodyLimit
    guard let bytes = try await source.body(of: request, limit: limit) else { throw Problem.bodyTooLarge(limit) }
    guard !bytes.isEmpty else {
      throw Problem(.badRequest, .malformedBody, "沒有內容：請送出 JSON", "the body is empty: expected JSON")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Problem(.badRequest, .malformedBody, "內容不是 UTF-8", "the body is not UTF-8")
    }
    do throws(JSONError) { return try JSON(json: Data(bytes)) } catch {
      throw Problem(.badRequest, .malformedBody, of: error)
    }
  }

  /// True if the request announces a body.
  var hasBody: Bool {
    request.headers[.contentLength].map { $0 != "0" } ?? request.headers.contains(.transferEncoding)
  }

  /// The body as a JSON object with only these members.
  ///
  /// - Throws: `Problem` 400 or 422.
  func object(_ known: [String]) async throws -> JSON {
    let body = try await body()
    guard case .object(let members) = body else { throw Problem.noObject }
    for member in members where !known.contains(member.name) {
      throw Problem.field(
        String(member.name.prefix(50)), .unknownMember,
        known.isEmpty ? "沒有這個欄位；這裡沒有任何欄位" : "沒有這個欄位；有 \(known.joined(separator: "、"))",
        known.isEmpty ? "no such member; there is none" : "no such member; there is \(known.joined(separator: ", "))",
        .unprocessableContent)
    }
    return body
  }
}

extension HTTPField.Name {
  static let link = HTTPField.Name("Link") ?? .via
  static let totalCount = HTTPField.Name("X-Total-Count") ?? .via
  static let requestID = HTTPField.Name("X-Request-Id") ?? .via
  static let forwardedFor = HTTPField.Name("X-Forwarded-For") ?? .via
}
