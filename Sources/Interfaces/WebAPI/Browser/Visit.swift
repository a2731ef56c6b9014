import Folklore
import HTTPTypes
import HummingbirdCore
import Logging
import NIOPosix
import Records
import Store
import WebPages

/// One request for a page.
struct Visit: Sendable {
  let service: APIService
  let request: Request
  let pathValues: [String]
  /// The query of the address.
  var query = FormData()
  /// What was sent with POST; empty otherwise.
  var form = FormData()
  /// The body as sent, for scripts that send JSON.
  var body: [UInt8] = []
  /// The session of the person; nil if nobody has signed in.
  var session: BrowserSession?
  /// What somebody chose at `/region`; nil for Taiwan by the server's clock.
  let whereabouts: Whereabouts?
  /// The time where the reader is; on pages of the office, that of the server's clock.
  let moment: Moment
  let source: RequestSource
  let site: Site

  init(_ service: APIService, _ request: Request, _ pathValues: [String], _ source: RequestSource) {
    self.service = service
    self.request = request
    self.pathValues = pathValues
    self.source = source
    site = Site(request, source, service.configuration)
    let isOffice = request.uri.path.hasPrefix("/admin")
    whereabouts =
      isOffice ? nil : BrowserCookie.region.value(in: request, on: site).flatMap(Whereabouts.init(cookieValue:))
    let usual = service.moment
    moment = whereabouts.map { Moment(now: usual.now, clock: $0.clock) } ?? usual
  }

  /// The language of the person, otherwise the chosen one, otherwise the browser's.
  var language: Language {
    session.flatMap { Language(rawValue: $0.locale) } ?? query.first("lang").flatMap { Language(locale: $0) }
      ?? BrowserCookie.language.value(in: request, on: site).flatMap(Language.init(rawValue:))
      ?? APIResponder.language(of: request)
  }

  /// The first parameter of the path.
  var id: String { pathValues.first ?? "" }
  /// The second parameter of the path.
  var key: String { pathValues.count > 1 ? pathValues[1] : "" }

  /// The rights of the person.
  var role: APIRole { session?.role ?? .user }

  /// The time zone in which pages show and read times.
  var clock: ZonedClock { moment.clock }

  /// The time where the temples are.
  var templeMoment: Moment { service.moment }

  /// Reads dates, times and rules as people type them.
  func reader(_ data: PublicData) -> DateReader {
    DateReader(today: moment.today, clock: clock) { data.dayNames }
  }

  /// The path and query of the request.
  var address: String { request.uri.string }

  /// The actor and time of a change, for the audit log.
  var change: Change {
    service.change(by: caller.name, at: moment)
  }

  /// - Throws: `PageProblem.signInNeeded`; the responder has checked before.
  func person() throws -> BrowserSession {
    guard let session else { throw PageProblem.signInNeeded }
    return session
  }

  /// Reads the database on a thread that may block.
  func work<Result: Sendable>(_ body: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
    let store = service.store
    return try await service.threads.runIfActive { try body(store) }
  }

  /// Changes the database.
  func write<Result: Sendable>(_ body: @escaping @Sendable (Store) throws -> Result) async throws -> Result {
    try await service.write(for: caller.limitKey ?? source.limitKey, body)
  }

  /// Reloads the public data after a change. The change stands even if this fails.
  func refresh() async {
    do {
      try await service.keeper.refresh()
    } catch {
      service.logger.error("the public data cannot be read: \(error)")
    }
  }

  /// One of three texts, in the language of the person.
  func say(_ traditionalChinese: String, _ simplifiedChinese: String, _ english: String) -> String {
    language.say(traditionalChinese, simplifiedChinese, english)
  }
}
