import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records

/// The reason why a request failed (RFC 9457).
struct Problem: Error, Sendable {
  let status: HTTPResponse.Status
  /// A name for programs that never changes: one of `Code`, or the code of another module's error.
  let code: String
  /// A sentence for the caller: the input and the expected form.
  let detail: Wording
  /// The invalid fields or parameters.
  var errors: [FieldError] = []
  var headers = HTTPFields()

  /// One invalid field or parameter.
  struct FieldError: Hashable, Sendable {
    let field: String
    let code: String
    let detail: Wording
  }

  init(_ status: HTTPResponse.Status, code: String, _ detail: Wording) {
    self.status = status
    self.code = code
    self.detail = detail
    // RFC 9110, 15.5.2: a 401 names the authentication scheme.
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"folkcal\"" }
  }

  init(_ status: HTTPResponse.Status, _ code: Code, _ detail: Wording) {
    self.init(status, code: code.rawValue, detail)
  }

  init(_ status: HTTPResponse.Status, _ code: Code, _ chinese: String, _ english: String) {
    self.init(status, code, Wording(chinese, english))
  }

  /// An invalid parameter or body member.
  static func field(
    _ name: String, _ code: Code, _ detail: Wording, _ status: HTTPResponse.Status = .badRequest
  ) -> Problem {
    .field(name, code: code.rawValue, detail, status)
  }

  static func field(
    _ name: String, _ code: Code, _ chinese: String, _ english: String, _ status: HTTPResponse.Status = .badRequest
  ) -> Problem {
    .field(name, code, Wording(chinese, english), status)
  }

  static func field(
    _ name: String, code: String, _ detail: Wording, _ status: HTTPResponse.Status = .badRequest
  ) -> Problem {
    var problem = Problem(
      status, code: code, Wording("\(name)：\(detail.chinese)", "\(name): \(detail.english)"))
    problem.errors = [FieldError(field: name, code: code, detail: detail)]
    return problem
  }

  /// The request may be repeated after some seconds.
  static func later(
    _ status: HTTPResponse.Status, seconds: Int, _ code: Code, _ chinese: String, _ english: String
  ) -> Problem {
    var problem = Problem(status, code, chinese, english)
    problem.headers[.retryAfter] = "\(max(seconds, 1))"
    return problem
  }

  /// - Parameter instance: the request ID, for the log.
  func json(instance: String, in language: Language) -> JSON {
    var members: [JSON.Member] = [
      .init("type", "about:blank"), .init("title", .text(status.reasonPhrase)),
      .init("status", .integer(status.code)), .init("code", .text(code)),
      .init("detail", .text(detail.text(in: language))), .init("instance", .text("urn:request:" + instance)),
    ]
    if !errors.isEmpty {
      let list = errors.map { error -> JSON in
        ["field": .text(error.field), "code": .text(error.code), "detail": .text(error.detail.text(in: language))]
      }
      members.append(.init("errors", .list(list)))
    }
    return .object(members)
  }
}

// MARK: - Problems of several endpoints

extension Problem {
  /// An invalid cursor.
  static var noPage: Problem {
    .field(
      "cursor", .unknownCursor, "沒有從這裡開始的一頁：請用前一頁的 Link 標頭裡的網址",
      "no page begins there: follow the Link header of the page before", .notFound)
  }

  /// A record that does not exist.
  ///
  /// - Parameter list: the address of the list of such records.
  static func noSuch(_ kind: RecordKind, _ name: some StringProtocol, listedAt list: String? = nil) -> Problem {
    Problem(
      .notFound, .noSuchRecord, "\(kind.chinese)「\(name)」不存在" + (list.map { "；\($0) 列出全部" } ?? ""),
      "\(kind.rawValue) \"\(name)\" does not exist" + (list.map { "; \($0) lists them" } ?? ""))
  }

  /// What a problem calls a record.
  enum RecordKind: String {
    case source, deity, event, temple, activity, group, user, reminder, token

    init(_ entity: Entity) {
      self =
        switch entity {
        case .source: .source
        case .deity: .deity
        case .event: .event
        case .temple: .temple
        case .activity: .activity
        case .group: .group
        case .user: .user
        }
    }

    var chinese: String {
      switch self {
      case .source: "來源"
      case .deity: "神明"
      case .event: "節日"
      case .temple: "廟宇"
      case .activity: "活動"
      case .group: "群組"
      case .user: "使用者"
      case .reminder: "提醒"
      case .token: "權杖"
      }
    }
  }

  /// A range of days whose last day comes before its first.
  static func endBeforeStart(_ first: SolarDate, _ last: SolarDate) -> Problem {
    .field("to", .conflictingValues, "\(last) 在第一天 \(first) 之前", "\(last) is before \(first), the first day")
  }

  /// A user who has been deleted since the token was made.
  static var userGone: Problem {
    Problem(.unauthorized, .userGone, "這位使用者已經不存在", "this user does not exist any more")
  }

  /// If-Match names an older state (RFC 9110, 13.1.1).
  static var changedSinceRead: Problem {
    Problem(
      .preconditionFailed, .changedSinceRead, "您讀取之後，資料又改過了：請重新讀取", "it has changed since you read it: read it again")
  }

  /// A member of the body that must be a text.
  static func missingText(_ name: String) -> Problem {
    .field(name, .missingValue, "沒有寫，或不是文字", "is missing, or is not a text", .unprocessableContent)
  }

  /// A member of the body that may not be null.
  static func isNull(_ name: String) -> Problem {
    .field(name, .invalidValue, "是 null：請刪掉這個欄位", "is null: leave it out", .unprocessableContent)
  }

  /// A body of too many bytes.
  static func bodyTooLarge(_ limit: Int) -> Problem {
    Problem(.contentTooLarge, .bodyTooLarge, "內容超過 \(limit) 個位元組", "the body is larger than \(limit) bytes")
  }

  /// A body that is JSON but no object.
  static var noObject: Problem {
    Problem(.unprocessableContent, .malformedBody, "內容必須是一個 JSON 物件", "expected a JSON object")
  }
}

extension HTTPResponse.Status {
  /// 507, of WebDAV (RFC 4918).
  static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
