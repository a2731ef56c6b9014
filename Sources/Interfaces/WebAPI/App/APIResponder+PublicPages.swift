import Addresses
import Folklore
import HTTPTypes
import HummingbirdCore
import Lunisolar
import NIOCore
import WebPages

// Pages for everybody: kept, with ETags.
extension APIResponder {
  func answer(
    _ page: PublicPage, _ pathValues: [String], _ request: Request, _ source: RequestSource
  ) async throws -> Response {
    var visit = Visit(service, request, pathValues, source)
    do {
      guard let query = FormData(urlEncoded: Array((request.uri.query ?? "").utf8)) else { throw PageProblem.badForm }
      visit.query = query
      let data = try await service.keeper.current()
      if let own = try await personal(page, visit, data) { return own }
      let key = AnswerKey(
        language: visit.language,
        time: page.freshness == .minute ? visit.moment.now / 60 : visit.moment.today.julianDayNumber,
        site: visit.site.origin, address: request.uri.string, whereabouts: visit.whereabouts?.cookieValue ?? "")
      // A 304 has them too: browsers take its headers for those of the page that they keep.
      let headers = page.isFramed ? service.framedPageHeaders : service.pageStandardHeaders
      return try await answer(request, key, data, PublicPage.caching, headers) {
        guard visit.query.first("q") != nil else { return try await make(page, visit, data) }
        // A search compares all names with what somebody typed.
        return try await withTaskExecutorPreference(service.readers) { try await make(page, visit, data) }
      }
    } catch let problem as Problem where problem.status == .notFound {
      return problemPage(PageProblem.nothingHere, visit, isForm: false)
    } catch {
      return problemPage(error, visit, isForm: false)
    }
  }

  /// The answer for one person alone; nil where the page is the same for everybody, and where what is that person's cannot be read: the page
  /// itself is more important.
  private func personal(_ page: PublicPage, _ visit: Visit, _ data: PublicData) async throws -> Response? {
    guard let personal = page.personal,
      [BrowserCookie.session, .choice].contains(where: { $0.value(in: visit.request, on: visit.site) != nil })
    else { return nil }
    var visit = visit
    do {
      visit.session = try await session(of: visit.request, on: visit.site)
      return try await personal(visit, data).map { response($0, visit) }
    } catch {
      log(error, visit.source)
      return nil
    }
  }

  private func make(_ page: PublicPage, _ visit: Visit, _ data: PublicData) async throws -> Answer {
    switch try await page.answer(visit, data) {
    case .page(let content, let part, let description):
      let frame = AppFrame(
        language: visit.language, origin: visit.site.origin, path: visit.canonical, part: part,
        place: visit.place)
      return Answer.text(service.pages.html(content, description: description, in: frame), as: .html)
    case .strip(let strip, let isFound):
      var answer = Answer.text(service.pages.html(strip), as: .html)
      if !isFound { answer.status = .notFound }
      return answer
    case .text(let bytes, let type):
      var answer = Answer(body: bytes)
      answer.headers[.contentType] = type
      return answer
    case .elsewhere(let path):
      var answer = Answer(status: .temporaryRedirect)
      answer.headers[.location] = path
      return answer
    }
  }
}

extension Visit {
  /// The address of the page without what only chooses the language.
  var canonical: String {
    let pairs = query.pairs.filter { $0.name != "lang" }
    let text = PercentEncoding.query(pairs.map { ($0.name, $0.value) })
    return request.uri.path + (text.isEmpty ? "" : "?" + text)
  }
}
