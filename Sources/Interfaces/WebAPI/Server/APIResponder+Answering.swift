import Folklore
import HTTPTypes
import HummingbirdCore
import Lunisolar
import WebPages

extension APIResponder {
  /// The answer of an endpoint: from the cache, 304, or newly made.
  ///
  /// - Throws: `Problem`, and the endpoint's errors.
  func answer(
    _ request: Request, _ endpoint: Endpoint, _ pathValues: [String], _ caller: Caller, _ source: RequestSource
  ) async throws -> Response {
    let data = try await service.keeper.current()
    let moment = service.moment
    let language = Self.language(of: request)
    guard endpoint.freshness != .none else {
      let answer = try await once(request, endpoint, caller, source) { request in
        try await make(request, endpoint, pathValues, caller, source, data, moment, language)
      }
      return fit(
        ReadyAnswer(answer, endpoint.caching, service.standardHeaders), request, endpoint.caching,
        service.standardHeaders)
    }
    let day = try Self.today(request, endpoint, moment)
    let key = AnswerKey(
      language: language, time: endpoint.freshness == .minute ? moment.now / 60 : day.julianDayNumber,
      // Without a configured public URL, answers contain the requested host and must not be shared between hosts.
      site: service.configuration.publicURL == nil ? source.authority ?? "" : "", address: request.uri.string)
    return try await answer(request, key, data, endpoint.caching, service.standardHeaders) {
      try await make(request, endpoint, pathValues, caller, source, data, moment, language)
    }
  }

  /// The answer with a key: 304, from the cache, or newly made. Only a 200 is stored.
  func answer(
    _ request: Request, _ key: AnswerKey, _ data: PublicData, _ caching: Endpoint.Caching, _ headers: StandardHeaders,
    make: () async throws -> Answer
  ) async throws -> Response {
    // Checked before any work: the ETag depends only on data, day and URL. An asterisk asks only if a resource exists.
    if let header = request.headers[.ifNoneMatch], header != "*" {
      let tag = key.tag(service.answerVersion, data.mark)
      if tag.isNamed(by: header) { return unchanged(tag, caching, headers) }
    }
    if let kept = data.answers[key] {
      service.monitor.answered(fromKept: true)
      return fit(kept, request, caching, headers)
    }
    var answer = try await make()
    service.monitor.answered(fromKept: false)
    let isKept = answer.status == .ok
    if isKept, answer.tag == nil { answer.tag = key.tag(service.answerVersion, data.mark) }
    let ready = ReadyAnswer(answer, caching, headers)
    if isKept { data.answers.keepIfAskedAgain(ready, for: key) }
    return fit(ready, request, caching, headers)
  }

  /// Calls the endpoint.
  ///
  /// - Parameter preferred: the language of the answer if the request names none.
  func make(
    _ request: Request, _ endpoint: Endpoint, _ pathValues: [String], _ caller: Caller, _ source: RequestSource,
    _ data: PublicData, _ moment: Moment, _ preferred: Language
  ) async throws -> Answer {
    let query = try QueryItems(request.uri.query, of: endpoint)
    let call = Call(
      service: service, request: request, endpoint: endpoint, pathValues: pathValues, query: query,
      language: try Self.language(query, preferred), moment: moment,
      clock: try Self.clock(query) ?? moment.clock, caller: caller, source: source, data: data)
    try await checkMatch(call)
    guard query[CommonParameters.search.declaration.name] != nil else { return try await endpoint.answer(call) }
    // A search compares all names with what somebody typed.
    return try await withTaskExecutorPreference(service.readers) { try await endpoint.answer(call) }
  }

  /// Compares `If-Match` with the ETag of the same URL (RFC 9110, 13.1.1).
  ///
  /// - Throws: `Problem` 412 if the resource has changed since the caller read it.
  private func checkMatch(_ call: Call) async throws {
    guard let expected = call.request.headers[.ifMatch], [.put, .delete].contains(call.request.method),
      case .route(let reading, let values) = service.routes.match(.get, call.request.uri.path),
      reading.caching == .ownChecked
    else { return }
    let present = try await reading.answer(
      Call(
        service: service, request: call.request, endpoint: reading, pathValues: values,
        query: try QueryItems(nil, of: reading), language: call.language, moment: call.moment, clock: call.clock,
        caller: call.caller, source: call.source, data: call.data))
    guard let tag = present.tag, tag.isNamed(by: expected) else {
      throw Problem.changedSinceRead
    }
  }

  /// The language that a request prefers, by `Accept-Language`.
  static func language(of request: Request) -> Language {
    request.headers[.acceptLanguage].flatMap(preferred(in:)) ?? .traditionalChinese
  }

  /// The language of problems: that of the parameter `lang` if the endpoint has one, then that of `Accept-Language`, otherwise English.
  ///
  /// - Parameter endpoint: nil if the path has none.
  static func problemLanguage(of request: Request, _ endpoint: Endpoint?) -> Language {
    let parameter = CommonParameters.language
    let name = parameter.declaration.name
    if endpoint?.parameters.contains(where: { $0.name == name }) == true,
      // The query may be what is wrong.
      let text = FormData(urlEncoded: Array((request.uri.query ?? "").utf8))?.first(name),
      let language = try? parameter.read(text)
    {
      return language
    }
    return request.headers[.acceptLanguage].flatMap(preferred(in:)) ?? .english
  }

  /// The first of our languages in a header `Accept-Language`, by weight; nil for none.
  static func preferred(in header: String) -> Language? {
    var best: (language: Language, weight: Double)?
    for (name, weight) in Preferences(header).items where weight > best?.weight ?? 0 {
      if let language = Language(locale: name) { best = (language, weight) }
    }
    return best?.language
  }

  /// The language in the parameter `lang`, if given.
  private static func language(_ query: QueryItems, _ preferred: Language) throws -> Language {
    try query[CommonParameters.language.declaration.name].map(CommonParameters.language.read) ?? preferred
  }

  /// The day of a request's answer, computed first because it decides whether a cached answer is valid.
  private static func today(_ request: Request, _ endpoint: Endpoint, _ moment: Moment) throws -> SolarDate {
    let name = CommonParameters.timeZone.declaration.name
    // A percent-encoded name is the same name.
    guard let text = request.uri.query, text.utf8.contains(UInt8(ascii: "%")) || text.contains(name),
      endpoint.parameters.contains(where: { $0.name == name })
    else { return moment.today }
    return try clock(QueryItems(text, of: endpoint))?.local(at: moment.now).date ?? moment.today
  }

  /// The clock of the parameter `time_zone`; nil if not given.
  private static func clock(_ query: QueryItems) throws -> ZonedClock? {
    try query[CommonParameters.timeZone.declaration.name].map(CommonParameters.timeZone.read)
  }
}
