import Folklore
import HTTPTypes
import HummingbirdCore
import JSON
import Logging
import NIOCore
import Store

extension APIResponder {
  /// The answer of a request that is done once: if it has a key, and was sent with it before, the answer of then.
  ///
  /// - Parameter make: does the request.
  /// - Throws: `Problem`, and the errors of `make`.
  func once(
    _ request: Request, _ endpoint: Endpoint, _ caller: Caller, _ source: RequestSource,
    _ make: (Request) async throws -> Answer
  ) async throws -> Answer {
    let name = caller.limitKey ?? source.limitKey
    guard endpoint.method == .post, let key = try RequestKey(in: request.headers, caller: name) else {
      return try await make(request)
    }
    let limit = service.configuration.bodyLimit
    guard let body = try await source.body(of: request, limit: limit) else { throw Problem.bodyTooLarge(limit) }
    if let seconds = service.takeKey(name) {
      throw Problem.later(
        .tooManyRequests, seconds: Int(seconds.rounded(.up)), .tooManyRequests, "這個小時用過的 Idempotency-Key 太多了",
        "too many requests with Idempotency-Key in this hour")
    }
    let (hash, fingerprint, now) = (
      key.hash, RequestKey.fingerprint(ofRequestTo: request.uri.string, body), service.moment.now
    )
    var request = request
    request.body = RequestBody(buffer: ByteBuffer(bytes: body))
    switch try await service.write(for: name, { try $0.begin(request: fingerprint, key: hash, now: now) }) {
    case .otherRequest:
      throw Problem.field(
        "Idempotency-Key", .keyOfOtherRequest, "已經用在另一個請求：請換一個", "was used for another request: take another",
        .unprocessableContent)
    // What changes nothing may be done again, so its answer, which can be large, is not kept.
    case _ where endpoint.changesNothing: return try await make(request)
    case .answered(let text):
      if let answer = key.opened(text) { return answer }
      throw Problem(.internalServerError, .internalError, "已存的答覆讀不出來", "the stored answer cannot be read")
    case .underWay:
      throw Problem.later(
        .conflict, seconds: 1, .requestUnderWay, "同一個 Idempotency-Key 的請求還在處理",
        "the request with this Idempotency-Key is still under way")
    case .isNew:
      let language = Self.problemLanguage(of: request, endpoint)
      return try await done(source, language, { try await make(request) }) { answer in
        let sealed = try answer.map(key.sealed)
        try await service.write(for: name) { try $0.finish(key: hash, answer: sealed, began: now) }
      }
    }
  }

  /// Does a request, and keeps its answer or that there is none.
  private func done(
    _ source: RequestSource, _ language: Language, _ make: () async throws -> Answer,
    _ keep: (Answer?) async throws -> Void
  ) async throws -> Answer {
    func kept(_ answer: Answer) async -> Answer {
      do { try await keep(answer.isFinal ? answer : nil) } catch {
        service.logger.error("an answer was not kept: \(error)", metadata: ["request_id": "\(source.id)"])
      }
      return answer
    }
    do { return await kept(try await make()) } catch is CancellationError {
      // Whether something was done is not known. The key stays taken until its time is over.
      throw CancellationError()
    } catch {
      let problem = problem(for: error, source)
      _ = await kept(Answer(problem, instance: source.id, in: language))
      throw problem
    }
  }
}

extension Answer {
  /// False if nothing was done and the same request may succeed later.
  fileprivate var isFinal: Bool {
    ![.requestTimeout, .tooManyRequests, .serviceUnavailable, .insufficientStorage].contains(status)
  }

  /// The answer of a problem.
  init(_ problem: Problem, instance: String, in language: Language) {
    self.init(
      status: problem.status, contentType: .problem, body: problem.json(instance: instance, in: language).bytes,
      headers: problem.headers)
    headers.append(HTTPField(name: .contentLanguage, value: language.rawValue))
  }
}
