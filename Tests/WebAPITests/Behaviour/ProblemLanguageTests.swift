import JSON
import Records
import TestSupport
import Testing

@testable import WebAPI

/// What goes wrong is said in the caller's language, with the same code for programs in each.
@Suite("problems in the language of the caller", .timed, .timeLimit(.minutes(20)))
struct ProblemLanguageTests {
  enum Sender: Sendable { case nobody, reader, user, admin, stranger }

  /// A wrong request, and what its problem says.
  struct Case: Sendable, CustomTestStringConvertible {
    let request: String
    var body: String?
    var sender = Sender.nobody
    let status: Int
    let code: String
    /// The field in `errors`; nil for a problem of the whole request.
    var field: String?
    /// The sentence of the field, or of the whole request.
    let chinese: String
    let english: String

    init(
      _ request: String, body: String? = nil, by sender: Sender = .nobody, _ status: Int, _ code: String,
      field: String? = nil, _ chinese: String, _ english: String
    ) {
      (self.request, self.body, self.sender, self.status) = (request, body, sender, status)
      (self.code, self.field, self.chinese, self.english) = (code, field, chinese, english)
    }

    var testDescription: String { "\(request) \(body ?? "")" }
  }

  private static let cases = [
    // Parameters.
    Case(
      "GET /api/groups/mazu?moon=1", 400, "unknown_parameter", field: "moon",
      "沒有這個參數；有 lang", "no such parameter; there is lang"),
    Case(
      "GET /api/events?limit=1&limit=2", 400, "repeated_value", field: "limit", "寫了兩次：請只寫一次", "given twice"),
    Case(
      "GET /api/events?from=2025-02-30", 400, "invalid_value", field: "from",
      "「2025-02-30」不是日期，例如 2025-04-20", "\"2025-02-30\" is not a day such as 2025-04-20"),
    Case(
      "GET /api/events?limit=5001", 400, "invalid_value", field: "limit",
      "「5001」不是從 1 到 5000 的整數", "\"5001\" is not a whole number from 1 to 5000"),
    Case(
      "GET /api/events?type=custom", 400, "invalid_value", field: "type",
      "「custom」不是其中之一：festival、deity", "\"custom\" is not festival, deity"),
    Case(
      "GET /api/events?from=2025-04-02&to=2025-04-01", 400, "conflicting_values", field: "to",
      "2025-04-01 在第一天 2025-04-02 之前", "2025-04-01 is before 2025-04-02, the first day"),
    Case(
      "GET /api/temples?lat=24", 400, "missing_value", field: "lng", "必填：要和 lat 一起寫", "is missing: lat goes with it"),
    Case(
      "GET /api/temples?lat=91&lng=120", 400, "invalid_value", field: "lat",
      "「91」不是從 -90.0 到 90.0 的數字", "\"91\" is not a number from -90.0 to 90.0"),
    Case(
      "GET /api/events?cursor=nothing", 404, "unknown_cursor", field: "cursor",
      "沒有從這裡開始的一頁：請用前一頁的 Link 標頭裡的網址", "no page begins there: follow the Link header of the page before"),
    Case(
      "GET /api/events?%zz", 400, "malformed_query", "查詢字串必須是百分號編碼的 UTF-8，不能有控制字元",
      "the query is not percent-encoded UTF-8 without control characters"),
    // Records and paths.
    Case("GET /api/events/moon", 404, "no_such_record", "節日「moon」不存在", "event \"moon\" does not exist"),
    Case(
      "GET /api/deities/moon", 404, "no_such_record", "神明「moon」不存在；/api/deities 列出全部",
      "deity \"moon\" does not exist; /api/deities lists them"),
    Case("GET /api/temples/moon", 404, "no_such_record", "廟宇「moon」不存在", "temple \"moon\" does not exist"),
    Case(
      "GET /api/day/2025-13-01", 404, "invalid_date", "「2025-13-01」不是日期，例如 2026-11-21",
      "\"2025-13-01\" is no day such as 2026-11-21"),
    Case(
      "GET /nothing", 404, "unknown_path", "/nothing 沒有內容；請看 /api/openapi.json",
      "there is nothing at /nothing; see /api/openapi.json"),
    Case(
      "DELETE /api/events/mazu", 405, "method_not_allowed", "這裡不能用 DELETE：請用 GET, OPTIONS, HEAD",
      "DELETE is not done here: use GET, OPTIONS, HEAD"),
    // Bodies.
    Case("POST /api/lunar", 400, "malformed_body", "沒有內容：請送出 JSON", "the body is empty: expected JSON"),
    Case("POST /api/lunar", body: "[]", 422, "malformed_body", "內容必須是一個 JSON 物件", "expected a JSON object"),
    Case(
      "POST /api/lunar", body: #"{"moon":1}"#, 422, "unknown_member", field: "moon",
      "沒有這個欄位；有 lunar、solar、dates、solar_dates、years、calendar",
      "no such member; there is lunar, solar, dates, solar_dates, years, calendar"),
    Case(
      "POST /api/lunar", body: #"{"lunar":{"year":2025,"month":3}}"#, 422, "missing_value", field: "lunar",
      "需要 month 和 day", "needs month and day"),
    Case(
      "PUT /api/user/event-subscriptions", body: #"{"subscriptions":[{"event":"moon"}]}"#, by: .user, 422,
      "no_such_record",
      field: "subscriptions[0]", "節日「moon」不存在", "event \"moon\" does not exist"),
    Case(
      "POST /api/admin/test-push", body: #"{"message":"a"}"#, by: .admin, 422, "missing_value", field: "userId", "必填",
      "is missing"),
    Case(
      "POST /api/auth/refresh", body: #"{"refresh_token":7}"#, 422, "missing_value", field: "refresh_token",
      "沒有寫，或不是文字",
      "is missing, or is not a text"),
    // Callers.
    Case("GET /api/user/profile", 401, "sign_in_needed", "請登入，或送出權杖", "sign in, or send a token"),
    Case(
      "GET /api/user/profile", by: .stranger, 401, "invalid_token", "權杖不存在，或已經過期", "the token is unknown or has expired"
    ),
    Case(
      "GET /api/admin/users", by: .reader, 403, "role_needed", "這裡需要角色 admin，而權杖的角色是 reader",
      "this needs the role admin, and the token has reader"),
    Case(
      "POST /api/admin/plan", body: #"{"days":1}"#, by: .user, 403, "role_needed", "這裡需要角色 admin 的權杖",
      "this needs a token with the role admin"),
  ]

  @Test("a wrong request is explained in Chinese or English, with one code", arguments: cases)
  func explained(wrong: Case) async throws {
    let desk = try await Self.desk.value
    let token = try await Self.token(wrong.sender)
    let (method, target) = try #require(
      wrong.request.firstIndex(of: " ").map {
        (String(wrong.request[..<$0]), String(wrong.request[$0...].dropFirst()))
      })
    let type = wrong.body.map { _ in [("Content-Type", "application/json")] } ?? []
    for (header, language) in [(nil, "en"), ("en", "en"), ("fr", "en"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans")] {
      let headers = type + (header.map { [("Accept-Language", $0)] } ?? [])
      let reply = try await desk.ask(method, target, as: token, headers, body: wrong.body.map { Array($0.utf8) })
      try reply.expectProblem(wrong.status, field: wrong.field)
      #expect(reply.header("Content-Language") == language)
      #expect(reply.header("Vary")?.contains("Accept-Language") == true)
      let problem = try reply.json
      #expect(problem["code"] == .text(wrong.code))
      let field = problem["errors"].list.first { $0["field"].text == wrong.field }
      #expect(field == nil || field?["code"] == .text(wrong.code))
      // Simplified Chinese is made from Traditional.
      guard language != "zh-Hans" else {
        #expect(problem["detail"].text?.contains { !$0.isASCII } == true)
        continue
      }
      let text = language == "en" ? wrong.english : wrong.chinese
      let colon = language == "en" ? ": " : "："
      #expect(problem["detail"] == .text((wrong.field.map { $0 + colon } ?? "") + text))
      #expect(field == nil || field?["detail"] == .text(text))
    }
  }

  @Test("the parameter lang comes before the header, even in a query with a fault; weights in the header count")
  func whichLanguage() async throws {
    let desk = try await Self.desk.value
    func language(_ target: String, _ header: String?) async throws -> String? {
      let reply = try await desk.get(target, header.map { [("Accept-Language", $0)] } ?? [])
      try reply.expectProblem(reply.status)
      return reply.header("Content-Language")
    }
    #expect(try await language("/api/events?limit=0&lang=zh-TW", "en") == "zh-Hant")
    #expect(try await language("/api/events?lang=zh-CN&moon=1", nil) == "zh-Hans")
    #expect(try await language("/api/events/moon?lang=en", "zh-TW") == "en")
    // An invalid language is the fault itself.
    #expect(try await language("/api/events?lang=fr", "zh-TW") == "zh-Hant")
    // The path has no parameter lang.
    #expect(try await language("/nothing?lang=zh-TW", nil) == "en")
    #expect(try await language("/nothing", "zh-TW;q=0.5, en;q=0.8") == "en")
    #expect(try await language("/nothing", "en;q=0.5, fr, zh-Hant;q=0.8") == "zh-Hant")
    #expect(try await language("/nothing", "zh;q=0, fr") == "en")
  }

  @Test("faults of a record are listed in the language, each with a code")
  func faultsOfRecords() async throws {
    let desk = try await Self.desk.value
    let token = try await Self.token(.admin)
    let body: JSON = ["key": "moon", "name": "月", "lat": 91]
    func problem(_ language: String) async throws -> JSON {
      let reply = try await desk.send("POST", "/api/admin/temples", body, as: token, [("Accept-Language", language)])
      try reply.expectProblem(422, field: "lat")
      return try reply.json
    }
    let (chinese, english) = (try await problem("zh-TW"), try await problem("en"))
    let texts = chinese["errors"].list.map { $0["detail"].text ?? "" }
    #expect(texts.contains { $0.contains("91") && $0.contains { !$0.isASCII } }, "\(texts)")
    #expect(chinese["detail"].text?.contains("lat") == true)
    #expect(chinese["code"] == english["code"])
    #expect(chinese["errors"].list.map { $0["code"] } == english["errors"].list.map { $0["code"] })
    #expect(english["errors"].list.allSatisfy { $0["detail"].text?.allSatisfy(\.isASCII) == true })
  }

  @Test("an input that is no date has its reason and a code in the list of results")
  func wrongDates() async throws {
    let desk = try await Self.desk.value
    let body: JSON = ["dates": ["2025-02-30", "2025-04-20"]]
    let english = try await desk.send("POST", "/api/lunar", body).json["dates"].list
    let chinese = try await desk.send("POST", "/api/lunar", body, [("Accept-Language", "zh-TW")]).json["dates"].list
    #expect(english[0]["error"].text?.allSatisfy(\.isASCII) == true)
    #expect(english[0]["code"].text?.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
    #expect(chinese[0]["code"] == english[0]["code"] && english[1]["code"] == .null)
  }

  @Test("too many requests are refused in the language")
  func tooMany() async throws {
    let desk = try await APIDesk {
      $0.requestsPerSecond = 1
      $0.requestBurst = 1
    }
    try await desk.get("/api/groups").expect(200)
    let reply = try await desk.get("/api/groups", [("Accept-Language", "zh-TW")])
    try reply.expectProblem(429)
    #expect(try reply.json["code"] == "too_many_requests")
    #expect(try reply.json["detail"] == "每秒超過 1.0 次請求")
  }

  @Test("what is no request of HTTP is explained in the language, as far as the head can be read")
  func noRequests() async throws {
    let client = try await Self.desk.value.client
    func problem(_ head: String) async throws -> Reply {
      try Reply(try await client.exchange(Array((head + "\r\n").utf8)))
    }
    let twoHosts = "GET /api/groups HTTP/1.1\r\nHost: a\r\nHost: b\r\n"
    let chinese = try await problem(twoHosts + "Accept-Language: zh-TW\r\n")
    try chinese.expectProblem(400)
    #expect(chinese.header("Content-Language") == "zh-Hant")
    #expect(try chinese.json["detail"] == "這不是 HTTP/1.1 的請求（RFC 9112）：有 2 個 Host 標頭，而必須是一個")
    let english = try await problem(twoHosts)
    #expect(english.header("Content-Language") == "en")
    #expect(
      try english.json["detail"] == "this is no request of HTTP/1.1 (RFC 9112): it has 2 Host headers instead of one")
    #expect(try english.json["code"] == "malformed_request" && chinese.json["code"] == "malformed_request")
    let long = try await problem("GET /api/groups HTTP/1.1\r\nX-A: \(String(repeating: "b", count: 17_000))\r\n")
    #expect(try long.json["code"] == "header_too_large")
    let coding = try await problem(
      "POST /api/lunar HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nAccept-Language: zh-TW\r\n")
    try coding.expectProblem(501)
    #expect(try coding.json["detail"] == "這裡不支援 Transfer-Encoding gzip：請用 chunked")
  }

  @Test("the document names every code, and each has the form of a code")
  func codes() throws {
    let text = try #require(Schemas.problem["properties"]["code"]["description"].text)
    for code in Problem.Code.allCases {
      #expect(text.contains("\(code.rawValue): "))
      #expect(code.rawValue.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil)
    }
  }

  // MARK: Senders

  private static let desk = Task { try await APIDesk() }
  private static let user = Task { try await desk.value.user("problem") }
  private static let reader = Task { try await desk.value.token(.reader) }
  private static let admin = Task { try await desk.value.token(.admin) }

  private static func token(_ sender: Sender) async throws -> String? {
    switch sender {
    case .nobody: nil
    case .stranger: "fck_nobody"
    case .user: try await user.value.token
    case .reader: try await reader.value
    case .admin: try await admin.value
    }
  }
}
