import Database
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store

/// Why a request is not done, as RFC 9457 tells it.
struct Problem: Error, Sendable {
  let status: HTTPResponse.Status
  /// A sentence for the person who caused it: what was given, and what would be right.
  let detail: String
  /// The fields or parameters that are wrong.
  var errors: [FieldError] = []
  var headers = HTTPFields()

  /// One field or parameter that is wrong.
  struct FieldError: Hashable, Sendable {
    let field: String
    let detail: String
  }

  init(_ status: HTTPResponse.Status, _ detail: String) {
    self.status = status
    self.detail = detail
    // RFC 9110, 15.5.2: who is not known is told how to say who it is.
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"folkcal\"" }
  }

  /// A parameter of the path or the query, or a member of the body, that is not what it must be.
  static func field(_ name: String, _ detail: String, _ status: HTTPResponse.Status = .badRequest) -> Problem {
    var problem = Problem(status, "\(name): \(detail)")
    problem.errors = [FieldError(field: name, detail: detail)]
    return problem
  }

  /// A cursor that is none.
  static var noPage: Problem {
    .field("cursor", "no page begins there: follow the Link header of the page before", .notFound)
  }

  static func notFound(_ detail: String) -> Problem { Problem(.notFound, detail) }

  /// Too much, or too early: when to come again is said.
  static func later(_ status: HTTPResponse.Status, seconds: Int, _ detail: String) -> Problem {
    var problem = Problem(status, detail)
    problem.headers[.retryAfter] = "\(max(seconds, 1))"
    return problem
  }

  /// - Parameter instance: the number of the request, by which the log tells more.
  func json(instance: String) -> JSON {
    var members: [JSON.Member] = [
      .init("type", "about:blank"), .init("title", .text(status.reasonPhrase)),
      .init("status", .integer(status.code)), .init("detail", .text(detail)),
      .init("instance", .text("urn:request:" + instance)),
    ]
    if !errors.isEmpty {
      let list = errors.map { error -> JSON in
        ["field": .text(error.field), "detail": .text(error.detail)]
      }
      members.append(.init("errors", .list(list)))
    }
    return .object(members)
  }
}

// MARK: - What other modules throw

extension Problem {
  /// The problem for an error of another module; nil for one that is our own fault.
  init?(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let faults as RecordFaults: self = Self.faults(faults)
    case let error as InputError: self = Problem(.badRequest, error.description)
    case let error as JSONError: self = Problem(.badRequest, error.description)
    case let error as CalendarError: self = Problem(.unprocessableContent, error.description)
    case let error as UnknownTimeZone: self = Problem(.unprocessableContent, error.description)
    case let error as NoSuchReminder: self = .notFound("reminder \(error.id) is not in the log")
    case RecordError.noSuchRecord(let entity, let key, let similar):
      let hint = similar.isEmpty ? "" : "; there is \(similar.joined(separator: ", "))"
      self = .notFound("\(entity.rawValue) \"\(key)\" does not exist\(hint)")
    case RecordError.referredTo(let entity, let key, let by):
      self = Problem(
        .conflict,
        "\(entity.rawValue) \"\(key)\" is referred to by \(by.joined(separator: ", ")): remove or change those first")
    case TokenError.noSuchToken(let name): self = .notFound("there is no token \"\(name)\"")
    case let error as TokenError: self = Problem(.conflict, error.description)
    case let error as OwnEventLimit: self = Problem(.conflict, error.description)
    case let error as AccountConflict: self = Problem(.conflict, error.description)
    case let error as UnreadableRecord:
      self = Problem(
        .internalServerError,
        "\(error.entity.rawValue) \"\(error.key)\" cannot be read: \(error.field); the operator's check tells more")
    case let error as DatabaseError: self = Self.store(error)
    case let error as APIService.NoWay:
      self = Problem(error.isForLackOfConfiguration ? .serviceUnavailable : .conflict, error.reason)
    default: return nil
    }
  }

  private static func faults(_ faults: RecordFaults) -> Problem {
    var problem = Problem(.unprocessableContent, faults.description)
    problem.errors = faults.faults.map { fault in
      FieldError(
        field: [fault.place, fault.field, fault.member ?? ""].filter { !$0.isEmpty }.joined(separator: "."),
        detail: fault.problem)
    }
    return problem
  }

  /// The path of the database is nobody's business: only what it means for the request is said.
  private static func store(_ error: DatabaseError) -> Problem {
    switch error {
    case .busy:
      .later(.serviceUnavailable, seconds: 1, "the database is in use by another program; nothing was changed")
    case .full: Problem(.insufficientStorage, "no space is left for the database; nothing was changed")
    case .readOnly: Problem(.serviceUnavailable, "the database may not be written; nothing was changed")
    case .constraint: Problem(.conflict, "another change came first; nothing was changed, try again")
    default: .later(.serviceUnavailable, seconds: 30, "the database is not available")
    }
  }
}

extension HTTPResponse.Status {
  /// 507, of WebDAV (RFC 4918).
  static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
