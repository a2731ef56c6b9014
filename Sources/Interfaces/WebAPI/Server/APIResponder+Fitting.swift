import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import NIOCore

// MARK: - Answers

extension APIResponder {
  /// The answer in the form that the request accepts.
  func fit(
    _ answer: ReadyAnswer, _ request: Request, _ caching: Endpoint.Caching, _ standard: StandardHeaders
  ) -> Response {
    if let tag = answer.tag, let header = request.headers[.ifNoneMatch], answer.status == .ok, tag.isNamed(by: header) {
      return unchanged(tag, caching, standard)
    }
    if let tag = answer.tag, answer.status == .notModified { return unchanged(tag, caching, standard) }
    guard let header = request.headers[.acceptEncoding], Gzip.isAccepted(header), let gzip = answer.gzip else {
      return Response(
        status: answer.status, headers: answer.headers,
        body: answer.body.readableBytes == 0 ? ResponseBody() : ResponseBody(byteBuffer: answer.body))
    }
    var headers = answer.headers
    headers.append(HTTPField(name: .contentEncoding, value: "gzip"))
    return Response(status: answer.status, headers: headers, body: ResponseBody(byteBuffer: gzip))
  }

  func unchanged(_ tag: EntityTag, _ caching: Endpoint.Caching, _ standard: StandardHeaders) -> Response {
    var headers = standard.all
    headers.append(HTTPField(name: .eTag, value: tag.description))
    headers.append(HTTPField(name: .cacheControl, value: caching.header))
    return Response(status: .notModified, headers: headers)
  }

  /// The answer to a CORS preflight request.
  func preflight(_ methods: [HTTPRequest.Method]) -> Response {
    var headers = service.standardHeaders.all
    let names = methods.map(\.rawValue).joined(separator: ", ")
    headers[.allow] = names
    headers[.accessControlAllowMethods] = names
    headers[.accessControlAllowHeaders] =
      "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id"
    headers[.accessControlMaxAge] = "86400"
    return Response(status: .noContent, headers: headers)
  }

  /// Adds the headers common to all answers.
  ///
  /// - Parameter isForOthers: false for pages and for what a cookie opens: scripts of other origins may not read those.
  func finish(_ response: inout Response, _ request: Request, _ source: RequestSource, _ isForOthers: Bool) {
    response.headers.append(HTTPField(name: .requestID, value: source.id))
    response.headers.append(HTTPField(name: .date, value: service.moment.httpDate))
    let allowed = service.configuration.allowedOrigins
    // A `*` is already in the standard headers.
    if !isForOthers {
      response.headers[.accessControlAllowOrigin] = nil
      response.headers[.accessControlExposeHeaders] = nil
    } else if !allowed.contains("*"), let origin = request.headers[.origin], allowed.contains(origin) {
      StandardHeaders.permit(origin, &response.headers)
    }
    if request.method == .head { response = response.createHeadResponse() }
  }
}

// MARK: - Problems

extension APIResponder {
  /// The problem for an error; details of internal errors go only to the log.
  func problem(for error: any Error, _ source: RequestSource) -> Problem {
    if let problem = Problem(error) {
      if problem.status.code >= 500 {
        service.logger.error("\(error)", metadata: ["request_id": "\(source.id)"])
      }
      return problem
    }
    service.logger.error("unexpected: \(error)", metadata: ["request_id": "\(source.id)"])
    return Problem(
      .internalServerError, .internalError, "伺服器內部錯誤；請看伺服器紀錄裡的請求 \(source.id)",
      "an internal error; see the server log for request \(source.id)")
  }

  func refuse(_ problem: Problem, _ source: RequestSource, in language: Language) -> Response {
    let answer = ReadyAnswer(
      Answer(problem, instance: source.id, in: language), .none, service.standardHeaders)
    return Response(status: answer.status, headers: answer.headers, body: ResponseBody(byteBuffer: answer.body))
  }
}
