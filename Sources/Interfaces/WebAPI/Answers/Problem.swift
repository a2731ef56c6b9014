import Database
import Folklore
import HTTPTypes
import JSON
import Lunisolar
import Records
import Reminders
import Store

/// The reason why a request failed (RFC 9457).
struct Problem: Error, Sendable {
  let status: HTTPResponse.Status
  /// A sentence for the caller: the input and the expected form.
  let detail: String
  /// The invalid fields or parameters.
  var errors: [FieldError] = []
  var headers = HTTPFields()

  /// One invalid field or parameter.
  struct FieldError: Hashable, Sendable {
    let field: String
    let detail: String
  }

  init(_ status: HTTPResponse.Status, _ detail: String) {
    self.status = status
    self.detail = detail
    // RFC 9110, 15.5.2: a 401 names the authentication scheme.
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"folkcal\"" }
  }

  /// An invalid parameter or body member.
  static func field(_ name: String, _ detail: String, _ status: HTTPResponse.Status = .badRequest) -> Problem {
    var problem = Problem(status, "\(name): \(detail)")
    problem.errors = [FieldError(field: name, detail: detail)]
    return problem
  }

  /// An invalid cursor.
  static var noPage: Problem {
    .field("cursor", "no page begins there: follow the Link header of the page before", .notFound)
  }

  static func notFound(_ detail: String) -> Problem { Problem(.notFound, detail) }

  /// The request may be repeated after some seconds.
  static func later(_ status: HTTPResponse.Status, seconds: Int, _ detail: String) -> Problem {
    var problem = Problem(status, detail)
    problem.headers[.retryAfter] = "\(max(seconds, 1))"
    return problem
  }

  /// - Parameter instance: the request ID, for the log.
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

// MARK: - Errors of other modules

extension Problem {
  /// The problem for another module's error; nil for an internal error.
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
        "\(error.entity.rawValue) \"\(error.key)\" cannot be read: \(error.field); the operator's check gives details")
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

  /// Omits the path of the database.
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
